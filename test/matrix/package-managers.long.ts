import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { projectWith, temporaryFolder, writeFiles, type Files } from "../kit/project.js";
import { configuration } from "./configuration.js";
import { localRegistry, publish, type LocalRegistry } from "./local-registry.js";
import { eslintFindings, projectFiles, type Finding } from "./outcome.js";
import { npm, pnpm, yarn, type PackageManager } from "./package-managers.js";
import { VERSIONS } from "./versions.js";

const TSCONFIG = JSON.stringify({
  compilerOptions: { strict: true, module: "nodenext", target: "es2022", noEmit: true, allowJs: true, types: [] },
  include: ["src"],
});

const { version } = JSON.parse(fs.readFileSync(path.join(root, "src/package.json"), "utf8")) as { version: string };

const MANIFEST = {
  private: true,
  type: "module",
  dependencies: { "error-contract": version },
  devDependencies: {
    eslint: VERSIONS.eslint.at(-1),
    "eslint-plugin-error-contract": version,
    typescript: VERSIONS.typescript.at(-1),
    "typescript-eslint": VERSIONS.typescriptEslint[0],
  },
};

const files: Files = {
  ...projectFiles("typed"),
  ...configuration({ form: "objects", language: "typed" }),
  "tsconfig.json": TSCONFIG,
};

const [pnpm10, pnpm12] = VERSIONS.pnpm;
const managers: readonly PackageManager[] = [npm, pnpm(pnpm10), pnpm(pnpm12), yarn("node-modules"), yarn("pnp")];

let registry: LocalRegistry;
let expected: readonly Finding[];

beforeAll(async () => {
  registry = await localRegistry();
  expected = await eslintFindings(projectWith({ "package.json": JSON.stringify(MANIFEST), ...files }));
});

it("nothing is published but to this machine", () =>
  expect(publish("nowhere.tgz", { ...registry, url: "https://registry.example/" })).rejects.toThrow("127.0.0.1"));

describe.each(managers)("an empty project, $name", ({ files: own, install, eslint }) => {
  it("finds and fixes what the workspace does", async () => {
    const project = temporaryFolder();
    writeFiles(project, { ...files, ...own(registry), "package.json": JSON.stringify(MANIFEST) });
    const installed = await install(project, registry);
    expect(installed, installed.stdout + installed.stderr).toMatchObject({ status: 0 });

    const command = await eslint?.();
    expect(await eslintFindings(project, undefined, { command, env: registry.env })).toEqual(expected);
  });
});
