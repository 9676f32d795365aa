import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getOutermostWrapper } from "./expressions.js";
import { type FunctionNode, findEnclosingFunction } from "./functions.js";
import { readStaticKey } from "./references.js";

/** Reads the name that a function is declared, assigned or kept with; `undefined` where it has none. */
export function readFunctionName(node: FunctionNode, sourceCode: TSESLint.SourceCode): string | undefined {
  return node.id?.name ?? readValueName(node, sourceCode);
}

/** Reads the name of a function, or of the call that wraps it: `const load = useCallback(async () => ...)`. */
export function readWrappedName(node: FunctionNode, sourceCode: TSESLint.SourceCode): string | undefined {
  let value: TSESTree.Node = node;
  let name = readFunctionName(node, sourceCode);
  while (name === undefined && getOutermostWrapper(value).parent?.type === "CallExpression") {
    value = getOutermostWrapper(value).parent ?? value;
    name = readValueName(value, sourceCode);
  }
  return name;
}

/** Finds the name of the innermost function around a node that has one. */
export function findNameAround(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  for (let around = findEnclosingFunction(node); around; around = findEnclosingFunction(around)) {
    const name = readFunctionName(around, sourceCode);
    if (name !== undefined) return name;
  }
  return undefined;
}

function readValueName(value: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const { parent } = getOutermostWrapper(value);
  switch (parent?.type) {
    case "VariableDeclarator":
      return parent.id.type === "Identifier" ? parent.id.name : undefined;
    case "AssignmentExpression":
      if (parent.left.type === "Identifier") return parent.left.name;
      return parent.left.type === "MemberExpression" ? readStaticKey(parent.left, sourceCode) : undefined;
    case "Property":
    case "MethodDefinition":
    case "PropertyDefinition":
      return parent.key.type === "PrivateIdentifier" ? parent.key.name : readStaticKey(parent, sourceCode);
    default:
      return undefined;
  }
}
