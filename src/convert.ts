import type { FailureClass } from "./boundary/options.js";
import { entryOf } from "./contract/codes.js";
import { codeForCondition } from "./contract/condition-codes.js";
import { conformingEnvelope } from "./error/conforming-envelope.js";
import { ContractError } from "./error/contract-error.js";
import { contractClass } from "./error/resolve-error-class.js";
import type { ContractData } from "./contract/contract-data.js";
import { counterpart, isRelative } from "./error/counterpart.js";
import { defineContract } from "./contract/define-contract.js";
import { envelopeProblems } from "./contract/envelope-schema.js";
import { errorOfOthers, type ErrorClass, type ErrorOf } from "./error/create-error-class.js";
import { contractOf } from "./error/foreign-condition.js";
import { readable, toJSONSafe, type JSONObject, type JSONValue } from "./json/to-json-safe.js";
import { valueAt } from "./json/path.js";
import { shapeFor, type Field, type Shape } from "./contract/compile-contract.js";

/** What a conversion gives. */
export interface Conversion<C extends ContractData> {
  readonly error: ErrorOf<C>;
  /** The paths of the original's envelope whose values the new one could hold nowhere, in its order. */
  readonly lost: readonly string[];
}

/** A failure of which only the envelope is known, as a client receives it. */
export interface ReceivedFailure {
  readonly contract: ContractData;
  readonly envelope: unknown;
}

/** The member of the free field that tells where an error came from, and what else it said. */
const origin = "converted_from";

/**
 * A failure of one contract as an error of another. The code is the one that the target names for the same condition; the
 * message, details, tool, invariant and timestamp go where the target has a place for them.
 *
 * The rest is kept in the target's free field, as `converted_from: { contract, code, ... }`: in its details, or in the cause
 * where a contract has no details. So whoever converts back gets the very envelope again. A contract without a free field
 * (specification 000) loses it: `lost` names what. What is converted back drops what was added in between.
 *
 * An error that is of the target, or of one that extends it, stays what it is. Any other value becomes an error of the
 * target by its `fromUnknown`. A stack in the envelope does not travel.
 *
 * @param failure an error of a contract, or a contract and the envelope that was received.
 * @param target a contract, or its error class.
 * @throws TypeError when `target` is neither. A failure is never refused.
 *
 * @example
 * const { error, lost } = convert(caught, mcpAql);
 */
export function convert<const C extends ContractData>(
  failure: unknown,
  target: C | ErrorClass<C> | FailureClass<C>,
): Conversion<C> {
  const errorClass = contractClass("convert", target);
  return conversion(failure, errorClass) as Conversion<ContractData> as unknown as Conversion<C>;
}

interface AnyConversion {
  readonly error: ContractError;
  readonly lost: readonly string[];
}

function conversion(failure: unknown, errorClass: FailureClass): AnyConversion {
  const to = shapeFor(errorClass.contract);
  const source = sourceOf(failure);
  if (!source || errorClass.is(failure)) return { error: errorClass.fromUnknown(failure), lost: [] };

  const { fields, kept, cause } = carried(source, to);
  const made = errorOfOthers(errorClass, fields, cause) ?? errorClass.fromUnknown(failure);
  return { error: made, lost: kept };
}

/** A failure to convert: its contract, and its envelope as it would be sent. */
interface Source {
  readonly shape: Shape;
  readonly envelope: JSONObject;
  /** What becomes the cause of the new error. */
  readonly value: unknown;
}

