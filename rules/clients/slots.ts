import type { TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler, isCaught } from "../model/failure-handlers.js";
import { isLogging } from "../model/logging.js";
import { isFailureStatus } from "../catches/propagation.js";
import { type Call, type GivenFields, readGivenFields } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingFunction, isFunctionNode, listParameters } from "../syntax/functions.js";
import { findProperty, readMethodCall } from "../syntax/properties.js";
import { resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { isMentionedInFile } from "../syntax/source-file.js";
import { classifyObject } from "../results/failure-results.js";
import { CHAINED_METHODS, RESPONSE_KINDS, type ResponseKind, STATUS_METHODS } from "../words/responses.js";
import { isErrorHandler } from "./error-values.js";

/** An expression that a client will read. */
export interface ClientSlot {
  readonly value: TSESTree.Node;
  readonly place: "envelope" | "result" | "body";
  /** Whether the answer is surely a failure: in a success, a path may be the requested data. */
  readonly isFailure: boolean;
  /** The node that another rule reports: a leak inside of it is no second finding. */
  readonly reported?: TSESTree.Node;
  /** Whether an error that is the whole value goes to an error handler, which writes what clients may see of it. */
  readonly handlesErrors?: boolean;
}

/** Returns the values in a node that a client will read, without those in its children. */
export function collectClientSlots(node: TSESTree.Node, lint: LintContext): readonly ClientSlot[] {
  switch (node.type) {
    case "CallExpression":
    case "NewExpression":
      return [...collectFactorySlots(node, lint), ...collectBodySlots(node, lint)];
    case "ObjectExpression":
      return collectResultSlots(node, lint);
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

/** The fields whose content the server writes for its clients; the others have a meaning of their own. */
function createEnvelopeSlots(find: GivenFields, { contract }: LintContext): readonly ClientSlot[] {
  const { message, details } = contract.data.fields;
  // `require-literal-message` checks the contents of literal messages.
  const fields = contract.data.message === "literal" ? [details] : [message, details];
  const values = fields.flatMap((path) => (path === undefined ? [] : (find(path) ?? [])));
  return values.map((value) => ({ value, place: "envelope", isFailure: true }));
}

/**
 * `{ content: [{ type: "text", text }], structuredContent, isError: true }`: a tool's result. Where there is no
 * contract, an object of that form is any message.
 */
function collectResultSlots(node: TSESTree.ObjectExpression, lint: LintContext): readonly ClientSlot[] {
  const { contract, sourceCode } = lint;
  if (contract.isNone || !isMentionedInFile("content", sourceCode)) return [];
  const content = findProperty(node, "content", sourceCode);
  const list = content && unwrapExpression(content.value);
  const parts = list?.type === "ArrayExpression" ? list.elements : [];
  const texts = parts.flatMap((part) => (part && findContentText(part, lint)) ?? []);
  // Most objects of a file are no result; whose failure they tell is a longer question.
  if (texts.length === 0) return [];
  const structured = findProperty(node, "structuredContent", sourceCode);
  const mark = findProperty(node, "isError", sourceCode)?.value;
  const isFailure = (mark?.type === "Literal" && mark.value === true) || isAnswerOfFailure(node, lint);
  // Of a failure without an envelope `no-error-result` says all there is to say.
  const isOther = classifyObject(node, lint) === "result";
  return [...texts, ...(structured ? [structured.value] : [])].map((value) => ({
    value,
    place: "result",
    isFailure,
    ...(isOther && { reported: node }),
  }));
}

function findContentText(element: TSESTree.Node, { sourceCode }: LintContext): TSESTree.Node | undefined {
  const part = unwrapExpression(element);
  if (part.type !== "ObjectExpression") return undefined;
  const type = findProperty(part, "type", sourceCode)?.value;
  const isText = type && listPossibleValues(type).some((each) => each.type === "Literal" && each.value === "text");
  return isText ? findProperty(part, "text", sourceCode)?.value : undefined;
}

/** `res.status(500).json(...)`, `c.json(...)`, `Response.json(...)`, `new Response(body, { status: 500 })` */
function collectBodySlots(call: Call, lint: LintContext): readonly ClientSlot[] {
  const [value, init] = call.arguments;
  const method = readMethodCall(call, lint.sourceCode);
  if (!value) return [];
  const createSlots = (status: TSESTree.Node | undefined, kind?: ResponseKind): readonly ClientSlot[] => [
    {
      value,
      place: "body",
      isFailure: isFailureStatus(status, lint) || isAnswerOfFailure(call, lint),
      ...(kind?.handlesErrors && { handlesErrors: true }),
    },
  ];
  const statusOfInit =
    init?.type === "ObjectExpression" ? findProperty(init, "status", lint.sourceCode)?.value : undefined;
  if (call.type === "NewExpression") return isResponseClass(call.callee, lint) ? createSlots(statusOfInit) : [];
  if (!method) return [];
  if (method.name === "json" && isResponseClass(method.object, lint)) return createSlots(statusOfInit);
  const kinds = RESPONSE_KINDS.filter(({ methods }) => methods.has(method.name));
  if (kinds.length === 0) return [];
  const { receiver, status } = readCallChain(method.object, lint);
  const kind = kinds.find(({ names }) => isResponse(receiver, names, lint));
  return kind ? createSlots(kind.takesStatus ? init : status, kind) : [];
}

/** The object that a chain of calls begins with, and the status that it sets. */
function readCallChain(
  node: TSESTree.Node,
  lint: LintContext,
): { readonly receiver: TSESTree.Node; readonly status?: TSESTree.Node | undefined } {
  const call = unwrapExpression(node);
  const method = call.type === "CallExpression" ? readMethodCall(call, lint.sourceCode) : undefined;
  if (call.type !== "CallExpression" || !method || !CHAINED_METHODS.has(method.name)) return { receiver: call };
  const inner = readCallChain(method.object, lint);
  return STATUS_METHODS.has(method.name) ? { ...inner, status: call.arguments[0] } : inner;
}

/** The web's `Response`, or the one of Next.js that extends it. */
function isResponseClass(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  if (!sourceCode.text.includes("Response")) return false;
  const { root, path = [] } = resolveReferencePath(node, sourceCode) ?? {};
  const name = path.join(".");
  if (root?.kind === "import") return root.module === "next/server" && name === "NextResponse";
  return root?.kind === "global" && name === "Response";
}

/** Returns whether an expression is a parameter for a response, by these names. */
function isResponse(node: TSESTree.Node, names: ReadonlySet<string>, { sourceCode }: LintContext): boolean {
  // By name first: looking up a scope is slow.
  if (node.type !== "Identifier" || !names.has(node.name)) return false;
  return resolveVariable(node, sourceCode)?.defs[0]?.type === "Parameter";
}

/**
 * Whether a node stands where a failure is being handled: in a catch clause, or in a function that was given the error.
 */
function isAnswerOfFailure(node: TSESTree.Node, lint: LintContext): boolean {
  if (findEnclosingHandler(node, lint)) return true;
  const around = findEnclosingFunction(node);
  if (!isFunctionNode(around)) return false;
  const [first] = listParameters(around);
  return isErrorHandler(around) || (!!first && isCaught(resolveVariable(first, lint.sourceCode), lint));
}
