import path from "node:path";
import { codeFrame } from "./code-frame.js";
import { coloured, fileDiff } from "./file-diff.js";
import { copyProject } from "./project.js";
import { summaryTable } from "./summary-table.js";
import { DemoError, paint, plural, say, step, withProgress } from "./terminal.js";

/** @typedef {import("./lint.js").Finding} Finding */

const MOST_FRAMES = 8;
const MOST_DECISIONS = 8;
const MOST_DIFF_LINES = 90;

/**
 * @param {string} folder
 * @param {string[]} files
 * @param {string} temporary
 */
export async function migrateFolder(folder, files, temporary) {
  const copy = path.join(temporary, path.basename(folder));
  copyProject(folder, files, copy);
  say(`A copy of ${folder}, ${plural(files.length, "source file")}, in a temporary folder.`);
  await migrate(folder, copy, files, { types: false });
}

/**
 * Finds, fixes, and shows both.
 *
 * @param {string} original
 * @param {string} copy
 * @param {string[]} files
 * @param {{ types: boolean, diffOf?: string }} options
 */
export async function migrate(original, copy, files, { types, diffOf }) {
  // ESLint and TypeScript take a second to load, which a help text and an error do not need.
  const { fix, lint, oneOfEachKind } = await import("./lint.js");
  const before = await withProgress("Linting", files, (each) => lint(copy, each, { types }));
  step(`Findings: ${before.findings.length}`);
  for (const { file, message } of before.unreadable) say(paint("yellow", `${file} is left out: ${message}\n`));
  say(oneOfEachKind(before.findings, MOST_FRAMES).map(codeFrame).join("\n\n"));
  sayMore(before.findings.length - MOST_FRAMES, "finding");
  if (before.findings.length === 0) return;

  const after = await withProgress("Fixing", files, (each) => fix(copy, each, { types }));
  step("Fixed with eslint --fix");
  say(summaryTable(before.findings, after.findings));
  const again = await fix(copy, after.changed, { types });
  if (again.changed.length > 0) throw new DemoError(`A second run changed ${again.changed.join(", ")}.`);
  if (after.changed.length > 0) say("\nA second run changes nothing.");

  const shown = diffOf ?? mostFixed(before.findings, after.changed);
  if (shown) {
    step(`The diff of ${shown}, one of ${plural(after.changed.length, "changed file")}`);
    const lines = fileDiff(path.join(original, shown), path.join(copy, shown), shown).split("\n");
    say(lines.slice(0, MOST_DIFF_LINES).map(coloured).join("\n"));
    sayMore(lines.length - MOST_DIFF_LINES, "line");
  }

  if (after.findings.length === 0) return;
  step("Left for a decision");
  for (const { file, line, column, message, suggestions } of oneOfEachKind(after.findings, MOST_DECISIONS)) {
    say(`${paint("cyan", `${file}:${line}:${column}`)}  ${message}`);
    for (const suggestion of suggestions) say(`    suggestion: ${suggestion}`);
  }
  sayMore(after.findings.length - MOST_DECISIONS, "finding");
}

/**
 * @param {Finding[]} findings
 * @param {string[]} changed
 */
function mostFixed(findings, changed) {
  const count = (/** @type {string} */ file) => findings.filter((finding) => finding.file === file).length;
  return [...changed].sort((one, other) => count(other) - count(one))[0];
}

/**
 * @param {number} count
 * @param {string} noun
 */
function sayMore(count, noun) {
  if (count > 0) say(paint("dim", `\n... and ${plural(count, `more ${noun}`)}`));
}
