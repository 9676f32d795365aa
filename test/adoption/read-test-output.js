import { cleanTestOutput, readFailedTests } from "../../rules/dist/command/apply/test-failures.js";

/**
 * @typedef {object} TestResult
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} failures names of tests, of files that do not load, or how the command ended
 */

/** The last lines of test runners. A workspace prints those of several. */
const SUMMARIES = [
  { line: /^\d+ passed, \d+ failed$/gm, passed: /(\d+) passed/, failed: /(\d+) failed/ }, // scripts, one by one
  { line: /^ *Tests:? +(?:.*)$/gm, passed: /(\d+) passed/, failed: /(\d+) failed/ }, // vitest, jest
  { line: /^ *\d+ passing\b.*$/gm, passed: /(\d+) passing/ }, // mocha
  { line: /^ *\d+ failing$/gm, failed: /(\d+) failing/ },
  { line: /^(?:#|ℹ) pass \d+$/gm, passed: /pass (\d+)/ }, // node:test, as TAP and as spec
  { line: /^(?:#|ℹ) fail \d+$/gm, failed: /fail (\d+)/ },
];

/**
 * Reads the result from the output of a test command, or counts the command itself where no runner is recognised.
 *
 * @param {string} command
 * @param {{ status: number, output: string, isTimedOut: boolean }} run
 * @param {string} folder that the command ran in, left out of names
 * @returns {TestResult}
 */
export function readTestOutput(command, { status, output, isTimedOut }, folder) {
  const text = cleanTestOutput(output, folder);
  const counts = { passed: sumOf(text, "passed"), failed: sumOf(text, "failed") };
  // A name alone is no failure: programs print such lines too.
  const failures = status === 0 ? [] : [...readFailedTests(output, folder)];
  if (isTimedOut) failures.push(`"${command}" takes too long`);
  else if (status !== 0 && failures.length === 0) failures.push(`"${command}" ends with ${status}`);

  if (counts.passed + counts.failed > 0) return { ...counts, failures };
  return status === 0 ? { passed: 1, failed: 0, failures } : { passed: 0, failed: 1, failures };
}

function sumOf(text, kind) {
  const counts = SUMMARIES.filter((summary) => summary[kind]).flatMap(({ line, [kind]: count }) =>
    [...text.matchAll(line)].map(([found]) => Number(count.exec(found)?.[1] ?? 0)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
