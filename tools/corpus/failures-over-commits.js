// Counts how often commits of a repository change the exceptions in the file of failures, and how long these are:
//
//   node tools/corpus/failures-over-commits.js FOLDER [COUNT]
//
// FOLDER is a clone with its history; COUNT is how many of the last commits to sources are read (default: 50). The
// packages of the server need not be installed.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const COMMAND = path.join(import.meta.dirname, "../../rules/lib/main.js");
const FILE = "error-contract.failures.json";
const SOURCES = ["*.ts", "*.mts", "*.cts", "*.js", "*.mjs", "*.cjs"];

const [folder, count = "50"] = process.argv.slice(2);
if (folder === undefined) throw new Error("failures-over-commits expects the folder of a clone.");

const work = fs.mkdtempSync(path.join(os.tmpdir(), "failures-"));
const git = (...args) => execFileSync("git", args, { cwd: work, encoding: "utf8" }).trim();
execFileSync("git", ["clone", "--quiet", path.resolve(folder), work]);
const commits = git("log", "--format=%H", `--max-count=${count}`, "--first-parent", "--", ...SOURCES)
  .split("\n")
  .reverse();

/** The exceptions at a commit, as text; `undefined` where no file is written. */
function readExceptions(commit) {
  git("checkout", "--quiet", "--force", commit);
  fs.rmSync(path.join(work, FILE), { force: true });
  const { status } = spawnSync(process.execPath, [COMMAND, "failures"], { cwd: work });
  if (status !== 0) return undefined;
  return JSON.stringify(JSON.parse(fs.readFileSync(path.join(work, FILE), "utf8")).exceptions);
}

const found = commits.map(readExceptions);
const pairs = found.slice(1).map((after, index) => [found[index], after]);
const compared = pairs.filter(([before, after]) => before !== undefined && after !== undefined);
const changed = compared.filter(([before, after]) => before !== after);
const lines = Object.keys(JSON.parse(found.findLast((each) => each !== undefined) ?? "{}")).length;
const files = git("ls-files", "--", ...SOURCES).split("\n").length;
console.log(
  `${path.basename(folder)}: ${changed.length} of ${compared.length} commits change the exceptions; ` +
    `${lines} lines for ${files} files`,
);
fs.rmSync(work, { recursive: true });
