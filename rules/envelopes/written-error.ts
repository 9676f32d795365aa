import type { TSESTree } from "@typescript-eslint/utils";
import {
  type Call,
  type GivenFields,
  isCodeOfContract,
  readCodeName,
  readGivenFields,
} from "../codes/contract-codes.js";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import type { LintContext } from "../contract/lint-context.js";
import {
  findProperty,
  readMethodCall,
  readObjectFields,
  readStaticKey,
  readStaticValue,
  unwrapExpression,
} from "../syntax/expressions.js";
import { findEnclosingFunction } from "../syntax/functions.js";
import { collectReads, resolveReferencePath } from "../syntax/references.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { listToolHandlers } from "../tools/tool-handlers.js";
import { SENDERS } from "../words/frameworks.js";

/** An error of the contract as it is written: a call that makes it, or an envelope. */
export interface WrittenError {
  readonly node: Call | TSESTree.ObjectExpression;
  readonly code: TSESTree.Node | undefined;
  /** The name of its code; `undefined` where only the running program knows it. */
  readonly name: string | undefined;
  readonly message: TSESTree.Node | undefined;
  readonly details: TSESTree.Node | undefined;
}

/** Reads the error that a call of a factory or of the constructor makes. */
export function readCalledError(call: Call, lint: LintContext): WrittenError | undefined {
  const find = readGivenFields(call, lint);
  return find && readError(call, find, lint);
}

/**
 * Reads the error that an object literal is, where it is returned, sent or declared as the contract's failure envelope:
 * it has a code at its path, and a feature of that envelope alone, or it is the response around a failure.
 */
export function readEnvelope(object: TSESTree.ObjectExpression, lint: LintContext): WrittenError | undefined {
  const code = findPropertyAt(object, lint.contract.data.fields.code, lint);
  // A property of the value `undefined` is not sent.
  const isEnvelope = code && !isUndefined(code.value) && hasOwnFeature(object, code, lint);
  if (!isEnvelope && findCarrier(object, lint) === undefined) return undefined;
  if (!isMeantAsEnvelope(object, lint)) return undefined;
  return readError(object, (path = "") => findPropertyAt(object, path, lint)?.value, lint);
}

function readError(node: WrittenError["node"], find: GivenFields, lint: LintContext): WrittenError {
  const { fields } = lint.contract.data;
  const code = find(fields.code);
  const name = code && readCodeName(code, lint);
  return { node, code, name, message: find(fields.message), details: find(fields.details) };
}

/** A name that only the envelope has, its discriminant, one of its codes, or the place of a tool's answer. */
function hasOwnFeature(object: TSESTree.ObjectExpression, code: TSESTree.Property, lint: LintContext): boolean {
  return (
    isAnswerOfTool(object, lint) ||
    hasDiscriminant(object, lint) ||
    isCodeOfContract(code.value, lint) ||
    isKnownByNames(object, lint)
  );
}

/**
 * Finds the name of the member that carries the failure in a response of the contract: the response has the member that
 * marks one (`jsonrpc`), and surely carries no success (`error: {...}`).
 */
export function findCarrier(object: TSESTree.ObjectExpression, lint: LintContext): string | undefined {
  const { contract, sourceCode } = lint;
  const { envelopes, fields } = contract.data;
  const members = Object.entries(envelopes.response?.properties ?? {});
  const [mark, { const: value } = {}] = members.find(([, schema]) => schema.const !== undefined) ?? [];
  const [head = ""] = fields.code.split(".");
  const carrier = members.find(([, schema]) => schema.properties && Object.hasOwn(schema.properties, head))?.[0];
  if (mark === undefined || carrier === undefined) return undefined;
  const marked = findPropertyAt(object, mark, lint);
  const carried = findPropertyAt(object, carrier, lint);
  if (!marked || !carried || typeof readStaticValue(marked.value, sourceCode)?.value !== typeof value) return undefined;
  const failure = unwrapExpression(carried.value);
  const isThere = failure.type === "ObjectExpression" || readStaticValue(failure, sourceCode)?.value !== undefined;
  return isThere ? carrier : undefined;
}

/** Returns whether an object claims to be the envelope by its names alone: `valid-envelope` reports missing fields. */
export function claimsByNames(object: TSESTree.ObjectExpression, lint: LintContext): boolean {
  const code = findPropertyAt(object, lint.contract.data.fields.code, lint);
  return code !== undefined && isKnownByNames(object, lint);
}

function isUndefined(node: TSESTree.Node): boolean {
  return node.type === "Identifier" && node.name === "undefined";
}

/** The property at a dotted path of an object literal. */
export function findPropertyAt(
  object: TSESTree.ObjectExpression,
  path: string,
  lint: LintContext,
): TSESTree.Property | undefined {
  const [name = "", ...rest] = path.split(".");
  const property = findProperty(object, name, lint.sourceCode);
  if (property?.kind !== "init") return undefined;
  if (rest.length === 0) return property;
  const inner = unwrapExpression(property.value);
  return inner.type === "ObjectExpression" ? findPropertyAt(inner, rest.join("."), lint) : undefined;
}

