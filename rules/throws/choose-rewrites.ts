import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../model/failure-handlers.js";
import { mayThrowAt } from "../model/throw-ends.js";
import { findKnownCause } from "../causes/known-cause.js";
import { findRefusedResponse } from "../causes/refused-response.js";
import type { LintContext } from "../contract/lint-context.js";
import { listNearCodes } from "../contract/near-codes.js";
import { getRegistry } from "../contract/registry.js";
import { requiresDetails } from "../edits/factory-call.js";
import type { Rewrite } from "../edits/fixer.js";
import { isErrorName } from "../syntax/error-names.js";
import {
  type MessagePart,
  type WrittenCode,
  joinMessageParts,
  readMessageParts,
  unwrapExpression,
} from "../syntax/expressions.js";
import { throwsOnEveryPath, findReceivingCatch } from "../syntax/functions.js";
import {
  findBuiltinErrorName,
  getConstInitializer,
  resolveReferencePath,
  resolveVariable,
} from "../syntax/references.js";
import { isString } from "../types/is-string.js";
import { LIKELY } from "../words/certainty.js";
import type { RawExit } from "./classify-thrown.js";
import { isExpected, readsErrorCode } from "./error-checks.js";
import { readFailureFacts } from "./failure-facts.js";
import { type RawError, printHumanMessage, readRawError, readRawVariable } from "./raw-error.js";
import { type ErrorRewrite, findCause, rewriteCause, rewriteRawError, rewriteUnknown } from "./rewrite-raw-error.js";
import { suggestCodes } from "./suggest-codes.js";

/** The remedies for a raw failure: the fix, or up to three suggestions, best first. */
export interface RawErrorRewrites {
  readonly fix?: Rewrite;
  readonly suggestions?: readonly RawErrorSuggestion[];
}

/** A rewrite to a code or, where there is none, to the conversion of a known error. */
interface RawErrorSuggestion {
  readonly code: string | undefined;
  /** The reason for the code, as a clause. */
  readonly why?: string | undefined;
  /** How likely it is right, from 0 to 1. */
  readonly confidence?: number | undefined;
  readonly fix: TSESLint.ReportFixFunction;
}

const MOST_SUGGESTIONS = 3;
// How sure the conversion of a value is that was made elsewhere: other code may look for the class that it has there.
const UNREAD = 0.75;

/** The rewrites of a construction, whether it is thrown or delivered otherwise. */
interface ConstructionRewrites {
  /** Best first. */
  readonly rewrites: readonly {
    readonly code: string;
    readonly why: string | undefined;
    readonly confidence: number | undefined;
    readonly rewrite: ErrorRewrite;
  }[];
  /** The rewrite to any registered code, or without one to the conversion of the cause. */
  readonly rewriteTo: (code: string | undefined) => ErrorRewrite | undefined;
  /** The conversion of the error that it only repeats, or that it comes from where that one may know a better code. */
  readonly converted: ErrorRewrite | undefined;
  /** Whether everything that the first rewrite, or else the conversion, needs is written in the code. */
  readonly isSaid: boolean;
  /** Whether the conversion of the raw error itself loses nothing that the code says. */
  readonly isConvertible: boolean;
}

/** The codes that a failure may become, best first. */
interface ChosenCodes {
  readonly codes: readonly {
    readonly code: string;
    readonly why?: string | undefined;
    readonly probability?: number;
  }[];
  /** Whether a fix may write the first. */
  readonly isSaid: boolean;
  /** Whether a cause may know better. */
  readonly isUnsure: boolean;
}

/** How the failures that a file makes are written as the contract's errors. */
export interface FailureRewriter {
  readonly context: LintContext;
  rewritesOf: (made: RawError) => ConstructionRewrites;
  /**
   * Adds the codes that nothing speaks for, and the conversion of the cause, where a rule is asked for every code. They
   * are worked out when they are chosen.
   */
  addOthers: (likely: readonly RawErrorSuggestion[], rewriteTo: RewriteTo) => readonly RawErrorSuggestion[];
}

