// The errors of frameworks: those that they answer by themselves, and the SDK's errors of the protocol. A code of the
// protocol tells what is wrong with a request; thrown by a tool, it is all that the client gets to know.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type NameMatcher, matchesName } from "../contract/name-matcher.js";
import { joinMessageParts, readMessageParts } from "../syntax/expressions.js";
import { readCalleeName, readNameOf } from "../syntax/properties.js";
import { resolveReferencePath } from "../syntax/references.js";
import { readToolRegistration } from "../tools/registrations.js";
import { FRAMEWORK_ERRORS } from "../words/frameworks.js";
import { findLikelyCondition } from "./suggest-codes.js";

const [ANSWERED, PROTOCOL] = [false, true].map((isProtocol) =>
  FRAMEWORK_ERRORS.filter((each) => (each.isProtocol ?? false) === isProtocol).flatMap(({ packages, classes: name }) =>
    packages.map((each): NameMatcher => ({ from: "package", package: each, name })),
  ),
);

/** The error classes that frameworks answer by themselves. */
export const ANSWERED_ERRORS: readonly NameMatcher[] = ANSWERED ?? [];
/** The classes of errors of the protocol. */
export const PROTOCOL_ERRORS: readonly NameMatcher[] = PROTOCOL ?? [];

/** Returns whether a class is one of errors of the protocol. */
export function isProtocolError(callee: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const { root, path: [name = ""] = [] } = resolveReferencePath(callee, sourceCode) ?? {};
  if (root?.kind !== "import") return false;
  return PROTOCOL_ERRORS.some((matcher) => matchesName(matcher, { from: "package", package: root.module, name }));
}

/** The name of a protocol error's code: `InvalidParams` of `new McpError(ErrorCode.InvalidParams, ...)`. */
export function readProtocolCode(
  { arguments: [code] }: Pick<TSESTree.NewExpression, "arguments">,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  return code && readNameOf(code, sourceCode);
}

// What tools, resources and prompts are called where a server does not know the name that it is asked for.
const NAMED = /\b(?:tool|resource|prompt)s?\b/i;

/**
 * Returns whether a protocol error answers what it is for: a request for something that the server does not have, or
 * one that is no call of a tool, and whose result cannot say that it failed.
 */
export function isAnswerOfProtocol(made: TSESTree.NewExpression, sourceCode: TSESLint.SourceCode): boolean {
  const code = readProtocolCode(made, sourceCode);
  if (code === "MethodNotFound" || isInOtherRequest(made, sourceCode)) return true;
  const [, message] = made.arguments;
  const text = message ? joinMessageParts(readMessageParts(message), " ") : "";
  if (code !== "InvalidParams" || !NAMED.test(text)) return false;
  return /^(?:unknown_operation|not_found)$/.test(findLikelyCondition(text));
}

function isInOtherRequest(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  for (let around = node.parent; around; around = around.parent) {
    if (around.type === "CallExpression" && readCalleeName(around, sourceCode) === "setRequestHandler")
      return readToolRegistration(around, sourceCode) === undefined;
  }
  return false;
}
