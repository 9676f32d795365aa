import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { isFunctionNode, leaves } from "../syntax/functions.js";
import { leadsToCodes } from "./leads-to-codes.js";
import { isInside } from "../syntax/nodes.js";

type Variable = TSESLint.Scope.Variable;

/**
 * Whether a condition that leads to a node has looked a variable up in the codes object: `code in SYSTEM_ERROR_CODES`,
 * `Object.hasOwn(SYSTEM_ERROR_CODES, code)`, `Object.values(SYSTEM_ERROR_CODES).includes(code)`. Which outcome leads there
 * is not asked: who looks a code up knows that there are others.
 */
export function isLookedUp(node: TSESTree.Node, variable: Variable, reader: LintContext): boolean {
  for (let child = node, parent = node.parent; parent; child = parent, parent = parent.parent) {
    if (conditionsBefore(child, parent).some((test) => looksUp(test, variable, reader))) return true;
    // Stops at functions: the variable may hold something else when they run.
    if (isFunctionNode(parent)) return false;
  }
  return false;
}

function conditionsBefore(child: TSESTree.Node, parent: TSESTree.Node): readonly TSESTree.Node[] {
  switch (parent.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return child === parent.test ? [] : [parent.test];
    case "LogicalExpression":
      return child === parent.right ? [parent.left] : [];
    case "BlockStatement":
    case "Program":
      return parent.body.flatMap((statement) => {
        const isBefore = statement.type === "IfStatement" && statement.range[1] <= child.range[0];
        return isBefore && leaves(statement.consequent) ? [statement.test] : [];
      });
    default:
      return [];
  }
}

function looksUp(test: TSESTree.Node, variable: Variable, { contract, sourceCode }: LintContext): boolean {
  if (!variable.references.some(({ identifier }) => isInside(identifier, test))) return false;
  return sourceCode.getTokens(test).some(({ range }) => {
    const name = sourceCode.getNodeByRangeIndex(range[0]);
    const names = name?.type === "Identifier" ? contract.nameOf(outermost(name)) : undefined;
    return names !== undefined && leadsToCodes(names.split("."), contract);
  });
}

/** `SystemError.codes` around `SystemError`. */
function outermost(name: TSESTree.Node): TSESTree.Node {
  const { parent } = name;
  return parent?.type === "MemberExpression" && parent.object === name ? parent : name;
}
