import { ContractError, listEnvelopeProblems, createErrorClass, extend, type ContractData } from "error-contract";
import { convert, type Conversion } from "error-contract/convert";
import { builtInContracts, getRecovery } from "error-contract/detect";
import { kaiza, SystemError } from "error-contract/kaiza";
import { standard, toolError, ToolError } from "error-contract/standard";
import { mcpError, typedMcp } from "error-contract/typed-mcp";
import { describe, expect, expectTypeOf, it, test } from "vitest";
import fc from "../kit/property.js";
import { hostileValues } from "./hostile-values.js";
import { detailed, literal, nested, numeric } from "./sample-contracts.js";

const contracts: readonly ContractData[] = [...builtInContracts, nested, numeric, detailed, literal];
const classes = new Map(contracts.map((contract) => [contract, createErrorClass(contract)]));
const pairs = contracts.flatMap((from) =>
  contracts.filter((to) => to !== from).map((to) => [from.name, to.name, from, to] as const),
);

const getCodes = (contract: ContractData) =>
  Object.entries(contract.codes)
    .filter(([, { kind }]) => kind !== "warning")
    .map(([name, { value }]) => value ?? name);
const nameOf = (path: string) => path.slice(path.lastIndexOf(".") + 1);

/** Whether a contract has a place where whatever fits nowhere else can stand. */
const isFree = ({ fields }: ContractData) => fields.details !== undefined || fields.cause !== undefined;

const text = fc.string({ maxLength: 40 });
const object = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });

/** Any error of a contract: `fromUnknown` takes from its context whatever the envelope can hold. */
function errorOf(contract: ContractData): fc.Arbitrary<ContractError> {
  const { code, message, details, tool, cause } = contract.fields;
  return fc
    .record({
      code: fc.constantFrom(...getCodes(contract)),
      message: text,
      details: fc.option(fc.oneof(object, object, text), { nil: undefined }),
      tool: fc.option(text, { nil: undefined }),
      cause: fc.option(fc.oneof(object, text), { nil: undefined }),
      role: fc.constantFrom("WINDSURF", undefined),
    })
    .map((given) => {
      const context = {
        role: given.role,
        [nameOf(code)]: given.code,
        [nameOf(message)]: given.message,
        ...(details && { [nameOf(details)]: given.details }),
        ...(tool && { [nameOf(tool)]: given.tool }),
      };
      return classes.get(contract)!.fromUnknown(cause ? given.cause : undefined, context);
    });
}

const wire = (error: ContractError): unknown => JSON.parse(JSON.stringify(error.toEnvelope()));

test("each condition has a code in each contract, or the fallback stands for it because nothing comes nearer", () => {
  const byFallback = builtInContracts.map(({ name, codes, byCondition = {} }: ContractData) => {
    const known = new Set([...Object.keys(byCondition), ...Object.values(codes).map(({ condition }) => condition)]);
    return [name, Object.keys(standard.codes).filter((code) => !known.has(code.toLowerCase()))];
  });
  expect(Object.fromEntries(byFallback)).toEqual({
    standard: [],
    kaiza: ["RATE_LIMITED", "TIMEOUT", "CANCELLED", "UPSTREAM_FAILED", "DATA_CORRUPT"],
    "typed-mcp": [],
    "mcp-aql": [],
    "context-resolve": [
      ...["MISSING_INPUT", "UNKNOWN_OPERATION", "ALREADY_EXISTS", "CONFLICT", "UNAUTHENTICATED", "PERMISSION_DENIED"],
      ...["RATE_LIMITED", "TIMEOUT", "CANCELLED", "UPSTREAM_FAILED"],
    ],
    "json-rpc": [],
  });
});

describe.each(pairs)("%s to %s", (_, __, from, to) => {
  const back = ({ error }: Conversion<ContractData>) => convert(error, from);

  test("every code becomes the one that stands for its condition, in a conforming envelope", () => {
    for (const code of getCodes(from)) {
      const original = classes.get(from)!.fromUnknown("x", { [nameOf(from.fields.code)]: code });
      const { error } = convert(original, to);
      expect(classes.get(to)!.is(error)).toBe(true);
      expect(listEnvelopeProblems(to, error.toEnvelope())).toEqual([]);
      const { condition } = getRecovery(from, code)!;
      const named = Object.values(to.codes).some((entry) => entry.condition === condition && entry.kind !== "warning");
      if (named && !to.byCondition?.[condition]) {
        expect(getRecovery(to, error.code)!.condition).toBe(condition);
      }
    }
  });

  test("and back is the envelope that it was, or says what is lost", () =>
    fc.assert(
      fc.property(errorOf(from), (original) => {
        const there = convert(original, to);
        expect(listEnvelopeProblems(to, wire(there.error))).toEqual([]);
        if (isFree(to)) {
          expect(there.lost).toEqual([]);
          expect(wire(back(there).error)).toEqual(wire(original));
          const received = convert({ contract: to, envelope: wire(there.error) }, from);
          expect(wire(received.error)).toEqual(wire(original));
        } else if (there.lost.length === 0) {
          expect(wire(back(there).error)).toMatchObject({ ...(wire(original) as object), ...timeless(from) });
        }
      }),
    ));
});

/** What the clock says is new each time. */
const timeless = ({ fields }: ContractData) =>
  fields.timestamp === undefined ? {} : { [fields.timestamp]: expect.any(String) as unknown };

