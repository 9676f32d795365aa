import fs from "node:fs";
import path from "node:path";
import { codeFrame } from "./code-frame.js";
import { PLUGIN, runCommand } from "./commands.js";
import { runNode } from "./run-node.js";
import { coloured, fileDiff } from "./file-diff.js";
import { ACCEPTED, adoptIssues, callWithoutIssue, copyIssues, ISSUES, proveIssues } from "./issues.js";
import { countMigration } from "./kaiza.js";
import { lint } from "./lint.js";
import { DemoError, paint, say, step } from "./terminal.js";

const COLUMNS = ["ECONNREFUSED", "hang", "401", "404", "429", "500", "cut body"];

/** A commit that comes later: one more failure. */
const LATER = {
  added: '    if (id < 1) throw toolError("INVALID_INPUT", "The first issue is 1");',
  before: "    const response = await fetch(",
};

/**
 * Tells what the project does, with a server of one tool: what its client receives when the tool fails, the finding,
 * the fix, the matrix, and what a review sees of a later commit. The counts of a larger server end it.
 *
 * @param {string} temporary
 */
export async function tellStory(temporary) {
  const copy = copyIssues(temporary);
  say("A copy of docs/examples/issues: a server with one tool, which asks a tracker for an issue.");

  tell("The tracker has no such issue. A client receives a success:");
  say(`  ${JSON.stringify(await callWithoutIssue(copy))}`);

  tell("`npx error-contract prove -- node server.js` makes what is below the tool fail, and needs no adoption:");
  await sayMatrix(copy);

  tell("`npx eslint .` finds the line");
  const { findings } = await lint(copy, ["server.js"], { types: false, preset: "recommended" });
  const finding = findings.find(({ rule }) => rule === "no-error-result");
  if (!finding) throw new DemoError("There is no finding in docs/examples/issues/server.js.");
  say(codeFrame({ ...finding, suggestions: finding.suggestions.slice(0, 1) }));

  tell(`\`npx eslint-plugin-error-contract plan --accept ${ACCEPTED}\`, and \`apply --write\``);
  await adoptIssues(copy);
  const diff = fileDiff(path.join(ISSUES, "server.js"), path.join(copy, "server.js"), "server.js", 0);
  say(diff.split("\n").filter(isChange).map(coloured).join("\n"));

  tell("The same call, and the same faults");
  const { content } = await callWithoutIssue(copy);
  say(`  ${/** @type {{ text: string }[]} */ (content)[0]?.text}`);
  say("");
  await sayMatrix(copy);

  tell("A later commit adds a failure, and `failures --check` says so in its pull request");
  await runCommand(PLUGIN, ["failures"], copy);
  say(coloured(`+${addFailure(path.join(copy, "server.js"))}`));
  const { output } = await runNode([PLUGIN, "failures", "--check"], copy);
  say(output.trimEnd());

  tell("A server with 13 tools and errors of its own, docs/examples/legacy-server, after `npx eslint . --fix`");
  await countMigration(temporary);
  say(paint("dim", "\n`npm run demo -- kaiza` shows it whole, `npm run demo -- PATH` a copy of your own project."));
}

/** @param {string} title */
const tell = (title) => step(title, { isTight: true });

/** @param {string} copy */
async function sayMatrix(copy) {
  const output = await proveIssues(copy, COLUMNS.flatMap((column) => ["--column", column]));
  const lines = output.split("\n");
  const end = lines.findIndex((line) => /^(?:ok kept|NO wrong)/.test(line));
  say(lines.slice(0, end + 1).filter((line) => line !== "").map((line) => `  ${line}`).join("\n"));
}

/** Returns whether a line of a diff is added or removed; where it stands does not matter in a file of twenty lines. */
const isChange = (/** @type {string} */ line) => /^[-+](?!--|\+\+)/.test(line);

/**
 * Makes the later commit.
 *
 * @param {string} file
 * @returns {string} the line that it adds
 */
function addFailure(file) {
  const source = fs.readFileSync(file, "utf8");
  if (!source.includes(LATER.before)) throw new DemoError("server.js asks its tracker in another way than it did.");
  const imported = source.replace(/(?<=^import \{ .*)(?= \} from "error-contract\/standard")/m, ", toolError");
  fs.writeFileSync(file, imported.replace(LATER.before, `${LATER.added}\n${LATER.before}`));
  return LATER.added;
}
