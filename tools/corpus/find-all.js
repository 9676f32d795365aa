// Lints all code of one checked-out server as a preset of ours would, and prints the findings and what they offer as
// JSON. Reads { folder, preset, types } from standard input.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { json } from "node:stream/consumers";
import { diffLines } from "diff";
import { ESLint } from "eslint";
import plugin from "../../rules/dist/index.js";
import { createLintBlocks } from "./lint-blocks.js";
import { filesUnder } from "./source-files.js";

// The longest files that people write have some 5,000 lines; larger ones are bundles and generated code.
const MOST_BYTES = 300_000;

const { folder, preset, types } = await json(process.stdin);
const [rules, { files: exempt }] = plugin.configs[preset];

function createLinter(types) {
  const blocks = [rules, { ignores: exempt }];
  return new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig: createLintBlocks(folder, types, blocks) });
}

async function findServerCode() {
  const linter = createLinter("off");
  const files = filesUnder(folder, /\.(?:[cm]?[jt]s|[jt]sx)$/).filter((file) => statSync(file).size <= MOST_BYTES);
  const ignored = await Promise.all(files.map((file) => linter.isPathIgnored(file)));
  return files.filter((_, index) => !ignored[index]);
}

async function lintFiles(files) {
  const results = await createLinter(types).lintFiles(files);
  // No tsconfig holds these: a user would lint them without types.
  const untyped = types === "services" ? results.filter(isUnread).map(({ filePath }) => filePath) : [];
  if (untyped.length === 0) return results;
  return [...results.filter((result) => !isUnread(result)), ...(await createLinter("off").lintFiles(untyped))];
}

function isUnread({ messages }) {
  return messages.some(({ fatal }) => fatal);
}

function toFindings({ filePath, messages: all }) {
  // ESLint also reports comments that would turn a rule off.
  const messages = all.filter(({ ruleId, fatal }) => ruleId || fatal);
  if (messages.length === 0) return [];
  const code = readFileSync(filePath, "utf8");
  return messages.map(({ ruleId, messageId, message, line, column, fix, suggestions = [] }) => ({
    rule: ruleId?.replace("error-contract/", "") ?? "parser",
    messageId,
    message,
    file: path.relative(folder, filePath),
    line,
    column,
    fix: fix && describeEdit(code, fix),
    suggestions: suggestions.map(({ messageId: id, desc, fix: edit }) => ({
      messageId: id,
      message: desc,
      edit: describeEdit(code, edit),
    })),
  }));
}

/** The lines that an edit removes and adds. Its own text may be most of a file, where it also adds an import. */
function describeEdit(code, { range: [start, end], text }) {
  const first = code.lastIndexOf("\n", start - 1) + 1;
  const next = code.indexOf("\n", end);
  const last = next === -1 ? code.length : next;
  const before = code.slice(first, last);
  const after = code.slice(first, start) + text + code.slice(end, last);
  return diffLines(`${before}\n`, `${after}\n`)
    .filter(({ added, removed }) => added || removed)
    .flatMap(({ added, value }) =>
      value
        .trimEnd()
        .split("\n")
        .map((line) => `${added ? "+" : "-"} ${line.trimEnd()}`),
    )
    .join("\n");
}

const files = await findServerCode();
const results = await lintFiles(files);
results.sort((one, other) => (one.filePath < other.filePath ? -1 : 1));
console.log(JSON.stringify({ files: files.length, findings: results.flatMap(toFindings) }));
