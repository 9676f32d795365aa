import fs from "node:fs";
import path from "node:path";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { projectWith } from "../kit/project.js";
import { runPlugin } from "./run-plugin.js";

const FILES = {
  "package.json": JSON.stringify({ name: "notes", type: "module" }, null, 2),
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

describe("init adds the preset to a flat configuration", () => {
  it("in a call of `defineConfig`", async () => {
    const before = outdent`
      import js from "@eslint/js";
      import { defineConfig } from "eslint/config";

      export default defineConfig([
        js.configs.recommended,
        { rules: { "no-console": "error" } }, // as everywhere
      ]);\n
    `;
    expect(await edited(before)).toBe(outdent`
      import js from "@eslint/js";
      import { defineConfig } from "eslint/config";
      import errorContract from "eslint-plugin-error-contract";

      export default defineConfig([
        js.configs.recommended,
        { rules: { "no-console": "error" } }, // as everywhere
        {
          files: ["src/**/*.js"],
          extends: [errorContract.configs.recommended],
        },
      ]);\n
    `);
  });

  it("in a list, in the style of the file", async () => {
    const before = outdent`
      import js from '@eslint/js'

      const config = [
          js.configs.recommended,
          {
              rules: { 'no-console': 'error' }
          }
      ]

      export default config\n
    `;
    expect(await edited(before)).toBe(outdent`
      import js from '@eslint/js'
      import { defineConfig } from 'eslint/config'
      import errorContract from 'eslint-plugin-error-contract'

      const config = [
          js.configs.recommended,
          {
              rules: { 'no-console': 'error' }
          },
          ...defineConfig([
              {
                  files: ['src/**/*.js'],
                  extends: [errorContract.configs.recommended],
              },
          ]),
      ]

      export default config\n
    `);
  });

  // `tseslint.config` would put `files` in the place of those that a preset turns its rules off in.
  it("in a call of `tseslint.config`, by `defineConfig`", async () => {
    const before = outdent`
      import tseslint from "typescript-eslint";

      export default tseslint.config(
        tseslint.configs.base,
        {
          ignores: ["dist/**"],
        },
      );\n
    `;
    expect(await edited(before, "eslint.config.mjs")).toBe(outdent`
      import tseslint from "typescript-eslint";
      import { defineConfig } from "eslint/config";
      import errorContract from "eslint-plugin-error-contract";

      export default tseslint.config(
        tseslint.configs.base,
        {
          ignores: ["dist/**"],
        },
        ...defineConfig([
          {
            files: ["src/**/*.js"],
            extends: [errorContract.configs.recommended],
          },
        ]),
      );\n
    `);
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
    ["a CommonJS module", "eslint.config.cjs", "module.exports = [];\n", "it is a CommonJS module"],
    [
      "a function that makes it",
      "eslint.config.js",
      "export default make();\nfunction make() { return []; }\n",
      "neither a list",
    ],
    [
      "a name that is taken",
      "eslint.config.js",
      'import errorContract from "@eslint/js";\nexport default [];\n',
      "is taken",
    ],
    ["what does not parse", "eslint.config.js", "export default [\n", "it cannot be parsed"],
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
