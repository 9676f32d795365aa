import type { TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../catches/failure-handlers.js";
import type { Call } from "../codes/called-factory.js";
import type { LintContext } from "../contract/lint-context.js";
import { getOutermostWrapper, isNothing, unwrapExpression } from "../syntax/expressions.js";
import { isInside } from "../syntax/nodes.js";
import { getConstInitializer, readStaticKey, resolveVariable } from "../syntax/references.js";
import type { ParameterPlace } from "../types/type-facts.js";
import { type HandledFailure, holdsAsCause, isGivenFailure, mayCarry } from "./carried-failure.js";

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
  if (isAttached(call, property ?? "cause", failure)) return undefined;
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
function isAttached(call: Call, name: string, failure: HandledFailure): boolean {
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
