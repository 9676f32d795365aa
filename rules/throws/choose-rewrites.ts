import type { TSESLint } from "@typescript-eslint/utils";
import { mayThrowAt } from "../model/throw-ends.js";
import { findKnownCause } from "../causes/known-cause.js";
import { findRefusedResponse } from "../causes/refused-response.js";
import type { LintContext } from "../contract/lint-context.js";
import { listNearCodes } from "../contract/near-codes.js";
import { getRegistry } from "../contract/registry.js";
import type { Rewrite } from "../edits/fixer.js";
import { type MessagePart, type WrittenCode, joinMessageParts, readMessageParts } from "../syntax/expressions.js";
import { throwsOnEveryPath, findReceivingCatch } from "../syntax/flow.js";
import { getConstInitializer, resolveVariable } from "../syntax/references.js";
import { isString } from "../types/is-string.js";
import { LIKELY } from "../words/certainty.js";
import type { RawExit } from "./classify-thrown.js";
import { isExpected } from "./error-checks.js";
import { readFailureFacts } from "./failure-facts.js";
import { type RawError, readRawError, readRawVariable } from "./raw-error.js";
import { type ErrorRewrite, findOwnCause, rewriteCause, rewriteRawError, rewriteUnknown } from "./rewrite-raw-error.js";
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
}

/** How the raw failures of a file become the contract's errors. */
export function rewritesForFile(lint: LintContext, choice: CodeChoice): (exit: RawExit) => RawErrorRewrites {
  const { sourceCode } = lint;
  const { rewritesOf, addOthers } = createFailureRewriter(lint, choice);

  return (exit) => {
    const { form, kind, node, made, value, variable } = exit;
    if (form === "unknown" || (form === "typed" && node.type !== "NewExpression")) {
      const rewrite = rewriteUnknown(node, lint);
      return rewrite ? { suggestions: [{ code: undefined, confidence: UNREAD, fix: rewrite.apply }] } : {};
    }
    if (kind === "unused" && !mayThrowAt(value, sourceCode)) return {};
    const error = made && (variable ? readRawVariable(variable, made, sourceCode) : readRawError(made, sourceCode));
    if (!error) return {};

    const { rewrites, converted, isSaid, rewriteTo } = rewritesOf(error);
    const deliver = (rewrite: Rewrite | undefined) => rewrite && addThrow(rewrite, exit);
    const addOtherCodes = (likely: readonly RawErrorSuggestion[]) =>
      addOthers(likely, (code) => deliver(rewriteTo(code)));
    const first = rewrites[0]?.rewrite ?? converted;
    if (first && isSaid && form !== "protocol" && isSafe(exit, error, lint))
      return { fix: first, suggestions: addOtherCodes([]) };
    const conversions = converted ? [{ code: undefined, fix: addThrow(converted, exit) }] : [];
    const codes = rewrites.map(({ rewrite, ...rest }) => ({ ...rest, fix: addThrow(rewrite, exit) }));
    return { suggestions: addOtherCodes([...conversions, ...codes].slice(0, MOST_SUGGESTIONS)) };
  };
}

