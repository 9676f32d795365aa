import path from "node:path";
import { PAGES } from "../../create-rule.js";
import plugin from "../../index.js";
import type { LintedProject } from "../project/lint-project.js";
import { compareText, countOf, groupBy, nameOfFile } from "../text.js";
import { showControls } from "./code-frame.js";
import { describeFinding, placeFindings, type FindingReport } from "./finding-report.js";
import { isJoint, joinDecisions } from "./join-decisions.js";
import { readProof } from "./proof.js";
import type { ServerGraph } from "../reach/server-graph.js";
import { type ToolReport, reportTools } from "./report-tools.js";

/** The content of a report, as `--json` prints it. Pages and tables are made of it alone. */
export type ReportData = ReturnType<typeof buildReport>;

/** The messages of findings at which codes are lost: whatever code is thrown, the client gets none. */
const CODES_LOST: ReadonlySet<string> = new Set([
  "no-error-result/codesLost",
  "no-raw-error/protocolError",
  "no-raw-error/onlyText",
]);

interface ReportSetup {
  readonly cwd: string;
  readonly name: string;
  /** By file, the name of the contract that it follows. */
  readonly contracts: ReadonlyMap<string, string>;
  /** The file of what `prove` saw. */
  readonly proof: string | undefined;
}

/** Puts together what a lint and the code of the server say of a project. */
export function buildReport(linted: LintedProject, server: ServerGraph, { cwd, name, contracts, proof }: ReportSetup) {
  const files = linted.files
    .map((each) => ({ ...each, name: nameOfFile(each.file, cwd) }))
    .sort((one, other) => compareText(one.name, other.name));
  const placed = files.flatMap(placeFindings);
  const described = placed.map(describeFinding);
  const decisions = joinDecisions(placed, described);
  const tools = reportTools(new Set(files.map((file) => file.name)), server, { findings: described, decisions });
  const findings = described.map((finding) => ({ ...finding, tools: countTools(finding.number, tools) }));
  const joint = decisions.filter(isJoint);
  const totals = {
    files: files.length,
    filesWithFindings: new Set(findings.map(({ file }) => file)).size,
    uncheckedFiles: linted.unchecked,
    ...countFindings(findings),
    decisions: joint.length,
    decidedFindings: joint.reduce((sum, each) => sum + each.findings.length, 0),
    decidedPlaces: joint.reduce((sum, each) => sum + each.count, 0),
    suppressed: files.reduce((sum, { suppressed }) => sum + suppressed, 0),
    tools: tools.length,
    toolsWithoutBoundary: tools.filter(({ boundary }) => boundary === "bare").length,
    toolsUnknown: tools.filter(({ boundary }) => boundary === "unknown").length,
    toolsUnnamed: tools.filter(({ isNamed }) => !isNamed).length,
    toolsUnfollowed: tools.filter(({ isFollowed }) => !isFollowed).length,
  };
  return {
    project: name,
    plugin: plugin.meta.version,
    date: new Date().toISOString(),
    next: listNextSteps(totals),
    contracts: [...new Set(files.flatMap(({ file }) => contracts.get(file) ?? []))].sort(compareText),
    codesLost: placed.flatMap(({ finding }, index) =>
      CODES_LOST.has(`${finding.rule}/${finding.messageId}`) ? [index + 1] : [],
    ),
    totals,
    tools,
    decisions,
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

/** How many tools may reach a finding; `null` where there are none, or one may that is not followed. */
function countTools(number: number, tools: readonly ToolReport[]): number | null {
  const count = tools.filter(({ findings }) => findings.includes(number)).length;
  return count > 0 || (tools.length > 0 && tools.every(({ isFollowed }) => isFollowed)) ? count : null;
}

function countFindings(findings: readonly FindingReport[]) {
  return {
    findings: findings.length,
    fixable: findings.filter(({ fixable }) => fixable).length,
    suggested: findings.filter(({ fixable, suggestions }) => !fixable && suggestions.length > 0).length,
  };
}

/** What to do next, the first step first. */
function listNextSteps({
  fixable,
  findings,
  toolsWithoutBoundary,
}: Readonly<Record<"fixable" | "findings" | "toolsWithoutBoundary", number>>): readonly string[] {
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

function reportRules(findings: readonly FindingReport[]) {
  return [...new Set(findings.map(({ rule }) => rule))]
    .map((rule) => {
      const { description = "", meaning = "" } = plugin.rules[rule].meta?.docs ?? {};
      return { rule, description, meaning, ...countFindings(findings.filter((each) => each.rule === rule)) };
    })
    .sort((one, other) => other.findings - one.findings || compareText(one.rule, other.rule));
}

function reportDirectories(files: readonly string[], findings: readonly FindingReport[]) {
  const found = groupBy(findings, ({ file }) => path.posix.dirname(file));
  return [...groupBy(files, (file) => path.posix.dirname(file))]
    .map(([directory, all]) => ({ directory, files: all.length, findings: found.get(directory)?.length ?? 0 }))
    .sort((one, other) => other.findings - one.findings || compareText(one.directory, other.directory));
}
