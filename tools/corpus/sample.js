// Draws places of checked-out servers for people to judge, before any rule has seen them.
//
//   node tools/corpus/sample.js FOLDER [--servers FILE] [--catches 160] [--returns 150] [--throws 64]
//                              [--seed N] --out FOLDER
//
// FOLDER holds the checkouts as owner+name; servers that are not there are named and left out. Writes
// sites-catch.jsonl, sites-return.jsonl and sites-throw.jsonl: one place a line, with the number of places of its
// repository that it stands for. See guide.md.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { randomFrom } from "../bench/random.js";
import { findCheckout } from "./labels.js";
import { groupBy } from "./measures.js";
import { findSites, parseSource } from "./sites.js";

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    servers: { type: "string", default: path.join(import.meta.dirname, "servers.json") },
    catches: { type: "string", default: "160" },
    returns: { type: "string", default: "150" },
    throws: { type: "string", default: "64" },
    seed: { type: "string", default: "1" },
    out: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

const SOURCE = /\.(?:[cm]?js|[cm]?ts|jsx|tsx)$/;
const NOT_WRITTEN_BY_HAND = /\.d\.[cm]?ts$|\.min\.|(?:^|\/)(?:dist|build|vendor|generated|__generated__)\//;
const LONG_LINE = /.{1000}/;
const TESTS = /(?:^|\/)(?:tests?|__tests__|__mocks__|e2e|fixtures|cypress)\/|\.(?:test|spec|e2e-spec)\.|(?:^|\/)test-/;

/** The kinds of places: which sites belong to each, and in which parts its sample is drawn. */
const KINDS = {
  catch: { wanted: Number(args.catches), strata: [{ share: 1, has: () => true }] },
  return: {
    wanted: Number(args.returns),
    // Most returned objects are plainly no failures; those that look like one are where readers and rules can err.
    strata: [
      { share: 0.6, has: ({ flags }) => flags.length > 0 },
      { share: 0.4, has: ({ flags }) => flags.length === 0 },
    ],
  },
  throw: { wanted: Number(args.throws), strata: [{ share: 1, has: () => true }] },
};

function sample() {
  const [folder] = positionals;
  if (args.help || !folder || !args.out) return printUsage();
  const servers = JSON.parse(readFileSync(args.servers, "utf8"));
  const random = randomFrom(Number(args.seed));
  const isThere = ({ repo }) => findCheckout(repo, [folder]) !== undefined;
  const missing = servers.filter((server) => !isThere(server));
  if (missing.length > 0) console.error(`not checked out in ${folder}: ${missing.map(({ repo }) => repo).join(", ")}`);
  const sites = servers.filter(isThere).flatMap((server) => collectSites(folder, server));
  mkdirSync(args.out, { recursive: true });
  for (const [kind, { wanted, strata }] of Object.entries(KINDS)) {
    const drawn = strata.flatMap(({ share, has }) => {
      const candidates = sites.filter((site) => site.group === kind && has(site));
      return drawPerRepository(candidates, Math.round(wanted * share), random);
    });
    const lines = drawn.map((site) => JSON.stringify({ ...site, group: undefined }));
    writeFileSync(path.join(args.out, `sites-${kind}.jsonl`), `${lines.join("\n")}\n`);
    console.log(`${kind}: ${drawn.length} of ${sites.filter(({ group }) => group === kind).length} places`);
  }
}

function printUsage() {
  console.error("npm run corpus:sample -- FOLDER --out FOLDER [--servers FILE] [--seed N]");
  console.error("                         [--catches N] [--returns N] [--throws N]");
  process.exitCode = args.help ? 0 : 2;
}

function collectSites(folder, { repo, commit, folders = [""], without = [] }) {
  const root = path.join(folder, repo.replace("/", "+"));
  const files = execFileSync("git", ["-C", root, "ls-files"], { encoding: "utf8", maxBuffer: 1 << 28 })
    .split("\n")
    .filter((file) => SOURCE.test(file) && !NOT_WRITTEN_BY_HAND.test(file) && !TESTS.test(file))
    .filter((file) => folders.some((each) => file.startsWith(each)))
    .filter((file) => !without.some((each) => file.startsWith(each)));
  return files.flatMap((file) => {
    const code = readFileSync(path.join(root, file), "utf8");
    const parsed = LONG_LINE.test(code) ? undefined : parseSource(code, file);
    return parsed ? findSites(parsed).map((site) => ({ repo, commit, file, ...site })) : [];
  });
}

/** Draws from each repository by the square root of what it has, so that large ones do not drown the others. */
function drawPerRepository(candidates, wanted, random) {
  const perRepository = Object.values(groupBy(candidates, ({ repo }) => repo));
  const roots = perRepository.map((sites) => Math.sqrt(sites.length));
  const scale = wanted / roots.reduce((sum, root) => sum + root, 0);
  return perRepository.flatMap((sites) => {
    const count = Math.min(sites.length, Math.max(1, Math.round(Math.sqrt(sites.length) * scale)));
    const weight = Number((sites.length / count).toFixed(3));
    return random
      .shuffled(sites)
      .slice(0, count)
      .map((site) => ({ ...site, weight }));
  });
}

sample();
