import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import path from "node:path";
import { outdent } from "outdent";
import prettier from "prettier";
import { describe, expect, it } from "vitest";
import plugin from "../../rules/dist/index.js";
import { type Files, projectWith } from "../kit/project.js";

const [preset] = plugin.configs.recommended;

/** The code after all fixes and first suggestions, in a project with these files. */
function edited(code: string, files: Files = {}): string {
  const folder = projectWith({ "package.json": "{}", ...files });
  const linter = new Linter({ cwd: folder });
  const config = {
    ...preset,
    files: ["**/*.ts"],
    languageOptions: { parser },
    rules: {
      "error-contract/no-raw-error": ["error", { fallbackCode: "INTERNAL" }],
      "error-contract/no-swallowed-error": "error",
      "error-contract/require-boundary": "error",
    },
  } as Linter.Config;
  const filename = path.join(folder, "src/server.ts");
  const { output } = linter.verifyAndFix(code, config, { filename });
  const [finding] = linter.verify(output, config, { filename });
  const fix = finding?.suggestions?.[0]?.fix;
  return fix ? output.slice(0, fix.range[0]) + fix.text + output.slice(fix.range[1]) : output;
}

const narrow = { ".prettierrc": JSON.stringify({ printWidth: 60 }) };

describe("what fixes write is as prettier writes it", () => {
  it.each([
    ["a call that fits", `throw new Error("no");`],
    ["a message that is too long", `throw new Error("there is no such thing in this house");`],
    ["a template literal", "throw new Error(`there is no ${thing} in the house of ${owner}`);"],
    ["a template literal of several lines", "throw new Error(`there is\nno ${thing}`);"],
    [
      "texts in a row",
      outdent`
        function read() {
          throw new Error(
            "there is no such thing in the house, " +
              "and there has never been one",
          );
        }
      `,
    ],
    [
      "the last argument, an object",
      outdent`
        try {
          read();
        } catch (error) {
          throw new Error("it broke", { cause: error });
        }
      `,
    ],
    [
      "a call within a call",
      outdent`
        const pending = new Promise((resolve, reject) => {
          timer.once("end", () => reject(new Error("too late")));
          reject(new Error("there is no such thing in here"));
        });
      `,
    ],
    [
      "an arrow function that is the first argument",
      outdent`
        const pending = new Promise((resolve, reject) => {
          setTimeout(() => reject(new Error("too late")), 10);
        });
      `,
    ],
    ["a statement behind its condition", `if (!thing) throw new Error("there is no such thing");`],
    [
      "a handler that moves into the call of the boundary",
      outdent`
        server.registerTool("read", {}, async ({ path }) => {
          const text = \`
            \${path} stays where it is
          \`;
          return {
            content: [{ type: "text", text }],
          };
        });
      `,
    ],
    [
      "a function that gets a body",
      outdent`
        export async function read() {
          await load().catch(() => undefined);
        }
      `,
    ],
    [
      "an import of many names",
      outdent`
        import { TOOL_ERROR_CODES } from "error-contract/standard";

        throw new Error("no");
      `,
    ],
  ])("%s", async (_, code) => {
    const before = await prettier.format(code, { parser: "typescript", printWidth: 60 });
    const after = edited(before, narrow);
    expect(after).not.toBe(before);
    expect(after).toBe(await prettier.format(after, { parser: "typescript", printWidth: 60 }));
  });
});

