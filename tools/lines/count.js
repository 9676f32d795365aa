// Counts the code of each folder, and the words by which the linter judges: see "The size of the code" in
// docs/contributing.md.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { parse } from "@typescript-eslint/parser";
import { format, getFileInfo } from "prettier";
import { countAlternatives, listPatterns, listWords } from "../words/patterns.js";

const USAGE = `npm run lines [-- --folders] [-- --words]

Prints the lines of each folder as prettier lays them out at 120 columns, with and without comments and empty lines,
those of its data files, and the words by which the linter judges: alternatives of regular expressions, members of sets,
lists of texts, keys of tables. Then the pages of Markdown and their words.

  --folders  also prints all of it for each folder of rules/
  --words    also prints each word with its place
`;

const WIDTH = 120;
const root = path.join(import.meta.dirname, "../..");
const CODE = /\.[cm]?[jt]s$/;
const DATA = /\.(?:json|tsv|txt)$/;
// Manifests, and presets that are written from the rules.
const NO_DATA = /(?:^|\/)(?:package|tsconfig\S*)\.json$|^rules\/oxlint\//;
// What is built, installed or generated.
const NO_FOLDER = /^(?:dist|lib|node_modules|cjs|\.cache|\.vitepress)$/;
const HEAD = ["files", "code", "code without comments", "data", "kB of data", "patterns", "alternatives", "words"];

async function count({ folders, words }) {
  const rules = await countFiles("rules");
  const lint = rules.filter(
    ({ file }) => !file.startsWith("rules/command/") && !file.startsWith("rules/types/native/"),
  );
  const others = await Promise.all(["src", "test", "tools", "docs"].map(countFiles));
  printTable(
    ["", ...HEAD],
    [
      toRow("rules/", rules),
      toRow("rules/ without command/ and types/native/: what a lint loads", lint),
      ...["src/", "test/", "tools/", "docs/"].map((title, index) => toRow(title, others[index])),
    ],
  );
  printMarkdown();
  if (folders) {
    const names = [...new Set(rules.map(({ file }) => path.dirname(file)))].sort();
    const inFolder = (name) => rules.filter(({ file }) => path.dirname(file) === name);
    printTable(
      ["folder", ...HEAD],
      names.map((name) => toRow(`${name}/`, inFolder(name))),
    );
  }
  if (words)
    printTable(
      ["where", "kind", "word"],
      lint.flatMap((each) =>
        each.words.map(({ line, kind, text }) => [`${each.file}:${line}`, kind, `\`${text.replaceAll("|", "\\|")}\``]),
      ),
    );
}

/** Prints pages and words of Markdown; changelogs, which only grow, are left out. */
function printMarkdown() {
  const pages = findPages(".").map((file) => [path.dirname(file), countPageWords(file)]);
  const folders = [...new Set(pages.map(([folder]) => folder))].sort();
  const toPageRow = (title, counted) => [title, counted.length, sum(counted.map(([, words]) => words))];
  printTable(
    ["Markdown", "pages", "words"],
    [
      ...folders.map((folder) =>
        toPageRow(
          `${folder}/`,
          pages.filter(([of]) => of === folder),
        ),
      ),
      toPageRow("all", pages),
    ],
  );
}

function findPages(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return NO_FOLDER.test(entry.name) || entry.name === ".git" ? [] : findPages(file);
    return entry.name.endsWith(".md") && entry.name !== "CHANGELOG.md" ? [file] : [];
  });
}

function countPageWords(file) {
  return readFileSync(path.join(root, file), "utf8").match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

async function countFiles(folder) {
  return Promise.all(
    findFiles(folder).map(async (file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      const laidOut = await layOut(file, text);
      const isCode = CODE.test(file);
      const isLinter = isCode && folder === "rules";
      const patterns = (isLinter ? listPatterns(text) : []).filter(({ pattern }) => pattern !== undefined);
      return {
        file,
        isCode,
        lines: laidOut.split("\n").length - 1,
        bare: isCode ? countBareLines(laidOut) : 0,
        bytes: text.length,
        alternatives: patterns.map(countAlternatives),
        words: isLinter ? listWords(text) : [],
      };
    }),
  );
}

/** Counts the lines that a token stands on. */
function countBareLines(text) {
  const { tokens } = parse(text, { sourceType: "module", tokens: true, loc: true });
  return new Set(tokens.flatMap(({ loc: { start, end } }) => range(start.line, end.line))).size;
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function findFiles(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const file = `${folder}/${name}`;
    if (entry.isDirectory()) return NO_FOLDER.test(name) ? [] : findFiles(file);
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
    sum(code.map(({ bare }) => bare)),
    sum(data.map(({ lines }) => lines)),
    Math.round(sum(data.map(({ bytes }) => bytes)) / 1000),
    alternatives.length,
    sum(alternatives),
    sum(files.map(({ words }) => words.length)),
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
  options: {
    folders: { type: "boolean", default: false },
    words: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (args.help) console.log(USAGE);
else await count(args);
