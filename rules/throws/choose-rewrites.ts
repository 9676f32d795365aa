import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../catches/failure-handlers.js";
import type { ThrowSite } from "../catches/throw-sites.js";
import { findKnownCause } from "../causes/known-cause.js";
import { findRefusedResponse } from "../causes/refused-response.js";
import type { FileContract } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { listNearCodes } from "../contract/near-codes.js";
import { getRegistry } from "../contract/registry.js";
import { requiresDetails } from "../edits/factory-call.js";
import type { Rewrite } from "../edits/import-order.js";
import { findExpectation } from "../modules/error-expectations.js";
import { isErrorName } from "../syntax/error-names.js";
import {
  type WrittenCode,
  readMessageParts,
  joinMessageParts,
  unwrapExpression,
  findCodePrefix,
} from "../syntax/expressions.js";
import { throwsOnEveryPath, findEnclosingFunction, findReceivingCatch } from "../syntax/functions.js";
import {
  findBuiltinErrorName,
  getConstInitializer,
  resolveReferencePath,
  resolveVariable,
} from "../syntax/references.js";
import { isString } from "../types/is-string.js";
import type { RawFailure } from "./classify-thrown.js";
import { collectErrorChecks, isChecked } from "./error-checks.js";
import { explainFacts } from "./explain-fact.js";
import { printHumanMessage } from "./message-text.js";
import { type RawError, readRawError, readRawVariable } from "./raw-error.js";
import {
  type ErrorRewrite,
  findCause,
  createErrorRewriter,
  rewriteCause,
  rewriteUnknown,
} from "./rewrite-raw-error.js";
import { suggestCodes } from "./suggest-codes.js";
import { readThrowFacts } from "./throw-facts.js";
import { mayThrowAt } from "./throw-places.js";

/** The remedies for a raw failure: the fix, or up to three suggestions, best first. */
export interface RawErrorRewrites {
  readonly fix?: Rewrite;
  readonly suggestions?: readonly RawErrorSuggestion[];
  /** The rewrite to any registered code, or without one to the conversion of the cause. */
  readonly rewriteTo?: (code: string | undefined) => TSESLint.ReportFixFunction | undefined;
  /** The codes that it can be rewritten to. */
  readonly codes?: () => readonly string[];
  /** The code that the failure says, where it is not registered. */
  readonly unregistered?: string | undefined;
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
const NO_CHOICE: CodeChoice = { fallbackCode: null, fixFrom: null };
// A code that is less likely than this comes after the conversion of a cause, which may know better.
const TOLD = 0.7;
// A code that is less likely than this is none beside a cause.
const LIKELY = 0.43;
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
  /** The code that the failure says, where it is not registered. */
  readonly unregistered: string | undefined;
  /** The conversion of the error that it only repeats, or that it comes from where that one may know a better code. */
  readonly converted: ErrorRewrite | undefined;
  /** Whether everything that the first rewrite, or else the conversion, needs is written in the code. */
  readonly isSaid: boolean;
  /** Whether the conversion of the raw error itself loses nothing that the code says. */
  readonly isConvertible: boolean;
}

interface LikelyOrWritten {
  readonly code: string;
  readonly facts?: readonly string[];
  readonly probability?: number;
}

/** The codes that a failure may become, best first. */
interface ChosenCodes {
  readonly codes: readonly LikelyOrWritten[];
  /** Whether a fix may write the first. */
  readonly isSaid: boolean;
  /** Whether a cause may know better. */
  readonly isUnsure: boolean;
}

/** How the failures that a file makes are written as the contract's errors. */
export interface FailureRewriter {
  readonly context: LintContext;
  /** The codes that a failure can be rewritten to. */
  readonly codes: () => readonly string[];
  rewritesOf: (made: RawError) => ConstructionRewrites;
}

/** The options of a rule for failures that name no code. */
export interface CodeChoice {
  /** The code for all of them. */
  readonly fallbackCode: string | null;
  /** How likely a code has to be for a fix to write it, from 0 to 1. */
  readonly fixFrom: number | null;
}

