import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isErrorName } from "../syntax/error-names.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode, listParameters } from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { isEmptyValue } from "./failure-values.js";

// `next` of a router takes texts that are no errors: `next("route")`.
const ERROR_FIRST_NAMES = /^(?:cb|callback|done)$/;

/**
 * Whether a call gives an error-first callback nothing but an error: elsewhere it is called with `null` and a result.
 */
export function isErrorFirstFailure(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const callee = unwrapExpression(call.callee);
  if (callee.type !== "Identifier" || !ERROR_FIRST_NAMES.test(callee.name)) return false;
  // `callback("name", value)` hands over a pair.
  if (!call.arguments.slice(1).every(isEmptyValue)) return false;
  const variable = resolveVariable(callee, sourceCode);
  if (!variable || hasOtherFirstParameter(variable)) return false;
  return variable.references.some(({ identifier }) => {
    const { parent } = identifier;
    return parent.type === "CallExpression" && parent.callee === identifier && tellsSuccess(parent);
  });
}

/** `callback(null, result)` */
function tellsSuccess({ arguments: [first, second] }: TSESTree.CallExpression): boolean {
  if (!first || !second || isEmptyValue(second)) return false;
  const isNull = first.type === "Literal" && first.value === null;
  return isNull || (first.type === "Identifier" && first.name === "undefined");
}

/** `(callback: (text: string | null, line: number) => void)` */
function hasOtherFirstParameter({ defs: [definition] }: TSESLint.Scope.Variable): boolean {
  if (definition?.type !== "Parameter" || !isFunctionNode(definition.node)) return true;
  const type = definition.name.type === "Identifier" && definition.name.typeAnnotation?.typeAnnotation;
  if (!type || type.type !== "TSFunctionType") return false;
  const [first] = listParameters(type);
  return first?.type !== "Identifier" || !isErrorName(first.name);
}
