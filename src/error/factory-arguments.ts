import { nearestCode, wireCodeOf } from "../contract/codes.js";
import type { Factory, JSONSchema } from "../contract/contract-data.js";
import { jsonLimits, readable, stringify, toJSONSafe } from "../json/to-json-safe.js";
import { brought } from "../contract/features.js";
import { memberGiven, refused } from "../json/refusal.js";
import { schemaProblems } from "../contract/schema.js";
import type { Field, Shape } from "../contract/compile-contract.js";
import { filledTemplate, placeholders } from "../contract/template.js";

/** What a factory is called with: the object of fields, and the positional arguments before it. */
export type Given = Readonly<Record<string, unknown>>;

/** Where a factory takes one field from. */
interface Step {
  readonly field: Field;
  /** The index of the positional argument, -1 when it is none. */
  readonly position: number;
  readonly isOptional: boolean;
  readonly isRead: boolean;
  readonly isInvariant: boolean;
  readonly fixed: string | number | undefined;
  /** `undefined` where the value is only known when the error is made. */
  readonly unset: unknown;
}

interface Template {
  readonly index: number;
  readonly text: string;
}

/** How one factory of a contract fills the fields of an error: its entry in the vocabulary, worked out once. */
export class Plan {
  readonly #shape: Shape;
  readonly #name: string;
  readonly #steps: readonly Step[];
  readonly #templates: readonly Template[];
  readonly #causePosition: number;
  readonly #causeName: string;
  readonly #readsCause: boolean;
  readonly #codeIndex: number;
  readonly #messageIndex: number;
  readonly #detailsIndex: number;
  readonly #timestampIndex: number;
  readonly #purpose: Factory["purpose"];