/** How the failures that a file makes are written as the contract's errors. */
export function createFailureRewriter(
  context: LintContext,
  { everyCode = false, fallbackCode }: CodeChoice,
): FailureRewriter {
  const { contract, sourceCode } = context;
  const registry = getRegistry(context.context);
  const { construct, unknown } = contract.data.fallback;
  /** The codes that say nothing of a failure. */
  const catchAll = new Set([construct, unknown, fallbackCode]);
  return { context, rewritesOf, addOthers };

  function addOthers(likely: readonly RawErrorSuggestion[], rewriteTo: RewriteTo): readonly RawErrorSuggestion[] {
    if (!everyCode) return likely;
    const named = new Set(likely.map(({ code }) => code));
    const others = [...registry.codes.filter(registry.isAccepted), undefined].filter((code) => !named.has(code));
    return [
      ...likely,
      ...others.map((code) => ({
        code,
        confidence: 0,
        fix: (fixer: TSESLint.RuleFixer) => rewriteTo(code)?.(fixer) ?? null,
      })),
    ];
  }

  function rewritesOf(made: RawError): ConstructionRewrites {
    const { node, message } = made;
    const parts = message?.parts ?? [];
    const said = made.code ?? message?.written?.code;
    const constant = message && getConstInitializer(resolveVariable(message.node, sourceCode));
    const wording = constant ? readMessageParts(constant) : parts;
    const known = made.cause ? undefined : findKnownCause(node, [...parts, ...wording], sourceCode);
    const cause = findOwnCause(made, context) ?? known;
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
    const convert = () => origin && rewriteCause(made, origin, context);
    const converted = response !== undefined || isUnsure ? convert() : undefined;
    // A message that begins with a code is a string; beside a code of its own it may be anything.
    const isText = message === undefined || made.code === undefined || isString(message.node, context);
    const { changesMessage = false } = rewrites[0]?.rewrite ?? converted ?? {};
    return {
      rewrites,
      converted,
      rewriteTo: (code) => (code === undefined ? convert() : registry.isUsable(code) ? rewriteAs(code) : undefined),
      isSaid: isSaid && isText && !changesMessage,
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
    if (fallbackCode !== null && registry.isUsable(fallbackCode))
      return { codes: hasOrigin ? [] : [{ code: fallbackCode }], isSaid: true, isUnsure: hasOrigin };
    const facts = { ...readFailureFacts(made.node, parts, sourceCode), protocolCode: made.protocolCode };
    const likely = suggestCodes(facts, contract.data, registry.isAccepted);
    // Where there is a cause, it may know a better code than the one for everything else.
    const codes = likely.filter(
      ({ code, probability }) => !hasOrigin || (!catchAll.has(code) && probability >= LIKELY),
    );
    const isUnsure = codes[0] !== likely[0] || (likely[0]?.probability ?? 0) < LIKELY;
    return { codes, isSaid: false, isUnsure };
  }

  /** Returns the code in front of a message, which is not kept as it is, under the name that is registered for it. */
  function prefixFor(code: string, { message, code: given }: RawError): WrittenCode | undefined {
    const written = message?.written;
    if (!written || written.code === code) return written;
    // A member holds the code; a word in front of the text is text.
    const isText = given !== undefined && registry.has(given) === true;
    return !isText && listNearCodes(written.code, registry).includes(code) ? { ...written, code } : undefined;
  }
}

/** Whether the contract's error can stand in for the raw one without anything in the file taking notice. */
function isSafe(
  { node, kind }: RawExit,
  { className, code, message }: RawError,
  { contract, sourceCode }: LintContext,
): boolean {
  // Callers know the type of a returned error; an error that is only created would begin to throw.
  if (kind === "return" || kind === "unused") return false;
  // A parameter may be declared as the very class.
  if (kind !== "throw" && kind !== "reject" && className !== "Error") return false;
  const receiver = kind === "throw" ? findReceivingCatch(node) : undefined;
  // A `try` that ends its own throw uses it as control flow, and may show the message.
  if (receiver && !throwsOnEveryPath(receiver.body)) return false;
  // Every error class of the runtime has a `code`; nothing is known of a project's own.
  const losesCode = code !== undefined && contract.runtime.specifier !== contract.data.vocabulary.module;
  return !isExpected({ className, text: joinMessageParts(message?.parts ?? []), losesCode }, sourceCode);
}

/** A failure that was only made is thrown. An import may go to the same place, and then stands before it. */
function addThrow({ apply }: Rewrite, { kind, value }: RawExit): TSESLint.ReportFixFunction {
  return kind === "unused" ? (fixer) => [...apply(fixer), fixer.insertTextBefore(value, "throw ")] : apply;
}
