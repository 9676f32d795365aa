import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "./expressions.js";
import { isFunctionNode } from "./functions.js";
import { collectNodes } from "./source-file.js";

/** A node whose body runs at another time than the code around it. */
export function isExecutionBoundary(node: TSESTree.Node): boolean {
  return isFunctionNode(node) || /^(?:StaticBlock|PropertyDefinition|AccessorProperty)$/.test(node.type);
}

/** Returns the statement of a list that a node stands in. */
export function getEnclosingStatement(node: TSESTree.Node): TSESTree.Node {
  const { parent } = node;
  const isInList = parent?.type === "BlockStatement" || parent?.type === "Program";
  return !parent || isInList || parent.type === "SwitchCase" ? node : getEnclosingStatement(parent);
}

/** Returns whether control surely leaves a block by a throw: it stands last, and nothing before it leads elsewhere. */
export function endsInThrow(block: TSESTree.BlockStatement, sourceCode: TSESLint.SourceCode): boolean {
  if (block.body.at(-1)?.type !== "ThrowStatement") return false;
  const nodes = collectNodes(sourceCode, block, isFunctionNode);
  return !nodes.some(({ type }) => /^(?:Return|Break|Continue)Statement$/.test(type));
}

/**
 * Returns whether a throw at a node ends in a catch clause of the same function that never reads the error: control
 * flow, not a failure.
 */
export function isJump(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const receiver = findReceivingCatch(node);
  if (!receiver) return false;
  return sourceCode.getDeclaredVariables(receiver).every(({ references }) => references.length === 0);
}

/** Returns the catch clause of the same function that catches a throw at a node, if there is one. */
export function findReceivingCatch(node: TSESTree.Node): TSESTree.CatchClause | undefined {
  for (let child = node, current = node.parent; current; child = current, current = current.parent) {
    if (isExecutionBoundary(current)) return undefined;
    if (current.type === "TryStatement" && current.block === child && current.handler) return current.handler;
  }
  return undefined;
}

/** Whether a statement ends by leaving the block that it stands in. */
export function leaves(statement: TSESTree.Statement): boolean {
  const last = statement.type === "BlockStatement" ? statement.body.at(-1) : statement;
  return last !== undefined && /^(?:Throw|Return|Continue|Break)Statement$/.test(last.type);
}

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
