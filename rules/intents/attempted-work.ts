// The work that was tried may excuse a drop: the caller misses nothing of a cleanup, of a side task, or of work that
// does not fail.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { basename } from "node:path";
import {
  catchesFailures,
  classifyPurpose,
  isInFinally,
  isLogWriter,
  isRemoval,
  readAttemptedName,
} from "../catches/attempts.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findCalledFunction } from "../syntax/function-called.js";
import { type FunctionNode, findEnclosingClass, isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { readNameOf } from "../syntax/references.js";
import { listWords } from "../syntax/words.js";
import { type DropFacts, hasOnly } from "./drop-facts.js";

const RELEASES = /^_*release(?:\w*Locks?)?$/;
const CLOSES = /^(?:close|end|quit|terminate|disconnect|abort|cancel|stop|shutdown|dispose)(?:$|[A-Z])/;
const LEFT_OVER = /\b(?:stale|expired|old|orphan(?:s|ed)?|obsolete|unused|outdated|temp|temporary)\b/;

/** Returns whether a function is asked to remove something that is still of use. */
function isAskedToRemove(functionName: string): boolean {
  return isRemoval(functionName) && !LEFT_OVER.test(listWords(functionName).join(" "));
}

/**
 * Returns whether the attempt only closes, removes or kills. A function that is asked to remove something closes other
 * things on the way. All that a `finally` block tries counts as well.
 */
export function isCleanup({ handler, calls, purposes, functionName, sourceCode }: DropFacts): boolean {
  if (isInFinally(handler.node) || RELEASES.test(functionName)) return true;
  if (!isAskedToRemove(functionName)) return hasOnly(purposes, (purpose) => purpose === "cleanup");
  return hasOnly(calls, (call) => CLOSES.test(readAttemptedName(call, sourceCode)));
}

const EXTRA = new RegExp(
  String.raw`\b(?:telemetry|analytics?|track(?:er)?|metrics?|stats|heartbeats?|activity|notif\w*|` +
    String.raw`list changed|broadcast\w*|progress|cach\w+|warm(?:up)?|clean(?:up)?|dispos\w*|shutdown|sweep\w*|` +
    String.raw`prune\w*|temp|temporary|spans?|stale|expired|rotat\w*|refresh\w*|enhanc\w*|enrich\w*|elicit\w*|` +
    String.raw`browser|optional\w*|polls?|watch(?:ers?)?|(?:server|client|latest) versions?)\b`,
);
// These words name a file or a class that the others can do without.
const ACCESSORY = /\b(?:telemetry|cache|(?<!audit )logg(?:er|ing))\b/;

/** Returns whether the names tell of a side task, not of the requested work. */
export function isExtra({ handler, calls, functionName, sourceCode, filename }: DropFacts): boolean {
  // `clearCache` is asked to clear the cache.
  if (isAskedToRemove(functionName)) return false;
  const work = calls.filter((call) => classifyPurpose(call, sourceCode) !== "question");
  if (isRemoval(functionName) || hasOnly(work, (call) => isOfPage(call, sourceCode))) return true;
  const names = calls.flatMap((call) => [readAttemptedName(call, sourceCode), readObjectName(call, sourceCode)]);
  if (EXTRA.test(listWords([functionName, ...names].join(" ")).join(" "))) return true;
  const surroundings = [basename(filename), findEnclosingClass(handler.node)?.id?.name ?? ""];
  return ACCESSORY.test(listWords(surroundings.join(" ")).join(" "));
}

const PAGE = /^(?:window|navigator|localStorage|sessionStorage)\b/;

/** `navigator.clipboard.writeText(url)`: a page has nobody to tell but its user. */
function isOfPage(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return call.type === "CallExpression" && PAGE.test(sourceCode.getText(call.callee));
}

const IS_FOR_LOGS = /^(?!.*audit).*logger/i;
const LOGGER = /^(?!.*audit).*logger$/i;

/**
 * Returns whether the work is that of a log: `appendToLog`, `sanitizeForLogging`, `logger.flush()`. An entry that an
 * audit log does not record is lost.
 */
export function isAboutLogging({ calls, functionName, sourceCode }: DropFacts): boolean {
  if (isLogWriter(functionName) || IS_FOR_LOGS.test(functionName)) return true;
  return hasOnly(
    calls,
    (call) => LOGGER.test(readObjectName(call, sourceCode)) || isLogWriter(readAttemptedName(call, sourceCode)),
  );
}

/** Reads the last name of a method's object: `yaml` of `yaml.load(text)`, `telemetry` of `this.telemetry.send()`. */
function readObjectName(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const callee = call.type === "CallExpression" ? unwrapExpression(call.callee) : call;
  return callee.type === "MemberExpression" ? readNameOf(callee.object, sourceCode) : "";
}

const MAY_FAIL_WITHOUT_CALL = /^(?:Await|Yield|Throw|ForOf|Import)/;

/** `try { return text.split(",").map((each) => each.trim()); } catch { return []; }`: nothing in the block fails. */
export function isComputation({ handler: { node }, calls, sourceCode }: DropFacts): boolean {
  if (node.type !== "CatchClause" || calls.length > 0) return false;
  return collectNodes(sourceCode, node.parent.block).every(({ type }) => !MAY_FAIL_WITHOUT_CALL.test(type));
}

/** Returns whether the functions that are called handle their failures themselves. */
export function callsHandling({ calls, sourceCode }: DropFacts): boolean {
  return hasOnly(calls, (call) => {
    const called = call.type === "CallExpression" ? findCalledFunction(call, sourceCode) : undefined;
    return called !== undefined && handlesAll(called, sourceCode);
  });
}

const MAY_FAIL = /^(?:Throw|Await|New|Import)/;

/** Returns whether all that may fail in a function stands in a `try` whose handler throws nothing. */
function handlesAll({ body }: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  return collectNodes(sourceCode, body, (node) => isFunctionNode(node) || catchesFailures(node, sourceCode)).every(
    (node) =>
      !MAY_FAIL.test(node.type) &&
      (node.type !== "CallExpression" || classifyPurpose(node, sourceCode) === "computation"),
  );
}
