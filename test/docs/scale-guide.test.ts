import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { codeBlocks } from "../kit/page.js";
import { legacyServerWith, nodeModules, projectWith, writeFiles, type Files } from "../kit/project.js";
import { runNode, type Run } from "../kit/run-node.js";

const commands = codeBlocks("docs/guides/scale.md")
  .filter(({ language }) => language === "sh")
  .map(({ code }) => code);

/** The guide's command that has this flag, then more arguments. */
function guide(flag: string, folder: string, ...args: string[]): Promise<Run> {
  const command = commands.find((each) => each.includes(flag));
  expect(command, flag).toMatch(/^npx eslint [^\n]+$/);
  return eslint(folder, ...command!.split(" ").slice(2), ...args);
}

const eslint = (folder: string, ...args: string[]) =>
  runNode([path.join(nodeModules, "eslint/bin/eslint.js"), ...args], { cwd: folder });

const CONFIG = `import { defineConfig } from "eslint/config";
import errorContract from "eslint-plugin-error-contract";

export default defineConfig([{ files: ["**/*.js"], extends: [errorContract.configs.kaiza] }]);
`;

/** A tool whose legacy error hides that it sends a raw error. */
const HIDING = `import { KaizaError, ERROR_CODES } from "../core/error.js";

export function countPlans(count) {
  try {
    return count();
  } catch (err) {
    throw new KaizaError({ error_code: ERROR_CODES.INTERNAL_ERROR, human_message: String(err), cause: err });
  }
}
`;

