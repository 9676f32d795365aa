import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { type NameMatcher, matchesName } from "../contract/name-matcher.js";
import { findBuiltinErrorName, resolveGlobalName } from "../syntax/built-ins.js";
import {
  type MessagePart,
  type WrittenCode,
  findCodePrefix,
  joinMessageParts,
  readCalleeName,
  readMessageParts,
  readNameOf,
  readObjectFields,
} from "../syntax/expressions.js";
import { resolveReferencePath } from "../syntax/references.js";
import { collectNodes } from "../syntax/source-file.js";
import { readToolRegistration } from "../tools/registrations.js";
import { isString } from "../types/is-string.js";
import { FRAMEWORK_ERRORS, type FrameworkErrors } from "../words/frameworks.js";
import { findLikelyCondition } from "./suggest-codes.js";

/** The parts of a raw error that a factory call takes over, read once for all that ask about them. */
export interface RawError {
  /** The node that the factory call replaces. */
  readonly node: TSESTree.Node;
  /** The built-in class, `undefined` for a thrown literal or object. */
  readonly className?: string | undefined;
  readonly message?: TSESTree.Expression | undefined;
  /** The parts of the message; none where there is no message. */
  readonly parts: readonly MessagePart[];
  /** The code that the message begins with, registered or not. */
  readonly written: WrittenCode | undefined;
  /** The error's own cause. */
  readonly cause?: TSESTree.Expression | undefined;
  /** A static `code` or `error_code` member. */
  readonly code?: string | undefined;
  /** The code that it has as an error of the protocol. */
  readonly protocolCode?: string | undefined;
}

/** Creates a raw error of what is written at a node. */
export function createRawError(node: TSESTree.Node, written: Partial<RawError>): RawError {
  const parts = written.message ? readMessageParts(written.message) : [];
  return { ...written, node, parts, written: findCodePrefix(parts) };
}

/**
 * Reads a raw construction: `new Error("m", { cause })`, `Object.assign(new Error("m"), { code })`, `"m"`,
 * `{ code, message }`. `undefined` where it holds something that a factory call would lose.
 */
export function readRawError(node: TSESTree.Node, lint: LintContext): RawError | undefined {
  switch (node.type) {
    case "NewExpression":
      return readErrorCall(node, lint);
    case "CallExpression":
      return resolveGlobalName(node.callee, ["Object.assign"], lint.sourceCode)
        ? readAssign(node, lint)
        : readErrorCall(node, lint);
    case "Literal":
      return typeof node.value === "string" ? createRawError(node, { message: node }) : undefined;
    case "TemplateLiteral":
    case "BinaryExpression":
      return createRawError(node, { message: node });
    case "ObjectExpression": {
      const members = readMembers(node, /^(?:(?:error_)?code|message|cause)$/, lint);
      return members?.code === undefined ? undefined : createRawError(node, members);
    }
    default:
      return undefined;
  }
}

function readErrorCall(
  node: TSESTree.NewExpression | TSESTree.CallExpression,
  lint: LintContext,
): RawError | undefined {
  const isProtocol = isProtocolError(node.callee, lint);
  const isOfFramework = isProtocol || isTextError(node.callee, lint);
  const className = isOfFramework ? "Error" : findBuiltinErrorName(node.callee, lint.sourceCode);
  // An AggregateError holds errors, a DOMException a name, a SuppressedError two errors: no factory takes those.
  if (className === undefined || !/^(?!Aggregate|Suppressed)\w*Error$/.test(className)) return undefined;
  // The code of the protocol says less than the one that takes its place.
  const [message, options, ...others] = isProtocol ? node.arguments.slice(1) : node.arguments;
  if (others.length > 0 || message?.type === "SpreadElement") return undefined;
  const members = options ? readMembers(options, /^cause$/, lint) : {};
  const protocolCode = isProtocol ? readProtocolCode(node, lint) : undefined;
  return members && createRawError(node, { ...members, message, className, protocolCode });
}

function readAssign(node: TSESTree.CallExpression, lint: LintContext): RawError | undefined {
  const [target, source, ...others] = node.arguments;
  const error = target && readRawError(target, lint);
  const parts = source && readMembers(source, /^(?:(?:error_)?code|cause)$/, lint);
  if (!error || !parts || others.length > 0 || error.code !== undefined || (parts.cause && error.cause))
    return undefined;
  return { ...error, node, code: parts.code, cause: parts.cause ?? error.cause };
}

