// A comment or a log may say why a failure is dropped.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isAskedFor } from "../catches/attempts.js";
import { isDebugLevel, isQuietLevel, readLogLevel, readLogText } from "../catches/logging.js";
import { isInLoop } from "../catches/retries.js";
import { getEnclosingStatement } from "../syntax/functions.js";
import { type DropFacts, hasOnly, readsFailure } from "./drop-facts.js";

/** These words count in a comment alone: a log that holds them may tell of the failure. */
const GOES_ON_IN_COMMENT = new RegExp(
  String.raw`\b(?:return (?:empty|undefined|null)|keep the|still|even if|if [^.]*\bfails?\b[^.]*\b(?:return|` +
    String.raw`use))\b`,
  "i",
);

/** Returns whether a comment or a log says that the work goes on. */
export function saysThatWorkGoesOn({ handler, logs, sourceCode }: DropFacts): boolean {
  const statement = getEnclosingStatement(handler.node);
  if (saysOtherWay(statement, sourceCode)) return true;
  const above = collectCommentsAbove(statement, sourceCode);
  const comments = [...above, ...sourceCode.getCommentsInside(handler.node)].filter(isReason).map(({ value }) => value);
  if (GOES_ON_IN_COMMENT.test(comments.join(" "))) return true;
  return [comments.join(" "), ...logs.map((log) => readLogText(log, sourceCode))].some(saysToGoOn);
}

/**
 * Collects the comments above a statement, above the condition that it alone is under, and above a `let` in front of it
 * that gives its default.
 */
function collectCommentsAbove(statement: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Comment[] {
  const { parent: block } = statement;
  const isAlone = block?.type === "BlockStatement" && block.body.length === 1 && block.parent.type === "IfStatement";
  const outer = isAlone ? block.parent : findDefault(statement);
  return [...(outer ? sourceCode.getCommentsBefore(outer) : []), ...sourceCode.getCommentsBefore(statement)];
}

/** Finds the statement in front of another one in `let jobs = []; try { jobs = await load(); } catch { ... }`. */
function findDefault(statement: TSESTree.Node): TSESTree.VariableDeclaration | undefined {
  const { parent } = statement;
  if (parent?.type !== "BlockStatement" && parent?.type !== "Program") return undefined;
  const before = parent.body.find((_, index) => parent.body[index + 1] === statement);
  return before?.type === "VariableDeclaration" && before.kind === "let" ? before : undefined;
}

const OTHER_WAY = /\b(?:fall[- ]?back|defaults?|try|empty)\b/i;

/** `// Fall back to the default port` below a `try`, in front of the statement that comes next. */
function saysOtherWay(attempt: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const next = attempt.type === "TryStatement" ? sourceCode.getTokenAfter(attempt) : null;
  const comments = next ? sourceCode.getCommentsBefore(next) : [];
  return comments.some(({ value }) => OTHER_WAY.test(value));
}

// Such comments are written for a tool, or for somebody who has work left to do.
const NO_REASON = /^[\s*]*(?:eslint|@ts-|prettier|istanbul|c8|v8|#|(?:TODO|FIXME|XXX|HACK)\b)/;

/** Returns whether a comment may say why a failure is dropped. */
export function isReason({ value }: TSESTree.Comment): boolean {
  return !NO_REASON.test(value);
}

const GOES_ON = new RegExp(
  String.raw`\b(?:fall(?:ing)?[- ]?(?:back|through)|using defaults?|use defaults?|instead|degrad\w*|` +
    String.raw`non-?\s?(?:fatal|critical(?:ly)?|blocking)|fire[- ]and[- ]forget|continu(?:e|ing)|skip(?:ped|` +
    String.raw`ping)?|best[- ]effort|fail[- ]?open|this is expected|ignor\w+|silently|anyway|` +
    String.raw`already (?:exists?|\w+ed)|optional|(?:do|must|should)(?: not|n['’]?t)(?: want to)? (?:fail|` +
    String.raw`block|throw|break|crash))\b`,
  "i",
);

/** Returns whether a text says that the work goes on without the part that failed. */
export function saysToGoOn(text: string): boolean {
  return GOES_ON.test(text);
}

/**
 * A warning with the failure tells the operator that the work goes on, unless a file or a message is lost with it. A
 * loop goes on with its other items.
 */
export function isWarnedOf({ handler, localHandler, logs, answers, purposes, sourceCode }: DropFacts): boolean {
  if (!localHandler || !readsFailure(localHandler, sourceCode) || purposes.includes("action")) return false;
  if (!isInLoop(handler.node) && isAskedFor(handler, sourceCode)) return false;
  const levels = logs.map((log) => readLogLevel(log, sourceCode));
  const isSeen = answers.length === 0 || !levels.every(isDebugLevel);
  return hasOnly(levels, isQuietLevel) && isSeen;
}
