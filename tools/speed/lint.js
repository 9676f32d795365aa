// What the rules cost beside those of others, and the first lint of a process.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { rawFigures } from "../bench/raw.js";
import { median } from "../bench/median.js";
import { createProject } from "../hosts/hosts.js";
import { inTurn, runScript } from "./measure.js";

const WORKSPACE = path.resolve(import.meta.dirname, "../..");
const SERVERS = JSON.parse(readFileSync(path.join(import.meta.dirname, "servers.json"), "utf8"));
// The rules of unicorn ask for a newer Node.js than this project does.
const PEERS = [
  "@eslint/js",
  "typescript-eslint",
  "sonarjs",
  ...(Number(process.versions.node.split(".")[0]) > 20 ? ["unicorn"] : []),
];
const NO_RULES = "no rules";
const SCRIPT = path.join(import.meta.dirname, "lint-set.js");
const MOST_BYTES = 300_000;

/**
 * Checks the servers out, each at its commit.
 *
 * @param {string | undefined} from a folder with copies, as owner+name/repo or owner+name
 * @param {string} to
 */
export function checkOutServers(from, to) {
  return SERVERS.map(({ repo, commit, folder }) => {
    const target = path.join(to, repo.replace("/", "+"));
    const git = (...args) => execFileSync("git", args, { stdio: ["ignore", "ignore", "inherit"] });
    git("clone", "--quiet", "--no-checkout", findCopy(repo, from), target);
    git("-C", target, "-c", "advice.detachedHead=false", "checkout", "--quiet", commit, "--", folder, "package.json");
    const files = listFiles(path.join(target, folder));
    const lines = files.reduce((sum, file) => sum + readFileSync(file, "utf8").split("\n").length, 0);
    return { name: repo, root: target, files, lines };
  });
}

function findCopy(repo, from) {
  const name = repo.replace("/", "+");
  const copies = from === undefined ? [] : [path.resolve(from, name, "repo"), path.resolve(from, name)];
  return copies.find(existsSync) ?? `https://github.com/${repo}.git`;
}

/** The sources that people write: no tests, declarations nor bundles. */
function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\.d\.[cm]?ts$|\.(?:test|spec|min)\.|__tests__/.test(file) && statSync(file).size < MOST_BYTES)
    .sort();
}

const lintSet = async (set, { root, files }) => {
  const job = JSON.stringify({ folder: root, files, set });
  const { cpu, output } = await runScript(["--single-threaded", SCRIPT, job], WORKSPACE);
  return { cpu, ...JSON.parse(output) };
};

const ratio = (one, other) => (one / other).toFixed(2);
const middle = (runs, key) => median(runs.map((run) => run[key]));

/** Rows: the time of each set's rules, and that of a lint without any, in times of that of the rules of @eslint/js. */
export async function compareSets(servers, rounds) {
  const sets = ["error-contract", ...PEERS, NO_RULES];
  const columns = [];
  for (const server of servers) {
    const runs = await inTurn(Object.fromEntries(sets.map((set) => [set, () => lintSet(set, server)])), rounds);
    const time = (set) => middle(runs[set], set === NO_RULES ? "lint" : "rules");
    columns.push(sets.map((set) => ratio(time(set), time("@eslint/js"))));
  }
  const head = ["rules", ...servers.map(({ name, lines }) => `\`${name}\`, ${lines.toLocaleString("en-US")} lines`)];
  return [head, ...sets.map((set, row) => [set, ...columns.map((column) => column[row])])];
}

/** Rows: what the first file of a process takes more than without rules, the load of the plugin included. */
export async function firstLint([server], rounds) {
  const bySize = server.files.toSorted((one, other) => statSync(one).size - statSync(other).size);
  const one = { ...server, files: [bySize[bySize.length >> 1]] };
  const runs = await inTurn(
    { [NO_RULES]: () => lintSet(NO_RULES, one), ours: () => lintSet("error-contract", one) },
    rounds,
  );
  const [none, ours] = [runs[NO_RULES], runs.ours].map((each) => middle(each, "cpu"));
  return [
    ["the first file of a process", "ratio to no rules", "more"],
    ["all rules", ratio(ours, none), `${Math.round(ours - none)} ms`],
  ];
}

/** Rows: what types cost, on generated servers with findings in nearly every file. */
export function compareTypes(rounds) {
  const { rounds: runs } = rawFigures({ packages: 2, perPackage: 40, rounds, seed: 1 });
  const share = (kind) => `${(100 * median(runs.map(({ [kind]: run }) => run.rules / run.wall))).toFixed(1)} %`;
  return [
    ["with types", "figure"],
    ["share of all rules in a lint without types", share("untyped")],
    ["share of all rules in a lint with types of typescript-eslint", share("typed")],
    [
      "a lint with TypeScript 7, to one without types and rules",
      ratio(median(runs.map(({ native, bare }) => native.wall / bare.wall)), 1),
    ],
    [
      "a lint with types of typescript-eslint, to one with TypeScript 7",
      ratio(median(runs.map(({ typed, native }) => typed.wall / native.wall)), 1),
    ],
  ];
}

const COMMANDS = { report: ["--json"], plan: [], init: [], failures: [] };

/** Rows: oxlint and the commands of the plugin, each in times of a lint by ESLint of the same server. */
export async function compareCommands(servers, rounds, temporary) {
  const [, server] = servers;
  const project = path.join(temporary, "commands");
  createProject(server.root, project, "recommended", "standard");
  symlinkSync(path.join(WORKSPACE, "node_modules/eslint"), path.join(project, "node_modules/eslint"), "junction");
  const bin = (name) => path.join(WORKSPACE, "node_modules", name);
  const command = path.join(WORKSPACE, "rules/lib/main.js");
  const run =
    (...args) =>
    async () => {
      for (const file of ["error-contract.failures.json", "error-contract.plan.yaml"])
        rmSync(path.join(project, file), { force: true });
      return runScript(args, project);
    };
  const measures = {
    ESLint: run(bin("eslint/bin/eslint.js"), "."),
    oxlint: run(bin("oxlint/bin/oxlint"), "."),
    ...Object.fromEntries(Object.entries(COMMANDS).map(([name, args]) => [name, run(command, name, ...args)])),
  };
  const runs = await inTurn(measures, rounds);
  const lint = middle(runs.ESLint, "cpu");
  const rows = Object.keys(measures).map((name) => [
    name === "ESLint" || name === "oxlint" ? name : `\`${name}\``,
    ratio(middle(runs[name], "cpu"), lint),
  ]);
  return [[`\`${server.name}\`, ${server.files.length} files`, "ratio to ESLint"], ...rows];
}
