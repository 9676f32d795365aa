// Lints the demo server and five public ones with each host, and says where their findings differ: `npm run hosts`.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { createProject, describeFindings, hosts, lintWith, TYPES, useHost, versionOf } from "./hosts.js";

const INSTALLED = { "ESLint 9": "eslint@9.39.5", rslint: "@rslint/core@0.9.2" };

const USAGE = `npm run hosts -- [--from COPIES] [--types native]

Lints docs/examples/legacy-server and the servers of tools/hosts/servers.json, each at its commit, with ESLint 9 and 10,
oxlint and rslint, and compares what they find. Ends with 1 where two hosts differ.

  --from COPIES   a folder with the repositories as owner+name/repo (a git directory) or owner+name (a clone); without
                  it, they are cloned from GitHub
  --types native  with types of TypeScript 7; without it, with none
`;

const { from, help, types } = parseArgs({
  options: {
    from: { type: "string" },
    help: { type: "boolean", default: false },
    types: { type: "string", default: "off" },
  },
}).values;

if (help || !(types in TYPES)) {
  console.log(USAGE);
  process.exitCode = help ? 0 : 2;
} else process.exitCode = await compareHosts();

async function compareHosts() {
  const temporary = mkdtempSync(path.join(tmpdir(), "error-contract-hosts-"));
  try {
    const names = Object.keys(hosts);
    for (const [host, name] of Object.entries(INSTALLED)) useHost(host, installHost(name, temporary));
    console.log(`Hosts: ${names.map((host) => `${host} (${versionOf(host)})`).join(", ")}\n`);
    const demo = {
      name: "legacy-server",
      folder: path.resolve(import.meta.dirname, "../../docs/examples/legacy-server"),
    };
    const servers = JSON.parse(readFileSync(path.join(import.meta.dirname, "servers.json"), "utf8"));
    const rows = [demo, ...servers.map((server) => checkOut(server, temporary))];
    let differing = 0;
    for (const { name, folder } of rows) {
      const project = path.join(temporary, `linted-${name.replace("/", "+")}`);
      createProject(folder, project, "kaiza", "kaiza", types);
      differing += await compareIn(project, name, names);
    }
    console.log(differing === 0 ? "\nAll hosts find the same." : `\n${differing} findings differ.`);
    return differing === 0 ? 0 : 1;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function installHost(name, temporary) {
  const folder = path.join(temporary, name.replace("/", "+"));
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--no-save", name];
  execFileSync("npm", args, { stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" });
  return folder;
}

async function compareIn(project, name, names) {
  const found = new Map();
  for (const host of names) {
    const { findings, others } = await lintWith(host, project);
    found.set(host, describeFindings(findings));
    for (const other of others) console.log(`  ${name}, ${host}: ${other}`);
  }
  console.log(`${name}: ${names.map((host) => `${host} ${found.get(host).length}`).join(", ")}`);
  const [first] = names;
  let differing = 0;
  for (const host of names.slice(1)) {
    const [here, there] = [found.get(first), found.get(host)];
    const lines = [
      ...here.filter((line) => !there.includes(line)).map((line) => `- ${line}`),
      ...there.filter((line) => !here.includes(line)).map((line) => `+ ${line}`),
    ];
    for (const line of lines) console.log(`  ${host} ${line}`);
    differing += lines.length || Math.abs(here.length - there.length);
  }
  return differing;
}

function checkOut({ repo, commit }, temporary) {
  const folder = path.join(temporary, repo.replace("/", "+"));
  const git = (...args) => execFileSync("git", args, { stdio: ["ignore", "ignore", "inherit"] });
  git("clone", "--quiet", "--no-checkout", findCopy(repo), folder);
  git("-C", folder, "-c", "advice.detachedHead=false", "checkout", "--quiet", commit);
  return { name: repo, folder };
}

function findCopy(repo) {
  if (from === undefined) return `https://github.com/${repo}.git`;
  const name = repo.replace("/", "+");
  const copy = [path.resolve(from, name, "repo"), path.resolve(from, name)].find(existsSync);
  if (!copy) throw new Error(`--from ${from}: expected ${name} or ${name}/repo in it`);
  return copy;
}
