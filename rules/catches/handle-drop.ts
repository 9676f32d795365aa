// What to do about a handler that drops its failure: throw all but the one that is expected, throw each, or let the
// process end with a failure.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { type PlannedCall, addBinding, planConversion } from "../edits/factory-call.js";
import { getSourceStyle, indentAt, quoteText } from "../edits/source-style.js";
import { isLogging, isResolution } from "../model/exits.js";
import { type HandlerPlace, findEnclosingHandler, findHandledCause } from "../model/failure-handlers.js";
import { type Handler, findEnclosingLoop, isSignalProbe, readCallName } from "../model/handlers.js";
import { mayThrowAt } from "../model/throw-ends.js";
import { unwrapExpression } from "../syntax/expressions.js";
import {
  collectReturnedValues,
  findEnclosingFunction,
  findFunctionVariable,
  isFunctionNode,
  leaves,
} from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { collectNodes, isInside, isTypeScriptFile, runsInBrowser } from "../syntax/source-file.js";
import { printToolName } from "../tools/tool-handlers.js";
import type { DroppedFailure } from "./dropped-failures.js";
import { hasWrittenReason, isExcused } from "./excuses.js";
import { isLoss } from "./stand-ins.js";

/** A suggestion for a dropped failure. */
export interface Handling {
  readonly messageId: "rethrow" | "failProcess" | "narrow";
  readonly data: Record<string, string>;
  readonly fix: TSESLint.ReportFixFunction;
}

