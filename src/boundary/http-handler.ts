import { guarded, type Handler } from "./guard-handler.js";
import type { Failure } from "./failure.js";
import {
  boundaryWithoutTool,
  type Boundary,
  type BoundaryOptions,
  type SessionFields,
  type SharedOptions,
} from "./options.js";
import { settle } from "./settle.js";
import { contractOption } from "../error/resolve-error-class.js";
import type { ContractData } from "../contract/contract-data.js";
import { httpFailure } from "../http/response.js";

/** What {@link wrapHttpHandler} is told; the answer is always the response. */
export type HttpHandlerOptions<
  C extends ContractData,
  A extends readonly unknown[] = readonly unknown[],
  S extends SessionFields<C> = SessionFields<C>,
> = Omit<BoundaryOptions<C, A, S>, "deliver">;

/** What a boundary around all routes of a server is told. `A` is what the session's function is called with, `S` its answer. */
export interface HttpErrorOptions<
  C extends ContractData,
  A extends readonly unknown[] = readonly unknown[],
  S extends SessionFields<C> = SessionFields<C>,
> extends SharedOptions<C> {
  /** The name of the operation, where the error names none. Default: what the session says, or nothing. */
  readonly tool_name?: string | undefined;
  /** What the envelope says where the error left it empty; a function is called when a failure happens. */
  readonly session?: SessionFields<NoInfer<C>> | ((...args: A) => S | undefined) | undefined;
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

/** The part of Hono's context that the boundary hands to the session's function. */
export interface HonoContextLike {
  readonly req: { readonly method: string; readonly path: string };
}

/**
 * A handler of `node:http` or Express behind a boundary: `(request, response, ...)`. A failure is recorded, and answered
 * with the envelope as JSON and the status of its code: that of the contract's table, else that of the code's condition.
 *
 * An error that brings a `status` or `statusCode` and no code, as those of body parsers do, gets a code with that status
 * where the contract has one. When the headers have been sent, the connection is cut, so that nobody takes half an answer
 * for a whole one.
 *
 * @returns a function with the handler's type. It never throws and never rejects.
 * @throws TypeError naming the option that is missing or wrong.
 *
 * @example
 * http.createServer(wrapHttpHandler(handler, { contract: kaiza, tool_name: "search" }));
 */
export function wrapHttpHandler<
  H extends Handler,
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
>(handler: H, options: HttpHandlerOptions<C, Parameters<H>, S>): H {
  return guarded("wrapHttpHandler", handler, options, contractOption, (boundary) => ({
    ...boundary,
    deliver: (failure, args) => answer(args[1], failure),
  }));
}

/**
 * The last middleware of an Express app: answers whatever a route threw, rejected with or gave to `next` as
 * {@link wrapHttpHandler} does.
 *
 * @throws TypeError naming the option that is missing or wrong. The middleware never throws.
 *
 * @example
 * app.use(expressErrorHandler({ contract: kaiza, session: (request) => ({ tool_name: request.path }) }));
 */
export function expressErrorHandler<
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
  Request = unknown,
>(
  options: HttpErrorOptions<C, readonly [request: Request], S>,
): (error: unknown, request: Request, response: ServerResponseLike, next: unknown) => Promise<void> {
  const boundary = boundaryWithoutTool("expressErrorHandler", options, contractOption);
  const inResponse: Boundary = { ...boundary, deliver: (failure, args) => answer(args[1], failure) };
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express knows an error handler by its four parameters
  return async (error, request, response, _next) => {
    await settle(inResponse, { thrown: error }, [request, response]);
  };
}

/**
 * The `onError` of a Hono app: a `Response` with the envelope as JSON and the status of its code. A single route can be
 * wrapped instead, with `wrapHandler` and `deliver: "response"`.
 *
 * @throws TypeError naming the option that is missing or wrong. The handler never throws.
 *
 * @example
 * app.onError(honoErrorHandler({ contract: kaiza, session: (context) => ({ tool_name: context.req.path }) }));
 */
export function honoErrorHandler<
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
  Context = HonoContextLike,
>(
  options: HttpErrorOptions<C, readonly [context: Context], S>,
): (error: unknown, context: Context) => Promise<Response> {
  const boundary: Boundary = {
    ...boundaryWithoutTool("honoErrorHandler", options, contractOption),
    deliver: "response",
  };
  return async (error, context) => {
    const outcome = await settle(boundary, { thrown: error }, [context]);
    if ("thrown" in outcome) throw outcome.thrown;
    return outcome.value as Response;
  };
}

/** What a handler may have said about the body that it did not get to send. */
const describesBody = /^(?:content-|etag$|last-modified$|cache-control$|accept-ranges$|transfer-encoding$)/u;

function answer(response: unknown, failure: Failure): void {
  const server = response as ServerResponseLike;
  try {
    if (server.writableEnded) return;
    if (server.headersSent) {
      server.destroy();
      return;
    }
    const { status, headers, body } = httpFailure(failure);
    for (const name of server.getHeaderNames()) {
      if (describesBody.test(name)) server.removeHeader(name);
    }
    server.statusCode = status;
    for (const [name, value] of Object.entries(headers)) server.setHeader(name, value);
    server.end(body);
  } catch {
    // The connection is gone, and with it whoever could be told; the failure is recorded.
  }
}
