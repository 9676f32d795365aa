// Checks out a part of the fresh servers from copies of their repositories on this machine.
//
//   node tools/corpus/checkout.js --part 1 --from COPIES --to FOLDER [--servers FILE]
//
// COPIES holds the git directories as owner+name/repo, or the clones as owner+name. FOLDER gets owner+name for each
// server of the part, at its commit; what is there already stays. See guide.md.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

const USAGE = `node tools/corpus/checkout.js --part N --from COPIES --to FOLDER

  --part N        the part of the servers: 1 to 5 in fresh.json
  --from COPIES   the folder of the repositories, as owner+name/repo (a git directory) or owner+name (a clone)
  --to FOLDER     where the servers go, each as owner+name
  --servers FILE  the list of servers; fresh.json by default
`;

const { values: args } = parseArgs({
  options: {
    part: { type: "string" },
    from: { type: "string" },
    to: { type: "string" },
    servers: { type: "string", default: path.join(import.meta.dirname, "fresh.json") },
    help: { type: "boolean", default: false },
  },
});

function checkOut({ repo, commit }) {
  const name = repo.replace("/", "+");
  const target = path.resolve(args.to, name);
  if (existsSync(target)) return;
  // Without a work tree until the commit is chosen: the newest one of the copy may be another.
  execFileSync("git", ["clone", "--quiet", "--no-checkout", findCopy(name), target]);
  execFileSync("git", ["-C", target, "-c", "advice.detachedHead=false", "checkout", "--quiet", commit]);
}

function findCopy(name) {
  return [path.resolve(args.from, name, "repo"), path.resolve(args.from, name)].find(existsSync);
}

function findProblem(rows) {
  const parts = [...new Set(rows.map(({ part }) => `${part}`))];
  if (!parts.includes(args.part)) return `--part ${args.part ?? "is missing"}: expected one of ${parts.join(", ")}`;
  if (!args.from) return "--from is missing: expected the folder of the copies";
  if (!args.to) return "--to is missing: expected the folder that the servers go to";
  const missing = pickPart(rows).filter(({ repo }) => !findCopy(repo.replace("/", "+")));
  return missing.length > 0
    ? `--from ${args.from}: ${missing.map(({ repo }) => repo).join(", ")} not there`
    : undefined;
}

function pickPart(rows) {
  return rows.filter(({ part }) => `${part}` === args.part);
}

const rows = JSON.parse(readFileSync(args.servers, "utf8"));
const problem = args.help ? undefined : findProblem(rows);
if (args.help || problem) {
  console[args.help ? "log" : "error"](problem ? `${problem}\n\n${USAGE}` : USAGE);
  process.exitCode = args.help ? 0 : 2;
} else {
  mkdirSync(args.to, { recursive: true });
  for (const row of pickPart(rows)) checkOut(row);
  console.log(`${pickPart(rows).length} servers of part ${args.part} stand in ${args.to}`);
}
