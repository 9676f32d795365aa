import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { diagnosticIn } from "error-contract";
import type { FileContract } from "../contract/file-contract.js";
import { type MessagePart, type WrittenCode } from "../syntax/expressions.js";
import type { RawMessage } from "./raw-error.js";

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
  const [first, ...rest] = message.parts;
  if (first?.text === undefined) return undefined;
  const isDropped =
    !written.isBare && written.isKept !== true && startsSentence(first.text.slice(written.length), rest);
  const prefix = written.isBare ? toSentenceCase(written.code) : isDropped ? "" : `${toSentenceCase(written.code)}: `;
  return replaceCodePrefix(message, written, prefix, sourceCode);
}

/** Returns the source text of a message without the code in front; `undefined` where it cannot be cut there. */
export function printTextBesideCode(
  message: RawMessage,
  written: WrittenCode | undefined,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  return written ? replaceCodePrefix(message, written, "", sourceCode) : sourceCode.getText(message.node);
}

/** The source text of a message with other words in place of the code in front. */
function replaceCodePrefix(
  { node: message, parts: [first] }: RawMessage,
  written: WrittenCode,
  prefix: string,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  const text = sourceCode.getText(message);
  if (first?.text === undefined) return undefined;
  const after = first.text.slice(written.length);
  const literal = sourceCode.text.slice(first.start, first.start + first.text.length);
  // An escape before the end of the prefix would shift the cut.
  if (literal.slice(0, written.length) !== first.text.slice(0, written.length)) return undefined;
  const isOperand = message.type !== "TemplateLiteral";
  if (prefix === "" && after === "" && isOperand) return removeFirstOperand(message, first, sourceCode);
  const [start] = message.range;
  return text.slice(0, first.start - start) + prefix + text.slice(first.start - start + written.length);
}

/** `INVALID_PATH`, `InvalidPath` -> `Invalid path` */
function toSentenceCase(code: string): string {
  const words = code
    .replaceAll(/[_-]+|(?<=\p{Ll})(?=\p{Lu})/gu, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function startsSentence(after: string, rest: readonly MessagePart[]): boolean {
  const opening = after === "" ? rest[0]?.text : after;
  if (opening === undefined || !/^\p{Lu}/u.test(opening)) return false;
  const words = [after, ...rest.map(({ text }) => text ?? " ")].join("").match(/\p{L}[\p{L}'’-]*/gu);
  return (words?.length ?? 0) > 1;
}

// `"CODE: " + "A sentence " + x` begins with its second operand once the first is empty.
function removeFirstOperand(
  message: TSESTree.Node,
  first: MessagePart,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  const operator = sourceCode.getTokenAfter(first.node, { includeComments: true });
  const next = operator && sourceCode.getTokenAfter(operator, { includeComments: true });
  const isFirst = message.range[0] === first.node.range[0];
  if (operator?.value !== "+" || !next || !isFirst || !/^(?:String|Template)$/.test(next.type)) return undefined;
  return sourceCode.text.slice(next.range[0], message.range[1]);
}

/**
 * Whether the contract takes a text as a message, whatever the code: a literal one says the same in every run, and
 * holds no diagnostics; where codes have templates, words of its own are no code's.
 */
export function isMessage(parts: readonly MessagePart[], { data }: FileContract): boolean {
  switch (data.message) {
    case "literal": {
      const [first, ...others] = parts;
      return first?.text !== undefined && others.length === 0 && diagnosticIn(first.text) === undefined;
    }
    case "template":
      return parts.every(({ text = "" }) => !/\p{L}/u.test(text));
    default:
      return true;
  }
}
