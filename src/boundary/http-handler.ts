import type { ContractData } from "../contract/contract-data.js";
import { contractOption, type ClassSource } from "../error/resolve-error-class.js";
import { oneOf } from "../error/refusal.js";
import { toHttpFailure, type HttpFailure, type HttpForm } from "../http/response.js";
import type { PlatformResponse } from "../json/platform-types.js";
import { hasFunctions, tryTo } from "../json/read.js";
import type { Boundary, BoundaryOptions, Failure, HttpErrors, LeftOut, SessionFields } from "./boundary.js";
import { beginCall } from "./context.js";
import { guardHandler } from "./guard-handler.js";
import { readServerBoundary, type Arguments, type Fixed, type HandlerOf, type WrappedHandler } from "./options.js";
import { settle } from "./settle.js";

/** The option of all functions for HTTP, which deliver through the response. */
export interface HttpDelivery {
  /** The form of the body: the envelope, or the problem details of RFC 9457. Default: the envelope. */
  readonly deliver?: HttpForm | undefined;
}

const httpOptions: ClassSource = {
  ...contractOption,
  rows: { ...contractOption.rows, deliver: oneOf(["response", "problem"] satisfies readonly HttpForm[]) },
};

/** The options of {@link wrapHttpHandler}. */
export type HttpHandlerOptions<
  C extends ContractData,
  A extends readonly unknown[] = readonly unknown[],
  S extends SessionFields<C> = SessionFields<C>,
> = Omit<BoundaryOptions<C, A, S>, LeftOut<"wrapHttpHandler">> & HttpDelivery;

/** The options of a boundary around all routes. `A` are the arguments of the session's function, `S` its result. */
export interface HttpErrorOptions<
  C extends ContractData,
  A extends readonly unknown[] = readonly unknown[],
  S extends SessionFields<C> = SessionFields<C>,
>
  extends Omit<BoundaryOptions<C, A, S>, "tool_name" | LeftOut<HttpErrors>>, HttpDelivery {
  /** The name of the operation, where the error names none. Default: the session's, or none. */
  readonly tool_name?: string | undefined;
}

/** The part of a server's response that the boundary uses: `http.ServerResponse`, and Express's. */
export interface ServerResponseLike {
  /** The HTTP status that is sent, 100 to 599. */
  statusCode: number;
  /** Whether the headers have been sent: then the status cannot change. */
  readonly headersSent: boolean;
  /** Whether `end` has been called. */
  readonly writableEnded: boolean;
  /** Returns the names of the headers that are set, in lower case. */
  getHeaderNames(): string[];
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Removes a header. */
  removeHeader(name: string): void;
  /** Sends the body, a JSON text, and ends the response. */
  end(body: string): unknown;
  /** Cuts the connection. */
  destroy(): unknown;
}

/** The part of Hono's context that the boundary passes to the session's function. */
export interface HonoContextLike {
  /** The request: its method in upper case, and the path of its address. */
  readonly req: { readonly method: string; readonly path: string };
}

/**
 * Puts a handler of `node:http` or Express, `(request, response, ...)`, behind a boundary: the response is the envelope
 * as JSON with the status of its code. When the headers have been sent, the connection is cut. Never throws or rejects.
 *
 * @throws TypeError naming the option that is missing or wrong.
 * @example
 * ```js
 * import { once } from "node:events";
 * import { createServer } from "node:http";
 * import { wrapHttpHandler } from "error-contract";
 * import { standard, toolError } from "error-contract/standard";
 *
 * const handler = wrapHttpHandler(
 *   async () => {
 *     throw toolError("NOT_FOUND", "There is no such note.");
 *   },
 *   { contract: standard, tool_name: "GET /notes", audit: "none" },
 * );
 * const server = createServer(handler).listen(0, "127.0.0.1");
 * await once(server, "listening");
 * const response = await fetch(`http://127.0.0.1:${server.address().port}`);
 * console.log(response.status); // 404
 * server.close();
 * ```
 */
export function wrapHttpHandler<
  A extends Arguments,
  R,
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
  T = never,
  This = unknown,
>(handler: HandlerOf<A, R, T, This>, options: HttpHandlerOptions<C, Fixed<A>, S>): WrappedHandler<A, R, T, This> {
  return guardHandler("wrapHttpHandler", handler, options, httpOptions, toHttpBoundary);
}

/**
 * Creates the last middleware of an Express app, which responds as {@link wrapHttpHandler} does. Express 4 passes it
 * nothing that a route rejects with.
 *
 * @throws TypeError naming the option that is missing or wrong.
 * @example
 * ```js
 * import { createExpressErrorHandler } from "error-contract";
 * import { standard } from "error-contract/standard";
 * import express from "express";
 *
 * const app = express();
 * app.use(createExpressErrorHandler({ contract: standard, audit: "none" }));
 * ```
 */
export function createExpressErrorHandler<
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
  Request = unknown,
>(
  options: HttpErrorOptions<C, readonly [request: Request], S>,
): (error: unknown, request: Request, response: ServerResponseLike, next: unknown) => Promise<void> {
  const respond = createResponder("createExpressErrorHandler", options);
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express knows an error handler by its four parameters
  return (error, request, response, _next) => respond(error, request, response);
}