/** How the raw failures of a file become the contract's errors. */
export function rewritesForFile(
  lint: LintContext,
  choice: CodeChoice,
): (failure: RawFailure, site: ThrowSite) => RawErrorRewrites {
  const { contract, sourceCode } = lint;
  const { context, rewritesOf, codes: usable } = createFailureRewriter(lint, choice);

  return (failure, site) => {
    if (failure.kind === "unknown" || failure.kind === "typed") return convert(failure);
    if (site.kind === "unused" && !mayThrowAt(site.value, sourceCode)) return {};
    const made = findRawError(failure, sourceCode);
    if (!made) return failure.kind === "construction" && !failure.variable ? convert(failure) : {};

    const { rewrites, converted, isSaid, isConvertible, rewriteTo, unregistered } = rewritesOf(made);
    const decidable = { rewriteTo: deliveredAs(rewriteTo, site), codes: usable, unregistered };
    const first = rewrites[0]?.rewrite ?? converted;
    if (first && isSaid && isSafe(failure, site, made, contract, sourceCode)) return { fix: first, ...decidable };
    const conversions = converted ? [{ code: undefined, fix: addThrow(converted, site) }] : [];
    // A class with arguments of its own: its data survives only in a conversion of the instance.
    if (!first && isConvertible && failure.kind === "construction" && !failure.variable) return convert(failure);
    const codes = rewrites.map(({ rewrite, ...rest }) => ({ ...rest, fix: addThrow(rewrite, site) }));
    return { suggestions: [...conversions, ...codes].slice(0, MOST_SUGGESTIONS), ...decidable };
  };

  function convert({ node }: RawFailure): RawErrorRewrites {
    // Somebody reads the class of the error, or the members that it was given, and a conversion has neither.
    if (isAssigned(node, sourceCode) || isOwnConstruction(node, sourceCode)) return {};
    const rewrite = rewriteUnknown(node, context);
    return rewrite ? { suggestions: [{ code: undefined, confidence: UNREAD, fix: rewrite.apply }] } : {};
  }
}

/** `new ConfigError(...)`, of a class that is none of the language's. */
function isOwnConstruction(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  return value.type === "NewExpression" && findBuiltinErrorName(value.callee, sourceCode) === undefined;
}

/** `Object.assign(new Error("..."), { path })` */
function isAssigned(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  return (
    value.type === "CallExpression" &&
    resolveReferencePath(value.callee, sourceCode)?.path.join(".") === "Object.assign"
  );
}

