import type { Failure } from "./boundary-failure.js";
import { valueAt } from "./path.js";
import { httpStatus } from "./http-status.js";

/** A failure as an HTTP server answers it. */
export interface HttpFailure {
  readonly status: number;
  readonly headers: { readonly "content-type": "application/json" };
  /** The canonical envelope as JSON. */
  readonly body: string;
}

/** What an HTTP server answers for a failure: the envelope, under the status of its code. */
export function httpFailure({ envelope, shape }: Failure): HttpFailure {
  const code = valueAt(envelope, shape.code.parts);
  return {
    status: httpStatus(shape.contract, code as string | number),
    headers: { "content-type": "application/json" },
    body: JSON.stringify(envelope),
  };
}

/** The same for servers that speak in web standards. */
export function responseFor(failure: Failure): Response {
  const { body, ...init } = httpFailure(failure);
  return new Response(body, init);
}
