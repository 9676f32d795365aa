import { stripVTControlCharacters } from "node:util";

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

/** The lines that name a failed test or file. */
const FAILURES = [
  /^ *FAIL +(.+)$/gm, // vitest: the test; jest: the file
  /^ *● (?!Console$)(.+)$/gm, // jest
  /^ *not ok (?:\d+ - )?(?!.*# (?:TODO|SKIP))(.+)$/gm, // TAP
  /^ *✖ (?!failing tests:$)(.+)$/gm, // node:test
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
  const text = cleanOutput(output, folder);
  const counts = { passed: sumOf(text, "passed"), failed: sumOf(text, "failed") };
  const failures = [...new Set([...FAILURES.flatMap((pattern) => namesOf(text, pattern)), ...mochaFailures(text)])];
  if (/Unhandled Errors?/.test(text)) failures.push("unhandled errors");
  // A name alone is no failure: programs print such lines too.
  if (status === 0) failures.length = 0;
  if (isTimedOut) failures.push(`"${command}" takes too long`);
  else if (status !== 0 && failures.length === 0) failures.push(`"${command}" ends with ${status}`);

  if (counts.passed + counts.failed > 0) return { ...counts, failures };
  return status === 0 ? { passed: 1, failed: 0, failures } : { passed: 0, failed: 1, failures };
}

/** Returns the text without colours, the prefixes of workspace runners, folders and durations. */
function cleanOutput(output, folder) {
  return stripVTControlCharacters(output)
    .replaceAll("\r", "")
    .replaceAll(`${folder}/`, "")
    .replaceAll(folder, ".")
    .replace(/^\S+ test\S*(?::| \|) /gm, "")
    .replace(/ \(?\d+(?:\.\d+)? ?m?s\)?$/gm, "");
}

function sumOf(text, kind) {
  const counts = SUMMARIES.filter((summary) => summary[kind]).flatMap(({ line, [kind]: count }) =>
    [...text.matchAll(line)].map(([found]) => Number(count.exec(found)?.[1] ?? 0)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

const namesOf = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name.trim());

/** Returns the titles behind mocha's summary: "1) suite", then each inner title on a line of its own up to a colon. */
function mochaFailures(text) {
  const [, list] = text.split(/^ *\d+ failing$/m);
  if (list === undefined) return [];
  const lines = list.split("\n");
  return lines.flatMap((line, index) => {
    const [, title] = /^ {2}\d+\) (.+)$/.exec(line) ?? [];
    if (title === undefined) return [];
    const end = lines.findIndex((each, at) => at >= index && each.endsWith(":"));
    const titles = lines.slice(index + 1, Math.max(index, end) + 1).map((each) => each.trim());
    return [[title, ...titles].join(" > ").replace(/:$/, "")];
  });
}
