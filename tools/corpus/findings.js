// Freezes what our rules find and offer in all code of checked-out servers, and compares it with a frozen run.
//
//   npm run findings -- FOLDER... [--preset recommended] [--types off] [--repo owner/name] [--against FILE]
//                    [--examples N] [--kind TEXT] [--out FILE]
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { presets } from "../../rules/dist/configs.js";
import { compareFindings } from "./compare-findings.js";
import { TYPES } from "./lint-blocks.js";
import { linkNativeTypeScript, lintServers } from "./lint-servers.js";
import { groupBy } from "./measures.js";

const USAGE = `npm run findings -- FOLDER...

  FOLDER...          where the servers are checked out, each as owner+name
  --preset NAME      ${Object.keys(presets).join(", ")}; recommended by default
  --types KIND       off, services (typescript-eslint), native (TypeScript 7); off by default
  --repo owner/name  only this repository, frozen only where --out is given; may be given again
  --against FILE     the frozen run to compare with; by default that of --out, before it is replaced
  --examples N       prints N differences of each kind; 1 by default
  --kind TEXT        prints only the kinds that contain the text
  --out FILE         where this run is frozen; under node_modules/.cache by default

Lints the files that the preset lints: no tests, scripts, declarations, nor files above 300 kB. Prints the findings by
message, then the differences by kind.
`;

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    preset: { type: "string", default: "recommended" },
    types: { type: "string", default: "off" },
    repo: { type: "string", multiple: true },
    against: { type: "string" },
    examples: { type: "string", default: "1" },
    kind: { type: "string", default: "" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const folders = positionals.map((folder) => path.resolve(folder));
const name = `${args.preset}-${args.types}.jsonl`;
const out = args.out ?? path.join(import.meta.dirname, "../../node_modules/.cache/findings", name);

async function run() {
  const servers = findServers();
  const frozen = readRun(args.against ?? out);
  if (args.types === "native") linkNativeTypeScript(folders);
  const { preset, types } = args;
  const outputs = await lintServers("find-all.js", servers, { preset, types });
  const found = outputs.map(({ server: { repo }, output }) => ({ repo, ...output }));
  console.log(`# ${preset}, types: ${types}: ${found.length} servers, ${sum(found, ({ files }) => files)} files\n`);
  printFindings(found.flatMap(({ findings }) => findings));
  if (frozen) printDifferences(found, frozen);
  // Some servers alone would take the place of all.
  if (args.repo && !args.out) return;
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, found.map((server) => `${JSON.stringify(server)}\n`).join(""));
  console.log(`Frozen in ${out}`);
}

function findServers() {
  return folders
    .flatMap((folder) => readdirSync(folder).map((name) => ({ name, folder: path.join(folder, name) })))
    .filter(({ name }) => name.includes("+"))
    .map(({ name, folder }) => ({ repo: name.replace("+", "/"), folder }))
    .filter(({ repo }) => args.repo?.includes(repo) ?? true);
}

/** A frozen run by repository; a line holds a server. */
function readRun(file) {
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line)).map((server) => [server.repo, server]));
}

function printFindings(findings) {
  const kinds = Object.entries(groupBy(findings, ({ rule, messageId }) => `${rule}/${messageId ?? "none"}`)).sort();
  const rows = [...kinds, ["all", findings]].map(([kind, all]) => [
    kind,
    all.length,
    all.filter(({ fix }) => fix !== undefined).length,
    all.filter(({ suggestions }) => suggestions.length > 0).length,
    sum(all, ({ suggestions }) => suggestions.length),
  ]);
  printTable(["message", "findings", "with a fix", "with suggestions", "suggestions"], rows);
}

function printDifferences(found, frozen) {
  const differences = found.flatMap(({ repo, files, findings }) => {
    const before = frozen.get(repo);
    if (!before) return [{ kind: "server is not in the frozen run", place: repo }];
    const count = { kind: "files of a server", place: repo, before: `${before.files}`, after: `${files}` };
    const compared = compareFindings(before.findings, findings);
    const placed = compared.map((each) => ({ ...each, place: `${repo} ${each.place}` }));
    return before.files === files ? placed : [count, ...placed];
  });
  const kinds = Object.entries(groupBy(differences, ({ kind }) => kind))
    .filter(([kind]) => kind.includes(args.kind))
    .sort(([, one], [, other]) => other.length - one.length);
  console.log(`## ${differences.length} differences to ${args.against ?? "the last run"}\n`);
  if (kinds.length > 0)
    printTable(
      ["kind", "places", "servers"],
      kinds.map(([kind, all]) => [kind, all.length, new Set(all.map(({ place }) => place.split(" ")[0])).size]),
    );
  for (const [kind, all] of kinds) for (const each of all.slice(0, Number(args.examples))) printExample(kind, each);
}

function printExample(kind, { place, before, after }) {
  const show = (title, text) =>
    text === undefined ? [] : [`  ${title}:`, ...text.split("\n").map((line) => `    ${line}`)];
  console.log([`- ${kind}`, `  ${place}`, ...show("before", before), ...show("after", after), ""].join("\n"));
}

function sum(list, valueOf) {
  return list.reduce((total, each) => total + valueOf(each), 0);
}

function printTable(head, rows) {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  console.log(`${lines.join("\n")}\n`);
}

function findArgumentProblem() {
  if (folders.length === 0) return "FOLDER is missing: expected the folder of the checked-out servers";
  const missing = [...folders, ...(args.against ? [args.against] : [])].find((file) => !existsSync(file));
  if (missing) return `${missing} is not there`;
  if (!(args.preset in presets)) return `--preset ${args.preset}: expected one of ${Object.keys(presets).join(", ")}`;
  if (!TYPES.includes(args.types)) return `--types ${args.types}: expected one of ${TYPES.join(", ")}`;
  if (!/^\d+$/.test(args.examples)) return `--examples ${args.examples}: expected a number`;
  return findServers().length === 0 ? `${folders.join(", ")}: expected checkouts as owner+name` : undefined;
}

const problem = args.help ? undefined : findArgumentProblem();
if (args.help || problem) {
  console[args.help ? "log" : "error"](problem ? `${problem}\n\n${USAGE}` : USAGE);
  process.exitCode = args.help ? 0 : 2;
} else {
  await run();
}
