// Code inside files of other formats, read by the real plugins: Markdown, Vue, Svelte and Astro.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { installedFolder } from "../kit/installed.js";
import { root } from "../kit/page.js";

const PACKAGES = [
  "eslint@10.15.0",
  "@eslint/markdown@7.5.1",
  "eslint-plugin-vue@10.12.1",
  "vue-eslint-parser@10.4.2",
  "eslint-plugin-svelte@3.24.1",
  "svelte@5.57.3",
  "eslint-plugin-astro@1.7.0",
  "astro-eslint-parser@1.4.0",
];

const CONFIG = `import markdown from "@eslint/markdown";
import vue from "eslint-plugin-vue";
import svelte from "eslint-plugin-svelte";
import astro from "eslint-plugin-astro";
import errorContract from "eslint-plugin-error-contract";
const [rules] = errorContract.configs[process.env.PRESET];
export default [
  { plugins: { markdown } },
  { files: ["**/*.md"], processor: "markdown/markdown" },
  ...vue.configs["flat/base"],
  ...svelte.configs.base,
  ...astro.configs.base,
  { files: ["**/*.{js,vue,svelte,astro}"], ...rules },
];
`;

const THROW = 'if (!id) throw new Error("FILE_NOT_FOUND: no such file");';
const script = (attributes = "") => `<script${attributes}>\nexport function check(id) {\n  ${THROW}\n}\n</script>\n`;
const FILES = {
  "src/page.md": `# Page\n\n> \`\`\`js\n> export function check(id) {\n>   ${THROW}\n> }\n> \`\`\`\n`,
  "src/list.vue": `${script()}<template><p /></template>\n`,
  "src/list.svelte": `<script>\nlet { id } = $props();\nfunction check() {\n  ${THROW}\n}\n</script>\n<p>{check()}</p>\n`,
  "src/list.astro": `---\nconst { id } = Astro.params;\n---\n<p>{id}</p>\n<script>\nfunction check(id) {\n  ${THROW}\n}\n</script>\n`,
};

let folder: string;
beforeAll(async () => {
  folder = await installedFolder(PACKAGES, ["--ignore-scripts"]);
  for (const [name, linked] of [
    ["eslint-plugin-error-contract", "rules"],
    ["error-contract", "src"],
  ] as const)
    fs.symlinkSync(path.join(root, linked), path.join(folder, "node_modules", name), "junction");
  fs.mkdirSync(path.join(folder, "src"));
  fs.writeFileSync(path.join(folder, "eslint.config.mjs"), CONFIG);
});

function lint(preset: string, ...args: readonly string[]) {
  for (const [name, text] of Object.entries(FILES)) fs.writeFileSync(path.join(folder, name), text);
  const eslint = path.join(folder, "node_modules/eslint/bin/eslint.js");
  const env = { ...process.env, PRESET: preset };
  const { stdout } = spawnSync(process.execPath, [eslint, "src", "--format", "json", ...args], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  const results = JSON.parse(stdout) as {
    filePath: string;
    messages: { ruleId: string; line: number; suggestions?: unknown[] }[];
  }[];
  return Object.fromEntries(
    results.map(({ filePath, messages }) => [
      path.relative(folder, filePath).replaceAll(path.sep, "/"),
      messages.map(({ ruleId, line, suggestions = [] }) => `${line} ${ruleId} ${suggestions.length}`),
    ]),
  );
}

describe("a failure in a file of another format", () => {
  it("is reported in Markdown, and in components by strict presets, with the number of its suggestions", () => {
    const found = "error-contract/no-raw-error 0";
    expect(lint("kaiza")).toEqual({
      "src/page.md": [`5 ${found}`],
      "src/list.vue": [`3 ${found}`],
      "src/list.svelte": [`4 ${found}`],
      "src/list.astro": [`7 ${found}`],
    });
    expect(lint("recommended")).toMatchObject({ "src/list.vue": [], "src/list.svelte": [], "src/list.astro": [] });
  });

  it("is fixed in Markdown, where it stands in a quote, too, and in the script of Vue", () => {
    lint("kaiza", "--fix");
    const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8");
    for (const name of ["src/list.svelte", "src/list.astro"] as const) expect(read(name)).toBe(FILES[name]);
    expect(read("src/list.vue").split("\n").slice(0, 3)).toEqual([
      "<script>",
      'import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";',
      "",
    ]);
    expect(read("src/page.md").split("\n").slice(2, 8)).toEqual([
      "> ```js",
      '> import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";',
      "> ",
      "> export function check(id) {",
      '>   if (!id) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, { human_message: "File not found: no such file" });',
      "> }",
    ]);
  });
});
