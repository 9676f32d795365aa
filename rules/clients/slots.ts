import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler, isCaught } from "../model/failure-handlers.js";
import { isLogging } from "../model/logging.js";
import { isFailureStatus } from "../catches/propagation.js";
import { type Call, type GivenFields, readGivenFields } from "../codes/called-factory.js";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import type { LintContext } from "../contract/lint-context.js";
import { SENDERS } from "../envelopes/envelope-claims.js";
import { classifyObject } from "../results/failure-results.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingFunction, isFunctionNode, listParameters } from "../syntax/functions.js";
import {
  findProperty,
  getLastSegment,
  readMethodCall,
  readObjectFields,
  resolveReferencePath,
  resolveVariable,
} from "../syntax/references.js";
import { isMentionedInFile } from "../syntax/source-file.js";
import { isErrorHandler } from "./error-values.js";

/** An expression that a client will read. */
export interface ClientSlot {
  readonly value: TSESTree.Node;
  readonly place: "envelope" | "result" | "body";
  /** Whether the answer is surely a failure: in a success, a path may be the requested data. */
  readonly isFailure: boolean;
  /** The node that another rule reports: a leak inside of it is no second finding. */
  readonly reported?: TSESTree.Node;
}

/** Returns the values in a node that a client will read, without those in its children. */
export function collectClientSlots(node: TSESTree.Node, lint: LintContext): readonly ClientSlot[] {
  switch (node.type) {
    case "CallExpression":
    case "NewExpression":
      return [...collectFactorySlots(node, lint), ...collectBodySlots(node, lint)];
    case "ObjectExpression":
      return [...collectEnvelopeSlots(node, lint), ...collectResultSlots(node, lint)];
    default:
      return [];
  }
}

function collectFactorySlots(node: Call, lint: LintContext): readonly ClientSlot[] {
  const given = readGivenFields(node, lint);
  // `logger.error(SystemError.internal(...))`: an error that is made for a log reaches no client.
  const isLogged = node.parent.type === "CallExpression" && isLogging(node.parent, lint);
  return given && !isLogged ? createEnvelopeSlots(given, lint) : [];
}

function collectEnvelopeSlots(node: TSESTree.ObjectExpression, lint: LintContext): readonly ClientSlot[] {
  const { sourceCode, contract } = lint;
  const { code, isEnvelope } = getEnvelopeFields(contract.data);
  // An argument of a call is a factory's, whose slots are its own, or a logger's.
  const isArgument = node.parent.type === "CallExpression" || node.parent.type === "NewExpression";
  if (isArgument || !isMentionedInFile(code, sourceCode)) return [];
  const { values } = readObjectFields(node, sourceCode);
  if (!values.has(code) || !isEnvelope(values.keys()) || classifyObject(node, lint) === "legacy") return [];
  return createEnvelopeSlots((path = "") => values.get(getLastSegment(path)), lint);
}

/** The fields whose content the server writes for its clients; the others have a meaning of their own. */
function createEnvelopeSlots(find: GivenFields, { contract }: LintContext): readonly ClientSlot[] {
  const { message, details } = contract.data.fields;
  // `require-literal-message` checks the contents of literal messages.
  const fields = contract.data.message === "literal" ? [details] : [message, details];
  const values = fields.flatMap((path) => (path === undefined ? [] : (find(path) ?? [])));
  return values.map((value) => ({ value, place: "envelope", isFailure: true }));
}

/** `{ content: [{ type: "text", text }], structuredContent, isError: true }` */
function collectResultSlots(node: TSESTree.ObjectExpression, lint: LintContext): readonly ClientSlot[] {
  const { sourceCode } = lint;
  if (!isMentionedInFile("content", sourceCode)) return [];
  const content = findProperty(node, "content", sourceCode);
  const list = content && unwrapExpression(content.value);
  const parts = list?.type === "ArrayExpression" ? list.elements : [];
  const texts = parts.flatMap((part) => (part && findContentText(part, sourceCode)) ?? []);
  // Most objects of a file are no result; whose failure they tell is a longer question.
  if (texts.length === 0) return [];
  const structured = findProperty(node, "structuredContent", sourceCode);
  const mark = findProperty(node, "isError", sourceCode)?.value;
  const isFailure = (mark?.type === "Literal" && mark.value === true) || isAnswerOfFailure(node, sourceCode);
  // Of a failure without an envelope `no-error-result` says all there is to say.
  const isOther = classifyObject(node, lint) === "result";
  return [...texts, ...(structured ? [structured.value] : [])].map((value) => ({
    value,
    place: "result",
    isFailure,
    ...(isOther && { reported: node }),
  }));
}

