import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../catches/failure-handlers.js";
import { findThrowByCall } from "../catches/throw-sites.js";
import type { Call } from "../codes/called-factory.js";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { isInside } from "../syntax/nodes.js";
import { readStaticKey, resolveVariable } from "../syntax/references.js";
import type { ParameterPlace } from "../types/type-facts.js";
import { type HandledFailure, mayCarry, mentions } from "./carried-failure.js";

/**
 * The cause that a call gets. `missing`: none, and `holder` is the node that should get it: the object or the
 * expression in its place, `undefined` where the call ends before it. `other`: a value that is not the failure.
 */
export type GivenCause =
  | { readonly kind: "carried" }
  | { readonly kind: "missing"; readonly holder: TSESTree.Node | undefined; readonly canAdd: boolean }
  | { readonly kind: "other"; readonly value: TSESTree.Node; readonly canReplace: boolean };

const CARRIED: GivenCause = { kind: "carried" };

/** Whether a call that makes an error hands it the failure; unknown signatures and values count as `carried`. */
export function classifyGivenCause(
  call: Call,
  { argument, property }: ParameterPlace,
  failure: HandledFailure,
  reader: LintContext,
): GivenCause {
  if (call.arguments.slice(0, argument + 1).some(({ type }) => type === "SpreadElement")) return CARRIED;
  if (isAttached(call, property ?? "cause", failure)) return CARRIED;
  const given = call.arguments[argument];
  if (!given) return isNested(call, failure) ? CARRIED : { kind: "missing", holder: undefined, canAdd: true };
  if (property === undefined) {
    // A conversion of an outer failure, in the handler of an inner one, throws the outer failure on.
    const isConverted = argument === 0 && isCaught(resolveVariable(given, reader.sourceCode), reader.sourceCode);
    return isConverted || mayCarry(given, failure) ? CARRIED : { kind: "other", value: given, canReplace: true };
  }
  const found = classifyInOptions(given, property, failure, reader);
  return found.kind === "missing" && isNested(call, failure) ? CARRIED : found;
}

function classifyInOptions(
  node: TSESTree.Node,
  property: string,
  failure: HandledFailure,
  reader: LintContext,
): GivenCause {
  const value = unwrapExpression(node);
  switch (value.type) {
    case "ObjectExpression":
      return classifyInObject(value, property, failure, reader);
    case "Identifier":
      return classifyInVariable(value, property, failure, reader) ?? classifyByType(value, property, reader);
    case "ConditionalExpression": {
      const arms = [value.consequent, value.alternate].map((arm) => classifyInOptions(arm, property, failure, reader));
      const lacks = arms.every(({ kind }) => kind !== "carried");
      return lacks ? { kind: "missing", holder: value, canAdd: false } : CARRIED;
    }
    case "Literal":
      return value.value === null ? { kind: "missing", holder: value, canAdd: true } : CARRIED;
    default:
      return classifyByType(value, property, reader);
  }
}

/** Reads the cause in an object literal from the end, because the last property of a name counts. */
function classifyInObject(
  object: TSESTree.ObjectExpression,
  name: string,
  failure: HandledFailure,
  reader: LintContext,
): GivenCause {
  let canAdd = true;
  for (const each of object.properties.toReversed()) {
    if (each.type === "SpreadElement") {
      if (classifyInOptions(each.argument, name, failure, reader).kind === "carried") return CARRIED;
      continue;
    }
    const key = readStaticKey(each, reader.sourceCode);
    // `[key]: e`: whatever the key is, nobody can read that it is the cause.
    if (key === undefined) canAdd = false;
    if (key !== name) continue;
    const isPlain = each.kind === "init" && !each.method;
    if (isPlain && mayCarry(each.value, failure)) return CARRIED;
    const isOnly = object.properties.every(
      (other) => other === each || (other.type === "Property" && readStaticKey(other, reader.sourceCode) !== name),
    );
    return { kind: "other", value: isPlain ? each.value : each, canReplace: isPlain && isOnly };
  }
  return { kind: "missing", holder: object, canAdd };
}

/** Reads the cause from a variable whose every value is written in the file. */
function classifyInVariable(
  node: TSESTree.Identifier,
  property: string,
  failure: HandledFailure,
  reader: LintContext,
): GivenCause | undefined {
  const variable = resolveVariable(node, reader.sourceCode);
  if (!variable || variable.defs.length === 0) {
    return node.name === "undefined" ? { kind: "missing", holder: node, canAdd: true } : undefined;
  }
  const [definition, ...others] = variable.defs;
  if (definition?.type !== "Variable" || definition.node.id !== definition.name || others.length > 0) return undefined;
  const writes = variable.references.filter((reference) => reference.isWrite());
  const values = writes.map(({ writeExpr }) => writeExpr && unwrapExpression(writeExpr));
  const objects = values.filter((value) => value?.type === "ObjectExpression");
  if (objects.length === 0) return undefined;
  // Whoever else has the object may add the cause to it.
  const isKnown = objects.length === values.length && !variable.references.some((each) => isShared(each, node));
  const lacks =
    isKnown && objects.every((each) => classifyInObject(each, property, failure, reader).kind !== "carried");
  return lacks ? { kind: "missing", holder: node, canAdd: true } : CARRIED;
}

