import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isResolveName } from "../model/exits.js";
import { type FunctionNode, findEnclosingFunction } from "../syntax/functions.js";

/** A place where code gives its caller a value. */
export interface ReturnSite {
  readonly value: TSESTree.Expression;
  /** The statement, the arrow function or the call that gives the value. */
  readonly node: TSESTree.Node;
  /** The function whose caller gets the value; `undefined`: that of a promise. */
  readonly owner: FunctionNode | undefined;
}

/**
 * Returns the site that a `return`, the body of an arrow function or the call of a promise's `resolve` is. A `yield`
 * gives an event, or the outcome of an item.
 */
export function readReturnSite(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): ReturnSite | undefined {
  switch (node.type) {
    case "ReturnStatement":
      return node.argument ? { value: node.argument, node, owner: findEnclosingFunction(node) } : undefined;
    case "ArrowFunctionExpression":
      return node.body.type === "BlockStatement" ? undefined : { value: node.body, node, owner: node };
    case "CallExpression": {
      const [value] = node.arguments;
      if (!value || value.type === "SpreadElement") return undefined;
      const isGiven = node.callee.type === "Identifier" && isResolveName(node.callee, sourceCode);
      return isGiven ? { value, node, owner: undefined } : undefined;
    }
    default:
      return undefined;
  }
}
