import { describe, expect, it } from "vitest";
import { legacyServerWith, projectWith, writeFiles, type Files } from "../kit/project.js";
import { CONFIG, eslint, guide } from "./scale-commands.js";

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
