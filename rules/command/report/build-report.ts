import path from "node:path";
import { PAGES } from "../../create-rule.js";
import plugin from "../../index.js";
import type { LintedProject } from "../project/lint-project.js";
import { compareText, countOf, nameOfFile } from "../text.js";
import type { FileOutline } from "./file-outline.js";
import { readProof } from "./proof.js";
import type { DirectoryReport, FindingReport, FrameLine, ReportData, RuleReport } from "./report-data.js";
import { reportTools } from "./report-tools.js";

/** Puts together what a lint and the outlines of its files say of a project. */
export function buildReport(
  linted: LintedProject,
  outlines: ReadonlyMap<string, FileOutline>,
  { cwd, name, proof }: { readonly cwd: string; readonly name: string; readonly proof: string | undefined },
): ReportData {
  const files = linted.files
    .map((each) => ({ ...each, name: nameOfFile(each.file, cwd) }))
    .sort((one, other) => compareText(one.name, other.name));
  const placed = files.flatMap((file) => {
    const lines = file.source.split(/\r\n|[\n\r\u2028\u2029]/);
    const found = [...file.findings].sort((one, other) => one.line - other.line || one.column - other.column);
    return found.map((finding) => ({ file, lines, finding }));
  });
  const findings = placed.map(({ file, lines, finding }, index): FindingReport => ({
    number: index + 1,
    rule: finding.rule,
    file: file.name,
    line: finding.line,
    column: finding.column,
    message: showControls(finding.message),
    fixable: finding.fix !== undefined,
    suggestions: (finding.suggestions ?? []).map(({ desc }) => showControls(desc)),
    frame: readFrame(lines, finding),
  }));
  const codesLost = placed.flatMap(({ finding }, index) =>
    CODES_LOST.has(`${finding.rule}/${finding.messageId}`) ? [index + 1] : [],
  );
  const tools = reportTools(files, outlines, findings);
  const checked = files.flatMap(({ file }) => outlines.get(file)?.contract ?? []);
  const totals = {
    files: files.length,
    filesWithFindings: new Set(findings.map(({ file }) => file)).size,
    uncheckedFiles: linted.unchecked,
    findings: findings.length,
    fixable: findings.filter(({ fixable }) => fixable).length,
    suggested: findings.filter(isSuggested).length,
    suppressed: files.reduce((sum, { suppressed }) => sum + suppressed, 0),
    tools: tools.length,
    toolsWithoutBoundary: tools.filter(({ boundary }) => boundary === "bare").length,
    toolsUnknown: tools.filter(({ boundary }) => boundary === "unknown").length,
    toolsUnnamed: tools.filter(({ isNamed }) => !isNamed).length,
  };
  return {
    project: name,
    plugin: plugin.meta.version,
    date: new Date().toISOString(),
    next: listNextSteps(totals),
    contracts: [...new Set(checked)].sort(compareText),
    codesLost,
    totals,
    tools,
    rules: reportRules(findings),
    directories: reportDirectories(
      files.map((file) => file.name),
      findings,
    ),
    findings,
    proof: proof === undefined ? null : readProof(proof, tools),
    unreadable: linted.unreadable.map(({ file, message }) => ({
      file: nameOfFile(file, cwd),
      message: showControls(message),
    })),
  };
}

/** The messages of findings at which codes are lost. */
const CODES_LOST: ReadonlySet<string> = new Set(["no-error-result/codesLost", "no-raw-error/protocolError"]);

function listNextSteps({ fixable, findings, toolsWithoutBoundary }: ReportData["totals"]): readonly string[] {
  const steps = [
    fixable > 0 && `\`npx eslint . --fix\` rewrites ${countOf(fixable, "finding")}; then run the tests.`,
    toolsWithoutBoundary > 0 &&
      "Put the server behind the boundary with `wrapServer(server)`, so that clients get the envelope: " +
        `${PAGES}/docs/guides/boundary.md.`,
    findings > fixable &&
      "`npx eslint-plugin-error-contract plan` groups the other findings, so that one decision settles many: " +
        `${PAGES}/docs/guides/migrating.md.`,
    "`npx eslint-plugin-error-contract report --update-baseline` keeps the numbers, and `report --check` in CI lets " +
      "none grow.",
  ];
  return steps.filter((step) => typeof step === "string");
}

const isSuggested = ({ fixable, suggestions }: FindingReport) => !fixable && suggestions.length > 0;

function reportRules(findings: readonly FindingReport[]): readonly RuleReport[] {
  return Object.entries(plugin.rules)
    .map(([rule, { meta }]) => {
      const found = findings.filter((finding) => finding.rule === rule);
      return {
        rule,
        description: meta?.docs?.description ?? "",
        url: meta?.docs?.url ?? "",
        findings: found.length,
        fixable: found.filter(({ fixable }) => fixable).length,
        suggested: found.filter(isSuggested).length,
      };
    })
    .filter(({ findings: count }) => count > 0)
    .sort((one, other) => other.findings - one.findings || compareText(one.rule, other.rule));
}

function reportDirectories(files: readonly string[], findings: readonly FindingReport[]): readonly DirectoryReport[] {
  const folders = files.map((file) => path.posix.dirname(file));
  return [...new Set(folders)]
    .map((directory) => ({
      directory,
      files: folders.filter((folder) => folder === directory).length,
      findings: findings.filter(({ file }) => path.posix.dirname(file) === directory).length,
    }))
    .sort((one, other) => other.findings - one.findings || compareText(one.directory, other.directory));
}

const MOST_LINES = 8;
const MOST_CHARACTERS = 200;

/** The lines of a finding with one in front of them and one behind, at most eight, and the part that is meant. */
function readFrame(
  lines: readonly string[],
  { line, column, endLine, endColumn }: LintedProject["files"][number]["findings"][number],
): readonly FrameLine[] {
  const last = Math.min(endLine ?? line, line + MOST_LINES - 3);
  const frame: FrameLine[] = [];
  for (let number = Math.max(1, line - 1); number <= Math.min(lines.length, last + 1); number++) {
    const text = lines[number - 1] ?? "";
    const start = number === line ? column - 1 : countIndentation(text);
    const end = number === endLine ? (endColumn ?? start + 1) - 1 : text.length;
    const isMarked = number >= line && number <= last;
    frame.push(cutLine(number, text, isMarked ? [start, Math.max(end, start + 1)] : undefined));
  }
  return frame;
}

const countIndentation = (text: string) => text.length - text.trimStart().length;

/** Cuts a line that is too long, so that what is marked begins near the left. Nothing in it can be obeyed or hidden. */
function cutLine(line: number, text: string, mark: readonly [number, number] | undefined): FrameLine {
  const start = mark?.[0] ?? 0;
  const left = start > MOST_CHARACTERS / 2 ? start - 20 : 0;
  const shown = showControls(text.slice(left, left + MOST_CHARACTERS));
  const cut = `${left > 0 ? "…" : ""}${shown}${text.length > left + MOST_CHARACTERS ? "…" : ""}`;
  if (!mark) return { line, text: cut };
  const shift = left > 0 ? 1 - left : 0;
  const end = Math.min(mark[1] + shift, cut.length);
  return { line, text: cut, mark: [Math.min(start + shift, end), end] };
}

/** Tabs are one space, so that marks keep their columns; characters that steer a terminal or a line are dots. */
function showControls(text: string): string {
  return text.replaceAll("\t", " ").replace(/[\p{Control}\p{Bidi_Control}\u2028\u2029]/gu, "\u00b7");
}
