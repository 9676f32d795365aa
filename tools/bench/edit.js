// From a keystroke to the squiggles, over a real language server.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { median } from "./median.js";

const WORKSPACE = path.resolve(import.meta.dirname, "../..");

/** The editor of the tests, which are TypeScript. */
async function editorClass() {
  const outfile = path.join(WORKSPACE, "node_modules/.cache/bench/editor.mjs");
  const entryPoints = [path.join(WORKSPACE, "test/kit/lsp-client.ts")];
  await build({ entryPoints, outfile, bundle: true, packages: "external", platform: "node", format: "esm" });
  return (await import(pathToFileURL(outfile).href)).Editor;
}

const NATIVE = { errorContract: { types: { provider: "native", package: "typescript-7" } } };

const PARSER_OPTIONS = "parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname }";

const eslintConfig = (ours, isTyped, settings) => `import tseslint from "typescript-eslint";
import errorContract from "eslint-plugin-error-contract";

export default [
  {
    files: ["**/*.ts"],
    languageOptions: { parser: tseslint.parser, ${isTyped ? PARSER_OPTIONS : ""} },
  },
  ${isTyped ? "...tseslint.configs.recommendedTypeCheckedOnly," : ""}
  ${ours ? "...errorContract.configs.kaiza," : ""}
  ${settings ? `{ settings: ${JSON.stringify(settings)} },` : ""}
];
`;

const oxlintConfig = (ours) => {
  const extended = ours ? ["./node_modules/eslint-plugin-error-contract/oxlint/kaiza.json"] : [];
  return JSON.stringify({ extends: extended, settings: { errorContract: { contract: "kaiza" } } });
};

/** What is measured: a server, and the configuration with our rules and without. */
export const EDIT_HOSTS = [
  {
    name: "ESLint, without types",
    server: "eslint",
    config: (ours) => ({ "eslint.config.js": eslintConfig(ours, false) }),
  },
  {
    name: "ESLint, with types",
    server: "eslint",
    config: (ours) => ({ "eslint.config.js": eslintConfig(ours, true) }),
  },
  {
    name: "ESLint, types of TypeScript 7",
    server: "eslint",
    config: (ours) => ({ "eslint.config.js": eslintConfig(ours, false, NATIVE) }),
  },
  { name: "oxlint", server: "oxlint", config: (ours) => ({ ".oxlintrc.json": oxlintConfig(ours) }) },
];

/**
 * Opens a file of the corpus, then types into it; each edit is answered before the next.
 *
 * @param {object} job
 * @param {string} job.folder the corpus, which the configuration is written into and removed from
 * @param {"eslint" | "oxlint"} job.server
 * @param {Readonly<Record<string, string>>} job.config files by name
 * @param {number} job.edits
 * @returns {Promise<{ first: number, edit: number, squiggles: number }>} milliseconds from opening, and from an edit
 *   (median)
 */
export async function editTimes({ folder, server, config, edits }) {
  const Editor = await editorClass();
  for (const [name, text] of Object.entries(config)) writeFileSync(path.join(folder, name), text);
  const file = fileWithFailures(folder);

  const editor = await Editor.start(folder, server);
  const timed = async (act) => {
    const start = performance.now();
    await act();
    const { length: squiggles } = await editor.diagnostics(file);
    return { time: performance.now() - start, squiggles };
  };
  const { time: first, squiggles } = await timed(() => editor.open(file));
  const text = editor.text(file);
  const times = [];
  for (let edit = 0; edit < edits; edit++) {
    times.push((await timed(() => editor.edit(file, `${text}// ${edit}\n`))).time);
  }
  await editor.close();
  for (const name of Object.keys(config)) rmSync(path.join(folder, name));
  return { first, edit: median(times), squiggles };
}

/** The source with the most raw errors: nobody waits for a file without findings. */
function fileWithFailures(folder) {
  const count = (file) => readFileSync(path.join(folder, file), "utf8").split("new Error(").length;
  const sources = readdirSync(path.join(folder, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => path.join("src", name))
    .sort();
  return sources.reduce((most, file) => (count(file) > count(most) ? file : most));
}
