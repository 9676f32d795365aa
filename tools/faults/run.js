// Seeds faults into a copy of the sources, one at a time, and prints which test catches each: see "Seeded faults" in
// docs/contributing.md.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { clearTimeout, setTimeout } from "node:timers";
import { parseArgs } from "node:util";
import { endProcesses, runProcess } from "../../rules/dist/command/project/run-process.js";
import { FAULTS } from "./faults.js";
import { findFaultyFile } from "./find-fault.js";

const USAGE = `npm run faults [-- --only TEXT] [--list]

Seeds each fault of tools/faults/faults.js into a copy of this checkout, builds it, runs the tests that the fault names
and, where they all pass, the others of rules/ and src/. Prints which test caught it; ends with 1 where none did.

  --only TEXT  only the faults whose name or file has this text in it
  --list       prints the faults and their files, and seeds none
  --help       prints this
`;

const ROOT = path.join(import.meta.dirname, "../..");
/** Where a fault is looked for that the tests it names have missed, by the package that it is in. */
const OTHER_TESTS = { rules: ["rules", "edits", "contract", "types"], src: ["src", "audit-log", "contract"] };
/** A fault may be that something never ends. */
const MOST_SECONDS = 20 * 60;

async function main({ only, list, help }) {
  if (help) return console.log(USAGE);
  const all = FAULTS.map((fault) => ({ ...fault, file: findFaultyFile(fault) }));
  const faults = all.filter(({ name, file }) => only === undefined || name.includes(only) || file.includes(only));
  if (faults.length === 0) throw new Error(`No fault has the text "${only}" in its name or file.`);
  if (list) return faults.forEach(({ name, file }) => console.log(`${file}: ${name}`));

  const copy = copyCheckout();
  await checkTests(faults, copy);
  console.log("| fault | file | caught by |\n| --- | --- | --- |");
  let missed = 0;
  for (const fault of faults) {
    const caughtBy = await findCatcher(fault, copy);
    if (caughtBy === undefined) missed++;
    console.log(`| ${fault.name} | ${fault.file} | ${caughtBy ?? "MISSED"} |`);
  }
  console.log(`\n${faults.length - missed} of ${faults.length} faults are caught.`);
  if (missed > 0) process.exitCode = 1;
}

/** Copies the checkout with what is installed and built. The copy goes with this process. */
function copyCheckout() {
  const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "error-contract-faults-")));
  process.on("exit", () => fs.rmSync(parent, { recursive: true, force: true }));
  const copy = path.join(parent, "checkout");
  const isCopied = (file) => path.relative(ROOT, file) !== ".git";
  fs.cpSync(ROOT, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  return copy;
}

/** Without a fault, the tests pass: else they would catch anything. */
async function checkTests(faults, copy) {
  if (!(await build(copy))) throw new Error("The checkout does not compile.");
  const failed = await findFailedTests([...new Set(faults.flatMap(({ tests }) => tests))], copy);
  if (failed.length > 0) throw new Error(`Without a fault, this fails: ${failed.join(", ")}`);
}

/** Finds what catches a fault: the compiler, or a test; `undefined` where nothing does. */
async function findCatcher(fault, copy) {
  const [caughtBy] = await withFault(fault, copy, (isBuilt) =>
    isBuilt ? findFailedTests(fault.tests, copy, "--bail=1") : ["the compiler"],
  );
  if (caughtBy !== undefined) return caughtBy;
  const others = OTHER_TESTS[fault.file.split(path.sep)[0]];
  const failed = await withFault(fault, copy, () => findFailedTests(others, copy));
  // These have not passed without a fault yet, and may fail where a machine is busy.
  await build(copy);
  for (const each of failed) {
    const isTest = fs.existsSync(path.join(copy, each));
    if (!isTest || (await findFailedTests([path.relative("test", each)], copy)).length === 0) return each;
  }
  return undefined;
}

/** Builds the copy with a fault in it, asks a question, and puts the source back. */
async function withFault({ file, text, replacement }, copy, ask) {
  const source = path.join(copy, file);
  const original = fs.readFileSync(source, "utf8");
  // A function, since `$` has a meaning in a text.
  const seeded = original.replace(text, () => replacement);
  fs.writeFileSync(source, seeded);
  try {
    return await ask(await build(copy));
  } finally {
    fs.writeFileSync(source, original);
  }
}

async function build(copy) {
  const { status } = await runIn(copy, "npx tsc -b src rules");
  return status === 0;
}

/** Runs test files, and returns those that fail. */
async function findFailedTests(tests, copy, options = "") {
  const report = path.join(copy, "faults.json");
  fs.rmSync(report, { force: true });
  const files = tests.map((each) => `test/${each}`).join(" ");
  const command = `npx vitest run ${files} --reporter=json --outputFile=faults.json ${options}`;
  const { isTimedOut, output } = await runIn(copy, command);
  if (isTimedOut) return ["a test that never ends"];
  if (!fs.existsSync(report)) throw new Error(`${command} has ended without a report:\n${output}`);
  const { success, testResults } = JSON.parse(fs.readFileSync(report, "utf8"));
  const failed = testResults.filter(({ status }) => status === "failed").map(({ name }) => path.relative(copy, name));
  return success || failed.length > 0 ? failed : ["a failure outside of the tests"];
}

async function runIn(copy, command) {
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    endProcesses();
  }, MOST_SECONDS * 1000);
  const { status, output } = await runProcess(command, [], { cwd: copy, isShell: true });
  clearTimeout(timer);
  return { status, output, isTimedOut };
}

await main(
  parseArgs({
    options: {
      only: { type: "string" },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  }).values,
);
