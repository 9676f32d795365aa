import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../model/failure-handlers.js";
import { isContractError, testsContractClass } from "../codes/code-owner.js";
import { isOfCodesObject } from "../codes/contract-codes.js";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { readStaticKey, resolveVariable, findBuiltinErrorName } from "../syntax/references.js";
import { isShownBefore } from "../syntax/tests-before.js";
import { isErrorType, listGivenMembers } from "../types/classes-of.js";
import type { TypeMember } from "../types/type-facts.js";

/** Whose error carries the code: the contract's, or that of another library whose class has one. */
export type CodedError = "contract" | "foreign";

/**
 * Whether an expression is an error that carries a code. With types its class or its properties say so. Without, the
 * file has to know it: it made the error, tested its class, or reads the code of the same variable.
 */
export function classifyCodedError(object: TSESTree.Node, reader: LintContext): CodedError | undefined {
  if (isContractError(object, reader)) return "contract";
  const variable = resolveVariable(unwrapExpression(object), reader.sourceCode);
  if (variable && isCaught(variable, reader.sourceCode) && readsItsCode(variable, reader)) {
    return isRuledOut(object, variable, reader) ? undefined : "contract";
  }
  return classifyByType(object, reader);
}

function classifyByType(object: TSESTree.Node, reader: LintContext): CodedError | undefined {
  const { facts, contract } = reader;
  const members = listGivenMembers(object, facts);
  if (!facts || members.length === 0 || !members.every(isDeclaredByProject)) return undefined;
  const { code, isDistinctive } = getEnvelopeFields(contract.data);
  if (isDistinctive && facts.property(object, code) === "required") return "contract";
  if (hasCodesOfContract(object, code, reader)) return "contract";
  return members.every(isErrorType) && facts.property(object, "code") === "required" ? "foreign" : undefined;
}

/** Whether a type says that the code is always one of the contract's: `parseEnvelope(body)?.error`. */
function hasCodesOfContract(object: TSESTree.Node, code: string, { facts, contract }: LintContext): boolean {
  const codes = new Set<unknown>(Object.entries(contract.data.codes).map(([name, { value }]) => value ?? name));
  return facts?.propertyValues(object, code)?.every((value) => codes.has(value)) ?? false;
}

// `DOMException` has a `code` that is long deprecated; nobody should compare it.
function isDeclaredByProject({ kind, origin }: TypeMember): boolean {
  return kind === "object" && origin?.from !== "lib";
}

/** Whether the file reads the contract's code from a variable. */
function readsItsCode({ references }: TSESLint.Scope.Variable, reader: LintContext): boolean {
  const { contract, sourceCode } = reader;
  const { code, isDistinctive } = getEnvelopeFields(contract.data);
  return references.some(({ identifier: { parent } }) => {
    if (parent.type !== "MemberExpression" || readStaticKey(parent, sourceCode) !== code) return false;
    return isDistinctive || isComparedWithCode(parent, reader);
  });
}

// Any error may have a `code`; compared with one of the contract's it is the contract's.
function isComparedWithCode({ parent }: TSESTree.Node, { contract }: LintContext): boolean {
  const isCode = (node: TSESTree.Node | null): boolean => {
    if (node?.type === "Literal") return Object.hasOwn(contract.data.codes, String(node.value));
    return node !== null && isOfCodesObject(node, contract);
  };
  if (parent?.type === "SwitchStatement") return parent.cases.some(({ test }) => isCode(test));
  return parent?.type === "BinaryExpression" && [parent.left, parent.right].some(isCode);
}

/** Returns whether a test before has found the variable to be no error of the contract. */
function isRuledOut(node: TSESTree.Node, variable: TSESLint.Scope.Variable, reader: LintContext): boolean {
  return isShownBefore(
    node,
    ({ type }) => type === "CatchClause",
    (test, outcome) => (outcome ? asksForOther : asksForContract)(test, variable, reader),
  );
}

/** `e instanceof SyntaxError`: a built-in class below `Error` is none of the contract's. */
function asksForOther(test: TSESTree.Node, variable: TSESLint.Scope.Variable, { sourceCode }: LintContext): boolean {
  if (test.type !== "BinaryExpression" || test.operator !== "instanceof") return false;
  const tested = findBuiltinErrorName(test.right, sourceCode) ?? "Error";
  return tested !== "Error" && resolveVariable(test.left, sourceCode) === variable;
}

/** A test of the class, `e.error_code`, `"error_code" in e`: any error of the contract passes. */
function asksForContract(test: TSESTree.Node, variable: TSESLint.Scope.Variable, reader: LintContext): boolean {
  const { contract, sourceCode } = reader;
  if (testsContractClass(test, variable, reader)) return true;
  if (test.type === "BinaryExpression") {
    return test.operator === "in" && resolveVariable(test.right, sourceCode) === variable;
  }
  const { code } = getEnvelopeFields(contract.data);
  const isCode = test.type === "MemberExpression" && readStaticKey(test, sourceCode) === code;
  return isCode && resolveVariable(test.object, sourceCode) === variable;
}
