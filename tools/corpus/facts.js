// Counts the facts that no-swallowed-error decides by, in labelled handlers and in findings that were read.
//
//   npm run facts -- FOLDER... --labels FOLDER [--read FILE] [--preset recommended] [--against FILE] [--out FILE]
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { presets } from "../../rules/dist/configs.js";
import { findCheckout, readLabels } from "./labels.js";
import { lintServers } from "./lint-servers.js";
import { groupBy } from "./measures.js";

const USAGE = `npm run facts -- FOLDER... --labels FOLDER

  FOLDER...        where the servers are checked out, each as owner+name
  --labels FOLDER  holds labels-catch.jsonl; may be given again
  --read FILE      findings that were read: a line for each, with repo, file, line, rule and v (R, D or W: right,
                   debatable, wrong); may be given again
  --preset NAME    ${Object.keys(presets).join(", ")}; recommended by default
  --against FILE   a run to compare with: how many of the same places it reported
  --out FILE       where this run is written, for --against

Prints a row for each fact: how many places have it, and how many of them were and are reported, without types.
`;

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    labels: { type: "string", multiple: true, default: [] },
    read: { type: "string", multiple: true, default: [] },
    preset: { type: "string", default: "recommended" },
    against: { type: "string" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const COLUMNS = { defects: ["defect"], meant: ["deliberate", "handled"], right: ["R"], debatable: ["D"], wrong: ["W"] };

async function count() {
  const asked = [...args.labels.flatMap(readLabelled), ...args.read.flatMap(readRead)];
  const folders = positionals.map((folder) => path.resolve(folder));
  const servers = Object.entries(groupBy(asked, ({ repo }) => repo)).map(([repo, list]) => ({
    repo,
    folder: findCheckout(repo, folders),
    files: [...new Set(list.map(({ file }) => file))],
  }));
  const found = servers.filter(({ folder }) => folder !== undefined);
  const outputs = await lintServers("find-facts.js", found, { preset: args.preset });
  const files = new Map(
    outputs.flatMap(({ server, output }) => output.map((each) => [`${server.repo} ${each.file}`, each])),
  );
  const places = asked.flatMap((place) => judgePlace(place, files.get(`${place.repo} ${place.file}`)));
  const before = new Map(args.against ? readRows(args.against).map((place) => [keyOf(place), place.isReported]) : []);
  printTable(places, before);
  const reported = places.filter(({ isReported }) => isReported);
  const offered = reported.filter(({ suggestions }) => suggestions > 0);
  console.log(`${offered.length} of ${reported.length} findings have a suggestion.`);
  if (args.out) writeFileSync(args.out, places.map((place) => `${JSON.stringify(place)}\n`).join(""));
}

function readLabelled(folder) {
  return readLabels(folder).flatMap(({ group, repo, file, line, endLine, sub }) => {
    if (group !== "catch") return [];
    return { set: path.basename(path.resolve(folder)), repo, file, line, endLine, verdict: sub?.split(":")[0] };
  });
}

function readRead(file) {
  return readRows(file).flatMap(({ rule, repo, file: name, line, endLine, v }) => {
    const set = path.basename(file);
    return rule === "no-swallowed-error"
      ? { set, repo: repo.replace("+", "/"), file: name, line, endLine, verdict: v }
      : [];
  });
}

function readRows(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}

function judgePlace(place, found) {
  if (!found) return [];
  const { line, endLine } = place;
  // A finding stands at its handler's head, a label at the handler.
  const around = found.handlers.filter((each) => each.line === line || (each.line < line && line <= each.endLine));
  const [handler] = around.toSorted((one, other) => one.endLine - one.line - (other.endLine - other.line));
  const findings = found.findings.filter((each) => line <= each.line && each.line <= endLine);
  const suggestions = Math.max(0, ...findings.map((each) => each.suggestions));
  return { ...place, facts: handler?.facts ?? [], isReported: findings.length > 0, suggestions };
}

function keyOf({ set, repo, file, line }) {
  return [set, repo, file, line].join(" ");
}

function printTable(places, before) {
  const names = [...new Set(places.flatMap(({ facts }) => facts))].sort().reverse();
  console.log(`| fact | ${Object.keys(COLUMNS).join(" | ")} |`);
  console.log(`| --- |${" ---: |".repeat(Object.keys(COLUMNS).length)}`);
  for (const name of [...names, undefined]) {
    const chosen = name === undefined ? places : places.filter(({ facts }) => facts.includes(name));
    const cells = Object.values(COLUMNS).map((verdicts) => {
      const those = chosen.filter(({ verdict }) => verdicts.includes(verdict));
      const then = those.filter((place) => before.get(keyOf(place)));
      const now = those.filter(({ isReported }) => isReported);
      return [those, ...(args.against ? [then] : []), now].map(({ length }) => length).join(", ");
    });
    console.log(`| ${[name ?? "all", ...cells].join(" | ")} |`);
  }
}

function findArgumentProblem() {
  if (positionals.length === 0) return "FOLDER is missing: expected the folder of the checked-out servers";
  const named = [...positionals, ...args.labels, ...args.read, ...(args.against ? [args.against] : [])];
  const missing = named.find((file) => !existsSync(file));
  if (missing) return `${missing} is not there`;
  if (args.labels.length + args.read.length === 0) return "--labels is missing: expected the folder of the labels";
  return args.preset in presets
    ? undefined
    : `--preset ${args.preset}: expected one of ${Object.keys(presets).join(", ")}`;
}

const problem = args.help ? undefined : findArgumentProblem();
if (args.help || problem) {
  console[args.help ? "log" : "error"](problem ? `${problem}\n\n${USAGE}` : USAGE);
  process.exitCode = args.help ? 0 : 2;
} else {
  await count();
}