/** Returns the edits that rewrite a failure to a code or, without one, to the conversion of its cause. */
type RewriteTo = (code: string | undefined) => TSESLint.ReportFixFunction | undefined;

/** The options of a rule for failures that name no code. */
interface CodeChoice {
  /** Whether every code of the contract is suggested. */
  readonly everyCode?: boolean;
  /** The code for all of them. */
  readonly fallbackCode: string | null;
  /** How likely a code has to be for a fix to write it, from 0 to 1. */
  readonly fixFrom: number | null;
}

/** How the raw failures of a file become the contract's errors. */
export function rewritesForFile(lint: LintContext, choice: CodeChoice): (exit: RawExit) => RawErrorRewrites {
  const { sourceCode } = lint;
  const { rewritesOf, addOthers } = createFailureRewriter(lint, choice);

  return (exit) => {
    const { form, made, variable } = exit;
    const isConverted = form === "construction" && !variable;
    if (form === "unknown" || form === "typed") return convert(exit);
    if (exit.kind === "unused" && !mayThrowAt(exit.value, sourceCode)) return {};
    const error = made && (variable ? readRawVariable(variable, made, sourceCode) : readRawError(made, sourceCode));
    if (!error) return isConverted ? convert(exit) : {};

    const { rewrites, converted, isSaid, isConvertible, rewriteTo } = rewritesOf(error);
    const deliver = (rewrite: Rewrite | undefined) => rewrite && addThrow(rewrite, exit);
    const addOtherCodes = (likely: readonly RawErrorSuggestion[]) =>
      addOthers(likely, (code) => deliver(rewriteTo(code)));
    const first = rewrites[0]?.rewrite ?? converted;
    if (first && isSaid && exit.form !== "protocol" && isSafe(exit, error, first === converted, lint))
      return { fix: first, suggestions: addOtherCodes([]) };
    // A class with arguments of its own: its data survives only in a conversion of the instance.
    if (!first && isConvertible && isConverted) return convert(exit);
    const conversions = converted ? [{ code: undefined, fix: addThrow(converted, exit) }] : [];
    const codes = rewrites.map(({ rewrite, ...rest }) => ({ ...rest, fix: addThrow(rewrite, exit) }));
    return { suggestions: addOtherCodes([...conversions, ...codes].slice(0, MOST_SUGGESTIONS)) };
  };

  function convert({ node, form }: RawExit): RawErrorRewrites {
    const isReadAsIs = hasOwnData(node, sourceCode) || (form === "typed" && readsErrorCode(sourceCode));
    const rewrite = isReadAsIs ? undefined : rewriteUnknown(node, lint);
    return rewrite ? { suggestions: [{ code: undefined, confidence: UNREAD, fix: rewrite.apply }] } : {};
  }
}

/**
 * `new ConfigError(...)`, of a class that is none of the language's, `new DOMException(...)`, and
 * `Object.assign(new Error("..."), { path })`: other code reads the class, the name or the members, and a conversion
 * has none of them.
 */
function hasOwnData(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  if (value.type === "NewExpression")
    return /^(?:DOMException)?$/.test(findBuiltinErrorName(value.callee, sourceCode) ?? "");
  if (value.type !== "CallExpression") return false;
  return resolveReferencePath(value.callee, sourceCode)?.path.join(".") === "Object.assign";
}

