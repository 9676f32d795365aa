import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapped } from "./expressions.js";
import { type FunctionNode, enclosingClass, isFunctionNode } from "./functions.js";
import { localMember } from "./local-member.js";
import { getConstInitializer, getDeclaredClass, referencePath, staticKey, variableOf } from "./references.js";

/** The function of the file that a call surely runs: one that is declared, in a `const`, or a method of `this` or a class. */
export function functionCalled(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): FunctionNode | undefined {
  const made = functionReferred(call.callee, sourceCode);
  return made && isFunctionNode(made) ? made : undefined;
}

/** Finds the sure value of a name: a function, a `const` initialiser, a member of `this`, a class or an object. */
export function functionReferred(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const name = unwrapped(node);
  if (name.type === "Identifier") return namedFunction(name, sourceCode);
  return memberOfClass(name, sourceCode) ?? memberOfObject(name, sourceCode);
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

/** `this.readFile`, `this.#readFile`, and `Files.readFile` of a static member. */
function memberOfClass(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  if (node.type !== "MemberExpression") return undefined;
  const isThis = node.object.type === "ThisExpression";
  const owner = isThis ? enclosingClass(node) : getDeclaredClass(variableOf(node.object, sourceCode));
  const name = owner && memberName(node, sourceCode);
  const member = owner?.body.body.find(
    (each) =>
      (each.type === "MethodDefinition" || each.type === "PropertyDefinition") &&
      (isThis || each.static) &&
      name !== undefined &&
      memberName(each, sourceCode) === name,
  );
  const isGetter = member?.type === "MethodDefinition" && member.kind !== "method";
  return member && "value" in member && !isGetter ? (member.value ?? undefined) : undefined;
}

/** The name of a member of a class; that of a private one begins with its `#`. */
function memberName(
  node: TSESTree.MemberExpression | TSESTree.MethodDefinition | TSESTree.PropertyDefinition,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  const key = node.type === "MemberExpression" ? node.property : node.key;
  return key.type === "PrivateIdentifier" ? `#${key.name}` : staticKey(node, sourceCode);
}
