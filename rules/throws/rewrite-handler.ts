import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { mayThrowAt } from "../model/throw-ends.js";
import type { DroppedFailure } from "../catches/dropped-failures.js";
import type { HandlerPlace } from "../model/failure-handlers.js";
import { type KnownCause, addBinding, findHandledCause } from "../causes/known-cause.js";
import { getSourceStyle, indentAt, quoteText } from "../edits/source-style.js";
import { hasWrittenReason } from "../catches/excuses.js";
import { isResolveName } from "../model/exits.js";
import { type Handler, isSignalProbe, readCallName } from "../model/handlers.js";
import { isLogging } from "../model/logging.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingFunction, isFunctionNode, findFunctionVariable } from "../syntax/functions.js";
import { collectNodes } from "../syntax/source-file.js";
import { planConversion } from "./rewrite-raw-error.js";

/* The edits of a handler that drops a failure. */

type Edit = (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix;

/** The edits that throw where a handler drops its failure, and what they throw, as a message names it. */
interface Throwing {
  readonly thrown: string;
  readonly fix: TSESLint.ReportFixFunction;
}

/**
 * Returns the edits that throw the failure where a handler drops it, as the contract's error. The other code is kept,
 * but for the `return` or the jump that the throw takes the place of. `undefined` where the failure cannot be named, a
 * comment would be lost or would say the opposite, nothing catches the throw, or the handler goes on on purpose: to
 * try again, or to answer.
 */
export function rethrow(handler: Handler, drop: DroppedFailure): Throwing | undefined {
  return throwInstead(handler, drop, ({ name }) => planConversion(name, handler.body, handler.context));
}

/**
 * Returns the edits that throw an error with the text that the handler logs, and with the failure as its cause;
 * `undefined` where it logs none that does without the failure, and as {@link rethrow}.
 */
export function throwLogged(handler: Handler, drop: DroppedFailure): Throwing | undefined {
  const { body, context, sourceCode } = handler;
  const logs = collectNodes(sourceCode, body).filter((node) => node.type === "CallExpression");
  const texts = logs.filter((call) => isLogging(call, context)).flatMap((call) => call.arguments);
  return throwInstead(handler, drop, ({ name }) => {
    const message = texts.map((text) => printLoggedText(text, name, sourceCode)).find((text) => text !== undefined);
    const print = (shown: string) => `new Error(${shown}, { ${name === "cause" ? name : `cause: ${name}`} })`;
    return message === undefined ? undefined : { text: print(message), shown: print("..."), imported: () => [] };
  });
}

/** Prints the literal that a log has, without the colon at its end; one word is a tag. */
function printLoggedText(node: TSESTree.Node, caught: string, sourceCode: TSESLint.SourceCode): string | undefined {
  const isText = node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
  const text = sourceCode.getText(node);
  const quotesFailure = sourceCode.getTokens(node).some(({ value }) => value === caught);
  return isText && /\s/.test(text) && !quotesFailure ? text.replace(/[\s:,.!]*(?=.$)/, "") : undefined;
}

function throwInstead(
  handler: Handler,
  { at }: DroppedFailure,
  plan: (cause: KnownCause) => ReturnType<typeof planConversion>,
): Throwing | undefined {
  const { node, body, sourceCode } = handler;
  if (node.type !== "CatchClause" && (handler.kind !== "rejection" || !isFunctionNode(node))) return undefined;
  if (isFunctionNode(node) && (node.parent.type !== "CallExpression" || node.generator)) return undefined;
  if (!mayThrowAt(node, sourceCode) || hasWrittenReason(handler) || resolvesPromise(node, sourceCode)) return undefined;
  const cause = findHandledCause(node, body, sourceCode);
  const planned = cause && plan(cause);
  if (!planned) return undefined;
  const statement = `throw ${planned.text}`;
  const edit = at && at !== node ? replaceWithThrow(at, statement, sourceCode) : insertAtEnd(handler, statement);
  return (
    edit && {
      thrown: planned.shown,
      fix: (fixer) => [...planned.imported(fixer), ...addBinding(fixer, cause, sourceCode), edit(fixer)],
    }
  );
}

/** Returns whether a call resolves a promise, as `resolve(false)` in a listener: it tells what waits for it. */
function resolvesPromise(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return collectNodes(sourceCode, node).some(
    (each) =>
      each.type === "CallExpression" && each.callee.type === "Identifier" && isResolveName(each.callee, sourceCode),
  );
}

/** `return null;` becomes the throw. */
function replaceWithThrow(at: TSESTree.Node, statement: string, sourceCode: TSESLint.SourceCode): Edit | undefined {
  if (sourceCode.getCommentsInside(at).length > 0) return undefined;
  const semicolon = sourceCode.getLastToken(at)?.value === ";" ? ";" : "";
  return (fixer) => fixer.replaceText(at, `${statement}${semicolon}`);
}

/** Inserts a statement at the end of a handler; the expression that a handler consists of is kept in front of it. */
function insertAtEnd({ node, body, sourceCode }: Handler, statement: string): Edit | undefined {
  if (body.type !== "BlockStatement") return replaceExpression(body, statement, sourceCode);
  const { indentStep, semicolon } = getSourceStyle(sourceCode);
  const close = sourceCode.getLastToken(body);
  const before = close && sourceCode.getTokenBefore(close, { includeComments: true });
  if (!before) return undefined;
  const gap = sourceCode.text.slice(before.range[1], close.range[0]);
  const text = `${statement}${semicolon}`;
  if (gap.includes("\n"))
    return (fixer) => fixer.insertTextBefore(close, `${indentStep}${text}\n${indentAt(sourceCode, node.range[0])}`);
  const isOpen = body.body.length > 0 && sourceCode.getTokenBefore(close)?.value !== ";";
  return (fixer) => fixer.insertTextAfterRange(before.range, `${isOpen ? ";" : ""} ${text}${gap === "" ? " " : ""}`);
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

// Functions of files that fail where the file is missing: those that use it, and those that ask for it.
const USES_FILE: ReadonlySet<string> = new Set(["readFile", "readdir", "readlink", "opendir", "unlink", "rmdir", "rm"]);
const ASKS_FOR_FILE: ReadonlySet<string> = new Set(["stat", "lstat", "access", "realpath", "rename"]);

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
export function narrowDrop(handler: Handler, isLost: boolean): Narrowing | undefined {
  const { node, context, sourceCode } = handler;
  if (node.type !== "CatchClause" || !mayThrowAt(node, sourceCode) || hasWrittenReason(handler)) return undefined;
  // A test of the code that stands there already decides.
  if (/\.code\b/.test(sourceCode.getText(node.body))) return undefined;
  const code = findExpectedCode(handler, isLost);
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

function findExpectedCode({ calls, purposes, sourceCode }: Handler, isLost: boolean): string | undefined {
  const mayBeMissing = (call: TSESTree.Node): boolean => {
    const name = readCallName(call, sourceCode).replace(/Sync$/, "");
    return USES_FILE.has(name) || (isLost && ASKS_FOR_FILE.has(name));
  };
  const isBeside = (index: number) => isLost && purposes[index] === "question";
  if (calls.some(mayBeMissing) && calls.every((call, index) => mayBeMissing(call) || isBeside(index))) return "ENOENT";
  const [first, ...others] = calls;
  if (!first || others.length > 0) return undefined;
  if (first.type === "ImportExpression") return "ERR_MODULE_NOT_FOUND";
  if (isSignalProbe(first, sourceCode)) return "ESRCH";
  const isRequire = first.type === "CallExpression" && sourceCode.getText(first.callee) === "require";
  return isRequire ? "MODULE_NOT_FOUND" : undefined;
}

/**
 * The edit that lets the process end with a failure, where a script drops it: in a handler that runs outside of
 * functions, or in a function that the file calls there and does not wait for. `undefined` elsewhere.
 */
export function failProcess(handler: Handler, { at }: DroppedFailure): TSESLint.ReportFixFunction | undefined {
  const { kind, node, body, sourceCode } = handler;
  if ((kind !== "catch" && kind !== "rejection") || !isRunAtTop(node, sourceCode)) return undefined;
  const statement = "process.exitCode = 1";
  if (!at || at === node) return insertAtEnd(handler, statement);
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

function isRunAtTop(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
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
