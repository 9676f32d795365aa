import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../catches/failure-handlers.js";
import { PAYLOAD_FIELDS } from "../words/failures.js";
import { isNothing, readMessageParts, unwrapExpression, findCodePrefix } from "../syntax/expressions.js";
import { readObjectFields, readStaticValue, resolveVariable } from "../syntax/references.js";
import { type RawError, createRawError, readMessage } from "../throws/raw-error.js";

const CODES = /^(?:error_?)?code$/i;
const MESSAGES = /^(?:message|msg|reason|error_?message|human_message|details?|hint)$/i;
const FLAGS = /^(?:isError|is_error)$/;

interface Parts {
  readonly codes: string[];
  readonly causes: TSESTree.Expression[];
  /** Texts: the message, and a bare code beside it. */
  readonly texts: TSESTree.Expression[];
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
  const parts: Parts = { codes: [], causes: [], texts: [] };
  return takeParts(parts, object, discriminants, sourceCode) ? createConstruction(node, parts) : undefined;
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
    return createConstruction(node, { codes: [], causes: [], texts: [value as TSESTree.Expression] });
  const [object, ...others] = value.arguments;
  // `null, 2` is layout.
  if (object?.type !== "ObjectExpression" || others.some(({ type }) => type !== "Literal")) return undefined;
  return readResultConstruction(node, object, discriminants, sourceCode);
}

function createConstruction(node: TSESTree.Node, { codes, causes, texts }: Parts): RawError | undefined {
  // `{ error: "INVALID_PATH", message: "..." }`: which of the two is the message shows only when both are read.
  const bare = texts.length > 1 ? texts.find((text) => findBareCode(text) !== undefined) : undefined;
  const code = bare ? findBareCode(bare) : codes[0];
  const [message, ...others] = texts.filter((text) => text !== bare);
  if (others.length > 0 || causes.length > 1 || codes.length + (bare ? 1 : 0) > 1) return undefined;
  const [cause] = causes;
  if (code === undefined && !message && !cause) return undefined;
  return createRawError(node, { message: message && readMessage(message), cause, code });
}

function findBareCode(text: TSESTree.Expression): string | undefined {
  const written = findCodePrefix(readMessageParts(text));
  return written?.isBare ? written.code : undefined;
}

/** Takes the parts that an object has; false where it holds something else. */
function takeParts(
  parts: Parts,
  object: TSESTree.ObjectExpression,
  discriminants: readonly string[],
  sourceCode: TSESLint.SourceCode,
): boolean {
  const { values, isOpen } = readObjectFields(object, sourceCode);
  if (isOpen || values.size !== object.properties.length) return false;
  return [...values].every(([name, value]) => {
    const field = unwrapExpression(value) as TSESTree.Expression;
    return (
      FLAGS.test(name) ||
      (discriminants.includes(name) && field.type === "Literal" && name !== "error") ||
      isDiscriminant(name, field, discriminants) ||
      (PAYLOAD_FIELDS.test(name) && isNothing(field)) ||
      takePart(parts, name, field, sourceCode)
    );
  });
}

/** A flag says no more than that it failed. */
function isDiscriminant(name: string, value: TSESTree.Expression, discriminants: readonly string[]): boolean {
  if (name === "status" || name === "error") {
    return value.type === "Literal" && /^(?:true|error|failed|failure|fail|err)$/.test(String(value.value));
  }
  return discriminants.includes(name);
}

function takePart(parts: Parts, name: string, value: TSESTree.Expression, sourceCode: TSESLint.SourceCode): boolean {
  const isError = name === "error" || name === "err";
  if (CODES.test(name)) {
    const code = readStaticValue(value, sourceCode)?.value;
    return typeof code === "string" && parts.codes.push(code) > 0;
  }
  if (isError && value.type === "ObjectExpression") return takeParts(parts, value, [], sourceCode);
  if (name === "cause" || (isError && isCaught(resolveVariable(value, sourceCode), sourceCode)))
    return parts.causes.push(value) > 0;
  return (isError || MESSAGES.test(name)) && parts.texts.push(value) > 0;
}
