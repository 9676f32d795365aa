import type { TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";

/** The part of a handler of all tools that serves one of them. */
interface ToolCase {
  readonly name: string;
  readonly line: number;
  readonly part: TSESTree.Node;
}

/** The cases of `switch (request.params.name)` and `if (name === "read_file")` among the nodes of a handler. */
export function listToolCases(nodes: readonly TSESTree.Node[]): readonly ToolCase[] {
  return nodes.flatMap((node) => {
    if (node.type === "SwitchCase" && isNameOfTool(node.parent.discriminant)) return readCase(node.test, node);
    if (node.type !== "IfStatement" || node.test.type !== "BinaryExpression" || !/^===?$/.test(node.test.operator))
      return [];
    return isNameOfTool(node.test.left) ? readCase(node.test.right, node.consequent) : [];
  });
}

function readCase(name: TSESTree.Node | null, part: TSESTree.Node): readonly ToolCase[] {
  if (name?.type !== "Literal" || typeof name.value !== "string") return [];
  return [{ name: name.value, line: name.loc.start.line, part }];
}

function isNameOfTool(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  const last = value.type === "MemberExpression" && !value.computed ? value.property : value;
  return last.type === "Identifier" && /^(?:name|toolName|tool_name|tool)$/.test(last.name);
}
