// Seeds faults into a copy of the sources, one at a time, and prints which test catches each: see "Seeded faults" in
// docs/contributing.md.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { copyFolder } from "../adoption/copy-server.js";
import { FAULTS } from "./faults.js";
import { findFaultyFile } from "./find-fault.js";

const USAGE = `npm run faults [-- --only TEXT] [--list]

Seeds each fault of test/faults/faults.js into a copy of this checkout, builds it, runs the tests that the fault names
and, where they all pass, the others of rules/ and src/. Prints which test caught it; ends with 1 where none did.

  --only TEXT  only the faults whose name or file has this text in it
  --list       prints the faults and their files, and seeds none
  --help       prints this
`;

const ROOT = path.join(import.meta.dirname, "../..");
/** Where a fault is looked for that the tests it names have missed. */
const OTHER_TESTS = ["rules", "edits", "contract", "tools", "types", "src", "audit-log", "command"];
/** A fault may be that something never ends. */
const MOST_MINUTES = 20;

function main({ only, list, help }) {
  if (help) return console.log(USAGE);
  const all = FAULTS.map((fault) => ({ ...fault, file: findFaultyFile(fault) }));
  const faults = all.filter(({ name, file }) => only === undefined || name.includes(only) || file.includes(only));
  if (faults.length === 0) throw new Error(`No fault has the text "${only}" in its name or file.`);
  if (list) return faults.forEach(({ name, file }) => console.log(`${file}: ${name}`));

  const copy = copyCheckout();
  checkTests(faults, copy);
  console.log("| fault | file | caught by |\n| --- | --- | --- |");
  const missed = faults.filter((fault) => {
    const caughtBy = seedFault(fault, copy);
    console.log(`| ${fault.name} | ${fault.file} | ${caughtBy ?? "MISSED"} |`);
    return caughtBy === undefined;
  });
  console.log(`\n${faults.length - missed.length} of ${faults.length} faults are caught.`);
  if (missed.length > 0) process.exitCode = 1;
}

/** Copies the checkout with what is installed and built. The copy goes with this process. */
function copyCheckout() {
  const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "error-contract-faults-")));
  process.on("exit", () => fs.rmSync(parent, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));
  const copy = path.join(parent, "checkout");
  copyFolder(ROOT, copy, { from: ROOT, to: copy, isInstalled: false, hasGit: false });
  return copy;
}

/** Without a fault, the tests pass: else they would catch anything. */
function checkTests(faults, copy) {
  if (!build(copy)) throw new Error("The checkout does not compile.");
  const failed = findFailedTest([...new Set(faults.flatMap(({ tests }) => tests))], copy);
  if (failed !== undefined) throw new Error(`${failed} fails without a fault.`);
}

/** Seeds a fault and returns what caught it; `undefined` where nothing did. */
function seedFault({ file, text, replacement, tests }, copy) {
  const source = path.join(copy, file);
  const original = fs.readFileSync(source, "utf8");
  // A function, since `$` has a meaning in a text.
  fs.writeFileSync(
    source,
    original.replace(text, () => replacement),
  );
  try {
    if (!build(copy)) return "the compiler";
    return findFailedTest(tests, copy) ?? findFailedTest(OTHER_TESTS, copy);
  } finally {
    fs.writeFileSync(source, original);
  }
}

function build(copy) {
  const compiler = path.join(copy, "node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [compiler, "-b", "src", "rules"], { cwd: copy }).status === 0;
}

/** Runs test files until one fails, and returns it. */
function findFailedTest(tests, copy) {
  const report = path.join(copy, "../report.json");
  fs.rmSync(report, { force: true });
  const files = tests.map((each) => `test/${each}`);
  const options = ["--bail=1", "--reporter=json", `--outputFile=${report}`];
  const { error, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(copy, "node_modules/vitest/vitest.mjs"), "run", ...files, ...options],
    { cwd: copy, encoding: "utf8", timeout: MOST_MINUTES * 60_000, killSignal: "SIGKILL" },
  );
  if (error?.code === "ETIMEDOUT") return `a test of ${files.join(", ")} that never ends`;
  if (!fs.existsSync(report)) throw new Error(`vitest has ended without a report:\n${stdout}${stderr}`);
  const { success, testResults } = JSON.parse(fs.readFileSync(report, "utf8"));
  const failed = testResults.find(({ status }) => status === "failed");
  if (failed) return path.relative(copy, failed.name);
  return success ? undefined : `a failure outside of the tests of ${files.join(", ")}`;
}

main(
  parseArgs({
    options: {
      only: { type: "string" },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  }).values,
);
