import { conditionStatuses } from "../contract/condition-statuses.js";
import { readStack } from "../error/contract-error.js";
import { toHttpFailure, type HttpForm } from "../http/response.js";
import type { JSONValue } from "../json/json-value.js";
import {
  defineMember,
  isError,
  isObject,
  listPrototypes,
  readAt,
  readMember,
  tryTo,
  withoutStacks,
} from "../json/read.js";
import { notify, rememberTold } from "./audit.js";
import type { Boundary, Delivery, Failure } from "./boundary.js";
import type { Call } from "./context.js";
import { addEnvelope, createResult, toModelText } from "./tool-result.js";

export type Outcome = { readonly thrown: unknown } | { readonly value: unknown };

export function deliver(boundary: Boundary, failure: Failure, call: Call): Outcome {
  notify(boundary, failure);
  const delivered = toDelivered(boundary, failure, call);
  const carrier = "thrown" in delivered ? delivered.thrown : delivered.value;
  if (isObject(carrier)) rememberTold(boundary, failure, carrier);
  return delivered;
}

function toDelivered(boundary: Boundary, failure: Failure, call: Call): Outcome {
  const { envelope } = failure;
  const { deliver: form = chooseForm(boundary, failure, call) } = boundary;
  const isOwnWanted = failure.result && (boundary.deliver === undefined || form === "result");
  const own = isOwnWanted ? addEnvelope(failure, failure.result) : undefined;
  if (own) return { value: own };
  // Every server is one of MCP, but for those that follow a contract of JSON-RPC itself.
  const isMcp = call.caller !== "function" || failure.compiled.contract.delivery !== "protocol";
  if (form === "protocol") return { thrown: createCarrier(boundary, failure, toProtocolError(failure, isMcp)) };
  if (form === "throw") {
    // An own number of the contract would be the code of the protocol's error, too.
    const isNumber = typeof readAt(envelope, failure.compiled.code.parts) === "number";
    const code = isMcp && isNumber ? getProtocolCode(failure, isMcp) : undefined;
    return { thrown: createCarrier(boundary, failure, { message: toModelText(failure), code, data: envelope }) };
  }
  if (typeof form !== "function") return { value: toValue(form, failure) };
  form(failure, call.args);
  return { value: undefined };
}

function toValue(form: Exclude<Delivery, "throw" | "protocol">, failure: Failure): unknown {
  if (form === "result") return createResult(failure);
  if (form === "response" || form === "problem") return toResponse(failure, form);
  return form === "json" ? failure.text : failure.envelope;
}

function chooseForm({ compiled }: Boundary, failure: Failure, call: Call): Delivery {
  const { delivery } = compiled.contract;
  if (call.caller === "function") return functionForms[delivery];
  const method = findServedMethod(call);
  if (method === undefined) return delivery.startsWith("return") ? "result" : "throw";
  const isProtocol = call.caller === "request" && (delivery === "protocol" || isMethodNotFound(failure));
  // What is thrown becomes a protocol error, which a model does not read.
  return method === "tools/call" && !isProtocol ? "result" : "protocol";
}

/** SDK 2.x names the method in its context; in SDK 1.x the stack alone tells a tool from a prompt. Never throws. */
function findServedMethod({ args, caller, method }: Call): string | undefined {
  if (caller === "function" || method !== undefined) return method;
  const announced = readMember(readMember(args.at(-1), "mcpReq"), "method");
  if (typeof announced === "string") return announced;
  // The arguments of a tool or prompt are JSON.
  if (args[0] instanceof URL) return "resources/read";
  const stack = readMember(new Error(), "stack");
  return typeof stack === "string" && toolCall.test(stack) ? "tools/call" : undefined;
}

/** The method of `McpServer` that calls a tool; bundlers keep its name. */
const toolCall = /\bexecuteToolHandler\b/u;

const functionForms = { throw: "throw", protocol: "protocol", return: "envelope", "return-json": "json" } as const;

