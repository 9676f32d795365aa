import { type Command, type ExitCode, exitCodes, type Terminal, writeMarkdown, writePage } from "error-contract/cli";
import fs from "node:fs";
import path from "node:path";
import { FAILURES_FILE } from "../../contract/known-exceptions.js";
import { type LintContext, createLintContext } from "../../contract/lint-context.js";
import { PAGES } from "../../create-rule.js";
import type { Rule } from "../../plugin-types.js";
import { COMMON_USAGE, readArguments } from "../arguments.js";
import { replaceFile } from "../project/changed-files.js";
import { writeFormatted } from "../project/format-files.js";
import { writeFailuresFile } from "../failures/failures.js";
import { decideBehindWrappers } from "../reach/behind-wrappers.js";
import { readServerGraph } from "../reach/server-graph.js";
import { type UnreadableFile, lintProject } from "../project/lint-project.js";
import { readProjectName } from "../project/read-project.js";
import { printFrame } from "./code-frame.js";
import { checkBaseline, createBaseline } from "./baseline.js";
import { type ReportData, buildReport } from "./build-report.js";
import { describeLostCodes, describeReport, describeTotals, listLostCodes } from "./document.js";
import { countPlaces, type DecisionReport, isJoint } from "./join-decisions.js";

const PAGE = "error-contract-report.html";
const BASELINE = "error-contract.baseline.json";

const USAGE = `Usage: npx eslint-plugin-error-contract report [FILES] [OPTIONS]

Lints the project with its own ESLint and configuration, and shows the findings of the
plugin's rules: by tool of the server, by rule, by directory, and each with its code,
those first that most tools reach. Before, it writes ${FAILURES_FILE} (not with
--check and --update-baseline), which the rules read.
Without --json, --html, --markdown, --check and --update-baseline it writes the page
${PAGE}.

  FILES             files, folders and patterns, as ESLint takes them (default: ".")
  --html FILE       write one HTML page
  --markdown FILE   write Markdown
  --proof FILE      show beside each tool what \`error-contract prove --json\` saw
  --check           compare with the numbers of the baseline, and exit with 1 if one got worse
  --update-baseline write today's numbers to the baseline
  --baseline FILE   the baseline (default: ${BASELINE})
${COMMON_USAGE}

Exit codes: 0 done; 1 a number got worse; 2 wrong arguments, or nothing could be linted.`;

const OPTIONS = {
  html: { type: "string" },
  markdown: { type: "string" },
  proof: { type: "string" },
  check: { type: "boolean", default: false },
  "update-baseline": { type: "boolean", default: false },
  baseline: { type: "string", default: BASELINE },
} as const;

export const report: Command = { usage: USAGE, run };

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, files, cwd } = readArguments(args, OPTIONS);
  const { json, check, markdown, proof, "update-baseline": updates } = values;
  const server = await readServerGraph(cwd, terminal, { isOptional: true });
  // The lint reads it.
  if (!check && !updates) await writeFailuresFile(cwd, server, terminal);
  const contracts = new Map<string, string>();
  const all = await lintProject({ cwd, files, observers: { contract: createContractRule(contracts) } }, terminal);
  const linted = await decideBehindWrappers(all, () => Promise.resolve(server));
  const data = buildReport(linted, server, {
    cwd,
    contracts,
    name: readProjectName(cwd),
    proof: proof === undefined ? undefined : path.resolve(cwd, proof),
  });

  // The page is for readers alone, and no file of the project.
  const write = async (file: string, text: string, isKept: boolean) => {
    if (isKept) await writeFormatted(file, text, cwd);
    else replaceFile(file, text);
    terminal.note(`Wrote ${file}`);
  };
  const html = values.html ?? (json || check || updates || markdown !== undefined ? undefined : PAGE);
  if (!json) printSummary(data, terminal, !check);
  const document = describeReport(data);
  const title = `Error contract report: ${data.project}`;
  if (html !== undefined) await write(path.resolve(cwd, html), writePage(document, title), false);
  if (markdown !== undefined) await write(path.resolve(cwd, markdown), writeMarkdown(document), true);
  const baseline = path.resolve(cwd, values.baseline);
  // A baseline that is written for the first time has nothing to compare with.
  const isCompared = check && !(updates && !fs.existsSync(baseline));
  const isWorse = isCompared && checkBaseline(baseline, data, terminal);
  if (updates) await write(baseline, `${JSON.stringify(createBaseline(data), null, 2)}\n`, true);
  // Last: what fails before is printed instead.
  if (json) terminal.print(JSON.stringify(data, null, 2));
  return isWorse && !updates ? exitCodes.problems : exitCodes.ok;
}

