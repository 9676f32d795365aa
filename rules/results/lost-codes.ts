import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { findEnclosingHandler, findHandlerParameter } from "../model/failure-handlers.js";
import { isErrorName } from "../words/names.js";
import { isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/source-file.js";
import { readStaticKey } from "../syntax/properties.js";
import type { FailureResult } from "./failure-results.js";
import { listNames, listSources } from "./tool-results.js";

/**
 * Finds the error whose code is lost where a function answers each failure with its text: the one that a `catch` binds,
 * or the parameter of a function that makes such results. `undefined` where errors are told apart, or keep their codes.
 */
export function findLostError({ kind, node }: FailureResult, lint: LintContext): TSESTree.Node | undefined {
  if (kind !== "isError" || keepsCode(node, lint)) return undefined;
  const { sourceCode } = lint;
  const handler = findEnclosingHandler(node, sourceCode);
  const sources = listNames(node, sourceCode).flatMap((name) => listSources(name, sourceCode));
  if (!handler) return sources.find(isErrorParameter)?.node;
  if (!sources.some((source) => source.kind === "caught") || tellsErrorsApart(handler, lint)) return undefined;
  return findHandlerParameter(handler);
}

/** `function toResult(error) {...}` */
function isErrorParameter({ kind, node }: ReturnType<typeof listSources>[number]): boolean {
  return kind === "parameter" && node.type === "Identifier" && isErrorName(node.name);
}

/** `[${error.code}] ${error.message}` */
function keepsCode(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  return collectNodes(sourceCode, node).some(
    (each) => each.type === "MemberExpression" && /code$/i.test(readStaticKey(each, sourceCode) ?? ""),
  );
}

/** Returns whether a handler throws some errors on, or answers those of the contract in its own way. */
function tellsErrorsApart(handler: TSESTree.Node, { contract, sourceCode }: LintContext): boolean {
  const names = new Set([contract.errorClass, ...[contract.converter, contract.factory].map(getRootName)]);
  return collectNodes(sourceCode, handler, (node) => node !== handler && isFunctionNode(node)).some(
    (node) => node.type === "ThrowStatement" || (node.type === "Identifier" && names.has(node.name)),
  );
}

function getRootName(path: string): string {
  return path.split(".", 1)[0] ?? path;
}
