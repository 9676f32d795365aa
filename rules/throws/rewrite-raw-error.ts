// The edits that put the contract's error in the place of a failure: a call with the failure's fields, the import that
// the call needs, and a name for the cause.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findDiagnostic } from "error-contract";
import { type KnownCause, addBinding } from "../causes/known-cause.js";
import type { FileContract, LintContext } from "../contract/lint-context.js";
import { listImports, isProjectModule } from "../syntax/references.js";
import { readModuleCodes } from "../contract/registry.js";
import { planImport } from "../edits/imports.js";
import { type FactoryCall, chooseConversionCall, chooseFactoryCall, printFactoryCall } from "../edits/factory-call.js";
import type { Rewrite } from "../edits/fixer.js";
import { getSourceStyle } from "../edits/source-style.js";
import { type WrittenCode, getLastSegment, isStringExpression } from "../syntax/expressions.js";
import { isInside } from "../syntax/source-file.js";
import { printToolName } from "../tools/tool-handlers.js";
import { type RawError, printArgument, printMessage, replaceCodePrefix } from "./raw-error.js";

/** Edits that turn a raw failure into the contract's error. */
export interface ErrorRewrite extends Rewrite {
  /** Whether the message is left out, as no literal one, or is none that the template of the code makes. */
  readonly changesMessage?: boolean;
}

/** A call that makes the contract's error, with the import that it needs; without a contract, the failure itself. */
export interface PlannedCall {
  readonly text: string;
  /** How a message names it. */
  readonly shown: string;
  readonly imported: (fixer: TSESLint.RuleFixer) => readonly TSESLint.RuleFix[];
}

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
  const message = printMessage(error, written, lint);
  if (losesComment(error.node, [error.message, error.cause], lint)) return undefined;
  if (error.message && message === undefined) return undefined;
  const isTold = details !== undefined;
  const cause = error.cause ? printArgument(error.cause, lint) : known?.name;
  const given = { message: isTold || isRefused(error, contract) ? undefined : message, details: details ?? "", cause };
  const call = chooseFactoryCall(contract, { code, fields: collectFields(given, error.node, lint) });
  return replaceWithCall(error.node, planCall(call, error.node, lint), known, lint, {
    changesMessage: !isTold && !isMessage(error, contract),
  });
}

/**
 * Rewrites a raw construction to the conversion of its cause, which keeps the message. `undefined` where a comment or
 * the text of the message would be lost, or the conversion does not take a message.
 */
export function rewriteCause(error: RawError, cause: KnownCause, lint: LintContext): ErrorRewrite | undefined {
  const { contract, sourceCode } = lint;
  const { node, message } = error;
  if (losesComment(node, [message, error.cause], lint)) return undefined;
  // `new Error(String(err))`, `new Error(err.message)`
  const isRepeated =
    message && [`String(${cause.name})`, `${cause.name}.message`].includes(sourceCode.getText(message));
  const text = isRepeated || isRefused(error, contract) ? undefined : printMessage(error, undefined, lint);
  const isTemplate = message !== undefined && contract.data.message === "template";
  return replaceWithCall(node, planConversion(cause.name, node, lint, text), cause, lint, {
    changesMessage: isTemplate || isRefused(error, contract),
  });
}

