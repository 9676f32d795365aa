import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type KnownCause, addBinding } from "../causes/known-cause.js";
import { type FileContract, isProjectModule } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { readModuleCodes } from "../contract/registry.js";
import { addImport } from "../edits/add-import.js";
import { type FactoryCall, chooseFactoryCall, printFactoryCall, chooseConversionCall } from "../edits/factory-call.js";
import type { Rewrite } from "../edits/fixer.js";
import { importBindings, planImport } from "../edits/plan-import.js";
import { getSourceStyle } from "../edits/source-style.js";
import { type WrittenCode, isNothing, isStringExpression } from "../syntax/expressions.js";
import { isInside } from "../syntax/source-file.js";
import { getLastSegment } from "../syntax/properties.js";
import { printToolName } from "../tools/tool-name.js";
import { isString } from "../types/is-string.js";
import { type RawError, type RawMessage, isMessage, printHumanMessage, replaceCodePrefix } from "./raw-error.js";

/** Edits that turn a raw failure into the contract's error. */
export interface ErrorRewrite extends Rewrite {
  /** Whether the message is left out, as no literal one, or is none that the template of the code makes. */
  readonly changesMessage?: boolean;
}

/** A call that makes the contract's error, with the import that it needs; without a contract, the failure itself. */
interface PlannedCall {
  readonly text: string;
  /** How a message names it. */
  readonly shown: string;
  readonly imported: (fixer: TSESLint.RuleFixer) => readonly TSESLint.RuleFix[];
}

type Fields = Map<string, string>;

/**
 * Rewrites a raw construction to a factory call with a code. `undefined` where a comment, a field or the text of the
 * message would be lost, or the file cannot import the contract.
 *
 * @param written the code in front of the message, which is not kept as it is.
 */
export function rewriteRawError(
  made: RawError,
  { code, written }: { readonly code: string; readonly written: WrittenCode | undefined },
  cause: KnownCause | undefined,
  context: LintContext,
): ErrorRewrite | undefined {
  const { contract, sourceCode } = context;
  const { message } = made;
  if (losesPart(made, sourceCode)) return undefined;
  const told = collectTemplateFields(code, message, written, context);
  const text = message && printMessage(message, written, context);
  if (message && text === undefined) return undefined;
  const fields: Fields = new Map(told);
  if (!told && text !== undefined && !isRefused(message, contract))
    fields.set(getLastSegment(contract.data.fields.message), text);
  addToolName(fields, made.node, context);
  const causeText = made.cause ? printArgument(made.cause, sourceCode) : cause?.name;
  const causeField = findCauseField(contract);
  if (causeField !== undefined && causeText !== undefined) fields.set(causeField, causeText);
  const call = planCall(chooseFactoryCall(contract, { code, fields }), made.node, context);
  const changesMessage = message !== undefined && !told && !isMessage(message.parts, contract);
  return call && { ...replaceWithCall(made.node, call, cause, context), changesMessage };
}

/**
 * Returns the fields with which the template of a code tells as much as a raw failure: none, where the message is only
 * the code, else the detail that the code has for a message. `undefined` where it has none.
 */
function collectTemplateFields(
  code: string,
  message: RawMessage | undefined,
  written: WrittenCode | undefined,
  { contract, sourceCode }: LintContext,
): readonly (readonly [string, string])[] | undefined {
  const { codes, fields, message: kind } = contract.data;
  const entry = Object.hasOwn(codes, code) ? codes[code] : undefined;
  if (kind !== "template" || !message || !entry) return undefined;
  if (written?.isBare === true && written.code === code) return [];
  if (entry.foreign === undefined || fields.details === undefined || !isStringExpression(message.node))
    return undefined;
  // A code that the contract does not have is the message itself.
  const text =
    !written || written.isBare
      ? printHumanMessage(message, written, sourceCode)
      : replaceCodePrefix(message, written, "", sourceCode);
  return text === undefined ? undefined : [[getLastSegment(fields.details), `{ ${entry.foreign}: ${text} }`]];
}

/** Whether the contract wants messages literal, and a message is not. */
function isRefused(message: RawMessage | undefined, contract: FileContract): boolean {
  return message !== undefined && contract.data.message === "literal" && !isMessage(message.parts, contract);
}

/** The name under which factories take the cause: errors keep one even where the envelope has no place for it. */
function findCauseField({ data, factories }: FileContract): string | undefined {
  if (data.fields.cause !== undefined) return getLastSegment(data.fields.cause);
  return factories.some(({ positional, reads }) => [...positional, ...reads].includes("cause")) ? "cause" : undefined;
}

/** The failure that a raw error names as its cause. */
export function findOwnCause({ cause }: RawError, { sourceCode }: LintContext): KnownCause | undefined {
  return cause && !isNothing(cause) ? { name: printArgument(cause, sourceCode) } : undefined;
}

/**
 * The rewrite of a raw construction to the conversion of its cause, which keeps the message. `undefined` where a
 * comment or the text of the message would be lost, or the conversion does not take a message.
 */
export function rewriteCause(made: RawError, cause: KnownCause, context: LintContext): ErrorRewrite | undefined {
  const { contract, sourceCode } = context;
  const { message } = made;
  if (losesPart(made, sourceCode)) return undefined;
  // `new Error(String(err))`, `new Error(err.message)`
  const isRepeated =
    message && [`String(${cause.name})`, `${cause.name}.message`].includes(sourceCode.getText(message.node));
  const isKept = message && !isRepeated && !isRefused(message, contract);
  const text = isKept ? printMessage(message, undefined, context) : undefined;
  const call = planConversion(cause.name, made.node, context, text);
  const changesMessage =
    message !== undefined && (contract.data.message === "template" || isRefused(message, contract));
  return call && { ...replaceWithCall(made.node, call, cause, context), changesMessage };
}

