import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findDiagnostic } from "error-contract";
import type { FileContract } from "../contract/file-contract.js";
import {
  type MessagePart,
  type WrittenCode,
  findCodePrefix,
  joinMessageParts,
  readMessageParts,
} from "../syntax/expressions.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import { readObjectFields } from "../syntax/properties.js";
import { resolveReferencePath } from "../syntax/references.js";
import { isProtocolError, readProtocolCode } from "./protocol-errors.js";

/** The message of a raw error. */
export interface RawMessage {
  readonly node: TSESTree.Expression;
  readonly parts: readonly MessagePart[];
  /** The code that it begins with, registered or not. */
  readonly written: WrittenCode | undefined;
}

/** The parts of a raw error that a factory call takes over, read where the error is made. */
export interface RawError {
  /** The node that the factory call replaces. */
  readonly node: TSESTree.Node;
  /** The built-in class, `undefined` for a thrown literal or object. */
  readonly className: string | undefined;
  readonly message: RawMessage | undefined;
  /** The error's own cause. */
  readonly cause: TSESTree.Expression | undefined;
  /** A static `code` or `error_code` member. */
  readonly code: string | undefined;
  /** The code that it has as an error of the protocol. */
  readonly protocolCode?: string | undefined;
}

type Parts = Pick<RawError, "message" | "cause" | "code">;

const NO_PARTS: Parts = { message: undefined, cause: undefined, code: undefined };

/**
 * Reads a raw construction: `new Error("m", { cause })`, `Object.assign(new Error("m"), { code })`, `"m"`,
 * `{ code, message }`. `undefined` where it holds something that a factory call would lose.
 */
export function readRawError(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): RawError | undefined {
  switch (node.type) {
    case "NewExpression":
      return readErrorCall(node, sourceCode);
    case "CallExpression":
      return resolveReferencePath(node.callee, sourceCode)?.path.join(".") === "Object.assign"
        ? readAssign(node, sourceCode)
        : readErrorCall(node, sourceCode);
    case "Literal":
      return typeof node.value === "string" ? createRawError(node, { message: readMessage(node) }) : undefined;
    case "TemplateLiteral":
    case "BinaryExpression":
      return createRawError(node, { message: readMessage(node) });
    case "ObjectExpression": {
      const parts = readParts(node, /^(?:(?:error_)?code|message|cause)$/, sourceCode);
      return parts?.code === undefined ? undefined : createRawError(node, parts);
    }
    default:
      return undefined;
  }
}

/** Creates a raw error of some parts. */
export function createRawError(node: TSESTree.Node, parts: Partial<Parts>, className?: string): RawError {
  return { ...NO_PARTS, ...parts, node, className };
}

/** Reads the message of an error once for all that ask about it. */
export function readMessage(node: TSESTree.Expression): RawMessage {
  const parts = readMessageParts(node);
  return { node, parts, written: findCodePrefix(parts) };
}

function readErrorCall(
  node: TSESTree.NewExpression | TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): RawError | undefined {
  const isProtocol = isProtocolError(node.callee, sourceCode);
  const className = isProtocol ? "Error" : findBuiltinErrorName(node.callee, sourceCode);
  // An AggregateError holds errors, a DOMException a name, a SuppressedError two errors: no factory takes those.
  if (className === undefined || !/^(?!Aggregate|Suppressed)\w*Error$/.test(className)) return undefined;
  // The code of the protocol says less than the one that takes its place.
  const [message, options, ...others] = isProtocol ? node.arguments.slice(1) : node.arguments;
  if (others.length > 0 || message?.type === "SpreadElement") return undefined;
  const parts = options ? readParts(options, /^cause$/, sourceCode) : NO_PARTS;
  const error = parts && createRawError(node, { ...parts, message: message && readMessage(message) }, className);
  return error && isProtocol ? { ...error, protocolCode: readProtocolCode(node, sourceCode) } : error;
}

function readAssign(node: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): RawError | undefined {
  const [target, source, ...others] = node.arguments;
  const error = target && readRawError(target, sourceCode);
  const parts = source && readParts(source, /^(?:(?:error_)?code|cause)$/, sourceCode);
  if (!error || !parts || others.length > 0 || error.code !== undefined || (parts.cause && error.cause))
    return undefined;
  return { ...error, node, code: parts.code, cause: parts.cause ?? error.cause };
}

