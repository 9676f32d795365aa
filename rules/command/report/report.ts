import fs from "node:fs";
import path from "node:path";
import { PAGES } from "../../create-rule.js";
import { COMMON_USAGE, type Command, EXIT, type ExitCode, parseArguments } from "../command.js";
import { replaceFile } from "../project/changed-files.js";
import { lintProject } from "../project/lint-project.js";
import { readProjectName } from "../project/read-project.js";
import type { Terminal } from "../terminal.js";
import { countOf } from "../text.js";
import { checkBaseline, createBaseline } from "./baseline.js";
import { buildReport } from "./build-report.js";
import { type FileOutline, createOutlineRule } from "./file-outline.js";
import { describeLostCodes, describeTools, listLostCodes, writeMarkdown } from "./markdown.js";
import { writePage } from "./page.js";
import type { ReportData } from "./report-data.js";

const PAGE = "error-contract-report.html";
const BASELINE = "error-contract.baseline.json";

const USAGE = `Usage: npx eslint-plugin-error-contract report [FILES] [OPTIONS]

Lints the project with its own ESLint and configuration, and shows the findings of the
plugin's rules: by tool of the server, by rule, by directory, and each with its code.
Unless --json, --markdown, --check or --update-baseline is given, it writes the HTML page.

  FILES             files, folders and patterns, as ESLint takes them (default: ".")
  --html [FILE]     write one HTML page (default: ${PAGE})
  --markdown FILE   write Markdown
  --proof FILE      show beside each tool what \`error-contract prove --json\` saw
  --check [FILE]    compare with the numbers in a baseline, and exit with 1 if one got worse
                    (default: ${BASELINE})
  --update-baseline write today's numbers to the baseline, or to the file that --check names
${COMMON_USAGE}

The FILE of --html ends in .html, the FILE of --check in .json.
Exit codes: 0 done; 1 a number got worse; 2 wrong arguments, or nothing could be linted.`;

const OPTIONS = {
  html: { type: "string" },
  markdown: { type: "string" },
  proof: { type: "string" },
  check: { type: "string" },
  "update-baseline": { type: "boolean", default: false },
} as const;

export const report: Command = { usage: USAGE, run };

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const given = addDefaultFile(addDefaultFile(args, "--html", PAGE), "--check", BASELINE);
  const { values, files, cwd } = parseArguments(given, OPTIONS);
  const outlines = new Map<string, FileOutline>();
  const linted = await lintProject({ cwd, files, observers: { outline: createOutlineRule(outlines) } }, terminal);
  const data = buildReport(linted, outlines, {
    cwd,
    name: readProjectName(cwd),
    proof: values.proof === undefined ? undefined : path.resolve(cwd, values.proof),
  });

  const isPage = !values.json && !values.markdown && values.check === undefined && !values["update-baseline"];
  const page = values.html ?? (isPage ? PAGE : undefined);
  if (!values.json) printSummary(data, terminal);
  if (page !== undefined) write(path.resolve(cwd, page), writePage(data), terminal);
  if (values.markdown !== undefined) write(path.resolve(cwd, values.markdown), writeMarkdown(data), terminal);
  const baseline = path.resolve(cwd, values.check ?? BASELINE);
  // A baseline that is written for the first time has nothing to compare with.
  const isCompared = values.check !== undefined && !(values["update-baseline"] && !fs.existsSync(baseline));
  const isWorse = isCompared && checkBaseline(baseline, data, terminal);
  if (values["update-baseline"]) write(baseline, `${JSON.stringify(createBaseline(data), null, 2)}\n`, terminal);
  // Last: what fails before is printed instead.
  if (values.json) terminal.print(JSON.stringify(data, null, 2));
  return isWorse && !values["update-baseline"] ? EXIT.findings : EXIT.ok;
}

/** Gives an option its default, where what follows is no file of its kind. */
function addDefaultFile(args: readonly string[], option: string, file: string): readonly string[] {
  return args.flatMap((argument, index) => {
    const hasFile = args[index + 1]?.endsWith(path.extname(file)) === true;
    return argument === option && !hasFile ? [argument, file] : [argument];
  });
}

function write(file: string, text: string, terminal: Terminal): void {
  replaceFile(file, text);
  terminal.note(`Wrote ${file}`);
}

const MOST_PLACES = 5;

/** Prints the numbers of a report. */
function printSummary(report: ReportData, terminal: Terminal): void {
  const { totals, rules, unreadable, next } = report;
  const { print, paint } = terminal;
  const { findings, files, fixable, suggested, suppressed } = totals;
  const lost = listLostCodes(report);
  if (lost.length > 0) print(paint("red", describeLostCodes(report)));
  for (const { file, line, message } of lost.slice(0, MOST_PLACES)) print(`  ${file}:${line}  ${message}`);
  if (lost.length > MOST_PLACES) print(`  ... and ${lost.length - MOST_PLACES} more.`);
  print(paint("bold", `${countOf(findings, "finding")} in ${countOf(files, "file")}`));
  const width = Math.max(0, ...rules.map(({ rule }) => rule.length));
  for (const { rule, findings: found } of rules) print(`  ${rule.padEnd(width)}  ${String(found).padStart(5)}`);
  if (findings > 0) print(`--fix rewrites ${fixable}, ${suggested} have suggestions.`);
  if (suppressed > 0) print(`${suppressed} more are silenced by comments.`);
  if (totals.tools > 0) print(describeTools(totals));
  printUnreadable(unreadable, terminal);
  print(`Next: ${next[0]}`);
}

/** Prints the files that the parser refused, the first of them with the reason. */
export function printUnreadable(unreadable: ReportData["unreadable"], { print, paint }: Terminal): void {
  for (const { file, message } of unreadable.slice(0, MOST_PLACES))
    print(paint("yellow", `Not parsed: ${file}: ${message}`));
  if (unreadable.length > MOST_PLACES) print(`... and ${unreadable.length - MOST_PLACES} more.`);
  if (unreadable.some(({ message }) => message.includes("project service")))
    print(`${PAGES}/docs/guides/linted-files.md#files-outside-of-the-tsconfig says what to do.`);
}
