import { getWireCode, nearestCode } from "../contract/codes.js";
import type { CompiledContract, Field } from "../contract/compile-contract.js";
import type { Factory, JSONSchema } from "../contract/contract-data.js";
import { features } from "../contract/features.js";
import { fillTemplate, listPlaceholders } from "../contract/message-template.js";
import { checkAgainstSchema } from "../contract/schema.js";
import { readMember } from "../json/read.js";
import { jsonLimits, stringify, toJSONSafe, toSafeText } from "../json/to-json-safe.js";
import { createRefusal, readArgument } from "./refusal.js";

/** The object of fields that a factory takes behind its positional arguments. */
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

interface Template {
  readonly index: number;
  readonly text: string;
}

/** Reads the arguments of one factory into the fields of an error; its entry in the vocabulary is compiled once. */
export class ArgumentReader {
  readonly #compiled: CompiledContract;
  readonly #name: string;
  readonly #steps: readonly Step[];
  readonly #templates: readonly Template[];
  readonly #causePosition: number;
  readonly #causeName: string;
  readonly #isCauseRead: boolean;
  readonly #codeIndex: number;
  readonly #messageIndex: number;
  readonly #detailsIndex: number;
  readonly #timestampIndex: number;
  readonly #purpose: Factory["purpose"];

