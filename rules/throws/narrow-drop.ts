import type { TSESLint } from "@typescript-eslint/utils";
import { collectAttempts, isSignalProbe, readAttemptedName } from "../catches/attempts.js";
import type { FailureHandler } from "../catches/failure-handlers.js";
import { addBinding, findHandledCause } from "../causes/known-cause.js";
import type { LintContext } from "../contract/lint-context.js";
import { getLayout, quoteText, getSourceStyle } from "../edits/source-style.js";
import { mayThrowAt } from "./throw-places.js";

// Functions that read or remove a file or folder that may be missing.
const MAY_BE_MISSING = /^(?:readFile|readdir|readlink|opendir|unlink|rmdir|rm)(?:Sync)?$/;

/** The edit that throws each failure but the expected one, and the code of that one. */
interface Narrowing {
  readonly code: string;
  readonly fix: TSESLint.ReportFixFunction;
}

/**
 * Narrows a catch clause to the one failure that its attempt may expect: a missing file, a process that does not
 * run, a module that is not installed. `undefined` where something else is tried too, or nothing catches the throw.
 */
export function narrowDrop(handler: FailureHandler, { context, sourceCode }: LintContext): Narrowing | undefined {
  const { node } = handler;
  if (node.type !== "CatchClause" || !mayThrowAt(node, sourceCode)) return undefined;
  const code = findExpectedCode(handler, sourceCode);
  const cause = code && findHandledCause(node, node.body, sourceCode);
  if (!cause) return undefined;
  const { name } = cause;
  const open = sourceCode.getFirstToken(node.body);
  const isOneLine = node.body.loc.start.line === node.body.loc.end.line;
  if (!open || (isOneLine && node.body.body.length > 0)) return undefined;
  const style = getSourceStyle(sourceCode);
  const { indent, step } = getLayout(node, sourceCode);
  const failure = /\.[cm]?tsx?$/.test(context.filename) ? `(${name} as NodeJS.ErrnoException)` : name;
  const test = `if (${failure}.code !== ${quoteText(code, style)}) throw ${name}${style.semicolon}`;
  const text = `\n${indent}${step}${test}${isOneLine ? `\n${indent}` : ""}`;
  return { code, fix: (fixer) => [...addBinding(fixer, cause, sourceCode), fixer.insertTextAfter(open, text)] };
}

function findExpectedCode(handler: FailureHandler, sourceCode: TSESLint.SourceCode): string | undefined {
  const calls = collectAttempts(handler, sourceCode);
  const [first, ...others] = calls;
  if (!first) return undefined;
  if (calls.every((call) => MAY_BE_MISSING.test(readAttemptedName(call, sourceCode)))) return "ENOENT";
  if (others.length > 0) return undefined;
  if (first.type === "ImportExpression") return "ERR_MODULE_NOT_FOUND";
  if (first.type !== "CallExpression") return undefined;
  if (isSignalProbe(first, sourceCode)) return "ESRCH";
  return first.callee.type === "Identifier" && first.callee.name === "require" ? "MODULE_NOT_FOUND" : undefined;
}