/** The JSON-RPC code by which a handler of `tools/call` says that there is no such tool. */
const methodNotFound = -32601;

const isMethodNotFound = ({ source }: Failure): boolean =>
  readMember(source, "code") === methodNotFound && isError(source);

function toResponse(failure: Failure, form: HttpForm): Response {
  const { body, ...init } = toHttpFailure(failure, form);
  return new Response(withoutBody.has(init.status) ? null : body, init);
}

/** The statuses whose responses have no body; a contract may list one for a code. */
const withoutBody: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

interface Carried {
  readonly message: string;
  readonly code?: number | undefined;
  readonly data: JSONValue | undefined;
}

/** @param isMcp whether an MCP server sends the error, so that the code has to be one that MCP allows. */
function toProtocolError(failure: Failure, isMcp: boolean): Carried {
  const { envelope, compiled, error } = failure;
  const message = readAt(envelope, compiled.message.parts);
  const code = isMethodNotFound(failure) ? methodNotFound : getProtocolCode(failure, isMcp);
  // An envelope that is a JSON-RPC error object is thrown as one.
  if (envelope.code === code && typeof envelope.message === "string") {
    return { code, message: envelope.message, data: envelope.data };
  }
  return { code, message: typeof message === "string" ? message : error.message, data: envelope };
}

function getProtocolCode({ envelope, compiled }: Failure, isMcp: boolean): number {
  const code = readAt(envelope, compiled.code.parts);
  if (typeof code === "number" && (!isMcp || isAllowedByMcp(code))) return code;
  return conditionStatuses[compiled.findEntry(code)?.condition ?? "internal"][isMcp ? "mcp" : "jsonRpc"];
}

/** Of the numbers that JSON-RPC reserves, an MCP server sends only those that JSON-RPC itself has defined. */
const isAllowedByMcp = (code: number): boolean =>
  code > -32000 || code < -32768 || [-32700, -32600, -32601, -32602, -32603].includes(code);

/** The failure's own error must not change. The other members are for servers that keep message, code and data. */
function createCarrier({ errorClass }: Boundary, { error, envelope, compiled }: Failure, carried: Carried): Error {
  const carrier = withoutStacks(() => Reflect.construct(Error, [carried.message]));
  const [own, ...above] = listPrototypes(error);
  // An error of another realm is no `Error` here, and servers would call its `toString`.
  Object.setPrototypeOf(carrier, above.includes(Error.prototype) ? own! : errorClass.prototype);
  copyMembers(error, carrier);
  for (const { name, parts, part } of compiled.fields) {
    const value = readAt(envelope, parts);
    if (part === "cause" || value === undefined || !Object.hasOwn(carrier, name)) continue;
    if (name !== "message") defineMember(carrier, name, value, true);
  }
  defineMember(carrier, "message", carried.message);
  setStack(carrier, error);
  defineMember(carrier, "toEnvelope", () => envelope);
  if (carried.code !== undefined) defineMember(carrier, "code", carried.code);
  defineMember(carrier, "data", carried.data);
  return carrier;
}

/** Read on demand. The carrier's own is deleted first: to define it anew, V8 would format it, and that may throw. */
function setStack(carrier: Error, error: Error): void {
  delete (carrier as { stack?: unknown }).stack;
  Object.defineProperty(carrier, "stack", {
    get: () => readStack(error),
    set: (value: unknown) => {
      defineMember(carrier, "stack", value);
    },
    configurable: true,
  });
}

/** A project's class may put anything on its errors, such as a getter that throws; servers read the members. */
function copyMembers(from: object, to: object): void {
  for (const key of tryTo(() => Reflect.ownKeys(from)) ?? []) {
    // V8 formats a stack when its descriptor is read.
    if (key === "stack" || key === "message") continue;
    const member = tryTo(() => Reflect.getOwnPropertyDescriptor(from, key));
    if (!member) continue;
    defineMember(to, key, "value" in member ? member.value : readMember(from, key), member.enumerable);
  }
}
