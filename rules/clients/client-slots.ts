import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler, isCaught } from "../catches/failure-handlers.js";
import { isLogging } from "../catches/logging.js";
import { type Call, type GivenFields, readGivenFields } from "../codes/called-factory.js";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import type { LintContext } from "../contract/lint-context.js";
import { SENDERS } from "../envelopes/envelope-claims.js";
import { classifyObject } from "../results/object-kind.js";
import { readReturnSite } from "../results/return-sites.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingFunction, isFunctionNode, listParameters } from "../syntax/functions.js";
import {
  readMethodCall,
  findProperty,
  readObjectFields,
  resolveReferencePath,
  readStaticKey,
  resolveVariable,
  getLastSegment,
} from "../syntax/references.js";
import { isMentionedInFile } from "../syntax/source-file.js";
import { isClientSocket, isErrorHandler, isFastifyHandler } from "../tools/http-handlers.js";
import { isFailureStatus } from "../catches/propagation.js";

/** An expression that a client will read. */
export interface ClientSlot {
  readonly value: TSESTree.Node;
  readonly place: "envelope" | "result" | "body";
  /** Whether the answer is surely a failure: in a success, a path may be the requested data. */
  readonly isFailure: boolean;
  /** Whether nothing but text can stand there. */
  readonly isText?: boolean;
  /** The node that another rule reports: a leak inside of it is no second finding. */
  readonly reported?: TSESTree.Node;
  /** Whether the framework answers an error in its own way where one stands there as a whole. */
  readonly handlesErrors?: boolean;
}

/**
 * The types of the nodes that {@link collectClientSlots} knows, but for those that hold no slot in a file, as its text
 * tells.
 */
export function listSlotTypes({ contract, sourceCode: { text } }: LintContext): readonly string[] {
  const { code } = getEnvelopeFields(contract.data);
  return [
    "CallExpression",
    ...(contract.mentionsParts() || text.includes("Response") ? ["NewExpression"] : []),
    ...(text.includes("content") || text.includes(code) ? ["ObjectExpression"] : []),
    ...(text.includes("body") ? ["AssignmentExpression"] : []),
    ...(text.includes("reply") ? ["ReturnStatement", "ArrowFunctionExpression"] : []),
  ];
}

/** Returns the values in a node that a client will read, without those in its children. */
export function collectClientSlots(node: TSESTree.Node, reader: LintContext): readonly ClientSlot[] {
  switch (node.type) {
    case "CallExpression":
      return [
        ...collectFactorySlots(node, reader),
        ...collectBodySlots(node, reader),
        ...collectSocketSlots(node, reader),
      ];
    case "NewExpression":
      return [...collectFactorySlots(node, reader), ...collectResponseSlots(node, reader)];
    case "ObjectExpression":
      return [...collectEnvelopeSlots(node, reader), ...collectResultSlots(node, reader)];
    case "AssignmentExpression":
      return collectKoaSlots(node, reader);
    case "ReturnStatement":
    case "ArrowFunctionExpression":
      return collectReturnedSlots(node, reader);
    default:
      return [];
  }
}

/**
 * The fields of the envelope whose content the server writes for its clients; the others have a meaning of their own.
 */
function listWrittenFields({ contract }: LintContext): readonly string[] {
  const { message, details } = contract.data.fields;
  // `require-literal-message` checks the contents of literal messages.
  const messages = contract.data.message === "literal" ? [] : [message];
  return [...messages, ...(details === undefined ? [] : [details])];
}

function collectFactorySlots(node: Call, reader: LintContext): readonly ClientSlot[] {
  const given = readGivenFields(node, reader);
  // `logger.error(SystemError.internal(...))`: an error that is made for a log reaches no client.
  const isLogged = node.parent.type === "CallExpression" && isLogging(node.parent, reader);
  return given && !isLogged ? createEnvelopeSlots(given, reader) : [];
}

function collectEnvelopeSlots(node: TSESTree.ObjectExpression, reader: LintContext): readonly ClientSlot[] {
  const { sourceCode, contract } = reader;
  const { code, isEnvelope } = getEnvelopeFields(contract.data);
  // An argument of a call is a factory's, whose slots are its own, or a logger's.
  if (!isMentionedInFile(code, sourceCode) || /^(?:Call|New)Expression$/.test(node.parent.type)) return [];
  const { values } = readObjectFields(node, sourceCode);
  if (!values.has(code) || !isEnvelope(values.keys()) || classifyObject(node, reader) === "legacy") return [];
  return createEnvelopeSlots((path = "") => values.get(getLastSegment(path)), reader);
}

