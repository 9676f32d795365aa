import type { TSESTree } from "@typescript-eslint/utils";
import { isNothing, unwrapExpression } from "../syntax/expressions.js";
import { isShownBefore } from "../syntax/tests-before.js";
import { type HandledFailure, mentions, refersTo } from "./carried-failure.js";

/** Returns whether a node of a handler only runs where it failed: in `if (err)`, or behind `if (!err) return`. */
export function runsOnFailure(node: TSESTree.Node, failure: HandledFailure): boolean {
  return isShownBefore(
    node,
    (around) => around === failure.within,
    (test, outcome) => shows(test, outcome, failure),
  );
}

/** Returns whether an outcome of a test shows that there is a failure. */
function shows(test: TSESTree.Node, outcome: boolean, failure: HandledFailure): boolean {
  switch (test.type) {
    case "BinaryExpression":
      return showsBySides(test, outcome, failure);
    case "CallExpression":
      return outcome && test.arguments.some((argument) => refersTo(argument, failure));
    case "MemberExpression":
      return outcome && refersTo(test.object, failure);
    default:
      return outcome && refersTo(test, failure);
  }
}

function showsBySides(
  { operator, left, right }: TSESTree.BinaryExpression,
  outcome: boolean,
  failure: HandledFailure,
): boolean {
  if (operator === "instanceof") return outcome && refersTo(left, failure);
  if (!/^[!=]==?$/.test(operator)) return false;
  const isEqual = operator.startsWith("=") === outcome;
  const [tested, other] = mentions(left, failure) ? [left, right] : [right, left];
  if (isNothing(other)) return !isEqual && refersTo(tested, failure);
  // `err.code === "ENOENT"`
  return isEqual && mentions(tested, failure) && unwrapExpression(other).type === "Literal";
}