/** How the failures that a file makes are written as the contract's errors. */
export function createFailureRewriter(context: LintContext, choice: CodeChoice = NO_CHOICE): FailureRewriter {
  const { fallbackCode, fixFrom } = choice;
  const { contract, sourceCode } = context;
  const registry = getRegistry(context.context);
  const { construct, unknown } = contract.data.fallback;
  /** The codes that say nothing of a failure. */
  const catchAll = new Set([construct, unknown, fallbackCode]);
  return { context, rewritesOf, codes: () => registry.codes.filter(registry.isAccepted) };

  function rewritesOf(made: RawError): ConstructionRewrites {
    const written = made.message?.written;
    const isWritten = (made.code ?? written?.code) !== undefined;
    const known = made.cause ? undefined : findKnownCause(made.node, made.message?.parts ?? [], sourceCode);
    const cause = findCause(made, known, context);
    // Nobody wrote a code for the response, and its status is known when the code runs.
    const response = isWritten || cause ? undefined : findRefusedResponse(made.node, sourceCode);
    const origin = cause ?? response;
    const chosen = chooseWrittenCodes(made) ?? chooseKeptCodes(made) ?? chooseLikelyCodes(made, origin !== undefined);
    const rewriteAs = createErrorRewriter(made, known, context);
    const rewrites = chosen.codes.flatMap(({ code, facts, probability: confidence }) => {
      const rewrite = rewriteAs(code, prefixFor(code, made));
      return rewrite
        ? [{ code, why: facts && explainFacts(facts, readSurroundingText(made)), confidence, rewrite }]
        : [];
    });
    // A message that begins with a code is a string; beside a code of its own it may be anything.
    const isText = made.message === undefined || made.code === undefined || isString(made.message.node, context);
    // The conversion evaluates the cause first.
    const isReordered = rewrites.length === 0 && made.message && made.cause?.type === "CallExpression";
    const converted =
      (isWritten || !wrapsError(made, sourceCode) ? undefined : rewriteWrappedError(made, context)) ??
      (origin && (response !== undefined || chosen.isUnsure) ? rewriteCause(made, origin, context) : undefined);
    const conversion = () => rewriteWrappedError(made, context) ?? (origin && rewriteCause(made, origin, context));
    const { losesMessage = false, keepsOtherMessage = false } = rewrites[0]?.rewrite ?? converted ?? {};
    const said = made.code ?? written?.code;
    return {
      rewrites,
      converted,
      rewriteTo: (code) =>
        code === undefined ? conversion() : isUsable(code) ? rewriteAs(code, prefixFor(code, made)) : undefined,
      unregistered: said !== undefined && /^[A-Z][A-Z0-9_]{3,}$/.test(said) && !isUsable(said) ? said : undefined,
      isSaid: chosen.isSaid && isText && !losesMessage && !keepsOtherMessage && isReordered !== true,
      // A code that is written, but asks for details that are not, would be lost, and so would the cause.
      isConvertible:
        !(chosen.isSaid && chosen.codes.some(({ code }) => requiresDetails(code, contract.data))) &&
        !(origin && chosen.codes.length === 0),
    };
  }

  /** The code that the failure says, or the registered ones that it may mean. */
  function chooseWrittenCodes({ code: given, message }: RawError): ChosenCodes | undefined {
    const said = given ?? message?.written?.code;
    if (said === undefined) return undefined;
    if (isUsable(said)) return { codes: [{ code: said }], isSaid: true, isUnsure: false };
    const near = [given, message?.written?.code].flatMap((code) =>
      code === undefined ? [] : listNearCodes(code, registry).filter(registry.isAccepted),
    );
    const codes = [...new Set(near)].slice(0, MOST_SUGGESTIONS).map((code) => ({ code }));
    return codes.length > 0 ? { codes, isSaid: false, isUnsure: false } : undefined;
  }

  /** `const message = "INVALID_PATH: ..."`: the code stands there, but so does text that may be used again. */
  function chooseKeptCodes({ code, message }: RawError): ChosenCodes | undefined {
    const value = message && getConstInitializer(resolveVariable(message.node, sourceCode));
    const kept = code === undefined && value ? findCodePrefix(readMessageParts(value))?.code : undefined;
    if (kept === undefined || !isUsable(kept)) return undefined;
    return { codes: [{ code: kept }], isSaid: fallbackCode !== null, isUnsure: false };
  }

  function chooseLikelyCodes(made: RawError, hasCause: boolean): ChosenCodes {
    const { node, className, message } = made;
    const facts = readThrowFacts(
      node,
      { className, parts: message?.parts ?? [], hasCause: made.cause !== undefined },
      sourceCode,
    );
    const likely = suggestCodes(facts, contract.data, registry.isAccepted);
    const [first] = likely;
    if (first && fixFrom !== null && first.probability >= fixFrom) {
      return { codes: likely, isSaid: true, isUnsure: false };
    }
    // Where there is a cause, it may know a better code than the one for everything else.
    const isTold = ({ code, probability = 1 }: { readonly code: string; readonly probability?: number }) =>
      !hasCause || (!catchAll.has(code) && probability >= LIKELY);
    if (fallbackCode !== null && isUsable(fallbackCode)) {
      return { codes: [{ code: fallbackCode }].filter(isTold), isSaid: true, isUnsure: hasCause };
    }
    const codes = (first ? likely : [{ code: unknown }]).filter(isTold);
    return {
      codes,
      isSaid: false,
      isUnsure: !codes.some((each) => each === first) || (first?.probability ?? 0) < TOLD,
    };
  }

  function isUsable(code: string): boolean {
    return registry.has(code) === true && registry.isAccepted(code);
  }

  function readSurroundingText({ node, message }: RawError): { readonly message: string; readonly code: string } {
    const around = findEnclosingFunction(node) ?? node;
    return { message: message ? joinMessageParts(message.parts, " ") : "", code: sourceCode.getText(around) };
  }

  /** Returns the code in front of a message, which is not kept as it is: the code itself, or a word meant as a code. */
  function prefixFor(code: string, made: RawError): WrittenCode | undefined {
    const written = made.message?.written;
    if (!written || written.code === code) return written;
    // A member holds the code; a word in front of the text is text.
    if (made.code !== undefined && registry.has(made.code) === true) return undefined;
    const isNear = listNearCodes(written.code, registry).includes(code);
    // `REFUSE: ...` is a word of its own, and `read_file: ...` the name of something; `BOOTSTRAP_SECRET_MISSING` was
    // meant as a code.
    if (!isNear && !/^[A-Z][A-Z0-9]*_/.test(written.code)) return undefined;
    const prefix = isNear ? { ...written, code } : { ...written, isKept: true };
    return isPrefixExpected(made.message, prefix) ? undefined : prefix;
  }

  /** Whether other code looks for words that would go: the code that they name is none of the contract's. */
  function isPrefixExpected(message: RawError["message"], prefix: WrittenCode): boolean {
    const after = message && printHumanMessage(message, prefix, sourceCode);
    if (!message || after === undefined) return false;
    const text = joinMessageParts(message.parts);
    if (isChecked(collectErrorChecks(sourceCode), { className: undefined, text, losesCode: false })) return true;
    const before = sourceCode.getText(message.node);
    return findExpectation({ before, after }, context.context.filename, false) !== undefined;
  }
}

