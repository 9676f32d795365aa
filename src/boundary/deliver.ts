import { callFrom, type Call } from "./call.js";
import { remember, type Audited } from "./audit.js";
import type { Failure } from "./failure.js";
import type { Boundary } from "./options.js";
import { valueAt } from "../json/path.js";
import { entryOf } from "../contract/codes.js";
import { conditionStatuses } from "../contract/condition-statuses.js";
import type { Delivery } from "./delivery.js";
import { carrier, type Carried } from "./carrier.js";
import { responseFor } from "../http/response.js";

/** What the caller gets: an error, or a value in place of the result. */
export type Delivered = { readonly thrown: Error } | { readonly value: unknown };

/** A failure in the form in which it leaves. Never throws. */
export function delivered(boundary: Boundary, failure: Audited, args: readonly unknown[]): Delivered {
  const delivery = inForm(boundary, failure, args);
  const carrier = "thrown" in delivery ? delivery.thrown : delivery.value;
  if (typeof carrier === "object" && carrier !== null) remember(boundary, failure, carrier);
  return delivery;
}

function inForm(boundary: Boundary, failure: Failure, args: readonly unknown[]): Delivered {
  const { envelope } = failure;
  const { deliver = usualDelivery(boundary, callFrom(args)) } = boundary;
  if (typeof deliver === "function") {
    deliver(failure, args);
    return { value: undefined };
  }
  switch (deliver) {
    case "throw":
      return thrown(boundary, failure, { message: JSON.stringify(envelope), data: envelope });
    case "protocol":
      return thrown(boundary, failure, protocolError(failure));
    case "result":
      return { value: { content: [{ type: "text", text: JSON.stringify(envelope) }], isError: true } };
    case "envelope":
      return { value: envelope };
    case "json":
      return { value: JSON.stringify(envelope) };
    case "response":
      return { value: responseFor(failure) };
  }
}

function usualDelivery({ shape }: Boundary, { as, method }: Call): Delivery {
  const { delivery } = shape.contract;
  if (delivery === "throw") return "throw";
  if (delivery === "protocol") return as === "tool" ? "throw" : "protocol";
  if (as === "function") return delivery === "return" ? "envelope" : "json";
  return as === "tool" || method === "tools/call" ? "result" : "throw";
}

function thrown(boundary: Boundary, failure: Failure, carried: Carried): Delivered {
  return { thrown: carrier(failure, boundary.errorClass, carried) };
}

function protocolError(failure: Failure): Carried {
  const { envelope, shape, error } = failure;
  const message = valueAt(envelope, shape.message.parts);
  const code = jsonRpcCode(failure);
  // An envelope that is a JSON-RPC error object goes as one.
  if (envelope.code === code && typeof envelope.message === "string") {
    return { code, message: envelope.message, data: envelope.data };
  }
  return { code, message: typeof message === "string" ? message : error.message, data: envelope };
}

/** The code's own number where it has one, else that of its condition. */
function jsonRpcCode({ envelope, shape }: Failure): number {
  const code = valueAt(envelope, shape.code.parts);
  if (typeof code === "number") return code;
  const entry = typeof code === "string" ? entryOf(shape.contract, code) : undefined;
  return conditionStatuses[entry?.condition ?? "internal"].jsonRpc;
}
