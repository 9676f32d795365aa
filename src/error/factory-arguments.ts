import { getWireCode, findNearestCode } from "../contract/codes.js";
import type { CompiledContract, Field } from "../contract/compile-contract.js";
import type { ContractData, Factory, JSONSchema } from "../contract/contract-data.js";
import { features } from "../contract/features.js";
import { fillTemplate, listPlaceholders } from "../contract/message-template.js";
import { findNearest } from "../contract/nearest.js";
import { checkAgainstSchema, isPlain } from "../contract/schema.js";
import { isError, readMember } from "../json/read.js";
import { jsonLimits, stringify, toJSONSafe, toSafeText } from "../json/to-json-safe.js";
import { createRefusal, describeUnknownOption, findUnknownOption, readArgument } from "./refusal.js";

export type Given = Readonly<Record<string, unknown>>;

interface Step {
  readonly field: Field;
  /** The index of the positional argument, -1 when it is none. */
  readonly position: number;
  readonly isOptional: boolean;
  readonly isRead: boolean;
  readonly isInvariant: boolean;
  readonly fixed: string | number | undefined;
  /** `undefined` where the value is only known when the error is created. */
  readonly unset: unknown;
}

const isTemplate = (text: string): boolean => listPlaceholders(text).length > 0;

export class ArgumentReader {
  readonly #compiled: CompiledContract;
  readonly #factory: Factory;
  readonly #steps: readonly Step[];
  readonly #templates: readonly (readonly [name: string, text: string])[];
  readonly #causeName: string;
  readonly #causePosition: number;
  readonly #isCauseRead: boolean;
  /** The names that the object of fields may have; none for `fromUnknown`, which refuses nothing. */
  readonly #names: readonly string[];
  /** Whether the fields are those of a class, among which a session that is spread may have others. */
  readonly #isOfClass: boolean;

  constructor(compiled: CompiledContract, factory: Factory) {
    this.#compiled = compiled;
    this.#factory = factory;
    this.#steps = compiled.settable.map((field) => createStep(compiled, factory, field));
    this.#templates = Object.entries(factory.defaults ?? {}).filter(([, text]) => isTemplate(text));
    this.#causeName = compiled.cause?.name ?? "cause";
    this.#causePosition = factory.positional.indexOf(this.#causeName);
    this.#isCauseRead = factory.reads.includes(this.#causeName) || compiled.cause === undefined;
    this.#isOfClass = factory.purpose === "construct" || factory.name.includes(".");
    this.#names = factory.purpose === "unknown" ? [] : [...new Set([...factory.reads, this.#causeName])];
  }

