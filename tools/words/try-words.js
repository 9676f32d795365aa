// Prints, as JSON, what the rules say of the files of one checked-out server without each word that decides a match in
// them. Reads { folder, judged, settled } from standard input: files with judged places, where each word is tried, and
// words that need not be tried in others.
import { statSync } from "node:fs";
import path from "node:path";
import { json } from "node:stream/consumers";
import { ESLint } from "eslint";
import { createLintBlocks } from "../corpus/lint-blocks.js";
import { filesUnder } from "../corpus/source-files.js";
import { createLint } from "./lint.js";
import { leaveOut, watch } from "./watch.js";

const MOST_BYTES = 300_000;
// Files of a server that are linted, spread over all of it, beside those with judged places.
const MOST_FILES = 250;
// Files of a server that are tried for a word; one that decides in a file is not tried in others.
const MOST_TRIED = 25;

const { folder, judged, settled } = await json(process.stdin);
const { default: plugin } = await import("../../rules/dist/index.js");
const [rules, { files: exempt }] = plugin.configs.recommended;
const blocks = createLintBlocks(folder, "off", [rules, { ignores: exempt }]);
const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig: blocks });
const all = filesUnder(folder, /\.(?:[cm]?[jt]s|[jt]sx)$/).filter((file) => statSync(file).size <= MOST_BYTES);
const ignored = await Promise.all(all.map((file) => eslint.isPathIgnored(file)));
const files = all.filter((_, index) => !ignored[index]).map((file) => path.relative(folder, file));

const read = await createLint(folder);
const done = new Set(settled);
const words = {};
const others = files.filter((file) => !judged.includes(file));
const step = Math.max(1, others.length / MOST_FILES);
const spread = others.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
for (const file of [...judged.filter((each) => files.includes(each)), ...spread]) {
  const isJudged = judged.includes(file);
  const lint = read(file);
  const { result: before, decided } = watch(lint);
  for (const id of decided) {
    const word = (words[id] ??= { files: 0, changes: [] });
    word.files++;
    if (!isJudged && (done.has(id) || word.files > MOST_TRIED)) continue;
    const change = tryWithout(id, lint, before);
    if (!change) continue;
    done.add(id);
    word.changes.push({ file, ...change });
  }
}
console.log(JSON.stringify(words));

/** A word without which the rules fail decides as one that changes what they say. */
function tryWithout(id, lint, before) {
  try {
    return compare(before, leaveOut(id, lint));
  } catch (error) {
    return { gone: [], added: [], error: String(error).split("\n")[0] };
  }
}

function compare(before, after) {
  const [old, now] = [before, after].map((all) => new Set(all.map(({ text }) => text)));
  const gone = before.filter(({ text }) => !now.has(text));
  const added = after.filter(({ text }) => !old.has(text));
  if (gone.length + added.length === 0) return undefined;
  const [goneAt, addedAt] = [gone, added].map((all) => new Set(all.map(({ place }) => place)));
  const toPlace = ({ rule, line, endLine }) => ({ rule, line, endLine });
  return {
    gone: gone.filter(({ place }) => !addedAt.has(place)).map(toPlace),
    added: added.filter(({ place }) => !goneAt.has(place)).map(toPlace),
  };
}
