import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapped } from "./expressions.js";
import { type FunctionNode, enclosingClass, isFunctionNode } from "./functions.js";
import { localMember } from "./local-member.js";
import { getConstInitializer, referencePath, staticKey, variableOf } from "./references.js";

/** The function of the file that a call surely runs: one that is declared, in a `const`, or a method of `this`. */
export function functionCalled(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): FunctionNode | undefined {
  const made = functionReferred(call.callee, sourceCode);
  return made && isFunctionNode(made) ? made : undefined;
}

/** What a name surely stands for: a declared function, what a `const` begins with, a method of `this`. */
export function functionReferred(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const name = unwrapped(node);
  if (name.type === "Identifier") return namedFunction(name, sourceCode);
  return ownMethod(name, sourceCode) ?? memberOfObject(name, sourceCode);
}

function namedFunction(node: TSESTree.Identifier, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const variable = variableOf(node, sourceCode);
  const definition = variable?.defs[0];
  if (definition?.type === "FunctionName") return definition.node;
  const initializer = getConstInitializer(variable);
  return initializer && unwrapped(initializer);
}

/** `handlers.readFile`, of an object of the file. */
function memberOfObject(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const reference = node.type === "MemberExpression" ? referencePath(node, sourceCode) : undefined;
  return reference && localMember(reference);
}

function ownMethod(callee: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  if (callee.type !== "MemberExpression" || callee.object.type !== "ThisExpression") return undefined;
  const name = staticKey(callee, sourceCode);
  const member = enclosingClass(callee)?.body.body.find(
    (each) =>
      (each.type === "MethodDefinition" || each.type === "PropertyDefinition") &&
      name !== undefined &&
      staticKey(each, sourceCode) === name,
  );
  const isGetter = member?.type === "MethodDefinition" && member.kind !== "method";
  return member && "value" in member && !isGetter ? (member.value ?? undefined) : undefined;
}