// Where a key alone tells failures from successes, clients take any result that has it for a failure.
function isAnswerOfTool(object: TSESTree.ObjectExpression, lint: LintContext): boolean {
  const { contract } = lint;
  const { code, discriminant } = contract.data.fields;
  if (code.includes(".") || discriminant || getEnvelopeFields(contract.data).isDistinctive) return false;
  if (contract.data.delivery !== "return-json") return false;
  // A function inside of a handler has answers of its own.
  const around = findEnclosingFunction(object);
  return around !== undefined && listToolHandlers(around, lint).length > 0;
}

function hasDiscriminant(object: TSESTree.ObjectExpression, lint: LintContext): boolean {
  const { sourceCode, contract } = lint;
  const { discriminant } = contract.data.fields;
  const found = discriminant && findPropertyAt(object, discriminant.path, lint)?.value;
  if (!found) return false;
  const known = readStaticValue(found, sourceCode);
  return known !== undefined && typeof known.value === typeof discriminant.value;
}

/** Whether an object has one of the contract's codes where the envelope has it. */
export function hasCodeOfContract(object: TSESTree.ObjectExpression, lint: LintContext): boolean {
  const code = findPropertyAt(object, lint.contract.data.fields.code, lint);
  return code !== undefined && isCodeOfContract(code.value, lint);
}

/** `{ error_code, human_message, ... }` */
function isKnownByNames(object: TSESTree.ObjectExpression, { contract, sourceCode }: LintContext): boolean {
  const { isDistinctive, isEnvelope } = getEnvelopeFields(contract.data);
  return isDistinctive && isEnvelope(readObjectFields(object, sourceCode).values.keys());
}

/**
 * Whether an object is answered or sent as it is, or declared with the envelope's type: not a part of something else.
 */
function isMeantAsEnvelope(object: TSESTree.Node, lint: LintContext): boolean {
  const { parent } = object;
  switch (parent?.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
      return isEnvelopeType(parent.typeAnnotation, lint) || isMeantAsEnvelope(parent, lint);
    case "ConditionalExpression":
      return parent.test !== object && isMeantAsEnvelope(parent, lint);
    case "LogicalExpression":
    case "AwaitExpression":
      return isMeantAsEnvelope(parent, lint);
    case "ReturnStatement":
    case "YieldExpression":
      return true;
    case "ArrowFunctionExpression":
      return parent.body === object;
    case "CallExpression":
      return sendsObject(parent, object, lint);
    case "Property":
      return readStaticKey(parent, lint.sourceCode) === "structuredContent";
    case "VariableDeclarator":
      return parent.init === object && isConstantEnvelope(parent, lint);
    default:
      return false;
  }
}

/** `JSON.stringify(...)` that is sent, `res.json(...)`, `Promise.resolve(...)`, `Response.json(...)` */
function sendsObject(call: TSESTree.CallExpression, object: TSESTree.Node, lint: LintContext): boolean {
  const { sourceCode } = lint;
  if (call.arguments[0] !== object) return false;
  const name = resolveGlobalName(call.callee, ["Promise.resolve", "JSON.stringify"], sourceCode);
  if (name === "Promise.resolve") return true;
  if (name === "JSON.stringify") {
    const { parent } = call;
    const isText = parent.type === "Property" && readStaticKey(parent, sourceCode) === "text";
    return isText || isMeantAsEnvelope(call, lint);
  }
  return SENDERS.has(readMethodCall(call, sourceCode)?.name ?? "");
}

/** A `const` that is only ever answered, sent, or declared as an envelope; one that is added to is not finished. */
function isConstantEnvelope(declarator: TSESTree.VariableDeclarator, lint: LintContext): boolean {
  const { id } = declarator;
  if (id.type !== "Identifier" || declarator.parent.kind !== "const") return false;
  const reads = collectReads(id, lint.sourceCode);
  if (reads.some(isChanged)) return false;
  const annotation = id.typeAnnotation?.typeAnnotation;
  if (annotation && isEnvelopeType(annotation, lint)) return true;
  return reads.length > 0 && reads.every((read) => isMeantAsEnvelope(read, lint));
}

function isChanged({ parent }: TSESTree.Node): boolean {
  if (parent?.type !== "MemberExpression") return parent?.type === "SpreadElement";
  return parent.parent.type === "AssignmentExpression" && parent.parent.left === parent;
}

/** The contract's envelope type, by its name in the contract's module: `SystemErrorEnvelope`. */
function isEnvelopeType(type: TSESTree.TypeNode, { contract, sourceCode }: LintContext): boolean {
  if (type.type !== "TSTypeReference") return false;
  const reference = resolveReferencePath(type.typeName, sourceCode);
  if (reference?.root.kind !== "import" || !contract.isRuntime(reference.root.module)) return false;
  return reference.path.at(-1)?.endsWith("Envelope") ?? false;
}
