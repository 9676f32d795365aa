// What a value says by itself: that something failed, that it went well, or nothing at all. Every rule asks here.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler } from "./failure-handlers.js";
import { hasOnly } from "./handlers.js";
import { listValues } from "./values.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingFunction, isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/source-file.js";
import { readCalleeName, readNameOf, readObjectFields, readStaticKey, readStaticValue } from "../syntax/properties.js";
import {
  ERROR_TEXT_FIELDS,
  ERROR_FIELDS,
  FAILED_STATE,
  FAILURE_HINTS,
  FAILURE_NAME,
  FAILURE_TEXT,
  GRADE_FIELDS,
  LEVEL_FIELDS,
  MESSAGE_FIELDS,
  REASON_FIELDS,
  STATE_FIELDS,
  SUCCESS_NAME,
  classifyFlag,
} from "../words/failures.js";
import { holdsError } from "./error-values.js";

/** A field that tells a failure from a success, and its value in a failure; without one, the usual value. */
export interface Discriminant {
  readonly name: string;
  readonly value?: string | number | boolean | null;
}

/** The fields that make an object a failure wherever they stand. */
export const DEFAULT_DISCRIMINANTS: readonly Discriminant[] = [{ name: "ok" }, { name: "success" }];

/** Returns whether a value stands for the absence of a failure: `undefined`, `null`, `false`, an empty text. */
export function isEmptyValue(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  if (value.type === "Literal") return value.value === null || value.value === false || value.value === "";
  if (value.type === "UnaryExpression") return value.operator === "void";
  return value.type === "Identifier" && value.name === "undefined";
}

/** Returns whether a value is a list without elements. */
function isEmptyList(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  return value.type === "ArrayExpression" && value.elements.length === 0;
}

/** Returns whether a value is `false`, or `!1` as compressed code has it. */
function isFalse(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  if (value.type === "UnaryExpression")
    return value.operator === "!" && value.argument.type === "Literal" && Boolean(value.argument.value);
  return value.type === "Literal" && value.value === false;
}

/** Returns whether nothing is put there yet: `null`, `undefined`, `""`, `false`, `[]`, `{}`. */
function isUnset(node: TSESTree.Node): boolean {
  const value = unwrapExpression(node);
  return (
    isEmptyValue(value) || isEmptyList(value) || (value.type === "ObjectExpression" && value.properties.length === 0)
  );
}

/**
 * Whether a value that stands where a failure is handled tells of it: an error, a result without success, a text about
 * it.
 */
export function isFailureValue(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  const says = (each: TSESTree.Node | null): boolean => each !== null && isFailureValue(each, sourceCode);
  switch (value.type) {
    case "Literal":
      return typeof value.value === "string" && FAILURE_TEXT.test(value.value);
    case "TemplateLiteral":
      return value.quasis.some((quasi) => FAILURE_TEXT.test(quasi.value.raw));
    case "BinaryExpression":
      return says(value.left) || says(value.right);
    case "Identifier":
      return FAILURE_NAME.test(value.name);
    case "MemberExpression":
      // `mcpError("not_found", ...).toEnvelope()` is the failure in another form.
      return FAILURE_NAME.test(readStaticKey(value, sourceCode) ?? "") || (isMade(value.object) && says(value.object));
    case "AwaitExpression":
      return says(value.argument);
    case "CallExpression":
    case "NewExpression":
      return says(value.callee) || value.arguments.some((each) => each.type === "ObjectExpression" && says(each));
    case "ArrayExpression":
      return value.elements.some(says);
    case "ObjectExpression":
      return value.properties.some((each) => each.type === "Property" && holdsFailure(each));
    case "JSXElement":
    case "JSXFragment":
      return true;
    default:
      return false;
  }
  function holdsFailure(property: TSESTree.Property): boolean {
    if (isNamedFailure(readStaticKey(property, sourceCode) ?? "", property.value, sourceCode)) return true;
    return isContent(property.value) && says(property.value);
  }
}

