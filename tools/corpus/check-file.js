import path from "node:path";
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import * as espree from "espree";

/**
 * @typedef {{ rule: string, messageId: string, message: string, line: number, column: number, endLine: number,
 *   hasFix: boolean, suggestions: number }} Finding
 * @typedef {{ kind: "crash" | "unparsable" | "unsettled" | "passes" | "comments", detail: string, before?: string,
 *   after?: string }} Problem
 * @typedef {{ findings: Finding[], problems: Problem[], isFixed: boolean, passes: number, output: string }} Checked
 */

const MOST_PASSES = 3;
// Configuration is only found for files below the folder.
const cwd = path.join(import.meta.dirname, "../..");

/**
 * Lints one file, applies every fix and suggestion alone, then all fixes, and says what a user would complain about.
 *
 * @param {string} code
 * @param {string} filename
 * @param {Linter.Config[]} config
 * @returns {Checked | undefined} `undefined` where the file does not parse
 */
export function checkFile(code, filename, config) {
  const linter = new Linter({ cwd });
  /** @type {Checked} */
  const checked = { findings: [], problems: [], isFixed: false, passes: 0, output: code };
  const { problems } = checked;

  let messages;
  try {
    messages = linter.verify(code, config, { filename });
  } catch (error) {
    problems.push({ kind: "crash", detail: stackOf(error) });
    return checked;
  }
  if (messages.some(({ fatal }) => fatal)) return undefined;
  const parse = commentParser(config.at(-1).languageOptions);
  const original = { parse, comments: parse(code) };
  checked.findings = messages.filter(({ ruleId }) => ruleId !== null).map(finding);

  for (const message of messages) {
    const edits = [...(message.fix ? [message] : []), ...(message.suggestions ?? [])];
    for (const { fix } of edits) {
      const edited = code.slice(0, fix.range[0]) + fix.text + code.slice(fix.range[1]);
      problems.push(...editProblems(code, edited, `${message.line} ${message.ruleId}`, original));
    }
  }
  if (!messages.some(({ fix }) => fix)) return checked;

  try {
    const { output, fixed } = linter.verifyAndFix(code, config, { filename, stats: true });
    Object.assign(checked, { output, isFixed: fixed, passes: linter.getFixPassCount() });
    problems.push(...editProblems(code, output, "all fixes", original));
    if (checked.passes > MOST_PASSES) problems.push({ kind: "passes", detail: String(checked.passes) });
    const again = linter.verifyAndFix(output, config, { filename });
    if (again.output !== output) {
      problems.push({ kind: "unsettled", detail: "a second run changes it", ...difference(output, again.output) });
    }
  } catch (error) {
    problems.push({ kind: "crash", detail: stackOf(error) });
  }
  return checked;
}

/** Does the edited file parse, and are its comments still there? */
function editProblems(code, edited, what, { parse, comments }) {
  const changed = difference(code, edited);
  let kept;
  try {
    kept = parse(edited);
  } catch (error) {
    return [{ kind: "unparsable", detail: `${what}: ${error instanceof Error ? error.message : error}`, ...changed }];
  }
  const lost =
    comments.length > kept.length
      ? "a comment"
      : comments.find((text) => !takeFrom(kept, text) && !takeFrom(kept, `Intended: ${text}`));
  return lost === undefined ? [] : [{ kind: "comments", detail: `${what}: lost ${lost}`, ...changed }];
}

/** A comment that names a type may be rewritten. */
function takeFrom(kept, text) {
  const index = kept.indexOf(text);
  if (index >= 0) kept.splice(index, 1);
  return index >= 0 || /@(?:throws|param|returns?|type|see)\b|@link/.test(text);
}

/** The parser that the configuration lints with, as a function from code to comments. */
function commentParser({ sourceType, parser: given }) {
  return (code) => {
    const { comments = [] } =
      given === parser
        ? parser.parse(code, { sourceType: sourceType === "module" ? "module" : "script", comment: true, range: true })
        : espree.parse(code, { sourceType, ecmaVersion: "latest", comment: true });
    return comments.map(({ value }) => value.trim());
  };
}

function finding({ ruleId, messageId, message, line, column, endLine, fix, suggestions }) {
  const rule = ruleId.replace(/^.*\//, "");
  return {
    rule,
    messageId: messageId ?? "none",
    message,
    line,
    column,
    endLine: endLine ?? line,
    hasFix: fix !== undefined,
    suggestions: suggestions?.length ?? 0,
  };
}

function difference(before, after) {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const excerpt = (text) => text.slice(Math.max(0, start - 80), text.length - end + 80).slice(0, 600);
  return { before: excerpt(before), after: excerpt(after) };
}

function stackOf(error) {
  return error instanceof Error ? (error.stack ?? error.message).split("\n").slice(0, 8).join("\n") : String(error);
}