  /** An error in place of the fields is the cause. Throws for an unknown option, or a mistyped name of a field. */
  readFields(fields: unknown): Given {
    const { name } = this.#factory;
    if (fields === undefined || fields === null) return {};
    if (typeof fields !== "object") {
      throw createRefusal(`${name}: expected an object of fields, found ${typeof fields}`, fields);
    }
    if (isError(fields)) return { [this.#causeName]: fields };
    if (this.#names.length === 0) return fields as Given;
    const unknown = findUnknownOption(name, fields, this.#names, (other) => this.#isMistake(fields, other));
    if (unknown === undefined) return fields as Given;
    const mistyped = readMember(fields, unknown);
    const cause = readMember(fields, this.#causeName) ?? (isError(mistyped) ? mistyped : undefined);
    throw createRefusal(`${name}: ${describeUnknownOption(unknown, unknown, this.#names)}`, cause);
  }

  /** Returns whether a name that no field has means one that is not given; functions have no other options at all. */
  #isMistake(fields: object, name: string): boolean {
    if (!this.#isOfClass) return true;
    const meant = isPlain(fields) ? findNearest(name, this.#names) : undefined;
    return meant !== undefined && (readMember(fields, meant) ?? undefined) === undefined;
  }

  /** @throws TypeError when the envelope could not hold a value, or the details are not those of the code. */
  readValues(given: Given, args: readonly unknown[]): Record<string, unknown> {
    const { code, message, details, timestamp, getMessage } = this.#compiled;
    const values: Record<string, unknown> = {};
    for (const step of this.#steps) values[step.field.name] = this.#readValue(step, given, args);
    for (const [name, text] of this.#templates) values[name] ??= fillTemplate(text, (other) => values[other]);
    const misfit = this.#checkMessage(values);
    if (this.#factory.purpose !== "unknown") {
      const problem = this.#checkDetails(values) ?? misfit;
      if (problem !== undefined) throw createRefusal(`${this.#factory.name}: ${problem}`, this.readCause(given, args));
    } else if (misfit !== undefined) {
      // The message of a foreign error gives way to that of the code.
      values[message.name] = undefined;
    }
    values[message.name] ??= getMessage(values[code.name], details && values[details.name]);
    if (timestamp) values[timestamp.name] ??= new Date().toISOString();
    return values;
  }

  readCause(given: Given, args: readonly unknown[]): unknown {
    if (this.#causePosition >= 0) return args[this.#causePosition];
    return this.#isCauseRead ? this.#read(given, this.#causeName) : undefined;
  }

  #read(given: Given, name: string): unknown {
    return readArgument(this.#factory.name, given, name, this.#causeName);
  }

  #readValue(step: Step, given: Given, args: readonly unknown[]): unknown {
    const { field, position, isOptional, isRead, fixed, unset } = step;
    if (fixed !== undefined) return fixed;
    const value = position >= 0 ? args[position] : isRead ? this.#read(given, field.name) : undefined;
    // An empty message says less than the code's own, unless the envelope has a place for one.
    if (value === "" && field.part === "message" && (position >= 0 || !field.canHold(value))) return unset;
    if (value === undefined && (position < 0 || isOptional || field.part === "code")) return unset;
    if (field.canHold(value) && (position < 0 || isMeant(step, value))) return value;
    // A conversion refuses nothing: the value could be held when it was chosen, and has another JSON each time.
    if (this.#factory.purpose === "unknown") return unset;
    const problem = this.#describeRefusal(step, value);
    throw createRefusal(problem, this.readCause(given, args));
  }

  #describeRefusal({ field, position, isInvariant }: Step, value: unknown): string {
    if (field.part === "code") return describeUnregistered(this.#compiled.contract, value);
    const schema = position < 0 ? field.schema : withoutNull(field.schema, isInvariant);
    const [problem] = checkAgainstSchema(schema, value, field.name);
    const expected = position >= 0 && isInvariant ? "expected an invariant id; " : "";
    const diagnostic =
      problem === undefined && typeof value === "string" ? features.findDiagnostic?.(value) : undefined;
    const otherwise = diagnostic === undefined ? "a value is needed" : `expected no diagnostics, found ${diagnostic}`;
    return `${this.#factory.name}: ${expected}${problem ?? `${field.name}: ${otherwise}`}`;
  }

  /** Checks the details; an error that is constructed without any is the minimal form of its code. */
  #checkDetails(values: Given): string | undefined {
    const { code, details: field, getDetailsSchema } = this.#compiled;
    const schema = getDetailsSchema(values[code.name]);
    if (!schema || !field) return undefined;
    const details = values[field.name] ?? undefined;
    const isMinimal = this.#factory.purpose === "construct" || schema.required?.length === 0;
    if (details === undefined && isMinimal) return undefined;
    return checkAgainstSchema(schema, details === undefined ? details : toJSONSafe(details), "details")[0];
  }

  #checkMessage(values: Given): string | undefined {
    const { code, message, details: field, findEntry, getMessage } = this.#compiled;
    const text = values[message.name];
    const { shows = [] } = findEntry(values[code.name]) ?? {};
    if (typeof text !== "string" || !field || shows.length === 0) return undefined;
    const details = values[field.name];
    if (text === getMessage(values[code.name], details)) return undefined;
    // As the envelope shows it.
    const shown = toSafeText(text);
    for (const name of shows) {
      const value = readMember(details, name);
      if (typeof value !== "string") return `${message.name}: expected the detail ${name} in it`;
      if (!shown.includes(toSafeText(value))) return `${message.name}: expected a text with ${stringify(value)} in it`;
    }
    return undefined;
  }
}

function createStep(compiled: CompiledContract, factory: Factory, field: Field): Step {
  const { positional, optional = [], reads, fixed = {}, defaults = {} } = factory;
  const { name, part } = field;
  const text = defaults[name] ?? "";
  const isLate = part === "message" || part === "timestamp" || isTemplate(text);
  const unset = part === "code" ? compiled.fallback.construct : isLate ? undefined : field.unset;
  const fixedText = fixed[name];
  return {
    field,
    position: positional.indexOf(name),
    isOptional: optional.includes(name),
    isRead: reads.includes(name),
    isInvariant: part === "invariant",
    fixed: part === "code" && fixedText !== undefined ? getWireCode(compiled.contract, fixedText) : fixedText,
    unset: isTemplate(text) ? undefined : (defaults[name] ?? unset),
  };
}

export function describeUnregistered(contract: ContractData, value: unknown): string {
  const meant = typeof value === "string" ? findNearestCode(contract, value) : undefined;
  const code = meant === undefined ? undefined : getWireCode(contract, meant);
  const isRegistered = meant !== undefined && meant === value;
  if (isRegistered && code === value) {
    return `INVALID_ERROR_CODE: ${meant} of ${contract.name} is a warning, not an error`;
  }
  if (isRegistered) return `INVALID_ERROR_CODE: ${JSON.stringify(meant)} is the name of ${code}; pass the code`;
  const hint = meant === undefined ? "" : `; did you mean ${code === meant ? meant : `${meant} (${code})`}?`;
  const found = value === undefined ? "undefined" : stringify(value, { ...jsonLimits, text: 60 });
  return `INVALID_ERROR_CODE: ${found} is not a registered code of ${contract.name}${hint}`;
}

/** Null counts only where the argument is optional, and an invariant needs an id. */
function isMeant({ isInvariant, isOptional }: Step, value: unknown): boolean {
  return (value !== null || isOptional) && !(isInvariant && value === "");
}

/** Leaves out the values that {@link isMeant} refuses. */
function withoutNull(schema: JSONSchema, isInvariant: boolean): JSONSchema {
  return {
    ...schema,
    ...(schema.type !== undefined && { type: [schema.type].flat().filter((type) => type !== "null") }),
    ...(schema.anyOf && { anyOf: schema.anyOf.filter(({ type }) => type !== "null") }),
    ...(schema.enum && { enum: schema.enum.filter((value) => value !== null) }),
    ...(isInvariant && { minLength: 1 }),
  };
}