function createEnvelopeSlots(find: GivenFields, reader: LintContext): readonly ClientSlot[] {
  const values = listWrittenFields(reader).flatMap((path) => find(path) ?? []);
  return values.map((value) => ({ value, place: "envelope", isFailure: true }));
}

/** `{ content: [{ type: "text", text }], structuredContent, isError: true }` */
function collectResultSlots(node: TSESTree.ObjectExpression, lint: LintContext): readonly ClientSlot[] {
  const { sourceCode } = lint;
  const content = findProperty(node, "content", sourceCode);
  const structured = findProperty(node, "structuredContent", sourceCode);
  const list = content && unwrapExpression(content.value);
  const texts =
    list?.type === "ArrayExpression"
      ? list.elements.flatMap((element) => (element ? listContentText(element, sourceCode) : []))
      : [];
  const values = [...texts, ...(structured && texts.length > 0 ? [structured.value] : [])];
  // Most objects of a file are no result; whose failure they tell is a longer question.
  if (values.length === 0) return [];
  const mark = findProperty(node, "isError", sourceCode)?.value;
  const isMarked = mark?.type === "Literal" && mark.value === true;
  const isFailure = isMarked || isAnswerOfFailure(node, sourceCode);
  // Of a failure without an envelope `no-error-result` says all there is to say.
  const isOther = classifyObject(node, lint) === "result";
  return values.map((value) => ({ value, place: "result", isFailure, ...(isOther && { reported: node }) }));
}

function listContentText(element: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const part = unwrapExpression(element);
  if (part.type !== "ObjectExpression") return [];
  const type = findProperty(part, "type", sourceCode)?.value;
  const text = findProperty(part, "text", sourceCode)?.value;
  const isText = type && listPossibleValues(type).some((each) => each.type === "Literal" && each.value === "text");
  return isText && text ? [text] : [];
}

const RESPONSES = /^(?:res|resp|response|reply)$/;
const HONO_CONTEXTS = /^(?:c|ctx|context)$/;
const KOA_CONTEXTS = /^(?:ctx|context)$/;
const HONO_METHODS = /^(?:json|text|body|html)$/;
const TEXT_METHODS = /^(?:end|write|text|body|html)$/;
const CHAINED = /^(?:status|code|type|set|header|setHeader|writeHead|contentType)$/;

/** `res.status(500).json(...)`, `reply.code(500).send(...)`, `c.json(...)`, `Response.json(...)` */
function collectBodySlots(call: TSESTree.CallExpression, { sourceCode }: LintContext): readonly ClientSlot[] {
  const { object, name: method = "" } = readMethodCall(call, sourceCode) ?? {};
  const [value, second] = call.arguments;
  if (!object || !value || (!SENDERS.test(method) && !HONO_METHODS.test(method))) return [];
  const { receiver, status } = readCallChain(object, sourceCode);
  const createSlot = (code: TSESTree.Node | undefined): ClientSlot => ({
    value,
    place: "body",
    isFailure: isFailureStatus(code, sourceCode) || isAnswerOfFailure(call, sourceCode),
    isText: TEXT_METHODS.test(method),
  });
  if (isResponseClass(receiver, sourceCode))
    return method === "json" ? [createSlot(findStatus(second, sourceCode))] : [];
  if (SENDERS.test(method) && isParameterNamed(receiver, RESPONSES, sourceCode)) {
    // Fastify gives `reply.send(error)` to its error handler, as `next(error)` does elsewhere.
    const handlesErrors = receiver.name === "reply" || FASTIFY_IMPORT.test(sourceCode.text);
    return [{ ...createSlot(status), handlesErrors }];
  }
  const isHono = HONO_METHODS.test(method) && isParameterNamed(receiver, HONO_CONTEXTS, sourceCode);
  return isHono ? [createSlot(second)] : [];
}

/** The object that a chain of calls begins with, and the status that it sets. */
function readCallChain(
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): { readonly receiver: TSESTree.Node; readonly status?: TSESTree.Node | undefined } {
  const call = unwrapExpression(node);
  const method = call.type === "CallExpression" ? readMethodCall(call, sourceCode) : undefined;
  if (call.type !== "CallExpression" || !method || !CHAINED.test(method.name)) return { receiver: call };
  const inner = readCallChain(method.object, sourceCode);
  return /^(?:status|code|writeHead)$/.test(method.name) ? { ...inner, status: call.arguments[0] } : inner;
}

