import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { isFunctionNode } from "../syntax/functions.js";
import { testsBefore } from "../syntax/tests-before.js";
import { leadsToCodes } from "./contract-codes.js";
import { isInside } from "../syntax/nodes.js";

type Variable = TSESLint.Scope.Variable;

/**
 * Whether a condition that leads to a node has looked a variable up in the codes object: `code in SYSTEM_ERROR_CODES`,
 * `Object.hasOwn(SYSTEM_ERROR_CODES, code)`, `Object.values(SYSTEM_ERROR_CODES).includes(code)`. Which outcome leads
 * there is not asked: who looks a code up knows that there are others.
 */
export function isLookedUp(node: TSESTree.Node, variable: Variable, reader: LintContext): boolean {
  return [...testsBefore(node, isFunctionNode)].some(({ test }) => looksUp(test, variable, reader));
}

function looksUp(test: TSESTree.Node, variable: Variable, { contract, sourceCode }: LintContext): boolean {
  if (!variable.references.some(({ identifier }) => isInside(identifier, test))) return false;
  return sourceCode.getTokens(test).some(({ range }) => {
    const name = sourceCode.getNodeByRangeIndex(range[0]);
    const names = name?.type === "Identifier" ? contract.nameOf(getMemberAround(name)) : undefined;
    return names !== undefined && leadsToCodes(names.split("."), contract);
  });
}

/** `SystemError.codes` around `SystemError`. */
function getMemberAround(name: TSESTree.Node): TSESTree.Node {
  const { parent } = name;
  return parent?.type === "MemberExpression" && parent.object === name ? parent : name;
}
