import type { TSESTree } from "@typescript-eslint/utils";
import { mayThrowAt } from "../model/throw-ends.js";
import { isCaught } from "../model/failure-handlers.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { isNothing, unwrapExpression } from "../syntax/expressions.js";
import { findReceivingCatch, throwsOnEveryPath } from "../syntax/flow.js";
import { collectReturnedValues } from "../syntax/functions.js";
import { readObjectFields, readStaticValue } from "../syntax/properties.js";
import { resolveVariable } from "../syntax/references.js";
import { type Remedies, type Remedy, type RewriteContext, findRemedies } from "../throws/choose-rewrites.js";
import { type RawError, createRawError } from "../throws/raw-error.js";
import { rewriteUnknown } from "../throws/rewrite-raw-error.js";
import { isOnlyHandler } from "../tools/tool-handlers.js";
import { FAILED_STATE, MESSAGE_FIELDS, PAYLOAD_FIELDS, classifyFlag } from "../words/failures.js";
import type { FailureResult, ResultJudge } from "./failure-results.js";
import type { ReturnSite } from "./return-sites.js";
import { listContentTexts } from "./tool-results.js";

/** The rewrites of a result, and the failure that was read from it. */
export interface ResultRewrites {
  readonly suggestions?: readonly Remedy[];
  readonly made?: RawError;
}

/**
 * Returns the suggestions for a failure that the handler of a tool returns. Callers of other functions may look at
 * their results, and a throw would pass them by.
 */
export function rewriteResult(
  result: FailureResult,
  site: ReturnSite,
  judge: ResultJudge & RewriteContext,
): ResultRewrites {
  if (!isMetByServer(site, judge)) return {};
  const keyword = judge.sourceCode.getFirstToken(site.node);
  const made = readFailure(result, site, judge);
  if (!keyword || !made) return {};
  // A caught value without a message or a code beside it is converted.
  const isCaughtAlone = made.cause && made.message === undefined && made.code === undefined;
  const converted = isCaughtAlone && rewriteUnknown(made.cause, judge, made.node);
  const { likely, isSaid, listOthers }: Remedies = isCaughtAlone
    ? { likely: converted ? [converted] : [], isSaid: false, listOthers: () => [] }
    : findRemedies(made, judge);
  const [first] = likely;
  const best = first && first.code === undefined ? [first] : likely;
  const suggestions = best.map((remedy): Remedy => (isSaid ? { ...remedy, confidence: 1 } : remedy));
  return { suggestions: [...suggestions, ...listOthers(best)].map((remedy) => toThrow(remedy, keyword)), made };
}

/** Returns a remedy that throws in place of the `return`. */
function toThrow(remedy: Remedy, keyword: TSESTree.Token): Remedy {
  return {
    ...remedy,
    apply: (fixer) => {
      const edits = remedy.apply(fixer);
      return edits.length > 0 ? [fixer.replaceText(keyword, "throw"), ...edits] : [];
    },
  };
}

/** Returns whether only the server gets a throw in place of a `return`, and the function keeps its declared type. */
function isMetByServer({ node, owner }: ReturnSite, judge: ResultJudge): boolean {
  if (node.type !== "ReturnStatement" || !owner || owner.generator) return false;
  const receiver = findReceivingCatch(node);
  // A throw would end in the `catch` around it, and be answered there after all.
  if (receiver && !throwsOnEveryPath(receiver.body)) return false;
  if (owner.returnType && collectReturnedValues(owner, judge.sourceCode).length === 1) return false;
  return isOnlyHandler(owner, judge) && mayThrowAt(node, judge.sourceCode);
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
    return createRawError(value, { message: json as TSESTree.Expression });
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

/** `{ ok: false, error: "..." }`, `{ success: false, code: "...", message: "...", cause: err }` */
function readObject(value: TSESTree.Node, object: TSESTree.ObjectExpression, judge: ResultJudge): RawError | undefined {
  const { values, isOpen } = readObjectFields(object, judge.sourceCode);
  if (isOpen || values.size !== object.properties.length) return undefined;
  const parts = new Map<string, TSESTree.Expression>();
  for (const [name, each] of values) {
    const field = unwrapExpression(each) as TSESTree.Expression;
    if (onlySaysThatItFailed(name, field, judge)) continue;
    const part = classifyPart(name, field, judge);
    if (part === undefined || parts.has(part)) return undefined;
    parts.set(part, field);
  }
  const [message, cause, codeNode] = ["message", "cause", "code"].map((part) => parts.get(part));
  const code = codeNode && readStaticValue(codeNode, judge.sourceCode)?.value;
  if (parts.size === 0 || (codeNode && typeof code !== "string")) return undefined;
  return createRawError(value, { message, cause, code: code as string | undefined });
}

/** `ok: false`, `isError: true`, `status: "error"`, `data: null` */
function onlySaysThatItFailed(name: string, value: TSESTree.Expression, { discriminants }: ResultJudge): boolean {
  if (PAYLOAD_FIELDS.test(name)) return isNothing(value);
  if (value.type !== "Literal") return false;
  if (name === "status" || name === "error") return value.value === true || FAILED_STATE.test(String(value.value));
  return name === "isError" || classifyFlag(name) === "outcome" || discriminants.some((each) => each.name === name);
}

function classifyPart(name: string, value: TSESTree.Expression, { sourceCode }: ResultJudge): string | undefined {
  if (/^(?:error_?)?code$/i.test(name)) return "code";
  const isError = name === "error" || name === "err";
  if (name === "cause" || (isError && isCaught(resolveVariable(value, sourceCode), sourceCode))) return "cause";
  const isText = value.type !== "ObjectExpression" && value.type !== "ArrayExpression";
  return isText && (isError || MESSAGE_FIELDS.test(name)) ? "message" : undefined;
}
