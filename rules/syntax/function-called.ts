import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "./expressions.js";
import { type FunctionNode, findEnclosingClass, isFunctionNode } from "./functions.js";
import { findLocalMember } from "./local-member.js";
import {
  getConstInitializer,
  getDeclaredClass,
  resolveReferencePath,
  readStaticKey,
  resolveVariable,
} from "./references.js";

/**
 * The function of the file that a call surely runs: one that is declared, in a `const`, or a method of `this` or a
 * class.
 */
export function findCalledFunction(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): FunctionNode | undefined {
  const made = resolveFunctionReference(call.callee, sourceCode);
  return made && isFunctionNode(made) ? made : undefined;
}

/** Finds the sure value of a name: a function, a `const` initialiser, a member of `this`, a class or an object. */
export function resolveFunctionReference(
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Node | undefined {
  const name = unwrapExpression(node);
  if (name.type === "Identifier") return findNamedFunction(name, sourceCode);
  return findClassMember(name, sourceCode) ?? findObjectMember(name, sourceCode);
}

function findNamedFunction(node: TSESTree.Identifier, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const variable = resolveVariable(node, sourceCode);
  const definition = variable?.defs[0];
  if (definition?.type === "FunctionName") return definition.node;
  const initializer = getConstInitializer(variable);
  return initializer && unwrapExpression(initializer);
}

/** `handlers.readFile`, of an object of the file. */
function findObjectMember(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const reference = node.type === "MemberExpression" ? resolveReferencePath(node, sourceCode) : undefined;
  return reference && findLocalMember(reference);
}

/** `this.readFile`, `this.#readFile`, and `Files.readFile` of a static member. */
function findClassMember(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  if (node.type !== "MemberExpression") return undefined;
  const isThis = node.object.type === "ThisExpression";
  const owner = isThis ? findEnclosingClass(node) : getDeclaredClass(resolveVariable(node.object, sourceCode));
  const name = owner && readClassMemberName(node, sourceCode);
  const member = owner?.body.body.find(
    (each) =>
      (each.type === "MethodDefinition" || each.type === "PropertyDefinition") &&
      (isThis || each.static) &&
      name !== undefined &&
      readClassMemberName(each, sourceCode) === name,
  );
  const isGetter = member?.type === "MethodDefinition" && member.kind !== "method";
  return member && "value" in member && !isGetter ? (member.value ?? undefined) : undefined;
}

/** The name of a member of a class; that of a private one begins with its `#`. */
function readClassMemberName(
  node: TSESTree.MemberExpression | TSESTree.MethodDefinition | TSESTree.PropertyDefinition,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  const key = node.type === "MemberExpression" ? node.property : node.key;
  return key.type === "PrivateIdentifier" ? `#${key.name}` : readStaticKey(node, sourceCode);
}
