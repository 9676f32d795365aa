import type { TSESTree } from "@typescript-eslint/utils";
import { isKnownNonError } from "../catches/non-errors.js";
import type { Call } from "../codes/contract-codes.js";
import { isCaught } from "../model/failure-handlers.js";
import { followValues } from "../model/values.js";
import { getOutermostWrapper, isNothing, readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { isInside } from "../syntax/source-file.js";
import { resolveVariable } from "../syntax/references.js";
import type { ParameterPlace } from "../types/type-facts.js";
import { type HandledFailure, mentions } from "./handled-failure.js";

/** How a call loses the failure that it should get as its cause. */
export interface LostCause {
  /** `other`: a value that is not the failure stands in the place of the cause. */
  readonly kind: "missing" | "other";
  /** That value; else what should hold the cause, `undefined` where the call ends before it. */
  readonly node: TSESTree.Node | undefined;
  readonly canEdit: boolean;
}

/** Returns how a call that makes an error loses the failure; unknown signatures and values are taken to keep it. */
export function findLostCause(
  call: Call,
  { argument, property }: ParameterPlace,
  failure: HandledFailure,
): LostCause | undefined {
  if (call.arguments.slice(0, argument + 1).some(({ type }) => type === "SpreadElement")) return undefined;
  if (isAttached(call, failure.contract.isNone ? undefined : (property ?? "cause"), failure)) return undefined;
  const given = call.arguments[argument];
  if (given && property === undefined) {
    // A conversion of an outer failure, in the handler of an inner one, throws the outer failure on.
    const isConverted = argument === 0 && isCaught(resolveVariable(given, failure.sourceCode), failure);
    return isConverted || mayCarry(given, failure) ? undefined : { kind: "other", node: given, canEdit: true };
  }
  const options = given && unwrapExpression(given);
  const isObject = options?.type === "ObjectExpression" && property !== undefined;
  // Options in a variable may hold anything.
  if (options && !isObject && !isNothing(options)) return undefined;
  const lost: LostCause | undefined = isObject
    ? findLostInObject(options, property, failure)
    : { kind: "missing", node: options, canEdit: true };
  if (lost?.kind !== "missing") return lost;
  // `jsonRpcError(code, message, { cause: e })`: a factory with an argument for details carries the failure there.
  const isDetail = call.arguments.some((each) => each.type === "ObjectExpression" && holdsAs("cause", each, failure));
  // `e instanceof Error ? e : new X(String(e))`, `e || new Error(e)`: a failure that is no Error has but its text.
  return isDetail || quotesNonError(call, failure) ? undefined : lost;
}

/** Reads the cause in an object literal from the end, because the last property of a name counts. */
function findLostInObject(
  object: TSESTree.ObjectExpression,
  name: string,
  failure: HandledFailure,
): LostCause | undefined {
  const { sourceCode } = failure;
  const keys = object.properties.map((each) =>
    each.type === "Property" ? readStaticKey(each, sourceCode) : undefined,
  );
  const last = keys.lastIndexOf(name);
  const behind = object.properties.slice(last + 1);
  if (behind.some(({ type }) => type === "SpreadElement")) return undefined;
  // `[key]: e`: whatever the key is, nobody can read that it is the cause.
  const isRead = !keys.includes(undefined, last + 1);
  const property = object.properties[last];
  if (property?.type !== "Property") return { kind: "missing", node: object, canEdit: isRead };
  const isPlain = property.kind === "init" && !property.method;
  if (isPlain && mayCarry(property.value, failure)) return undefined;
  const canEdit = isPlain && keys.indexOf(name) === last;
  return { kind: "other", node: isPlain ? property.value : property, canEdit };
}

/** Returns whether the error gets the failure where it is made, or in the variable that it is kept in. */
function isAttached(call: Call, name: string | undefined, failure: HandledFailure): boolean {
  if (isGivenFailure(call, name, failure)) return true;
  const { parent } = getOutermostWrapper(call);
  const isAssigned = parent?.type === "AssignmentExpression";
  const target = parent?.type === "VariableDeclarator" ? parent.id : isAssigned ? parent.left : undefined;
  const references = (target && resolveVariable(target, failure.sourceCode)?.references) ?? [];
  return references.some(({ identifier }) => identifier !== target && isGivenFailure(identifier, name, failure));
}

/** `attach(box, e)`, `Object.assign(error, { cause: e })`, `list.push(e)`, `error.cause = e` */
function isGivenFailure(value: TSESTree.Node, name: string | undefined, failure: HandledFailure): boolean {
  const { parent } = getOutermostWrapper(value);
  const member = parent?.type === "MemberExpression" && parent.object === value ? parent : undefined;
  const user = member ? getOutermostWrapper(member).parent : parent;
  if (user?.type === "CallExpression")
    return user.arguments.some((each) => {
      if (isInside(value, each) || !mentions(each, failure)) return false;
      return each.type === "ObjectExpression" ? holdsAs(name, each, failure) : mayCarry(each, failure);
    });
  if (!member || user?.type !== "AssignmentExpression" || user.left !== member) return false;
  return (name === undefined || readStaticKey(member, failure.sourceCode) === name) && mayCarry(user.right, failure);
}

/** `{ cause: e }`, or `{ value: e }` as `Object.defineProperty` takes it; without a name, any property. */
function holdsAs(name: string | undefined, object: TSESTree.ObjectExpression, failure: HandledFailure): boolean {
  return object.properties.some((each) => {
    if (each.type === "SpreadElement") return mentions(each, failure);
    const key = readStaticKey(each, failure.sourceCode);
    return (name === undefined || key === name || key === "value") && mayCarry(each.value, failure);
  });
}

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
  const answers = followValues<true>(node, failure, ({ kind, node: value }, follow) => {
    if (value.type === "Identifier") {
      const variable = resolveVariable(value, sourceCode);
      if (variable && variables.includes(variable)) return [true];
      const written = variable?.references.filter(({ identifier }) => isInside(identifier, handler.node)) ?? [];
      return written.flatMap(({ identifier, writeExpr }) => {
        if (writeExpr) return follow(writeExpr);
        return isGivenFailure(identifier, undefined, failure) ? [true as const] : [];
      });
    }
    if (kind === "step" && value.type !== "CallExpression" && value.type !== "MemberExpression") return undefined;
    return HOLDS_NOTHING.has(value.type) || isText(value, failure) ? [] : [true];
  });
  return answers.length > 0;
}

// These give only text: the failure itself, and its own cause, are gone.
const TEXT_MEMBERS = new Set(["message", "stack", "name", "code", "toString"]);
const TEXT_FUNCTIONS = new Set(["String", "JSON.stringify", "util.inspect", "inspect"]);

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

/** Returns whether a call quotes a failure that is no Error, as a test before the call tells. */
function quotesNonError(call: TSESTree.Node, failure: HandledFailure): boolean {
  const { variables } = failure;
  return variables.some(({ references }) =>
    references.some(({ identifier }) => isInside(identifier, call) && isKnownNonError(identifier, failure, call)),
  );
}
