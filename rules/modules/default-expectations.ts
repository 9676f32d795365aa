import { findWorkspace, isTestFile, listImportingFiles } from "./workspace-files.js";

/** A line that lets a call fail: `mockRejectedValue(...)`, `mockImplementation(() => { throw ... })`. */
const MAKES_FAIL = /Reject|throw\b|\bthrows?\(|new [A-Z]\w*Error\(/;
/** A line that expects a default, or no failure: `toEqual([])`, `toBeNull()`, `resolves`, `not.toThrow()`. */
const EXPECTS_DEFAULT = new RegExp(
  String.raw`to(?:Be|(?:Strict)?Equal)\((?:\[\]|\{\}|null|undefined|false|""|''|0)\)|` +
    String.raw`to(?:Be(?:Null|Undefined|Falsy)\(|HaveLength\(0\))|\bresolves\b|not\.toThrow|doesNot(?:Throw|Reject)|` +
    String.raw`[eE]qual\([^,\n]+,\s*(?:\[\]|\{\}|null|undefined|false|""|'')[,)]`,
);
/** A test whose title says that something is missing or broken: `it("is empty when there are no accounts")`. */
const TITLE_OF_FAILURE = new RegExp(
  String.raw`\b(?:no|not|without|missing|non-?existent|unreadable|corrupt(?:ed)?|malformed|broken|fail(?:s|ed|ure)?|` +
    String.raw`throws?|errors?|unavailable|cannot|can't|doesn't)\b`,
  "i",
);
const LINES_BEFORE = 12;
const LINES_AFTER = 6;

/**
 * Returns whether a test of the workspace lets something fail, or says so, calls the function of a file by its name,
 * and expects a default or no failure.
 */
export function isDefaultTested(functionName: string, filename: string): boolean {
  // A key of an object may be any text; nobody calls it by its name.
  const workspace = /^[\w$]+$/.test(functionName) ? findWorkspace(filename) : undefined;
  if (!workspace) return false;
  const call = new RegExp(String.raw`(?<![\w$])${functionName.replaceAll("$", String.raw`\$`)}\(`);
  return [...listImportingFiles(filename, workspace)].some((file) => {
    const text = workspace.files.get(file)?.text ?? "";
    if (!call.test(text) || !isTestFile(file, workspace.root)) return false;
    const lines = text.split("\n");
    return lines.some((line, index) => {
      if (!call.test(line)) return false;
      const before = lines.slice(Math.max(0, index - LINES_BEFORE), index);
      // What stands in front of the test itself belongs to another one.
      const begin = before.findLastIndex((each) => /^\s*(?:it|test)\b/.test(each));
      const fails = before.slice(begin + 1).some((each) => MAKES_FAIL.test(each));
      return (
        (fails || TITLE_OF_FAILURE.test(before[begin] ?? "")) &&
        lines.slice(index, index + LINES_AFTER).some((each) => EXPECTS_DEFAULT.test(each))
      );
    });
  });
}