  constructor(shape: Shape, { name, purpose, positional, optional = [], reads, fixed = {}, defaults = {} }: Factory) {
    const { settable, contract } = shape;
    this.#shape = shape;
    this.#name = name;
    this.#purpose = purpose;
    this.#causeName = shape.cause?.name ?? "cause";
    this.#causePosition = positional.indexOf(this.#causeName);
    this.#readsCause = reads.includes(this.#causeName) || shape.cause === undefined;
    this.#codeIndex = settable.indexOf(shape.code);
    this.#messageIndex = settable.indexOf(shape.message);
    this.#detailsIndex = shape.details ? settable.indexOf(shape.details) : -1;
    this.#timestampIndex = shape.timestamp ? settable.indexOf(shape.timestamp) : -1;
    this.#templates = settable.flatMap((field, index) => {
      const text = defaults[field.name];
      return text !== undefined && placeholders(text).length > 0 ? [{ index, text }] : [];
    });
    this.#steps = settable.map((field, index): Step => {
      const isTemplate = this.#templates.some((template) => template.index === index);
      const isLate = isTemplate || index === this.#messageIndex || index === this.#timestampIndex;
      const unset = index === this.#codeIndex ? shape.fallback.construct : isLate ? undefined : field.unset;
      const fixedText = fixed[field.name];
      return {
        field,
        position: positional.indexOf(field.name),
        isOptional: optional.includes(field.name),
        isRead: reads.includes(field.name),
        isInvariant: field.path === contract.fields.invariant,
        fixed: index === this.#codeIndex && fixedText !== undefined ? wireCodeOf(contract, fixedText) : fixedText,
        unset: isTemplate ? undefined : (defaults[field.name] ?? unset),
      };
    });
  }

  /**
   * The values of the shape's settable fields, in their order.
   *
   * @throws TypeError when the envelope could not hold a given value, or the details are not those of the code; it carries
   *   the cause that was given.
   */
  values(given: Given, args: readonly unknown[]): unknown[] {
    const values: unknown[] = [];
    for (const step of this.#steps) values.push(this.#value(step, given, args));
    for (const { index, text } of this.#templates) {
      values[index] ??= filledTemplate(text, (name) => values[this.#indexOf(name)]);
    }
    const misfit = this.#messageProblem(values);
    // The message of a foreign error gives way to that of the code.
    if (misfit !== undefined && this.#purpose === "unknown") values[this.#messageIndex] = undefined;
    const problem = this.#purpose === "unknown" ? undefined : (this.#detailsProblem(values) ?? misfit);
    if (problem !== undefined) throw refused(`${this.#name}: ${problem}`, this.cause(given, args));
    values[this.#messageIndex] ??= this.#shape.messageOf(values[this.#codeIndex], values[this.#detailsIndex]);
    if (this.#timestampIndex >= 0) values[this.#timestampIndex] ??= this.#shape.now();
    return values;
  }

  /** The cause as it was given; `undefined` and null both mean none. */
  cause(given: Given, args: readonly unknown[]): unknown {
    if (this.#causePosition >= 0) return args[this.#causePosition];
    return this.#readsCause ? this.#read(given, this.#causeName) : undefined;
  }

  #read(given: Given, name: string): unknown {
    return memberGiven(this.#name, given, name, this.#causeName);
  }

  #value(step: Step, given: Given, args: readonly unknown[]): unknown {
    const { field, position, isOptional, isRead, fixed, unset } = step;
    if (fixed !== undefined) return fixed;
    const value = position >= 0 ? args[position] : isRead ? this.#read(given, field.name) : undefined;
    if (value === undefined && (position < 0 || isOptional || field.part === "code")) return unset;
    if (field.accepts(value) && (position < 0 || isMeant(step, value))) return value;
    throw refused(this.#refusal(step, value), this.cause(given, args));
  }

  #refusal({ field, position, isInvariant }: Step, value: unknown): string {
    const { contract } = this.#shape;
    if (field.part !== "code") {
      const schema = position < 0 ? field.schema : withoutNull(field.schema, isInvariant);
      const [problem] = schemaProblems(schema, value, field.name);
      const expected = position >= 0 && isInvariant ? "expected an invariant id; " : "";
      const diagnostic = problem === undefined && typeof value === "string" ? brought.diagnosticIn?.(value) : undefined;
      const otherwise = diagnostic === undefined ? "a value is needed" : `expected no diagnostics, found ${diagnostic}`;
      return `${this.#name}: ${expected}${problem ?? `${field.name}: ${otherwise}`}`;
    }
    const meant = typeof value === "string" ? nearestCode(contract, value) : undefined;
    if (meant === value) return `INVALID_ERROR_CODE: ${meant} of ${contract.name} is a warning, not an error`;
    const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
    const code = stringify(value, { ...jsonLimits, text: 60 });
    return `INVALID_ERROR_CODE: ${code} is not a registered code of ${contract.name}${hint}`;
  }

  /** An error that is constructed without any details is the minimal form of its code. */
  #detailsProblem(values: readonly unknown[]): string | undefined {
    const schema = this.#shape.detailsOf(values[this.#codeIndex]);
    if (!schema || this.#detailsIndex < 0) return undefined;
    const details = values[this.#detailsIndex] ?? undefined;
    if (details === undefined && (this.#purpose === "construct" || schema.required?.length === 0)) return undefined;
    return schemaProblems(schema, details === undefined ? details : toJSONSafe(details), "details")[0];
  }

  #messageProblem(values: readonly unknown[]): string | undefined {
    const text = values[this.#messageIndex];
    if (typeof text !== "string" || this.#detailsIndex < 0) return undefined;
    const details = values[this.#detailsIndex];
    const missing = this.#shape
      .shownBy(values[this.#codeIndex])
      .map((name) => readable(details, name))
      .find((value) => typeof value === "string" && !text.includes(value));
    if (missing === undefined) return undefined;
    return `${this.#shape.message.name}: expected a text with ${stringify(missing)} in it`;
  }

  #indexOf(name: string): number {
    return this.#steps.findIndex(({ field }) => field.name === name);
  }
}

/** An argument of its own has to be there, and the id of an invariant has to name one. */
function isMeant({ isInvariant, isOptional }: Step, value: unknown): boolean {
  return (value !== null || isOptional) && !(isInvariant && value === "");
}

/** The schema of a field as an argument of its own: what {@link isMeant} refuses is a problem. */
function withoutNull(schema: JSONSchema, isInvariant: boolean): JSONSchema {
  return {
    ...schema,
    ...(schema.type !== undefined && { type: [schema.type].flat().filter((type) => type !== "null") }),
    ...(schema.anyOf && { anyOf: schema.anyOf.filter(({ type }) => type !== "null") }),
    ...(schema.enum && { enum: schema.enum.filter((value) => value !== null) }),
    ...(isInvariant && { minLength: 1 }),
  };
}
