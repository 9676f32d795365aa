// Makes each edit that the rules offer in the code of one checked-out server, alone, and prints as JSON what is worse
// afterwards. Reads { folder, preset, kind } from standard input.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { json } from "node:stream/consumers";
import { ESLint, Linter } from "eslint";
import plugin from "../../rules/dist/index.js";
import { createLintBlocks } from "../corpus/lint-blocks.js";
import { filesUnder } from "../corpus/source-files.js";
import { compileEdits, createCheck } from "./offers.js";

// Larger files are bundles and generated code.
const MOST_BYTES = 300_000;

const { folder, preset, kind } = await json(process.stdin);
const [rules, { files: exempt }] = plugin.configs[preset];
const blocks = createLintBlocks(folder, "off", [rules]);
const linter = new Linter({ cwd: folder });
const asked = new ESLint({
  cwd: folder,
  overrideConfigFile: true,
  overrideConfig: createLintBlocks(folder, "off", [rules, { ignores: exempt }]),
});
const read = createCheck((text, filename) => linter.verify(text, blocks, { filename }));

const outcomes = [];
const edits = [];
const counts = {};
for (const file of filesUnder(folder, /\.(?:[cm]?[jt]s|[jt]sx)$/)) {
  if (statSync(file).size > MOST_BYTES || (await asked.isPathIgnored(file))) continue;
  const before = readFileSync(file, "utf8");
  const { offers, check } = read(file, before);
  for (const offer of offers.filter((each) => each.kind.includes(kind))) {
    counts[offer.kind] = (counts[offer.kind] ?? 0) + 1;
    const place = { file: path.relative(folder, file), line: offer.line, kind: offer.kind };
    const { after, problems } = check(offer);
    outcomes.push(...problems.map((problem) => ({ ...place, ...problem })));
    edits.push({ filename: file, before, after, place });
  }
}
for (const [index, errors] of compileEdits(edits).entries())
  outcomes.push(...errors.map((text) => ({ ...edits[index].place, type: "compiler", text })));
console.log(JSON.stringify({ counts, outcomes }));
