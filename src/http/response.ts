import { findEntry } from "../contract/codes.js";
import type { ContractData } from "../contract/contract-data.js";
import { features } from "../contract/features.js";
import { listLeafFields } from "../contract/schema.js";
import type { JSONObject, JSONValue } from "../json/json-value.js";
import { hasFunctions, listCauses, putAt, readAt, readMember } from "../json/read.js";
import { findWait, readHeaders } from "./headers.js";
import { getHttpStatus, isOwnHttpError } from "./status.js";

interface HttpAnswer<Body> {
  readonly status: number;
  readonly body: Body;
}

export interface HttpFailure extends HttpAnswer<string> {
  readonly headers: Readonly<Record<string, string>>;
}

/** The forms of a body: the envelope, or the contract's own form for HTTP; the problem details of RFC 9457. */
export type HttpForm = "response" | "problem";

interface Answered {
  readonly compiled: { readonly contract: ContractData };
  readonly envelope: JSONObject;
  readonly text: string;
  /** What was thrown, which may know headers. */
  readonly thrown: unknown;
}

export function toHttpFailure(failure: Answered, form: HttpForm): HttpFailure {
  const { compiled, envelope, text } = failure;
  const { contract } = compiled;
  const isProblem = form === "problem";
  const { status, body } = (isProblem ? toProblem : toHttpAnswer)(contract, envelope);
  const type = isProblem ? "application/problem+json" : "application/json";
  const headers = { "content-type": type, ...readOwnHeaders(failure) };
  return { status, headers, body: body === envelope ? text : JSON.stringify(body) };
}

/** Reads the headers that a failure knows; those of the answer of another server are not for this one's clients. */
function readOwnHeaders({ compiled, envelope, thrown }: Answered): Record<string, string> {
  const { fields } = compiled.contract;
  const [stated, details] = [fields.retryAfter, fields.details].map((path) => path && readAt(envelope, path));
  const wait = typeof stated === "number" ? stated : (findKnownWait(details) ?? findKnownWait(thrown));
  const challenge = listCauses(thrown)
    .map((error) => (isOwnHttpError(error) ? readChallenge(error) : writeChallenge(error)))
    .find((header) => header !== undefined);
  return {
    ...(wait !== undefined && { "retry-after": String(Math.ceil(wait)) }),
    ...(challenge !== undefined && { "www-authenticate": challenge }),
  };
}

const readChallenge = (error: unknown): string | undefined =>
  [error, readMember(error, "output")]
    .map((owner) => readHeaders(readMember(owner, "headers"))["www-authenticate"])
    .find((header) => header !== undefined);

/** RFC 6750, for an error of OAuth that the MCP SDK's middleware throws and answers by itself elsewhere. */
function writeChallenge(error: unknown): string | undefined {
  const [code, message] = [readMember(error, "errorCode"), readMember(error, "message")];
  const isOfToken = code === "invalid_token" || code === "insufficient_scope";
  if (!isOfToken || !hasFunctions(error, "toResponseObject")) return undefined;
  const description = typeof message === "string" ? message.replace(/[^ !#-[\]-~]/gu, " ").slice(0, 200) : "";
  return `Bearer error="${code}", error_description="${description}"`;
}

const findKnownWait = (failure: unknown): number | undefined =>
  features.libraries ? features.libraries.findWait(failure, Date.now())?.seconds : findWait(failure, Date.now());

/** RFC 9457: the code's identifier, its meaning, the message, and the other fields but for causes. */
function toProblem(contract: ContractData, envelope: JSONObject): HttpAnswer<JSONObject> {
  const { fields, envelopes, schemaId } = contract;
  const code = readAt(envelope, fields.code) as string | number;
  const status = getHttpStatus(contract, code);
  const left: unknown[] = [fields.message, fields.code, fields.cause, fields.stack, fields.discriminant?.path];
  const others = listLeafFields(envelopes.failure)
    .filter(({ path, name }) => !left.includes(path) && !standardMembers.has(name))
    .map(({ parts, name }) => [name, readAt(envelope, parts)] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  return {
    status,
    body: {
      type: `${schemaId}#${code}`,
      title: findEntry(contract, code)?.meaning ?? String(code),
      status,
      detail: readAt(envelope, fields.message) ?? "",
      code,
      ...(Object.fromEntries(others) as JSONObject),
    },
  };
}

const standardMembers: ReadonlySet<string> = new Set(["type", "title", "status", "detail", "instance", "code"]);

/** The body is the envelope, or the form of the contract's `http` schema, with the members of the same names. */
export function toHttpAnswer(contract: ContractData, envelope: JSONObject): HttpAnswer<JSONObject> {
  const status = getHttpStatus(contract, readAt(envelope, contract.fields.code) as string | number);
  const { http, failure } = contract.envelopes;
  if (!http) return { status, body: envelope };

  const own = listLeafFields(failure);
  const body: Record<string, JSONValue> = {};
  for (const { name, parts, required } of listLeafFields(http)) {
    const source = own.find((leaf) => leaf.name === name);
    const reason = name === "type" ? features.getHttpReason?.(status) : undefined;
    const value = source ? readAt(envelope, source.parts) : reason;
    if (value !== undefined || required) putAt(body, parts, value ?? null);
  }
  return { status, body };
}
