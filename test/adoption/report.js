import fs from "node:fs";
import path from "node:path";

/** @typedef {Awaited<ReturnType<typeof import("./run-server.js").runServer>>} ServerResult */

const MOST_NAMES = 3;

/** Returns the results of earlier runs with the same packages. */
export function readResults(out, packages) {
  const file = path.join(out, "summary.json");
  if (!fs.existsSync(file)) return [];
  return JSON.parse(fs.readFileSync(file, "utf8")).filter((result) => result.packages === packages);
}

/**
 * Writes `summary.json` and `summary.md`, and returns the tables.
 *
 * @param {string} out
 * @param {ServerResult[]} results
 */
export function writeReport(out, results) {
  const tables = `${createExperimentTable(results)}\n\n${createRuleTable(results)}`;
  const details = results.map(createDetails).filter(Boolean);
  fs.writeFileSync(path.join(out, "summary.json"), JSON.stringify(results, null, 2));
  fs.writeFileSync(path.join(out, "summary.md"), [tables, ...details].join("\n\n") + "\n");
  return tables;
}

function createExperimentTable(results) {
  const head = ["server", "experiment", "findings", "edits", "files", "compiler errors", "tests passed/failed"];
  const rows = results.flatMap(({ name, linted, before, outcomes }) =>
    Object.entries(outcomes).map(([experiment, outcome]) => [
      name,
      experiment,
      `${sumOf(linted.found)} -> ${sumOf(outcome.left)}`,
      outcome.edits,
      outcome.files,
      showChange(before.compile, outcome.compile, ({ count }) => count),
      showChange(before.tests, outcome.tests, ({ passed, failed }) => `${passed}/${failed}`),
      showCulprits(outcome),
      outcome.lostComments.length,
      outcome.changedAgain.length,
      outcome.format ? `${outcome.format.before} -> ${outcome.format.before - outcome.format.rejected.length}` : "-",
    ]),
  );
  return createTable([[...head, "broken by", "comments lost", "changed again", "prettier"], ...rows]);
}

function createRuleTable(results) {
  const experiments = [...new Set(results.flatMap(({ outcomes }) => Object.keys(outcomes)))];
  const head = ["server", "rule", "findings", "with fix", "offered", ...experiments.map((name) => `left by ${name}`)];
  const rows = results.flatMap(({ name, linted: { found, fixable, offered }, outcomes }) =>
    listRules({ found, outcomes }).map((rule) => [
      name,
      rule,
      found[rule] ?? 0,
      fixable[rule] ?? 0,
      showShare(offered[rule] ?? 0, found[rule] ?? 0),
      ...experiments.map((experiment) => (outcomes[experiment] ? (outcomes[experiment].left[rule] ?? 0) : "-")),
    ]),
  );
  return createTable([head, ...rows]);
}

/** Returns the rules of a server: an edit may bring findings of a rule that had none. */
function listRules({ found, outcomes }) {
  const left = Object.values(outcomes).flatMap((outcome) => Object.keys(outcome.left));
  return [...new Set([...Object.keys(found), ...left])].sort();
}

function createDetails({ name, described, linted, before, outcomes }) {
  const { passed, failed } = before.tests ?? {};
  const isOther = described && (described.passed !== passed || described.failed !== failed);
  const experiments = Object.entries(outcomes).flatMap(([experiment, outcome]) => listFaults(experiment, outcome));
  const lines = [
    ...(isOther
      ? [`--config says that ${described.passed} tests pass and ${described.failed} fail without any edit`]
      : []),
    ...linted.problems.map(({ file, problem }) => `not linted: ${file}: ${problem.split("\n")[0]}`),
    ...(before.tests?.failures ?? []).map((failure) => `fails without any edit: ${failure}`),
    ...experiments,
  ];
  return lines.length === 0 ? "" : `## ${name}\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

function listFaults(experiment, outcome) {
  const { culprits, unresolved, withoutCulprits, unsteady, lostComments, changedAgain, problems, format } = outcome;
  return [
    ...culprits.map((culprit) => `${describeCulprit(culprit)} breaks ${showNames(culprit.failures)}`),
    ...unresolved.map(({ edits, failures }) => `one of ${showNames(edits)} breaks ${showNames(failures)}`),
    ...(withoutCulprits?.failures.length > 0
      ? [`without them still fails: ${showNames(withoutCulprits.failures)}`]
      : []),
    ...unsteady.map((failure) => `fails now and then: ${failure}`),
    ...lostComments.map(({ file, text }) => `${file} lost the comment "${text.slice(0, 100)}"`),
    ...changedAgain.map((file) => `a second run changes ${file}`),
    ...problems.map(({ file, problem }) => `not linted: ${file}: ${problem.split("\n")[0]}`),
    ...(format?.rejected ?? []).map((file) => `prettier rejects ${file}`),
  ].map((line) => `${experiment}: ${line}`);
}

function describeCulprit({ edit: { id, file, rule, line, suggestion } }) {
  return suggestion === undefined ? `the edit of ${file}` : `${id} (${rule}, ${file}:${line}, "${suggestion}")`;
}

function showCulprits({ culprits, unresolved }) {
  const rest = unresolved.length === 0 ? [] : [`${unresolved.length} not found`];
  return culprits.length === 0 && rest.length === 0 ? "-" : [culprits.length, ...rest].join(", ");
}

function showChange(before, after, show) {
  return before && after ? `${show(before)} -> ${show(after)}` : "-";
}

function showNames(names) {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : "";
  return names.slice(0, MOST_NAMES).join("; ") + more;
}

function showShare(part, whole) {
  return whole === 0 ? "0" : `${part} (${Math.round((100 * part) / whole)} %)`;
}

/** Returns a Markdown table whose columns are aligned. */
function createTable([head, ...rows]) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => String(row[column]).length)));
  const toLine = (cells) => `| ${cells.map((cell, column) => String(cell).padEnd(widths[column])).join(" | ")} |`;
  return [toLine(head), toLine(widths.map((width) => "-".repeat(width))), ...rows.map(toLine)].join("\n");
}

const sumOf = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);
