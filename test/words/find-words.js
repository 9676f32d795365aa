// Prints, as JSON, in which files of one checked-out server an alternative decided a match. Reads { folder, preset,
// types } from standard input.
import { statSync } from "node:fs";
import path from "node:path";
import { json } from "node:stream/consumers";
import { ESLint } from "eslint";
import { filesUnder } from "../corpus/source-files.js";
import { createLintBlocks } from "../corpus/lint-blocks.js";
import { createLint } from "./lint.js";
import { watch } from "./watch.js";

const MOST_BYTES = 300_000;

const { folder } = await json(process.stdin);
const { default: plugin } = await import("../../rules/dist/index.js");
const [rules, { files: exempt }] = plugin.configs.recommended;
const blocks = createLintBlocks(folder, "off", [rules, { ignores: exempt }]);
const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig: blocks });
const all = filesUnder(folder, /\.(?:[cm]?[jt]s|[jt]sx)$/).filter((file) => statSync(file).size <= MOST_BYTES);
const ignored = await Promise.all(all.map((file) => eslint.isPathIgnored(file)));
const files = all.filter((_, index) => !ignored[index]).map((file) => path.relative(folder, file));

const lint = await createLint();
const places = {};
for (const file of files) {
  const { decided } = watch(() => lint(folder, file));
  for (const id of decided) (places[id] ??= []).push(file);
}
console.log(JSON.stringify(places));
