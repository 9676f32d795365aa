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
  statusCode: number;
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  getHeaderNames(): string[];
  setHeader(name: string, value: string): unknown;
  removeHeader(name: string): void;
  end(body: string): unknown;
  destroy(): unknown;
}

/** The part of Hono's context that the boundary passes to the session's function. */
export interface HonoContextLike {
  readonly req: { readonly method: string; readonly path: string };
}

/**
 * Puts a handler of `node:http` or Express, `(request, response, ...)`, behind a boundary: the response is the envelope
 * as JSON with the status of its code. When the headers have been sent, the connection is cut. Never throws or rejects.
 *
 * @throws TypeError naming the option that is missing or wrong.
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

/** The last middleware of an Express app; responds as {@link wrapHttpHandler}. A wrong option is a TypeError. */
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

/** The `onError` of a Hono app: a `Response` as of {@link wrapHttpHandler}. A wrong option is a TypeError. */
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
  readonly raw: { readonly headersSent: boolean; destroy(): unknown };
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body: string): unknown;
}

/**
 * The error handler of a Fastify app, for `setErrorHandler`; responds as {@link wrapHttpHandler}, to refused input too.
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
  switchToHttp(): { getRequest(): unknown; getResponse(): unknown };
}

/** An exception filter of Nest, on Express and Fastify; responds as {@link wrapHttpHandler}. */
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
