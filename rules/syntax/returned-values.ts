import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { enclosingFunction, type FunctionNode } from "./functions.js";
import { nodesIn } from "./nodes-in.js";

/** The expressions that a function returns, in order of their places; those of functions inside it are not its own. */
export function returnedValues(node: FunctionNode, sourceCode: TSESLint.SourceCode): readonly TSESTree.Expression[] {
  if (node.body.type !== "BlockStatement") return [node.body];
  return [...nodesIn(sourceCode, node.body)]
    .filter((each): each is TSESTree.ReturnStatement => each.type === "ReturnStatement")
    .filter((each) => enclosingFunction(each) === node)
    .flatMap(({ argument }) => argument ?? [])
    .sort((one, other) => one.range[0] - other.range[0]);
}
