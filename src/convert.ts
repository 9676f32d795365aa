import { defineContract } from "./contract/check-contract.js";
import { findCodeByCondition } from "./contract/codes.js";
import {
  compileContract,
  findCounterpart,
  isRelative,
  type CompiledContract,
  type Field,
} from "./contract/compile-contract.js";
import type { ContractData } from "./contract/contract-data.js";
import { listEnvelopeProblems } from "./contract/envelope-schema.js";
import { ContractError, type FailureClass } from "./error/contract-error.js";
import { createConvertedError, type ErrorClass, type ErrorOf } from "./error/create-error-class.js";
import { toConformingEnvelope } from "./error/fill-envelope.js";
import { describeThrown } from "./error/from-unknown.js";
import { resolveErrorClass } from "./error/resolve-error-class.js";
import type { JSONObject, JSONValue } from "./json/json-value.js";
import { isRecord, readAt, readMember, tryTo } from "./json/read.js";
import { toJSONSafe } from "./json/to-json-safe.js";

/** The result of a conversion. */
export interface Conversion<C extends ContractData> {
  /** The failure as an error of the target. */
  readonly error: ErrorOf<C>;
  /** The paths of the original's envelope whose values the new one cannot hold, in its order. */
  readonly lost: readonly string[];
}

/** A failure of which only the envelope is known, as a client receives it. */
export interface ReceivedFailure {
  /** The contract that the envelope follows. */
  readonly contract: ContractData;
  /** The envelope, as an object or as JSON text. */
  readonly envelope: unknown;
}

const origin = "converted_from";

/**
 * Converts a failure of one contract to an error of another, with the code that the target names for the same
 * condition. What has no field there is kept among the details, else in the cause, as `converted_from: { contract,
 * code, ... }`, so that the conversion back restores the envelope; where neither is free, `lost` names it. A stack does
 * not travel.
 *
 * @param failure an error of a contract, or `{ contract, envelope }`; any other value is converted by `fromUnknown`.
 * @throws TypeError when `target` is no contract or class.
 * @example
 * ```js
 * import { convert } from "error-contract/convert";
 * import { typedMcp } from "error-contract/typed-mcp";
 * import { toolError } from "error-contract/standard";
 *
 * const { error } = convert(toolError("NOT_FOUND", "There is no such note."), typedMcp);
 * console.log(error.error); // not_found
 * ```
 */
export function convert<const C extends ContractData>(
  failure: unknown,
  target: C | ErrorClass<C> | FailureClass<C>,
): Conversion<C> {
  const errorClass = resolveErrorClass("convert", target);
  const source = readSource(failure);
  if (!source || errorClass.is(failure)) return { error: errorClass.fromUnknown(failure) as ErrorOf<C>, lost: [] };

  const { fields, lost, cause } = carryOver(source, compileContract(errorClass.contract));
  const error = createConvertedError(errorClass, fields, cause) ?? errorClass.fromUnknown(failure);
  return { error: error as ErrorOf<C>, lost };
}

interface Source {
  readonly compiled: CompiledContract;
  readonly envelope: JSONObject;
  readonly value: unknown;
}

function readSource(failure: unknown): Source | undefined {
  if (ContractError.is(failure)) {
    const { origin } = describeThrown(failure);
    return origin && { compiled: origin, envelope: toConformingEnvelope(origin, failure), value: failure };
  }
  return tryTo(() => {
    const { contract, envelope } = failure as ReceivedFailure;
    const safe = toJSONSafe(envelope);
    if (listEnvelopeProblems(defineContract(contract), safe).length > 0) return undefined;
    return { compiled: compileContract(contract), envelope: safe as JSONObject, value: envelope };
  });
}

interface Carried {
  readonly fields: Record<string, unknown>;
  readonly lost: readonly string[];
  readonly cause: unknown;
}

function carryOver(source: Source, to: CompiledContract): Carried {
  const { compiled: from, envelope, value: original } = source;
  const sentCode = readAt(envelope, from.code.parts) as string | number;
  const areRelative = isRelative(from.contract, to.contract);
  const earlier = findEarlierSelf(from, envelope, to);
  // The same between relatives and on the way back, else that of the condition.
  const same = [earlier?.code, areRelative ? sentCode : undefined].find((candidate) => to.code.canHold(candidate));
  const condition = from.findEntry(sentCode)?.condition;
  const code = same ?? (condition && findCodeByCondition(to.contract, condition)) ?? to.fallback.unknown;
  const { rest, cause, ...carried } = carryFields(source, to, earlier, earlier ? undefined : code);
  const fields = { [to.code.name]: code, ...carried.fields };

  const lost = Object.keys(rest);
  if (earlier) {
    const cause = to.cause && earlier[to.cause.path];
    return { fields: { ...fields, ...readEarlierFields(earlier, to) }, lost, cause };
  }
  if (areRelative) return { fields, lost, cause: ContractError.is(original) ? original.cause : cause };
  const free = findFreeField(to);
  if (free) return { ...keepOrigin(source, rest, free, fields, cause), lost: [] };
  // A code that stands for more than one is lost, too.
  const wayBack = to.findEntry(code)?.condition;
  const isSame = wayBack !== undefined && findCodeByCondition(from.contract, wayBack) === sentCode;
  return { fields, lost: isSame ? lost : [from.code.path, ...lost], cause };
}

