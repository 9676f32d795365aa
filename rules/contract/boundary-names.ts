import type { TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode, resolveFunctionReference } from "../syntax/functions.js";
import { isProjectModule, resolveReferencePath, resolveVariable, stripDefaultName } from "../syntax/references.js";
import type { FileContract, LintContext } from "./lint-context.js";
import { isNamedFunction } from "./name-matcher.js";

/** Returns whether a callee is the boundary of the contract, or one that the settings name. */
export function isBoundary(callee: TSESTree.Node, lint: LintContext): boolean {
  const { contract, sourceCode } = lint;
  if (isNamedFunction(callee, contract.settings.boundaries, lint)) return true;
  const { boundary } = contract.data.vocabulary;
  const local = callee.type === "Identifier" ? resolveFunctionReference(callee, sourceCode) : undefined;
  if (!isFunctionNode(local)) return isContractName(callee, boundary, lint);
  return resolveVariable(callee, sourceCode)?.name === boundary;
}

/** Returns whether an expression is what a contract's module exports under a name, or a global of that name. */
export function isContractName(node: TSESTree.Node, name: string, { contract, sourceCode }: LintContext): boolean {
  const { root, path = [] } = resolveReferencePath(unwrapExpression(node), sourceCode) ?? {};
  if (stripDefaultName(path).join(".") !== name) return false;
  return root?.kind === "import" ? isOurs(root.module, contract) : root?.kind === "global";
}

function isOurs(module: string, contract: FileContract): boolean {
  return contract.isRuntime(module) || isProjectModule(module) || /^error-contract(?:\/|$)/.test(module);
}