describe("suppressions, on the example server", () => {
  let folder: string;
  const file = (name: string) => path.join(folder, name);
  const read = (name: string) => fs.readFileSync(file(name), "utf8");
  const suppressions = () =>
    JSON.parse(read("eslint-suppressions.json")) as Record<string, Record<string, { count: number }>>;
  const countIn = (...folders: string[]) =>
    Object.entries(suppressions())
      .filter(([name]) => folders.length === 0 || folders.includes(name.split("/")[0]!))
      .flatMap(([, rules]) => Object.values(rules).map(({ count }) => count))
      .reduce((sum, count) => sum + count, 0);

  beforeAll(async () => {
    folder = legacyServerWith({ "eslint.config.js": CONFIG, "tools/count_plans.js": HIDING });
    expect(await guide("--suppress-all", folder)).toMatchObject({ status: 0 });
  });

  it("record what there is, and the lint is green", async () => {
    expect(countIn()).toBeGreaterThan(100);
    expect(await eslint(folder, ".")).toMatchObject({ status: 0, stdout: "" });
  });

  it("let one finding more fail, with all of that rule in the file", async () => {
    const text = read("tools/read_file.js");
    writeFiles(folder, { "tools/read_file.js": `${text}\nexport const fail = () => { throw new Error("gone"); };\n` });
    const { status, stdout } = await eslint(folder, ".");
    writeFiles(folder, { "tools/read_file.js": text });

    const known = suppressions()["tools/read_file.js"]!["error-contract/no-raw-error"]!.count;
    expect(status).toBe(1);
    expect(stdout.split("\n").filter((line) => line.includes("error-contract/"))).toHaveLength(known + 1);
  });

  it("shrink with a fixed folder, and nowhere else", async () => {
    const before = { tools: countIn("tools"), others: countIn("core", "session", "server.js") };
    const text = read("tools/read_file.js");
    const fixed = await guide("--prune-suppressions", folder);
    expect(read("tools/read_file.js")).not.toBe(text);
    expect(countIn("tools")).toBeLessThan(before.tools / 2);
    expect(countIn("core", "session", "server.js")).toBe(before.others);

    // A legacy error that became the contract's shows what it sends.
    expect(fixed.status).toBe(1);
    expect(fixed.stdout.match(/error-contract\/[a-z-]+/g)).toEqual(["error-contract/no-error-leak"]);
    const [suppressRule] = /--suppress-rule \S+(?=`)/.exec(guideText)!;
    expect(await eslint(folder, "tools", ...suppressRule.split(" "))).toMatchObject({ status: 0 });
    expect(await eslint(folder, ".")).toMatchObject({ status: 0, stdout: "" });
  });

  it("that are higher than what is left end with status 2", async () => {
    await eslint(folder, "core", "--fix");
    expect(await eslint(folder, "session", "core")).toMatchObject({ status: 2 });
  });
});

const guideText = fs.readFileSync(path.join(import.meta.dirname, "../../docs/guides/scale.md"), "utf8");

it("threads find the same", async () => {
  const folder = legacyServerWith({ "eslint.config.js": CONFIG });
  const json = ["--format", "json"];
  // `auto` takes one thread for so few files; the last flag counts.
  const [alone, threaded] = [
    await eslint(folder, ".", ...json),
    await guide("--concurrency", folder, "--concurrency", "2", ...json),
  ];
  expect(alone.status).toBe(1);
  expect(JSON.parse(threaded.stdout)).toEqual(JSON.parse(alone.stdout));
});

describe("the cache", () => {
  const THROWING = `import { codes, failure } from "./failure.js";

export function refuse(): never {
  throw failure(codes.gone);
}
`;
  const FAILURE = `import { SystemError } from "error-contract/kaiza";

export const codes = { gone: "FILE_NOT_FOUND" } as const;
export const failure = (code: "FILE_NOT_FOUND") => SystemError.toolFailure(code, { human_message: "It is gone" });
`;
  const RAW_FAILURE = `export const codes = { gone: 404 } as const;
export const failure = (code: number) => ({ code });
`;
  const TYPED = `{
    files: ["src/**/*.ts"],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
  }`;
  const TYPED_CONFIG = `import errorContract from "eslint-plugin-error-contract";
import tseslint from "typescript-eslint";

export default [...errorContract.configs.kaiza, ${TYPED}];
`;
  const configWith = (codes: string) => `import errorContract from "eslint-plugin-error-contract";

export default [...errorContract.configs.kaiza, { settings: { errorContract: { codes: ${codes} } } }];
`;
  const TSCONFIG = JSON.stringify({
    compilerOptions: { strict: true, module: "nodenext", target: "es2022", noEmit: true },
    include: ["src"],
  });
  const project = (files: Files) => projectWith({ "package.json": `{ "type": "module" }`, ...files });
  const cached = (folder: string) => guide("--cache", folder);

  it("is blind to the declaration of what a file imports", async () => {
    const folder = project({
      "eslint.config.js": TYPED_CONFIG,
      "tsconfig.json": TSCONFIG,
      "src/refuse.ts": THROWING,
      "src/failure.ts": FAILURE,
    });
    expect(await cached(folder)).toMatchObject({ status: 0, stdout: "" });
    writeFiles(folder, { "src/failure.ts": RAW_FAILURE });
    expect(await cached(folder)).toMatchObject({ status: 0, stdout: "" });
    expect((await eslint(folder, ".")).stdout).toContain("error-contract/no-raw-error");
  });

  it("is blind to a registry in another module, and sees one in the settings", async () => {
    const throwing = `import { SystemError } from "error-contract/kaiza";\n\nthrow SystemError.toolFailure("OURS");\n`;
    const codes = (name: string) => `export const CODES = { ${name}: "${name}" };\n`;
    const folder = project({
      "eslint.config.js": configWith(`{ module: "./src/codes.js", export: "CODES" }`),
      "src/codes.js": codes("OURS"),
      "src/use.js": throwing,
    });
    expect(await cached(folder)).toMatchObject({ status: 0, stdout: "" });
    writeFiles(folder, { "src/codes.js": codes("THEIRS") });
    expect(await cached(folder)).toMatchObject({ status: 0, stdout: "" });
    expect((await eslint(folder, ".")).stdout).toContain("error-contract/no-unregistered-code");

    writeFiles(folder, { "eslint.config.js": configWith(`["OURS"]`) });
    expect(await cached(folder)).toMatchObject({ status: 0, stdout: "" });
    writeFiles(folder, { "eslint.config.js": configWith(`["THEIRS"]`) });
    expect((await cached(folder)).stdout).toContain("error-contract/no-unregistered-code");
  });
});
