import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler, isCaught } from "../catches/failure-handlers.js";
import type { FileContract } from "../contract/file-contract.js";
import { claimsByNames, hasCodeOfContract } from "../envelopes/envelope-claims.js";
import { mayBeEnvelope } from "../envelopes/envelope-faults.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/nodes.js";
import {
  readCalleeName,
  getConstInitializer,
  getGrowingInitializer,
  resolveGlobalName,
  readNameOf,
  readObjectFields,
  readStaticKey,
  resolveVariable,
} from "../syntax/references.js";
import { isTestedAsError } from "../model/error-values.js";
import { DEFAULT_DISCRIMINANTS, type Discriminant, findFailureField, isFailing } from "../model/sayings.js";
import { ERROR_FIELDS } from "../words/failures.js";

/** The relation of a text to a contract: its envelope, surely something else, or unknown. */
type Standing = "envelope" | "other" | "unknown";

interface McpJudge {
  readonly contract: FileContract;
  readonly sourceCode: TSESLint.SourceCode;
  /** The fields that make an object a failure, in JSON as elsewhere. */
  readonly discriminants?: readonly Discriminant[];
}

const MAX_STEPS = 5;
const FAILURE_TEXT = /^[^\p{L}]*error\b\s*:/iu;
const HANDLED_TEXT = /^[^\p{L}]*(?:error|failed)\b/iu;
const CONVERTER = /error|message|reason|fail/i;
/** The names of functions that return their argument, or a part of it. */
const SHORTENS = /^(?:trim|truncate|shorten|clip|limit|sanitize|redact|mask)/i;

/**
 * The expressions of the texts in the `content` of a tool's result, the `contents` of a resource, or the `messages` of
 * a prompt; `undefined` where there is more than is written.
 */
