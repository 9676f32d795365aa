import type { TSESTree } from "@typescript-eslint/utils";
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
        for (const statement of parent.body.slice(0, parent.body.indexOf(child as TSESTree.Statement))) {
          if (statement.type === "IfStatement" && leaves(statement.consequent))
            yield { test: statement.test, outcome: false };
        }
    }
    if (isEnd(parent)) return;
  }
}
