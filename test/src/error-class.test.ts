import { listEnvelopeProblems, createErrorClass, extend, parseEnvelope } from "error-contract";
import { kaiza, SystemError } from "error-contract/kaiza";
import { describe, expect, expectTypeOf, test } from "vitest";
import { nested, numeric } from "./sample-contracts.js";
import { fail } from "../kit/thrown.js";

const extended = extend(kaiza, {
  name: "acme",
  codes: {
    QUOTA_SPENT: { meaning: "The quota is spent", section: "acme handbook", condition: "rate_limited" },
  },
});
const AcmeError = createErrorClass(extended);

describe("a class of an extended contract", () => {
  test("has the factories of the base, with the codes of both", () => {
    const own = AcmeError.toolFailure("QUOTA_SPENT", { tool_name: "search" });
    const inherited = AcmeError.startupFailure(AcmeError.codes.BOOTSTRAP_FAILURE);

    expect(own.toEnvelope()).toMatchObject({ error_code: "QUOTA_SPENT", tool_name: "search" });
    expect(own.message).toBe("[QUOTA_SPENT] Tool execution failed");
    expect(inherited.error_code).toBe("BOOTSTRAP_FAILURE");
    expect(listEnvelopeProblems(extended, own.toEnvelope())).toEqual([]);
  });

  test("types codes, fields and factories from the data", () => {
    const error = AcmeError.invariantViolation("ALWAYS");
    expectTypeOf<"QUOTA_SPENT" | "FILE_NOT_FOUND">().toExtend<typeof error.error_code>();
    expectTypeOf(error.session_id).toEqualTypeOf<string | null>();
    expectTypeOf(error.role).toEqualTypeOf<"ANTIGRAVITY" | "WINDSURF" | null>();
    expectTypeOf(error.toEnvelope().stack_trace).toEqualTypeOf<string | undefined>();
    expectTypeOf(AcmeError.codes.QUOTA_SPENT).toEqualTypeOf<"QUOTA_SPENT">();
    expectTypeOf(AcmeError.contract.name).toEqualTypeOf<"acme">();
    // @ts-expect-error a field that the envelope does not have
    AcmeError.toolFailure("QUOTA_SPENT", { phase: "PHASE_1" });
    // @ts-expect-error invariant ids are strings
    expect(() => AcmeError.invariantViolation(42)).toThrow(TypeError);
  });

  test("takes over everything from an error of the base", () => {
    const known = { human_message: "Gone", tool_name: "read_file", session_id: "s", phase_id: "P", plan_hash: "h" };
    const base = SystemError.toolFailure("FILE_NOT_FOUND", { ...known, role: "WINDSURF", workspace_root: "/w" });
    const converted = AcmeError.fromUnknown(base);

    expect(converted.toEnvelope()).toMatchObject({ ...known, error_code: "FILE_NOT_FOUND", role: "WINDSURF" });
    expect(converted.cause).toBe(base);
  });

  test("an extension under the base's name makes errors that both classes know", () => {
    const More = createErrorClass(
      extend(kaiza, { codes: { MORE: { meaning: "More", section: "handbook", condition: "internal" } } }),
    );
    expect(SystemError.is(More.toolFailure("MORE"))).toBe(true);
    expect(More.is(SystemError.toolFailure("FILE_NOT_FOUND"))).toBe(true);
  });
});