/** `new Response(body, { status: 500 })` */
function collectResponseSlots(
  { callee, arguments: given }: TSESTree.NewExpression,
  reader: LintContext,
): readonly ClientSlot[] {
  const [body, init] = given;
  if (!body || !isResponseClass(callee, reader.sourceCode)) return [];
  const isFailure =
    isFailureStatus(findStatus(init, reader.sourceCode), reader.sourceCode) ||
    isAnswerOfFailure(body, reader.sourceCode);
  return [{ value: body, place: "body", isFailure, isText: true }];
}

/** Returns the value that a handler of Fastify returns: `return { stack }` beside `reply.code(500)`. */
function collectReturnedSlots(
  node: TSESTree.ReturnStatement | TSESTree.ArrowFunctionExpression,
  { sourceCode }: LintContext,
): readonly ClientSlot[] {
  const site = readReturnSite(node);
  if (!site?.owner || !isFastifyHandler(site.owner)) return [];
  const { value } = site;
  return [{ value, place: "body", isFailure: isAnswerOfFailure(value, sourceCode), handlesErrors: true }];
}

const FASTIFY_IMPORT = /\b(?:from\s*|require\s*\(\s*)["']fastify["']/;
const SOCKET_METHODS = /^(?:send|write|end|emit)$/;

/** `ws.send(...)`, `socket.emit("failed", ...)` of a socket that a listener of `connection` is given. */
function collectSocketSlots(call: TSESTree.CallExpression, { sourceCode }: LintContext): readonly ClientSlot[] {
  const { object, name: method = "" } = readMethodCall(call, sourceCode) ?? {};
  if (!object || !SOCKET_METHODS.test(method) || !isClientSocket(unwrapExpression(object), sourceCode)) return [];
  const [first, ...others] = call.arguments;
  // The `error` event stays on the server: every emitter has it.
  const isLocal = first?.type === "Literal" && first.value === "error";
  const sent = method !== "emit" ? (first ? [first] : []) : isLocal ? [] : others;
  const isFailure = isAnswerOfFailure(call, sourceCode);
  return sent.map((value) => ({ value, place: "body", isFailure, isText: method !== "emit" }));
}

/** `ctx.body = ...` of Koa, `event.node.res.body` is somebody else's. */
function collectKoaSlots(
  { left, right, operator }: TSESTree.AssignmentExpression,
  { sourceCode }: LintContext,
): readonly ClientSlot[] {
  if ((operator !== "=" && operator !== "+=") || left.type !== "MemberExpression") return [];
  if (readStaticKey(left, sourceCode) !== "body") return [];
  const owner = unwrapExpression(left.object);
  const isResponse = owner.type === "MemberExpression" && readStaticKey(owner, sourceCode) === "response";
  const context = isResponse ? unwrapExpression(owner.object) : owner;
  if (!isParameterNamed(context, KOA_CONTEXTS, sourceCode)) return [];
  return [{ value: right, place: "body", isFailure: isAnswerOfFailure(left, sourceCode) }];
}

function findStatus(init: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  return init?.type === "ObjectExpression" ? findProperty(init, "status", sourceCode)?.value : undefined;
}

/** The web's `Response`, or the one of Next.js that extends it. */
function isResponseClass(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const isNamed = isMentionedInFile("Response", sourceCode) || isMentionedInFile("NextResponse", sourceCode);
  const reference = isNamed ? resolveReferencePath(node, sourceCode) : undefined;
  const name = reference?.path.join(".");
  if (reference?.root.kind === "import") return reference.root.module === "next/server" && name === "NextResponse";
  return reference?.root.kind === "global" && name === "Response";
}

// A handler's parameter is the answer to its client; a fetched `response` is another server's answer.
function isParameterNamed(
  node: TSESTree.Node,
  names: RegExp,
  sourceCode: TSESLint.SourceCode,
): node is TSESTree.Identifier {
  // By name first: looking up a scope is slow.
  if (node.type !== "Identifier" || !names.test(node.name)) return false;
  return resolveVariable(node, sourceCode)?.defs[0]?.type === "Parameter";
}

/**
 * Whether a node stands where a failure is being handled: in a catch clause, or in a function that was given the error.
 */
function isAnswerOfFailure(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (findEnclosingHandler(node, sourceCode)) return true;
  const around = findEnclosingFunction(node);
  if (isFunctionNode(around) && isErrorHandler(around)) return true;
  const [first] = isFunctionNode(around) ? listParameters(around) : [];
  return first !== undefined && isCaught(resolveVariable(first, sourceCode), sourceCode);
}