describe("convert", () => {
  const original = SystemError.toolFailure("PLAN_NOT_FOUND", {
    human_message: "There is no plan",
    tool_name: "apply_plan",
    role: "WINDSURF",
    timestamp: "2026-01-19T15:32:10.123Z",
  });

  it("leaves a stack on the server", () => {
    const { error, lost } = convert(new SystemError({ include_stack_trace: true }), standard);
    expect(lost).toEqual([]);
    expect(JSON.stringify(error.toEnvelope())).not.toMatch(/stack|convert\.test/);
  });

  it("puts each part where the target has it, and keeps the rest in its free field", () => {
    const { error, lost } = convert(original, standard);
    expect(lost).toEqual([]);
    expect(error).toBeInstanceOf(ContractError);
    expect(error.cause).toBe(original);
    expect(error.toEnvelope()).toEqual({
      error: {
        code: "NOT_FOUND",
        message: "There is no plan",
        tool: "apply_plan",
        details: {
          converted_from: {
            contract: "kaiza",
            code: "PLAN_NOT_FOUND",
            role: "WINDSURF",
            timestamp: "2026-01-19T15:32:10.123Z",
          },
        },
      },
    });
    expectTypeOf(error.code).toEqualTypeOf<keyof typeof standard.codes>();
  });

  it("says what a contract without a free field loses", () => {
    const bare = createErrorClass({
      ...nested,
      name: "bare",
      fields: { code: "error.code", message: "error.message", discriminant: nested.fields.discriminant },
      envelopes: {
        failure: {
          type: "object",
          required: ["success", "error"],
          additionalProperties: false,
          properties: {
            success: { const: false },
            error: {
              type: "object",
              required: ["code", "message"],
              additionalProperties: false,
              properties: { code: { type: "string" }, message: { type: "string" } },
            },
          },
        },
      },
      vocabulary: { ...nested.vocabulary, factories: [] },
      message: "literal",
    });
    const { error, lost } = convert(original, bare);
    expect(error.message).toBe("There is nothing");
    expect(lost).toEqual(["error_code", "human_message", "role", "tool_name", "timestamp"]);
    expect(convert(toolError("NOT_FOUND", "There is nothing"), bare).lost).toEqual([]);
  });

  it("gives back what it was, also over the wire, and drops what was added", () => {
    const there = convert(original, typedMcp).error;
    expect(convert(there, SystemError).error.toEnvelope()).toEqual(original.toEnvelope());
    const envelope = { ...there.toEnvelope(), message: "Changed on the way" };
    const changed = convert({ contract: typedMcp, envelope }, kaiza).error;
    expect(changed.toEnvelope()).toEqual({ ...original.toEnvelope(), human_message: "Changed on the way" });

    const tool = convert(toolError("CONFLICT", "Changed"), kaiza).error;
    expect(convert(tool, ToolError)).toMatchObject({ lost: ["timestamp"] });
  });

  it("believes no origin that the target could not have had", () => {
    const details = { converted_from: { contract: "kaiza", code: "NO_SUCH_CODE" } };
    expect(convert(toolError("CONFLICT", "x", { details }), kaiza).error.code).toBe("HASH_MISMATCH");
    const odd = { converted_from: { contract: "kaiza", code: "INVALID_PATH", role: "ADMIN", cause: 7 } };
    const { error } = convert(toolError("CONFLICT", "x", { details: odd }), kaiza);
    expect(listEnvelopeProblems(kaiza, error.toEnvelope())).toEqual([]);
  });

  it("leaves an error of the target, and of what extends it, as it is", () => {
    const QUOTA_SPENT = { meaning: "Spent", section: "ours", condition: "rate_limited" } as const;
    const Acme = createErrorClass(extend(kaiza, { name: "acme", codes: { QUOTA_SPENT } }));
    const own = Acme.toolFailure("QUOTA_SPENT");
    expect(convert(own, kaiza)).toEqual({ error: own, lost: [] });

    const { error, lost } = convert(original, Acme);
    expect(error).toBeInstanceOf(Acme);
    expect(error.toEnvelope()).toEqual(original.toEnvelope());
    expect(lost).toEqual([]);
  });

  it("makes an error of the target from any other value", () => {
    for (const value of Object.values(hostileValues)) {
      const { error } = convert(value, standard);
      expect(listEnvelopeProblems(standard, error.toEnvelope())).toEqual([]);
    }
    expect(convert({ contract: kaiza, envelope: { error_code: "NOPE" } }, standard).error.code).toBe("INTERNAL");
    expect(() => convert(original, undefined as never)).toThrow(TypeError);
    expect(() => convert(original, {} as never)).toThrow(TypeError);
  });

  it("takes a class of the project's own", () => {
    class Own extends ToolError {}
    expect(convert(original, Own as never).error).toBeInstanceOf(ToolError);
  });
});

test("an error of another contract keeps tool and details when it is converted by fromUnknown", () => {
  const Nested = createErrorClass(nested);
  expect(Nested.fromUnknown(toolError("NOT_FOUND", "x", { details: { id: 1 } })).details).toEqual({ id: 1 });
  expect(SystemError.fromUnknown(toolError("NOT_FOUND", "x", { tool: "read" })).tool_name).toBe("read");
  expect(ToolError.fromUnknown(SystemError.toolFailure("INVALID_PATH")).tool).toBeNull();
  expect(ToolError.fromUnknown(mcpError("not_found", "x", { id: 1 })).details).toEqual({ id: 1 });
});
