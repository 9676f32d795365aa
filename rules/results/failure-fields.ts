import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler } from "../catches/failure-handlers.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingFunction, isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { type ObjectFields, readObjectFields, readStaticValue } from "../syntax/references.js";
import { holdsError } from "./error-values.js";

// Which field of an object literal makes it a failure: a flag that is false (`ok`), an error that is set (`error`), or
// a state (`status: "failed"`).

/** A field that tells a failure from a success, and its value in a failure; without one, the usual value. */
export interface Discriminant {
  readonly name: string;
  readonly value?: string | number | boolean | null;
}

/** The fields that make an object a failure wherever they stand. */
export const DEFAULT_DISCRIMINANTS: readonly Discriminant[] = [{ name: "ok" }, { name: "success" }];

/** Words in the names of fields, other than flags, that can make an object a failure. */
export const FAILURE_WORDS = /err|fail|exception/i;

/** Flags that are the answer to a question, whatever the function is called. */
export const ANSWERS =
  /^(?:(?:is_?)?(?:allowed|authori[sz]ed|authenticated|healthy|available|reachable|installed)|passed)$/i;
/** Flags that are the answer where the function gives nothing else. */
export const VALIDITY = /^(?:is_?)?valid$/i;
export const SUCCESSES = /^(?:ok|success|succeeded)$/;
/** Fields that hold an error, or nothing. */
export const ERRORS = /^(?:err|error|failure|exception)$/;
const ERROR_TEXTS = /^error_?(?:message|msg|description|text)$/i;
/** Fields that name one of several states. */
export const STATES = /^(?:status|kind|type|state|result|outcome|_?tag)$/;
/** Those of them that speak of how the work went; a `type` with an error text describes a field of a form. */
const PROGRESS = /^(?:status|result|outcome)$/;
const FAILED = /^(?:(?:\w+[_-])?(?:error|err|fail|failed|failure)|[a-z]\w*(?:Error|Failed|Failure))$/i;
const FAILURE_CODE = /^\w+[_-](?:error|failed|failure)$/i;
const SUCCEEDED = /^(?:ok|success|succeeded|successful)$/i;
/** Fields that give the reason of a failure. */
const REASONS =
  /err|reason|message|msg|exception|fail|problem|issues|^(?:code|cause|details?|hint|why|status|status_?code|kind)$/i;
const MESSAGES =
  /^(?:error_?(?:code|description)|code|message|msg|reason|details?|hint|suggestion|status_?code|cause)$/i;
/** Fields that hold the result of a success. */
export const PAYLOADS = /^(?:data|result|results|value|payload|output)$/;
/** A table of texts or colours by level has `error` among them. */
const LEVELS = /^(?:info|warn|warning|debug|success|loading|pending)$/;

/** Returns the field that makes an object literal a failure; `undefined` where none surely does. */
export function findFailureField(
  object: TSESTree.ObjectExpression,
  chosen: readonly Discriminant[],
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  const fields = readObjectFields(object, sourceCode);
  const { values } = fields;
  // A protocol's own message.
  if (values.has("jsonrpc")) return undefined;
  const { name } = chosen.find((each) => isFailing(values.get(each.name), each, sourceCode)) ?? {};
  if (name !== undefined) {
    const isBoolean = findStaticValue(values.get(name), sourceCode) === false;
    return !isBoolean || isFailure(object, name, fields, sourceCode) ? name : undefined;
  }
  if (takesOver(object) || isOther(fields, sourceCode)) return undefined;
  const names = [...values.keys()];
  const isFalse = (each: string): boolean => findStaticValue(values.get(each), sourceCode) === false;
  const error = names.find((each) => isErrorSet(each, object, fields, sourceCode));
  const isTold = names.some((each) => tellsOfFailure(each, values.get(each), sourceCode));
  return (
    names.find((each) => (VALIDITY.test(each) || ANSWERS.test(each)) && isTold && isFalse(each)) ??
    error ??
    names.find((each) => isFailedState(each, object, fields, sourceCode))
  );
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
  return value === false || (typeof value === "string" && FAILED.test(value));
}

/** Returns whether a field under that name gives the reason of a failure: `error: "No path"`. */
export function tellsOfFailure(
  name: string,
  value: TSESTree.Node | undefined,
  sourceCode: TSESLint.SourceCode,
): boolean {
  return value !== undefined && REASONS.test(name) && !isUnset(value, sourceCode);
}

/** Returns whether `{ ok: false, ... }` is a failure, and not a state or a report that has not begun. */
function isFailure(
  object: TSESTree.ObjectExpression,
  name: string,
  { values, isOpen }: ObjectFields,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const others = [...values].filter(([each]) => each !== name);
  if (others.length === 0) return true;
  const telling = others.filter(([each]) => REASONS.test(each));
  if (telling.some(([, value]) => !isUnset(value, sourceCode))) return true;
  if (telling.length > 0) return false;
  const isEmpty = others.every(([each, value]) => PAYLOADS.test(each) && isUnset(value, sourceCode));
  const succeeds = (twin: ObjectFields): boolean => findStaticValue(twin.values.get(name), sourceCode) === true;
  return isEmpty || isOpen || hasTwin(object, succeeds, sourceCode);
}

