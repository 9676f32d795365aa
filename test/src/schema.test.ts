import { listEnvelopeProblems, type JSONSchema } from "error-contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { checkAgainstSchema, matchesSchema } from "../../src/contract/schema.js";
import fc from "../kit/property.js";
import { nested } from "./sample-contracts.js";

// Own properties only: a member called toString is missing unless the value has one of its own.
const ajv = new Ajv2020({ strict: false, ownProperties: true });

// Ajv passes over a property called __proto__; defineContract refuses one.
const propertyNames = fc.constantFrom("a", "b", "toString", "é");
const memberNames = fc.oneof(propertyNames, fc.constant("__proto__"));
const scalar = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom("a", "b", "", "é", "😀", "ab"),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    members(tie("value")),
  ),
}));
const typeNames = ["string", "number", "integer", "boolean", "null", "object", "array"] as const;
const keywords = [
  "type",
  "enum",
  "const",
  "minLength",
  "pattern",
  "minimum",
  "maximum",
  "minItems",
  "items",
  "required",
  "properties",
  "additionalProperties",
  "anyOf",
];
const schema = schemaOf(schemaOf(schemaOf(fc.constant({}))));

/** A schema whose inner schemas are of the given kind. */
function schemaOf(inner: fc.Arbitrary<JSONSchema>): fc.Arbitrary<JSONSchema> {
  const whole = fc.record<JSONSchema>({
    type: fc.oneof(fc.constantFrom(...typeNames), fc.uniqueArray(fc.constantFrom(...typeNames), { minLength: 1 })),
    enum: fc.uniqueArray(scalar.map(positiveZero), { minLength: 1, maxLength: 4 }),
    const: scalar.map(positiveZero),
    minLength: fc.integer({ min: 0, max: 3 }),
    pattern: fc.constantFrom("^a", "b$", "^.$", "^[a-b]*$", "\\p{L}"),
    minimum: fc.integer({ min: -2, max: 2 }),
    maximum: fc.integer({ min: -2, max: 2 }),
    minItems: fc.integer({ min: 0, max: 3 }),
    items: inner,
    required: fc.uniqueArray(propertyNames, { maxLength: 2 }),
    properties: members(inner, propertyNames),
    additionalProperties: fc.oneof(fc.boolean(), inner),
    anyOf: fc.array(inner, { minLength: 1, maxLength: 3 }),
  });
  // A few keywords at a time, so that some values conform.
  const kept = fc.subarray(keywords, { maxLength: 3 });
  return fc
    .tuple(whole, kept)
    .map(([all, few]) => Object.fromEntries(Object.entries(all).filter(([keyword]) => few.includes(keyword))));
}

/** Objects as JSON.parse makes them, where `__proto__` is a member like any other. */
function members<T>(member: fc.Arbitrary<T>, keys = memberNames): fc.Arbitrary<Record<string, T>> {
  return fc.array(fc.tuple(keys, member), { maxLength: 3 }).map((entries) => Object.fromEntries(entries));
}

/** Ajv takes 0 and -0 in an enum for a duplicate. */
function positiveZero<T>(scalar: T): T {
  return Object.is(scalar, -0) ? (0 as T) : scalar;
}

describe("the schema check", () => {
  test("agrees with Ajv on any schema of its keywords and any JSON value", () => {
    const verdicts = { valid: 0, invalid: 0 };
    const values = fc.array(value, { minLength: 20, maxLength: 20 });
    const property = fc.property(schema, values, (generated, candidates) => {
      const validate = ajv.compile(generated);
      for (const candidate of candidates) {
        const agrees = validate(candidate);
        expect(checkAgainstSchema(generated, candidate).length === 0).toBe(agrees);
        expect(matchesSchema(generated, candidate)).toBe(agrees);
        verdicts[agrees ? "valid" : "invalid"]++;
      }
    });
    fc.assert(property);
    // The comparison means something only while both answers occur.
    expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(100);
  });

  test("never throws, and finds nothing JSON in what is not", () => {
    for (const odd of [undefined, () => 1, 1n, Symbol("x"), Number.NaN, new Date(), new Map(), new Error("x")]) {
      expect(checkAgainstSchema({}, odd)).toHaveLength(1);
    }
  });

  test("gives up on values without end, in words", () => {
    const loop: unknown[] = [];
    loop.push(loop);
    const deep = JSON.parse("[".repeat(1_000) + "]".repeat(1_000)) as unknown;
    expect(checkAgainstSchema({}, loop)).toEqual([expect.stringContaining("contains itself")]);
    expect(checkAgainstSchema({}, deep)).toEqual([expect.stringContaining("too deep")]);
    expect(checkAgainstSchema({}, Array(60_000).fill(0)).at(-1)).toContain("too large");
    const sparse = checkAgainstSchema({}, Object.assign([], { length: 4e9 }));
    expect([sparse.length, sparse.at(-1)]).toEqual([101, expect.stringContaining("more problems")]);
  });

  test("says what any alternative would take, or what the only one of the value's type asks for", () => {
    const either: JSONSchema = {
      anyOf: [
        { type: "string", minLength: 2 },
        { type: "object", required: ["a"] },
      ],
    };
    expect(checkAgainstSchema(either, 7)).toEqual(["envelope: expected string or object, found 7"]);
    expect(checkAgainstSchema(either, "x")).toEqual([expect.stringContaining("at least 2 characters")]);
    expect(checkAgainstSchema(either, { b: 1 })).toEqual([expect.stringMatching(/^a: missing/)]);
    const codes: JSONSchema = { anyOf: [{ enum: ["LATE"] }, { enum: ["LOST"] }] };
    expect(checkAgainstSchema(codes, "x")).toHaveLength(1);
  });

  test("does not call a value right that is too large for the first alternative", () => {
    const large = Object.assign([], { length: 4e9 });
    const schema: JSONSchema = { anyOf: [{ type: "array", items: { type: "array" } }, { type: "array" }, {}] };
    expect(checkAgainstSchema(schema, large)).not.toEqual([]);
  });

  test("names nested paths", () => {
    const wrong = { success: true, error: { code: "MISING_PARAM", message: "", "odd key": 1 } };
    const problems = listEnvelopeProblems(nested, wrong);
    expect(problems).toEqual([
      expect.stringMatching(/^success: expected false, found true/),
      expect.stringMatching(/^error\.code: .*did you mean "MISSING_PARAM"/),
      expect.stringMatching(/^error\.message: .*at least 1 character/),
      expect.stringMatching(/^error\["odd key"\]: /),
    ]);
  });
});
