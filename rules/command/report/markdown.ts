import { countOf } from "../text.js";
import { describeSource } from "./proof-text.js";
import type { FindingReport, ProofReport, ReportData } from "./report-data.js";

/** Writes a report as Markdown, for a pull request or a wiki. */
export function writeMarkdown(report: ReportData): string {
  const { project, plugin, date, next, totals, tools, rules, directories, findings, unreadable } = report;
  const { fixable, suggested } = totals;
  const sections = [
    `# Error contract report: ${escapeText(project)}`,
    ...writeLostCodes(report),
    `${countOf(totals.findings, "finding")} in ${totals.filesWithFindings} of ${countOf(totals.files, "file")}: ` +
      `${fixable} fixed by \`--fix\`, ${suggested} with suggestions, ` +
      `${totals.findings - fixable - suggested} by hand.${totals.tools > 0 ? ` ${describeTools(totals)}` : ""}`,
    `Linted on ${date.slice(0, 10)} with version ${plugin} of the plugin.`,
    ...unreadable.map(({ file, message }) => `Not parsed: ${writeCode(file)}: ${escapeText(message)}`),
    "## Next",
    next.map((step, at) => `${at + 1}. ${escapeText(step)}`).join("\n"),
    ...(report.proof ? ["## Source and wire", writeProofTable(report.proof)] : []),
    ...(tools.length > 0 ? ["## Tools", writeToolTable(report)] : []),
    ...(rules.length > 0 ? ["## Rules", writeRuleTable(report)] : []),
    "## Directories",
    writeTable(
      ["directory", "files", "findings"],
      directories.map(({ directory, files, findings: found }) => [writeCode(directory), files, found]),
    ),
    ...(findings.length > 0 ? ["## Findings", ...findings.map(writeFinding)] : []),
  ];
  return `${sections.join("\n\n")}\n`;
}

/** Says in how many places codes are lost, and what that means. */
export function describeLostCodes({ codesLost: { length: count } }: ReportData): string {
  return `Codes are lost in ${countOf(count, "place")}: whatever is thrown there, the client gets none.`;
}

/** Returns the findings at which codes are lost. */
export function listLostCodes({ codesLost, findings }: ReportData): readonly FindingReport[] {
  return findings.filter(({ number }) => codesLost.includes(number));
}

function writeLostCodes(report: ReportData): readonly string[] {
  const places = listLostCodes(report).map(
    ({ file, line, message }) => `- ${writeCode(`${file}:${line}`)}: ${escapeText(message)}`,
  );
  return places.length > 0 ? ["## Where codes are lost", describeLostCodes(report), places.join("\n")] : [];
}

/** Says how many tools stand behind the boundary, and of how many that, or their names, are not known. */
export function describeTools({
  tools,
  toolsWithoutBoundary,
  toolsUnknown,
  toolsUnnamed,
}: ReportData["totals"]): string {
  const parts = [
    `${toolsWithoutBoundary} of ${countOf(tools, "tool")} without the boundary`,
    ...(toolsUnknown > 0 ? [`${toolsUnknown} not known`] : []),
    ...(toolsUnnamed > 0 ? [`${countOf(toolsUnnamed, "entry", "entries")} for tools whose names are not known`] : []),
  ];
  return `${parts.join(", ")}.`;
}

function writeToolTable({ tools }: ReportData): string {
  return writeTable(
    ["tool", "file", "boundary", "raw errors", "swallowed", "results", "others", "codes"],
    tools.map((tool) => [
      writeCode(tool.name),
      writeCode(`${tool.file}:${tool.line}`),
      tool.boundary,
      ...[tool.rawErrors, tool.swallowed, tool.results, tool.others].map((count) => count ?? "not followed"),
      tool.codes.map(writeCode).join(" "),
    ]),
  );
}

function writeProofTable({ tools }: ProofReport): string {
  return writeTable(
    ["tool", "in the source", "on the wire", "swallowed in both"],
    tools.map(({ name, source, wire, isSwallowedInBoth }) => [
      writeCode(name),
      describeSource(source),
      wire.map(({ kind, columns }) => `${kind}: ${columns.join(", ")}`).join("; ") || "nothing wrong",
      isSwallowedInBoth ? "yes" : "",
    ]),
  );
}

function writeRuleTable({ rules }: ReportData): string {
  return writeTable(
    ["rule", "findings", "fixed by `--fix`", "with suggestions"],
    rules.map(({ rule, url, findings, fixable, suggested }) => [`[${rule}](${url})`, findings, fixable, suggested]),
  );
}

function writeFinding({ rule, file, line, column, message, fixable, suggestions, frame }: FindingReport): string {
  const lines = frame.map((each) => `${each.mark ? ">" : " "} ${String(each.line).padStart(5)} | ${each.text}`);
  const fence = "`".repeat(Math.max(3, findLongestRun(lines.join("\n")) + 1));
  const remedy = fixable ? ["- `eslint --fix` rewrites it."] : suggestions.map((text) => `- ${escapeText(text)}`);
  return [
    `### ${writeCode(`${file}:${line}:${column}`)} ${rule}`,
    escapeText(message),
    `${fence}text\n${lines.join("\n")}\n${fence}`,
    ...(remedy.length > 0 ? [remedy.join("\n")] : []),
  ].join("\n\n");
}

function writeTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const printRow = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  return [printRow(head), printRow(head.map(() => "---")), ...rows.map(printRow)].join("\n");
}

const findLongestRun = (text: string) => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** A code span, which may hold backticks. A pipe would end the cell of a table there, too. */
function writeCode(text: string): string {
  const fence = "`".repeat(findLongestRun(text) + 1);
  const padding = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${fence}${padding}${text.replaceAll("|", String.raw`\|`)}${padding}${fence}`;
}

/** Escapes a text but for its parts in backticks, which are code. */
function escapeText(text: string): string {
  const parts = text.split(/(`[^`]+`)/);
  return parts
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\`*_<>[\]|#]/g, String.raw`\$&`)))
    .join("");
}
