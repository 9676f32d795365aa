import type { TSESTree } from "@typescript-eslint/utils";
import type { FileContract } from "../contract/file-contract.js";
import { isProjectModule, stripDefaultName, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import type { LintContext } from "../contract/lint-context.js";
import { listMatcherNames, isNamedFunction } from "../contract/name-matcher.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { resolveFunctionReference, isFunctionNode, listParameters } from "../syntax/functions.js";
import { getLastSegment } from "../syntax/properties.js";
import { isMentionedInFile } from "../syntax/source-file.js";
import { followValues } from "../model/values.js";

/** Returns whether a file may name a boundary, as its wrappers do. Types know those of the settings by any name. */
export function mayNameBoundary({ contract, facts, sourceCode }: LintContext): boolean {
  const { boundaries } = contract.settings;
  if (facts && boundaries.length > 0) return true;
  const names = [contract.data.vocabulary.boundary, ...boundaries.flatMap(listMatcherNames)];
  return names.some((name) => isMentionedInFile(getLastSegment(name), sourceCode));
}

/**
 * Returns whether a call wraps a handler in the boundary: the contract's, one of the settings, or a function of the
 * file that passes its first argument on to such: `const wrap = (handler) => wrapHandler(handler, { audit })`.
 */
export function isBoundaryCall(call: TSESTree.CallExpression, lint: LintContext): boolean {
  if (!mayNameBoundary(lint)) return false;
  const answers = followValues(call, lint, ({ node }) => {
    if (node.type !== "CallExpression") return undefined;
    return isBoundary(node.callee, lint) ? [node === call || wrapsParameter(node, lint)] : undefined;
  });
  return answers.includes(true);
}

function isBoundary(callee: TSESTree.Node, lint: LintContext): boolean {
  const { contract, sourceCode } = lint;
  if (isNamedFunction(callee, contract.settings.boundaries, lint)) return true;
  const { boundary } = contract.data.vocabulary;
  const local = callee.type === "Identifier" ? resolveFunctionReference(callee, sourceCode) : undefined;
  if (!isFunctionNode(local)) return isContractName(callee, boundary, lint);
  return resolveVariable(callee, sourceCode)?.name === boundary;
}

function wrapsParameter({ arguments: [wrapped] }: TSESTree.CallExpression, { sourceCode }: LintContext): boolean {
  const definition = wrapped?.type === "Identifier" ? resolveVariable(wrapped, sourceCode)?.defs[0] : undefined;
  return isFunctionNode(definition?.node) && listParameters(definition.node)[0] === definition.name;
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
