import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isKnownNonError } from "../catches/non-errors.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { isInside } from "../syntax/nodes.js";
import { findBuiltinErrorName, readStaticKey, resolveVariable } from "../syntax/references.js";

type Variable = TSESLint.Scope.Variable;

/** A failure that code is handling: where, and the variables that hold it or parts of it. */
export interface HandledFailure {
  /** The handler's own node. */
  readonly within: TSESTree.Node;
  readonly variables: readonly Variable[];
  readonly sourceCode: TSESLint.SourceCode;
}

/** Returns whether a handler assigns another value to the variable of its failure. */
export function isReplaced(failure: HandledFailure): boolean {
  return failure.variables.some(({ references }) =>
    references.some(
      (each) => each.isWrite() && each.init !== true && !(each.writeExpr && mayCarry(each.writeExpr, failure)),
    ),
  );
}

// These give only text: the failure itself, and its own cause, are gone.
const TEXT_MEMBERS = new Set(["message", "stack", "name", "code", "toString"]);
const TEXT_FUNCTIONS = new Set(["String", "JSON.stringify", "util.inspect", "inspect"]);
const MAX_STEPS = 5;

/**
 * Returns whether the value of an expression may be, or hold, the failure. Unknown values may: a call, a property of
 * something else. Text made of the failure does not hold it, nor does a value from before it.
 */
export function mayCarry(node: TSESTree.Node, failure: HandledFailure, steps = 0): boolean {
  return listPossibleValues(node).some((value) => mayBeFailure(value, failure, steps));
}

function mayBeFailure(value: TSESTree.Node, failure: HandledFailure, steps: number): boolean {
  switch (value.type) {
    case "Identifier":
      return mayHold(value, failure, steps);
    case "Literal":
    case "TemplateLiteral":
    case "BinaryExpression":
    case "UnaryExpression":
    case "UpdateExpression":
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "ClassExpression":
      return false;
    case "AwaitExpression":
      return mayCarry(value.argument, failure, steps);
    case "MemberExpression":
      return !isText(value, failure);
    case "CallExpression":
      return !isText(value, failure) && !isBareError(value, failure);
    case "NewExpression":
      return !isBareError(value, failure);
    case "ObjectExpression":
      return mentions(value, failure) || value.properties.some((each) => holdsMore(each, failure, steps));
    case "ArrayExpression":
      return mentions(value, failure) || value.elements.some((each) => each !== null && mayCarry(each, failure, steps));
    default:
      return true;
  }
}

/** Whether a node refers to the failure anywhere. */
export function mentions(node: TSESTree.Node, { variables }: HandledFailure): boolean {
  return variables.some(({ references }) => references.some(({ identifier }) => isInside(identifier, node)));
}

/**
 * Returns whether a call holds the text of a failure that is no Error, as a test before the call tells: such a value
 * has nothing but its text. `e instanceof Error ? e : new X(String(e))`
 */
export function quotesNonError(call: TSESTree.Node, { variables, sourceCode }: HandledFailure): boolean {
  return variables.some(({ references }) =>
    references.some(
      ({ identifier }) =>
        isInside(identifier, call) && isMadeText(identifier) && isKnownNonError(identifier, sourceCode, call),
    ),
  );
}

/** `String(e)`, `${e}` */
function isMadeText({ parent }: TSESTree.Node): boolean {
  if (parent?.type === "TemplateLiteral") return true;
  return parent?.type === "CallExpression" && parent.callee.type === "Identifier" && parent.callee.name === "String";
}

/** `e.message`, `e.stack.split("\n")`, `String(e)`, `e.message.trim()` */
function isText(node: TSESTree.Node, failure: HandledFailure): boolean {
  const value = unwrapExpression(node);
  const { sourceCode } = failure;
  if (value.type === "MemberExpression") {
    const name = readStaticKey(value, sourceCode) ?? "";
    return (refersTo(value.object, failure) && TEXT_MEMBERS.has(name)) || isText(value.object, failure);
  }
  if (value.type !== "CallExpression") return false;
  return TEXT_FUNCTIONS.has(sourceCode.getText(value.callee)) || isText(value.callee, failure);
}

/** Whether an expression is the failure itself, or a part that a pattern has taken from it. */
export function refersTo(node: TSESTree.Node, { variables, sourceCode }: HandledFailure): boolean {
  const variable = resolveVariable(unwrapExpression(node), sourceCode);
  return variable !== undefined && variables.includes(variable);
}

/** An error that is made here of nothing that refers to the failure. */
function isBareError(node: TSESTree.CallExpression | TSESTree.NewExpression, failure: HandledFailure): boolean {
  return (
    findBuiltinErrorName(node.callee, failure.sourceCode) !== undefined &&
    node.arguments.every((argument) => !mentions(argument, failure) && !holdsMore(argument, failure, 0))
  );
}

function holdsMore(node: TSESTree.Node, failure: HandledFailure, steps: number): boolean {
  if (node.type === "SpreadElement") return true;
  return mayCarry(node.type === "Property" ? node.value : node, failure, steps);
}

function mayHold(node: TSESTree.Identifier, failure: HandledFailure, steps: number): boolean {
  const { sourceCode, variables, within } = failure;
  const variable = resolveVariable(node, sourceCode);
  if (!variable) return false;
  if (variables.includes(variable)) return !isTextOf(variable, sourceCode);
  if (steps >= MAX_STEPS || isGiven(variable, failure)) return true;
  const writes = variable.references.filter(
    (reference) => reference.isWrite() && isInside(reference.identifier, within),
  );
  return writes.some(({ identifier, writeExpr }) => {
    if (!writeExpr) return true;
    // A pattern takes the value apart, a loop takes its elements.
    if (isWhole(identifier)) return mayCarry(writeExpr, failure, steps + 1);
    return mentions(writeExpr, failure) ? !isTextOf(variable, sourceCode) : mayCarry(writeExpr, failure, steps + 1);
  });
}

function isWhole({ parent }: TSESTree.Node): boolean {
  return parent?.type === "VariableDeclarator" || parent?.type === "AssignmentExpression";
}

/** `message` of `catch ({ message })` or `const { message } = e` */
function isTextOf({ defs }: Variable, sourceCode: TSESLint.SourceCode): boolean {
  const name = defs[0]?.name;
  const property = name?.parent.type === "AssignmentPattern" ? name.parent.parent : name?.parent;
  if (property?.type !== "Property" || property.parent.type !== "ObjectPattern") return false;
  return TEXT_MEMBERS.has(readStaticKey(property, sourceCode) ?? "");
}

/** Returns whether a statement may put the failure into a variable's value: `list.push(e)`, `box.error = e`. */
function isGiven({ references }: Variable, failure: HandledFailure): boolean {
  return references.some(({ identifier, init }) => {
    const statement = findStatement(identifier);
    const isDelivery = statement.type === "ThrowStatement" || statement.type === "ReturnStatement";
    return init !== true && !isDelivery && isInside(statement, failure.within) && mentions(statement, failure);
  });
}

function findStatement(node: TSESTree.Node): TSESTree.Node {
  return !node.parent || /(?:Statement|Declaration)$/.test(node.type) ? node : findStatement(node.parent);
}