/**
 * Creates the `onError` of a Hono app, which returns the `Response` that {@link wrapHttpHandler} would send.
 *
 * @throws TypeError naming the option that is missing or wrong.
 * @example
 * ```js
 * import { createHonoErrorHandler } from "error-contract";
 * import { standard, toolError } from "error-contract/standard";
 * import { Hono } from "hono";
 *
 * const app = new Hono();
 * app.get("/notes", () => {
 *   throw toolError("NOT_FOUND", "There is no such note.");
 * });
 * app.onError(createHonoErrorHandler({ contract: standard, audit: "none" }));
 * console.log((await app.request("/notes")).status); // 404
 * ```
 */
export function createHonoErrorHandler<
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
  Context = HonoContextLike,
>(
  options: HttpErrorOptions<C, readonly [context: Context], S>,
): (error: unknown, context: Context) => Promise<PlatformResponse> {
  const read = readServerBoundary("createHonoErrorHandler", options, httpOptions);
  const boundary: Boundary = { ...read, deliver: read.deliver ?? "response", caller: "function" };
  return async (error, context) => {
    const outcome = await settle(boundary, { thrown: error }, beginCall(boundary, [context]));
    if ("thrown" in outcome) throw outcome.thrown;
    return outcome.value as PlatformResponse;
  };
}

/** The part of Fastify's reply that the boundary uses. */
export interface FastifyReplyLike {
  /** The response of Node below the reply. */
  readonly raw: { readonly headersSent: boolean; destroy(): unknown };
  /** Sets the HTTP status, 100 to 599. */
  code(status: number): unknown;
  /** Sets a header. */
  header(name: string, value: string): unknown;
  /** Sends the body, a JSON text. */
  send(body: string): unknown;
}

/**
 * Creates the error handler of a Fastify app, for `setErrorHandler`. It responds as {@link wrapHttpHandler} does, to
 * refused input too.
 *
 * @throws TypeError naming the option that is missing or wrong.
 * @example
 * ```js
 * import { createFastifyErrorHandler } from "error-contract";
 * import { standard, toolError } from "error-contract/standard";
 * import { fastify } from "fastify";
 *
 * const app = fastify();
 * app.setErrorHandler(createFastifyErrorHandler({ contract: standard, audit: "none" }));
 * app.get("/notes", async () => {
 *   throw toolError("NOT_FOUND", "There is no such note.");
 * });
 * console.log((await app.inject("/notes")).statusCode); // 404
 * ```
 */
export function createFastifyErrorHandler<
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
  Request = unknown,
>(
  options: HttpErrorOptions<C, readonly [request: Request], S>,
): (error: unknown, request: Request, reply: FastifyReplyLike) => Promise<void> {
  return createResponder("createFastifyErrorHandler", options);
}

/** The part of Nest's `ArgumentsHost` that the boundary uses. */
export interface NestHostLike {
  /** Returns the request and the response of an HTTP call. */
  switchToHttp(): { getRequest(): unknown; getResponse(): unknown };
}

/**
 * Creates an exception filter of Nest, on Express and Fastify, which responds as {@link wrapHttpHandler} does.
 *
 * @throws TypeError naming the option that is missing or wrong.
 * @example
 * ```js
 * import { createNestExceptionFilter } from "error-contract";
 * import { standard } from "error-contract/standard";
 *
 * const filter = createNestExceptionFilter({ contract: standard, audit: "none" });
 * console.log(typeof filter.catch); // function
 * ```
 */
export function createNestExceptionFilter<
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
  Request = unknown,
>(
  options: HttpErrorOptions<C, readonly [request: Request], S>,
): { catch(exception: unknown, host: NestHostLike): Promise<void> } {
  const respond = createResponder("createNestExceptionFilter", options);
  return {
    async catch(exception, host) {
      const http = host.switchToHttp();
      await respond(exception, http.getRequest(), http.getResponse());
    },
  };
}

function createResponder(caller: HttpErrors, options: unknown) {
  const boundary = toHttpBoundary(readServerBoundary(caller, options, httpOptions));
  return async (thrown: unknown, ...args: readonly unknown[]): Promise<void> => {
    await settle(boundary, { thrown }, beginCall(boundary, args));
  };
}

const describesBody = /^(?:content-|etag$|last-modified$|cache-control$|accept-ranges$|transfer-encoding$)/u;

function toHttpBoundary(boundary: Boundary): Boundary {
  const form = boundary.deliver === "problem" ? "problem" : "response";
  const respond = (failure: Failure, args: readonly unknown[]): void => {
    const answer = toHttpFailure(failure, form);
    if (hasFunctions(args[1], "code")) reply(answer, args[1] as FastifyReplyLike);
    else respondTo(answer, args[1] as ServerResponseLike);
  };
  return { ...boundary, deliver: respond, caller: "function" };
}

function reply({ status, headers, body }: HttpFailure, fastify: FastifyReplyLike): void {
  if (fastify.raw.headersSent) {
    fastify.raw.destroy();
    return;
  }
  fastify.code(status);
  for (const [name, value] of Object.entries(headers)) fastify.header(name, value);
  fastify.send(body);
}

/** The connection may be gone; the failure is recorded. */
function respondTo({ status, headers, body }: HttpFailure, server: ServerResponseLike): void {
  tryTo(() => {
    if (server.writableEnded) return;
    if (server.headersSent) {
      server.destroy();
      return;
    }
    for (const name of server.getHeaderNames()) {
      if (describesBody.test(name)) server.removeHeader(name);
    }
    server.statusCode = status;
    for (const [name, value] of Object.entries(headers)) server.setHeader(name, value);
    server.end(body);
  });
}
