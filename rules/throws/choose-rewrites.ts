import type { TSESTree } from "@typescript-eslint/utils";
import type { ErrorRewrite } from "../edits/factory-call.js";
import { findKnownCause } from "../causes/handled-failure.js";
import type { LintContext } from "../contract/lint-context.js";
import { listNearCodes, getRegistry } from "../contract/registry.js";
import type { Rewrite } from "../edits/source-style.js";
import { mayThrowAt } from "../model/throw-ends.js";
import { type MessagePart, type WrittenCode, isNothing, readMessageParts } from "../syntax/expressions.js";
import { endsInThrow, findEnclosingFunction, findReceivingCatch } from "../syntax/functions.js";
import { getConstInitializer, resolveVariable } from "../syntax/references.js";
import { isInside } from "../syntax/source-file.js";
import { isString } from "../types/is-string.js";
import { type ErrorTest, findErrorTest } from "./error-checks.js";
import { findRefusedResponse, readFailureFacts } from "./failure-facts.js";
import { type RawError, isOnlyPassed, printArgument } from "./raw-error.js";
import type { RawExit } from "./raw-exits.js";
import { rewriteCause, rewriteRawError, rewriteUnknown } from "./rewrite-raw-error.js";
import { suggestCodes, LIKELY } from "./suggest-codes.js";

/** A rule with options for failures that name no code. */
export interface RewriteContext extends LintContext {
  /** Whether every code of the contract is suggested. */
  readonly everyCode?: boolean;
  /** The code for all of them. */
  readonly fallbackCode: string | null;
}

/** A way to write a raw failure: with a code of the contract or, without one, as the conversion of its cause. */
export interface Remedy extends ErrorRewrite {
  readonly code?: string | undefined;
  /** What speaks most for the code, as a clause. */
  readonly why?: string | undefined;
  /** How likely it is right, from 0 to 1. */
  readonly confidence?: number;
}

/** The ways to write one raw failure. */
export interface Remedies {
  /** The likely ones, best first. */
  readonly likely: readonly Remedy[];
  /** Whether everything that the first needs is written in the code. */
  readonly isSaid: boolean;
  /** All but those that are listed, where a rule is asked for every code. They are worked out when they are chosen. */
  readonly listOthers: (listed: readonly Remedy[]) => readonly Remedy[];
}

const MOST_SUGGESTIONS = 3;
// How sure the conversion of a value is that was made elsewhere: other code may look for the class that it has there.
const UNREAD = 0.75;

/** Returns the fix of a raw exit, or up to three suggestions, best first. */
export function rewriteExit(
  exit: RawExit,
  error: RawError | undefined,
  lint: RewriteContext,
): { readonly fix?: Rewrite; readonly suggestions: readonly Remedy[] } {
  const { form, kind, node, value, variable } = exit;
  if (form === "unknown" || (form === "typed" && node.type !== "NewExpression")) {
    const converted = rewriteUnknown(node, lint);
    return { suggestions: converted ? [{ ...converted, confidence: UNREAD }] : [] };
  }
  if (!error || (variable && !isOnlyPassed(variable, error))) return { suggestions: [] };
  if (kind === "unused" && !mayThrowAt(value, lint)) return { suggestions: [] };
  // A function says that it returns the framework's class.
  if (form === "text" && kind === "return" && findEnclosingFunction(node)?.returnType) return { suggestions: [] };
  const test = findErrorTest(error, lint);
  // The `catch` around it would take the contract's error for another failure.
  if (test && test.what !== "text" && isInReceiver(test, exit)) return { suggestions: [] };
  const { likely: all, isSaid, listOthers } = findRemedies(error, lint);
  const likely = test ? all.flatMap((remedy) => warnOf(test, remedy)) : all;
  const [first] = likely;
  if (first && isSaid && form !== "protocol" && !test && isSafe(exit, error, lint))
    return { fix: first, suggestions: listOthers([]) };
  const best = likely.slice(0, MOST_SUGGESTIONS);
  const suggestions = [...best, ...listOthers(best)];
  return { suggestions: kind === "unused" ? suggestions.map((remedy) => addThrow(remedy, value)) : suggestions };
}

/** Returns whether a test stands in a `catch` of the function that gets what an exit throws. */
function isInReceiver({ node: test }: ErrorTest, { node, kind }: RawExit): boolean {
  if (kind !== "throw") return false;
  for (let at = findReceivingCatch(node); at; at = findReceivingCatch(at)) if (isInside(test, at)) return true;
  return false;
}

// Where the file tests the error, somebody has to look whether the test may answer otherwise.
const TESTED = 0.5;

/** Says which test of the file a code may turn. A conversion has no place for it, and is not offered. */
function warnOf({ node, what }: ErrorTest, remedy: Remedy): readonly Remedy[] {
  const { code, why = "the failure says it", confidence = TESTED } = remedy;
  const warning = `${why}, but line ${node.loc.start.line} tests its ${what}`;
  return code === undefined ? [] : [{ ...remedy, why: warning, confidence: Math.min(confidence, TESTED) }];
}

/** A failure that was only made is thrown. An import may go to the same place, and then stands before it. */
function addThrow(remedy: Remedy, made: TSESTree.Node): Remedy {
  return {
    ...remedy,
    apply: (fixer) => {
      const edits = remedy.apply(fixer);
      return edits.length > 0 ? [...edits, fixer.insertTextBefore(made, "throw ")] : [];
    },
  };
}