describe("a class of a nested contract", () => {
  const NestedError = createErrorClass(nested);

  test("builds the envelope along the paths, in the order of the schema", () => {
    const error = new NestedError({ code: "MISSING_PARAM", message: "No owner", details: { param: "owner" } });
    expect(JSON.stringify(error)).toBe(
      '{"success":false,"error":{"code":"MISSING_PARAM","message":"No owner","details":{"param":"owner"}}}',
    );
    expect(parseEnvelope(nested, error.toEnvelope())?.error.code).toBe("MISSING_PARAM");
  });

  test("leaves out what is optional and not given", () =>
    expect(new NestedError({ code: "MISSING_PARAM" }).toEnvelope().error).not.toHaveProperty("details"));

  test("uses the field called message as the error's own", () =>
    expect(new NestedError({ message: "Plain" }).message).toBe("Plain"));

  test("falls back to the canonical message, else to the meaning of the code", () => {
    expect(new NestedError().message).toBe("There is nothing");
    expect(new NestedError({ code: "MISSING_PARAM" }).message).toBe("A parameter is missing");
  });

  test("has factories that fix the code", () => {
    const error = NestedError.missing({ param: "owner" }, { message: "Who?" });
    expect(error.toEnvelope()).toEqual({
      success: false,
      error: { code: "MISSING_PARAM", message: "Who?", details: { param: "owner" } },
    });
  });

  test("makes no error with the code of a warning", () => {
    // @ts-expect-error warnings are no errors
    expect(() => new NestedError({ code: "NEARLY_SPENT" })).toThrow(/INVALID_ERROR_CODE/);
    expect(NestedError.codes.NEARLY_SPENT).toBe("NEARLY_SPENT");
  });

  test("keeps a cause that its envelope has no place for", () => {
    const cause = new Error("down");
    expect(new NestedError({ cause }).cause).toBe(cause);
    expect(NestedError.fromUnknown(cause).cause).toBe(cause);
  });

  test("types the nested envelope", () => {
    const envelope = new NestedError().toEnvelope();
    expectTypeOf(envelope.success).toEqualTypeOf<false>();
    expectTypeOf(envelope.error.code).toEqualTypeOf<"MISSING_PARAM" | "NOT_THERE">();
  });
});

describe("a class of a contract with numeric codes", () => {
  const NumericError = createErrorClass(numeric);

  test("takes and sends the numbers", () => {
    const error = new NumericError({ code: NumericError.codes.InvalidParams, message: "Bad", data: [1] });
    expect(JSON.stringify(error)).toBe('{"code":-32602,"message":"Bad","data":[1]}');
    expectTypeOf(error.code).toEqualTypeOf<-32602 | -32603>();
  });

  test("takes the code of a foreign error where it is registered", () => {
    expect(NumericError.fromUnknown({ code: -32602, message: "x" }).code).toBe(-32602);
    expect(NumericError.fromUnknown({ code: -7 }).code).toBe(-32603);
  });
});

describe("code", () => {
  test("is the code's field under every other name, typed", () => {
    const error = AcmeError.toolFailure("QUOTA_SPENT");
    expect(error.code).toBe("QUOTA_SPENT");
    expect(Object.keys(error)).not.toContain("code");
    expectTypeOf(error.code).toEqualTypeOf(error.error_code);
  });

  test("stays a field where the contract calls it so", () => {
    const errors = [new (createErrorClass(nested))(), new (createErrorClass(numeric))()];
    expect(errors.map(({ code }) => code)).toEqual(["NOT_THERE", -32603]);
    for (const error of errors) {
      expect(Object.getOwnPropertyDescriptor(error, "code")).toMatchObject({ enumerable: true, writable: true });
      expect(Object.getPrototypeOf(error)).not.toHaveProperty("code");
    }
    expectTypeOf(new (createErrorClass(numeric))().code).toEqualTypeOf<-32602 | -32603>();
  });
});

test("an error whose toEnvelope fails keeps the fields that no context holds", () => {
  const NestedError = createErrorClass(nested);
  const broken = Object.assign(new NestedError({ code: "MISSING_PARAM", details: { param: "owner" } }), {
    toEnvelope: fail(new Error("broken")),
  });
  const expected = { success: false, error: { code: "MISSING_PARAM", message: "A parameter is missing" } };
  expect(NestedError.fromUnknown(broken).toEnvelope()).toEqual({
    ...expected,
    error: { ...expected.error, details: { param: "owner" } },
  });
  expect(NestedError.fromUnknown(broken).cause).toBe(broken);
});

test("positional arguments that are missing are asked for without a word of null", () => {
  // @ts-expect-error details are needed
  expect(() => createErrorClass(nested).missing()).toThrow(
    "NestedError.missing: details: expected object, found undefined",
  );
});

test("contract data without literal types still gives a class", () => {
  const Loose = createErrorClass(kaiza as import("error-contract").ContractData);
  expect(new Loose().toEnvelope()).toMatchObject({ error_code: "UNKNOWN_TOOL_FAILURE" });
});

test("the class has the contract's name, and no static members of its own beside its methods are enumerable", () => {
  expect(AcmeError.name).toBe("SystemError");
  expect(Object.keys(AcmeError)).toEqual(["contract", "codes"]);
});