/** Reads an object literal that has no members but those named, each of them once, a plain value, the code static. */
function readMembers(node: TSESTree.Node, names: RegExp, { sourceCode }: LintContext): Partial<RawError> | undefined {
  if (node.type !== "ObjectExpression") return undefined;
  const { values, isOpen } = readObjectFields(node, sourceCode);
  // The text of a method is no expression.
  const isPlain = [...values].every(([name, value]) => names.test(name) && value.type !== "FunctionExpression");
  const [code, ...others] = ["code", "error_code"].flatMap((name) => values.get(name) ?? []);
  const written = code?.type === "Literal" && typeof code.value === "string" ? code.value : undefined;
  if (isOpen || !isPlain || values.size !== node.properties.length) return undefined;
  if (others.length > 0 || (code && written === undefined)) return undefined;
  const [message, cause] = ["message", "cause"].map((name) => values.get(name) as TSESTree.Expression | undefined);
  return { code: written, message, cause };
}

// A code of the protocol tells what is wrong with a request; thrown by a tool, it is all that the client gets to know.

/** The error classes that frameworks answer by themselves. */
export const ANSWERED_ERRORS = listFrameworkErrors(({ isProtocol = false }) => !isProtocol);
/** Those of errors of the protocol. */
export const PROTOCOL_ERRORS = listFrameworkErrors(({ isProtocol = false }) => isProtocol);
const TEXT_ERRORS = listFrameworkErrors(({ isText = false }) => isText);

function listFrameworkErrors(isKind: (errors: FrameworkErrors) => boolean): readonly NameMatcher[] {
  return FRAMEWORK_ERRORS.filter(isKind).flatMap(({ packages, classes: name }) =>
    packages.map((each) => ({ from: "package", package: each, name })),
  );
}

/** Returns whether a class is one of errors of the protocol. */
export const isProtocolError = (callee: TSESTree.Node, lint: LintContext): boolean =>
  isFrameworkError(callee, PROTOCOL_ERRORS, lint);

/** Returns whether a class is one of a framework that holds nothing but a text. */
export const isTextError = (callee: TSESTree.Node, lint: LintContext): boolean =>
  isFrameworkError(callee, TEXT_ERRORS, lint);

function isFrameworkError(
  callee: TSESTree.Node,
  matchers: readonly NameMatcher[],
  { sourceCode }: LintContext,
): boolean {
  const { root, path: [name = ""] = [] } = resolveReferencePath(callee, sourceCode) ?? {};
  if (root?.kind !== "import") return false;
  return matchers.some((matcher) => matchesName(matcher, { from: "package", package: root.module, name }));
}

/** The name of a protocol error's code: `InvalidParams` of `new McpError(ErrorCode.InvalidParams, ...)`. */
function readProtocolCode(
  { arguments: [code] }: Pick<TSESTree.NewExpression, "arguments">,
  { sourceCode }: LintContext,
): string | undefined {
  return code && readNameOf(code, sourceCode);
}

// What tools, resources and prompts are called where a server does not know the name that it is asked for.
const NAMED = /\b(?:tool|resource|prompt)s?\b/i;

/**
 * Returns whether a protocol error answers what it is for: a request for something that the server does not have, or
 * one that is no call of a tool, and whose result cannot say that it failed.
 */
export function isAnswerOfProtocol(made: TSESTree.NewExpression, lint: LintContext): boolean {
  const code = readProtocolCode(made, lint);
  if (code === "MethodNotFound" || isInOtherRequest(made, lint)) return true;
  const [, message] = made.arguments;
  const text = message ? joinMessageParts(readMessageParts(message), " ") : "";
  if (code !== "InvalidParams" || !NAMED.test(text)) return false;
  return /^(?:unknown_operation|not_found)$/.test(findLikelyCondition(text));
}

function isInOtherRequest(node: TSESTree.Node, lint: LintContext): boolean {
  for (let around = node.parent; around; around = around.parent) {
    if (around.type === "CallExpression" && readCalleeName(around, lint.sourceCode) === "setRequestHandler")
      return readToolRegistration(around, lint) === undefined;
  }
  return false;
}

