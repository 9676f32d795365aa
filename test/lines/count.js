// Counts the code of the linter and of the tests, and what its regular expressions decide: see "The size of the code"
// in docs/contributing.md.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { format, getFileInfo } from "prettier";
import { countAlternatives, listPatterns } from "../words/patterns.js";

const USAGE = `npm run lines [-- --folders]

Prints the lines of the linter and of the tests as prettier lays them out at 120 columns, those of their data files, and
how many alternatives the linter's regular expressions have.

  --folders  also prints both for each folder of rules/
`;

const WIDTH = 120;
const root = path.join(import.meta.dirname, "../..");
const CODE = /\.[cm]?[jt]s$/;
const DATA = /\.(?:json|tsv|txt)$/;
// Manifests, and presets that are written from the rules.
const NO_DATA = /(?:^|\/)(?:package|tsconfig\S*)\.json$|^rules\/oxlint\//;

async function count({ folders }) {
  const rules = await countFiles("rules");
  const tests = await countFiles("test");
  const isLint = ({ file }) => !file.startsWith("rules/command/") && !file.startsWith("rules/types/native/");
  printTable(
    ["", "files", "lines of code", "lines of data", "kB of data", "regular expressions", "alternatives"],
    [
      toRow("rules/", rules),
      toRow("rules/ without command/ and types/native/: what a lint loads", rules.filter(isLint)),
      toRow("test/", tests),
    ],
  );
  if (!folders) return;
  const names = [...new Set(rules.map(({ file }) => path.dirname(file)))].sort();
  const inFolder = (name) => rules.filter(({ file }) => path.dirname(file) === name);
  printTable(
    ["folder", "files", "lines of code", "lines of data", "kB of data", "regular expressions", "alternatives"],
    names.map((name) => toRow(`${name}/`, inFolder(name))),
  );
}

async function countFiles(folder) {
  return Promise.all(
    findFiles(folder).map(async (file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      const lines = (await layOut(file, text)).split("\n").length - 1;
      const isCode = CODE.test(file);
      const written = isCode && folder === "rules" ? listPatterns(text) : [];
      const patterns = written.filter(({ pattern }) => pattern !== undefined);
      return { file, isCode, lines, bytes: text.length, alternatives: patterns.map(countAlternatives) };
    }),
  );
}

function findFiles(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const file = `${folder}/${name}`;
    if (entry.isDirectory()) return /^(?:dist|node_modules)$/.test(name) ? [] : findFiles(file);
    return CODE.test(name) || (DATA.test(name) && !NO_DATA.test(file)) ? [file] : [];
  });
}

/** The text as it is counted, so that no line is saved by its layout. What prettier leaves alone stays as it is. */
async function layOut(file, text) {
  const filepath = path.join(root, file);
  const { ignored, inferredParser } = await getFileInfo(filepath, { ignorePath: path.join(root, ".prettierignore") });
  return ignored || !inferredParser ? text : format(text, { filepath, printWidth: WIDTH });
}

function toRow(title, files) {
  const code = files.filter(({ isCode }) => isCode);
  const data = files.filter(({ isCode }) => !isCode);
  const alternatives = files.flatMap((file) => file.alternatives);
  return [
    title,
    files.length,
    sum(code.map(({ lines }) => lines)),
    sum(data.map(({ lines }) => lines)),
    Math.round(sum(data.map(({ bytes }) => bytes)) / 1000),
    alternatives.length,
    sum(alternatives),
  ];
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}

function printTable(head, rows) {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  console.log(`${lines.join("\n")}\n`);
}

const { values: args } = parseArgs({
  options: { folders: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});
if (args.help) console.log(USAGE);
else await count(args);
