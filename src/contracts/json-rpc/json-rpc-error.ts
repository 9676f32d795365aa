import type { ContractData } from "../../contract/contract-data.js";
import type { FunctionsOf } from "../../contract/infer-factories.js";
import type { FromSchema } from "../../contract/from-schema.js";
import type { EnvelopeOf, UnknownContext } from "../../contract/infer.js";
import type { ErrorClass, ErrorOf } from "../../error/create-error-class.js";
import { toHttpAnswer } from "../../http/response.js";
import type { JSONObject } from "../../json/json-value.js";
import { defineMember, readMember } from "../../json/read.js";
import { toJSONSafe } from "../../json/to-json-safe.js";
import type { ContractParts } from "../module-parts.js";
import type { JsonRpcContract } from "./contract.js";
import { toCodeOfRange } from "./sdk-error.js";

/** The id of a request: `null` where it could not be read. */
export type JsonRpcId = string | number | null;

/** The response to a request that failed (specification 002, JSON-RPC 2.0 section 5). */
export interface JsonRpcErrorResponse<Envelope extends object = EnvelopeOf<JsonRpcContract>> {
  /** The version of the protocol. */
  readonly jsonrpc: "2.0";
  /** The id of the request; null where none could be read. */
  readonly id: JsonRpcId;
  /** The error object: `{ code, message, data? }`. */
  readonly error: Envelope;
}

/** The body of an HTTP API's answer: `{ error: { type, message } }`, the type being the reason phrase of the status. */
export type HttpErrorBody = FromSchema<JsonRpcContract["envelopes"]["http"]>;

/** The answer of an HTTP API. */
export interface HttpErrorAnswer {
  /** The HTTP status of the code (specification 002, HTTP Status). */
  readonly status: number;
  /** The body as JSON (specification 002, HTTP API Response). */
  readonly body: HttpErrorBody;
}

/** Members of errors of JSON-RPC beside those of all contracts' errors. */
interface Sending<C extends ContractData> {
  /** Returns the response to the request with the id; `null` where it could not be read. Never throws. */
  toResponse(id?: JsonRpcId): JsonRpcErrorResponse<EnvelopeOf<C>>;

  /** Returns status and body of an HTTP API's answer, without `data`. Never throws. */
  toHttp(): HttpErrorAnswer;
}

interface Receiving<E> {
  /** Reads the error of a parsed response. An unregistered code becomes the general one of its range. Never throws. */
  fromResponse(response: unknown): E | undefined;
}

/** An error of JSON-RPC, or of a contract that extends it. */
export type JsonRpcErrorOf<C extends ContractData> = ErrorOf<C> & Sending<C>;

/** The class of such errors. */
export type JsonRpcErrorClass<C extends ContractData> = Omit<ErrorClass<C>, "prototype" | "is" | "fromUnknown"> &
  Receiving<JsonRpcErrorOf<C>> & {
    new (...given: ConstructorParameters<ErrorClass<C>>): JsonRpcErrorOf<C>;
    readonly prototype: JsonRpcErrorOf<C>;
    is(value: unknown): value is JsonRpcErrorOf<C>;
    fromUnknown(...given: Parameters<ErrorClass<C>["fromUnknown"]>): JsonRpcErrorOf<C>;
  };

/** The exports of the module of a contract of JSON-RPC errors, whose class sends and receives. */
export type JsonRpcParts<C extends ContractData> = Omit<
  ContractParts<C>,
  "errorClass" | "factories" | "fromUnknown" | "fromEnvelope"
> & {
  readonly errorClass: JsonRpcErrorClass<C>;
  readonly factories: FunctionsOf<C, JsonRpcErrorOf<C>>;
  fromUnknown(this: void, thrown: unknown, context?: UnknownContext<C>): JsonRpcErrorOf<C>;
  fromEnvelope(this: void, value: unknown): JsonRpcErrorOf<C> | undefined;
};

export function addJsonRpcMembers<const C extends ContractData>(errorClass: ErrorClass<C>): JsonRpcErrorClass<C> {
  const { contract } = errorClass;

  function fromResponse(response: unknown): unknown {
    const error = readMember(response, "error");
    const [code, message] = [readMember(error, "code"), readMember(error, "message")];
    if (readMember(response, "jsonrpc") !== "2.0" || !Number.isSafeInteger(code)) return undefined;
    if (typeof message !== "string") return undefined;
    const data = readMember(error, "data");
    const safe = data === undefined ? undefined : toJSONSafe(data);
    const fields = { code: toCodeOfRange(contract, code), message: message || undefined, data: safe, cause: error };
    return new errorClass(fields);
  }

  defineMember(errorClass, "fromResponse", fromResponse);
  defineMember(errorClass.prototype, "toResponse", function toResponse(this: ErrorOf<C>, id?: unknown) {
    return { jsonrpc: "2.0", id: isId(id) ? id : null, error: this.toJSON() };
  });
  defineMember(errorClass.prototype, "toHttp", function toHttp(this: ErrorOf<C>) {
    return toHttpAnswer(contract, this.toJSON() as JSONObject);
  });
  return errorClass as unknown as JsonRpcErrorClass<C>;
}

function isId(id: unknown): id is JsonRpcId {
  return typeof id === "string" || Number.isFinite(id);
}
