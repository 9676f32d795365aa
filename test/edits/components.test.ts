// In a component an edit stays within the script: an import goes in front of its first statement, and where scripts
// stand among elements, nothing is offered that needs one.
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { outdent } from "outdent";
import * as svelte from "svelte-eslint-parser";
import { expect, test } from "vitest";
import vue from "vue-eslint-parser";
import plugin from "../../rules/dist/index.js";

const linter = new Linter();
const files = ["**/*.vue", "**/*.svelte", "**/*.ts"];
const [preset] = plugin.configs.kaiza;

/** The file after all fixes, and the findings of raw errors and suggestions before them. */
function lint(filename: string, componentParser: Linter.Parser, code: string) {
  const config = [
    { files, languageOptions: { parser: componentParser, parserOptions: { parser } } },
    { ...preset, files },
  ] as Linter.Config[];
  const findings = linter.verify(code, config, { filename }).map(({ ruleId }) => ruleId);
  const offered = linter.verify(code, config, { filename }).flatMap(({ suggestions = [] }) => suggestions);
  return { fixed: linter.verifyAndFix(code, config, { filename }).output, findings, offered };
}

const THROWN = `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: "Invalid path" });`;
const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";`;

const script = (tag: string, first: string, thrown: string) => outdent`
  ${tag}
  ${first}const text = load();
  function load() {
    ${thrown}
  }
  </script>`;

const RAW = `throw new Error("INVALID_PATH");`;
const template = "<template>\n  <p>{{ text }}</p>\n</template>\n\n";

test.each([
  ["behind its template", template, ""],
  ["in front of its template", "", `\n\n${template}`],
])("a component of Vue whose script stands %s", (_, before, after) => {
  const tag = `<script setup lang="ts">`;
  const { fixed } = lint("note.vue", vue, before + script(tag, "", RAW) + after);
  expect(fixed).toBe(before + script(tag, `${IMPORT}\n\n`, THROWN) + after);
});

test("one that has the import already", () => {
  const { fixed } = lint("note.vue", vue, template + script("<script>", `${IMPORT}\n`, RAW));
  expect(fixed).toBe(template + script("<script>", `${IMPORT}\n`, THROWN));
});

test.each([
  ["behind its elements", `<p>{text}</p>\n`, ""],
  ["in front of its elements", "", `\n<p>{text}</p>\n`],
])("a component of Svelte whose script stands %s has no edit that needs an import", (_, before, after) => {
  const code = before + script("<script>", "", RAW) + after;
  const findings = ["error-contract/no-raw-error"];
  expect(lint("Note.svelte", svelte, code)).toEqual({ fixed: code, findings, offered: [] });
});

test.each([
  ["declare function load(): void;"],
  ["declare module 'notes';"],
  ["abstract class Note {}"],
  ["enum Kind { Note }"],
  ["namespace Notes { export const all = 1; }"],
  ["interface Note { text: string }"],
  ["type Note = string;"],
  ["export * from 'notes';"],
  ["export default 1;"],
  ["label: for (;;) break label;"],
])("a script with `%s` is no component", (statement) => {
  const { fixed } = lint("note.ts", parser, `export {};\n${statement}\n${RAW}\n`);
  expect(fixed).toBe(`${IMPORT}\n\nexport {};\n${statement}\n${THROWN}\n`);
});