type Edit = (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix;

/** Collects suggestions for a dropped failure, the likeliest first. */
export function suggestHandling(handler: Handler, drop: DroppedFailure): readonly Handling[] {
  const { lint, sourceCode } = handler;
  if (drop.answers || runsInBrowser(handler.node, sourceCode) || lint.contract.definesContract) return [];
  // A throw would end the other items of a loop, too.
  if (findEnclosingLoop(handler.node) && drop.how !== "partly") return [];
  const isLostAnyway = !lint.contract.isStrict && isLoss(handler, drop);
  const isLost = (isLostAnyway || !isExcused(handler, drop)) && !isMeantDrop(handler, drop);
  const narrowing = drop.how === "partly" ? [] : narrowDrop(handler, isLost);
  if (!isLost) return narrowing;
  const throwing = throwFailure(handler, drop);
  return [...narrowing, ...(throwing.length > 0 ? throwing : failProcess(handler, drop))];
}

/** Returns whether callers count on what a handler gives, so that a throw in its place does harm. */
function isMeantDrop(handler: Handler, drop: DroppedFailure): boolean {
  const { owner, sourceCode } = handler;
  // A throw at the top of a module takes away all that it exports.
  if (!owner && handler.block && sourceCode.ast.body.some(({ type }) => type.startsWith("Export"))) return true;
  if (recognises(handler, drop)) return true;
  // Where a preset is not strict, a finding says that callers take the answer for another one.
  return handler.lint.contract.isStrict && isUsualAnswer(handler, drop);
}

const ASKS_WHICH = /\.(?:code|errno|name|message|status)\b|instanceof (?!Error\b)/;

/** Returns whether a failure that a test of the handler recognises would be thrown along with the others. */
function recognises(handler: Handler, { at }: DroppedFailure): boolean {
  const { body, binding, sourceCode } = handler;
  const references = (binding && resolveVariable(binding, sourceCode)?.references) ?? [];
  if (findOthers(handler)) return false;
  return collectNodes(sourceCode, body, isFunctionNode).some((node) => {
    if (node.type !== "IfStatement" || (at && isInside(at, node)) || leaves(node.consequent)) return false;
    const { test } = node;
    return ASKS_WHICH.test(sourceCode.getText(test)) && references.some((each) => isInside(each.identifier, test));
  });
}

/** Finds the block for all failures but one that is expected: `if (error.code !== "ENOENT") { log(error); }`. */
function findOthers({ body, failure }: Handler): TSESTree.BlockStatement | undefined {
  const [test] = body.type === "BlockStatement" && body.body.length === 1 ? body.body : [];
  if (test?.type !== "IfStatement" || test.alternate || test.consequent.type !== "BlockStatement") return undefined;
  const isUnexpected = test.test.type === "BinaryExpression" && test.test.operator === "!==" && failure.isIn(test.test);
  return isUnexpected ? test.consequent : undefined;
}

/** `return false`, or an answer that the function also gives where nothing fails, or that its type names. */
function isUsualAnswer({ block, owner, lint, sourceCode }: Handler, { told }: DroppedFailure): boolean {
  if (!told) return false;
  const answer = unwrapExpression(told);
  if (answer.type === "Literal" && typeof answer.value === "boolean") return true;
  if (!block || !owner) return false;
  const text = sourceCode.getText(answer);
  const named = owner.returnType ? sourceCode.getText(owner.returnType).split(/[\s:<>|]+/) : [];
  const given = collectReturnedValues(owner, sourceCode)
    .filter((value) => findEnclosingHandler(value, lint)?.type !== "CatchClause")
    .map((value) => sourceCode.getText(unwrapExpression(value)));
  return [...named, ...given].includes(text);
}

/**
 * Throws the failure where a handler drops it: as the contract's error; where there is no contract, also as the cause
 * of an error with the text that the handler logs. The other code is kept, but for the `return` or the jump that the
 * throw takes the place of. Empty where the failure cannot be named, a comment would be lost or would say the opposite,
 * nothing catches the throw, or the handler goes on on purpose: to try again, or to answer.
 */
function throwFailure(handler: Handler, { at }: DroppedFailure): readonly Handling[] {
  const { kind, node, body, lint } = handler;
  const isCallback = isFunctionNode(node) && node.parent.type === "CallExpression" && !node.generator;
  if (node.type !== "CatchClause" && (kind !== "rejection" || !isCallback)) return [];
  // A reason for the failure that is expected is none for the others.
  const isReasoned = hasWrittenReason(handler) && !findOthers(handler);
  if (!mayThrowAt(node, lint) || isReasoned || resolvesPromise(handler)) return [];
  const cause = findHandledCause(node, body, lint);
  if (!cause) return [];
  const ways = [
    planConversion({ cause: cause.name, tool: printToolName(body, lint) }, body, lint),
    ...(lint.contract.isNone ? [planLogged(handler, cause.name)] : []),
  ];
  return ways.flatMap((call) => {
    const statement = `throw ${call?.text}`;
    const replaced = at && at !== node ? at : findStoredDefault(handler);
    const edit = replaced
      ? replaceWithThrow(replaced, statement, handler)
      : insertAtEnd(findOthers(handler) ?? body, statement, handler);
    if (!call || !edit) return [];
    const fix: Handling["fix"] = (fixer) => [...call.imported(fixer), ...addBinding(fixer, cause, lint), edit(fixer)];
    return [{ messageId: "rethrow", data: { thrown: call.shown }, fix }];
  });
}

/** Plans an error with the literal that a handler logs, without the colon at its end; one word is a tag. */
function planLogged({ body, lint, sourceCode }: Handler, caught: string): PlannedCall | undefined {
  const logs = collectNodes(sourceCode, body).filter((node) => node.type === "CallExpression");
  const text = logs
    .filter((call) => isLogging(call, lint))
    .flatMap((call) => call.arguments)
    .filter((node) => node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string"))
    .filter((node) => !sourceCode.getTokens(node).some(({ value }) => value === caught))
    .map((node) => sourceCode.getText(node))
    .find((each) => /\s/.test(each));
  const print = (shown: string) => `new Error(${shown}, { ${caught === "cause" ? caught : `cause: ${caught}`} })`;
  const message = text?.replace(/[\s:,.!]*(?=.$)/, "");
  return message === undefined ? undefined : { text: print(message), shown: print("..."), imported: () => [] };
}

/** Returns whether a call resolves a promise, as `resolve(false)` in a listener: it tells what waits for it. */
function resolvesPromise({ node, lint, sourceCode }: Handler): boolean {
  return collectNodes(sourceCode, node).some((each) => each.type === "CallExpression" && isResolution(each, lint));
}

/** Finds the statement at the end of a handler that stores a default: `plan = {};`. A throw takes its place. */
function findStoredDefault({ body, failure }: Handler): TSESTree.Node | undefined {
  const last = body.type === "BlockStatement" ? body.body.at(-1) : undefined;
  const stored = last?.type === "ExpressionStatement" ? last.expression : undefined;
  const isDefault = stored?.type === "AssignmentExpression" && stored.operator === "=" && !failure.isIn(stored);
  return isDefault ? last : undefined;
}

/** `return null;` becomes the throw. */
function replaceWithThrow(at: TSESTree.Node, statement: string, { sourceCode }: Handler): Edit | undefined {
  if (sourceCode.getCommentsInside(at).length > 0) return undefined;
  const semicolon = sourceCode.getLastToken(at)?.value === ";" ? ";" : "";
  return (fixer) => fixer.replaceText(at, `${statement}${semicolon}`);
}

/** Inserts a statement at the end of a block; an expression that a handler consists of is kept in front of it. */
function insertAtEnd(
  body: TSESTree.BlockStatement | TSESTree.Expression,
  statement: string,
  { lint, sourceCode }: Handler,
): Edit | undefined {
  if (body.type !== "BlockStatement") return replaceExpression(body, statement, lint);
  const { indentStep, semicolon } = getSourceStyle(lint);
  const close = sourceCode.getLastToken(body);
  const before = close && sourceCode.getTokenBefore(close, { includeComments: true });
  if (!before) return undefined;
  const gap = sourceCode.text.slice(before.range[1], close.range[0]);
  const text = `${statement}${semicolon}`;
  if (gap.includes("\n"))
    return (fixer) => fixer.insertTextBefore(close, `${indentStep}${text}\n${indentAt(body.parent.range[0], lint)}`);
  const isOpen = body.body.length > 0 && sourceCode.getTokenBefore(close)?.value !== ";";
  return (fixer) => fixer.insertTextAfterRange(before.range, `${isOpen ? ";" : ""} ${text}${gap === "" ? " " : ""}`);
}

/** `() => null` becomes `(error) => { throw ... }`; a call is kept: it may log. */
function replaceExpression(
  body: TSESTree.Expression,
  statement: string,
  { sourceCode }: LintContext,
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

/**
 * Narrows a catch clause to the one failure that its attempt may expect: a missing file, a process that does not run, a
 * module that is not installed. Empty where something else is tried too, or nothing catches the throw. Where the drop
 * is no answer that the callers count on (`isLost`), the attempt may also look at what it read.
 */
function narrowDrop(handler: Handler, isLost: boolean): readonly Handling[] {
  const { node, lint, sourceCode } = handler;
  if (node.type !== "CatchClause" || !mayThrowAt(node, lint)) return [];
  if (lint.contract.isStrict && hasWrittenReason(handler)) return [];
  // A test of the code that stands there already decides.
  if (/\.code\b/.test(sourceCode.getText(node.body))) return [];
  const code = findExpectedCode(handler, isLost);
  const cause = findHandledCause(node, node.body, lint);
  const open = sourceCode.getFirstToken(node.body);
  const isOneLine = node.body.loc.start.line === node.body.loc.end.line;
  if (code === undefined || !cause || !open || (isOneLine && node.body.body.length > 0)) return [];
  const { name } = cause;
  const style = getSourceStyle(lint);
  const indent = indentAt(node.range[0], lint);
  const failure = isTypeScriptFile(lint.filename) ? `(${name} as NodeJS.ErrnoException)` : name;
  const test = `if (${failure}.code !== ${quoteText(code, style)}) throw ${name}${style.semicolon}`;
  const text = `\n${indent}${style.indentStep}${test}${isOneLine ? `\n${indent}` : ""}`;
  const fix: Handling["fix"] = (fixer) => [...addBinding(fixer, cause, lint), fixer.insertTextAfter(open, text)];
  return [{ messageId: "narrow", data: { code }, fix }];
}

function findExpectedCode({ calls, purposes, lint, sourceCode }: Handler, isLost: boolean): string | undefined {
  const mayBeMissing = (call: TSESTree.Node): boolean => {
    const name = readCallName(call, lint).replace(/Sync$/, "");
    return USES_FILE.has(name) || (isLost && ASKS_FOR_FILE.has(name));
  };
  const isBeside = (index: number) => isLost && purposes[index] === "question";
  if (calls.some(mayBeMissing) && calls.every((call, index) => mayBeMissing(call) || isBeside(index))) return "ENOENT";
  const [first, ...others] = calls;
  if (!first || others.length > 0) return undefined;
  if (first.type === "ImportExpression") return "ERR_MODULE_NOT_FOUND";
  if (isSignalProbe(first, lint)) return "ESRCH";
  const isRequire = first.type === "CallExpression" && sourceCode.getText(first.callee) === "require";
  return isRequire ? "MODULE_NOT_FOUND" : undefined;
}

/**
 * Lets the process end with a failure, where a script drops it: in a handler that runs outside of functions, or in a
 * function that the file calls there and does not wait for.
 */
function failProcess(handler: Handler, { at }: DroppedFailure): readonly Handling[] {
  const { kind, node, body, lint } = handler;
  if ((kind !== "catch" && kind !== "rejection") || !isRunAtTop(node, lint)) return [];
  const statement = "process.exitCode = 1";
  const isBareReturn = at?.type === "ReturnStatement" && at.argument === null && at.parent === body;
  const edit: Edit | undefined = isBareReturn
    ? (fixer) => fixer.insertTextBefore(at, `${statement}; `)
    : !at || at === node
      ? insertAtEnd(body, statement, handler)
      : undefined;
  return edit ? [{ messageId: "failProcess", data: {}, fix: edit }] : [];
}

/**
 * Makes a function which ends the process with a failure, too, of a logger that a script passes as the handler:
 * `main().catch(console.error)`. Empty where no script does.
 */
export function failProcessAfterLog({ kind, call, handler }: HandlerPlace, lint: LintContext): readonly Handling[] {
  const logger = lint.sourceCode.getText(handler);
  if (kind !== "rejection" || !isStatementAtTop(call) || /\berror\b(?<!\.error)|\n/.test(logger)) return [];
  const indent = indentAt(handler.range[0], lint);
  const { indentStep, semicolon } = getSourceStyle(lint);
  const lines = [`${logger}(error)`, "process.exitCode = 1"].map(
    (line) => `${indent}${indentStep}${line}${semicolon}\n`,
  );
  const fix: Edit = (fixer) => fixer.replaceText(handler, `(error) => {\n${lines.join("")}${indent}}`);
  return [{ messageId: "failProcess", data: {}, fix }];
}

function isRunAtTop(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
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
