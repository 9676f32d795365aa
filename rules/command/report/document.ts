import type { Block, Inline } from "error-contract/cli";
import { countOf, groupBy } from "../text.js";
import type { ReportData } from "./build-report.js";
import type { FindingReport } from "./finding-report.js";
import type { ToolReport } from "./report-tools.js";

/** Describes a report, as a page and Markdown show it. */
export function describeReport(report: ReportData): readonly Block[] {
  const { project, plugin: version, date, next, totals, tools, rules, directories, findings, unreadable } = report;
  const lost = listLostCodes(report);
  return [
    { heading: ["Error contract report: ", project], level: 1, id: "report" },
    { text: `Linted on ${date.slice(0, 10)} with version ${version} of the plugin.` },
    ...describeSection(lost.length > 0, "Where codes are lost", [
      { text: describeLostCodes(report) },
      { list: lost.map((each) => [link(each.number), " ", placeOf(each), ": ", each.message]) },
    ]),
    { text: describeTotals(totals) },
    ...unreadable.map(({ file, message }) => ({ text: ["Not parsed: ", { code: file }, ": ", message] })),
    ...describeSection(true, "Next", [{ list: next, isOrdered: true }]),
    ...describeProof(report),
    ...describeSection(tools.length > 0, "Tools", [
      {
        text:
          "The numbers count the findings that a call of the tool may reach: in its handler, and in the functions of " +
          "the project that the handler calls. A handler that is made elsewhere is not followed.",
      },
      ...(totals.toolsUnfollowed > 0 ? [{ text: describeUnfollowed(totals) }] : []),
      {
        head: ["tool", "file", "boundary", ...COUNTS.map(([label]) => label), "codes", "findings"],
        rows: tools.map(describeTool),
      },
    ]),
    ...describeSection(rules.length > 0, "Rules", [
      {
        head: ["rule", "findings", "fixed by --fix", "with suggestions", "meaning"],
        rows: rules.map((each) => [
          { href: each.url, text: each.rule },
          ...[each.findings, each.fixable, each.suggested, each.meaning],
        ]),
      },
    ]),
    ...describeSection(true, "Directories", [
      {
        head: ["directory", "files", "findings"],
        rows: directories.map((each) => [{ code: each.directory }, each.files, each.findings]),
      },
    ]),
    ...describeSection(findings.length > 0, "Findings", describeFiles(report)),
  ];
}

function describeSection(isThere: boolean, heading: string, blocks: readonly Block[]): readonly Block[] {
  const id = heading.toLowerCase().replaceAll(" ", "-");
  return isThere ? [{ heading, level: 2, id }, ...blocks] : [];
}

/** Says in how many places codes are lost, and what that means. */
export function describeLostCodes({ codesLost: { length: count } }: ReportData): string {
  return `Codes are lost in ${countOf(count, "place")}: whatever is thrown there, the client gets none.`;
}

/** Returns the findings at which codes are lost. */
export function listLostCodes({ codesLost, findings }: ReportData): readonly FindingReport[] {
  return findings.filter(({ number }) => codesLost.includes(number));
}

/** Says how many findings there are, what can be done about them, and how many tools are bare. */
export function describeTotals(totals: ReportData["totals"]): string {
  const { findings, files, filesWithFindings, fixable, suggested, suppressed, tools } = totals;
  return [
    `${countOf(findings, "finding")} in ${filesWithFindings} of ${countOf(files, "file")}: ${fixable} fixed by ` +
      `\`--fix\`, ${suggested} with suggestions, ${findings - fixable - suggested} by hand.`,
    ...(suppressed > 0 ? [`${suppressed} more are silenced by comments.`] : []),
    ...(tools > 0 ? [describeTools(totals)] : []),
  ].join(" ");
}

/** Says how many tools stand behind the boundary, and of how many that, or their names, are not known. */
function describeTools({ tools, ...totals }: ReportData["totals"]): string {
  const { toolsWithoutBoundary, toolsUnknown, toolsUnnamed } = totals;
  const parts = [
    `${toolsWithoutBoundary} of ${countOf(tools, "tool")} without the boundary`,
    ...(toolsUnknown > 0 ? [`${toolsUnknown} not known`] : []),
    ...(toolsUnnamed > 0 ? [`${countOf(toolsUnnamed, "entry", "entries")} for tools whose names are not known`] : []),
  ];
  return `${parts.join(", ")}.`;
}

