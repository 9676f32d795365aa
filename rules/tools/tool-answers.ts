// What a tool answers where it failed. Its place tells that the answer is a failure: the path of a handler, behind a
// failed test, behind all cases of a dispatch. What the answer says, in whatever language, does not matter, as long as
// it is written for the failure, and holds no data that were fetched before.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { findCallee } from "../model/callees.js";
import { findEnclosingHandler, findFailureHandler } from "../model/failure-handlers.js";
import { listConverted } from "../model/sayings.js";
import { followValues } from "../model/values.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import {
  getAwaited,
  isNothing,
  isStringExpression,
  listPossibleValues,
  readMessageParts,
  readObjectFields,
  readStaticKey,
  readStaticValue,
  unwrapExpression,
} from "../syntax/expressions.js";
import {
  type FunctionNode,
  collectReturnedValues,
  findEnclosingFunction,
  getEnclosingStatement,
  isExecutionBoundary,
  isFunctionNode,
  isShownBy,
  testsBefore,
} from "../syntax/functions.js";
import { resolveConstant } from "../syntax/references.js";
import { collectNodes, hasOnly } from "../syntax/source-file.js";
import { classifyFlag, isErrorName } from "../words/names.js";
import { listToolHandlers } from "./tool-handlers.js";

/**
 * The expressions of the texts in the `content` of a tool's result, the `contents` of a resource, or the `messages` of
 * a prompt; `undefined` where there is more than is written.
 */
