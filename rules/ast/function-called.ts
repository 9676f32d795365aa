import { AST_NODE_TYPES, ASTUtils, type TSESLint, type TSESTree } from "@typescript-eslint/utils";
import { enclosingClass } from "./enclosing-class.js";
import { isFunctionNode, type FunctionNode } from "./functions.js";
import { staticKey } from "./static-key.js";
import { unwrapped } from "./unwrapped.js";

/** The function of the file that a call surely runs: one that is declared, in a `const`, or a method of `this`. */
export function functionCalled(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): FunctionNode | undefined {
  const callee = unwrapped(call.callee);
  const made =
    callee.type === AST_NODE_TYPES.Identifier ? namedFunction(callee, sourceCode) : ownMethod(callee, sourceCode);
  return made && isFunctionNode(made) ? made : undefined;
}

function namedFunction(node: TSESTree.Identifier, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const definition = ASTUtils.findVariable(sourceCode.getScope(node), node.name)?.defs[0];
  if (definition?.type === "FunctionName") return definition.node;
  const isConst =
    definition?.type === "Variable" && definition.parent.kind === "const" && definition.node.id === definition.name;
  return isConst && definition.node.init ? unwrapped(definition.node.init) : undefined;
}

function ownMethod(callee: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  if (callee.type !== AST_NODE_TYPES.MemberExpression || callee.object.type !== AST_NODE_TYPES.ThisExpression)
    return undefined;
  const name = staticKey(callee, sourceCode);
  const member = enclosingClass(callee)?.body.body.find(
    (each) =>
      (each.type === AST_NODE_TYPES.MethodDefinition || each.type === AST_NODE_TYPES.PropertyDefinition) &&
      name !== undefined &&
      staticKey(each, sourceCode) === name,
  );
  return member && "value" in member ? (member.value ?? undefined) : undefined;
}