/** How the failures that a file makes are written as the contract's errors. */
export function createFailureRewriter(
  context: LintContext,
  { everyCode = false, fallbackCode, fixFrom }: CodeChoice,
): FailureRewriter {
  const { contract, sourceCode } = context;
  const registry = getRegistry(context.context);
  const { construct, unknown } = contract.data.fallback;
  /** The codes that say nothing of a failure. */
  const catchAll = new Set([construct, unknown, fallbackCode]);
  return { context, rewritesOf, addOthers };

  function addOthers(likely: readonly RawErrorSuggestion[], rewriteTo: RewriteTo): readonly RawErrorSuggestion[] {
    const named = new Set(likely.map(({ code }) => code));
    const all = everyCode ? [...registry.codes.filter(registry.isAccepted), undefined] : [];
    const others = all.filter((code) => !named.has(code));
    return [
      ...likely,
      ...others.map((code): RawErrorSuggestion => ({
        code,
        confidence: 0,
        fix: (fixer) => rewriteTo(code)?.(fixer) ?? null,
      })),
    ];
  }

  function rewritesOf(made: RawError): ConstructionRewrites {
    const { node, message, cause: own } = made;
    const parts = message?.parts ?? [];
    const said = made.code ?? message?.written?.code;
    const constant = message && getConstInitializer(resolveVariable(message.node, sourceCode));
    const wording = constant ? readMessageParts(constant) : parts;
    const known = own ? undefined : findKnownCause(node, [...parts, ...wording], sourceCode);
    const cause = findCause(made, known, context);
    // Nobody wrote a code for the response, and its status is known when the code runs.
    const response = said !== undefined || cause ? undefined : findRefusedResponse(node, sourceCode);
    const origin = cause ?? response;
    const { codes, isSaid, isUnsure } =
      chooseWrittenCodes(made) ?? chooseLikelyCodes(made, wording, origin !== undefined);

    const rewriteAs = (code: string) => rewriteRawError(made, { code, written: prefixFor(code, made) }, known, context);
    const rewrites = codes.flatMap(({ code, why, probability: confidence }) => {
      const rewrite = rewriteAs(code);
      return rewrite ? [{ code, why, confidence, rewrite }] : [];
    });
    const repeated = own ? undefined : findRepeatedError(message?.node, sourceCode);
    const convert = (): ErrorRewrite | undefined =>
      (repeated && rewriteUnknown(repeated, context, node)) ?? (origin && rewriteCause(made, origin, context));
    const mayConvert = response !== undefined || isUnsure || (repeated !== undefined && said === undefined);
    const converted = mayConvert ? convert() : undefined;
    // A message that begins with a code is a string; beside a code of its own it may be anything.
    const isText = message === undefined || made.code === undefined || isString(message.node, context);
    const { changesMessage = false } = rewrites[0]?.rewrite ?? converted ?? {};
    return {
      rewrites,
      converted,
      rewriteTo: (code) => (code === undefined ? convert() : registry.isUsable(code) ? rewriteAs(code) : undefined),
      isSaid: isSaid && isText && !changesMessage,
      // A code that is written, but asks for details that are not, would be lost, and so would the cause.
      isConvertible:
        !(isSaid && codes.some(({ code }) => requiresDetails(code, contract.data))) && !(origin && codes.length === 0),
    };
  }

  /** The code that the failure says, or the registered ones that it may mean. */
  function chooseWrittenCodes({ code: given, message }: RawError): ChosenCodes | undefined {
    const said = [given, message?.written?.code].filter((code) => code !== undefined);
    const [first] = said;
    if (first !== undefined && registry.isUsable(first))
      return { codes: [{ code: first }], isSaid: true, isUnsure: false };
    const near = new Set(said.flatMap((code) => listNearCodes(code, registry)).filter(registry.isAccepted));
    const codes = [...near].slice(0, MOST_SUGGESTIONS).map((code) => ({ code }));
    return codes.length > 0 ? { codes, isSaid: false, isUnsure: false } : undefined;
  }

  function chooseLikelyCodes(made: RawError, parts: readonly MessagePart[], hasOrigin: boolean): ChosenCodes {
    const facts = { ...readFailureFacts(made.node, parts, sourceCode), protocolCode: made.protocolCode };
    const likely = suggestCodes(facts, contract.data, registry.isAccepted);
    const probability = likely[0]?.probability ?? 0;
    if (likely.length > 0 && fixFrom !== null && probability >= fixFrom)
      return { codes: likely, isSaid: true, isUnsure: false };
    if (fallbackCode !== null && registry.isUsable(fallbackCode))
      return { codes: hasOrigin ? [] : [{ code: fallbackCode }], isSaid: true, isUnsure: hasOrigin };
    // Where there is a cause, it may know a better code than the one for everything else.
    const isTold = ({ code, probability }: (typeof likely)[number]) => !catchAll.has(code) && probability >= LIKELY;
    const codes = likely.filter((each) => !hasOrigin || isTold(each));
    return { codes, isSaid: false, isUnsure: codes[0] !== likely[0] || probability < LIKELY };
  }

  /** Returns the code in front of a message, which is not kept as it is: the code itself, or a word meant as a code. */
  function prefixFor(code: string, { message, code: given }: RawError): WrittenCode | undefined {
    const written = message?.written;
    if (!written || written.code === code) return written;
    // A member holds the code; a word in front of the text is text.
    if (given !== undefined && registry.has(given) === true) return undefined;
    const isNear = listNearCodes(written.code, registry).includes(code);
    // `REFUSE: ...` is a word of its own, and `read_file: ...` the name of something; `BOOTSTRAP_SECRET_MISSING` was
    // meant as a code.
    if (!isNear && !/^[A-Z][A-Z0-9]*_/.test(written.code)) return undefined;
    const prefix = isNear ? { ...written, code } : { ...written, isKept: true };
    if (printHumanMessage(message, prefix, sourceCode) === undefined) return prefix;
    // Other code may look for words that would go: the code that they name is none of the contract's.
    const error = { className: undefined, text: joinMessageParts(message.parts), losesCode: false };
    return isExpected(error, sourceCode) ? undefined : prefix;
  }
}

