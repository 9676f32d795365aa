import type { TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";
import { leaves } from "../syntax/functions.js";

/** The part of a handler of all tools that serves one of them. */
interface ToolCase {
  readonly name: string;
  readonly part: TSESTree.Node;
  /** What all other names run in the part. */
  readonly others?: TSESTree.Node;
}

/**
 * The cases of `switch (request.params.name)`, `if (name === "read_file")` and `if (name !== "read_file") throw ...`
 * among the nodes of a handler.
 */
export function listToolCases(nodes: readonly TSESTree.Node[]): readonly ToolCase[] {
  return nodes.flatMap((node) => {
    if (node.type === "SwitchCase" && isNameOfTool(node.parent.discriminant)) return readCase(node.test, node);
    const test = node.type === "IfStatement" && node.test.type === "BinaryExpression" ? node.test : undefined;
    if (node.type !== "IfStatement" || !test || !isNameOfTool(test.left)) return [];
    if (/^===?$/.test(test.operator)) return readCase(test.right, node.consequent);
    // All other names have left.
    const isLast = /^!==?$/.test(test.operator) && leaves(node.consequent);
    return isLast ? readCase(test.right, node.parent).map((each) => ({ ...each, others: node.consequent })) : [];
  });
}

function readCase(name: TSESTree.Node | null, part: TSESTree.Node): readonly ToolCase[] {
  if (name?.type !== "Literal" || typeof name.value !== "string") return [];
  return [{ name: name.value, part }];
}

/** Whether an expression is written like the name of the tool that a client asks for. */
export function isNameOfTool(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  const last = value.type === "MemberExpression" && !value.computed ? value.property : value;
  return last.type === "Identifier" && /^(?:name|toolName|tool_name|tool)$/.test(last.name);
}
