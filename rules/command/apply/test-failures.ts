import { stripVTControlCharacters } from "node:util";

/** The lines that name a failed test or file. */
const FAILURES = [
  /^ *FAIL +(.+)$/gm, // vitest: the test; jest: the file
  /^ *● (?!Console$)(.+)$/gm, // jest
  /^ *not ok (?:\d+ - )?(?!.*# (?:TODO|SKIP))(.+)$/gm, // TAP
  /^ *✖ (?!failing tests:$)(.+)$/gm, // node:test
];

/**
 * Reads the names of failed tests, or of files that do not load, from the output of a failed test command: that of
 * vitest, jest, mocha, node:test or TAP, as they are in each run.
 *
 * @param folder the one that the command ran in, which is left out of names.
 */
export function readFailedTests(output: string, folder: string): readonly string[] {
  const text = cleanTestOutput(output, folder);
  const named = FAILURES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name.trim()));
  const unhandled = /Unhandled Errors?/.test(text) ? ["unhandled errors"] : [];
  return [...new Set([...named, ...readMochaFailures(text), ...unhandled])];
}

/** Returns the output of tests without colours, the prefixes of workspace runners, folders and durations. */
function cleanTestOutput(output: string, folder: string): string {
  return stripVTControlCharacters(output)
    .replaceAll("\r", "")
    .replaceAll(`${folder}/`, "")
    .replaceAll(folder, ".")
    .replace(/^\S+ test\S*(?::| \|) /gm, "")
    .replace(/ \(?\d+(?:\.\d+)? ?m?s\)?$/gm, "");
}

/** Returns the titles behind mocha's summary: "1) suite", then each inner title on a line of its own up to a colon. */
function readMochaFailures(text: string): readonly string[] {
  const [, list] = text.split(/^ *\d+ failing$/m);
  const lines = list?.split("\n") ?? [];
  return lines.flatMap((line, index) => {
    const [, title] = /^ {2}\d+\) (.+)$/.exec(line) ?? [];
    if (title === undefined) return [];
    const end = lines.findIndex((each, at) => at >= index && each.endsWith(":"));
    const titles = lines.slice(index + 1, Math.max(index, end) + 1).map((each) => each.trim());
    return [[title, ...titles].join(" > ").replace(/:$/, "")];
  });
}
