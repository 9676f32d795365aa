import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import { readNameOf, readStaticValue } from "../syntax/properties.js";
import { resolveVariable } from "../syntax/references.js";
import { isInside } from "../syntax/source-file.js";
import type { PropagationContext } from "./propagation.js";

// Whether the failure can still be told to a caller.
const ALREADY_OVER = /^[_#]?(?:is|was)?(?:headersSent|settled|done|closed|aborted|cancell?ed|completed)$/i;

/** The outcome of a test, as far as it is certain while the failure is there. */
export function findKnownOutcome(test: TSESTree.Node, lint: PropagationContext): boolean | undefined {
  const node = unwrapExpression(test);
  const { sourceCode } = lint;
  const isThere = isTruthyAfterFailure(node, lint);
  if (isThere !== undefined) return isThere;
  const name = readNameOf(node, sourceCode);
  if (ALREADY_OVER.test(name)) return false;
  // `if (callback) callback(error)`
  const around = test.parent && sourceCode.getText(test.parent);
  if (name !== "" && around?.includes(`${name}(`)) return true;
  return node.type === "BinaryExpression" ? findComparisonOutcome(node, lint) : undefined;
}

/** `error instanceof Error`, `value === undefined` */
function findComparisonOutcome(
  { left, right, operator }: TSESTree.BinaryExpression,
  lint: PropagationContext,
): boolean | undefined {
  const { sourceCode, failure } = lint;
  if (operator === "instanceof")
    return failure.isItself(left) && findBuiltinErrorName(right, sourceCode) === "Error" ? true : undefined;
  const compared = /^[!=]==?$/.test(operator) ? readStaticValue(right, sourceCode) : undefined;
  if (!compared || compared.value) return undefined;
  const isThere = isTruthyAfterFailure(unwrapExpression(left), lint);
  return isThere === undefined ? undefined : isThere === operator.startsWith("!");
}

/**
 * Returns whether a value is truthy once the attempt has failed: the failure is; a variable that only the attempt sets
 * is unset, and one that the handler sets is set.
 */
function isTruthyAfterFailure(node: TSESTree.Node, lint: PropagationContext): boolean | undefined {
  const { sourceCode, handler, failure } = lint;
  if (failure.isItself(node)) return true;
  const variable = resolveVariable(node, sourceCode);
  const definition = variable?.defs[0];
  // Inside of the handler the attempt may have come halfway.
  if (handler.type !== "CatchClause" || isInside(node, handler) || definition?.type !== "Variable") return undefined;
  if (definition.node.id !== definition.name || isInside(definition.node, handler.parent)) return undefined;
  const writes = variable?.references.filter((reference) => reference.isWrite()) ?? [];
  if (writes.some(({ from }) => from.variableScope !== variable?.scope.variableScope)) return undefined;
  const inHandler = writes.filter(({ identifier }) => isInside(identifier, handler));
  if (!inHandler.every(({ identifier }) => identifier.parent.parent?.parent === handler.body)) return undefined;
  const before = writes.filter(({ identifier }) => !isInside(identifier, handler.parent.block));
  if (before.length === writes.length && inHandler.length === 0) return undefined;
  const [first, ...others] = (inHandler.length > 0 ? inHandler : before).map(({ writeExpr }) =>
    writeExpr ? isTruthy(writeExpr, lint) : undefined,
  );
  if (inHandler.length === 0 && before.length === 0) return false;
  return others.every((value) => value === first) ? first : undefined;
}

function isTruthy(node: TSESTree.Node, { sourceCode }: LintContext): boolean | undefined {
  const value = unwrapExpression(node);
  if (/^(?:Object|Array|New)Expression$/.test(value.type)) return true;
  const found = readStaticValue(value, sourceCode);
  return found ? Boolean(found.value) : undefined;
}

/** The outcome of a test that asks the failure which one it is, by which it is recognised. */
export function findRecognisingOutcome(test: TSESTree.Node, { failure }: PropagationContext): boolean | undefined {
  if (test.type === "SwitchCase") {
    if (!test.test) return undefined;
    const isOfFailure = failure.isIn(test.parent.discriminant);
    return isOfFailure || failure.isIn(test.test) ? true : undefined;
  }
  if (!failure.isIn(test)) return undefined;
  const node = unwrapExpression(test);
  return !(node.type === "BinaryExpression" && node.operator.startsWith("!"));
}
