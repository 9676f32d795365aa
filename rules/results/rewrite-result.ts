import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../catches/failure-handlers.js";
import { findCodePrefix, isNothing, readMessageParts, unwrapExpression } from "../syntax/expressions.js";
import { collectReturnedValues, findReceivingCatch, throwsOnEveryPath } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { readObjectFields, readStaticValue, resolveGlobalName, resolveVariable } from "../syntax/references.js";
import type { FailureRewriter, RawErrorRewrites } from "../throws/choose-rewrites.js";
import { type RawError, createRawError, readMessage } from "../throws/raw-error.js";
import { type ErrorRewrite, rewriteUnknown } from "../throws/rewrite-raw-error.js";
import { mayThrowAt } from "../throws/throw-places.js";
import { isOnlyHandler } from "../tools/tool-handlers.js";
import { FAILED_STATE, MESSAGE_FIELDS, PAYLOAD_FIELDS, classifyFlag } from "../words/failures.js";
import { type FailureResult, type ResultJudge, findFailureResults } from "./failure-results.js";
import type { ReturnSite } from "./return-sites.js";
import { listContentTexts, mentionsCaught } from "./tool-results.js";

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
  if (!isMetByServer(site, judge)) return {};
  const receiver = site.node.type === "ReturnStatement" ? findReceivingCatch(site.node) : undefined;
  const isPassedOn = !receiver || throwsOnEveryPath(receiver.body);
  // A throw would end in the `catch` around it, and be answered there after all.
  if (!isPassedOn && !(result.kind === "isError" && answersCaught(receiver, judge))) return {};
  const thrown = planThrow(site, sourceCode);
  const made = thrown && readFailure(result, site, judge);
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

/** Returns whether only the server gets the throw, and the function still returns the type that it declares. */
function isMetByServer({ node, owner }: ReturnSite, judge: ResultJudge): boolean {
  if (!owner || owner.generator || !isOnlyHandler(owner, judge) || !mayThrowAt(node, judge.sourceCode)) return false;
  if (!owner.returnType) return true;
  return node.type === "ReturnStatement" && collectReturnedValues(owner, judge.sourceCode).length > 1;
}

/**
 * Returns whether a `catch` clause does nothing but answer a failed result of a tool that quotes the caught value: the
 * words of a throw reach the client, and its code, too, once that result is rewritten.
 */
function answersCaught({ body }: TSESTree.CatchClause, judge: ResultJudge): boolean {
  const { sourceCode } = judge;
  const [answer, ...others] = collectNodes(sourceCode, body).filter(({ type }) => type === "ReturnStatement");
  if (answer?.type !== "ReturnStatement" || others.length > 0 || answer !== body.body.at(-1)) return false;
  const { argument: value } = answer;
  if (!value || !mentionsCaught(value, sourceCode)) return false;
  return findFailureResults({ node: answer, value, owner: undefined }, judge).some(({ kind }) => kind === "isError");
}