/** Returns the ways to write a failure as the contract's error. */
export function findRemedies(error: RawError, lint: RewriteContext): Remedies {
  const { sourceCode, everyCode = false } = lint;
  const { node, message, parts, code: given, written } = error;
  const registry = getRegistry(lint);
  const constant = message && getConstInitializer(resolveVariable(message, sourceCode));
  const wording = constant ? readMessageParts(constant) : parts;
  const known = error.cause ? undefined : findKnownCause(node, [...parts, ...wording], lint);
  const own = error.cause && !isNothing(error.cause) ? { name: printArgument(error.cause, lint) } : undefined;
  const cause = own ?? known;
  // Nobody wrote a code for the response, and its status is known when the code runs.
  const response = (given ?? written) || cause ? undefined : findRefusedResponse(node, lint);
  const origin = cause ?? response;
  const {
    codes,
    isSaid = false,
    isUnsure = false,
  } = chooseWrittenCodes(error, lint) ?? chooseLikelyCodes(error, wording, origin !== undefined, lint);

  const convert = () => origin && rewriteCause(error, origin, lint);
  const rewriteAs = (code: string) =>
    rewriteRawError(error, { code, written: findPrefix(code, error, lint) }, known, lint);
  const rewriteTo = (code: string | undefined) =>
    code === undefined ? convert() : registry.isUsable(code) ? rewriteAs(code) : undefined;
  const converted = response !== undefined || isUnsure ? convert() : undefined;
  const coded = codes.map((likely): Remedy | undefined => {
    const rewrite = rewriteAs(likely.code);
    return rewrite && { ...likely, ...rewrite };
  });
  const likely = [converted, ...coded].filter((remedy) => remedy !== undefined);
  // A message that begins with a code is a string; beside a code of its own it may be anything.
  const isText = message === undefined || given === undefined || isString(message, lint);
  return {
    likely,
    isSaid: isSaid && isText && likely[0]?.changesMessage !== true,
    listOthers: (listed) => {
      const all = everyCode ? [...registry.codes.filter(registry.isAccepted), undefined] : [];
      return all
        .filter((code) => !listed.some((remedy) => remedy.code === code))
        .map((code) => ({ code, confidence: 0, apply: (fixer) => rewriteTo(code)?.apply(fixer) ?? [] }));
    },
  };
}

/** The codes that a failure may become, best first. */
interface ChosenCodes {
  readonly codes: readonly (Omit<Remedy, keyof ErrorRewrite> & { readonly code: string })[];
  /** Whether a fix may write the first. */
  readonly isSaid?: boolean;
  /** Whether a cause may know better. */
  readonly isUnsure?: boolean;
}

/** Returns the code that a failure says, or the registered ones that it may mean. */
function chooseWrittenCodes({ code, written }: RawError, lint: LintContext): ChosenCodes | undefined {
  const registry = getRegistry(lint);
  const said = [code, written?.code].filter((each) => each !== undefined);
  const [first] = said;
  if (first !== undefined && registry.isUsable(first)) return { codes: [{ code: first }], isSaid: true };
  const near = new Set(said.flatMap((each) => listNearCodes(each, registry)).filter(registry.isAccepted));
  return near.size > 0 ? { codes: [...near].slice(0, MOST_SUGGESTIONS).map((each) => ({ code: each })) } : undefined;
}

/** Returns the code for all failures, or those that fit what the file says about this one. */
function chooseLikelyCodes(
  { node, protocolCode }: RawError,
  parts: readonly MessagePart[],
  hasOrigin: boolean,
  lint: RewriteContext,
): ChosenCodes {
  const { fallbackCode } = lint;
  const { data } = lint.contract;
  const registry = getRegistry(lint);
  if (fallbackCode !== null && registry.isUsable(fallbackCode))
    return { codes: hasOrigin ? [] : [{ code: fallbackCode }], isSaid: true, isUnsure: hasOrigin };
  const facts = { ...readFailureFacts(node, parts, lint), protocolCode };
  const likely = suggestCodes(facts, data, registry.isAccepted);
  // Where there is a cause, it may know a better code than the one for everything else.
  const catchAll = new Set([data.fallback.construct, data.fallback.unknown, fallbackCode]);
  const codes = likely.filter(({ code, confidence }) => !hasOrigin || (!catchAll.has(code) && confidence >= LIKELY));
  return { codes, isUnsure: codes[0] !== likely[0] || (likely[0]?.confidence ?? 0) < LIKELY };
}

/** Finds the code in front of a message, which is not kept as it is, under the name that is registered for it. */
function findPrefix(code: string, { written, code: given }: RawError, lint: LintContext): WrittenCode | undefined {
  if (!written || written.code === code) return written;
  const registry = getRegistry(lint);
  // A member holds the code; a word in front of the text is text.
  const isText = given !== undefined && registry.has(given) === true;
  return !isText && listNearCodes(written.code, registry).includes(code) ? { ...written, code } : undefined;
}

/** Returns whether the contract's error can stand in for the raw one, where no test of the file looks at it. */
function isSafe({ node, kind }: RawExit, error: RawError, lint: LintContext): boolean {
  // Callers know the type of a returned error; an error that is only created would begin to throw.
  if (kind === "return" || kind === "unused") return false;
  // A parameter may be declared as the very class.
  if (kind !== "throw" && kind !== "reject" && error.className !== "Error") return false;
  const receiver = kind === "throw" ? findReceivingCatch(node) : undefined;
  // A `try` that ends its own throw uses it as control flow, and may show the message.
  return !receiver || endsInThrow(receiver.body, lint.sourceCode);
}
