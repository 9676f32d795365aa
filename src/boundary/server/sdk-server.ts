import { createOptionError } from "../../error/refusal.js";
import { hasFunctions, isObject, parseJSON, readMember } from "../../json/read.js";
import type { Boundary } from "../boundary.js";
import type { Handler, RequestHandler } from "../options.js";
import { observe } from "./attempt.js";
import { FailureLists } from "./listed-failures.js";
import { registries } from "./registries.js";
import { guardRequest } from "./request-guard.js";
import { ToolInputs, hasValidator } from "./tool-inputs.js";

export interface SdkServer {
  readonly _requestHandlers: Map<string, RequestHandler>;
  setRequestHandler: Handler;
  fallbackRequestHandler?: RequestHandler | undefined;
  /** SDK 1.x: refuses requests for a task that the server's capabilities do not have. */
  assertTaskHandlerCapability?: Handler;
  readonly _jsonSchemaValidator?: unknown;
  readonly _negotiatedWireCodec?: () => {
    readonly era: string;
    validateRequest(method: string, request: unknown): unknown;
  };
}

/** Returns whether a value is the `Server` of an SDK, of any copy. A client has handlers of requests, too. */
export function isSdkServer(value: unknown): value is SdkServer {
  const handlers = readMember(value, "_requestHandlers");
  return hasFunctions(value, "setRequestHandler", "getClientCapabilities") && hasFunctions(handlers, "set", "get");
}

/** The methods by which client and server agree on the protocol. Their failures are those of the protocol. */
const handshake: ReadonlySet<string> = new Set(["initialize", "ping", "server/discover"]);

/** Puts something between the handler of a method and the boundary. */
export type AdaptHandler = (method: string, handler: RequestHandler) => RequestHandler;

/** @param registrar the `McpServer` that the server belongs to. */
export function guardSdkServer(
  server: SdkServer,
  registrar: object | undefined,
  boundary: Boundary,
  adapt: AdaptHandler = (_, handler) => handler,
): void {
  const { _requestHandlers: handlers, setRequestHandler } = server;
  const replaced = new Set<string>();
  let isObserved = false;
  const refusesByResult = !server._negotiatedWireCodec;
  const isOn = (method: string): boolean => readMember(registrar, registries[method]?.isOn ?? "") === true;
  const wantsAddress = (): boolean => readEra(server) >= firstStateless;
  let listTools: RequestHandler = (request, context) => getFallback()?.(request, context);
  const inputs = boundary.checkInput ? createInputs(server) : undefined;
  const lists = boundary.failures && new FailureLists(boundary.compiled.contract, boundary.failures);
  const guard = (method: string, own: RequestHandler): RequestHandler => {
    const handler = lists?.adapt(method, own) ?? own;
    if (handshake.has(method)) return handler;
    const getRegistrar = (): object | undefined => (isOn(method) && !replaced.has(method) ? registrar : undefined);
    const readIssues = (request: unknown): unknown => readFormIssues(server, method, request);
    const list: RequestHandler = (request, context) => listTools(request, context);
    const checked = inputs?.adapt(method, handler, () => getRegistrar() === undefined, list) ?? handler;
    if (method === "tools/list") listTools = checked;
    const how = { isObserved, readIssues, wantsAddress, refusesByResult, listTools: list };
    return guardRequest({ boundary, method, getRegistrar, ...how }, checkTasks(server, method, adapt(method, checked)));
  };

  const set = handlers.set.bind(handlers);
  for (const [method, handler] of [...handlers]) set(method, guard(method, handler));
  handlers.set = (method, handler) => {
    if (isOn(method)) replaced.add(method);
    return set(method, guard(method, handler));
  };
  server.setRequestHandler = (...args) => {
    const last = args.length - 1;
    isObserved = true;
    try {
      const observed = args.map((arg: unknown, index) =>
        index === last && typeof arg === "function" ? observe("request", arg as Handler) : arg,
      );
      return Reflect.apply(setRequestHandler, server, observed) as unknown;
    } finally {
      isObserved = false;
    }
  };
  const getFallback = guardFallback(server, guard);
}

/** @throws TypeError where the SDK is older than its validator. */
function createInputs({ _jsonSchemaValidator: validator }: SdkServer): ToolInputs {
  if (hasValidator(validator)) return new ToolInputs(validator);
  throw createOptionError("wrapServer", "checkInput", "false for an SDK before 1.21", true);
}

/** SDK 1.x throws the issues of a request. The error of 2.x has only words, so its check is asked again. */
function readFormIssues(server: SdkServer, method: string, request: unknown): unknown {
  const message = readMember(server._negotiatedWireCodec?.().validateRequest(method, request), "message");
  return typeof message === "string" ? parseJSON(message) : undefined;
}

/** Moves the check of SDK 1.x for tasks to where the request is known. */
function checkTasks(server: SdkServer, method: string, handler: RequestHandler): RequestHandler {
  const check = Object.getPrototypeOf(server) as Partial<SdkServer>;
  const { assertTaskHandlerCapability } = check;
  if (!assertTaskHandlerCapability) return handler;
  server.assertTaskHandlerCapability = () => undefined;
  return (request, context) => {
    if (isObject(readMember(readMember(request, "params"), "task"))) assertTaskHandlerCapability.call(server, method);
    return handler(request, context);
  };
}

/**
 * Guards all other methods, and returns what finds their own handler. From 2026-07-28 on the SDK itself has to say that
 * there is none: with HTTP's status 404.
 */
function guardFallback(
  server: SdkServer,
  guard: (method: string, handler: RequestHandler) => RequestHandler,
): () => RequestHandler | undefined {
  let own = server.fallbackRequestHandler;
  const answer: RequestHandler = (request, context) => {
    const method = String(readMember(request, "method"));
    return guard(method, own ?? refuseMethod)(request, context);
  };
  Object.defineProperty(server, "fallbackRequestHandler", {
    get: () => (own !== undefined || readEra(server) < firstStateless ? answer : undefined),
    set: (handler: RequestHandler | undefined) => (own = handler),
    configurable: true,
    enumerable: true,
  });
  return () => own;
}

const firstStateless = "2026-07-28";

const readEra = (server: SdkServer): string => server._negotiatedWireCodec?.().era ?? "";

const refuseMethod: RequestHandler = () => {
  // eslint-disable-next-line error-contract/no-raw-error -- the answer of the SDK, which the boundary converts
  throw Object.assign(new Error("Method not found"), { code: -32601 });
};