/** Returns whether a variable is only declared with an error and passed on, so that a rewrite there changes no use. */
export function isOnlyPassed({ defs, references }: TSESLint.Scope.Variable, { node, className }: RawError): boolean {
  const declarator = defs[0]?.node;
  if (declarator?.type !== "VariableDeclarator" || declarator.init !== node || className === undefined) return false;
  // `const e: TypeError = ...` would no longer compile.
  if (declarator.id.typeAnnotation) return false;
  return references.every(
    ({ identifier: { parent }, init }) =>
      init === true || /^(?:(?:Throw|Return)Statement|CallExpression)$/.test(parent.type),
  );
}

/**
 * Prints the message of a failure for people. A code in front is written in sentence case where the rest is only a
 * detail (`` `Invalid path: ${x}` ``), and dropped where a sentence of its own follows. `undefined` where there is no
 * message, or its text cannot be taken over as it is.
 *
 * @param written the code in front, which is not kept as it is.
 */
export function printMessage(error: RawError, written: WrittenCode | undefined, lint: LintContext): string | undefined {
  const { message, parts } = error;
  if (!message) return undefined;
  // A setting of the server is nothing for its clients.
  if (collectNodes(lint.sourceCode, message).some((part) => readsEnvironment(part, lint))) return undefined;
  if (!written) {
    const text = printArgument(message, lint);
    // The contract's message is a string: a value that `new Error(x)` would convert is converted here.
    return isString(message, lint) ? text : `String(${text})`;
  }
  // `"CODE: " + "A sentence"` would begin with an empty text.
  const isAlone = parts[0]?.text?.length === written.length && message.type !== "TemplateLiteral";
  const isDropped = !written.isBare && !isAlone && startsSentence(parts, written);
  const prefix = isDropped ? "" : toSentenceCase(written.code) + (written.isBare ? "" : ": ");
  return replaceCodePrefix(error, written, prefix, lint);
}

function readsEnvironment(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  return resolveGlobalName(node, ["process.env"], sourceCode) !== undefined;
}

/** Prints a message with other words in place of the code in front. */
export function replaceCodePrefix(
  { message, parts: [first] }: RawError,
  { length }: WrittenCode,
  prefix: string,
  { sourceCode: { text } }: LintContext,
): string | undefined {
  if (!message || first?.text === undefined) return undefined;
  const cut = first.start + length;
  // An escape before the end of the prefix would shift the cut.
  if (text.slice(first.start, cut) !== first.text.slice(0, length)) return undefined;
  return text.slice(message.range[0], first.start) + prefix + text.slice(cut, message.range[1]);
}

/** Prints an expression where a comma would end it. */
export function printArgument(node: TSESTree.Node, { sourceCode }: LintContext): string {
  const text = sourceCode.getText(node);
  return node.type === "SequenceExpression" ? `(${text})` : text;
}

/** `INVALID_PATH`, `InvalidPath` -> `Invalid path` */
function toSentenceCase(code: string): string {
  const words = code
    .replaceAll(/[_-]+|(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns whether more than one word follows a code, and the first has a capital. */
function startsSentence(parts: readonly MessagePart[], { length }: WrittenCode): boolean {
  const after = joinMessageParts(parts, " ").slice(length);
  return /^\p{Lu}/u.test(after) && (after.match(/\p{L}[\p{L}'’-]*/gu)?.length ?? 0) > 1;
}

/** What a failure says, as the data of a report. */
interface Words {
  /** The message, with `{}` for what only the run knows; the code that makes it where nothing of it is written here. */
  readonly text?: string;
  /** Whether words of the message are written here. */
  readonly isWritten?: boolean;
  /** The code in front of the message. */
  readonly prefix?: string | undefined;
  /** The code that the failure names, in front of the message or beside it. */
  readonly said?: string | undefined;
}

const MOST_LETTERS = 100;

/** Describes what a failure says. */
export function describeWords(error: RawError | undefined, { sourceCode }: LintContext): Words {
  const { message, parts = [], written, code } = error ?? {};
  if (!message) return { said: code };
  const text = shorten(joinMessageParts(parts, "{}"));
  const isWritten = /\p{L}{2}/u.test(text.replaceAll("{}", ""));
  return {
    text: isWritten ? text : shorten(sourceCode.getText(message)),
    isWritten,
    prefix: written?.isBare === false ? written.code : undefined,
    said: code ?? written?.code,
  };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)}…` : line;
}