/** Creates a rule that reports nothing, and keeps the name of the contract that each file follows. */
function createContractRule(contracts: Map<string, string>): Rule {
  return {
    create: (context: LintContext["context"]) => ({
      "Program:exit"() {
        contracts.set(context.filename, createLintContext(context).contract.data.name);
      },
    }),
  };
}

const MOST_PLACES = 5;

/** Prints the numbers of a report, and the code of its first findings where they are asked for. */
function printSummary(report: ReportData, terminal: Terminal, showsCode: boolean): void {
  const { totals, rules, unreadable, next } = report;
  const { print, paint } = terminal;
  const lost = listLostCodes(report);
  if (lost.length > 0) print(paint("red", describeLostCodes(report)));
  const decisions = report.decisions.filter(isJoint);
  for (const each of lost.slice(0, MOST_PLACES)) {
    if ("number" in each) print(`  ${each.file}:${each.line}  ${each.message}`);
    else printDecision(each, terminal);
  }
  if (lost.length > MOST_PLACES) print(`  ... and ${lost.length - MOST_PLACES} more.`);
  print(paint("bold", describeTotals(totals)));
  printCounts(Object.fromEntries(rules.map((each) => [each.rule, each.findings])), terminal);
  const others = decisions.filter((each) => !lost.includes(each));
  if (others.length > 0) print("Decided once for many places:");
  for (const each of others.slice(0, MOST_PLACES)) printDecision(each, terminal);
  if (others.length > MOST_PLACES) print(`  ... and ${others.length - MOST_PLACES} more.`);
  if (showsCode) printFirstFindings(report, terminal);
  printUnreadable(unreadable, terminal);
  print(`Next: ${next[0]}`);
}

/** Prints the first finding of each rule with its code, the rules with the most findings first. */
function printFirstFindings({ rules, findings }: ReportData, terminal: Terminal): void {
  const first = rules.flatMap((each) => findings.find(({ rule }) => rule === each.rule) ?? []).slice(0, MOST_PLACES);
  if (first.length > 0) terminal.print("The first of each rule:");
  for (const { rule, file, line, column, message, frame } of first) {
    terminal.print(`  ${terminal.paint("cyan", `${file}:${line}:${column}`)}  ${rule}\n    ${message}`);
    printFrame(frame, terminal);
  }
}

/** Prints a decision with its first places. */
function printDecision(decision: DecisionReport, { print, paint }: Terminal): void {
  const { decision: name, places, count } = decision;
  print(`  ${name}: ${countPlaces(decision)}`);
  const listed = places.slice(0, MOST_PLACES).map(({ file, line }) => `${file}:${line}`);
  const more = count > listed.length ? `, and ${count - listed.length} more` : "";
  if (listed.length > 0) print(paint("dim", `    ${listed.join(", ")}${more}`));
}

/** Prints how many findings there are of each rule. */
export function printCounts(counts: Readonly<Record<string, number>>, { print }: Terminal): void {
  const width = Math.max(0, ...Object.keys(counts).map((rule) => rule.length));
  for (const [rule, count] of Object.entries(counts)) print(`  ${rule.padEnd(width)}  ${String(count).padStart(5)}`);
}

/** Prints the files that the parser refused, the first of them with the reason. */
export function printUnreadable(unreadable: readonly UnreadableFile[], { print, paint }: Terminal): void {
  for (const { file, message } of unreadable.slice(0, MOST_PLACES))
    print(paint("yellow", `Not parsed: ${file}: ${message}`));
  if (unreadable.length > MOST_PLACES) print(`... and ${unreadable.length - MOST_PLACES} more.`);
  const [outside, others] = [true, false].map((isWanted) =>
    unreadable.some(({ message }) => message.includes("project service") === isWanted),
  );
  if (outside) print(`${PAGES}/docs/guides/unparsed-files.md#files-outside-of-the-tsconfig says what to do.`);
  if (others) print(`${PAGES}/docs/guides/unparsed-files.md#files-that-cannot-be-parsed says what to do.`);
}
