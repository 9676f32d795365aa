import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { ThrowSite } from "../catches/throw-sites.js";
import { knownCause } from "../causes/known-cause.js";
import type { FileContract } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { nearCodes } from "../contract/near-codes.js";
import { registryOf } from "../contract/registry.js";
import { requiresDetails } from "../edits/factory-call.js";
import type { Rewrite } from "../edits/import-order.js";
import { type WrittenCode, messageParts, messageText, unwrapped, writtenCode } from "../syntax/expressions.js";
import { alwaysThrows, receivingCatch } from "../syntax/functions.js";
import { getConstInitializer, variableOf } from "../syntax/references.js";
import { isString } from "../types/is-string.js";
import type { RawFailure } from "./classify-thrown.js";
import { collectCodeHints } from "./code-hints.js";
import { collectErrorChecks, isChecked } from "./error-checks.js";
import { type RawError, readRawError, readRawVariable } from "./raw-error.js";
import { type ErrorRewrite, causeOf, createErrorRewriter, rewriteCause, rewriteUnknown } from "./rewrite-raw-error.js";
import { suggestCodes } from "./suggest-codes.js";
import { mayThrowAt } from "./throw-places.js";

/** What can be done about a raw failure: the fix, or up to three suggestions, best first. */
export interface RawErrorRewrites {
  readonly fix?: Rewrite;
  readonly suggestions?: readonly { readonly code: string | undefined; readonly fix: TSESLint.ReportFixFunction }[];
}

const MOST_SUGGESTIONS = 3;

/** What a construction can become, whatever delivers it. */
interface ConstructionRewrites {
  /** Best first. */
  readonly rewrites: readonly { readonly code: string; readonly rewrite: ErrorRewrite }[];
  /** The conversion of the error that it only repeats, or that it comes from where no code can be told. */
  readonly converted: ErrorRewrite | undefined;
  /** Whether everything that the first rewrite, or else the conversion, needs is written in the code. */
  readonly isSaid: boolean;
  /** Whether the conversion of the raw error itself loses nothing that the code says. */
  readonly isConvertible: boolean;
}

/** How the failures that a file makes are written as the contract's errors. */
export interface FailureRewriter {
  readonly context: LintContext;
  rewritesOf: (made: RawError) => ConstructionRewrites;
}

/** How the raw failures of a file become the contract's errors. `fallbackCode` is for those that name no code. */
export function rewritesForFile(
  lint: LintContext,
  fallbackCode: string | null,
): (failure: RawFailure, site: ThrowSite) => RawErrorRewrites {
  const { contract, sourceCode } = lint;
  const { context, rewritesOf } = createFailureRewriter(lint, fallbackCode);

  return (failure, site) => {
    if (failure.kind === "unknown" || failure.kind === "typed") return convert(failure);
    if (site.kind === "unused" && !mayThrowAt(site.value, sourceCode)) return {};
    const made = rawErrorOf(failure, sourceCode);
    if (!made) return failure.kind === "construction" && !failure.variable ? convert(failure) : {};

    const { rewrites, converted, isSaid, isConvertible } = rewritesOf(made);
    const first = rewrites[0]?.rewrite ?? converted;
    if (first && isSaid && isSafe(failure, site, made, contract, sourceCode)) return { fix: first };
    if (converted) return { suggestions: [{ code: undefined, fix: delivered(converted, site) }] };
    // A class with arguments of its own: its data survives only inside of what is made of it.
    if (!first && isConvertible && failure.kind === "construction" && !failure.variable) return convert(failure);
    return { suggestions: rewrites.map(({ code, rewrite }) => ({ code, fix: delivered(rewrite, site) })) };
  };

  function convert({ node }: RawFailure): RawErrorRewrites {
    const rewrite = rewriteUnknown(node, context);
    return rewrite ? { suggestions: [{ code: undefined, fix: rewrite.apply }] } : {};
  }
}

