import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isExecutionBoundary, isFunctionNode } from "../syntax/functions.js";
import { getOrCreate } from "../syntax/remember.js";
import { isInside } from "../syntax/source-file.js";
import { type Block, ControlFlow, type Position } from "./control-flow.js";
import { readExpression } from "./expression-flow.js";
import { readStatements } from "./statement-flow.js";

// The control flow graph of a function is built from its syntax tree when somebody first asks about a node in it, and
// kept with the tree. Nothing but the tree is read: no scopes, and no events of a host.

/** The part of a source file that its graphs are built from: a tree whose nodes know their parents. */
type SourceTree = Pick<TSESLint.SourceCode, "visitorKeys">;

/** Returns where a function or the body of a catch clause begins: nowhere if it cannot be reached. */
export function findEntries(node: TSESTree.Node, source: SourceTree): readonly Position[] {
  return getControlFlow(node, source).entries.get(node) ?? [];
}

/** Returns where the block of a `try` comes to its end: nowhere if it never does. */
export function findEnds(block: TSESTree.BlockStatement, source: SourceTree): readonly Position[] {
  return getControlFlow(block, source).ends.get(block) ?? [];
}

/** Returns where the code goes on after a step. */
export function findPositionsAfter(step: TSESTree.Node, source: SourceTree): readonly Position[] {
  return getControlFlow(step, source).after.get(step) ?? [];
}

/** Returns the steps of a function or catch clause, without those of the functions in it. */
export function collectSteps(handler: TSESTree.Node, source: SourceTree): readonly TSESTree.Node[] {
  return [...getControlFlow(handler, source).after.keys()].filter((step) => isInside(step, handler));
}

/**
 * Returns whether code comes to its end, or returns, on some path from where a function or a catch clause begins.
 *
 * @param isLast whether control never comes back from a step; a throw is one, unless it is caught
 */
export function mayComplete(
  node: TSESTree.Node,
  source: SourceTree,
  isLast: (step: TSESTree.Node) => boolean,
): boolean {
  const known = new Set<Block>();
  const leaves = (block: Block, first = 0): boolean => {
    if (known.has(block)) return false;
    known.add(block);
    // Whatever is called may throw, into the handler around it.
    if (block.onThrow && leaves(block.onThrow)) return true;
    for (const step of block.steps.slice(first)) {
      if (step.type === "ReturnStatement") return true;
      if (step.type === "ThrowStatement" || isLast(step)) return false;
    }
    return block.isEnd || block.next.some((next) => leaves(next));
  };
  return findEntries(node, source).some(({ block, step }) => leaves(block, step));
}

/**
 * Returns where the code that a handler begins with may end, other than by a failure of a call: a return or a throw,
 * in the handler or behind it, a step that control never comes back from, or the handler itself, where the code comes
 * to its end. A `try` that runs again is followed no further.
 *
 * @param isLast whether control never comes back from a step
 */
export function collectExits(
  handler: TSESTree.Node,
  source: SourceTree,
  isLast: (step: TSESTree.Node) => boolean,
): readonly TSESTree.Node[] {
  const exits = new Set<TSESTree.Node>();
  const known = new Set<Block>();
  const follow = (block: Block, first = 0): void => {
    if (known.has(block)) return;
    known.add(block);
    for (const step of block.steps.slice(first)) {
      if (step === handler.parent) return;
      if (step.type !== "ReturnStatement" && step.type !== "ThrowStatement" && !isLast(step)) continue;
      exits.add(step);
      return;
    }
    if (block.isEnd) exits.add(handler);
    for (const next of block.next) follow(next);
  };
  for (const { block, step } of findEntries(handler, source)) follow(block, step);
  return [...exits];
}

const graphs = new WeakMap<TSESTree.Node, ControlFlow>();

function getControlFlow(node: TSESTree.Node, source: SourceTree): ControlFlow {
  const root = findRoot(node);
  return getOrCreate(graphs, root, () => buildControlFlow(root, source));
}

/** Returns the node whose code a node runs with: a function, a file, a static block or a field with its value. */
function findRoot(node: TSESTree.Node): TSESTree.Node {
  if (isFunctionNode(node)) return node;
  let child: TSESTree.Node = node;
  for (let around = node.parent; around; child = around, around = around.parent) {
    if (isField(around) ? around.value === child : isExecutionBoundary(around)) return around;
  }
  return child;
}

function buildControlFlow(root: TSESTree.Node, { visitorKeys }: SourceTree): ControlFlow {
  const flow = new ControlFlow(root, visitorKeys);
  if (isFunctionNode(root)) {
    for (const each of root.params) readExpression(each, flow);
    if (root.body.type === "BlockStatement") readStatements(root.body.body, flow);
    else {
      readExpression(root.body, flow);
      flow.take(root);
    }
  } else if (root.type === "Program" || root.type === "StaticBlock") readStatements(root.body, flow);
  else if (isField(root)) readExpression(root.value, flow);
  flow.leave();
  return flow;
}

function isField(node: TSESTree.Node): node is TSESTree.AccessorProperty | TSESTree.PropertyDefinition {
  return node.type === "PropertyDefinition" || node.type === "AccessorProperty";
}