function isMade({ type }: TSESTree.Node): boolean {
  return type === "CallExpression" || type === "NewExpression";
}

function isContent({ type }: TSESTree.Node): boolean {
  return type === "ObjectExpression" || type === "ArrayExpression" || type === "TemplateLiteral" || type === "Literal";
}

/** Whether a value under that name says that something failed: `isError: true`, `ok: false`, `status: "failed"`. */
function isNamedFailure(name: string, node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  if (classifyFlag(name)) return isFalse(value);
  if (FAILURE_NAME.test(name) || FAILURE_HINTS.test(name)) return !isUnset(value);
  if (!STATE_FIELDS.test(name) && !GRADE_FIELDS.test(name)) return false;
  return value.type === "Literal" && typeof value.value === "number"
    ? name.startsWith("status") && value.value >= 400
    : isFailureValue(value, sourceCode);
}

/** Whether an assignment puts down that something failed: `failed = true`, `result.isError = true`, `failures++`. */
export function isPutAsFailure(
  target: TSESTree.Node,
  value: TSESTree.Node | undefined,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const name = readNameOf(target, sourceCode);
  return value ? isNamedFailure(name, value, sourceCode) : FAILURE_NAME.test(name);
}

/** `createSuccessResponse("Failed to publish", { error })`: a call that makes a success of a text about a failure. */
export function tellsFailureAsSuccess(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  if (value.type !== "CallExpression" || !SUCCESS_NAME.test(readCalleeName(value, sourceCode))) return false;
  const [text] = value.arguments;
  return (text?.type === "Literal" || text?.type === "TemplateLiteral") && isFailureValue(text, sourceCode);
}

/**
 * Returns the field that makes an object literal a failure: a flag that is false (`ok`), an error that is set
 * (`error`), or a state (`status: "failed"`). Where a failure is handled, each field that is named for one does; what
 * only a text or a part of the object tells is left open.
 */
