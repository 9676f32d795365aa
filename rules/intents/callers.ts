// A caller in the same file may fail where the answer is missing, so that whoever asked gets to know.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isEmptyValue } from "../catches/failure-values.js";
import { endsPath, isFailedExit } from "../catches/propagation.js";
import { isFunctionNode, findFunctionVariable } from "../syntax/functions.js";
import { collectNodes, isInside } from "../syntax/nodes.js";
import { resolveVariable } from "../syntax/references.js";
import { type DropFacts, hasOnly } from "./drop-facts.js";
import { isTestedForAbsence } from "./other-ways.js";

/**
 * Returns whether a failure is logged, and each caller fails in turn where the answer is missing:
 * `const config = await readConfig(); if (!config) return 1;`.
 */
export function endsCallers({ owner, logs, answers, sourceCode }: DropFacts): boolean {
  if (owner?.type !== "FunctionDeclaration" || owner.parent.type.startsWith("Export")) return false;
  if (logs.length === 0 || !hasOnly(answers, isEmptyValue)) return false;
  const references = findFunctionVariable(owner, sourceCode)?.references ?? [];
  return hasOnly(references, ({ identifier }) => failsWithout(identifier, sourceCode));
}

/** Returns whether the result of a call goes into a variable, and the next statement fails where it is missing. */
function failsWithout(callee: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const call = callee.parent;
  if (call?.type !== "CallExpression" || call.callee !== callee) return false;
  const { parent } = call.parent.type === "AwaitExpression" ? call.parent : call;
  if (parent.type !== "VariableDeclarator" || parent.id.type !== "Identifier") return false;
  const next = sourceCode.getTokenAfter(parent.parent);
  const asking = next && sourceCode.getNodeByRangeIndex(next.range[0]);
  if (asking?.type !== "IfStatement") return false;
  const reads = resolveVariable(parent.id, sourceCode)?.references.map(({ identifier }) => identifier) ?? [];
  const isAsked = reads.some((read) => isInside(read, asking.test) && isTestedForAbsence(read));
  return isAsked && failsIn(asking.consequent, sourceCode);
}

/** `return 1`, `process.exit(1)`, `throw new Error(...)`, under no condition of their own */
function failsIn(statement: TSESTree.Statement, sourceCode: TSESLint.SourceCode): boolean {
  const isLeaf = (node: TSESTree.Node): boolean => isFunctionNode(node) || node.type === "IfStatement";
  return collectNodes(sourceCode, statement, isLeaf).some((each) =>
    each.type === "ReturnStatement" ? isFailedExit(each.argument ?? undefined) : endsPath(each, sourceCode),
  );
}