/** Rewrites an expression, or the one around it, to the conversion of its value. */
export function rewriteUnknown(
  node: TSESTree.Node,
  lint: LintContext,
  replaced: TSESTree.Node = node,
): ErrorRewrite | undefined {
  if (losesComment(replaced, [node], lint)) return undefined;
  return replaceWithCall(replaced, planConversion(printArgument(node, lint), replaced, lint), undefined, lint);
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

/** Names the parts of a failure as the contract does, and adds the name of the tool; what is empty is left out. */
function collectFields(
  parts: Partial<Record<"message" | "details" | "cause", string | undefined>>,
  at: TSESTree.Node,
  lint: LintContext,
): ReadonlyMap<string, string> {
  const { fields } = lint.contract.data;
  const { message, details, tool } = fields;
  const toolName = tool && printToolName(at, lint, getSourceStyle(lint).quote);
  const named = [
    [message, parts.message],
    [details, parts.details],
    [findCauseField(lint.contract), parts.cause],
    [tool, toolName],
  ] as const;
  return new Map(named.flatMap(([name, text]) => (name && text ? [[getLastSegment(name), text] as const] : [])));
}

/** The name under which factories take the cause: errors keep one even where the envelope has no place for it. */
function findCauseField({ data, factories }: FileContract): string | undefined {
  const isTaken = factories.some(({ positional, reads }) => [...positional, ...reads].includes("cause"));
  return data.fields.cause ?? (isTaken ? "cause" : undefined);
}

/**
 * Plans the conversion of a value's source text, for use at a node. `undefined` where the file cannot import it, or it
 * does not take a message that there is.
 */
export function planConversion(
  value: string,
  at: TSESTree.Node,
  lint: LintContext,
  message?: string,
): PlannedCall | undefined {
  const { contract } = lint;
  if (contract.isNone) return { text: value, shown: value, imported: () => [] };
  if (findCauseField(contract) === undefined) return undefined;
  const call = chooseConversionCall(contract, collectFields({ cause: value, message }, at, lint));
  const isTaken = message === undefined || call?.factory.reads.includes(getLastSegment(contract.data.fields.message));
  return isTaken ? planCall(call, at, lint) : undefined;
}

/** Plans a call for use at a node; `undefined` where the file cannot import it, or takes its codes from elsewhere. */
export function planCall(call: FactoryCall | undefined, at: TSESTree.Node, lint: LintContext): PlannedCall | undefined {
  if (!call) return undefined;
  const { contract } = lint;
  const { code } = call.failure;
  // A file that has the class from a module of its project keeps to it, and to the codes of that module.
  const [own] = call.names.map((name) => findOwnModule(name, lint));
  const codes = own === undefined ? undefined : readModuleCodes(own, contract.codesObject, lint);
  if (code !== undefined && codes?.has(code) === false) return undefined;
  // Where it has no codes object beside the class, the code is written as a string.
  const names = call.names.filter((name) => own === undefined || findOwnModule(name, lint) === own);
  const module = own ?? contract.runtime.specifier;
  const plan = planImport({ module, names }, at, lint);
  return (
    plan && {
      text: printFactoryCall(call, contract, plan.locals, getSourceStyle(lint).quote),
      shown: `${call.factory.name}(...)`,
      imported: plan.apply,
    }
  );
}

/** The module of the project, other than the runtime's, from which the file imports a name. */
function findOwnModule(name: string, lint: LintContext): string | undefined {
  const { contract } = lint;
  return listImports(lint.sourceCode).find(
    ({ module, exported }) => exported === name && isProjectModule(module) && !contract.isRuntime(module),
  )?.module;
}

/** Rewrites a node to a planned call, with a binding for the cause that it names. */
export function replaceWithCall(
  node: TSESTree.Node,
  call: PlannedCall | undefined,
  cause: KnownCause | undefined,
  lint: LintContext,
  told: Omit<ErrorRewrite, "apply"> = {},
): ErrorRewrite | undefined {
  return (
    call && {
      ...told,
      apply: (fixer) => [
        ...call.imported(fixer),
        ...(cause ? addBinding(fixer, cause, lint) : []),
        fixer.replaceText(node, printReplacementPrefix(node, lint) + call.text),
      ],
    }
  );
}

/** Returns the text to write before a replacement: the key of `{ text }`, or the space that `throw"x"` does without. */
function printReplacementPrefix(node: TSESTree.Node, { sourceCode: { text } }: LintContext): string {
  const { parent } = node;
  if (parent?.type === "Property" && parent.shorthand) return `${text.slice(...node.range)}: `;
  return /[\w$]/.test(text.charAt(node.range[0] - 1)) ? " " : "";
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
