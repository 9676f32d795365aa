import path from "node:path";
import plugin from "../../index.js";
import type { LintedProject } from "../project/lint-project.js";
import { compareText } from "../compare-text.js";
import { readFrame, showControls } from "./code-frame.js";
import type { FileOutline } from "./file-outline.js";
import { reportTools } from "./report-tools.js";
import type { DirectoryReport, FindingReport, ReportData, RuleReport } from "./report-data.js";

/** Puts together what a lint and the outlines of its files say of a project. */
export function buildReport(
  linted: LintedProject,
  outlines: ReadonlyMap<string, FileOutline>,
  { cwd, name }: { readonly cwd: string; readonly name: string },
): ReportData {
  const toRelativePath = (file: string) => path.relative(cwd, file).replaceAll(path.sep, "/");
  const files = linted.files
    .map((each) => ({ ...each, name: toRelativePath(each.file) }))
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
  const tools = reportTools(linted, outlines, findings, toRelativePath);
  const checked = files.flatMap(({ file }) => outlines.get(file)?.contract ?? []);
  return {
    project: name,
    plugin: plugin.meta.version,
    contracts: [...new Set(checked)].sort(compareText),
    totals: {
      files: files.length,
      filesWithFindings: new Set(findings.map(({ file }) => file)).size,
      uncheckedFiles: linted.unchecked.length,
      findings: findings.length,
      fixable: findings.filter(({ fixable }) => fixable).length,
      suggested: findings.filter(isSuggested).length,
      suppressed: files.reduce((sum, { suppressed }) => sum + suppressed.length, 0),
      tools: tools.length,
      toolsWithoutBoundary: tools.filter(({ boundary }) => boundary === "bare").length,
    },
    tools,
    rules: reportRules(findings),
    directories: reportDirectories(
      files.map((file) => file.name),
      findings,
    ),
    findings,
    unreadable: linted.unreadable.map(({ file, message }) => ({
      file: toRelativePath(file),
      message: showControls(message),
    })),
  };
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
  const directories = new Map<string, { files: number; findings: number }>();
  for (const file of files) {
    const known = directories.get(path.posix.dirname(file)) ?? { files: 0, findings: 0 };
    const found = findings.filter((finding) => finding.file === file).length;
    directories.set(path.posix.dirname(file), { files: known.files + 1, findings: known.findings + found });
  }
  return [...directories]
    .map(([directory, counts]) => ({ directory, ...counts }))
    .sort((one, other) => other.findings - one.findings || compareText(one.directory, other.directory));
}