/** Says how many rows stand for tools whose handler is not known. */
function describeUnfollowed({ toolsUnfollowed: count }: ReportData["totals"]): string {
  const takes = count === 1 ? "takes" : "take";
  return (
    `${countOf(count, "row")} ${takes} a handler that is not followed: it comes from a package, a spread, a call ` +
    "or a value that only the running program knows."
  );
}

const placeOf = ({ file, line }: { readonly file: string; readonly line: number }) => ({ code: `${file}:${line}` });

const link = (finding: number) => ({ href: `#finding-${finding}`, text: String(finding) });

const linkAll = (findings: readonly number[]) => findings.map((each) => [link(each), " "]);

const TONES = { wrapped: "good", bare: "bad", unknown: "unsure" } as const;

/** The columns of numbers. */
const COUNTS = [
  ["raw errors", "rawErrors"],
  ["swallowed", "swallowed"],
  ["results", "results"],
  ["others", "others"],
] as const;

function describeTool(tool: ToolReport): readonly Inline[] {
  return [
    { code: tool.name },
    placeOf(tool),
    { tone: TONES[tool.boundary], text: tool.boundary },
    ...COUNTS.map(([, key]) => tool[key] ?? "not followed"),
    tool.codes.map((code) => [{ code }, " "]),
    linkAll(tool.findings),
  ];
}

/** What stands in the source of each tool beside what its clients were seen to receive. */
function describeProof({ proof }: ReportData): readonly Block[] {
  const rows = (proof?.tools ?? []).map(({ name, source, wire, isSwallowedInBoth }): readonly Inline[] => [
    { code: name },
    source ? [describeSource(source), " ", linkAll(source.findings)] : "not found",
    wire.map(({ kind, columns }) => `${kind}: ${columns.join(", ")}`).join("; ") || "nothing wrong",
    isSwallowedInBoth ? { tone: "bad", text: "yes" } : "",
  ]);
  return describeSection(proof !== null, "Source and wire", [
    {
      text: [
        "What `npx error-contract prove` saw of ",
        ...[{ code: proof?.server ?? "" }, ` on ${proof?.date.slice(0, 10)}, beside what stands in the source.`],
      ],
    },
    { head: ["tool", "in the source", "on the wire", "swallowed in both"], rows },
  ]);
}

function describeSource(source: ToolReport): string {
  if (source.rawErrors === null) return "not followed";
  const counts = COUNTS.filter(([, key]) => source[key]).map(([label, key]) => `${source[key]} ${label}`);
  return counts.join(", ") || "nothing found";
}

/** Every finding, by file. */
function describeFiles({ findings, rules }: ReportData): readonly Block[] {
  return [...groupBy(findings, ({ file }) => file)].map(([file, found]) => ({
    summary: [{ code: file }, ` ${countOf(found.length, "finding")}`],
    blocks: found.flatMap((finding) =>
      rules.filter(({ rule }) => rule === finding.rule).flatMap((rule) => describeFinding(finding, rule)),
    ),
    isOpen: findings.length <= 10,
  }));
}

function describeFinding(finding: FindingReport, { url, meaning }: ReportData["rules"][number]): readonly Block[] {
  const { number, rule, file, line, column, message, fixable, suggestions, frame } = finding;
  const remedy: Block =
    suggestions.length > 0 && !fixable
      ? { list: suggestions }
      : { text: fixable ? "`eslint --fix` rewrites it." : ["By hand: ", { href: url, text: "the page of the rule" }] };
  return [
    {
      heading: [`${number}. `, { code: `${file}:${line}:${column}` }, " ", { href: url, text: rule }],
      level: 3,
      id: `finding-${number}`,
    },
    { text: message },
    { frame, label: `Code of finding ${number}` },
    { text: meaning },
    remedy,
  ];
}
