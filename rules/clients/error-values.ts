import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../model/failure-handlers.js";
import type { LintContext } from "../contract/lint-context.js";
import { readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { type FunctionNode, isFunctionNode, listParameters } from "../syntax/functions.js";
import { isBuiltinObject } from "../syntax/built-ins.js";
import { resolveVariable } from "../syntax/references.js";
import { isErrorType, listGivenMembers } from "../types/type-facts.js";
import { isErrorName } from "../words/names.js";

/**
 * Returns whether an expression is an error, as its name, its place or its type tells.
 *
 * @param isWhole Whether it is shown as a whole: a variable named like an error is trusted to have an error's `stack`,
 *   but it may hold anything.
 */
export function isError(node: TSESTree.Node, lint: LintContext, isWhole = false): boolean {
  const { sourceCode } = lint;
  switch (node.type) {
    case "MemberExpression": {
      const name = readStaticKey(node, sourceCode) ?? "";
      if (name === "cause") return isError(unwrapExpression(node.object), lint);
      return !isWhole && (isErrorName(name) || hasErrorType(node, lint));
    }
    case "CallExpression": {
      // `toError(err).stack` is a stack whatever the function does.
      const [first] = node.arguments;
      if (isWhole) return false;
      return (first !== undefined && isError(unwrapExpression(first), lint, true)) || hasErrorType(node, lint);
    }
    case "Identifier": {
      const variable = resolveVariable(node, sourceCode);
      if (variable && (isCaught(variable, lint) || isGivenError(variable))) return true;
      if (isBuiltinObject(node, sourceCode)) return false;
      if (!isWhole && isErrorName(node.name)) return true;
      return variable !== undefined && mayBeError(variable, lint) && hasErrorType(node, lint);
    }
    default:
      return false;
  }
}

function hasErrorType(node: TSESTree.Node, { facts }: LintContext): boolean {
  const members = listGivenMembers(node, facts);
  return members.length > 0 && members.every(isErrorType);
}

/** Returns whether the declaration of a variable speaks of an error: types are slow to tell. */
function mayBeError({ defs: [definition] }: TSESLint.Scope.Variable, { sourceCode }: LintContext): boolean {
  const declaration = definition?.type === "Variable" ? definition.node : definition?.name;
  return declaration !== undefined && /err|exception/i.test(sourceCode.getText(declaration));
}

/** Returns whether a function is an error handler of Express by its parameters: `(err, req, res, next) => ...`. */
export function isErrorHandler(node: FunctionNode): boolean {
  const [error = "", request = "", response = ""] = listParameters(node).map((each) =>
    each.type === "Identifier" ? each.name : "",
  );
  return isErrorName(error) && /^_?req(?:uest)?$/.test(request) && /^_?res(?:ponse)?$/.test(response);
}

function isGivenError({ defs: [definition] }: TSESLint.Scope.Variable): boolean {
  if (definition?.type !== "Parameter" || !isFunctionNode(definition.node)) return false;
  return listParameters(definition.node)[0] === definition.name && isErrorHandler(definition.node);
}
