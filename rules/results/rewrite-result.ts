import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";
import {
  type FunctionNode,
  collectReturnedValues,
  findReceivingCatch,
  throwsOnEveryPath,
} from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import type { FailureRewriter, RawErrorRewrites } from "../throws/choose-rewrites.js";
import type { RawError } from "../throws/raw-error.js";
import { type ErrorRewrite, rewriteUnknown } from "../throws/rewrite-raw-error.js";
import { mayThrowAt } from "../throws/throw-places.js";
import { isOnlyHandler } from "../tools/tool-handlers.js";
import { type FailureResult, type ResultJudge, findFailureResults } from "./failure-results.js";
import { listContentTexts, mentionsCaught } from "./mcp-results.js";
import { readResultConstruction, readTextConstruction } from "./result-construction.js";
import type { ReturnSite } from "./return-sites.js";

/** How an answer becomes a throw: the edits beside the factory call. `undefined` where that is no small change. */
type Thrown = (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix[];

/** The rewrites of a result, and the failure that was read from it. */
export interface ResultRewrites extends RawErrorRewrites {
  readonly made?: RawError;
}

/**
 * Returns the suggestions for a failure that the handler of a tool returns. Callers of other functions may look at
 * their results, and a throw would pass them by.
 */
export function rewriteResult(
  result: FailureResult,
  site: ReturnSite,
  judge: ResultJudge,
  rewriter: FailureRewriter,
): ResultRewrites {
  const { sourceCode } = judge;
  const { owner } = site;
  if (!owner || !isMetByServer(site, owner, judge)) return {};
  const receiver = site.kind === "return" ? findReceivingCatch(site.node) : undefined;
  const isPassedOn = !receiver || throwsOnEveryPath(receiver.body);
  // A throw would end in the `catch` around it, and be answered there after all.
  if (!isPassedOn && !(result.kind === "isError" && answersCaught(receiver, judge))) return {};
  const thrown = planThrow(site, sourceCode);
  const made = thrown && readConstruction(result, site, judge);
  if (!thrown || !made) return {};

  const { rewrites, converted, isSaid, rewriteTo } = rewriteOf(made, rewriter);
  const toThrow =
    ({ apply }: ErrorRewrite): ErrorRewrite["apply"] =>
    (fixer) => [...thrown(fixer), ...apply(fixer)];
  const suggestions = converted
    ? [{ code: undefined, fix: toThrow(converted) }]
    : rewrites.map(({ rewrite, confidence, ...rest }) => ({
        ...rest,
        confidence: isSaid ? 1 : confidence,
        fix: toThrow(rewrite),
      }));
  const rewriteThrown = (code: string | undefined) => {
    const rewrite = rewriteTo(code);
    return rewrite && toThrow(rewrite);
  };
  return { suggestions: rewriter.addOthers(suggestions, rewriteThrown), made };
}

/** Returns the rewrites of a failure; a caught value without a message or a code beside it is converted. */
function rewriteOf(
  made: RawError,
  rewriter: FailureRewriter,
): Omit<ReturnType<FailureRewriter["rewritesOf"]>, "isConvertible"> {
  if (!made.cause || made.message !== undefined || made.code !== undefined) return rewriter.rewritesOf(made);
  const converted = rewriteUnknown(made.cause, rewriter.context, made.node);
  const rewriteTo = (code: string | undefined) => (code === undefined ? converted : undefined);
  return { rewrites: [], converted, isSaid: false, rewriteTo };
}

/** Reads the parts of a failure, if it is written where it is returned. */
function readConstruction(
  { kind, node }: FailureResult,
  { value }: ReturnSite,
  { discriminants: all, sourceCode }: ResultJudge,
): RawError | undefined {
  const discriminants = all.map(({ name }) => name);
  const given = unwrapExpression(value);
  if (node.type !== "ObjectExpression") return undefined;
  if (kind === "isError" || kind === "text") {
    const [text, ...others] = listContentTexts(node, sourceCode) ?? [];
    const isPlain = given === node && others.length === 0 && node.properties.length <= 2;
    return text && isPlain ? readTextConstruction(value, text, discriminants, sourceCode) : undefined;
  }
  if (given.type === "CallExpression" && sourceCode.getText(given.callee) === "JSON.stringify")
    return readTextConstruction(value, given, discriminants, sourceCode);
  // `jsonResult({ ok: false, ... })`
  const [only = given, ...others] = given.type === "CallExpression" ? given.arguments : [];
  const isWhole = unwrapExpression(only) === node && others.length === 0;
  return isWhole ? readResultConstruction(value, node, discriminants, sourceCode) : undefined;
}

/**
 * Returns whether a `catch` clause does nothing but answer a failed result of a tool that quotes the caught value: the
 * words of a throw reach the client, and its code, too, once that result is rewritten.
 */
function answersCaught({ body }: TSESTree.CatchClause, judge: ResultJudge): boolean {
  const [answer, ...others] = [...collectNodes(judge.sourceCode, body)].filter(
    ({ type }) => type === "ReturnStatement",
  );
  if (answer?.type !== "ReturnStatement" || others.length > 0 || answer !== body.body.at(-1)) return false;
  const { argument: value } = answer;
  return (
    value !== null &&
    mentionsCaught(value, judge.sourceCode) &&
    findFailureResults({ kind: "return", node: answer, value, owner: undefined }, judge).some(
      ({ kind }) => kind === "isError",
    )
  );
}

/** Plans a throw in place of a `return`; the callers of a promise are nowhere to be found. */
function planThrow({ kind, node, value }: ReturnSite, sourceCode: TSESLint.SourceCode): Thrown | undefined {
  if ((kind !== "return" && kind !== "arrow") || !mayThrowAt(node, sourceCode)) return undefined;
  if (kind === "arrow") return rewriteArrowBody(node, value, sourceCode);
  const keyword = sourceCode.getFirstToken(node);
  return keyword ? (fixer) => [fixer.replaceText(keyword, "throw")] : undefined;
}

/** `() => ({ ... })` becomes `() => { throw ...; }`. */
function rewriteArrowBody(
  node: TSESTree.Node,
  value: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): Thrown | undefined {
  const open = sourceCode.getTokenBefore(value);
  const close = sourceCode.getTokenAfter(value);
  const arrow = open && sourceCode.getTokenBefore(open);
  const isWrapped = open?.value === "(" && close?.value === ")" && arrow?.value === "=>";
  if (isWrapped && close.range[1] === node.range[1]) {
    // `throw` and its argument stand on one line, or there are parentheses around the argument.
    const isNear = open.loc.end.line === value.loc.start.line;
    if (!isNear) return (fixer) => [fixer.insertTextBefore(open, "{ throw "), fixer.insertTextAfter(close, "; }")];
    return (fixer) => [fixer.replaceText(open, "{ throw "), fixer.replaceText(close, "; }")];
  }
  if (open?.value !== "=>" || value.range[1] !== node.range[1]) return undefined;
  return (fixer) => [fixer.insertTextBefore(value, "{ throw "), fixer.insertTextAfter(value, "; }")];
}

/** Returns whether only the server gets the throw, and the function still returns the type that it declares. */
function isMetByServer({ kind }: ReturnSite, owner: FunctionNode, judge: ResultJudge): boolean {
  if (owner.generator || !isOnlyHandler(owner, judge)) return false;
  if (!owner.returnType) return true;
  return kind === "return" && collectReturnedValues(owner, judge.sourceCode).length > 1;
}
