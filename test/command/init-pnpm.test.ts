// With pnpm, the override for a runtime from a tarball stands where the pnpm of a project reads it.
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { type Files, projectWith } from "../kit/project.js";
import { runHere } from "./run-plugin.js";

const TARBALL = "file:../error-contract-0.1.0.tgz";
const manifest = (fields: object, range = TARBALL) =>
  JSON.stringify({ name: "notes", type: "module", dependencies: { "error-contract": range }, ...fields }, null, 2);
const SOURCE = { "src/index.js": "export const one = 1;\n" };
const pnpm = (version: string, fields: object = {}) => ({ packageManager: `pnpm@${version}`, ...fields });
const WORKSPACE = "pnpm-workspace.yaml";

it.each<[string, Files, file: string | undefined, text: string]>([
  ["pnpm 9", { "package.json": manifest(pnpm("9.15.9")) }, "package.json", `"error-contract": "${TARBALL}"\n    }`],
  [
    "pnpm 10 with other overrides",
    { "package.json": manifest(pnpm("10.1.0", { pnpm: { overrides: { zod: "4.0.0" } } })) },
    "package.json",
    `"zod": "4.0.0",\n      "error-contract": "${TARBALL}"`,
  ],
  [
    "pnpm 11",
    { "package.json": manifest(pnpm("11.0.0")), [WORKSPACE]: "# ours\npackages:\n  - p/*\n" },
    WORKSPACE,
    `# ours\npackages:\n  - p/*\noverrides:\n  error-contract: ${TARBALL}\n`,
  ],
  ["pnpm 11 without a file", { "package.json": manifest(pnpm("11.0.0")) }, WORKSPACE, `error-contract: ${TARBALL}`],
  [
    "pnpm 11 with an override that it does not read",
    { "package.json": manifest(pnpm("11.0.0", { pnpm: { overrides: { "error-contract": TARBALL } } })) },
    WORKSPACE,
    `error-contract: ${TARBALL}`,
  ],
  [
    "an override that is there",
    { "package.json": manifest(pnpm("10.0.0")), [WORKSPACE]: `overrides:\n  error-contract: ${TARBALL}\n` },
    undefined,
    "",
  ],
  [
    "a package of the workspace that has it",
    {
      "package.json": JSON.stringify({ name: "all", private: true, packageManager: "pnpm@9.15.9" }),
      [WORKSPACE]: "packages:\n  - packages/*\n",
      "packages/notes/package.json": manifest({}, "file:../../../error-contract-0.1.0.tgz"),
      "packages/notes/src/index.js": "export const two = 2;\n",
    },
    "package.json",
    `"error-contract": "${TARBALL}"\n    }`,
  ],
  ["a runtime of a registry", { "package.json": manifest(pnpm("11.0.0"), "^0.1.0") }, undefined, ""],
  ["npm", { "package.json": manifest({}) }, undefined, ""],
])("init writes the override: %s", async (_, files, file, text) => {
  const folder = projectWith({ ...SOURCE, ...files });
  const { stdout } = await runHere(folder, "init", "--yes", "--json");
  const { override } = JSON.parse(stdout);
  if (file === undefined) expect(override).toBeUndefined();
  else {
    expect(override).toContain(`+++ b/${file}`);
    expect(fs.readFileSync(path.join(folder, file), "utf8")).toContain(text);
  }
  const again = await runHere(folder, "init", "--yes");
  expect(again).toMatchObject({ stdout: expect.stringContaining("There is nothing to change.") });
});
