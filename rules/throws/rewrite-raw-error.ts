// The edits that turn a raw failure into the contract's error, with all that it says.
import type { TSESTree } from "@typescript-eslint/utils";
import { findDiagnostic } from "error-contract";
import { isKnownNonError } from "../catches/non-errors.js";
import type { FileContract, LintContext } from "../contract/lint-context.js";
import {
  type ErrorRewrite,
  type KnownCause,
  chooseFactoryCall,
  nameFields,
  planCall,
  planConversion,
  replaceWithCall,
} from "../edits/factory-call.js";
import { type WrittenCode, isStringExpression } from "../syntax/expressions.js";
import { isInside } from "../syntax/source-file.js";
import { printToolName } from "../tools/tool-handlers.js";
import { type RawError, printArgument, printMessage, replaceCodePrefix } from "./raw-error.js";

/**
 * Rewrites a raw construction to a factory call with a code. `undefined` where a comment, a field or the text of the
 * message would be lost, or the file cannot import the contract.
 *
 * @param written the code in front of the message, which is not kept as it is.
 */
export function rewriteRawError(
  error: RawError,
  { code, written }: { readonly code: string; readonly written: WrittenCode | undefined },
  known: KnownCause | undefined,
  lint: LintContext,
): ErrorRewrite | undefined {
  const { contract } = lint;
  const details = printTemplateDetails(error, code, written, lint);
  const cause = error.cause ? printArgument(error.cause, lint) : known?.name;
  const message = printMessage(error, written, lint);
  if (losesComment(error.node, [error.message, error.cause], lint)) return undefined;
  if (error.message && message === undefined) return undefined;
  const isTold = details !== undefined;
  const parts = {
    message: isTold || isRefused(error, contract) ? undefined : message,
    details: details ?? "",
    cause,
    tool: printToolName(error.node, lint),
  };
  const call = chooseFactoryCall(contract, { code, fields: nameFields(parts, contract) });
  return replaceWithCall(error.node, planCall(call, error.node, lint), known, lint, {
    changesMessage: !isTold && !isMessage(error, contract),
  });
}

/**
 * Rewrites a raw construction to the conversion of its cause, which keeps the message. `undefined` where a comment or
 * the text of the message would be lost, or the conversion does not take a message.
 */
export function rewriteCause(error: RawError, cause: KnownCause, lint: LintContext): ErrorRewrite | undefined {
  const { contract } = lint;
  const { node, message } = error;
  if (losesComment(node, [message, error.cause], lint)) return undefined;
  const text =
    (message && isMessageOf(message, cause, lint)) || isRefused(error, contract)
      ? undefined
      : printMessage(error, undefined, lint);
  const isTemplate = message !== undefined && contract.data.message === "template";
  const parts = { cause: cause.name, message: text, tool: printToolName(node, lint) };
  return replaceWithCall(node, planConversion(parts, node, lint), cause, lint, {
    changesMessage: isTemplate || isRefused(error, contract),
  });
}

/**
 * `new Error(err.message)`, and `new Error(String(err))` of what is no error: the conversion says the same. The text of
 * an error has its class in front.
 */
function isMessageOf(message: TSESTree.Expression, { name }: KnownCause, lint: LintContext): boolean {
  const text = lint.sourceCode.getText(message);
  if (message.type !== "CallExpression") return text === `${name}.message`;
  const [quoted] = message.arguments;
  return quoted !== undefined && text === `String(${name})` && isKnownNonError(quoted, lint);
}

/** Rewrites an expression, or the one around it, to the conversion of its value. */
export function rewriteUnknown(
  node: TSESTree.Node,
  lint: LintContext,
  replaced: TSESTree.Node = node,
): ErrorRewrite | undefined {
  if (losesComment(replaced, [node], lint)) return undefined;
  const parts = { cause: printArgument(node, lint), tool: printToolName(replaced, lint) };
  return replaceWithCall(replaced, planConversion(parts, replaced, lint), undefined, lint);
}

/**
 * Prints the details with which the template of a code tells as much as a raw failure: none, where the message is only
 * the code, else the one that the code has for a message. `undefined` where it has none.
 */
function printTemplateDetails(
  error: RawError,
  code: string,
  written: WrittenCode | undefined,
  lint: LintContext,
): string | undefined {
  const { codes, fields, message: kind } = lint.contract.data;
  const entry = Object.hasOwn(codes, code) ? codes[code] : undefined;
  if (kind !== "template" || !error.message || !entry) return undefined;
  if (written?.isBare === true && written.code === code) return "";
  if (entry.foreign === undefined || fields.details === undefined || !isStringExpression(error.message))
    return undefined;
  // A code that the contract does not have is the message itself.
  const isKept = !written || written.isBare;
  const text = isKept ? printMessage(error, written, lint) : replaceCodePrefix(error, written, "", lint);
  return text && `{ ${entry.foreign}: ${text} }`;
}

/**
 * Returns whether the contract takes the text of a failure as a message, whatever the code: a literal one says the same
 * in every run, and holds no diagnostics; where codes have templates, words of its own are no code's.
 */
function isMessage({ message, parts }: RawError, { data }: FileContract): boolean {
  if (!message) return true;
  const [first, ...others] = parts;
  if (data.message === "template") return parts.every(({ text = "" }) => !/\p{L}/u.test(text));
  const isLiteral = first?.text !== undefined && others.length === 0 && findDiagnostic(first.text) === undefined;
  return data.message !== "literal" || isLiteral;
}

/** Returns whether the contract wants messages literal, and a message is not. */
function isRefused(error: RawError, contract: FileContract): boolean {
  return contract.data.message === "literal" && !isMessage(error, contract);
}

/** Returns whether a comment of a changed node stands outside the parts that are copied. */
function losesComment(
  changed: TSESTree.Node,
  copied: readonly (TSESTree.Node | undefined)[],
  { sourceCode }: LintContext,
): boolean {
  const comments = sourceCode.getCommentsInside(changed);
  return comments.some((comment) => !copied.some((part) => part && isInside(comment, part)));
}
