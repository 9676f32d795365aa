import type { TSESTree } from "@typescript-eslint/utils";
import { isNothing, unwrapExpression } from "../syntax/expressions.js";
import { type HandledFailure, mentions, refersTo } from "./carried-failure.js";

/** Whether a node of a handler only runs where the failure is one: `if (err) ...`, or behind `if (!err) return`. */
export function runsOnFailure(node: TSESTree.Node, failure: HandledFailure): boolean {
  for (let child = node; child !== failure.within && child.parent; child = child.parent) {
    if (isBehindTest(child, child.parent, failure) || isBehindExit(child, child.parent, failure)) return true;
  }
  return false;
}

function isBehindTest(child: TSESTree.Node, parent: TSESTree.Node, failure: HandledFailure): boolean {
  switch (parent.type) {
    case "IfStatement":
    case "ConditionalExpression":
      if (child === parent.consequent) return shows(parent.test, true, failure);
      return child === parent.alternate && shows(parent.test, false, failure);
    case "LogicalExpression":
      if (child !== parent.right || parent.operator === "??") return false;
      return shows(parent.left, parent.operator === "&&", failure);
    default:
      return false;
  }
}

function isBehindExit(child: TSESTree.Node, parent: TSESTree.Node, failure: HandledFailure): boolean {
  if (parent.type !== "BlockStatement") return false;
  const before = parent.body.slice(0, parent.body.indexOf(child as TSESTree.Statement));
  return before.some(
    (each) => each.type === "IfStatement" && leaves(each.consequent) && shows(each.test, false, failure),
  );
}

function leaves(statement: TSESTree.Statement): boolean {
  switch (statement.type) {
    case "ReturnStatement":
    case "ThrowStatement":
    case "BreakStatement":
    case "ContinueStatement":
      return true;
    case "BlockStatement": {
      const last = statement.body.at(-1);
      return last !== undefined && leaves(last);
    }
    case "IfStatement":
      return statement.alternate !== null && leaves(statement.consequent) && leaves(statement.alternate);
    default:
      return false;
  }
}

/** Whether a test that comes out so shows that there is a failure. */
function shows(test: TSESTree.Node, outcome: boolean, failure: HandledFailure): boolean {
  const value = unwrapExpression(test);
  switch (value.type) {
    case "UnaryExpression":
      return value.operator === "!" && shows(value.argument, !outcome, failure);
    case "LogicalExpression": {
      if (value.operator === "??") return false;
      const left = shows(value.left, outcome, failure);
      const right = shows(value.right, outcome, failure);
      return (value.operator === "&&") === outcome ? left || right : left && right;
    }
    case "BinaryExpression":
      return showsBySides(value, outcome, failure);
    case "CallExpression":
      return outcome && value.arguments.some((argument) => refersTo(argument, failure));
    case "MemberExpression":
      return outcome && refersTo(value.object, failure);
    default:
      return outcome && refersTo(value, failure);
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
