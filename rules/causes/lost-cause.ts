import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../model/failure-handlers.js";
import { isKnownNonError } from "../catches/non-errors.js";
import type { Call } from "../codes/called-factory.js";
import type { LintContext } from "../contract/lint-context.js";
import { followValues } from "../model/values.js";
import { getOutermostWrapper, isNothing, unwrapExpression } from "../syntax/expressions.js";
import { isInside } from "../syntax/nodes.js";
import { getConstInitializer, readStaticKey, resolveVariable } from "../syntax/references.js";
import type { ParameterPlace } from "../types/type-facts.js";
import { type HandledFailure, mentions } from "./known-cause.js";

type Variable = TSESLint.Scope.Variable;

/** How a call loses the failure that it should get as its cause. */
export interface LostCause {
  /** `other`: a value that is not the failure stands in the place of the cause. */
  readonly kind: "missing" | "other";
  /**
   * That value; else the object or expression that should hold the cause, `undefined` where the call ends before it.
   */
  readonly node: TSESTree.Node | undefined;
  readonly canEdit: boolean;
}

/** Returns how a call that makes an error loses the failure; unknown signatures and values are taken to keep it. */
export function findLostCause(
  call: Call,
  { argument, property }: ParameterPlace,
  failure: HandledFailure,
  lint: LintContext,
): LostCause | undefined {
  if (call.arguments.slice(0, argument + 1).some(({ type }) => type === "SpreadElement")) return undefined;
  // The field of an envelope is called so; without one, an error may hold the failure under any name.
  if (isAttached(call, lint.contract.isNone ? undefined : (property ?? "cause"), failure)) return undefined;
  const given = call.arguments[argument];
  if (given && property === undefined) {
    // A conversion of an outer failure, in the handler of an inner one, throws the outer failure on.
    const isConverted = argument === 0 && isCaught(resolveVariable(given, lint.sourceCode), lint.sourceCode);
    return isConverted || mayCarry(given, failure) ? undefined : { kind: "other", node: given, canEdit: true };
  }
  const lost = given && property !== undefined ? findLostInOptions(given, property, failure, lint) : lack(given);
  return lost?.kind === "missing" && isAmongDetails(call, failure) ? undefined : lost;
}

function lack(node: TSESTree.Node | undefined, canEdit = true): LostCause {
  return { kind: "missing", node, canEdit };
}

function findLostInOptions(
  node: TSESTree.Node,
  name: string,
  failure: HandledFailure,
  lint: LintContext,
): LostCause | undefined {
  const value = unwrapExpression(node);
  if (isNothing(value)) return lack(value);
  if (value.type === "ObjectExpression") return findLostInObject(value, name, failure, lint);
  const variable = resolveVariable(value, lint.sourceCode);
  const initializer = getConstInitializer(variable);
  const object = initializer && unwrapExpression(initializer);
  if (object?.type === "ObjectExpression") {
    // Code that uses the object in another way may add the cause to it.
    const isShared = variable?.references.some(
      ({ identifier, init }) => init !== true && identifier !== value && identifier.parent.type !== "SpreadElement",
    );
    return isShared === false && findLostInObject(object, name, failure, lint) ? lack(value) : undefined;
  }
  const isObject = lint.facts?.members(value).every(({ kind }) => kind === "object" || kind === "undefined") === true;
  return isObject && lint.facts.property(value, name) === "absent" ? lack(value) : undefined;
}

/** Reads the cause in an object literal from the end, because the last property of a name counts. */
function findLostInObject(
  object: TSESTree.ObjectExpression,
  name: string,
  failure: HandledFailure,
  lint: LintContext,
): LostCause | undefined {
  const { sourceCode } = lint;
  let canEdit = true;
  for (const each of object.properties.toReversed()) {
    if (each.type === "SpreadElement") {
      if (!findLostInOptions(each.argument, name, failure, lint)) return undefined;
      continue;
    }
    const key = readStaticKey(each, sourceCode);
    // `[key]: e`: whatever the key is, nobody can read that it is the cause.
    if (key === undefined) canEdit = false;
    if (key !== name) continue;
    const isPlain = each.kind === "init" && !each.method;
    if (isPlain && mayCarry(each.value, failure)) return undefined;
    const isOnly = object.properties.every(
      (other) => other === each || (other.type === "Property" && readStaticKey(other, sourceCode) !== name),
    );
    return { kind: "other", node: isPlain ? each.value : each, canEdit: isPlain && isOnly };
  }
  return lack(object, canEdit);
}

