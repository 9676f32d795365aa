import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { enclosingHandler, isCaught } from "../catches/failure-handlers.js";
import type { FileContract } from "../contract/file-contract.js";
import { claimsByNames, hasCodeOfContract } from "../envelopes/envelope-claims.js";
import { mayBeEnvelope } from "../envelopes/envelope-faults.js";
import { possibleValues, unwrapped } from "../syntax/expressions.js";
import { nodesIn } from "../syntax/nodes.js";
import {
  calledName,
  getConstInitializer,
  globalNamed,
  objectFields,
  staticKey,
  variableOf,
} from "../syntax/references.js";
import { DEFAULT_DISCRIMINANTS, type Discriminant, findFailureField, isFailing } from "./failure-fields.js";

/** The relation of a text to a contract: its envelope, surely something else, or unknown. */
type Standing = "envelope" | "other" | "unknown";

interface McpJudge {
  readonly contract: FileContract;
  readonly sourceCode: TSESLint.SourceCode;
  /** The fields that make an object a failure, in JSON as elsewhere. */
  readonly discriminants?: readonly Discriminant[];
}

const MAX_STEPS = 5;
const FAILURE_TEXT = /^[^\p{L}]*(?:error|failed|failure)\b\s*:/iu;
const HANDLED_TEXT = /^[^\p{L}]*(?:error|failed|failure|could not|cannot|can't|unable|failing)\b/iu;
const CONVERTER = /error|message|reason|fail/i;

/** The expressions of the texts in the `content` of a tool's result; `undefined` where there is more than is written. */
export function contentTexts(
  object: TSESTree.ObjectExpression,
  sourceCode: TSESLint.SourceCode,
): readonly TSESTree.Node[] | undefined {
  const content = objectFields(object, sourceCode).values.get("content");
  const list = content && unwrapped(content);
  if (list?.type !== "ArrayExpression") return undefined;
  const texts = list.elements.map((element) => textOf(element, sourceCode));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function textOf(element: TSESTree.Node | null, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const item = element && unwrapped(element);
  if (item?.type !== "ObjectExpression") return undefined;
  return objectFields(item, sourceCode).values.get("text");
}

/**
 * Returns how an object literal is the failed result of a tool without the contract's envelope: `isError`: it is marked;
 * `text`: only its text tells of a failure.
 */
export function failedToolResult(object: TSESTree.ObjectExpression, judge: McpJudge): "isError" | "text" | undefined {
  const { values } = objectFields(object, judge.sourceCode);
  const marked = values.get("isError");
  if (marked && (values.has("content") || values.has("structuredContent"))) {
    const isMarked = isFailing(marked, { name: "isError", value: true }, judge.sourceCode);
    return isMarked && lacksEnvelope(object, judge) ? "isError" : undefined;
  }
  return values.has("content") && tellsFailureAsText(object, judge) ? "text" : undefined;
}

/** Whether a result whose `isError` is set surely holds no envelope of the contract. */
function lacksEnvelope(object: TSESTree.ObjectExpression, judge: McpJudge): boolean {
  const { values, isOpen } = objectFields(object, judge.sourceCode);
  const structured = values.get("structuredContent");
  if (isOpen || (structured && objectStanding(structured, judge, 0) !== "other")) return false;
  if (!values.has("content")) return true;
  const texts = contentTexts(object, judge.sourceCode);
  return texts?.every((text) => textStanding(text, judge, 0) === "other") ?? false;
}

/** Whether a result that is not marked as an error tells of a failure in its text. */
function tellsFailureAsText(object: TSESTree.ObjectExpression, judge: McpJudge): boolean {
  const { values, isOpen } = objectFields(object, judge.sourceCode);
  if (isOpen || values.has("isError") || values.has("structuredContent")) return false;
  const texts = contentTexts(object, judge.sourceCode);
  // A message of a conversation has the same parts.
  const isResult = [...values.keys()].every((name) => name === "content" || name === "_meta");
  return texts?.some((text) => isFailureText(text, judge) || (isResult && isFailureJson(text, judge))) ?? false;
}

/** `JSON.stringify({ ok: false, ... })` */
function isFailureJson(node: TSESTree.Node, judge: McpJudge): boolean {
  const { contract, sourceCode, discriminants = DEFAULT_DISCRIMINANTS } = judge;
  if (contract.data.delivery.startsWith("return") && textStanding(node, judge, 0) !== "other") return false;
  return possibleValues(node).some((value) => {
    if (value.type !== "CallExpression") return false;
    const [argument] = value.arguments;
    if (!argument || !globalNamed(value.callee, ["JSON.stringify"], sourceCode)) return false;
    return possibleValues(argument).some(
      (each) => each.type === "ObjectExpression" && findFailureField(each, discriminants, sourceCode) !== undefined,
    );
  });
}

/** Returns whether a text tells of a failure: it quotes the caught value, or begins with `Error:`. */
function isFailureText(node: TSESTree.Node, judge: McpJudge): boolean {
  const { sourceCode, contract } = judge;
  if (contract.data.delivery.startsWith("return") && textStanding(node, judge, 0) !== "other") return false;
  return possibleValues(node).some((value) => {
    const opening = openingText(value);
    if (opening !== undefined && FAILURE_TEXT.test(opening)) return true;
    if (!enclosingHandler(value, sourceCode)) return false;
    return (opening !== undefined && HANDLED_TEXT.test(opening)) || quotesCaught(value, sourceCode, 0);
  });
}

/** The text that a string begins with. */
function openingText(node: TSESTree.Node): string | undefined {
  const value = unwrapped(node);
  if (value.type === "Literal") return typeof value.value === "string" ? value.value : undefined;
  if (value.type === "TemplateLiteral") return value.quasis[0]?.value.cooked ?? undefined;
  return value.type === "BinaryExpression" ? openingText(value.left) : undefined;
}

/** Returns whether a text is composed of the caught value. */
function quotesCaught(node: TSESTree.Node, sourceCode: TSESLint.SourceCode, steps: number): boolean {
  const value = unwrapped(node);
  switch (value.type) {
    case "TemplateLiteral":
    case "BinaryExpression":
    case "MemberExpression":
      return mentionsCaught(value, sourceCode, steps);
    case "CallExpression":
      return isConversion(value, sourceCode) && mentionsCaught(value, sourceCode, steps);
    case "Identifier": {
      const init = constantOf(value, sourceCode);
      const values = init && steps < MAX_STEPS ? possibleValues(init) : [];
      return values.some((each) => quotesCaught(each, sourceCode, steps + 1));
    }
    default:
      return false;
  }
}

function mentionsCaught(node: TSESTree.Node, sourceCode: TSESLint.SourceCode, steps: number): boolean {
  for (const each of nodesIn(sourceCode, node)) {
    if (each.type !== "Identifier") continue;
    const variable = variableOf(each, sourceCode);
    if (isCaught(variable, sourceCode)) return true;
    const init = steps < MAX_STEPS && each !== node ? constantOf(each, sourceCode) : undefined;
    if (init && possibleValues(init).some((value) => quotesCaught(value, sourceCode, steps + 1))) return true;
  }
  return false;
}

/** `String(err)`, `err.toString()`, `getErrorMessage(err)`, `JSON.stringify({ error: err.message })` */
function isConversion(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const name = calledName(call, sourceCode);
  if (name === "toString" || name === "String") return true;
  const [argument] = call.arguments;
  const object = argument && unwrapped(argument);
  if (name === "stringify" && object?.type === "ObjectExpression") {
    const { values, isOpen } = objectFields(object, sourceCode);
    return !isOpen && [...values.keys()].every((each) => /^(?:ok|success|status|message)$|err|code|reason/i.test(each));
  }
  return CONVERTER.test(name);
}

function textStanding(node: TSESTree.Node, judge: McpJudge, steps: number): Standing {
  return worst(possibleValues(node).map((value) => standing(value, judge, steps)));
}

function standing(value: TSESTree.Node, judge: McpJudge, steps: number): Standing {
  const { sourceCode } = judge;
  switch (value.type) {
    case "Literal":
    case "TemplateLiteral":
    case "BinaryExpression":
      // JSON that is written by hand.
      return openingText(value)?.trimStart().startsWith("{") ? "unknown" : "other";
    case "MemberExpression":
      return staticKey(value, sourceCode) === "message" ? "other" : "unknown";
    case "CallExpression":
      return callStanding(value, judge, steps);
    case "Identifier": {
      const init = constantOf(value, sourceCode);
      return init && steps < MAX_STEPS ? textStanding(init, judge, steps + 1) : "unknown";
    }
    default:
      return "unknown";
  }
}

function callStanding(call: TSESTree.CallExpression, judge: McpJudge, steps: number): Standing {
  const { sourceCode } = judge;
  const name = globalNamed(call.callee, ["String", "JSON.stringify"], sourceCode);
  if (name === "String") return "other";
  const [argument] = call.arguments;
  return name === "JSON.stringify" && argument ? objectStanding(argument, judge, steps) : "unknown";
}

function objectStanding(node: TSESTree.Node, judge: McpJudge, steps: number): Standing {
  const { sourceCode } = judge;
  return worst(
    possibleValues(node).map((value) => {
      if (value.type === "ObjectExpression")
        return mayBeEnvelope(value, judge) || isOurs(value, judge) ? "envelope" : "other";
      const init = value.type === "Identifier" ? constantOf(value, sourceCode) : undefined;
      return init && steps < MAX_STEPS ? objectStanding(init, judge, steps + 1) : "unknown";
    }),
  );
}

/** Returns whether an object is meant as the contract's envelope, whose faults `valid-envelope` reports. */
function isOurs(object: TSESTree.ObjectExpression, { contract, sourceCode }: McpJudge): boolean {
  return claimsByNames(object, contract, sourceCode) || hasCodeOfContract(object, { contract, sourceCode });
}

function worst(standings: readonly Standing[]): Standing {
  return (["unknown", "envelope"] as const).find((each) => standings.includes(each)) ?? "other";
}

function constantOf(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  return getConstInitializer(variableOf(node, sourceCode));
}