describe("the width of lines", () => {
  const code = 'throw new Error("this is too long for sixty columns");\n';
  const broken = outdent`
    import { toolError, TOOL_ERROR_CODES } from "error-contract/standard";

    throw toolError(
      TOOL_ERROR_CODES.INTERNAL,
      "this is too long for sixty columns",
    );
  `;
  const whole = outdent`
    import { toolError, TOOL_ERROR_CODES } from "error-contract/standard";

    throw toolError(TOOL_ERROR_CODES.INTERNAL, "this is too long for sixty columns");
  `;
  const width = (printWidth: number) => JSON.stringify({ printWidth });

  it.each([
    ["prettier's configuration in JSON", { ".prettierrc": width(78) }, broken],
    ["in YAML", { ".prettierrc": "# ours\nprintWidth: 78\n" }, broken],
    ["in a file with an extension", { ".prettierrc.yaml": "printWidth: 90" }, whole],
    ["in package.json", { "package.json": `{ "prettier": ${width(90)} }` }, whole],
    ["in package.json, where it is a package", { "package.json": `{ "prettier": "@team/prettier" }` }, broken],
    ["prettier's default", { ".prettierrc": "{}" }, broken],
    ["Biome's configuration", { "biome.json": `{ "formatter": { "lineWidth": 90 } }` }, whole],
    [
      "Biome's configuration with comments",
      {
        "biome.jsonc": outdent`
          {
            "files": { "includes": ["**/*.ts", "src/**"] }, /* wide */ // 90
            "javascript": { "formatter": { "lineWidth": 90 } }
          }
        `,
      },
      whole,
    ],
    ["EditorConfig", { ".editorconfig": "[*]\nmax_line_length = 90\n[*.md]\nmax_line_length = 20" }, whole],
    [
      "EditorConfig beside prettier",
      { ".editorconfig": "[*.{js,ts}]\nmax_line_length = 90", ".prettierrc": "{}" },
      whole,
    ],
    [
      "prettier's own before EditorConfig",
      { ".editorconfig": "[*]\nmax_line_length = 90", ".prettierrc": width(78) },
      broken,
    ],
    [
      "what prettier's module writes out",
      { ".prettierrc.js": `export default {\n  printWidth: 90,\n  overrides: [{ options: { printWidth: 40 } }],\n};` },
      whole,
    ],
    [
      "no module that takes its width from elsewhere",
      { ".editorconfig": "[*]\nmax_line_length = 90", "prettier.config.js": "export default { ...base, semi: true };" },
      whole,
    ],
    ["no configuration that runs", { "prettier.config.js": "throw new Error();" }, broken],
  ])("%s", (_, files: Files, output) => {
    expect(edited(code, files)).toBe(`${output}\n`);
  });

  it("is that of the longest line with a list, where nothing is configured", () => {
    const long = `export const sum = addAllOfThese(oneNumberOrAnother, anotherNumberOrOne, yetAnotherNumber);\n`;
    expect(edited(long + code)).toContain(
      `throw toolError(TOOL_ERROR_CODES.INTERNAL, "this is too long for sixty columns");`,
    );
  });
});

describe("the style of the file", () => {
  const code = 'throw new Error("this is far too long for eighty columns, as one can see");\n';

  it("keeps lists without commas at their ends", () => {
    const list = "export const all = join(\n  one,\n  other\n);\n";
    expect(edited(list + code)).toContain(`as one can see"\n);`);
  });

  it("keeps a text that is a call's only argument without a comma", () => {
    const told =
      "throw new Error(\n  'there is no such thing in the whole of this house, and there never was one'\n);\n";
    expect(edited(told)).toContain(`never was one'\n);`);
  });

  it("keeps objects without commas at their ends", () => {
    const object = "export const place = {\n  name: one,\n  width: two\n};\n";
    expect(edited(object + code)).toContain(`as one can see"\n);`);
  });

  it("takes no type in a comment for an object", () => {
    const documented = "/** @param {string} text @returns {string} */\nexport const f = (text) => text;\n";
    expect(edited(documented + code)).toContain("import { toolError, TOOL_ERROR_CODES } from");
  });

  it("keeps braces without white space", () => {
    const tight = "import {read} from './read.js';\n\nread();\n\nthrow new Error('no');\n";
    expect(edited(tight)).toContain("import {toolError, TOOL_ERROR_CODES} from 'error-contract/standard';");
  });

  it("takes no braces in texts for those of objects", () => {
    const paths = "const paths = ['/{lng}/{ns}.json', '/{lng}/{ns}.missing.json', /[0-9]{8}-{a}/];\n";
    expect(edited(paths + code)).toContain("import { toolError, TOOL_ERROR_CODES } from");
  });

  it("indents with tabs", () => {
    expect(edited(`function read() {\n\t${code}}\n`)).toContain("\tthrow toolError(\n\t\tTOOL_ERROR_CODES.INTERNAL,\n");
  });

  it("leaves a statement alone that its author has laid out in another way", () => {
    const own = "read( one,\n        other, () => { throw new Error('no') } );\n";
    const output = edited(own);
    expect(output).toContain("read( one,\n        other, () => { throw toolError(");
  });
});