export function findFailureField(
  object: TSESTree.ObjectExpression,
  chosen: readonly Discriminant[],
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  const { values, isOpen } = readObjectFields(object, sourceCode);
  const fields = [...values];
  const isHandled = findEnclosingHandler(object, sourceCode) !== undefined;
  // A protocol's own message.
  if (values.has("jsonrpc")) return undefined;
  const name = chosen.find((each) => isFailing(values.get(each.name), each, sourceCode))?.name;
  if (name !== undefined) {
    const isFlag = findStaticValue(values.get(name), sourceCode) === false;
    const isMeant = isHandled || isOpen || showsFailure(name);
    return !isFlag || isMeant ? name : undefined;
  }
  if (takesOver(object) || fields.some(isOther)) return undefined;
  const isTold = fields.some((field) => tellsOfFailure(...field));
  const [found] =
    fields.find((field) => isTold && isNegativeAnswer(...field)) ??
    fields.find((field) => isErrorSet(...field)) ??
    fields.find((field) => isFailedState(...field)) ??
    [];
  if (found !== undefined || !isHandled) return found;
  return fields.find(([each, value]) => !FAILURE_HINTS.test(each) && isNamedFailure(each, value, sourceCode))?.[0];

  /** Whether a reason stands beside a flag, or a success of the same function: no state that has not begun does. */
  function showsFailure(flag: string): boolean {
    const others = fields.filter(([each]) => each !== flag);
    const reasons = others.filter(([each]) => REASON_FIELDS.test(each));
    if (reasons.length > 0) return reasons.some(([, value]) => !isUnset(value));
    const owner = findEnclosingFunction(object);
    const isTwin = (node: TSESTree.Node): boolean =>
      node.type === "ObjectExpression" &&
      findStaticValue(readObjectFields(node, sourceCode).values.get(flag), sourceCode) === true;
    return others.every(([, value]) => isUnset(value)) || (!!owner && collectNodes(sourceCode, owner).some(isTwin));
  }

  /** A success with a warning, either of both, no failure by its own words, an object with methods, texts by level. */
  function isOther([each, value]: Field): boolean {
    if (hasOnly(listValues(value, sourceCode), ({ node }) => isFunctionNode(node))) return true;
    const known = findStaticValue(value, sourceCode);
    const flag = classifyFlag(each);
    if (flag === "outcome" && known === undefined) return true;
    // `{ content, failed: false }`
    if (FAILURE_NAME.test(each) && known === false) return true;
    return (flag !== undefined && known === true) || (LEVEL_FIELDS.test(each) && typeof known === "string");
  }

  /** `error: "No path"`, `errors: [text]`; an `errorMessage` may belong to a configuration. */
  function isErrorSet(each: string, value: TSESTree.Node): boolean {
    if (each === "errors") return holdsErrors(value, sourceCode);
    const mayBeText = ERROR_TEXT_FIELDS.test(each) && (isHandled || fields.some(([, other]) => isUnset(other)));
    return (mayBeText || ERROR_FIELDS.test(each)) && givesReason(value) && holdsError(value, sourceCode);
  }

  /** An object without a reason is a part of a failure, not one itself. */
  function givesReason(node: TSESTree.Node): boolean {
    const value = unwrapExpression(node);
    if (value.type !== "ObjectExpression") return true;
    const { values: parts, isOpen } = readObjectFields(value, sourceCode);
    return isOpen || [...parts].some(([part, text]) => tellsOfFailure(part, text));
  }

  /** `status` and `type` are words of many domains: a message beside them has to say that this is a failure. */
  function isFailedState(each: string, value: TSESTree.Node): boolean {
    const state = STATE_FIELDS.test(each) ? findStaticValue(value, sourceCode) : undefined;
    if (typeof state !== "string" || !FAILED_STATE.test(state) || (each === "type" && !isHandled)) return false;
    return fields.some(([other, text]) => MESSAGE_FIELDS.test(other) && !isUnset(text));
  }
}

type Field = readonly [name: string, value: TSESTree.Node];

/** `valid: false`, `available: false` */
function isNegativeAnswer(name: string, value: TSESTree.Node): boolean {
  const flag = classifyFlag(name);
  return (flag === "validity" || flag === "answer") && isFalse(value);
}

/** Whether a value of a discriminant says that it failed. */
export function isFailing(
  node: TSESTree.Node | undefined,
  { name, value: expected }: Discriminant,
  sourceCode: TSESLint.SourceCode,
): boolean {
  if (!node) return false;
  const value = findStaticValue(node, sourceCode);
  if (expected !== undefined) return value === expected;
  if (name === "error" && holdsError(node, sourceCode)) return true;
  return value === false || (typeof value === "string" && FAILED_STATE.test(value));
}

/** Returns whether a field under that name gives the reason of a failure: `error: "No path"`. */
export function tellsOfFailure(name: string, value: TSESTree.Node): boolean {
  return REASON_FIELDS.test(name) && !isUnset(value);
}

/** A state that takes over another one is no result: `{ ...state, error: err.message }`. */
function takesOver({ properties }: TSESTree.ObjectExpression): boolean {
  return properties.some(
    (property) =>
      property.type === "SpreadElement" &&
      /^(?:Identifier|MemberExpression)$/.test(unwrapExpression(property.argument).type),
  );
}

/** `["No path"]`, `{ path: err.message }` */
function holdsErrors(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  if (value.type === "ArrayExpression") return value.elements.length > 0;
  if (value.type !== "ObjectExpression") return false;
  return [...readObjectFields(value, sourceCode).values.values()].some((each) => holdsError(each, sourceCode));
}

function findStaticValue(node: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode): unknown {
  return node && readStaticValue(node, sourceCode)?.value;
}
