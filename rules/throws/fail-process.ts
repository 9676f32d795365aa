import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { DroppedFailure } from "../catches/dropped-failures.js";
import type { FailureHandler, HandlerPlace } from "../catches/failure-handlers.js";
import { getLayout, getSourceStyle } from "../edits/source-style.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingFunction, isFunctionNode } from "../syntax/functions.js";
import { insertAtEnd } from "./rethrow.js";

/**
 * The edit that lets the process end with a failure, where a script drops it: in a handler that runs outside of
 * functions, or in a function that the file calls there and does not wait for. `undefined` elsewhere.
 */
export function failProcess(
  handler: FailureHandler,
  { at }: DroppedFailure,
  sourceCode: TSESLint.SourceCode,
): TSESLint.ReportFixFunction | undefined {
  if (handler.kind !== "catch" && handler.kind !== "rejection") return undefined;
  if (!isRunAtTop(handler.node, sourceCode)) return undefined;
  const statement = "process.exitCode = 1";
  if (!at || at === handler.node) return insertAtEnd(handler, () => statement, sourceCode);
  const isBareReturn = at.type === "ReturnStatement" && at.argument === null;
  return isBareReturn && at.parent === handler.body
    ? (fixer) => fixer.insertTextBefore(at, `${statement}; `)
    : undefined;
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
  const { indent, step } = getLayout(handler, sourceCode);
  const { semicolon } = getSourceStyle(sourceCode);
  const lines = [`${logger}(error)`, "process.exitCode = 1"].map((line) => `${indent}${step}${line}${semicolon}\n`);
  return (fixer) => fixer.replaceText(handler, `(error) => {\n${lines.join("")}${indent}}`);
}

function isRunAtTop(node: FailureHandler["node"], sourceCode: TSESLint.SourceCode): boolean {
  const around = findEnclosingFunction(node);
  if (!around) return isFunctionNode(node) && isStatementAtTop(node.parent);
  const declared = around.parent.type === "VariableDeclarator" ? around.parent : around;
  const [variable] = sourceCode.getDeclaredVariables(declared);
  const names = variable?.references.map(({ identifier }) => identifier) ?? [];
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
