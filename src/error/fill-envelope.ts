import type { CompiledContract, Field } from "../contract/compile-contract.js";
import { listEnvelopeProblems } from "../contract/envelope-schema.js";
import type { JSONObject, JSONValue } from "../json/json-value.js";
import { leaveOutQuoted } from "../json/quoted-values.js";
import { isError, isRecord, putAt, readMember, tryTo } from "../json/read.js";
import { toJSONSafe, toSafeText } from "../json/to-json-safe.js";
import type { ContractError } from "./contract-error.js";
import { readLineage } from "./lineage.js";

/** Conforms even if the error was changed: what the schema rejects gives way to the default. Never throws. */
export function fillEnvelope(compiled: CompiledContract, error: object): JSONObject {
  const envelope: Record<string, JSONValue> = {};
  for (const field of compiled.fields) {
    const value = readSafeValue(field, error);
    const kept = value !== undefined && field.canHold(value) ? value : getDefault(compiled, field, error);
    if (kept !== undefined) putAt(envelope, field.parts, kept);
  }
  return envelope;
}

/** A project's class may return anything; then the envelope is filled from the fields. Never throws. */
export function toConformingEnvelope(compiled: CompiledContract, error: ContractError): JSONObject {
  if (hasReliableEnvelope(error)) return fillEnvelope(compiled, error);
  const envelope = tryTo(() => JSON.parse(JSON.stringify(error.toEnvelope())) as JSONObject);
  return listEnvelopeProblems(compiled.contract, envelope).length === 0 ? envelope! : fillEnvelope(compiled, error);
}

const reliable = new WeakSet<object>();

export function markReliable(toEnvelope: object): void {
  reliable.add(toEnvelope);
}

export function hasReliableEnvelope(error: object): boolean {
  const method = readMember(error, "toEnvelope");
  return typeof method === "function" && reliable.has(method);
}

/** `undefined` where it throws, or returns anything but an object that JSON can hold. Never throws. */
export const callToEnvelope = (error: { toEnvelope(): object }): object | undefined =>
  tryTo(() => {
    const envelope = error.toEnvelope();
    // The result is used as JSON text, so no other check would do.
    return (JSON.stringify(envelope) as string | undefined)?.startsWith("{") === true ? envelope : undefined;
  });

function readSafeValue({ part, name, unset }: Field, error: object): JSONValue | undefined {
  if (part === "discriminant") return unset;
  const value = readMember(error, part === "cause" ? "cause" : name);
  if (part === "cause") return normalizeCause(limited.has(error) ? limited.get(error) : value);
  if (typeof value === "string") return toSafeText(value);
  return value === undefined || value === null ? value : toJSONSafe(value);
}

const limited = new WeakMap<object, JSONValue | undefined>();

/** Of a foreign object, which may hold headers and tokens, no more is shown than of an error. */
export function limitCause(error: object, cause: unknown, shown: "kept" | "unquoted" | "hidden"): void {
  if (shown === "hidden") limited.set(error, undefined);
  else if (typeof cause === "object" && cause !== null && !isResponse(cause) && (!isError(cause) || shown === "kept")) {
    limited.set(error, toJSONSafe(shown === "kept" ? readAsError(cause) : leaveOutOfCause(readAsError(cause))));
  }
}

function readAsError(value: object): JSONObject {
  const [message, code, name] = ["message", "code", "name"].map((member) => readMember(value, member));
  return {
    message: typeof message === "string" ? message : "",
    code: typeof code === "string" || typeof code === "number" ? code : null,
    name: typeof name === "string" ? name : "Object",
  };
}

function leaveOutOfCause<T extends { readonly message?: unknown }>(cause: T): T {
  const { message } = cause;
  return typeof message === "string" ? { ...cause, message: leaveOutQuoted(message) } : cause;
}

/** Specification 001 sections 1 and 3. Other primitives become strings, and an array its JSON text. */
function normalizeCause(cause: unknown): string | JSONObject | null {
  if (cause === undefined || cause === null) return null;
  const safe = toJSONSafe(isResponse(cause) ? readResponse(cause) : cause);
  if (safe === null) return safe;
  if (typeof safe === "string") return typeof cause === "string" ? leaveOutQuoted(safe) : safe;
  if (!isRecord(safe)) return JSON.stringify(safe);
  return isError(cause) && !readLineage(cause) ? leaveOutOfCause(safe) : safe;
}

const isResponse = (value: unknown): boolean =>
  tryTo(() => Object.prototype.toString.call(value) === "[object Response]") === true;

/** Reads what a response says of the failure. Its address may hold a secret. */
function readResponse(response: unknown): object {
  return { status: readMember(response, "status"), statusText: readMember(response, "statusText") };
}

function getDefault(compiled: CompiledContract, field: Field, error: object): JSONValue | undefined {
  if (!field.required) return undefined;
  if (field.part === "code") return compiled.fallback.unknown;
  if (field.part === "timestamp") return new Date().toISOString();
  if (field.part !== "message") return field.unset;
  const code = readMember(error, compiled.code.name);
  const details = compiled.details && readMember(error, compiled.details.name);
  return compiled.getMessage(code, details) ?? compiled.getMessage(compiled.fallback.unknown, details);
}
