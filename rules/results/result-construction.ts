import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../catches/failure-handlers.js";
import { isNothing, readMessageParts, unwrapExpression, findCodePrefix } from "../syntax/expressions.js";
import { readObjectFields, readStaticValue, resolveVariable } from "../syntax/references.js";
import { type RawError, readMessage } from "../throws/raw-error.js";

const CODES = /^(?:error_?)?code$/i;
const MESSAGES = /^(?:message|msg|reason|error_?message|human_message|details?|hint)$/i;
const PAYLOADS = /^(?:data|results?|value|payload|output)$/;
const FLAGS = /^(?:isError|is_error)$/;

interface Parts {
  code?: string;
  message?: TSESTree.Expression;
  cause?: TSESTree.Expression;
}

/**
 * Reads the parts of a factory call from a returned failure object: `{ ok: false, error: "..." }`,
 * `{ success: false, code: "...", message: "...", cause: err }`, `{ error: { code, message } }`. `undefined` where it
 * holds something that a factory call would lose.
 *
 * @param node the expression that the factory call replaces.
 * @param discriminants names that only say that this is a failure.
 */
export function readResultConstruction(
  node: TSESTree.Node,
  object: TSESTree.ObjectExpression,
  discriminants: readonly string[],
  sourceCode: TSESLint.SourceCode,
): RawError | undefined {
  const parts = readParts(object, discriminants, sourceCode);
  return parts && createConstruction(node, parts);
}

/** The same for a text that a tool's result shows: a string, or a failure object as JSON. */
export function readTextConstruction(
  node: TSESTree.Node,
  text: TSESTree.Node,
  discriminants: readonly string[],
  sourceCode: TSESLint.SourceCode,
): RawError | undefined {
  const value = unwrapExpression(text);
  if (value.type !== "CallExpression" || sourceCode.getText(value.callee) !== "JSON.stringify")
    return createConstruction(node, { message: value as TSESTree.Expression });
  const [object, ...others] = value.arguments;
  // `null, 2` is layout.
  if (object?.type !== "ObjectExpression" || others.some(({ type }) => type !== "Literal")) return undefined;
  return readResultConstruction(node, object, discriminants, sourceCode);
}

function createConstruction(node: TSESTree.Node, { code, message, cause }: Parts): RawError | undefined {
  if (code === undefined && !message && !cause) return undefined;
  return { node, className: undefined, message: message && readMessage(message), cause, code, removed: [] };
}

function readParts(
  object: TSESTree.ObjectExpression,
  discriminants: readonly string[],
  sourceCode: TSESLint.SourceCode,
): Parts | undefined {
  const { values, isOpen } = readObjectFields(object, sourceCode);
  if (isOpen || values.size !== object.properties.length) return undefined;
  const parts: Parts = {};
  for (const [name, value] of values) {
    const field = unwrapExpression(value) as TSESTree.Expression;
    const isKnown =
      FLAGS.test(name) ||
      (discriminants.includes(name) && field.type === "Literal" && name !== "error") ||
      isDiscriminant(name, field, discriminants) ||
      (PAYLOADS.test(name) && isNothing(field)) ||
      takePart(parts, name, field, sourceCode);
    if (!isKnown) return undefined;
  }
  return parts;
}

/** A flag says no more than that it failed. */
function isDiscriminant(name: string, value: TSESTree.Expression, discriminants: readonly string[]): boolean {
  if (name === "status" || name === "error") {
    return value.type === "Literal" && /^(?:true|error|failed|failure|fail|err)$/.test(String(value.value));
  }
  return discriminants.includes(name);
}

function takePart(parts: Parts, name: string, value: TSESTree.Expression, sourceCode: TSESLint.SourceCode): boolean {
  if (CODES.test(name)) return takeCode(parts, value, sourceCode);
  if (name === "cause") return take(parts, "cause", value);
  if (name !== "error" && name !== "err") return MESSAGES.test(name) && take(parts, "message", value);
  if (value.type === "ObjectExpression") {
    const inner = readParts(value, [], sourceCode);
    return inner !== undefined && mayJoin(parts, inner);
  }
  if (isCaught(resolveVariable(value, sourceCode), sourceCode)) return take(parts, "cause", value);
  const bare = findCodePrefix(readMessageParts(value));
  // `{ error: "INVALID_PATH", message: "..." }`: which of the two is the message shows only when both are read.
  return bare?.isBare && parts.code === undefined && parts.message !== undefined
    ? takeCode(parts, value, sourceCode)
    : take(parts, "message", value) || swap(parts, value);
}

function takeCode(parts: Parts, value: TSESTree.Expression, sourceCode: TSESLint.SourceCode): boolean {
  const known = readStaticValue(value, sourceCode)?.value;
  if (typeof known !== "string" || parts.code !== undefined) return false;
  parts.code = known;
  return true;
}

function take(parts: Parts, part: "message" | "cause", value: TSESTree.Expression): boolean {
  const held = parts[part];
  if (!held) {
    parts[part] = value;
    return true;
  }
  return part === "message" && swap(parts, value);
}

/** A bare code that was taken for the message gives way to the text. */
function swap(parts: Parts, value: TSESTree.Expression): boolean {
  const held = parts.message && findCodePrefix(readMessageParts(parts.message));
  if (!held?.isBare || parts.code !== undefined) return false;
  parts.code = held.code;
  parts.message = value;
  return true;
}

function mayJoin(parts: Parts, inner: Parts): boolean {
  const isTaken = (["code", "message", "cause"] as const).some(
    (part) => parts[part] !== undefined && inner[part] !== undefined,
  );
  if (!isTaken) Object.assign(parts, inner);
  return !isTaken;
}
