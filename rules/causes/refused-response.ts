import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";
import { isExecutionBoundary, isShownBy, testsBefore } from "../syntax/flow.js";
import { getConstInitializer, isVisible, resolveVariable } from "../syntax/references.js";
import { readCalleeName, readStaticKey } from "../syntax/properties.js";
import type { KnownCause } from "./known-cause.js";

type Variable = TSESLint.Scope.Variable;

const STATUS = /^status(?:Code)?$/;
const RESPONSE = /^(?:res|response)$/;
// `fetch`, `nodeFetch`, `fetchWithRetry`; `fetchUser` may give any result.
const FETCH = /^(?:\w*[fF]etch|fetchWith\w+)$/;

/** Returns whether a function of that name asks another server, or reads what it has answered. */
export function isRequest(name: string): boolean {
  return FETCH.test(name) || name === "json";
}

/**
 * Finds the HTTP response that a test around a node, or above it, has found to be a failure: `if (!response.ok)`. Its
 * status says more than any text about it. `undefined` where a nearer test says what is wrong: `if (status === 404)`.
 */
export function findRefusedResponse(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): KnownCause | undefined {
  for (const { test, outcome } of testsBefore(node, isExecutionBoundary)) {
    let owner: TSESTree.Node | undefined;
    const shows = (each: TSESTree.Node, holds: boolean): boolean => {
      const refused = findRefused(each, holds, sourceCode);
      owner ??= refused;
      return refused !== undefined;
    };
    const isRefused = isShownBy(test, outcome, shows);
    const variable = owner && isRefused ? resolveVariable(owner, sourceCode) : undefined;
    if (owner && variable && isResponse(variable, sourceCode))
      return isVisible(owner, node, sourceCode) ? { name: variable.name } : undefined;
    if (outcome) return undefined;
  }
  return undefined;
}

/** The owner of `ok` or `status`, if the outcome of a test says that it is a failure. */
function findRefused(
  test: TSESTree.Node,
  outcome: boolean,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Node | undefined {
  if (test.type === "MemberExpression")
    return !outcome && readStaticKey(test, sourceCode) === "ok" ? test.object : undefined;
  const member = test.type === "BinaryExpression" ? unwrapExpression(test.left) : undefined;
  if (test.type !== "BinaryExpression" || member?.type !== "MemberExpression") return undefined;
  const isStatus = STATUS.test(readStaticKey(member, sourceCode) ?? "");
  return isStatus && excludesSuccess(test, outcome) ? member.object : undefined;
}

/** `status !== 200`, `status >= 400`, and the outcome that leaves no success of `status === 200`, `status < 300`. */
function excludesSuccess({ operator, right }: TSESTree.BinaryExpression, outcome: boolean): boolean {
  const value = right.type === "Literal" ? Number(right.value) : 0;
  if (/^[!=]==?$/.test(operator)) return operator.startsWith("!") === outcome && value >= 200 && value < 300;
  return operator.startsWith(outcome ? ">" : "<") && value > 200 && value <= 400;
}

/** The answer of `fetch`, or a value that is named like a response and whose status the file reads. */
function isResponse(variable: Variable, sourceCode: TSESLint.SourceCode): boolean {
  const made = getConstInitializer(variable);
  const value = made?.type === "AwaitExpression" ? unwrapExpression(made.argument) : undefined;
  if (value?.type === "CallExpression" && FETCH.test(readCalleeName(value, sourceCode))) return true;
  return (
    RESPONSE.test(variable.name) &&
    variable.references.some(({ identifier: { parent } }) => {
      return parent.type === "MemberExpression" && STATUS.test(readStaticKey(parent, sourceCode) ?? "");
    })
  );
}
