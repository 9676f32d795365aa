import type { Block, Inline } from "error-contract/cli";
import { countOf, groupBy } from "../text.js";
import type { ReportData } from "./build-report.js";
import type { FindingReport } from "./finding-report.js";
import { countPlaces, type DecisionReport, isJoint } from "./join-decisions.js";
import type { ToolReport } from "./report-tools.js";

/** Describes a report, as a page and Markdown show it. */
export function describeReport(report: ReportData): readonly Block[] {
  const { project, plugin: version, date, next, totals, tools, rules, directories, unreadable } = report;
  const lost = listLostCodes(report);
  const link = createLink(report);
  const decisions = report.decisions.filter(isJoint);
  return [
    { heading: ["Error contract report: ", project], level: 1, id: "report" },
    { text: `Linted on ${date.slice(0, 10)} with version ${version} of the plugin.` },
    ...describeSection(lost.length > 0, "Where codes are lost", [
      { text: describeLostCodes(report) },
      { list: lost.map((each) => describeLost(each, link)) },
    ]),
    { text: describeTotals(totals) },
    ...unreadable.map(({ file, message }) => ({ text: ["Not parsed: ", { code: file }, ": ", message] })),
    ...describeSection(true, "Next", [{ list: next, isOrdered: true }]),
    ...describeProof(report, link),
    ...describeSection(tools.length > 0, "Tools", [
      {
        text:
          "The numbers count the findings that a call of the tool may reach: in its handler, and in the functions of " +
          "the project that the handler calls. A handler that is made elsewhere is not followed.",
      },
      ...(totals.toolsUnfollowed > 0 ? [{ text: describeUnfollowed(totals) }] : []),
      {
        head: ["tool", "file", "boundary", ...COUNTS.map(([label]) => label), "codes", "findings"],
        rows: tools.map((tool) => describeTool(tool, link)),
      },
    ]),
    ...describeSection(rules.length > 0, "Rules", [
      {
        head: ["rule", "findings", "fixed by --fix", "with suggestions", "meaning"],
        rows: rules.map((each) => [
          { code: each.rule },
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
    ...describeSection(decisions.length > 0, "Decisions", [
      { text: "Each of these settles all of its places, in whatever files they stand." },
      ...decisions.flatMap((decision) => describeDecision(decision, report)),
    ]),
    ...describeFindings(report),
  ];
}

/** The findings that no decision settles, those that no tool reaches apart. */
function describeFindings(report: ReportData): readonly Block[] {
  const single = listSingleFindings(report);
  const others = single.filter(({ tools }) => tools === 0);
  const reached = single.filter((finding) => !others.includes(finding));
  return [
    ...describeSection(reached.length > 0, "Findings", describeFiles(report, reached)),
    ...describeSection(others.length > 0, "Not reached by any tool", [
      {
        text:
          "No call of a tool that could be followed leads here: it runs for a route or an event, at the start, or " +
          "where the code of a package calls it.",
      },
      ...describeFiles(report, others),
    ]),
  ];
}

function describeSection(isThere: boolean, heading: string, blocks: readonly Block[]): readonly Block[] {
  const id = heading.toLowerCase().replaceAll(" ", "-");
  return isThere ? [{ heading, level: 2, id }, ...blocks] : [];
}

/** Says in how many places codes are lost, and what that means. */
export function describeLostCodes(report: ReportData): string {
  const count = listLostCodes(report).reduce((sum, each) => sum + ("number" in each ? 1 : each.count), 0);
  return `Codes are lost in ${countOf(count, "place")}: whatever is thrown there, the client gets none.`;
}

/** Returns where codes are lost: decisions with their places, and the other findings. */
export function listLostCodes(report: ReportData): readonly (DecisionReport | FindingReport)[] {
  const { codesLost, decisions } = report;
  const isLost = (number: number) => codesLost.includes(number);
  const joint = decisions.filter((each) => isJoint(each) && each.findings.some(isLost));
  return [...joint, ...listSingleFindings(report).filter(({ number }) => isLost(number))];
}

/** Returns the findings that no decision settles together with other places. */
function listSingleFindings({ findings, decisions }: ReportData): readonly FindingReport[] {
  const decided = new Set(decisions.filter(isJoint).flatMap((each) => each.findings));
  return findings.filter(({ number }) => !decided.has(number));
}

/** Says how many findings there are, what can be done about them, and how many tools are bare. */
export function describeTotals(totals: ReportData["totals"]): string {
  const { findings, files, filesWithFindings, fixable, suggested, suppressed, tools, decisions } = totals;
  return [
    `${countOf(findings, "finding")} in ${filesWithFindings} of ${countOf(files, "file")}: ${fixable} fixed by ` +
      `\`--fix\`, ${suggested} with suggestions, ${findings - fixable - suggested} by hand.`,
    ...(decisions > 0 ? [describeDecided(totals)] : []),
    ...(suppressed > 0 ? [`${suppressed} more are silenced by comments.`] : []),
    ...(tools > 0 ? [describeTools(totals)] : []),
  ].join(" ");
}

/** Says how many findings stand for decisions, and how many places these settle. */
function describeDecided({ decisions, decidedFindings, decidedPlaces }: ReportData["totals"]): string {
  const stand = decidedFindings === 1 ? "stands" : "stand";
  const settle = decisions === 1 ? "settles" : "settle";
  const count = countOf(decisions, "decision");
  return `${decidedFindings} of them ${stand} for ${count}, which ${settle} ${countOf(decidedPlaces, "place")}.`;
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

/** Links the number of a finding to where it is described. */
type Link = (finding: number) => Inline;

/** Creates the links of a report. A decision describes its findings together, where its first one is linked to. */
function createLink({ decisions }: ReportData): Link {
  const targets = new Map(
    decisions.filter(isJoint).flatMap(({ findings }) => findings.map((each) => [each, findings[0]] as const)),
  );
  return (finding) => ({ href: `#finding-${targets.get(finding) ?? finding}`, text: String(finding) });
}

const linkAll = (findings: readonly number[], link: Link) => findings.map((each) => [link(each), " "]);

function describeLost(lost: DecisionReport | FindingReport, link: Link): Inline {
  if ("number" in lost) return [link(lost.number), " ", placeOf(lost), ": ", lost.message];
  return [lost.findings.slice(0, 1).map(link), " ", { code: lost.decision }, `: ${countPlaces(lost)}`];
}

const TONES = { wrapped: "good", bare: "bad", unknown: "unsure" } as const;

/** The columns of numbers. */
const COUNTS = [
  ["raw errors", "rawErrors"],
  ["swallowed", "swallowed"],
  ["results", "results"],
  ["others", "others"],
] as const;

function describeTool(tool: ToolReport, link: Link): readonly Inline[] {
  return [
    { code: tool.name },
    placeOf(tool),
    { tone: TONES[tool.boundary], text: tool.boundary },
    ...COUNTS.map(([, key]) => tool[key] ?? "not followed"),
    tool.codes.map((code) => [{ code }, " "]),
    linkAll(tool.findings, link),
  ];
}

/** What stands in the source of each tool beside what its clients were seen to receive. */
function describeProof({ proof }: ReportData, link: Link): readonly Block[] {
  const rows = (proof?.tools ?? []).map(({ name, source, wire, isSwallowedInBoth }): readonly Inline[] => [
    { code: name },
    source ? [describeSource(source), " ", linkAll(source.findings, link)] : "not found",
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

/** How many places of a decision are listed. */
const MOST_PLACES = 20;

/** A decision with its first finding as an example, and its places. */
function describeDecision(decision: DecisionReport, { findings, rules }: ReportData): readonly Block[] {
  const { rule, decision: name, findings: numbers, places, count } = decision;
  const listed = places.slice(0, MOST_PLACES);
  const more = count - listed.length;
  const [first] = findings.filter(({ number }) => number === numbers[0]);
  const { meaning = "" } = rules.find((each) => each.rule === rule) ?? {};
  return first
    ? [
        {
          heading: [{ code: name }, ` ${countPlaces(decision)} `, { code: rule }],
          level: 3,
          id: `finding-${first.number}`,
        },
        { text: [`${first.number}. `, placeOf(first), ": ", first.message] },
        ...describeRemedy(first, meaning),
        {
          summary: `The ${countOf(count, decision.noun)}`,
          blocks: [
            { list: listed.map((place) => [`${place.finding}. `, placeOf(place)]) },
            ...(more > 0 ? [{ text: `And ${more} more, which \`report --json\` lists.` }] : []),
          ],
          isOpen: count <= 5,
        },
      ]
    : [];
}

/** Every finding that is settled by itself, by file: first the files that most tools reach. */
function describeFiles({ rules }: ReportData, findings: readonly FindingReport[]): readonly Block[] {
  const most = (found: readonly FindingReport[]) => Math.max(...found.map(({ tools }) => tools ?? 0));
  const files = [...groupBy(findings, ({ file }) => file)].sort(([, one], [, other]) => most(other) - most(one));
  return files.map(([file, found]) => ({
    summary: [{ code: file }, ` ${countOf(found.length, "finding")}`],
    blocks: found.flatMap((finding) =>
      rules.filter(({ rule }) => rule === finding.rule).flatMap((rule) => describeFinding(finding, rule)),
    ),
    isOpen: findings.length <= 10,
  }));
}

function describeFinding(finding: FindingReport, { meaning }: ReportData["rules"][number]): readonly Block[] {
  const { number, rule, file, line, column, message } = finding;
  return [
    {
      heading: [`${number}. `, { code: `${file}:${line}:${column}` }, " ", { code: rule }],
      level: 3,
      id: `finding-${number}`,
    },
    { text: message },
    ...describeRemedy(finding, meaning),
  ];
}

/** The code of a finding, what it means, and what can be done. */
function describeRemedy(
  { number, rule, frame, fixable, suggestions }: FindingReport,
  meaning: string,
): readonly Block[] {
  const remedy: Block =
    suggestions.length > 0 && !fixable
      ? { list: suggestions }
      : {
          text: fixable
            ? "`eslint --fix` rewrites it."
            : ["By hand: ", { code: `npx eslint-plugin-error-contract explain ${rule}` }],
        };
  return [{ frame, label: `Code of finding ${number}` }, { text: meaning }, remedy];
}