function sourceOf(failure: unknown): Source | undefined {
  if (ContractError.is(failure)) {
    const contract = contractOf(failure);
    const shape = contract && shapeFor(contract);
    return shape && { shape, envelope: conformingEnvelope(shape, failure), value: failure };
  }
  try {
    const { contract, envelope } = failure as ReceivedFailure;
    const safe = toJSONSafe(envelope);
    if (envelopeProblems(defineContract(contract), safe).length > 0) return undefined;
    return { shape: shapeFor(contract), envelope: safe as JSONObject, value: envelope };
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

function carried(source: Source, to: Shape): Carried {
  const from = source.shape;
  const earlier = earlierSelf(source, to);
  const code = codeIn(to, source, earlier);
  const fields: Record<string, unknown> = { [to.code.name]: code };
  const rest: Record<string, JSONValue> = {};
  let cause = source.value;

  for (const field of from.fields) {
    if (field === from.code || field.part === "constant") continue;
    const value = withoutOrigin(field, valueAt(source.envelope, field.parts), earlier);
    // A stack is for the server's own eyes.
    if (field.part === "stack" || value === undefined || isUnset(from, field, value)) continue;
    const place = counterpart(from.contract, field, to);
    if (!place || !holds(to, place, value, earlier ? undefined : code)) rest[field.path] = value;
    else if (place === to.cause) cause = value;
    else fields[place.name] = value;
  }
  if (earlier) return restored(to, fields, earlier, Object.keys(rest));
  if (isRelative(from.contract, to.contract)) {
    return { fields, kept: Object.keys(rest), cause: ContractError.is(source.value) ? source.value.cause : cause };
  }
  return withOrigin(source, to, { fields, rest, cause });
}

/** The code of the target: the same between relatives and for what comes back, else that of the condition. */
function codeIn(to: Shape, { shape: from, envelope }: Source, earlier: JSONObject | undefined): unknown {
  const code = valueAt(envelope, from.code.parts) as string | number;
  const [before, related] = [earlier?.code, isRelative(from.contract, to.contract) ? code : undefined];
  const same = [before, related].find((candidate) => to.code.accepts(candidate));
  if (same !== undefined) return same;
  const condition = entryOf(from.contract, code)?.condition;
  return (condition && codeForCondition(to.contract, condition)) ?? to.fallback.unknown;
}

/** What the source says about having been an error of the target before. */
function earlierSelf({ shape, envelope }: Source, to: Shape): JSONObject | undefined {
  const free = freeField(shape);
  const told = free && readable(valueAt(envelope, free.parts), origin);
  const names = [to.contract.name, ...(to.contract.extends ?? [])];
  const isOurs = names.includes(readable(told, "contract") as string) && to.code.accepts(readable(told, "code"));
  return isOurs ? (told as JSONObject) : undefined;
}

/** Everything as it was before; what was added since has no place. */
function restored(
  to: Shape,
  fields: Readonly<Record<string, unknown>>,
  { contract: _, code: __, ...earlier }: JSONObject,
  added: readonly string[],
): Carried {
  const own = Object.fromEntries(
    to.fields
      .filter(({ path, part, accepts }) => part !== "cause" && Object.hasOwn(earlier, path) && accepts(earlier[path]))
      .map(({ path, name }) => [name, earlier[path]]),
  );
  const cause = to.cause && earlier[to.cause.path];
  return { fields: { ...fields, ...own }, kept: added, cause };
}

function withOrigin(
  { shape: from, envelope, value }: Source,
  to: Shape,
  { fields, rest, cause }: { fields: Record<string, unknown>; rest: Record<string, JSONValue>; cause: unknown },
): Carried {
  const free = freeField(to);
  const code = valueAt(envelope, from.code.parts)!;
  if (!free) return { fields, kept: lostWithout(from, to, code, fields, Object.keys(rest)), cause };

  const details = fields[free.name];
  const isPlain = typeof details === "object" && details !== null && !Array.isArray(details);
  const room = isPlain && !Object.hasOwn(details, origin) && Object.keys(details).length > 0;
  // What cannot be told apart on the way back is kept whole.
  const whole = details === undefined || room ? {} : { [from.contract.fields.details!]: details as JSONValue };
  const told = { contract: from.contract.name, code, ...rest, ...whole };
  if (free.part !== "cause") {
    return { fields: { ...fields, [free.name]: { ...(room && details), [origin]: told } }, kept: [], cause };
  }
  const [message, name] = [valueAt(envelope, from.message.parts), readable(value, "name")];
  return {
    fields,
    kept: [],
    cause: {
      message,
      code,
      name: typeof name === "string" ? name : from.contract.vocabulary.errorClass,
      [origin]: told,
    },
  };
}

/** Without a free field a code that stands for more than one is lost too. */
function lostWithout(
  from: Shape,
  to: Shape,
  code: JSONValue,
  fields: Readonly<Record<string, unknown>>,
  rest: readonly string[],
): readonly string[] {
  const condition = entryOf(to.contract, fields[to.code.name] as string)?.condition;
  const isSame = condition !== undefined && codeForCondition(from.contract, condition) === code;
  return isSame ? rest : [from.code.path, ...rest];
}

/** Where a contract takes any object: its details, else its cause. */
function freeField({ details, cause }: Shape): Field | undefined {
  return [details, cause].find((field) => field?.accepts({ [origin]: {} }) === true);
}

/**
 * Whether the value would stand in the envelope as it is.
 *
 * @param code that of the new error; `undefined` for one that comes back, whose message was fit before.
 */
function holds({ contract, messageOf, shownBy }: Shape, place: Field, value: JSONValue, code: unknown): boolean {
  if (value === null || !place.accepts(value)) return false;
  if (place.part !== "message" || code === undefined) return true;
  // A literal message is the contract's own; one that has to show a detail is not written by others.
  if (contract.message === "literal") return messageOf(code, undefined) === value;
  return shownBy(code).length === 0;
}

/** Null in a required field, or the contract's default, says nothing. */
function isUnset({ contract }: Shape, { name, required }: Field, value: JSONValue): boolean {
  return required && (value === null || value === contract.context[name]?.default);
}

/** The value as it was before an earlier conversion put its origin in. */
function withoutOrigin(
  field: Field,
  value: JSONValue | undefined,
  earlier: JSONObject | undefined,
): JSONValue | undefined {
  if (!earlier || readable(value, origin) !== earlier) return value;
  if (field.part === "cause") return undefined;
  const { [origin]: _, ...others } = value as JSONObject;
  return Object.keys(others).length === 0 ? undefined : others;
}
