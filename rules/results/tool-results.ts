import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler } from "../model/failure-handlers.js";
import type { FileContract } from "../contract/file-contract.js";
import { claimsByNames, hasCodeOfContract } from "../envelopes/envelope-claims.js";
import { mayBeEnvelope } from "../envelopes/envelope-faults.js";
import { isTestedAsError } from "../model/error-values.js";
import { DEFAULT_DISCRIMINANTS, type Discriminant, findFailureField, isFailing } from "../model/sayings.js";
import { type Value, followValues } from "../model/values.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/source-file.js";
import { readCalleeName, readNameOf, readObjectFields, readStaticKey } from "../syntax/properties.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { ERROR_FIELDS, FAILURE_NAME, REASON_FIELDS, classifyFlag } from "../words/failures.js";

interface ToolJudge {
  readonly contract: FileContract;
  readonly sourceCode: TSESLint.SourceCode;
  /** The fields that make an object a failure, in JSON as elsewhere. */
  readonly discriminants?: readonly Discriminant[];
}

const FAILURE_OPENING = /^[^\p{L}]*error\b\s*:/iu;
const HANDLED_OPENING = /^[^\p{L}]*(?:error|failed)\b/iu;
/** The error of a job or a record may be what was asked for: only that of an operation's result is a failure. */
const RESULT_NAMES = /^(?:r|response|result)$|(?:Response|Result)$/;

/**
 * Returns how an object literal is the failed result of a tool without the contract's envelope: `isError`: it is
 * marked; `text`: only its text tells of a failure.
 */
export function detectFailedToolResult(
  object: TSESTree.ObjectExpression,
  judge: ToolJudge,
): "isError" | "text" | undefined {
  const { sourceCode } = judge;
  const { values, isOpen } = readObjectFields(object, sourceCode);
  const mark = values.get("isError");
  const structured = values.get("structuredContent");
  const texts = listContentTexts(object, sourceCode);
  if (isOpen) return undefined;
  if (mark && (structured || values.has("content"))) {
    const isMarked = isFailing(mark, { name: "isError", value: true }, sourceCode);
    const parts = [...(structured ? [structured] : []), ...(texts ?? [])];
    const isAllKnown = texts !== undefined || !values.has("content");
    return isMarked && isAllKnown && parts.every((part) => !mayHoldEnvelope(part, judge)) ? "isError" : undefined;
  }
  if (mark || (!structured && !texts)) return undefined;
  // A message of a conversation has the same parts.
  const isResult = [...values.keys()].every((name) => RESULT_FIELDS.has(name));
  const parts = isResult ? [structured, values.get("_meta")].filter((part) => part !== undefined) : [];
  const tells = [
    ...(texts ?? []).filter((text) => isFailureText(text, judge) || (isResult && isFailureData(text, judge))),
    ...parts.filter((part) => isFailureData(part, judge)),
  ];
  const mayBeEnvelope = judge.contract.data.delivery.startsWith("return");
  return tells.some((part) => !mayBeEnvelope || !mayHoldEnvelope(part, judge)) ? "text" : undefined;
}

const RESULT_FIELDS: ReadonlySet<string> = new Set(["content", "contents", "structuredContent", "_meta"]);

/** Returns whether a text, or an object of the data of an answer, tells of a failure. */
export function isFailureAnswer(node: TSESTree.Node, judge: ToolJudge): boolean {
  const isData = unwrapExpression(node).type === "ObjectExpression";
  return isFailureData(node, judge) || (!isData && isFailureText(node, judge));
}

/**
 * The expressions of the texts in the `content` of a tool's result, the `contents` of a resource, or the `messages` of
 * a prompt; `undefined` where there is more than is written.
 */