/** Reads an object literal that has no members but those named, each of them once, a plain value, the code static. */
function readParts(node: TSESTree.Node, names: RegExp, sourceCode: TSESLint.SourceCode): Parts | undefined {
  if (node.type !== "ObjectExpression") return undefined;
  const { values, isOpen } = readObjectFields(node, sourceCode);
  if (isOpen || values.size !== node.properties.length) return undefined;
  let { code, message, cause } = NO_PARTS;
  for (const [name, value] of values) {
    // The text of a method is no expression.
    if (!names.test(name) || value.type === "FunctionExpression") return undefined;
    if (name === "message") message = readMessage(value as TSESTree.Expression);
    else if (name === "cause") cause = value as TSESTree.Expression;
    else if (code === undefined && value.type === "Literal" && typeof value.value === "string") code = value.value;
    else return undefined;
  }
  return { code, message, cause };
}

/** Reads a raw error that a variable is declared with and that is only passed on; `undefined` for any other use. */
export function readRawVariable(
  variable: TSESLint.Scope.Variable,
  made: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): RawError | undefined {
  const declarator = variable.defs[0]?.node;
  const error = readRawError(made, sourceCode);
  if (declarator?.type !== "VariableDeclarator" || declarator.init !== made) return undefined;
  // `const e: TypeError = ...` would no longer compile.
  if (error?.className === undefined || declarator.id.typeAnnotation) return undefined;
  const isOnlyPassed = variable.references.every(
    ({ identifier: { parent }, init }) =>
      init === true || /^(?:(?:Throw|Return)Statement|CallExpression)$/.test(parent.type),
  );
  return isOnlyPassed ? error : undefined;
}

/**
 * The source text of a failure's message for people. A code in front is written in sentence case where the rest is only
 * a detail (`` `Invalid path: ${x}` ``), and dropped where a sentence of its own follows. `undefined` where the text
 * cannot be taken over as it is.
 */
export function printHumanMessage(
  message: RawMessage,
  written: WrittenCode | undefined,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  if (!written) return sourceCode.getText(message.node);
  const { code, isBare } = written;
  const [first] = message.parts;
  // `"CODE: " + "A sentence"` would begin with an empty text.
  const isAlone = first?.text?.length === written.length && message.node.type !== "TemplateLiteral";
  const isDropped = !isBare && !isAlone && startsSentence(message.parts, written);
  const prefix = isDropped ? "" : toSentenceCase(code) + (isBare ? "" : ": ");
  return replaceCodePrefix(message, written, prefix, sourceCode);
}

/** Returns the source text of a message with other words in place of the code in front. */
export function replaceCodePrefix(
  { node, parts: [first] }: RawMessage,
  { length }: WrittenCode,
  prefix: string,
  { text }: TSESLint.SourceCode,
): string | undefined {
  if (first?.text === undefined) return undefined;
  const [start, end] = node.range;
  const cut = first.start + length;
  // An escape before the end of the prefix would shift the cut.
  if (text.slice(first.start, cut) !== first.text.slice(0, length)) return undefined;
  return text.slice(start, first.start) + prefix + text.slice(cut, end);
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
  const after = parts
    .map(({ text }) => text ?? " ")
    .join("")
    .slice(length);
  return /^\p{Lu}/u.test(after) && (after.match(/\p{L}[\p{L}'’-]*/gu)?.length ?? 0) > 1;
}

/**
 * Whether the contract takes a text as a message, whatever the code: a literal one says the same in every run, and
 * holds no diagnostics; where codes have templates, words of its own are no code's.
 */
export function isMessage(parts: readonly MessagePart[], { data }: FileContract): boolean {
  switch (data.message) {
    case "literal": {
      const [first, ...others] = parts;
      return first?.text !== undefined && others.length === 0 && findDiagnostic(first.text) === undefined;
    }
    case "template":
      return parts.every(({ text = "" }) => !/\p{L}/u.test(text));
    default:
      return true;
  }
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
export function describeWords(made: RawError | undefined, sourceCode: TSESLint.SourceCode): Words {
  const { message, code: given } = made ?? {};
  if (!message) return { said: given };
  const { written } = message;
  const said = given ?? written?.code;
  const prefix = written?.isBare === false ? written.code : undefined;
  const text = shorten(joinMessageParts(message.parts, "{}"));
  const isWritten = /[A-Za-z]{2}/.test(text.replaceAll("{}", ""));
  return { text: isWritten ? text : shorten(sourceCode.getText(message.node)), isWritten, prefix, said };
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS)}…` : line;
}