/** Finds the error in `new Error(String(err))` and `new Error(err.message)`; `body.message` is no error's. */
function findRepeatedError(
  message: TSESTree.Node | undefined,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Identifier | undefined {
  const value = message && unwrapExpression(message);
  const error =
    value?.type === "CallExpression"
      ? isNamed(value.callee, "String") && value.arguments[0]
      : value?.type === "MemberExpression" && isNamed(value.property, "message") && value.object;
  if (!error || error.type !== "Identifier") return undefined;
  return isErrorName(error.name) || isCaught(resolveVariable(error, sourceCode), sourceCode) ? error : undefined;
}

function isNamed(node: TSESTree.Node, name: string): boolean {
  return node.type === "Identifier" && node.name === name;
}

/** Whether the contract's error can stand in for the raw one without anything in the file taking notice. */
function isSafe(
  { node, kind }: RawExit,
  { className, code, message, cause }: RawError,
  isConversion: boolean,
  { contract, sourceCode }: LintContext,
): boolean {
  // Callers know the type of a returned error; an error that is only created would begin to throw.
  if (kind === "return" || kind === "unused") return false;
  // A parameter may be declared as the very class.
  if (kind !== "throw" && kind !== "reject" && className !== "Error") return false;
  const receiver = kind === "throw" ? findReceivingCatch(node) : undefined;
  // A `try` that ends its own throw uses it as control flow, and may show the message.
  if (receiver && !throwsOnEveryPath(receiver.body)) return false;
  // A factory call evaluates the message first, a conversion the cause.
  const isReordered = isConversion
    ? cause?.type === "CallExpression"
    : cause && cause.range[0] < (message?.node.range[0] ?? 0);
  if (message && isReordered) return false;
  // Every error class of the runtime has a `code`; nothing is known of a project's own.
  const losesCode = code !== undefined && contract.runtime.specifier !== contract.data.vocabulary.module;
  return !isExpected({ className, text: joinMessageParts(message?.parts ?? []), losesCode }, sourceCode);
}

/** A failure that was only made is thrown. An import may go to the same place, and then stands before it. */
function addThrow({ apply }: Rewrite, { kind, value }: RawExit): TSESLint.ReportFixFunction {
  return kind === "unused" ? (fixer) => [...apply(fixer), fixer.insertTextBefore(value, "throw ")] : apply;
}
