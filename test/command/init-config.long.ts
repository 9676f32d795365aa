import fs from "node:fs";
import path from "node:path";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { projectWith } from "../kit/project.js";
import { runPlugin } from "./run-plugin.js";

const FILES = {
  "package.json": JSON.stringify({ name: "notes", type: "module", dependencies: { fastmcp: "^3.0.0" } }, null, 2),
  "src/index.js": 'export function fail() {\n  throw new Error("no");\n}\n',
};

/** The configuration after `init`, which has to turn the rules on. */
async function edited(config: string, name = "eslint.config.js"): Promise<string> {
  const folder = projectWith({ ...FILES, [name]: config });
  const { status, stdout, stderr } = await runPlugin(folder, "init", "--yes", "--json");
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ lint: { findings: { "no-raw-error": 1 } } });
  return fs.readFileSync(path.join(folder, name), "utf8");
}

const BLOCK = outdent`
  {
      files: ["src/**/*.js"],
      extends: [errorContract.configs.recommended],
    },
`;
const OURS = 'import errorContract from "eslint-plugin-error-contract";\n';
const HELPER = 'import { defineConfig } from "eslint/config";\n';

describe("init adds the preset to a flat configuration", () => {
  it.each([
    [
      "in a call of `defineConfig`, with its comments",
      `// lints\n${HELPER}\nexport default defineConfig([\n  { rules: {} }, // as everywhere\n]);\n`,
      `// lints\n${OURS}${HELPER}\nexport default defineConfig([\n  ${BLOCK}\n  { rules: {} }, // as everywhere\n]);\n`,
    ],
    [
      "in front of the arguments of `defineConfig`",
      `${HELPER}\nexport default defineConfig(\n  { rules: {} },\n  { rules: {} },\n);\n`,
      `${OURS}${HELPER}\nexport default defineConfig(\n  ${BLOCK}\n  { rules: {} },\n  { rules: {} },\n);\n`,
    ],
    [
      "in a list",
      'import js from "@eslint/js";\nexport default [\n  js.configs.recommended,\n];\n',
      `${HELPER}${OURS}import js from "@eslint/js";\nexport default [\n  ...defineConfig([\n  ${BLOCK}\n  ]),\n  js.configs.recommended,\n];\n`,
    ],
    // Of `files` beside `extends`, `tseslint.config` makes those of every block of the preset.
    [
      "in a list of `tseslint.config`",
      'import tseslint from "typescript-eslint";\nexport default tseslint.config([\n  tseslint.configs.base,\n]);\n',
      `${HELPER}${OURS}import tseslint from "typescript-eslint";\nexport default tseslint.config([\n  ...defineConfig([\n  ${BLOCK}\n  ]),\n  tseslint.configs.base,\n]);\n`,
    ],
  ])("%s", async (_, before, after) => {
    expect(await edited(before)).toBe(after);
  });

  it.each([
    ["an empty list", "export default [];\n"],
    ["a list on one line", "export default [{ rules: {} }];\n"],
    ["one object", 'import { defineConfig } from "eslint/config";\nexport default defineConfig({ rules: {} });\n'],
    ["a comment behind the last item", "export default [\n  { rules: {} }, // last\n  // and more\n];\n"],
    ["a comment in front of the comma", "export default [\n  { rules: {} } /* last */,\n];\n"],
    ["no comma and a comment", "export default [\n  { rules: {} } // last\n];\n"],
    ["CRLF", "export default [\r\n  { rules: {} },\r\n];\r\n"],
    ["a type in a comment", '/** @type {import("eslint").Linter.Config[]} */\nexport default [{ rules: {} }];\n'],
  ])("with %s", async (_, before) => {
    const after = await edited(before);
    expect(after.includes("\r\n")).toBe(before.includes("\r\n"));
    if (before.includes("\r\n")) expect(after).not.toMatch(/[^\r]\n|\r\r/);
  });

  it.each([
    ["a CommonJS module", "eslint.config.cjs", "module.exports = [];\n", "it has no `export default` of a list"],
    [
      "a call",
      "eslint.config.js",
      "const all = () => [];\nexport default all();\n",
      "it has no `export default` of a list",
    ],
    [
      "a name that is taken",
      "eslint.config.js",
      'import errorContract from "@eslint/js";\nexport default [];\n',
      "is taken",
    ],
  ])("but says what to add where it does not understand it: %s", async (_, name, config, why) => {
    const folder = projectWith({ ...FILES, [name]: config });
    const { status, stderr } = await runPlugin(folder, "init", "--yes");
    expect(status).toBe(1);
    expect(stderr).toContain(why);
    expect(stderr).toContain('import errorContract from "eslint-plugin-error-contract"');
    expect(stderr).toContain("extends: [errorContract.configs.recommended],");
    expect(fs.readFileSync(path.join(folder, name), "utf8")).toBe(config);
  });
});
