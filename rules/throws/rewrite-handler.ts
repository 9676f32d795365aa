import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { classifyPurpose, collectAttempts, isSignalProbe, readAttemptedName } from "../catches/attempts.js";
import type { DroppedFailure } from "../catches/dropped-failures.js";
import type { FailureHandler, HandlerPlace } from "../catches/failure-handlers.js";
import { addBinding, findHandledCause } from "../causes/known-cause.js";
import type { LintContext } from "../contract/lint-context.js";
import { getSourceStyle, indentAt, quoteText } from "../edits/source-style.js";
import { collectResolutions } from "../intents/background.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingFunction, isFunctionNode, findFunctionVariable } from "../syntax/functions.js";
import { planConversion } from "./rewrite-raw-error.js";
import { mayThrowAt } from "./throw-places.js";

/* The edits of a handler that drops a failure. */

type Edit = (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix;

/**
 * Returns the edits that throw the failure where a handler drops it, as the contract's error. The other code is kept,
 * but for the `return` or the jump that the throw takes the place of. `undefined` where the failure cannot be named, a
 * comment would be lost or would say the opposite, nothing catches the throw, or the handler goes on on purpose: to
 * try again, or to answer.
 */
export function rethrow(
  handler: FailureHandler,
  { at }: DroppedFailure,
  context: LintContext,
): TSESLint.ReportFixFunction | undefined {
  const { sourceCode } = context;
  const { kind, node, body } = handler;
  if (kind !== "catch" && kind !== "rejection") return undefined;
  if (isFunctionNode(node) && (node.parent.type !== "CallExpression" || node.generator)) return undefined;
  if (!mayThrowAt(node, sourceCode) || collectResolutions(node, sourceCode).length > 0) return undefined;
  const cause = findHandledCause(node, body, sourceCode);
  const conversion = cause && planConversion(cause.name, body, context);
  if (!conversion) return undefined;
  const statement = `throw ${conversion.text}`;
  const edit =
    at && at !== node ? replaceWithThrow(at, statement, sourceCode) : insertAtEnd(handler, statement, sourceCode);
  return edit && ((fixer) => [...conversion.imported(fixer), ...addBinding(fixer, cause, sourceCode), edit(fixer)]);
}

/** `return null;` becomes the throw. */
function replaceWithThrow(at: TSESTree.Node, statement: string, sourceCode: TSESLint.SourceCode): Edit | undefined {
  if (sourceCode.getCommentsInside(at).length > 0) return undefined;
  const semicolon = sourceCode.getLastToken(at)?.value === ";" ? ";" : "";
  return (fixer) => fixer.replaceText(at, `${statement}${semicolon}`);
}

/** Inserts a statement at the end of a handler; the expression that a handler consists of is kept in front of it. */
function insertAtEnd(
  { node, body }: FailureHandler,
  statement: string,
  sourceCode: TSESLint.SourceCode,
): Edit | undefined {
  const { indentStep, semicolon } = getSourceStyle(sourceCode);
  const indent = indentAt(sourceCode, node.range[0]);
  if (body.type !== "BlockStatement") return replaceExpression(body, statement, sourceCode);
  const close = sourceCode.getLastToken(body);
  const before = close && sourceCode.getTokenBefore(close, { includeComments: true });
  if (!before) return undefined;
  const gap = sourceCode.text.slice(before.range[1], close.range[0]);
  const text = `${statement}${semicolon}`;
  if (gap.includes("\n")) return (fixer) => fixer.insertTextBefore(close, `${indentStep}${text}\n${indent}`);
  const isInLines = node.type === "CatchClause" && node.parent.loc.start.line < node.loc.start.line;
  if (isInLines && gap.trim() === "" && body.body.length === 0) {
    const lines = `\n${indent}${indentStep}${text}\n${indent}`;
    return (fixer) => fixer.replaceTextRange([before.range[1], close.range[0]], lines);
  }
  const last = body.body.at(-1);
  const inline = `${last && isOpen(last, sourceCode) ? ";" : ""} ${text}${gap === "" ? " " : ""}`;
  return (fixer) => fixer.insertTextAfterRange(before.range, inline);
}

/** Returns whether the end of its block alone ends a statement: `{ log(e) }`, `{ if (log) x = {} }`. */
function isOpen(statement: TSESTree.Statement, sourceCode: TSESLint.SourceCode): boolean {
  const end = sourceCode.getLastToken(statement);
  if (end?.value !== "}") return end?.value !== ";";
  const closed = sourceCode.getNodeByRangeIndex(end.range[0]);
  const isBody = /^(?:Block|Switch)Statement$|Body$/.test(closed?.type ?? "");
  return !isBody || closed?.parent?.type.endsWith("Expression") === true;
}

/** `() => null` becomes `(error) => { throw ... }`; a call is kept: it may log. */
function replaceExpression(
  body: TSESTree.Expression,
  statement: string,
  sourceCode: TSESLint.SourceCode,
): Edit | undefined {
  const arrow = sourceCode.getTokenBefore(body, { filter: ({ value }) => value === "=>" });
  if (!arrow) return undefined;
  const range: [number, number] = [arrow.range[1], body.parent.range[1]];
  if (/\/[/*]/.test(sourceCode.text.slice(...range))) return undefined;
  const isCall = /^(?:Call|Await|Chain)Expression$/.test(body.type);
  const kept = isCall ? `${sourceCode.getText(body)}; ` : "";
  return (fixer) => fixer.replaceTextRange(range, ` { ${kept}${statement}; }`);
}

// Functions that read or remove a file or folder that may be missing.
const MAY_BE_MISSING = /^(?:readFile|readdir|readlink|opendir|unlink|rmdir|rm)(?:Sync)?$/;
const MAY_BE_GONE = /^(?:l?stat|access|realpath|rename)(?:Sync)?$/;
// Functions that say where to look, and those that wait for several. `ensureDir` and `copyFolder` do something there.
const LEADS_THERE =
  /^(?!ensure|make|copy|move|open|read|load|scan|walk)[a-z]\w*(?:Path|Dir|Directory|Folder)s?$|^all(?:Settled)?$/;

/** The edit that throws each failure but the expected one, and the code of that one. */
interface Narrowing {
  readonly code: string;
  readonly fix: TSESLint.ReportFixFunction;
}

/**
 * Narrows a catch clause to the one failure that its attempt may expect: a missing file, a process that does not
 * run, a module that is not installed. `undefined` where something else is tried too, or nothing catches the throw.
 * Where the drop is no answer that the callers count on (`isLost`), the attempt may also look at what it read.
 */
export function narrowDrop(
  handler: FailureHandler,
  { context, sourceCode }: LintContext,
  isLost: boolean,
): Narrowing | undefined {
  const { node } = handler;
  if (node.type !== "CatchClause" || !mayThrowAt(node, sourceCode)) return undefined;
  // A test of the code that stands there already decides.
  if (/\.code\b/.test(sourceCode.getText(node.body))) return undefined;
  const code = findExpectedCode(handler, isLost, sourceCode);
  const cause = code && findHandledCause(node, node.body, sourceCode);
  const open = sourceCode.getFirstToken(node.body);
  const isOneLine = node.body.loc.start.line === node.body.loc.end.line;
  if (!cause || !open || (isOneLine && node.body.body.length > 0)) return undefined;
  const { name } = cause;
  const style = getSourceStyle(sourceCode);
  const indent = indentAt(sourceCode, node.range[0]);
  const failure = /\.[cm]?tsx?$/.test(context.filename) ? `(${name} as NodeJS.ErrnoException)` : name;
  const test = `if (${failure}.code !== ${quoteText(code, style)}) throw ${name}${style.semicolon}`;
  const text = `\n${indent}${style.indentStep}${test}${isOneLine ? `\n${indent}` : ""}`;
  return { code, fix: (fixer) => [...addBinding(fixer, cause, sourceCode), fixer.insertTextAfter(open, text)] };
}

function findExpectedCode(
  handler: FailureHandler,
  isLost: boolean,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  const calls = collectAttempts(handler, sourceCode);
  const [first, ...others] = calls;
  if (!first) return undefined;
  const mayBeMissing = (call: TSESTree.Node): boolean => {
    const name = readAttemptedName(call, sourceCode);
    return MAY_BE_MISSING.test(name) || (isLost && MAY_BE_GONE.test(name));
  };
  const isBeside = (call: TSESTree.Node): boolean => {
    const purpose = classifyPurpose(call, sourceCode);
    if (purpose === "other") return LEADS_THERE.test(readAttemptedName(call, sourceCode));
    return isLost && purpose === "question";
  };
  if (calls.some(mayBeMissing) && calls.every((call) => mayBeMissing(call) || isBeside(call))) return "ENOENT";
  if (others.length > 0) return undefined;
  if (first.type === "ImportExpression") return "ERR_MODULE_NOT_FOUND";
  if (first.type !== "CallExpression") return undefined;
  if (isSignalProbe(first, sourceCode)) return "ESRCH";
  return first.callee.type === "Identifier" && first.callee.name === "require" ? "MODULE_NOT_FOUND" : undefined;
}

/**
 * The edit that lets the process end with a failure, where a script drops it: in a handler that runs outside of
 * functions, or in a function that the file calls there and does not wait for. `undefined` elsewhere.
 */
export function failProcess(
  handler: FailureHandler,
  { at }: DroppedFailure,
  sourceCode: TSESLint.SourceCode,
): TSESLint.ReportFixFunction | undefined {
  const { kind, node, body } = handler;
  if ((kind !== "catch" && kind !== "rejection") || !isRunAtTop(node, sourceCode)) return undefined;
  const statement = "process.exitCode = 1";
  if (!at || at === node) return insertAtEnd(handler, statement, sourceCode);
  const isBareReturn = at.type === "ReturnStatement" && at.argument === null && at.parent === body;
  return isBareReturn ? (fixer) => fixer.insertTextBefore(at, `${statement}; `) : undefined;
}

/**
 * The edit that makes a function which ends the process with a failure, too, of a logger that a script passes as the
 * handler: `main().catch(console.error)`. `undefined` where no script does.
 */
export function failProcessAfterLog(
  { kind, call, handler }: HandlerPlace,
  sourceCode: TSESLint.SourceCode,
): TSESLint.ReportFixFunction | undefined {
  const logger = sourceCode.getText(handler);
  if (kind !== "rejection" || !isStatementAtTop(call) || /\berror\b(?<!\.error)|\n/.test(logger)) return undefined;
  const indent = indentAt(sourceCode, handler.range[0]);
  const { indentStep, semicolon } = getSourceStyle(sourceCode);
  const lines = [`${logger}(error)`, "process.exitCode = 1"].map(
    (line) => `${indent}${indentStep}${line}${semicolon}\n`,
  );
  return (fixer) => fixer.replaceText(handler, `(error) => {\n${lines.join("")}${indent}}`);
}

function isRunAtTop(node: FailureHandler["node"], sourceCode: TSESLint.SourceCode): boolean {
  const around = findEnclosingFunction(node);
  if (!around) return isFunctionNode(node) && isStatementAtTop(node.parent);
  const names = findFunctionVariable(around, sourceCode)?.references.map(({ identifier }) => identifier) ?? [];
  return [around, ...names].some(({ parent }) => isStatementAtTop(parent));
}

/** `main();`, `void main();`, `if (isMain) main().finally(close);` outside of functions. */
function isStatementAtTop(call: TSESTree.Node | undefined): boolean {
  if (call?.type !== "CallExpression") return false;
  let node: TSESTree.Node = call;
  while (node.parent && !/Statement$|^Program$|Function/.test(node.parent.type)) {
    const isChained =
      unwrapExpression(node.parent) === node || /^(?:Unary|Member|Call)Expression$/.test(node.parent.type);
    if (!isChained) return false;
    node = node.parent;
  }
  return node.parent?.type === "ExpressionStatement" && !findEnclosingFunction(node);
}