/** Whether a reference changes the object or hands it on, other than to calls like the one at hand. */
function isShared({ identifier, init }: TSESLint.Scope.Reference, node: TSESTree.Identifier): boolean {
  if (init === true || identifier === node) return false;
  const { parent } = identifier;
  if (parent.type === "SpreadElement") return false;
  if (parent.type !== "MemberExpression" || parent.object !== identifier) return true;
  const isWritten = parent.parent.type === "AssignmentExpression" && parent.parent.left === parent;
  const isCalled = parent.parent.type === "CallExpression" && parent.parent.callee === parent;
  return isWritten || isCalled;
}

function classifyByType(node: TSESTree.Node, property: string, { facts }: LintContext): GivenCause {
  const isObject = facts?.members(node).every(({ kind }) => kind === "object" || kind === "undefined") === true;
  return isObject && facts.property(node, property) === "absent"
    ? { kind: "missing", holder: node, canAdd: true }
    : CARRIED;
}

/** `jsonRpcError(code, message, { cause: e })`: a factory with an argument for details carries the failure there. */
function isNested(call: Call, failure: HandledFailure): boolean {
  return call.arguments.some(
    (argument) =>
      argument.type === "ObjectExpression" &&
      argument.properties.some(
        (each) =>
          each.type === "Property" &&
          readStaticKey(each, failure.sourceCode) === "cause" &&
          mayCarry(each.value, failure),
      ),
  );
}

/**
 * Whether the error gets the failure after it was made, before it goes anywhere: `err.cause = e`,
 * `Object.assign(err, { cause: e })`, `attach(new X(), e)`, `new X().causedBy(e)`.
 */
function isAttached(call: Call, name: string, failure: HandledFailure): boolean {
  if (isGivenAt(call, name, failure)) return true;
  const { parent } = getOutermostExpression(call);
  const target =
    parent?.type === "VariableDeclarator"
      ? parent.id
      : parent?.type === "AssignmentExpression"
        ? parent.left
        : undefined;
  const variable = target && resolveVariable(target, failure.sourceCode);
  if (!variable) return false;
  const uses = variable.references.filter(
    ({ identifier }) => identifier !== target && isInside(identifier, failure.within),
  );
  const thrown = uses.find(({ identifier }) => getOutermostExpression(identifier).parent?.type === "ThrowStatement");
  return uses.some(
    ({ identifier }) =>
      (!thrown || identifier.range[0] < thrown.identifier.range[0]) && isGivenAt(identifier, name, failure),
  );
}

function isGivenAt(node: TSESTree.Node, name: string, failure: HandledFailure): boolean {
  const value = getOutermostExpression(node);
  const { parent } = value;
  if (parent?.type === "MemberExpression" && parent.object === value) {
    const member = getOutermostExpression(parent);
    const user = member.parent;
    if (user?.type === "AssignmentExpression" && user.left === member) {
      return readStaticKey(parent, failure.sourceCode) === name && mayCarry(user.right, failure);
    }
    if (user?.type !== "CallExpression" || user.callee !== member) return false;
    return user.arguments.some((argument) => holdsFailure(argument, failure));
  }
  if (parent?.type !== "CallExpression" || !parent.arguments.some((argument) => argument === value)) {
    return false;
  }
  // Who receives a failure and another beside it, as `callback(error, e)`, does not join them.
  if (findThrowByCall(parent, failure.sourceCode)?.value === value) return false;
  return parent.arguments.some((argument) => {
    if (argument === value || !holdsFailure(argument, failure)) return false;
    return argument.type !== "ObjectExpression" || hasCause(argument, name, failure);
  });
}

function holdsFailure(node: TSESTree.Node, failure: HandledFailure): boolean {
  return mentions(node, failure) && mayCarry(node, failure);
}

/** `{ cause: e }`, or `{ value: e }` as `Object.defineProperty` takes it. */
function hasCause(object: TSESTree.ObjectExpression, name: string, failure: HandledFailure): boolean {
  return object.properties.some((each) => {
    if (each.type === "SpreadElement") return true;
    const key = readStaticKey(each, failure.sourceCode);
    return (key === name || key === "value") && mayCarry(each.value, failure);
  });
}

/** Returns the expression together with the type assertions around it. */
function getOutermostExpression(node: TSESTree.Node): TSESTree.Node {
  let current = node;
  while (current.parent && current.parent !== unwrapExpression(current.parent)) current = current.parent;
  return current;
}
