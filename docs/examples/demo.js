#!/usr/bin/env node
// What error-contract does to a server: npm run demo
// And to yours, on a copy:               npm run demo -- PATH

import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { addBoundary } from "./demo/add-boundary.js";
import { codeFrame } from "./demo/code-frame.js";
import { coloured, fileDiff } from "./demo/file-diff.js";
import { copyProject, sourceFiles } from "./demo/project.js";
import { proveServer, readFailure } from "./demo/prove-server.js";
import { runNode } from "./demo/run-node.js";
import { summaryTable } from "./demo/summary-table.js";
import { DemoError, paint, plural, say, step, withProgress } from "./demo/terminal.js";
import { removeAtExit, temporaryFolder } from "./demo/temporary-folder.js";

/** @typedef {import("./demo/lint.js").Finding} Finding */

const USAGE = `Usage: npm run demo -- [PATH] [--keep]

Without PATH: migrates docs/examples/legacy-server, type-checks and tests the
result, adds the boundary, and proves what clients receive before and after.
With PATH: shows what the linter finds in that project folder, and fixes.

Everything happens on a copy in a temporary folder; the original is only read.

  --keep   leave the copy, and say where it is
  --help   show this text`;

const WORKSPACE = path.resolve(import.meta.dirname, "../..");
const EXAMPLE = path.join(import.meta.dirname, "legacy-server");
const MOST_FRAMES = 8;
const MOST_DECISIONS = 8;
const MOST_DIFF_LINES = 90;
const MOST_OUTPUT_LINES = 60;

async function main() {
  const { help, keep, folder } = options();
  if (help) return console.log(USAGE);

  const files = sourceFiles(folder ?? EXAMPLE);
  const temporary = temporaryFolder();
  if (!keep) removeAtExit(temporary);

  if (folder) await migrateFolder(folder, files, temporary);
  else await migrateExample(files, temporary);
  if (keep) say(`\nThe copy is in ${temporary}`);
}

function options() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { keep: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } },
    });
    if (positionals.length > 1) throw new Error(`one PATH at a time, not ${positionals.length}`);
    // npm runs scripts in the workspace, wherever it was called.
    const from = process.env.npm_lifecycle_event === "demo" ? process.env.INIT_CWD : undefined;
    const [folder] = positionals.map((name) => path.resolve(from ?? "", name));
    return { ...values, folder };
  } catch (error) {
    throw new DemoError(`${/** @type {Error} */ (error).message}\n\n${USAGE}`);
  }
}

/**
 * @param {string[]} files
 * @param {string} temporary
 */
async function migrateExample(files, temporary) {
  const copy = path.join(temporary, "legacy-server");
  copyProject(EXAMPLE, files, copy);
  fs.symlinkSync(path.join(WORKSPACE, "node_modules"), path.join(copy, "node_modules"), "junction");
  const workspace = path.join(temporary, "workspace");
  fs.mkdirSync(workspace);
  say(`A copy of docs/examples/legacy-server, ${plural(files.length, "source file")}, in a temporary folder.`);

  const before = await proveServer(copy, workspace);
  step("Set up with `npx eslint-plugin-error-contract init --yes`");
  say(await runCommand(copy, "init", "--yes"));

  step("Where the server stands, by `npx eslint-plugin-error-contract report`");
  say(await runCommand(copy, "report", "--html", "report.html"));

  await migrate(EXAMPLE, copy, files, { types: true, diffOf: path.join("tools", "read_file.js") });

  step("Decide what is left once for each kind, by `npx eslint-plugin-error-contract plan --accept 0.8`");
  say(await runCommand(copy, "plan", "--accept", "0.8"));

  step("What `npx eslint-plugin-error-contract apply` would write");
  say(await runCommand(copy, "apply"));

  step("The result");
  const compiler = path.join(WORKSPACE, "node_modules/typescript-7/bin/tsc");
  const typeCheck = await runNode([compiler, "--pretty", "false"], copy);
  report("type-check (tsc with allowJs and checkJs)", typeCheck);
  const tests = await runNode(["--test", "--test-reporter=spec"], copy);
  report(`tests (${countOf(tests.output, "pass")} of ${countOf(tests.output, "tests")} pass)`, tests);

  step("The boundary, around the whole server");
  say(addBoundary(copy).split("\n").map(coloured).join("\n"));
  say("");
  const guarded = await runNode(["--test", "--test-reporter=spec"], copy);
  report(`the same tests (${countOf(guarded.output, "pass")} of ${countOf(guarded.output, "tests")} pass)`, guarded);

  const after = await proveServer(copy, workspace);
  step("A line of the audit log behind it");
  say(await readFailure(copy, workspace));

  step("What clients received before, by `npx error-contract prove`");
  say(before);

  step("What they receive now");
  say(after);
}

/**
 * Runs a command of the plugin's bin.
 *
 * @param {string} folder
 * @param {string[]} args
 */
async function runCommand(folder, ...args) {
  const { status, output } = await runNode([path.join(WORKSPACE, "rules/dist/command/main.js"), ...args], folder);
  // 1 says that something is left to do.
  if (status !== 0 && status !== 1) throw new DemoError(`${args.join(" ")}: ${output}`);
  return output.trimEnd().split("\n").map(coloured).join("\n");
}

/**
 * @param {string} folder
 * @param {string[]} files
 * @param {string} temporary
 */
async function migrateFolder(folder, files, temporary) {
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
async function migrate(original, copy, files, { types, diffOf }) {
  // ESLint and TypeScript take a second to load, which a help text and an error do not need.
  const { fix, lint, oneOfEachKind } = await import("./demo/lint.js");
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

/**
 * @param {string} what
 * @param {{ isOk: boolean, output: string }} result
 */
function report(what, { isOk, output }) {
  say(`${isOk ? paint("green", "ok    ") : paint("red", "failed")}  ${what}`);
  if (isOk) return;
  // What failed stands at the end.
  say(`\n${output.trimEnd().split("\n").slice(-MOST_OUTPUT_LINES).join("\n")}`);
  process.exitCode = 1;
}

/**
 * A count at the end of a test report: `pass 76`.
 *
 * @param {string} output
 * @param {string} what
 */
function countOf(output, what) {
  return new RegExp(`^\\W*${what} (\\d+)$`, "m").exec(output)?.[1] ?? "?";
}

try {
  await main();
} catch (error) {
  console.error(error instanceof DemoError ? `demo: ${error.message}` : error);
  process.exitCode = 1;
}