/** `jsonRpcError(code, message, { cause: e })`: a factory with an argument for details carries the failure there. */
function isAmongDetails(call: Call, failure: HandledFailure): boolean {
  return call.arguments.some((each) => each.type === "ObjectExpression" && holdsAsCause(each, "cause", failure));
}

/** Returns whether the error gets the failure where it is made, or in the variable that it is kept in. */
function isAttached(call: Call, name: string | undefined, failure: HandledFailure): boolean {
  if (isGivenFailure(call, failure, name)) return true;
  const { parent } = getOutermostWrapper(call);
  const target =
    parent?.type === "VariableDeclarator"
      ? parent.id
      : parent?.type === "AssignmentExpression"
        ? parent.left
        : undefined;
  const variable = target && resolveVariable(target, failure.sourceCode);
  return (
    variable?.references.some(
      ({ identifier }) =>
        identifier !== target &&
        isInside(identifier, failure.handler.node) &&
        isGivenFailure(identifier, failure, name),
    ) === true
  );
}

// These give only text: the failure itself, and its own cause, are gone.
const TEXT_MEMBERS = new Set(["message", "stack", "name", "code", "toString"]);
const TEXT_FUNCTIONS = new Set(["String", "JSON.stringify", "util.inspect", "inspect"]);
const HOLDS_NOTHING: ReadonlySet<string> = new Set([
  ...["Literal", "TemplateLiteral", "BinaryExpression", "UnaryExpression", "UpdateExpression"],
  ...["ArrowFunctionExpression", "FunctionExpression", "ClassExpression"],
]);

/**
 * Returns whether the value of an expression may be, or hold, the failure. Unknown values may: a call, a property of
 * something else, an object. Text made of the failure does not hold it, nor does a variable from before it.
 */
function mayCarry(node: TSESTree.Node, failure: HandledFailure): boolean {
  const { sourceCode, variables, handler } = failure;
  const answers = followValues<true>(node, sourceCode, ({ kind, node: value }, follow) => {
    if (value.type === "Identifier") {
      const variable = resolveVariable(value, sourceCode);
      if (!variable || isTextOf(variable, sourceCode)) return [];
      if (variables.includes(variable)) return [true];
      const references = variable.references.filter(({ identifier }) => isInside(identifier, handler.node));
      return references.flatMap(({ identifier, writeExpr }) => {
        if (writeExpr) return follow(writeExpr);
        return isGivenFailure(identifier, failure) ? [true as const] : [];
      });
    }
    if (kind === "step" && value.type !== "CallExpression" && value.type !== "MemberExpression") return undefined;
    return HOLDS_NOTHING.has(value.type) || isText(value, failure) ? [] : [true];
  });
  return answers.length > 0;
}

/** Returns whether an expression refers to the failure, and not for its text alone. */
function holdsFailure(node: TSESTree.Node, failure: HandledFailure): boolean {
  return mentions(node, failure) && mayCarry(node, failure);
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
function isGivenFailure(node: TSESTree.Node, failure: HandledFailure, name?: string): boolean {
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
function holdsAsCause(object: TSESTree.ObjectExpression, name: string, failure: HandledFailure): boolean {
  return object.properties.some((each) => {
    if (each.type === "SpreadElement") return mentions(each, failure);
    const key = readStaticKey(each, failure.sourceCode);
    return (key === name || key === "value") && mayCarry(each.value, failure);
  });
}

/**
 * Returns whether a call holds the text of a failure that is no Error, as a test before the call tells: such a value
 * has nothing but its text. `e instanceof Error ? e : new X(String(e))`, `e || new Error(e)`
 */
export function quotesNonError(call: TSESTree.Node, { variables, sourceCode }: HandledFailure): boolean {
  return variables.some(({ references }) =>
    references.some(
      ({ identifier }) =>
        isInside(identifier, call) &&
        (identifier.parent === call || isMadeText(identifier)) &&
        isKnownNonError(identifier, sourceCode, call),
    ),
  );
}

/** `String(e)`, `${e}` */
function isMadeText({ parent }: TSESTree.Node): boolean {
  if (parent?.type === "TemplateLiteral") return true;
  return parent?.type === "CallExpression" && parent.callee.type === "Identifier" && parent.callee.name === "String";
}
