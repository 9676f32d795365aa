import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { projectWith, temporaryFolder, writeFiles, type Files } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { localRegistry, publish, type LocalRegistry } from "./local-registry.js";
import { eslintFindings, projectFiles, type Finding } from "./outcome.js";
import { npm, pnpm, type PackageManager } from "./package-managers.js";
import { VERSIONS } from "./versions.js";

const ESLINT = "node_modules/eslint/bin/eslint.js";

const { version } = JSON.parse(fs.readFileSync(path.join(root, "src/package.json"), "utf8")) as { version: string };
/** The same build under another version: a second copy for those who ask for it. */
const OTHER_VERSION = "0.0.1";

const [config] = codeBlocks("docs/guides/hosts.md").filter(({ section }) => section === "Monorepo");
const [turbo] = codeBlocks("docs/guides/scale.md").filter(({ language }) => language === "json");

const json = (value: unknown) => JSON.stringify(value, undefined, 2);
const package_ = (name: string, dependencies: Readonly<Record<string, string>>) =>
  json({ name, version: "1.0.0", private: true, type: "module", scripts: { lint: "eslint src" }, dependencies });

const ROOT: Files = {
  "eslint.config.mjs": config!.code.replace("recommended", "kaiza"),
  "tsconfig.json": json({
    compilerOptions: { strict: true, module: "nodenext", target: "es2022", noEmit: true },
    include: ["packages/*/src"],
  }),
  ".gitignore": "node_modules\n.turbo\n",
};

const MANIFEST = {
  name: "monorepo",
  private: true,
  type: "module",
  workspaces: ["packages/*"],
  devDependencies: {
    eslint: VERSIONS.eslint.at(-1),
    "eslint-plugin-error-contract": version,
    turbo: VERSIONS.turbo,
    typescript: VERSIONS.typescript.at(-1),
    "typescript-eslint": VERSIONS.typescriptEslint[0],
  },
};

const FAILURES: Files = {
  "packages/failures/package.json": JSON.stringify({
    ...(JSON.parse(package_("@acme/failures", { "error-contract": OTHER_VERSION })) as object),
    exports: { types: "./src/index.ts", default: "./index.js" },
  }),
  "packages/failures/index.js": `import { SystemError } from "error-contract/kaiza";

export const gone = (file) =>
  SystemError.toolFailure("FILE_NOT_FOUND", { human_message: \`There is no \${file}\`, tool_name: "read" });
`,
  "packages/failures/src/index.ts": `import { SystemError } from "error-contract/kaiza";

export const gone = (file: string) =>
  SystemError.toolFailure("FILE_NOT_FOUND", { human_message: \`There is no \${file}\`, tool_name: "read" });
`,
};

const RAW_FAILURES: Files = {
  "packages/failures/src/index.ts": `export const gone = (file: string) => ({ gone: file });\n`,
};

const READER: Files = {
  "packages/reader/src/read.ts": `import { gone } from "@acme/failures";

export function read(file: string): never {
  throw gone(file);
}
`,
  "packages/reader/call.js": `import { SystemError, wrapHandler } from "error-contract/kaiza";
import { gone } from "@acme/failures";

const error = gone("notes.md");
const sent = await wrapHandler(async () => { throw error; }, "another")().catch((thrown) => thrown);
const { error_code, tool_name } = JSON.parse(sent.message);
console.log(JSON.stringify([error instanceof SystemError, SystemError.is(error), error_code, tool_name]));
`,
};

const CLOCK: Files = {
  "packages/clock/package.json": package_("@acme/clock", {}),
  "packages/clock/src/now.ts": "export const now = () => Date.now();\n",
};

const NOTES: Files = {
  "packages/notes/package.json": package_("@acme/notes", { "error-contract": version }),
  ...Object.fromEntries(
    Object.entries(projectFiles("typed"))
      .filter(([name]) => name.startsWith("src"))
      .map(([name, text]) => [`packages/notes/${name}`, text]),
  ),
};

interface Case {
  readonly manager: PackageManager;
  readonly files: Files;
  /** How a package names another one of the workspace. */
  readonly local: string;
}

const cases: readonly Case[] = [
  { manager: npm, files: {}, local: "1.0.0" },
  {
    manager: pnpm(VERSIONS.pnpm[0]),
    files: { "pnpm-workspace.yaml": `packages: ["packages/*"]\n` },
    local: "workspace:*",
  },
];

let registry: LocalRegistry;