/** Plans a throw in place of a `return`, or of a body: `() => ({ ... })` becomes `() => { throw ...; }`. */
function planThrow({ node, value }: ReturnSite, sourceCode: TSESLint.SourceCode): Thrown | undefined {
  const keyword = sourceCode.getFirstToken(node);
  if (node.type === "ReturnStatement") return keyword ? (fixer) => [fixer.replaceText(keyword, "throw")] : undefined;
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

/** Reads the parts of a failure, if it is written where it is returned; `undefined` where a throw would lose some. */
function readFailure({ kind, node }: FailureResult, { value }: ReturnSite, judge: ResultJudge): RawError | undefined {
  const { sourceCode } = judge;
  if (node.type !== "ObjectExpression") return undefined;
  const given = unwrapExpression(value);
  if (kind === "isError" || kind === "text") {
    const [text, ...others] = listContentTexts(node, sourceCode) ?? [];
    const isPlain = given === node && others.length === 0 && node.properties.length <= 2;
    if (!isPlain || !text) return undefined;
    const json = unwrapExpression(text);
    const isJson = json.type === "CallExpression" && resolveGlobalName(json.callee, ["JSON.stringify"], sourceCode);
    if (isJson) return readPassed(value, json, judge);
    return createFailure(value, { codes: [], causes: [], texts: [json as TSESTree.Expression] });
  }
  if (given.type === "CallExpression") return readPassed(value, given, judge);
  return given === node ? readObject(value, node, judge) : undefined;
}

/** `jsonResult({ ok: false, ... })`, `JSON.stringify({ ok: false, ... }, null, 2)` */
function readPassed(value: TSESTree.Node, call: TSESTree.CallExpression, judge: ResultJudge): RawError | undefined {
  const [first, ...others] = call.arguments;
  const object = first && unwrapExpression(first);
  const isWhole = object?.type === "ObjectExpression" && others.every(({ type }) => type === "Literal");
  return isWhole ? readObject(value, object, judge) : undefined;
}

interface Parts {
  readonly codes: string[];
  readonly causes: TSESTree.Expression[];
  /** Texts: the message, and a bare code beside it. */
  readonly texts: TSESTree.Expression[];
}

/** `{ ok: false, error: "..." }`, `{ success: false, code: "...", message: "..." }`, `{ error: { code, message } }` */
function readObject(value: TSESTree.Node, object: TSESTree.ObjectExpression, judge: ResultJudge): RawError | undefined {
  const parts: Parts = { codes: [], causes: [], texts: [] };
  return takeParts(parts, object, judge) ? createFailure(value, parts) : undefined;
}

function createFailure(node: TSESTree.Node, { codes, causes, texts }: Parts): RawError | undefined {
  // `{ error: "INVALID_PATH", message: "..." }`: which of the two is the message shows only when both are read.
  const bare = texts.length > 1 ? texts.find((text) => findBareCode(text) !== undefined) : undefined;
  const code = bare ? findBareCode(bare) : codes[0];
  const [message, ...others] = texts.filter((text) => text !== bare);
  if (others.length > 0 || causes.length > 1 || codes.length + (bare ? 1 : 0) > 1) return undefined;
  const [cause] = causes;
  if (code === undefined && !message && !cause) return undefined;
  return createRawError(node, { message: message && readMessage(message), cause, code });
}

function findBareCode(text: TSESTree.Expression): string | undefined {
  const written = findCodePrefix(readMessageParts(text));
  return written?.isBare ? written.code : undefined;
}

/** Takes the parts that an object has; false where it holds something else. */
function takeParts(parts: Parts, object: TSESTree.ObjectExpression, judge: ResultJudge): boolean {
  const { values, isOpen } = readObjectFields(object, judge.sourceCode);
  if (isOpen || values.size !== object.properties.length) return false;
  return [...values].every(([name, value]) => {
    const field = unwrapExpression(value) as TSESTree.Expression;
    return onlySaysThatItFailed(name, field, judge) || takePart(parts, name, field, judge);
  });
}

/** `ok: false`, `isError: true`, `status: "error"`, `data: null` */
function onlySaysThatItFailed(name: string, value: TSESTree.Expression, { discriminants }: ResultJudge): boolean {
  if (PAYLOAD_FIELDS.test(name)) return isNothing(value);
  if (value.type !== "Literal") return false;
  if (name === "status" || name === "error") return value.value === true || FAILED_STATE.test(String(value.value));
  return name === "isError" || classifyFlag(name) === "outcome" || discriminants.some((each) => each.name === name);
}

function takePart(parts: Parts, name: string, value: TSESTree.Expression, judge: ResultJudge): boolean {
  const { sourceCode } = judge;
  if (/^(?:error_?)?code$/i.test(name)) {
    const code = readStaticValue(value, sourceCode)?.value;
    return typeof code === "string" && parts.codes.push(code) > 0;
  }
  const isError = name === "error" || name === "err";
  if (isError && value.type === "ObjectExpression") return takeParts(parts, value, judge);
  if (name === "cause" || (isError && isCaught(resolveVariable(value, sourceCode), sourceCode)))
    return parts.causes.push(value) > 0;
  return (isError || MESSAGE_FIELDS.test(name)) && parts.texts.push(value) > 0;
}