/** How the failures that a file makes are written as the contract's errors. */
export function createFailureRewriter(context: LintContext, fallbackCode: string | null): FailureRewriter {
  const { contract, sourceCode } = context;
  const registry = registryOf(context.context);
  const { construct, unknown } = contract.data.fallback;
  /** The codes that say nothing of a failure. */
  const catchAll = new Set([construct, unknown, fallbackCode]);
  return { context, rewritesOf };

  function rewritesOf(made: RawError): ConstructionRewrites {
    const written = made.message?.written;
    const isWritten = (made.code ?? written?.code) !== undefined;
    const code = made.code ?? written?.code ?? fallbackCode ?? undefined;
    const isRegistered = code !== undefined && registry.has(code) === true && registry.isAccepted(code);
    const known = made.cause ? undefined : knownCause(made.node, made.message?.parts ?? [], sourceCode);
    const cause = causeOf(made, known, context);
    // Where there is a cause, it may know a better code than the one for everything else.
    const isTold = (candidate: string) => !cause || !catchAll.has(candidate);
    const chosen =
      (isRegistered && isWritten ? [code] : (keptCode(made) ?? meantCodes(made))) ??
      (isRegistered && !isWritten ? [code] : likelyCodes(made)).filter(isTold);
    const rewriteAs = createErrorRewriter(made, known, context);
    const rewrites = chosen.flatMap((candidate) => {
      const rewrite = rewriteAs(candidate, prefixFor(candidate, made));
      return rewrite ? [{ code: candidate, rewrite }] : [];
    });
    // A message that begins with a code is a string; beside a code of its own it may be anything.
    const isText = made.message === undefined || made.code === undefined || isString(made.message.node, context);
    // The conversion evaluates the cause first.
    const isReordered = rewrites.length === 0 && made.message && made.cause?.type === "CallExpression";
    const converted =
      (isWritten ? undefined : wrappedError(made, context)) ??
      (chosen.length === 0 && cause ? rewriteCause(made, cause, context) : undefined);
    const { losesMessage = false, keepsOtherMessage = false } = rewrites[0]?.rewrite ?? converted ?? {};
    return {
      rewrites,
      converted,
      isSaid: isRegistered && isText && !losesMessage && !keepsOtherMessage && isReordered !== true,
      // A code that is written, but asks for details that are not, would be lost, and so would the cause.
      isConvertible: !(isRegistered && requiresDetails(code, contract.data)) && !(cause && chosen.length === 0),
    };
  }

  /** `const message = "INVALID_PATH: ..."`: the code stands there, but so does text that may be used again. */
  function keptCode({ code, message }: RawError): readonly string[] | undefined {
    const value = message && getConstInitializer(variableOf(message.node, sourceCode));
    const kept = code === undefined && value ? writtenCode(messageParts(value))?.code : undefined;
    return kept !== undefined && registry.has(kept) === true && registry.isAccepted(kept) ? [kept] : undefined;
  }

  /** The registered codes that a written one may stand for. */
  function meantCodes({ code: given, message }: RawError): readonly string[] | undefined {
    const near = [given, message?.written?.code]
      .flatMap((code) => (code === undefined ? [] : nearCodes(code, registry)))
      .filter(registry.isAccepted);
    return near.length > 0 ? [...new Set(near)].slice(0, MOST_SUGGESTIONS) : undefined;
  }

  function likelyCodes(made: RawError): readonly string[] {
    const fitting = suggestCodes(contract.data, collectCodeHints(made.node, made, sourceCode)).filter(
      registry.isAccepted,
    );
    return fitting.length > 0 ? fitting : [contract.data.fallback.unknown];
  }

  /** What stands in front of the message and is not kept as it is: the code itself, or what was written for it. */
  function prefixFor(code: string, made: RawError): WrittenCode | undefined {
    const written = made.message?.written;
    if (!written || written.code === code) return written;
    // A member says the code; what stands in front of the text is text.
    if (made.code !== undefined && registry.has(made.code) === true) return undefined;
    if (nearCodes(written.code, registry).includes(code)) return { ...written, code };
    // `REFUSE: ...` is a word of its own; `BOOTSTRAP_SECRET_MISSING` was meant as a code.
    return written.code.includes("_") ? written : undefined;
  }
}

/** `new Error(String(err))`, `new Error(err.message)`: the conversion of what is wrapped keeps what it knows. */
function wrappedError(made: RawError, context: LintContext): ErrorRewrite | undefined {
  const message = made.message && unwrapped(made.message.node);
  const wrapped =
    message?.type === "CallExpression"
      ? isNamed(message.callee, "String") && message.arguments[0]
      : message?.type === "MemberExpression" && isNamed(message.property, "message") && message.object;
  if (!wrapped || wrapped.type !== "Identifier" || made.cause) return undefined;
  return rewriteUnknown(wrapped, context, made.node);
}

function isNamed(node: TSESTree.Node, name: string): boolean {
  return node.type === "Identifier" && node.name === name;
}

function rawErrorOf({ made, variable }: RawFailure, sourceCode: TSESLint.SourceCode): RawError | undefined {
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
  // What is returned has a type that callers know; what is only made would begin to throw.
  if (site.kind === "return" || site.kind === "unused") return false;
  // A parameter may be declared as the very class.
  if (site.kind !== "throw" && site.kind !== "reject" && className !== "Error") return false;
  const receiver = site.kind === "throw" ? receivingCatch(failure.node) : undefined;
  // A `try` that ends its own throw uses it as control flow, and may show the message.
  if (receiver && !alwaysThrows(receiver.body)) return false;
  // The call evaluates the message first.
  if (message && cause && cause.range[0] < message.node.range[0]) return false;
  const text = message ? messageText(message.parts) : "";
  // Every error class of the runtime has a `code`; nothing is known of a project's own.
  const losesCode = code !== undefined && contract.runtime.specifier !== contract.data.vocabulary.module;
  return !isChecked(collectErrorChecks(sourceCode), { className, text, losesCode });
}

/** A failure that was only made is thrown. An import may go to the same place, and then stands before it. */
function delivered({ apply }: Rewrite, { kind, value }: ThrowSite): TSESLint.ReportFixFunction {
  return kind === "unused" ? (fixer) => [...apply(fixer), fixer.insertTextBefore(value, "throw ")] : apply;
}
