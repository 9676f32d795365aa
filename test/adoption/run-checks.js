import fs from "node:fs";
import path from "node:path";
import { readTestOutput } from "./read-test-output.js";
import { runCommand } from "./run-command.js";

/**
 * @typedef {import("./describe-server.js").Server} Server
 * @typedef {{ count: number, failures: string[] }} CompileResult
 * @typedef {import("./read-test-output.js").TestResult} TestResult
 */

const COMPILER_ERRORS = [
  /^(?<file>\S[^\n(]*)\(\d+,\d+\): error (?<text>TS\d+: .*)$/gm,
  /^(?<file>\S[^\n:]*):\d+:\d+ - error (?<text>TS\d+: .*)$/gm,
  /^(?<file>)error (?<text>TS\d+: .*)$/gm,
];

/**
 * Compiles a copy; `undefined` where the server has no compiler.
 *
 * @param {Server} server
 * @param {{ cwd: string, seconds: number, logs: string, log: string }} options
 * @returns {Promise<CompileResult | undefined>}
 */
export async function compileCopy({ compile, prepare }, { cwd, seconds, logs, log }) {
  if (compile === undefined) return undefined;
  if (prepare !== undefined) await runCommand(prepare, { cwd, seconds, log: path.join(logs, `${log}-prepare.log`) });
  const run = await runCommand(compile, { cwd, seconds, log: path.join(logs, `${log}-compile.log`) });
  const errors = COMPILER_ERRORS.flatMap((pattern) =>
    [...run.output.matchAll(pattern)].map(({ groups: { file, text } }) => `${relativeTo(cwd, file)} ${text}`),
  ).map((text) => text.replaceAll(`${cwd}/`, ""));
  if (run.isTimedOut) errors.push("the compiler takes too long");
  else if (run.status !== 0 && errors.length === 0) errors.push(`the compiler ends with ${run.status}`);
  return { count: errors.length, failures: numberTwins(errors) };
}

/**
 * Runs the tests of a copy; `undefined` where the server has none.
 *
 * @param {Server} server
 * @param {{ cwd: string, seconds: number, logs: string, log: string }} options
 * @returns {Promise<TestResult | undefined>}
 */
export async function testCopy({ test, prepare }, { cwd, seconds, logs, log }) {
  if (test.length === 0) return undefined;
  if (prepare !== undefined) await runCommand(prepare, { cwd, seconds, log: path.join(logs, `${log}-prepare.log`) });
  const total = { passed: 0, failed: 0, failures: [] };
  for (const [index, command] of test.entries()) {
    const name = test.length > 1 ? `${log}-test-${index + 1}.log` : `${log}-test.log`;
    const run = await runCommand(command, { cwd, seconds, log: path.join(logs, name) });
    const { passed, failed, failures } = readTestOutput(command, run, cwd);
    total.passed += passed;
    total.failed += failed;
    // The same name in two suites is two tests.
    total.failures.push(...failures.map((each) => (test.length > 1 ? `${index + 1}: ${each}` : each)));
  }
  return total;
}

/**
 * Returns the files that the project's own prettier accepts; `undefined` where the project has none.
 *
 * @returns {Promise<string[] | undefined>}
 */
export async function checkFormat(copy, files, { seconds, logs, log }) {
  const prettier = findPrettier(copy, files);
  if (prettier === undefined || files.length === 0) return undefined;
  const quoted = files.map((file) => `'${file.replaceAll("'", `'\\''`)}'`).join(" ");
  const { status, output } = await runCommand(`${prettier} --list-different ${quoted}`, {
    cwd: copy,
    seconds,
    log: path.join(logs, `${log}-prettier.log`),
  });
  // 2 is a file that it cannot read, or a configuration.
  if (status > 1 && !files.some((file) => output.includes(file))) return undefined;
  const lines = output.split("\n");
  return files.filter((file) => !lines.some((line) => line === file || line.startsWith(`[error] ${file}:`)));
}

/** Returns the command of a prettier that the project depends on, with the configuration that its scripts name. */
function findPrettier(copy, files) {
  // The package, the workspace around it, then the packages in it.
  const folders = new Set(["", "..", "../..", ...files.flatMap(parentsOf)]);
  for (const folder of folders) {
    const manifest = path.join(copy, folder, "package.json");
    const binary = path.join(copy, folder, "node_modules/.bin/prettier");
    if (!fs.existsSync(manifest) || !fs.existsSync(binary)) continue;
    const { scripts = {}, dependencies = {}, devDependencies = {} } = JSON.parse(fs.readFileSync(manifest, "utf8"));
    if (!("prettier" in { ...dependencies, ...devDependencies })) continue;
    const [config = ""] = Object.values(scripts).flatMap(
      (script) => /prettier\b.*?(--config[ =]\S+)/.exec(script)?.[1] ?? [],
    );
    return `${path.join(folder, "node_modules/.bin/prettier")} ${config}`.trim();
  }
  return undefined;
}

function parentsOf(file) {
  const parent = path.dirname(file);
  return parent === "." ? [] : [...parentsOf(parent), parent];
}

/** Returns the failures that were not there before. */
export function newFailures(before, after) {
  const old = new Set(before?.failures);
  return after ? after.failures.filter((failure) => !old.has(failure)) : [];
}

/** @param {CompileResult | undefined} result */
export function describeCompile(result) {
  return result ? `${result.count} errors` : "no compiler";
}

/** @param {TestResult | undefined} result */
export function describeTests(result) {
  return result ? `${result.passed} passed, ${result.failed} failed` : "no tests";
}

function relativeTo(folder, file) {
  return path.isAbsolute(file) ? path.relative(folder, file) : file;
}

/** Tells equal texts apart, so that a second error of the same kind is a new one. */
function numberTwins(texts) {
  const counts = new Map();
  return texts.map((text) => {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return count === 1 ? text : `${text} [${count}]`;
  });
}
