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
import { isRecord, readAt, readMember } from "./json/read.js";
import { toJSONSafe } from "./json/to-json-safe.js";

/** The result of a conversion. */
export interface Conversion<C extends ContractData> {
  readonly error: ErrorOf<C>;
  /** The paths of the original's envelope whose values the new one cannot hold, in its order. */
  readonly lost: readonly string[];
}

/** A failure of which only the envelope is known, as a client receives it. */
export interface ReceivedFailure {
  readonly contract: ContractData;
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
 */
export function convert<const C extends ContractData>(
  failure: unknown,
  target: C | ErrorClass<C> | FailureClass<C>,
): Conversion<C> {
  const errorClass = resolveErrorClass("convert", target);
  const source = readSource(failure);
  if (!source || errorClass.is(failure)) return { error: errorClass.fromUnknown(failure) as ErrorOf<C>, lost: [] };

  const { fields, kept, cause } = carryOver(source, compileContract(errorClass.contract));
  const error = createConvertedError(errorClass, fields, cause) ?? errorClass.fromUnknown(failure);
  return { error: error as ErrorOf<C>, lost: kept };
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
  try {
    const { contract, envelope } = failure as ReceivedFailure;
    const safe = toJSONSafe(envelope);
    if (listEnvelopeProblems(defineContract(contract), safe).length > 0) return undefined;
    return { compiled: compileContract(contract), envelope: safe as JSONObject, value: envelope };
  } catch {
    // No contract and no envelope.
    return undefined;
  }
}

interface Carried {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly kept: readonly string[];
  readonly cause: unknown;
}

function carryOver(source: Source, to: CompiledContract): Carried {
  const from = source.compiled;
  const earlier = findEarlierSelf(source, to);
  const code = chooseCode(to, source, earlier);
  const fields: Record<string, unknown> = { [to.code.name]: code };
  const rest: Record<string, JSONValue> = {};
  let cause = source.value;

  for (const field of from.fields) {
    if (field === from.code || field.part === "discriminant") continue;
    const value = removeOrigin(field, readAt(source.envelope, field.parts), earlier);
    // A stack stays on the server.
    if (field.part === "stack" || value === undefined || isUnset(from, field, value)) continue;
    const place = findCounterpart(from.contract, field, to);
    if (!place || !canCarry(to, place, value, earlier ? undefined : code)) rest[field.path] = value;
    else if (place === to.cause) cause = value;
    else fields[place.name] = value;
  }
  if (earlier) return restoreEarlier(to, fields, earlier, Object.keys(rest));
  if (isRelative(from.contract, to.contract)) {
    return { fields, kept: Object.keys(rest), cause: ContractError.is(source.value) ? source.value.cause : cause };
  }
  return keepOrigin(source, to, { fields, rest, cause });
}

/** Chooses the code: the same between relatives and on the way back, else that of the condition. */
function chooseCode(
  to: CompiledContract,
  { compiled: from, envelope }: Source,
  earlier: JSONObject | undefined,
): unknown {
  const code = readAt(envelope, from.code.parts) as string | number;
  const [before, related] = [earlier?.code, isRelative(from.contract, to.contract) ? code : undefined];
  const same = [before, related].find((candidate) => to.code.canHold(candidate));
  if (same !== undefined) return same;
  const condition = from.findEntry(code)?.condition;
  return (condition && findCodeByCondition(to.contract, condition)) ?? to.fallback.unknown;
}

function findEarlierSelf({ compiled, envelope }: Source, to: CompiledContract): JSONObject | undefined {
  const free = findFreeField(compiled);
  const earlier = free && readMember(readAt(envelope, free.parts), origin);
  const names = [to.contract.name, ...(to.contract.extends ?? [])];
  const isOurs =
    names.includes(readMember(earlier, "contract") as string) && to.code.canHold(readMember(earlier, "code"));
  return isOurs ? (earlier as JSONObject) : undefined;
}

/** Restores the earlier error; values that were added since have no place. */
function restoreEarlier(
  to: CompiledContract,
  fields: Readonly<Record<string, unknown>>,
  { contract: _, code: __, ...earlier }: JSONObject,
  added: readonly string[],
): Carried {
  const own = Object.fromEntries(
    to.fields
      .filter(({ path, part, canHold }) => part !== "cause" && Object.hasOwn(earlier, path) && canHold(earlier[path]))
      .map(({ path, name }) => [name, earlier[path]]),
  );
  const cause = to.cause && earlier[to.cause.path];
  return { fields: { ...fields, ...own }, kept: added, cause };
}

function keepOrigin(
  { compiled: from, envelope, value }: Source,
  to: CompiledContract,
  { fields, rest, cause }: { fields: Record<string, unknown>; rest: Record<string, JSONValue>; cause: unknown },
): Carried {
  const free = findFreeField(to);
  const code = readAt(envelope, from.code.parts)!;
  if (!free) return { fields, kept: listLost(from, to, code, fields, Object.keys(rest)), cause };

  const details = fields[free.name];
  const room = isRecord(details) && !Object.hasOwn(details, origin) && Object.keys(details).length > 0;
  // Details that could not be separated on the way back are kept whole.
  const whole = details === undefined || room ? {} : { [from.contract.fields.details!]: details as JSONValue };
  const kept = { contract: from.contract.name, code, ...rest, ...whole };
  if (free.part !== "cause") {
    return { fields: { ...fields, [free.name]: { ...(room && details), [origin]: kept } }, kept: [], cause };
  }
  const [message, name] = [readAt(envelope, from.message.parts), readMember(value, "name")];
  return {
    fields,
    kept: [],
    cause: {
      message,
      code,
      name: typeof name === "string" ? name : from.contract.vocabulary.errorClass,
      [origin]: kept,
    },
  };
}

/** Lists the lost paths. Without a free field a code that stands for more than one is lost too. */
function listLost(
  from: CompiledContract,
  to: CompiledContract,
  code: JSONValue,
  fields: Readonly<Record<string, unknown>>,
  rest: readonly string[],
): readonly string[] {
  const condition = to.findEntry(fields[to.code.name])?.condition;
  const isSame = condition !== undefined && findCodeByCondition(from.contract, condition) === code;
  return isSame ? rest : [from.code.path, ...rest];
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

function isUnset({ contract }: CompiledContract, { name, required }: Field, value: JSONValue): boolean {
  return required && (value === null || value === contract.context[name]?.default);
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
