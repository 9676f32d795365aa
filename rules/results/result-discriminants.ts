import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../catches/failure-handlers.js";
import { unwrapped } from "../syntax/expressions.js";
import { enclosingFunction } from "../syntax/functions.js";
import { nodesIn } from "../syntax/nodes.js";
import {
  type ObjectFields,
  builtinErrorClass,
  objectFields,
  readStaticValue,
  variableOf,
} from "../syntax/references.js";

/** A field that tells a failure from a success, and the value it has in a failure; without one, what is usual. */
export interface Discriminant {
  readonly name: string;
  readonly value?: string | number | boolean | null;
}

/** The fields that make an object a failure wherever they stand. */
export const DEFAULT_DISCRIMINANTS: readonly Discriminant[] = [{ name: "ok" }, { name: "success" }];

/** Fields that say what went wrong. */
const FAILURE_FIELDS =
  /^(?:err|errors?|error_?(?:message|msg|code|type|name|details?)|message|msg|reasons?|code|cause|details?|issues|problems?|failures?|exception|hint|why|status|status_?code|stderr|stack|kind)$/i;
/** What a success would have brought. */
const PAYLOAD_FIELDS = /^(?:data|result|results|value|payload|output)$/;
const FAILURE_WORDS = /^(?:error|err|fail|failed|failure)$/i;
const CODE_NAMES = /^(?:error_?)?(?:code|type|name)$/i;
const MESSAGE_NAMES = /^(?:\w+_)?message$/i;
const BESIDE_ERROR = /^(?:error_?code|code|message|msg|reason|details?|hint|suggestion|status|status_?code|cause)$/i;

/** The field that makes an object literal a failure; `undefined` where nothing surely does. */
export function failureDiscriminant(
  object: TSESTree.ObjectExpression,
  chosen: readonly Discriminant[],
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  const fields = objectFields(object, sourceCode);
  const { values } = fields;
  const { name } = chosen.find((each) => isFailing(values.get(each.name), each, sourceCode)) ?? {};
  if (name !== undefined) {
    const isBoolean = staticValue(values.get(name), sourceCode)?.value === false;
    return !isBoolean || isFailure(object, name, fields, sourceCode) ? name : undefined;
  }
  // A state that takes over another one is no answer: `{ ...state, error: err.message }`.
  if (fields.isOpen) return undefined;
  return ["error", "status"].find((each) => isFailingBeside(each, fields, sourceCode));
}

/** Whether a value of a discriminant says that it failed. */
export function isFailing(
  node: TSESTree.Node | undefined,
  { name, value: expected }: Discriminant,
  sourceCode: TSESLint.SourceCode,
): boolean {
  if (!node) return false;
  const known = staticValue(node, sourceCode);
  if (expected !== undefined) return known?.value === expected;
  if (name === "error" && tellsFailure(node, sourceCode)) return true;
  return known !== undefined && (known.value === false || FAILURE_WORDS.test(text(known.value)));
}

/** Whether an object begins as a success: `{ ok: true, ... }`. */
export function isSuccess(
  object: TSESTree.ObjectExpression,
  { name }: Discriminant,
  sourceCode: TSESLint.SourceCode,
): boolean {
  return staticValue(objectFields(object, sourceCode).values.get(name), sourceCode)?.value === true;
}

/** Whether a field under that name says what went wrong: `error: "No path"`. */
export function tellsOfFailure(name: string, value: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return FAILURE_FIELDS.test(name) && !isUnset(value, sourceCode);
}

/** `{ ok: false, ... }`: what stands beside it must not make it a state or a report that has not begun. */
function isFailure(
  object: TSESTree.ObjectExpression,
  name: string,
  { values, isOpen }: ObjectFields,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const others = [...values].filter(([each]) => each !== name);
  if (others.length === 0) return true;
  const telling = others.filter(([each]) => FAILURE_FIELDS.test(each));
  if (telling.some(([, value]) => !isUnset(value, sourceCode))) return true;
  if (telling.length > 0) return false;
  const isEmpty = others.every(([each, value]) => PAYLOAD_FIELDS.test(each) && isUnset(value, sourceCode));
  return isEmpty || isOpen || hasTwin(object, name, sourceCode);
}

/** Whether the same function also answers `{ ok: true }`. */
function hasTwin(object: TSESTree.ObjectExpression, name: string, sourceCode: TSESLint.SourceCode): boolean {
  const owner = enclosingFunction(object);
  if (!owner) return false;
  for (const node of nodesIn(sourceCode, owner)) {
    if (node.type !== "ObjectExpression" || node === object) continue;
    const { values } = objectFields(node, sourceCode);
    if (staticValue(values.get(name), sourceCode)?.value === true) return true;
  }
  return false;
}

/** `error` and `status` are words of many domains: something beside them has to say that this is a failure. */
function isFailingBeside(name: string, { values }: ObjectFields, sourceCode: TSESLint.SourceCode): boolean {
  const value = values.get(name);
  if (!value) return false;
  const beside = [...values].filter(([each]) => each !== name);
  const tells = beside.some(([each, other]) => BESIDE_ERROR.test(each) && !isUnset(other, sourceCode));
  const isEmpty = beside.some(([each, other]) => PAYLOAD_FIELDS.test(each) && isUnset(other, sourceCode));
  // A protocol's own message.
  if (values.has("jsonrpc")) return false;
  if (name === "status") return tells && FAILURE_WORDS.test(text(staticValue(value, sourceCode)?.value));
  return (tells || isEmpty || isErrorObject(value, sourceCode)) && tellsFailure(value, sourceCode);
}

/** `"text"`, `err.message`, `String(err)`, `err`, `new Error(...)`, `{ code, message }`, `true` */
function tellsFailure(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapped(node);
  switch (value.type) {
    case "Literal":
      return value.value === true || (typeof value.value === "string" && value.value !== "");
    case "TemplateLiteral":
    case "BinaryExpression":
      return true;
    case "MemberExpression":
      return value.property.type === "Identifier" && value.property.name === "message";
    case "Identifier":
      return isCaught(variableOf(value, sourceCode), sourceCode);
    case "ConditionalExpression":
      return tellsFailure(value.consequent, sourceCode) && tellsFailure(value.alternate, sourceCode);
    case "NewExpression":
      return builtinErrorClass(value.callee, sourceCode) !== undefined;
    case "CallExpression":
      return value.callee.type === "Identifier" && value.callee.name === "String";
    case "ObjectExpression":
      return isErrorObject(value, sourceCode);
    default:
      return false;
  }
}

/** `{ code, message }` */
function isErrorObject(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapped(node);
  if (value.type !== "ObjectExpression") return false;
  const names = [...objectFields(value, sourceCode).values.keys()];
  return names.some((name) => CODE_NAMES.test(name)) && names.some((name) => MESSAGE_NAMES.test(name));
}

/** `null`, `undefined`, `""`, `false`, `[]`, `{}`: nothing has happened yet. */
function isUnset(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapped(node);
  if (value.type === "ArrayExpression") return value.elements.length === 0;
  if (value.type === "ObjectExpression") return value.properties.length === 0;
  const known = staticValue(value, sourceCode);
  return known !== undefined && (known.value == null || known.value === "" || known.value === false);
}

function staticValue(node: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode) {
  return node && readStaticValue(node, sourceCode);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