export function listContentTexts(
  object: TSESTree.ObjectExpression,
  { sourceCode }: LintContext,
): readonly TSESTree.Node[] | undefined {
  const { values } = readObjectFields(object, sourceCode);
  const content = values.get("content") ?? values.get("contents");
  const list = content && unwrapExpression(content);
  if (list?.type !== "ArrayExpression") return undefined;
  const texts = list.elements.map((element) => {
    const item = element && unwrapExpression(element);
    return item?.type === "ObjectExpression" ? readObjectFields(item, sourceCode).values.get("text") : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/**
 * Returns whether a function makes what a tool answers, and never marks it as a failure:
 * `const toText = (text) => ({ content })`.
 */
export function makesContent(called: FunctionNode, lint: LintContext): boolean {
  const answers = collectReturnedValues(called, lint.sourceCode).map(unwrapExpression);
  const contents = answers.filter((each) => each.type === "ObjectExpression" && listContentTexts(each, lint));
  return hasOnly(contents, (each) => !mayBeMarked(each, lint));
}

/** Returns whether an object may have the mark of a failure, by itself or from what is spread into it. */
function mayBeMarked(node: TSESTree.Node, lint: LintContext): boolean {
  const value = resolveConstant(node, lint.sourceCode);
  if (value.type !== "ObjectExpression") return !isNothing(value) && value.type !== "Literal";
  if (readObjectFields(value, lint.sourceCode).values.has("isError")) return true;
  return value.properties.some(
    (each) =>
      each.type === "SpreadElement" && listPossibleValues(each.argument).some((part) => mayBeMarked(part, lint)),
  );
}

/**
 * Returns whether a value ends the call of a tool with an answer that is written for a failure, and does not say
 * `isError`: the content of a result, a call of the file's function that makes one, or a text that a handler gives.
 */
export function isFailedAnswer(node: TSESTree.Node, lint: LintContext): boolean {
  const parts = listAnswerParts(unwrapExpression(node), lint);
  if (parts.length === 0) return false;
  return listFailingPlaces(node, lint).some((place) => isWrittenFor(place, parts, lint));
}

/** Returns whether code stands where something has failed: in a handler, behind a failed test, behind all cases. */
export function isFailingPlace(node: TSESTree.Node, lint: LintContext): boolean {
  return listFailingPlaces(node, lint).length > 0;
}

/** The parts of an answer that a client reads; none where a value is no answer, or is marked as a failure. */
function listAnswerParts(value: TSESTree.Node, lint: LintContext): readonly TSESTree.Node[] {
  if (value.type === "CallExpression") {
    const callee = findCallee(value, lint);
    return callee && callee !== "unknown" && makesContent(callee.node, callee.lint) ? value.arguments : [];
  }
  if (value.type !== "ObjectExpression") return isStringExpression(value) && isGivenByTool(value, lint) ? [value] : [];
  const { values, isOpen } = readObjectFields(value, lint.sourceCode);
  const text = values.get("text");
  if (text && values.has("type") && isGivenByTool(value, lint)) return [text];
  const texts = listContentTexts(value, lint) ?? [];
  // A message of a conversation has such content, too.
  if (isOpen || texts.length === 0 || values.has("isError") || values.has("role")) return [];
  return [...texts, ...["structuredContent", "_meta"].flatMap((name) => values.get(name) ?? [])];
}

/** Returns whether a function that gives a value, or the promise chain that its handler ends, is a tool's handler. */
export function isGivenByTool(node: TSESTree.Node, lint: LintContext): boolean {
  const owner = findEnclosingFunction(node);
  if (!owner) return false;
  const { kind, place } = findFailureHandler(owner, lint) ?? {};
  if (kind !== "rejection" || !place) return listToolHandlers(owner, lint).length > 0;
  const chain = getAwaited(place.call);
  const isGiven = chain.parent?.type === "ReturnStatement" || isFunctionNode(chain.parent);
  return isGiven && isGivenByTool(chain, lint);
}

/** Why an answer stands on a failing path, and the text of what the test before it asked about. */
interface FailingPlace {
  readonly about?: string;
  /** Whether only an answer that quotes it is one about a failure. */
  readonly isQuoted?: boolean;
}

function listFailingPlaces(node: TSESTree.Node, lint: LintContext): readonly FailingPlace[] {
  const handler = findEnclosingHandler(node, lint);
  const isHandled =
    handler && ![...testsBefore(node, (around) => around === handler)].some((each) => isNarrowing(each, node, lint));
  const tests = [...testsBefore(node, isExecutionBoundary)];
  const tested = tests.flatMap(({ test, outcome }) => readFailedTest(test, outcome, lint));
  return [...(isHandled ? [{}] : []), ...tested, ...findDispatch(node, lint)];
}

/**
 * `if (error.code === "ENOENT")` in a handler: a failure that is expected may be an answer of its own; not one that
 * says again what the error says.
 */
function isNarrowing(
  { test, outcome }: { test: TSESTree.Node; outcome: boolean },
  answer: TSESTree.Node,
  { sourceCode }: LintContext,
): boolean {
  const isRepeated = (text: unknown) =>
    typeof text === "string" && SENTENCE.test(text) && sourceCode.getText(answer).includes(text);
  return isShownBy(test, outcome, (part, isTrue) => {
    if (part.type !== "BinaryExpression" || !/^[!=]==?$/.test(part.operator)) return false;
    const expected = readStaticValue(part.right, sourceCode);
    return isTrue === part.operator.startsWith("=") && expected !== undefined && !isRepeated(expected.value);
  });
}

/** More than one word: a single one is a code or a kind. */
const SENTENCE = /\p{L} \p{L}/u;

/** `!response.ok`, `result.isError`, `response.status !== 200`: what the test asks about. */
function readFailedTest(test: TSESTree.Node, outcome: boolean, { sourceCode }: LintContext): readonly FailingPlace[] {
  let about: TSESTree.Node | undefined;
  const fails = (part: TSESTree.Node, isTrue: boolean): boolean => {
    const asked = readAsked(part, isTrue, sourceCode);
    about ??= asked;
    return asked !== undefined;
  };
  return isShownBy(test, outcome, fails) && about ? [{ about: sourceCode.getText(about) }] : [];
}

function readAsked(
  part: TSESTree.Node,
  isTrue: boolean,
  sourceCode: LintContext["sourceCode"],
): TSESTree.Node | undefined {
  if (part.type === "BinaryExpression") {
    const { left, operator, right } = part;
    const status = readStaticValue(right, sourceCode)?.value;
    if (left.type !== "MemberExpression" || readStaticKey(left, sourceCode) !== "status") return undefined;
    if (typeof status !== "number") return undefined;
    const isFailed = operator.startsWith(">")
      ? isTrue && status >= 299
      : /^!==?$/.test(operator) && isTrue && status < 300;
    return isFailed ? left.object : undefined;
  }
  if (part.type === "Identifier") return isTrue && isErrorName(part.name) && part.name.length > 2 ? part : undefined;
  if (part.type !== "MemberExpression") return undefined;
  const name = readStaticKey(part, sourceCode) ?? "";
  const isFailed = isTrue ? FAILED_FLAG.test(name) : classifyFlag(name) === "outcome";
  return isFailed ? part.object : undefined;
}

/** Members of a result that are set, or true, where it failed. */
const FAILED_FLAG = /^(?:isError|error|failed|failure)$/;

/** Behind all cases of a dispatch (`default:`, a last `else`), an answer that quotes what it was asked for. */
function findDispatch(node: TSESTree.Node, { sourceCode }: LintContext): readonly FailingPlace[] {
  for (let at: TSESTree.Node | undefined = node; at && !isExecutionBoundary(at); at = at.parent) {
    if (at.type === "SwitchCase" && at.test === null)
      return [{ about: sourceCode.getText(at.parent.discriminant), isQuoted: true }];
  }
  const asked = [...testsBefore(node, isExecutionBoundary)].flatMap(({ test, outcome }) => {
    const isCase = test.type === "BinaryExpression" && /^===?$/.test(test.operator) && !outcome;
    return isCase && readStaticValue(test.right, sourceCode) ? sourceCode.getText(test.left) : [];
  });
  const about = asked.find((each, index) => asked.indexOf(each) < index);
  return about === undefined || !isFirst(getEnclosingStatement(node)) ? [] : [{ about, isQuoted: true }];
}

/** Returns whether a statement is the first of its block behind the cases: no work is done before it. */
function isFirst(statement: TSESTree.Node): boolean {
  const { parent } = statement;
  if (parent?.type !== "BlockStatement" && parent?.type !== "Program") return true;
  const before = parent.body[parent.body.indexOf(statement as TSESTree.Statement) - 1];
  return before === undefined || before.type === "IfStatement";
}

/** Returns whether an answer has words or quotes the failure, and nothing in it was fetched for another purpose. */
function isWrittenFor(place: FailingPlace, parts: readonly TSESTree.Node[], lint: LintContext): boolean {
  const quotes = (part: TSESTree.Node) =>
    collectNodes(lint.sourceCode, part).some((each) => isAbout(each, place, lint));
  if (place.isQuoted && !parts.some(quotes)) return false;
  const pieces = parts.map((part) => listPieces(part, place, lint));
  return pieces.some((each) => each.includes("words")) && pieces.every((each) => !each.includes("data"));
}

type Piece = "words" | "about" | "data";

/** The pieces that a part of an answer is composed of. */
function listPieces(part: TSESTree.Node, place: FailingPlace, lint: LintContext): readonly Piece[] {
  return followValues<Piece>(part, lint, ({ kind, node }, follow) => {
    if (kind === "caught") return ["words"];
    if (kind === "parameter" || isAbout(node, place, lint)) return ["about"];
    switch (node.type) {
      case "Literal":
        return [/\p{L}/u.test(String(node.value)) ? "words" : "about"];
      case "TemplateLiteral":
      case "BinaryExpression":
        return readMessageParts(node).flatMap(({ text, node: hole }): readonly Piece[] => {
          if (text === undefined) return hole === node ? ["data"] : follow(hole);
          return [/\p{L}/u.test(text) ? "words" : "about"];
        });
      case "ObjectExpression":
        return node.properties.flatMap((each) => follow(each.type === "Property" ? each.value : each.argument));
      case "ArrayExpression":
        return node.elements.flatMap((each) =>
          each ? follow(each.type === "SpreadElement" ? each.argument : each) : [],
        );
      case "CallExpression": {
        const isJson = resolveGlobalName(node.callee, ["JSON.stringify"], lint.sourceCode) !== undefined;
        const parts = isJson ? node.arguments.slice(0, 1) : listConverted(node, lint);
        return parts ? parts.flatMap(follow) : kind === "step" ? undefined : ["data"];
      }
      default:
        return kind === "step" ? undefined : kind === "unset" ? ["about"] : ["data"];
    }
  });
}

/** Returns whether an expression is what a failed test or a dispatch asked about, or comes out of it. */
function isAbout(node: TSESTree.Node, place: FailingPlace, lint: LintContext): boolean {
  const value = unwrapExpression(node);
  if (place.about === undefined) return false;
  if (lint.sourceCode.getText(value) === place.about) return true;
  if (value.type === "MemberExpression") return isAbout(value.object, place, lint);
  return value.type === "CallExpression" && isAbout(value.callee, place, lint);
}
