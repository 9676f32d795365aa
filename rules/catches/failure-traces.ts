import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { isInside } from "../syntax/source-file.js";
import { resolveVariable } from "../syntax/references.js";
import { type FailureHandler, boundVariables } from "../model/failure-handlers.js";

type Variable = TSESLint.Scope.Variable;

/** The places in a handler where its failure is read, under any name or as a part of a value made from it. */
export interface FailureTraces {
  /** Whether the failure, or something made from it, is read somewhere in a node. */
  isIn: (node: TSESTree.Node) => boolean;
  /** Every place where it is read. */
  readonly reads: readonly TSESTree.Node[];
  /** Whether an expression is the failure: the binding, or another name of it. */
  isItself: (node: TSESTree.Node) => boolean;
}

/**
 * The traces of the failure of a handler. `const message = e.message` is one, `const err = e` is another name of it.
 */
export function collectFailureTraces(
  handler: Pick<FailureHandler, "binding"> & { readonly node: TSESTree.Node },
  sourceCode: TSESLint.SourceCode,
): FailureTraces {
  const bound = boundVariables(handler, sourceCode);
  const isWhole = handler.binding?.type === "Identifier";
  const names = new Set<Variable>(isWhole ? bound : []);
  // Grows during the loop: a value made from a carrier is a carrier too.
  const carriers = new Set<Variable>(bound);
  const reads: TSESTree.Node[] = [];
  for (const variable of carriers) {
    for (const { identifier } of variable.references.filter((reference) => reference.isRead())) {
      reads.push(identifier);
      const made = findDerivedDeclaration(identifier, handler.node);
      if (!made) continue;
      for (const each of sourceCode.getDeclaredVariables(made)) carriers.add(each);
      // `const err = e`, `let err = e ?? null`
      const isName = made.id.type === "Identifier" && made.init && listPossibleValues(made.init).includes(identifier);
      if (isName && names.has(variable)) for (const each of sourceCode.getDeclaredVariables(made)) names.add(each);
    }
  }
  return {
    reads,
    isIn: (node) => reads.some((read) => isInside(read, node)),
    isItself(node) {
      const variable = resolveVariable(unwrapExpression(node), sourceCode);
      return variable !== undefined && names.has(variable);
    },
  };
}

/** Returns the declaration in the handler whose value is made from an identifier. */
function findDerivedDeclaration(
  identifier: TSESTree.Node,
  handler: TSESTree.Node,
): TSESTree.VariableDeclarator | undefined {
  for (let node = identifier.parent; node && node !== handler; node = node.parent) {
    if (node.type === "VariableDeclarator") return node;
    // Stops at functions and statements: a value computed inside them is not the value of a declaration around them.
    if (isFunctionNode(node) || node.type.endsWith("Statement")) return undefined;
  }
  return undefined;
}
