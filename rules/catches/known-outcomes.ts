import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { isInside } from "../syntax/nodes.js";
import { findBuiltinErrorName, readNameOf, readStaticValue, resolveVariable } from "../syntax/references.js";
import type { FailureTraces } from "./failure-traces.js";

type Variable = TSESLint.Scope.Variable;

export interface OutcomeContext {
  readonly handler: TSESTree.Node;
  readonly failure: FailureTraces;
  readonly sourceCode: TSESLint.SourceCode;
}

// Who asks this looks whether the failure can still be told to anybody.
const ALREADY_OVER = new RegExp(
  String.raw`^[_#]?(?:is|was|has|already)?_?(?:headersSent|writableEnded|writableFinished|finished|settled|` +
    String.raw`resolved|rejected|done|ended|closed|closing|destroyed|disposed|stopped|stopping|aborted|` +
    String.raw`cancell?ed|shuttingDown|timedOut|completed|called|unmounted|exited|replied|responded|answered|` +
    String.raw`handled|sent|acked|acknowledged)$`,
  "i",
);
const RECEIVER = /^(?:cb|done|next|reject|fail|on[A-Z]\w*|\w*(?:[cC]allback|[hH]andler|[lL]istener|[rR]eject))$/;

/** The outcome of a test, as far as it is certain while the failure is there. */
export function findKnownOutcome(test: TSESTree.Node, context: OutcomeContext): boolean | undefined {
  const node = unwrapExpression(test);
  const { sourceCode, failure } = context;
  if (failure.isItself(node)) return true;
  const variable = resolveVariable(node, sourceCode);
  const set = variable && isTruthyAfterFailure(variable, node, context);
  if (set !== undefined) return set;
  const name = readNameOf(node, sourceCode);
  if (ALREADY_OVER.test(name)) return false;
  if (RECEIVER.test(name) && isCalledIn(test, name, sourceCode)) return true;
  return node.type === "BinaryExpression" ? findComparisonOutcome(node, context) : undefined;
}

function findComparisonOutcome(node: TSESTree.BinaryExpression, context: OutcomeContext): boolean | undefined {
  const { sourceCode, failure } = context;
  const { left, right, operator } = node;
  if (operator === "instanceof") {
    return failure.isItself(left) && findBuiltinErrorName(right, sourceCode) === "Error" ? true : undefined;
  }
  if (!/^[!=]==?$/.test(operator)) return undefined;
  const isEqual = operator.startsWith("=");
  const compared = readStaticValue(right, sourceCode);
  if (!compared) return undefined;
  if (failure.isItself(left)) return compared.value == null ? !isEqual : undefined;
  // `typeof cb === "function"`
  if (left.type === "UnaryExpression" && left.operator === "typeof") {
    const { argument } = left;
    const isReceiver = argument.type === "Identifier" && RECEIVER.test(argument.name);
    return isReceiver && compared.value === "function" ? isEqual : undefined;
  }
  const variable = resolveVariable(unwrapExpression(left), sourceCode);
  const set = variable && isTruthyAfterFailure(variable, node, context);
  if (set === undefined) return undefined;
  if (compared.value == null || compared.value === false) return set === !isEqual;
  return compared.value === true ? set === isEqual : undefined;
}

function isCalledIn(test: TSESTree.Node, name: string, { text }: TSESLint.SourceCode): boolean {
  const { parent } = test;
  return parent !== undefined && text.slice(...parent.range).includes(`${name}(`);
}

/**
 * Returns whether a variable is truthy once the attempt has failed: one that only the attempt sets is unset, and one
 * that the handler sets is set.
 */
function isTruthyAfterFailure(
  variable: Variable,
  at: TSESTree.Node,
  { handler, sourceCode }: OutcomeContext,
): boolean | undefined {
  // Inside of the handler the attempt may have come halfway.
  if (handler.type !== "CatchClause" || isInside(at, handler)) return undefined;
  const definition = variable.defs[0];
  if (definition?.type !== "Variable" || definition.node.id !== definition.name) return undefined;
  const attempt = handler.parent.block;
  if (isInside(definition.node, handler.parent)) return undefined;
  const writes = variable.references.filter((reference) => reference.isWrite());
  if (writes.some(({ from }) => from.variableScope !== variable.scope.variableScope)) return undefined;
  const inAttempt = writes.filter(({ identifier }) => isInside(identifier, attempt));
  const inHandler = writes.filter(({ identifier }) => isInside(identifier, handler));
  if (!inHandler.every(({ identifier }) => identifier.parent.parent?.parent === handler.body)) return undefined;
  if (inAttempt.length + inHandler.length === 0) return undefined;
  const decisive = inHandler.length > 0 ? inHandler : writes.filter((write) => !inAttempt.includes(write));
  const values = decisive.map(({ identifier, writeExpr }) => {
    const isPlain = writeExpr !== null && writeExpr !== undefined && !isFunctionNode(identifier.parent);
    return isPlain ? isTruthy(writeExpr, sourceCode) : undefined;
  });
  if (values.length === 0) return false;
  const [first] = values;
  return values.every((value) => value === first) ? first : undefined;
}

function isTruthy(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean | undefined {
  const value = unwrapExpression(node);
  if (value.type === "ObjectExpression" || value.type === "ArrayExpression" || value.type === "NewExpression")
    return true;
  const found = readStaticValue(value, sourceCode);
  return found ? Boolean(found.value) : undefined;
}

/** The outcome of a test that asks the failure which one it is, by which it is recognised. */
export function findRecognisingOutcome(test: TSESTree.Node, { failure }: OutcomeContext): boolean | undefined {
  if (test.type === "SwitchCase") {
    if (!test.test) return undefined;
    const isOfFailure = failure.isIn(test.parent.discriminant);
    return isOfFailure || failure.isIn(test.test) ? true : undefined;
  }
  if (!failure.isIn(test)) return undefined;
  const node = unwrapExpression(test);
  return !(node.type === "BinaryExpression" && node.operator.startsWith("!"));
}
