import type { TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "./expressions.js";
import { leaves } from "./functions.js";

/** A test that has been made where a node runs. */
export interface TestBefore {
  readonly test: TSESTree.Node;
  /** The outcome that leads to the node. */
  readonly outcome: boolean;
}

/**
 * Yields the tests that lead to a node, nearest first: of the `if`, `? :`, `&&`, `||` and `??` around it, and of the
 * `if`s before it that leave their block.
 *
 * @param isEnd whether tests beyond this node around it no longer count, since a variable may hold something else
 *   there.
 */
export function* testsBefore(node: TSESTree.Node, isEnd: (around: TSESTree.Node) => boolean): Generator<TestBefore> {
  for (let child = node, { parent } = node; parent; child = parent, { parent } = parent) {
    switch (parent.type) {
      case "IfStatement":
      case "ConditionalExpression":
        if (parent.test !== child) yield { test: parent.test, outcome: parent.consequent === child };
        break;
      case "LogicalExpression":
        if (parent.right === child) yield { test: parent.left, outcome: parent.operator === "&&" };
        break;
      case "BlockStatement":
      case "Program":
        for (const statement of parent.body.slice(0, parent.body.indexOf(child as TSESTree.Statement)).reverse()) {
          if (statement.type === "IfStatement" && leaves(statement.consequent))
            yield { test: statement.test, outcome: false };
        }
    }
    if (isEnd(parent)) return;
  }
}

/**
 * Returns whether the tests that lead to a node show something, as `shows` tells of a test without `!`, `&&` and `||`
 * and its outcome: of `a && b` that holds either part may show it, of `a || b` that holds both have to.
 */
export function isShownBefore(
  node: TSESTree.Node,
  isEnd: (around: TSESTree.Node) => boolean,
  shows: (test: TSESTree.Node, outcome: boolean) => boolean,
): boolean {
  return [...testsBefore(node, isEnd)].some(({ test, outcome }) => isShownBy(test, outcome, shows));
}

/** Returns whether one test shows something, as {@link isShownBefore} says. */
export function isShownBy(
  test: TSESTree.Node,
  outcome: boolean,
  shows: (test: TSESTree.Node, outcome: boolean) => boolean,
): boolean {
  const value = unwrapExpression(test);
  if (value.type === "UnaryExpression" && value.operator === "!") return isShownBy(value.argument, !outcome, shows);
  if (value.type !== "LogicalExpression" || value.operator === "??") return shows(value, outcome);
  const isShown = (side: TSESTree.Node) => isShownBy(side, outcome, shows);
  const sides = [value.left, value.right];
  return (value.operator === "&&") === outcome ? sides.some(isShown) : sides.every(isShown);
}