async function monorepo({ manager, files, local }: Case, more: Files = {}): Promise<string> {
  const project = temporaryFolder();
  const reader = package_("@acme/reader", { "@acme/failures": local, "error-contract": version });
  writeFiles(project, {
    ...ROOT,
    "package.json": json(MANIFEST),
    ...FAILURES,
    ...READER,
    "packages/reader/package.json": reader,
    ...CLOCK,
    ...manager.files(registry),
    ...files,
    ...more,
  });
  const installed = await manager.install(project, registry);
  expect(installed, installed.stdout + installed.stderr).toMatchObject({ status: 0 });
  return project;
}

beforeAll(async () => {
  registry = await localRegistry();
  const copy = temporaryFolder();
  for (const name of ["dist", "schemas", "package.json", "README.md"]) {
    fs.cpSync(path.join(root, "src", name), path.join(copy, name), { recursive: true });
  }
  const manifest = JSON.parse(fs.readFileSync(path.join(copy, "package.json"), "utf8")) as object;
  writeFiles(copy, { "package.json": json({ ...manifest, version: OTHER_VERSION }) });
  await publish(copy, registry, ["--provenance=false", "--tag=other"]);
});

it.each(cases)("init serves a package of $manager.name that has a configuration of its own", async (each) => {
  const project = await monorepo(each, {
    "packages/clock/eslint.config.js": 'export default [{ rules: { "no-var": "error" } }];\n',
    "packages/clock/src/stop.js": 'export const stop = () => {\n  throw new Error("It does not stop");\n};\n',
  });
  const bin = "node_modules/eslint-plugin-error-contract/lib/main.js";
  const { status, stdout, stderr } = await runNode([bin, "init", "--yes", "--json", "--cwd", "packages/clock"], {
    cwd: project,
  });
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    config: { file: "eslint.config.js", isNew: false },
    lint: { findings: { "no-raw-error": 1 } },
  });
});

describe.each(cases)("a workspace of $manager.name", (each) => {
  let project: string;
  let expected: readonly Finding[];

  beforeAll(async () => {
    project = await monorepo(each, NOTES);
    // The same package alone, in this workspace.
    expected = await eslintFindings(projectWith({ "package.json": `{ "type": "module" }`, ...ROOT, ...NOTES }));
  });

  it("has two copies of the runtime", () => {
    const versionIn = (folder: string) => {
      const file = fs.realpathSync(path.join(project, folder, "package.json"));
      return (JSON.parse(fs.readFileSync(file, "utf8")) as { version: string }).version;
    };
    expect(versionIn("packages/failures/node_modules/error-contract")).toBe(OTHER_VERSION);
  });

  it("finds in a package, with one configuration at the root, what it finds elsewhere", async () => {
    expect(expected.length).toBeGreaterThan(2);
    expect(await eslintFindings(project)).toEqual(expected);
  });

  it("finds the same from the package's own folder", async () => {
    const folder = path.join(project, "packages/notes");
    const found = await eslintFindings(folder, undefined, { command: [path.join(project, ESLINT)] });
    expect(found.map(({ place, ...rest }) => ({ place: `packages/notes/${place}`, ...rest }))).toEqual(expected);
  });

  it("knows the errors of one copy by the other, and its boundary keeps them", async () => {
    const call = await runNode(["call.js"], { cwd: path.join(project, "packages/reader") });
    expect(call, call.stderr).toMatchObject({ status: 0 });
    expect(JSON.parse(call.stdout)).toEqual([true, true, "FILE_NOT_FOUND", "read"]);
  });
});

describe("Turborepo", () => {
  let project: string;

  const lint = async () => {
    const { stdout } = await runNode(["node_modules/turbo/bin/turbo", "run", "lint", "--no-color"], {
      cwd: project,
      env: { ...registry.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
    });
    const [, cached, all] = /Cached:\s+(\d+) cached, (\d+) total/.exec(stdout) ?? [];
    return { cached: Number(cached), all: Number(all), stdout };
  };

  beforeAll(async () => {
    project = await monorepo(cases[0]!, {
      // Turborepo asks for the package manager, whichever version of it.
      "package.json": json({ ...MANIFEST, packageManager: "npm@11.0.0" }),
      "turbo.json": turbo!.code,
    });
  });

  it("lints a package again when one that it depends on has changed, and no other", async () => {
    expect(await lint()).toMatchObject({ cached: 0, all: 3 });
    expect(await lint()).toMatchObject({ cached: 3, all: 3 });

    writeFiles(project, RAW_FAILURES);
    const { cached, stdout } = await lint();
    expect(stdout).toMatch(/@acme\/reader.*error-contract\/no-raw-error/);
    expect(cached).toBe(1);
  });

  it("lints all of them again when the configuration has changed", async () => {
    writeFiles(project, FAILURES);
    expect(await lint()).toMatchObject({ cached: 3 });
    writeFiles(project, { "eslint.config.mjs": `${config!.code}\n// changed\n` });
    expect(await lint()).toMatchObject({ cached: 0 });
  });
});
