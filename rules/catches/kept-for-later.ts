import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findCalledFunction } from "../syntax/function-called.js";
import { isFunctionNode } from "../syntax/functions.js";
import { isInside } from "../syntax/nodes.js";
import { resolveVariable } from "../syntax/references.js";
import { isLogging } from "./logging.js";

/** The file, and the catch clause or function whose failure is followed. */
interface HandlerContext extends LintContext {
  readonly handler: TSESTree.Node;
}

/** The methods that put something into a list, a set, a map. */
export const FILLS = /^(?:push|unshift|add|set)$/;

/** Returns whether a variable or member is read outside of the handler, by more than a log. */
export function isKeptForLater(node: TSESTree.Node, context: HandlerContext): boolean {
  const reads = findLaterReads(node, context);
  return reads?.length !== 0;
}

/** Returns whether a count of failures decides something: one that is only returned does not tell which work failed. */
export function isCountedForLater(node: TSESTree.Node, context: HandlerContext): boolean {
  const reads = findLaterReads(node, context);
  return !reads?.every(isGivenBack);
}

/** `failures += 1`, `failures = failures + 1` */
export function isCount({ operator, right }: TSESTree.AssignmentExpression): boolean {
  if (operator !== "=") return isNumber(right);
  return right.type === "BinaryExpression" && isNumber(right.right);
}

/** Whether a value is a variable that counts: `failures` of `let failures = 0`. */
export function isCounter(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const definition = resolveVariable(unwrapExpression(node), sourceCode)?.defs[0];
  return definition?.type === "Variable" && definition.node.init != null && isNumber(definition.node.init);
}

function isNumber(node: TSESTree.Node): boolean {
  return node.type === "Literal" && typeof node.value === "number";
}

/** Where something is read outside of the handler to be used; `undefined` where nobody can know. */
function findLaterReads(node: TSESTree.Node, context: HandlerContext): readonly TSESTree.Node[] | undefined {
  const { handler, sourceCode } = context;
  const root = getRootNode(node);
  if (root.type !== "Identifier") return undefined;
  const variable = resolveVariable(root, sourceCode);
  const definition = variable?.defs[0];
  if (definition?.type !== "Variable" || isExported(definition.parent)) return undefined;
  return variable?.references
    .filter((reference) => reference.isRead() && !isInside(reference.identifier, handler))
    .map(({ identifier }) => identifier)
    .filter((read) => !isOnlyFilled(read) && !isOnlyCounted(read) && !isOnlyLogged(read, context));
}

function getRootNode(node: TSESTree.Node): TSESTree.Node {
  const owner = unwrapExpression(node);
  return owner.type === "MemberExpression" ? getRootNode(owner.object) : owner;
}

function isExported({ parent }: TSESTree.Node): boolean {
  return parent?.type === "ExportNamedDeclaration";
}

/** `errors.push(e);` */
function isOnlyFilled({ parent }: TSESTree.Node): boolean {
  if (parent?.type !== "MemberExpression" || parent.parent.type !== "CallExpression") return false;
  const isFilling = parent.property.type === "Identifier" && FILLS.test(parent.property.name);
  return isFilling && parent.parent.parent.type === "ExpressionStatement";
}

/** `failures++;`, `failures += 1;` */
function isOnlyCounted({ parent }: TSESTree.Node): boolean {
  const isChange =
    parent?.type === "UpdateExpression" || (parent?.type === "AssignmentExpression" && isNumber(parent.right));
  return isChange && parent.parent.type === "ExpressionStatement";
}

/** `return failures;` */
function isGivenBack({ parent }: TSESTree.Node): boolean {
  return parent?.type === "ReturnStatement";
}

/** `logger.warn({ last });`, `if (last) logger.warn(last);` */
function isOnlyLogged(read: TSESTree.Node, context: HandlerContext): boolean {
  for (let node = read, parent = read.parent; parent; node = parent, parent = parent.parent) {
    if (isFunctionNode(parent)) return false;
    if (parent.type === "CallExpression" && parent.callee !== node && isOnlyLogging(parent, context)) return true;
    if (parent.type === "IfStatement" && parent.test === node)
      return parent.alternate === null && holdsOnlyLogs(parent.consequent, context);
    if (parent.type.endsWith("Statement")) return false;
  }
  return false;
}

/** A logger of the file may do more than its name says. */
function isOnlyLogging(call: TSESTree.CallExpression, context: HandlerContext): boolean {
  return isLogging(call, context) && findCalledFunction(call, context.sourceCode) === undefined;
}

function holdsOnlyLogs(statement: TSESTree.Statement, context: HandlerContext): boolean {
  if (statement.type === "BlockStatement") return statement.body.every((each) => holdsOnlyLogs(each, context));
  if (statement.type !== "ExpressionStatement") return false;
  const { expression } = statement;
  return expression.type === "CallExpression" && isOnlyLogging(expression, context);
}