/** Rewrites an expression, or the one around it, to the conversion of its value, or to code made of that conversion. */
export function rewriteUnknown(
  node: TSESTree.Node,
  context: LintContext,
  replaced: TSESTree.Node = node,
  madeOf?: (conversion: string) => string,
): Rewrite | undefined {
  if (losesComment(replaced, [node], context.sourceCode)) return undefined;
  const call = planConversion(printArgument(node, context.sourceCode), replaced, context);
  return call && replaceWithCall(replaced, call, undefined, context, madeOf);
}

/**
 * Plans the conversion of a value's source text, for use at a node. `undefined` where the file cannot import it, or it
 * does not take a message that there is.
 */
export function planConversion(
  value: string,
  at: TSESTree.Node,
  context: LintContext,
  message?: string,
): PlannedCall | undefined {
  const { contract } = context;
  if (contract.isNone) return { text: value, shown: value, imported: () => [] };
  const cause = findCauseField(contract);
  if (cause === undefined) return undefined;
  const fields: Fields = new Map([[cause, value]]);
  addToolName(fields, at, context);
  const messageField = getLastSegment(contract.data.fields.message);
  if (message !== undefined) fields.set(messageField, message);
  const call = chooseConversionCall(contract, fields);
  const isTaken = message === undefined || call?.factory.reads.includes(messageField);
  return isTaken ? planCall(call, at, context) : undefined;
}

function planCall(call: FactoryCall | undefined, at: TSESTree.Node, context: LintContext): PlannedCall | undefined {
  if (!call) return undefined;
  const { contract, sourceCode, filename } = context;
  const [className = ""] = call.names;
  // A file that has the class from a module of its project keeps to it.
  const own = findOwnModule(className, contract, sourceCode);
  if (own !== undefined && lacksCode(own, call, context)) return undefined;
  const module = own ?? contract.runtime.specifier;
  // Where it has no codes object beside the class, the code is written as a string.
  const names =
    own === undefined ? call.names : call.names.filter((name) => findOwnModule(name, contract, sourceCode) === own);
  const plan = planImport(sourceCode, at, { module, names }, { equivalent: contract.isRuntime, filename });
  return (
    plan && {
      text: printFactoryCall(call, contract, plan.locals, getSourceStyle(sourceCode).quote),
      shown: `${call.factory.name}(...)`,
      imported: (fixer) => addImport(fixer, sourceCode, plan),
    }
  );
}

/** Whether the codes object of the project's module that the class comes from lacks the code. */
function lacksCode(module: string, { failure: { code } }: FactoryCall, { contract, context }: LintContext): boolean {
  return code !== undefined && readModuleCodes(module, contract.codesObject, context)?.has(code) === false;
}

/** The module of the project, other than the runtime's, from which the file imports a name. */
function findOwnModule(name: string, contract: FileContract, sourceCode: TSESLint.SourceCode): string | undefined {
  return importBindings(sourceCode).find(
    ({ module, exported }) => exported === name && isProjectModule(module) && !contract.isRuntime(module),
  )?.module;
}

function replaceWithCall(
  node: TSESTree.Node,
  { text, imported }: PlannedCall,
  cause: KnownCause | undefined,
  { sourceCode }: LintContext,
  madeOf: (call: string) => string = (call) => call,
): Rewrite {
  return {
    apply: (fixer) => [
      ...imported(fixer),
      ...(cause ? addBinding(fixer, cause, sourceCode) : []),
      fixer.replaceText(node, printReplacementPrefix(node, sourceCode) + madeOf(text)),
    ],
  };
}

/** Returns the text to write before a replacement: the key of `{ text }`, or the space that `throw"x"` does without. */
function printReplacementPrefix(node: TSESTree.Node, { text }: TSESLint.SourceCode): string {
  const { parent } = node;
  if (parent?.type === "Property" && parent.shorthand) return `${text.slice(...node.range)}: `;
  return /[\w$]/.test(text.charAt(node.range[0] - 1)) ? " " : "";
}

/** The text of an expression where a comma would end it. */
export function printArgument(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const text = sourceCode.getText(node);
  return node.type === "SequenceExpression" ? `(${text})` : text;
}

function printMessage(message: RawMessage, written: WrittenCode | undefined, context: LintContext): string | undefined {
  const { node } = message;
  if (written || isStringExpression(node)) return printHumanMessage(message, written, context.sourceCode);
  const text = printArgument(node, context.sourceCode);
  // The contract's message is a string: a value that `new Error(x)` would convert is converted here.
  return isString(node, context) ? text : `String(${text})`;
}

function addToolName(fields: Fields, node: TSESTree.Node, context: LintContext): void {
  const { tool } = context.contract.data.fields;
  if (tool === undefined) return;
  const name = printToolName(node, context, getSourceStyle(context.sourceCode).quote);
  if (name !== undefined) fields.set(getLastSegment(tool), name);
}

/** Returns whether a comment of a raw error stands outside the parts that are copied. */
function losesPart({ node, message, cause }: RawError, sourceCode: TSESLint.SourceCode): boolean {
  return losesComment(node, [message?.node, cause], sourceCode);
}

function losesComment(
  changed: TSESTree.Node,
  copied: readonly (TSESTree.Node | undefined)[],
  sourceCode: TSESLint.SourceCode,
): boolean {
  const comments = sourceCode.getCommentsInside(changed);
  return comments.some((comment) => !copied.some((part) => part && isInside(comment, part)));
}
