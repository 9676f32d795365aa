import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { FailureHandler } from "../catches/failure-handlers.js";
import { isKnownNonError } from "../catches/non-errors.js";
import { getOutermostWrapper, listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { isInside } from "../syntax/nodes.js";
import { readStaticKey, resolveVariable } from "../syntax/references.js";

type Variable = TSESLint.Scope.Variable;

/** A failure that code is handling, and the variables that hold it or parts of it. */
export interface HandledFailure {
  readonly handler: FailureHandler;
  readonly variables: readonly Variable[];
  readonly sourceCode: TSESLint.SourceCode;
}

/** Returns whether a handler assigns another value to the variable of its failure. */
export function isReplaced(failure: HandledFailure): boolean {
  return failure.variables.some(({ references }) =>
    references.some(
      (each) => each.isWrite() && each.init !== true && !(each.writeExpr && holdsFailure(each.writeExpr, failure)),
    ),
  );
}

// These give only text: the failure itself, and its own cause, are gone.
const TEXT_MEMBERS = new Set(["message", "stack", "name", "code", "toString"]);
const TEXT_FUNCTIONS = new Set(["String", "JSON.stringify", "util.inspect", "inspect"]);
const HOLDS_NOTHING = /^(?:Literal|TemplateLiteral|(?:Binary|Unary|Update|ArrowFunction|Function|Class)Expression)$/;
const MAX_STEPS = 5;

/**
 * Returns whether the value of an expression may be, or hold, the failure. Unknown values may: a call, a property of
 * something else, an object. Text made of the failure does not hold it, nor does a variable from before it.
 */
export function mayCarry(node: TSESTree.Node, failure: HandledFailure, steps = 0): boolean {
  return listPossibleValues(node).some((value) => {
    if (value.type === "Identifier") return mayHold(value, failure, steps);
    return !HOLDS_NOTHING.test(value.type) && !isText(value, failure);
  });
}

/** Returns whether an expression refers to the failure, and not for its text alone. */
function holdsFailure(node: TSESTree.Node, failure: HandledFailure): boolean {
  return mentions(node, failure) && mayCarry(node, failure);
}

/** Returns whether a node refers to the failure anywhere. */
export function mentions(node: TSESTree.Node, { variables }: HandledFailure): boolean {
  return variables.some(({ references }) => references.some(({ identifier }) => isInside(identifier, node)));
}

/** `e.message`, `e.stack.split("\n")`, `String(e)`, `e.message.trim()` */
function isText(node: TSESTree.Node, failure: HandledFailure): boolean {
  const value = unwrapExpression(node);
  const { sourceCode, variables } = failure;
  if (value.type === "CallExpression")
    return TEXT_FUNCTIONS.has(sourceCode.getText(value.callee)) || isText(value.callee, failure);
  if (value.type !== "MemberExpression") return false;
  const owner = resolveVariable(unwrapExpression(value.object), sourceCode);
  const isTextMember = TEXT_MEMBERS.has(readStaticKey(value, sourceCode) ?? "");
  return (isTextMember && owner !== undefined && variables.includes(owner)) || isText(value.object, failure);
}

function mayHold(node: TSESTree.Identifier, failure: HandledFailure, steps: number): boolean {
  const { sourceCode, variables, handler } = failure;
  const variable = resolveVariable(node, sourceCode);
  if (!variable || isTextOf(variable, sourceCode)) return false;
  if (variables.includes(variable) || steps >= MAX_STEPS) return true;
  return variable.references
    .filter(({ identifier }) => isInside(identifier, handler.node))
    .some(({ identifier, writeExpr }) =>
      writeExpr ? mayCarry(writeExpr, failure, steps + 1) : isGivenFailure(identifier, failure),
    );
}

/** `message` of `catch ({ message })` or `const { message } = e` */
function isTextOf({ defs }: Variable, sourceCode: TSESLint.SourceCode): boolean {
  const name = defs[0]?.name;
  const property = name?.parent.type === "AssignmentPattern" ? name.parent.parent : name?.parent;
  if (property?.type !== "Property" || property.parent.type !== "ObjectPattern") return false;
  return TEXT_MEMBERS.has(readStaticKey(property, sourceCode) ?? "");
}

/**
 * Returns whether code puts the failure into a value: `list.push(e)`, `box.error = e`, `attach(box, e)`. With the name
 * of a property, only what sets that one counts.
 */
export function isGivenFailure(node: TSESTree.Node, failure: HandledFailure, name?: string): boolean {
  const value = getOutermostWrapper(node);
  const { parent } = value;
  const isPassed = (argument: TSESTree.Node) =>
    argument !== value &&
    holdsFailure(argument, failure) &&
    (name === undefined || argument.type !== "ObjectExpression" || holdsAsCause(argument, name, failure));
  if (parent?.type === "CallExpression") return parent.callee !== value && parent.arguments.some(isPassed);
  if (parent?.type !== "MemberExpression" || parent.object !== value) return false;
  const member = getOutermostWrapper(parent);
  const user = member.parent;
  if (user?.type === "CallExpression") return user.callee === member && user.arguments.some(isPassed);
  if (user?.type !== "AssignmentExpression" || user.left !== member) return false;
  return (name === undefined || readStaticKey(parent, failure.sourceCode) === name) && mayCarry(user.right, failure);
}

/** `{ cause: e }`, or `{ value: e }` as `Object.defineProperty` takes it. */
export function holdsAsCause(object: TSESTree.ObjectExpression, name: string, failure: HandledFailure): boolean {
  return object.properties.some((each) => {
    if (each.type === "SpreadElement") return mentions(each, failure);
    const key = readStaticKey(each, failure.sourceCode);
    return (key === name || key === "value") && mayCarry(each.value, failure);
  });
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