/** Whether the same function also makes an object that is a success. */
function hasTwin(
  object: TSESTree.ObjectExpression,
  succeeds: (twin: ObjectFields) => boolean,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const owner = findEnclosingFunction(object);
  if (!owner) return false;
  for (const node of collectNodes(sourceCode, owner)) {
    if (node.type !== "ObjectExpression" || node === object) continue;
    if (succeeds(readObjectFields(node, sourceCode))) return true;
  }
  return false;
}

/** A state that takes over another one is no result: `{ ...state, error: err.message }`. */
function takesOver({ properties }: TSESTree.ObjectExpression): boolean {
  return properties.some(
    (property) =>
      property.type === "SpreadElement" &&
      /^(?:Identifier|MemberExpression)$/.test(unwrapExpression(property.argument).type),
  );
}

/**
 * Whether an object with an error is something else: a success with a warning, either of both, an object with methods,
 * texts by level.
 */
function isOther({ values }: ObjectFields, sourceCode: TSESLint.SourceCode): boolean {
  return [...values].some(([name, node]) => {
    const value = unwrapExpression(node);
    if (isFunctionNode(value)) return true;
    const known = findStaticValue(value, sourceCode);
    if (SUCCESSES.test(name) && known === undefined) return true;
    if (known === true && (SUCCESSES.test(name) || VALIDITY.test(name) || ANSWERS.test(name))) return true;
    return LEVELS.test(name) && typeof known === "string";
  });
}

/** `error: "No path"`, `error: err.message`; an `errorMessage` may belong to a configuration. */
function isErrorSet(
  name: string,
  object: TSESTree.ObjectExpression,
  { values }: ObjectFields,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const value = values.get(name);
  if (!value) return false;
  if (name === "errors") return holdsErrors(value, sourceCode);
  if (name === "failure" && givesNoReason(value, sourceCode)) return false;
  if (ERRORS.test(name)) return holdsError(value, sourceCode);
  if (!ERROR_TEXTS.test(name) || !holdsError(value, sourceCode)) return false;
  const isUnsetBeside = [...values].some(([each, other]) => each !== name && isUnset(other, sourceCode));
  if (isUnsetBeside || findEnclosingHandler(object, sourceCode)) return true;
  // `{ status: "not_found", errorMessage }` beside `{ status: "started" }`
  const state = [...values.keys()].find((each) => isProgress(each, values, sourceCode));
  const succeeds = (twin: ObjectFields): boolean =>
    state !== undefined && isProgress(state, twin.values, sourceCode) && !twin.values.has(name);
  return hasTwin(object, succeeds, sourceCode);
}

function isProgress(name: string, values: ObjectFields["values"], sourceCode: TSESLint.SourceCode): boolean {
  return PROGRESS.test(name) && typeof findStaticValue(values.get(name), sourceCode) === "string";
}

/** Returns whether an object gives no reason of a failure: it is a part of one, not one itself. */
function givesNoReason(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  if (value.type !== "ObjectExpression") return false;
  const { values } = readObjectFields(value, sourceCode);
  return ![...values].some(
    ([name, each]) => tellsOfFailure(name, each, sourceCode) || (name === "code" && !isUnset(each, sourceCode)),
  );
}

/** `["No path"]`, `{ path: err.message }` */
function holdsErrors(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  if (value.type === "ArrayExpression") return value.elements.length > 0;
  if (value.type !== "ObjectExpression") return false;
  return [...readObjectFields(value, sourceCode).values.values()].some((each) => holdsError(each, sourceCode));
}

/**
 * `status` and `type` are words of many domains: something beside them or around them has to say that this is a
 * failure.
 */
function isFailedState(
  name: string,
  object: TSESTree.ObjectExpression,
  { values }: ObjectFields,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const value = STATES.test(name) ? findStaticValue(values.get(name), sourceCode) : undefined;
  if (typeof value !== "string" || !FAILED.test(value)) return false;
  const succeeds = (twin: ObjectFields): boolean => {
    const other = findStaticValue(twin.values.get(name), sourceCode);
    return typeof other === "string" && SUCCEEDED.test(other);
  };
  const isSuccessToo = (): boolean => hasTwin(object, succeeds, sourceCode);
  if (values.size === 1) return isSuccessToo() || (name === "status" && FAILURE_CODE.test(value));
  const isTold = [...values].some(([each, other]) => MESSAGES.test(each) && !isUnset(other, sourceCode));
  return isTold && (name !== "type" || findEnclosingHandler(object, sourceCode) !== undefined || isSuccessToo());
}

/** `null`, `undefined`, `""`, `false`, `[]`, `{}`: nothing has happened yet. */
function isUnset(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  if (value.type === "ArrayExpression") return value.elements.length === 0;
  if (value.type === "ObjectExpression") return value.properties.length === 0;
  const known = readStaticValue(value, sourceCode);
  return known !== undefined && (known.value == null || known.value === "" || known.value === false);
}

function findStaticValue(node: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode): unknown {
  return node && readStaticValue(node, sourceCode)?.value;
}