export function listContentTexts(
  object: TSESTree.ObjectExpression,
  sourceCode: TSESLint.SourceCode,
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

/** Returns whether a text or an object of a result may be the contract's envelope, or cannot be read. */
function mayHoldEnvelope(node: TSESTree.Node, { contract, sourceCode }: ToolJudge): boolean {
  const answers = followValues<boolean>(node, sourceCode, ({ kind, node: value }, follow) => {
    switch (value.type) {
      case "Literal":
      case "TemplateLiteral":
      case "BinaryExpression":
      case "AssignmentExpression":
        // JSON that is written by hand.
        return kind === "step" ? undefined : [listOpenings(value, sourceCode).some((text) => /^\s*\{/.test(text))];
      case "ObjectExpression":
        return [
          mayBeEnvelope(value, { contract, sourceCode }) ||
            claimsByNames(value, { contract, sourceCode }) ||
            hasCodeOfContract(value, { contract, sourceCode }),
        ];
      case "MemberExpression":
        if (readStaticKey(value, sourceCode) === "message") return [false];
        break;
      case "CallExpression": {
        const name = resolveGlobalName(value.callee, ["String", "JSON.stringify"], sourceCode);
        return name === "JSON.stringify" ? value.arguments.slice(0, 1).flatMap(follow) : [name !== "String"];
      }
    }
    return kind === "step" ? undefined : [true];
  });
  return answers.some(Boolean);
}

/** `{ ok: false, ... }`, and the same as JSON */
function isFailureData(node: TSESTree.Node, judge: ToolJudge): boolean {
  const { sourceCode, discriminants = DEFAULT_DISCRIMINANTS } = judge;
  const answers = followValues<boolean>(node, sourceCode, ({ node: value }, follow) => {
    if (value.type === "ObjectExpression") {
      const field = findFailureField(value, discriminants, sourceCode);
      // `{ reachable: false, error }` answers what was asked.
      return [field === undefined ? isReasonAlone(value, sourceCode) : classifyFlag(field) !== "answer"];
    }
    if (value.type !== "CallExpression") return undefined;
    const isJson = resolveGlobalName(value.callee, ["JSON.stringify"], sourceCode);
    return isJson ? value.arguments.slice(0, 1).flatMap(follow) : [];
  });
  return answers.some(Boolean);
}

/** `{ code: "E_TOOL", message: error.message }` */
function isReasonAlone(object: TSESTree.ObjectExpression, sourceCode: TSESLint.SourceCode): boolean {
  const { values, isOpen } = readObjectFields(object, sourceCode);
  const isAlone = !isOpen && [...values.keys()].every((name) => REASON_FIELDS.test(name));
  return isAlone && mentionsCaught(object, sourceCode);
}

/** Returns whether a text tells of a failure: it quotes the caught value, or begins with `Error:`. */
function isFailureText(node: TSESTree.Node, { sourceCode }: ToolJudge): boolean {
  const openings = listOpenings(node, sourceCode);
  if (openings.some((text) => FAILURE_OPENING.test(text)) || quotesTestedError(node, sourceCode)) return true;
  if (!findEnclosingHandler(node, sourceCode)) return false;
  if (openings.some((text) => HANDLED_OPENING.test(text))) return true;
  // A command that ends with a failure still has an output, which was asked for.
  return !/\bstdout\b/.test(sourceCode.getText(node)) && isMadeFromCaught(node, sourceCode);
}

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

/** The texts that a string may begin with. */
function listOpenings(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly string[] {
  return followValues<string>(node, sourceCode, ({ kind, node: value }, follow) => {
    if (value.type === "Literal") return typeof value.value === "string" ? [value.value] : [];
    if (value.type === "TemplateLiteral") return [value.quasis[0]?.value.cooked ?? ""];
    if (value.type === "BinaryExpression") return follow(value.left);
    return kind === "step" && value.type !== "CallExpression" ? undefined : [];
  });
}

/** Returns whether an expression names the caught value, or what is made of it. */
export function mentionsCaught(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return listNames(node, sourceCode).some((name) => isMadeFromCaught(name, sourceCode));
}

/** Returns whether a text is composed of the caught value. */
function isMadeFromCaught(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return listSources(node, sourceCode).some(({ kind }) => kind === "caught");
}

/** Lists the values that a text is composed of, each where its way ends. */
export function listSources(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly Value[] {
  return followValues<Value>(node, sourceCode, (source, follow) => {
    const { kind, node: value } = source;
    if (kind === "caught") return [source];
    const isCall = value.type === "CallExpression";
    const isComposed = isCall
      ? isConversion(value, sourceCode)
      : /^(?:TemplateLiteral|(?:Binary|Member)Expression)$/.test(value.type);
    if (isComposed) return listNames(value, sourceCode).flatMap(follow);
    if (kind === "step") return isCall ? [] : undefined;
    return [source];
  });
}

/** Lists the names of values in an expression: neither of members nor of keys. */
export function listNames(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  return collectNodes(sourceCode, node).filter((each) => {
    const { parent } = each;
    if (each.type !== "Identifier" || !parent) return false;
    if (parent.type === "MemberExpression") return parent.computed || parent.object === each;
    return parent.type !== "Property" || parent.value === each;
  });
}

/** `String(err)`, `err.toString()`, `getErrorMessage(err)` */
function isConversion(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const name = readCalleeName(call, sourceCode);
  return /^(?:String|toString)$|message/i.test(name) || FAILURE_NAME.test(name);
}
