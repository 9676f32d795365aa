import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type FunctionNode, findEnclosingFunction } from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";

// Who gets what a function returns, as far as its file tells: a declared type, and the callers.

/** Returns whether a declared type says what is in a result, the same in a failure and in a success. */
export function hasVerdictType(owner: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const type = findDeclaredResult(owner, sourceCode);
  return type !== undefined && !isUnion(type, sourceCode);
}

function isUnion(type: TSESTree.TypeNode, sourceCode: TSESLint.SourceCode): boolean {
  if (type.type !== "TSTypeReference") return type.type === "TSUnionType";
  const definition = resolveVariable(type.typeName, sourceCode)?.defs[0]?.node;
  return definition?.type === "TSTypeAliasDeclaration" && isUnion(definition.typeAnnotation, sourceCode);
}

/** Types that leave it open what is in a result. */
const OPEN_TYPE = /^(?:any|unknown|object|void|never|string|Record<.*)$/s;

/** Finds the type that a function declares for its result, or a function around it; without its promise. */
export function findDeclaredResult(
  node: FunctionNode | undefined,
  sourceCode: TSESLint.SourceCode,
): TSESTree.TypeNode | undefined {
  if (!node?.returnType) return node && findDeclaredResult(findEnclosingFunction(node), sourceCode);
  const type = node.returnType.typeAnnotation;
  const [argument] = type.type === "TSTypeReference" ? (type.typeArguments?.params ?? []) : [];
  const isPromise = argument && /^Promise\b/.test(sourceCode.getText(type));
  const result = isPromise ? argument : type;
  return OPEN_TYPE.test(sourceCode.getText(result)) ? undefined : result;
}