/** Rewrites `new Error(String(err))` and `new Error(err.message)` to the conversion of `err`, which keeps its data. */
function rewriteWrappedError(made: RawError, context: LintContext): ErrorRewrite | undefined {
  const wrapped = made.cause ? undefined : findWrappedValue(made);
  return wrapped && rewriteUnknown(wrapped, context, made.node);
}

/** Finds `err` in `new Error(String(err))` and `new Error(err.message)`. */
function findWrappedValue(made: RawError): TSESTree.Identifier | undefined {
  const message = made.message && unwrapExpression(made.message.node);
  const wrapped =
    message?.type === "CallExpression"
      ? isNamed(message.callee, "String") && message.arguments[0]
      : message?.type === "MemberExpression" && isNamed(message.property, "message") && message.object;
  return wrapped && wrapped.type === "Identifier" ? wrapped : undefined;
}

/** Returns whether the message is that of an error: the body of a response may have one, too. */
function wrapsError(made: RawError, sourceCode: TSESLint.SourceCode): boolean {
  const wrapped = findWrappedValue(made);
  if (!wrapped) return false;
  return isErrorName(wrapped.name) || isCaught(resolveVariable(wrapped, sourceCode), sourceCode);
}

function isNamed(node: TSESTree.Node, name: string): boolean {
  return node.type === "Identifier" && node.name === name;
}

function findRawError({ made, variable }: RawFailure, sourceCode: TSESLint.SourceCode): RawError | undefined {
  if (!made) return undefined;
  return variable ? readRawVariable(variable, made, sourceCode) : readRawError(made, sourceCode);
}

/** Whether the contract's error can stand in for the raw one without anything in the file taking notice. */
function isSafe(
  failure: RawFailure,
  site: ThrowSite,
  { className, code, message, cause }: RawError,
  contract: FileContract,
  sourceCode: TSESLint.SourceCode,
): boolean {
  // Callers know the type of a returned error; an error that is only created would begin to throw.
  if (site.kind === "return" || site.kind === "unused") return false;
  // A parameter may be declared as the very class.
  if (site.kind !== "throw" && site.kind !== "reject" && className !== "Error") return false;
  const receiver = site.kind === "throw" ? findReceivingCatch(failure.node) : undefined;
  // A `try` that ends its own throw uses it as control flow, and may show the message.
  if (receiver && !throwsOnEveryPath(receiver.body)) return false;
  // The call evaluates the message first.
  if (message && cause && cause.range[0] < message.node.range[0]) return false;
  const text = message ? joinMessageParts(message.parts) : "";
  // Every error class of the runtime has a `code`; nothing is known of a project's own.
  const losesCode = code !== undefined && contract.runtime.specifier !== contract.data.vocabulary.module;
  return !isChecked(collectErrorChecks(sourceCode), { className, text, losesCode });
}

function deliveredAs(
  rewriteTo: ConstructionRewrites["rewriteTo"],
  site: ThrowSite,
): NonNullable<RawErrorRewrites["rewriteTo"]> {
  return (code) => {
    const rewrite = rewriteTo(code);
    return rewrite && addThrow(rewrite, site);
  };
}

/** A failure that was only made is thrown. An import may go to the same place, and then stands before it. */
function addThrow({ apply }: Rewrite, { kind, value }: ThrowSite): TSESLint.ReportFixFunction {
  return kind === "unused" ? (fixer) => [...apply(fixer), fixer.insertTextBefore(value, "throw ")] : apply;
}