function findContentText(element: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const part = unwrapExpression(element);
  if (part.type !== "ObjectExpression") return undefined;
  const type = findProperty(part, "type", sourceCode)?.value;
  const isText = type && listPossibleValues(type).some((each) => each.type === "Literal" && each.value === "text");
  return isText ? findProperty(part, "text", sourceCode)?.value : undefined;
}

// A handler's parameter is the answer to its client; a fetched `response` is another server's answer.
const RESPONSES: ReadonlySet<string> = new Set(["res", "resp", "response"]);
const HONO_CONTEXTS: ReadonlySet<string> = new Set(["c", "ctx", "context"]);
const HONO_METHODS: ReadonlySet<string> = new Set(["json", "text", "body", "html"]);
/** Methods of a response that return it; those that set the status, and the others. */
const STATUS_METHODS: ReadonlySet<string> = new Set(["status", "code", "writeHead"]);
const CHAINED: ReadonlySet<string> = new Set([...STATUS_METHODS, "type", "set", "header", "setHeader", "contentType"]);

/** `res.status(500).json(...)`, `c.json(...)`, `Response.json(...)`, `new Response(body, { status: 500 })` */
function collectBodySlots(call: Call, { sourceCode }: LintContext): readonly ClientSlot[] {
  const [value, init] = call.arguments;
  const method = readMethodCall(call, sourceCode);
  if (!value) return [];
  const createSlots = (status: TSESTree.Node | undefined): readonly ClientSlot[] => [
    { value, place: "body", isFailure: isFailureStatus(status, sourceCode) || isAnswerOfFailure(call, sourceCode) },
  ];
  const statusOfInit = init?.type === "ObjectExpression" ? findProperty(init, "status", sourceCode)?.value : undefined;
  if (call.type === "NewExpression") return isResponseClass(call.callee, sourceCode) ? createSlots(statusOfInit) : [];
  if (!method || (!SENDERS.test(method.name) && !HONO_METHODS.has(method.name))) return [];
  if (method.name === "json" && isResponseClass(method.object, sourceCode)) return createSlots(statusOfInit);
  const { receiver, status } = readCallChain(method.object, sourceCode);
  if (SENDERS.test(method.name) && isParameterIn(receiver, RESPONSES, sourceCode)) return createSlots(status);
  return HONO_METHODS.has(method.name) && isParameterIn(receiver, HONO_CONTEXTS, sourceCode) ? createSlots(init) : [];
}

/** The object that a chain of calls begins with, and the status that it sets. */
function readCallChain(
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): { readonly receiver: TSESTree.Node; readonly status?: TSESTree.Node | undefined } {
  const call = unwrapExpression(node);
  const method = call.type === "CallExpression" ? readMethodCall(call, sourceCode) : undefined;
  if (call.type !== "CallExpression" || !method || !CHAINED.has(method.name)) return { receiver: call };
  const inner = readCallChain(method.object, sourceCode);
  return STATUS_METHODS.has(method.name) ? { ...inner, status: call.arguments[0] } : inner;
}

/** The web's `Response`, or the one of Next.js that extends it. */
function isResponseClass(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (!sourceCode.text.includes("Response")) return false;
  const { root, path = [] } = resolveReferencePath(node, sourceCode) ?? {};
  const name = path.join(".");
  if (root?.kind === "import") return root.module === "next/server" && name === "NextResponse";
  return root?.kind === "global" && name === "Response";
}

function isParameterIn(node: TSESTree.Node, names: ReadonlySet<string>, sourceCode: TSESLint.SourceCode): boolean {
  // By name first: looking up a scope is slow.
  if (node.type !== "Identifier" || !names.has(node.name)) return false;
  return resolveVariable(node, sourceCode)?.defs[0]?.type === "Parameter";
}

/**
 * Whether a node stands where a failure is being handled: in a catch clause, or in a function that was given the error.
 */
function isAnswerOfFailure(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (findEnclosingHandler(node, sourceCode)) return true;
  const around = findEnclosingFunction(node);
  if (!isFunctionNode(around)) return false;
  const [first] = listParameters(around);
  return isErrorHandler(around) || (!!first && isCaught(resolveVariable(first, sourceCode), sourceCode));
}
