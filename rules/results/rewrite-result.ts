import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { Rewrite } from "../edits/import-order.js";
import { unwrapExpression } from "../syntax/expressions.js";
import {
  type FunctionNode,
  throwsOnEveryPath,
  findEnclosingFunction,
  isFunctionNode,
  listParameters,
  findReceivingCatch,
} from "../syntax/functions.js";
import { isVisible } from "../syntax/references.js";
import { collectNodes } from "../syntax/nodes.js";
import type { FailureRewriter, RawErrorRewrites } from "../throws/choose-rewrites.js";
import type { RawError } from "../throws/raw-error.js";
import { rewriteUnknown } from "../throws/rewrite-raw-error.js";
import { mayReject, mayThrowAt } from "../throws/throw-places.js";
import { isOnlyWrapped } from "../tools/tool-handlers.js";
import { type FailureResult, type ResultJudge, collectFailures, findFailureResults } from "./failure-results.js";
import { listContentTexts, mentionsCaught } from "./mcp-results.js";
import { type Callers, findCallers } from "./result-callers.js";
import { readResultConstruction, readTextConstruction } from "./result-construction.js";
import { planSuccessType } from "./result-types.js";
import type { ReturnSite } from "./return-sites.js";

/** How an answer becomes a throw: the edits beside the factory call. `undefined` where that is no small change. */
type Thrown = (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix[];

/** The rewrites of a result, and the failure that was read from it. */
export interface ResultRewrites extends RawErrorRewrites {
  readonly made?: RawError;
  /** Lines of tests that call the function. */
  readonly tests?: readonly string[];
  /** The checks of callers in other files that are left over once no failure of the function is returned. */
  readonly checks?: ChecksElsewhere | undefined;
}

interface ChecksElsewhere {
  readonly owner: FunctionNode;
  /** How many failures the function returns. */
  readonly failures: number;
  readonly files: Callers["elsewhere"];
}

/** Returns the fix or the suggestions for a failure that is returned as a value. */
export function rewriteResult(
  result: FailureResult,
  site: ReturnSite,
  judge: ResultJudge,
  rewriter: FailureRewriter,
): ResultRewrites {
  const { context } = rewriter;
  const { sourceCode } = context;
  const discriminants = judge.discriminants.map(({ name }) => name);
  const receiver = site.kind === "return" ? findReceivingCatch(site.node) : undefined;
  const isPassedOn = !receiver || throwsOnEveryPath(receiver.body);
  // A throw would end in the `catch` around it, and be answered there after all.
  if (!isPassedOn && !(result.kind === "isError" && answersCaught(receiver, judge))) return {};
  const thrown = planThrow(site, sourceCode);
  const made = thrown && readConstruction(result, site, discriminants, sourceCode);
  if (!thrown || !made) return {};

  const { rewrites, converted, isSaid, rewriteTo, unregistered } = rewriteOf(made, rewriter);
  const [first] = rewrites;
  const toThrow = ({ missing, apply }: Rewrite): Rewrite => ({
    missing,
    apply: (fixer) => [...thrown(fixer), ...apply(fixer)],
  });
  if (first && isSaid && isPassedOn && isMetByBoundary(site, rewriter)) {
    const rewriteFrom = (code: string | undefined) => {
      const rewrite = rewriteTo(code);
      return rewrite && toThrow(rewrite).apply;
    };
    return { fix: toThrow(first.rewrite), rewriteTo: rewriteFrom, codes: rewriter.codes, made };
  }

  const callers = findCallers(site, judge);
  if (!callers) return {};
  // As long as the function returns other failures, its callers look for them.
  const failures = site.owner ? collectFailures(site.owner, judge).length : 1;
  const isLast = failures <= 1;
  // Where its type still has a failure, the checks of callers are what tells the compiler that there is none.
  const declared = planSuccessType(site.owner, judge);
  const removeTests = (rewrite: Rewrite): TSESLint.ReportFixFunction => {
    const { apply } = toThrow(rewrite);
    const removed = isLast && declared ? [...declared, ...callers.handOver] : [];
    return (fixer) => [...removed.map((range) => fixer.removeRange(range)), ...apply(fixer)];
  };
  const decidable: Omit<ResultRewrites, "fix" | "suggestions"> = {
    made,
    rewriteTo: (code) => {
      const rewrite = rewriteTo(code);
      return rewrite && removeTests(rewrite);
    },
    codes: rewriter.codes,
    unregistered,
    tests: callers.tests,
    checks: site.owner && declared ? { owner: site.owner, failures, files: callers.elsewhere } : undefined,
  };
  if (converted) return { suggestions: [{ code: undefined, fix: removeTests(converted) }], ...decidable };
  return {
    suggestions: rewrites.map(({ rewrite, ...rest }) => ({ ...rest, fix: removeTests(rewrite) })),
    ...decidable,
  };
}

/** Returns the rewrites of a failure; a caught value without a message or a code beside it is converted. */
function rewriteOf(
  made: RawError,
  rewriter: FailureRewriter,
): Omit<ReturnType<FailureRewriter["rewritesOf"]>, "isConvertible"> {
  if (!made.cause || made.message !== undefined || made.code !== undefined) return rewriter.rewritesOf(made);
  const converted = rewriteUnknown(made.cause, rewriter.context, made.node);
  const rewriteTo = (code: string | undefined) => (code === undefined ? converted : undefined);
  return { rewrites: [], converted, isSaid: false, rewriteTo, unregistered: undefined };
}

/** Reads the parts of a failure, if it is written where it is returned. */
function readConstruction(
  { kind, node }: FailureResult,
  { value }: ReturnSite,
  discriminants: readonly string[],
  sourceCode: TSESLint.SourceCode,
): RawError | undefined {
  const given = unwrapExpression(value);
  if (node.type !== "ObjectExpression") return undefined;
  if (kind === "isError" || kind === "text") {
    const texts = given === node ? listContentTexts(node, sourceCode) : undefined;
    const [text, ...others] = texts ?? [];
    const isPlain = node.properties.length <= 2;
    return text && others.length === 0 && isPlain
      ? readTextConstruction(value, text, discriminants, sourceCode)
      : undefined;
  }
  if (given.type === "CallExpression") {
    if (sourceCode.getText(given.callee) === "JSON.stringify")
      return readTextConstruction(value, given, discriminants, sourceCode);
    const [only, ...others] = given.arguments;
    const isMaker = only !== undefined && unwrapExpression(only) === node && others.length === 0;
    return isMaker ? readResultConstruction(value, node, discriminants, sourceCode) : undefined;
  }
  return given === node ? readResultConstruction(value, node, discriminants, sourceCode) : undefined;
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

function planThrow({ kind, node, value }: ReturnSite, sourceCode: TSESLint.SourceCode): Thrown | undefined {
  const isPromise = kind === "resolve" || kind === "promise";
  if (!isPromise && !mayThrowAt(node, sourceCode)) return undefined;
  const keyword = sourceCode.getFirstToken(node);
  if (kind === "return") return keyword ? (fixer) => [fixer.replaceText(keyword, "throw")] : undefined;
  if (kind === "arrow") return rewriteArrowBody(node, value, sourceCode);
  const rejecting = isPromise ? rejectName(node, sourceCode) : undefined;
  if (!rejecting || !mayReject(rejecting.promise, sourceCode)) return undefined;
  return (fixer) => [fixer.replaceText(rejecting.node, rejecting.text)];
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

interface Rejecting {
  readonly node: TSESTree.Node;
  readonly text: string;
  readonly promise: TSESTree.Node;
}

/** Finds the function that rejects where a call resolves: `Promise.reject`, or the executor's second parameter. */
function rejectName(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): Rejecting | undefined {
  const callee = call.type === "CallExpression" ? unwrapExpression(call.callee) : undefined;
  if (callee?.type === "MemberExpression" && !callee.computed)
    return { node: callee.property, text: "reject", promise: call };
  if (callee?.type !== "Identifier") return undefined;
  for (let owner = findEnclosingFunction(call); owner; owner = findEnclosingFunction(owner)) {
    const [resolve, reject] = listParameters(owner);
    if (resolve?.type !== "Identifier" || resolve.name !== callee.name) continue;
    const isReached = reject?.type === "Identifier" && isVisible(reject, call, sourceCode);
    return isReached ? { node: callee, text: reject.name, promise: owner.parent } : undefined;
  }
  return undefined;
}

/** Returns whether only the boundary catches the throw, and the function still returns the type that it declares. */
function isMetByBoundary({ kind, owner }: ReturnSite, { context }: FailureRewriter): boolean {
  if ((kind !== "return" && kind !== "arrow") || !owner || owner.generator) return false;
  if (!isOnlyWrapped(owner, context)) return false;
  if (!owner.returnType) return true;
  let answers = 0;
  for (const each of collectNodes(context.sourceCode, owner.body)) {
    if (each.type === "ReturnStatement" && findEnclosingFunction(each) === owner) answers++;
  }
  return kind === "return" && answers > 1 && isFunctionNode(owner);
}
