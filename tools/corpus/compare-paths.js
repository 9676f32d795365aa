// Compares what two builds say of each handler of failures in checked-out code: `no-swallowed-error` of both runs over
// each file, and each finding that only one of them has, or that they describe differently, is printed.
//
//   node tools/corpus/compare-paths.js --before DIST --preset kaiza FOLDER...
//
// DIST is the folder `rules/dist` of the other build. Ends with 1 where there are differences.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Linter } from "eslint";
import plugin from "../../rules/dist/index.js";
import { createLintBlocks } from "./lint-blocks.js";
import { filesUnder } from "./source-files.js";

const RULE = "no-swallowed-error";

// Larger files are bundles and generated code.
const MOST_BYTES = 300_000;

const { values, positionals: folders } = parseArgs({
  options: { before: { type: "string" }, preset: { type: "string", default: "kaiza" } },
  allowPositionals: true,
});
if (!values.before || folders.length === 0) throw new Error("expected --before DIST and the folders to lint");
const { default: before } = await import(path.resolve(values.before, "index.js"));

const linter = new Linter({ configType: "flat", cwd: "/" });
const configs = [before, plugin].map((build) => {
  const [{ settings }] = build.configs[values.preset];
  return createLintBlocks("/", "off", [
    { plugins: { "error-contract": build }, settings, rules: { [`error-contract/${RULE}`]: "error" } },
  ]);
});

function findHandlers(code, filename, config) {
  const messages = linter.verify(code, config, { filename });
  return messages.map(({ ruleId, messageId, message, line, column, suggestions = [] }) => {
    const offers = suggestions.map(({ messageId: id, fix }) => `${id}: ${JSON.stringify(fix.text)}`);
    return { place: `${line}:${column}`, said: [messageId ?? ruleId, message, ...offers].join("\n    ") };
  });
}

function* compareFile(file) {
  const code = readFileSync(file, "utf8");
  const [olds, news] = configs.map((config) => findHandlers(code, file, config));
  totals.findings += news.length;
  const left = new Set(news);
  for (const old of olds) {
    const now = news.find((each) => left.has(each) && each.place === old.place);
    left.delete(now);
    if (now?.said !== old.said) yield { file, place: old.place, before: old.said, after: now?.said };
  }
  for (const now of left) yield { file, place: now.place, before: undefined, after: now.said };
}

/** A suggestion that adds an import replaces much of its file. */
const shorten = (said) => said.replaceAll(/^(.{200}).*/gm, "$1...");

const totals = { files: 0, findings: 0, differences: 0 };
for (const folder of folders) {
  const files = filesUnder(path.resolve(folder), /\.(?:[cm]?[jt]s|[jt]sx)$/);
  for (const file of files.filter((each) => statSync(each).size <= MOST_BYTES)) {
    totals.files++;
    for (const { place, before: old = "silent", after: now = "silent" } of compareFile(file)) {
      totals.differences++;
      console.log(`${file}:${place}\n  before: ${shorten(old)}\n  after:  ${shorten(now)}`);
    }
  }
}
console.log(JSON.stringify(totals));
if (totals.differences > 0) process.exitCode = 1;