export function listContentTexts(
  object: TSESTree.ObjectExpression,
  sourceCode: TSESLint.SourceCode,
): readonly TSESTree.Node[] | undefined {
  const { values } = readObjectFields(object, sourceCode);
  const prompt = values.get("messages");
  const content = values.get("content") ?? values.get("contents") ?? prompt;
  const list = content && unwrapExpression(content);
  if (list?.type !== "ArrayExpression") return undefined;
  const texts = list.elements.map((element) => {
    const item = content === prompt ? readField(element, "content", sourceCode) : element;
    return readField(item, "text", sourceCode);
  });
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function readField(
  node: TSESTree.Node | null | undefined,
  name: string,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Node | undefined {
  const object = node && unwrapExpression(node);
  return object?.type === "ObjectExpression" ? readObjectFields(object, sourceCode).values.get(name) : undefined;
}

/**
 * Returns how an object literal is the failed result of a tool without the contract's envelope: `isError`: it is
 * marked; `text`: only its text tells of a failure.
 */
export function detectFailedToolResult(
  object: TSESTree.ObjectExpression,
  judge: McpJudge,
): "isError" | "text" | undefined {
  const { values } = readObjectFields(object, judge.sourceCode);
  if (values.has("isError") && (values.has("content") || values.has("structuredContent"))) {
    return isMarkedResult(object, judge.sourceCode) && lacksEnvelope(object, judge) ? "isError" : undefined;
  }
  const isAnswer = values.has("content") || values.has("contents") || isFailedPrompt(object, judge.sourceCode);
  return isAnswer && tellsFailureAsText(object, judge) ? "text" : undefined;
}

/** Whether an object is the answer to `prompts/get`, made where something has failed: a prompt may be about errors. */
function isFailedPrompt(object: TSESTree.ObjectExpression, sourceCode: TSESLint.SourceCode): boolean {
  const names = [...readObjectFields(object, sourceCode).values.keys()];
  return (
    names.includes("messages") &&
    names.every((name) => /^(?:messages|description)$/.test(name)) &&
    findEnclosingHandler(object, sourceCode) !== undefined
  );
}

/** Returns whether an object says `isError: true`. */
function isMarkedResult(object: TSESTree.ObjectExpression, sourceCode: TSESLint.SourceCode): boolean {
  const marked = readObjectFields(object, sourceCode).values.get("isError");
  return marked !== undefined && isFailing(marked, { name: "isError", value: true }, sourceCode);
}

/** Whether a result whose `isError` is set surely holds no envelope of the contract. */
function lacksEnvelope(object: TSESTree.ObjectExpression, judge: McpJudge): boolean {
  const { values, isOpen } = readObjectFields(object, judge.sourceCode);
  const structured = values.get("structuredContent");
  if (isOpen || (structured && classifyJsonObject(structured, judge, 0) !== "other")) return false;
  if (!values.has("content")) return true;
  const texts = listContentTexts(object, judge.sourceCode);
  return texts?.every((text) => classifyResultText(text, judge, 0) === "other") ?? false;
}

/** Whether a result that is not marked as an error tells of a failure in its text. */
function tellsFailureAsText(object: TSESTree.ObjectExpression, judge: McpJudge): boolean {
  const { values, isOpen } = readObjectFields(object, judge.sourceCode);
  if (isOpen || values.has("isError") || values.has("structuredContent")) return false;
  const texts = listContentTexts(object, judge.sourceCode);
  // A message of a conversation has the same parts.
  const isResult = [...values.keys()].every((name) => name === "content" || name === "_meta");
  return texts?.some((text) => isFailureText(text, judge) || (isResult && isFailureJson(text, judge))) ?? false;
}

/** `JSON.stringify({ ok: false, ... })` */
function isFailureJson(node: TSESTree.Node, judge: McpJudge): boolean {
  const { contract, sourceCode, discriminants = DEFAULT_DISCRIMINANTS } = judge;
  if (contract.data.delivery.startsWith("return") && classifyResultText(node, judge, 0) !== "other") return false;
  return listPossibleValues(node).some((value) => {
    if (value.type !== "CallExpression") return false;
    const [argument] = value.arguments;
    if (!argument || !resolveGlobalName(value.callee, ["JSON.stringify"], sourceCode)) return false;
    return listPossibleValues(argument).some(
      (each) => each.type === "ObjectExpression" && findFailureField(each, discriminants, sourceCode) !== undefined,
    );
  });
}

/** Returns whether a text tells of a failure: it quotes the caught value, or begins with `Error:`. */
function isFailureText(node: TSESTree.Node, judge: McpJudge): boolean {
  const { sourceCode, contract } = judge;
  if (contract.data.delivery.startsWith("return") && classifyResultText(node, judge, 0) !== "other") return false;
  return listPossibleValues(node).some((value) => {
    const opening = readOpeningText(value, sourceCode);
    if (opening !== undefined && FAILURE_TEXT.test(opening)) return true;
    if (quotesTestedError(value, sourceCode)) return true;
    if (!findEnclosingHandler(value, sourceCode)) return false;
    if (opening !== undefined && HANDLED_TEXT.test(opening)) return true;
    // A command that ends with a failure still has an output, which was asked for.
    return !/\bstdout\b/.test(sourceCode.getText(value)) && isMadeFromCaught(value, sourceCode, 0);
  });
}

/** The error of a job or a record may be what was asked for: only that of an operation's result is a failure. */
const RESULT_NAMES = /^(?:r|response|result)$|(?:Response|Result)$/;

/** `if (!result.success) return { content: [{ type: "text", text: `Boot failed: ${result.error}` }] }` */
function quotesTestedError(text: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return collectNodes(sourceCode, text).some(
    (each) =>
      each.type === "MemberExpression" &&
      RESULT_NAMES.test(readNameOf(each.object, sourceCode)) &&
      ERROR_FIELDS.test(readStaticKey(each, sourceCode) ?? "") &&
      isTestedAsError(each, sourceCode),
  );
}

/** The text that a string begins with, or a variable that holds one. */
function readOpeningText(node: TSESTree.Node, sourceCode: TSESLint.SourceCode, steps = 0): string | undefined {
  const value = unwrapExpression(node);
  const held = steps < MAX_STEPS ? getGrowingInitializer(resolveVariable(value, sourceCode)) : undefined;
  if (held) return readOpeningText(held, sourceCode, steps + 1);
  if (value.type === "Literal") return typeof value.value === "string" ? value.value : undefined;
  if (value.type === "TemplateLiteral") return value.quasis[0]?.value.cooked ?? undefined;
  return value.type === "BinaryExpression" ? readOpeningText(value.left, sourceCode, steps) : undefined;
}

/** Returns whether a text is composed of the caught value. */
function isMadeFromCaught(node: TSESTree.Node, sourceCode: TSESLint.SourceCode, steps: number): boolean {
  const value = unwrapExpression(node);
  switch (value.type) {
    case "TemplateLiteral":
    case "BinaryExpression":
    case "MemberExpression":
      return mentionsCaught(value, sourceCode, steps);
    case "CallExpression":
      return isConversion(value, sourceCode) && mentionsCaught(value, sourceCode, steps);
    case "Identifier": {
      const init = findConstant(value, sourceCode);
      const values = init && steps < MAX_STEPS ? listPossibleValues(init) : [];
      return values.some((each) => isMadeFromCaught(each, sourceCode, steps + 1));
    }
    default:
      return false;
  }
}

/** Returns whether an expression names the caught value, or a constant that is made of it. */
export function mentionsCaught(node: TSESTree.Node, sourceCode: TSESLint.SourceCode, steps = 0): boolean {
  for (const each of collectNodes(sourceCode, node)) {
    if (each.type !== "Identifier") continue;
    const variable = resolveVariable(each, sourceCode);
    if (isCaught(variable, sourceCode)) return true;
    const init = steps < MAX_STEPS && each !== node ? findConstant(each, sourceCode) : undefined;
    if (init && listPossibleValues(init).some((value) => isMadeFromCaught(value, sourceCode, steps + 1))) return true;
  }
  return false;
}

/** `String(err)`, `err.toString()`, `getErrorMessage(err)`, `JSON.stringify({ error: err.message })` */
function isConversion(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const name = readCalleeName(call, sourceCode);
  if (name === "toString" || name === "String") return true;
  const [argument] = call.arguments;
  const object = argument && unwrapExpression(argument);
  if (name === "stringify" && object?.type === "ObjectExpression") {
    const { values, isOpen } = readObjectFields(object, sourceCode);
    return !isOpen && [...values.keys()].every((each) => /^(?:ok|success|status|message)$|err|code|reason/i.test(each));
  }
  return CONVERTER.test(name);
}

function classifyResultText(node: TSESTree.Node, judge: McpJudge, steps: number): Standing {
  return chooseWorst(listPossibleValues(node).map((value) => classifyTextValue(value, judge, steps)));
}

function classifyTextValue(value: TSESTree.Node, judge: McpJudge, steps: number): Standing {
  const { sourceCode } = judge;
  switch (value.type) {
    case "Literal":
    case "TemplateLiteral":
    case "BinaryExpression":
      // JSON that is written by hand.
      return readOpeningText(value, sourceCode)?.trimStart().startsWith("{") ? "unknown" : "other";
    case "MemberExpression":
      return readStaticKey(value, sourceCode) === "message" ? "other" : "unknown";
    case "CallExpression":
      return callStanding(value, judge, steps);
    case "Identifier": {
      const init = findConstant(value, sourceCode);
      return init && steps < MAX_STEPS ? classifyResultText(init, judge, steps + 1) : "unknown";
    }
    default:
      return "unknown";
  }
}

function callStanding(call: TSESTree.CallExpression, judge: McpJudge, steps: number): Standing {
  const { sourceCode } = judge;
  const name = resolveGlobalName(call.callee, ["String", "JSON.stringify"], sourceCode);
  if (name === "String") return "other";
  const [argument] = call.arguments;
  if (argument && SHORTENS.test(readCalleeName(call, sourceCode)))
    return classifyResultText(argument, judge, steps + 1);
  return name === "JSON.stringify" && argument ? classifyJsonObject(argument, judge, steps) : "unknown";
}

function classifyJsonObject(node: TSESTree.Node, judge: McpJudge, steps: number): Standing {
  const { sourceCode } = judge;
  return chooseWorst(
    listPossibleValues(node).map((value) => {
      if (value.type === "ObjectExpression")
        return mayBeEnvelope(value, judge) || isOurs(value, judge) ? "envelope" : "other";
      const init = value.type === "Identifier" ? findConstant(value, sourceCode) : undefined;
      return init && steps < MAX_STEPS ? classifyJsonObject(init, judge, steps + 1) : "unknown";
    }),
  );
}

/** Returns whether an object is meant as the contract's envelope, whose faults `valid-envelope` reports. */
function isOurs(object: TSESTree.ObjectExpression, { contract, sourceCode }: McpJudge): boolean {
  return claimsByNames(object, contract, sourceCode) || hasCodeOfContract(object, { contract, sourceCode });
}

function chooseWorst(standings: readonly Standing[]): Standing {
  return (["unknown", "envelope"] as const).find((each) => standings.includes(each)) ?? "other";
}

function findConstant(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  return getConstInitializer(resolveVariable(node, sourceCode));
}