/**
 * Carries the fields that have a counterpart over; `rest` are the others.
 *
 * @param code that of the new error; `undefined` on the way back.
 */
function carryFields(
  { compiled: from, envelope, value: original }: Source,
  to: CompiledContract,
  earlier: JSONObject | undefined,
  code: JSONValue | undefined,
) {
  const fields: Record<string, unknown> = {};
  const rest: Record<string, JSONValue> = {};
  let cause = original;
  for (const field of from.fields) {
    const value = removeOrigin(field, readAt(envelope, field.parts), earlier);
    if (value === undefined || isLeftBehind(field, value, from)) continue;
    const place = findCounterpart(from.contract, field, to);
    if (!place || !canCarry(to, place, value, code)) rest[field.path] = value;
    else if (place === to.cause) cause = value;
    else fields[place.name] = value;
  }
  return { fields, rest, cause };
}

/** Returns whether a field says nothing elsewhere: a stack stays on the server, and a value may be none. */
function isLeftBehind(field: Field, value: JSONValue, { code, contract }: CompiledContract): boolean {
  if (field.part === "stack" || field.part === "discriminant" || field === code) return true;
  return field.required && (value === null || value === contract.context[field.name]?.default);
}

function readEarlierFields(earlier: JSONObject, to: CompiledContract): Readonly<Record<string, unknown>> {
  const own = to.fields.filter(
    ({ path, part, canHold }) => part !== "cause" && Object.hasOwn(earlier, path) && canHold(earlier[path]),
  );
  return Object.fromEntries(own.map(({ name, path }) => [name, earlier[path]]));
}

function findEarlierSelf(from: CompiledContract, envelope: JSONObject, to: CompiledContract): JSONObject | undefined {
  const free = findFreeField(from);
  const earlier = free && readMember(readAt(envelope, free.parts), origin);
  const names = [to.contract.name, ...(to.contract.extends ?? [])];
  const isOurs =
    names.includes(readMember(earlier, "contract") as string) && to.code.canHold(readMember(earlier, "code"));
  return isOurs ? (earlier as JSONObject) : undefined;
}

function keepOrigin(
  { compiled: { contract, code: sentCode, message: sentMessage }, envelope, value }: Source,
  rest: JSONObject,
  free: Field,
  fields: Carried["fields"],
  cause: unknown,
): Pick<Carried, "fields" | "cause"> {
  const details = fields[free.name];
  const room = isRecord(details) && !Object.hasOwn(details, origin) && Object.keys(details).length > 0;
  // Details that could not be separated on the way back are kept whole.
  const whole = details === undefined || room ? {} : { [contract.fields.details!]: details as JSONValue };
  const code = readAt(envelope, sentCode.parts)!;
  const kept = { [origin]: { contract: contract.name, code, ...rest, ...whole } };
  if (free.part !== "cause") return { fields: { ...fields, [free.name]: { ...(room && details), ...kept } }, cause };
  const name = readMember(value, "name");
  const known = typeof name === "string" ? name : contract.vocabulary.errorClass;
  return { fields, cause: { message: readAt(envelope, sentMessage.parts), code, name: known, ...kept } };
}

function findFreeField({ details, cause }: CompiledContract): Field | undefined {
  return [details, cause].find((field) => field?.canHold({ [origin]: {} }) === true);
}

/** @param code that of the new error; `undefined` on the way back, for a message that was fit before. */
function canCarry(
  { contract, getMessage, findEntry }: CompiledContract,
  place: Field,
  value: JSONValue,
  code: unknown,
): boolean {
  if (value === null || !place.canHold(value)) return false;
  if (place.part !== "message" || code === undefined) return true;
  // A literal message is the contract's own, and no foreign message shows the details that the code requires.
  if (contract.message === "literal") return getMessage(code, undefined) === value;
  return !findEntry(code)?.shows?.length;
}

function removeOrigin(
  field: Field,
  value: JSONValue | undefined,
  earlier: JSONObject | undefined,
): JSONValue | undefined {
  if (!earlier || readMember(value, origin) !== earlier) return value;
  if (field.part === "cause") return undefined;
  const { [origin]: _, ...others } = value as JSONObject;
  return Object.keys(others).length === 0 ? undefined : others;
}