  constructor(
    compiled: CompiledContract,
    { name, purpose, positional, optional = [], reads, fixed = {}, defaults = {} }: Factory,
  ) {
    const { settable, contract } = compiled;
    this.#compiled = compiled;
    this.#name = name;
    this.#purpose = purpose;
    this.#causeName = compiled.cause?.name ?? "cause";
    this.#causePosition = positional.indexOf(this.#causeName);
    this.#isCauseRead = reads.includes(this.#causeName) || compiled.cause === undefined;
    this.#codeIndex = settable.indexOf(compiled.code);
    this.#messageIndex = settable.indexOf(compiled.message);
    this.#detailsIndex = compiled.details ? settable.indexOf(compiled.details) : -1;
    this.#timestampIndex = compiled.timestamp ? settable.indexOf(compiled.timestamp) : -1;
    this.#templates = settable.flatMap((field, index) => {
      const text = defaults[field.name];
      return text !== undefined && listPlaceholders(text).length > 0 ? [{ index, text }] : [];
    });
    this.#steps = settable.map((field, index): Step => {
      const isTemplate = this.#templates.some((template) => template.index === index);
      const isLate = isTemplate || index === this.#messageIndex || index === this.#timestampIndex;
      const unset = index === this.#codeIndex ? compiled.fallback.construct : isLate ? undefined : field.unset;
      const fixedText = fixed[field.name];
      return {
        field,
        position: positional.indexOf(field.name),
        isOptional: optional.includes(field.name),
        isRead: reads.includes(field.name),
        isInvariant: field.path === contract.fields.invariant,
        fixed: index === this.#codeIndex && fixedText !== undefined ? getWireCode(contract, fixedText) : fixedText,
        unset: isTemplate ? undefined : (defaults[field.name] ?? unset),
      };
    });
  }

  /**
   * Returns the values of the contract's settable fields, in their order.
   *
   * @throws TypeError when the envelope could not hold a given value, or the details are not those of the code; it
   *   carries the cause that was given.
   */
  readValues(given: Given, args: readonly unknown[]): unknown[] {
    const values: unknown[] = [];
    for (const step of this.#steps) values.push(this.#readValue(step, given, args));
    for (const { index, text } of this.#templates) {
      values[index] ??= fillTemplate(text, (name) => values[this.#findIndex(name)]);
    }
    const misfit = this.#checkMessage(values);
    // The message of a foreign error gives way to that of the code.
    if (misfit !== undefined && this.#purpose === "unknown") values[this.#messageIndex] = undefined;
    const problem = this.#purpose === "unknown" ? undefined : (this.#checkDetails(values) ?? misfit);
    if (problem !== undefined) throw createRefusal(`${this.#name}: ${problem}`, this.readCause(given, args));
    values[this.#messageIndex] ??= this.#compiled.getMessage(values[this.#codeIndex], values[this.#detailsIndex]);
    if (this.#timestampIndex >= 0) values[this.#timestampIndex] ??= this.#compiled.getTimestamp();
    return values;
  }

  /** Returns the cause as it was given; `undefined` and null both mean that there is none. */
  readCause(given: Given, args: readonly unknown[]): unknown {
    if (this.#causePosition >= 0) return args[this.#causePosition];
    return this.#isCauseRead ? this.#read(given, this.#causeName) : undefined;
  }

  #read(given: Given, name: string): unknown {
    return readArgument(this.#name, given, name, this.#causeName);
  }

  #readValue(step: Step, given: Given, args: readonly unknown[]): unknown {
    const { field, position, isOptional, isRead, fixed, unset } = step;
    if (fixed !== undefined) return fixed;
    const value = position >= 0 ? args[position] : isRead ? this.#read(given, field.name) : undefined;
    // An empty message says less than the code's own, unless the envelope has a place for one.
    if (value === "" && field.part === "message" && (position >= 0 || !field.canHold(value))) return unset;
    if (value === undefined && (position < 0 || isOptional || field.part === "code")) return unset;
    if (field.canHold(value) && (position < 0 || isMeant(step, value))) return value;
    throw createRefusal(this.#describeRefusal(step, value), this.readCause(given, args));
  }

  #describeRefusal({ field, position, isInvariant }: Step, value: unknown): string {
    const { contract } = this.#compiled;
    if (field.part !== "code") {
      const schema = position < 0 ? field.schema : withoutNull(field.schema, isInvariant);
      const [problem] = checkAgainstSchema(schema, value, field.name);
      const expected = position >= 0 && isInvariant ? "expected an invariant id; " : "";
      const diagnostic =
        problem === undefined && typeof value === "string" ? features.diagnosticIn?.(value) : undefined;
      const otherwise = diagnostic === undefined ? "a value is needed" : `expected no diagnostics, found ${diagnostic}`;
      return `${this.#name}: ${expected}${problem ?? `${field.name}: ${otherwise}`}`;
    }
    const meant = typeof value === "string" ? nearestCode(contract, value) : undefined;
    if (meant === value) return `INVALID_ERROR_CODE: ${meant} of ${contract.name} is a warning, not an error`;
    const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
    const code = stringify(value, { ...jsonLimits, text: 60 });
    return `INVALID_ERROR_CODE: ${code} is not a registered code of ${contract.name}${hint}`;
  }

  /** Checks the details; an error that is constructed without any is the minimal form of its code. */
  #checkDetails(values: readonly unknown[]): string | undefined {
    const schema = this.#compiled.getDetailsSchema(values[this.#codeIndex]);
    if (!schema || this.#detailsIndex < 0) return undefined;
    const details = values[this.#detailsIndex] ?? undefined;
    if (details === undefined && (this.#purpose === "construct" || schema.required?.length === 0)) return undefined;
    return checkAgainstSchema(schema, details === undefined ? details : toJSONSafe(details), "details")[0];
  }

  #checkMessage(values: readonly unknown[]): string | undefined {
    const text = values[this.#messageIndex];
    if (typeof text !== "string" || this.#detailsIndex < 0) return undefined;
    const details = values[this.#detailsIndex];
    // As the envelope shows it.
    const shown = toSafeText(text);
    const { shows = [] } = this.#compiled.findEntry(values[this.#codeIndex]) ?? {};
    const missing = shows
      .map((name) => readMember(details, name))
      .find((value) => typeof value === "string" && !shown.includes(toSafeText(value)));
    if (missing === undefined) return undefined;
    return `${this.#compiled.message.name}: expected a text with ${stringify(missing)} in it`;
  }

  #findIndex(name: string): number {
    return this.#steps.findIndex(({ field }) => field.name === name);
  }
}

/**
 * Returns whether a positional argument has a value: null counts only where it is optional, and an invariant needs an
 * id.
 */
function isMeant({ isInvariant, isOptional }: Step, value: unknown): boolean {
  return (value !== null || isOptional) && !(isInvariant && value === "");
}

/**
 * Returns the schema of a field as a positional argument, which does not allow the values that {@link isMeant} refuses.
 */
function withoutNull(schema: JSONSchema, isInvariant: boolean): JSONSchema {
  return {
    ...schema,
    ...(schema.type !== undefined && { type: [schema.type].flat().filter((type) => type !== "null") }),
    ...(schema.anyOf && { anyOf: schema.anyOf.filter(({ type }) => type !== "null") }),
    ...(schema.enum && { enum: schema.enum.filter((value) => value !== null) }),
    ...(isInvariant && { minLength: 1 }),
  };
}
