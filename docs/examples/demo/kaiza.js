import fs from "node:fs";
import path from "node:path";
import { addBoundary } from "./add-boundary.js";
import { PLUGIN, runCommand, WORKSPACE } from "./commands.js";
import { coloured } from "./file-diff.js";
import { migrate } from "./migrate.js";
import { copyProject, sourceFiles } from "./project.js";
import { proveServer, readFailure } from "./prove-server.js";
import { runNode } from "./run-node.js";
import { paint, plural, say, step } from "./terminal.js";

const EXAMPLE = path.join(WORKSPACE, "docs/examples/legacy-server");
const MOST_OUTPUT_LINES = 60;

/** What an error of the legacy class says beside its code and its text. */
const LEGACY_FIELD = /^ +(?:phase|component|invariant): ("[A-Z_]+"),$/gm;

/**
 * Shows the whole migration of docs/examples/legacy-server.
 *
 * @param {string} temporary
 */
export async function migrateExample(temporary) {
  const { copy, files } = copyExample(temporary);
  const workspace = path.join(temporary, "workspace");
  fs.mkdirSync(workspace);
  say(`A copy of docs/examples/legacy-server, ${plural(files.length, "source file")}, in a temporary folder.`);

  const before = await proveServer(copy, workspace);
  step("Set up with `npx eslint-plugin-error-contract init --yes`");
  say(await runPlugin(copy, "init", "--yes"));

  step("Where the server stands, by `npx eslint-plugin-error-contract report`");
  say(await runPlugin(copy, "report", "--html", "report.html"));

  await migrate(EXAMPLE, copy, files, { types: true, diffOf: path.join("tools", "read_file.js") });

  step("Decide what is left once for each kind, by `npx eslint-plugin-error-contract plan --accept 0.8`");
  say(await runPlugin(copy, "plan", "--accept", "0.8"));

  step("What `npx eslint-plugin-error-contract apply` would write");
  say(await runPlugin(copy, "apply"));

  step("The result");
  const compiler = path.join(WORKSPACE, "node_modules/typescript-7/bin/tsc");
  const typeCheck = await runNode([compiler, "--pretty", "false"], copy);
  report("type-check (tsc with allowJs and checkJs)", typeCheck);
  const tests = await runTests(copy);
  report(`tests (${tests.counts})`, tests);

  step("The boundary, around the whole server");
  say(addBoundary(copy).split("\n").map(coloured).join("\n"));
  say("");
  const guarded = await runTests(copy);
  report(`the same tests (${guarded.counts})`, guarded);

  const after = await proveServer(copy, workspace);
  step("A line of the audit log behind it");
  say(await readFailure(copy, workspace));

  step("What clients received before, by `npx error-contract prove`");
  say(before);

  step("What they receive now");
  say(after);
}

/**
 * Says in counts what `--fix` makes of the legacy server.
 *
 * @param {string} temporary
 */
export async function countMigration(temporary) {
  const { copy, files } = copyExample(temporary);
  const { fix, lint } = await import("./lint.js");
  const { findings: before } = await lint(copy, files, { types: true });
  const sources = files.filter((file) => !file.startsWith("test"));
  const read = (/** @type {string} */ folder) =>
    new Map(sources.map((file) => [file, fs.readFileSync(path.join(folder, file), "utf8")]));
  const fixed = await fix(copy, files, { types: true });
  const fields = countFields(read(EXAMPLE), read(copy));
  const tests = await runTests(copy);
  const counts = {
    found: before.length,
    fixed: `${before.length - fixed.findings.length}, in ${plural(fixed.changed.length, "file")}`,
    "fields kept": `${fields.kept} of ${fields.all}: phase, component and invariant of each error`,
    "for a decision": `${fixed.findings.length}, by suggestions, or by \`plan\` and \`apply\``,
    "its tests": tests.counts,
  };
  for (const [name, value] of Object.entries(counts)) say(`  ${name.padEnd(14)}  ${value}`);
  if (!tests.isOk) process.exitCode = 1;
}

/**
 * Counts the fields of legacy errors, and those whose value stands in the file after the migration, too: `component`
 * becomes a tool's name in small letters, and `invariant` may become an argument.
 *
 * @param {ReadonlyMap<string, string>} before
 * @param {ReadonlyMap<string, string>} after
 */
function countFields(before, after) {
  const count = (/** @type {string} */ text, /** @type {string} */ value) => text.toUpperCase().split(value).length - 1;
  let [all, kept] = [0, 0];
  for (const [file, text] of before) {
    const values = [...text.matchAll(LEGACY_FIELD)].map(([, value]) => String(value));
    for (const value of new Set(values)) {
      const fields = values.filter((each) => each === value).length;
      const lost = count(text, value) - count(after.get(file) ?? "", value);
      all += fields;
      kept += fields - Math.min(fields, Math.max(lost, 0));
    }
  }
  return { all, kept };
}

/** @param {string} temporary */
function copyExample(temporary) {
  const files = sourceFiles(EXAMPLE);
  const copy = path.join(temporary, "legacy-server");
  copyProject(EXAMPLE, files, copy);
  fs.symlinkSync(path.join(WORKSPACE, "node_modules"), path.join(copy, "node_modules"), "junction");
  return { copy, files };
}

/**
 * @param {string} folder
 * @param {string[]} args
 */
async function runPlugin(folder, ...args) {
  return (await runCommand(PLUGIN, args, folder)).split("\n").map(coloured).join("\n");
}

/** @param {string} copy */
async function runTests(copy) {
  const result = await runNode(["--test", "--test-reporter=spec"], copy);
  return { ...result, counts: `${countOf(result.output, "pass")} of ${countOf(result.output, "tests")} pass` };
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
