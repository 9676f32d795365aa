import { inspect } from "node:util";
import {
  listEnvelopeProblems,
  fromUnknown,
  parseEnvelope,
  serialize,
  SystemError,
  type SystemErrorCode,
  type SystemErrorEnvelope,
} from "error-contract/kaiza";
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { explode } from "../kit/thrown.js";
import { toRows } from "../kit/to-rows.js";
import { hostileValues } from "./hostile-values.js";
import { everything, fieldOrder, validate } from "./kaiza-fields.js";
import { fail } from "../kit/thrown.js";

beforeEach(() => vi.stubEnv("DEBUG_STACK", ""));
afterEach(() => vi.unstubAllEnvs());

describe("the envelope", () => {
  test("is the same bytes for the same input", () => {
    const make = () => serialize(SystemError.toolFailure("INVALID_PATH", { ...everything, cause: { b: 1, a: [2] } }));
    expect(make()).toBe(make());
  });

  test("is what JSON.stringify and serialize give", () => {
    const error = SystemError.toolFailure("INVALID_PATH", everything);
    expect(JSON.stringify(error)).toBe(JSON.stringify(error.toEnvelope()));
    expect(serialize(error)).toBe(JSON.stringify(error));
    expect(JSON.parse(serialize("boom"))).toMatchObject({ error_code: "INTERNAL_ERROR", cause: "boom" });
  });

  test("survives whatever becomes of the error", () => {
    const error = SystemError.toolFailure("INVALID_PATH", everything);
    const tampered: Record<string, unknown> = {
      error_code: "NOT_REGISTERED",
      human_message: undefined,
      role: "ADMIN",
      session_id: { toJSON: null },
      tool_name: 7,
      timestamp: new Date(Number.NaN),
      stack_trace: 7,
    };
    Object.assign(error, tampered);
    Object.defineProperty(error, "phase_id", {
      get: explode,
    });
    const envelope = error.toEnvelope();
    expect(validate(envelope)).toBe(true);
    expect(envelope).toMatchObject({ error_code: "INTERNAL_ERROR", role: null, tool_name: "unknown", phase_id: null });
    expect(envelope).not.toHaveProperty("stack_trace");
  });

  test("shows what is assigned later, where it conforms", () => {
    const error = SystemError.toolFailure("INVALID_PATH");
    Object.assign(error, { session_id: "s-1" });
    expect(error.toEnvelope().session_id).toBe("s-1");
  });

  test("cuts what is too long, visibly", () => {
    const { human_message } = SystemError.toolFailure("INVALID_PATH", { human_message: "x".repeat(1e6) }).toEnvelope();
    expect(human_message.length).toBeLessThan(10_100);
    expect(human_message).toContain("[Truncated: 990000 more characters]");
  });

  test("toDiagnostic adds the stack, and survives a hostile one", () => {
    const error = SystemError.toolFailure("INVALID_PATH");
    expect(error.toDiagnostic()).toEqual({ ...error.toEnvelope(), stack: error.stack });
    for (const stack of [undefined, 42, {}]) {
      Object.defineProperty(error, "stack", { value: stack, configurable: true });
      expect(error.toDiagnostic().stack).toBe(error.message);
    }
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const answers: Record<string, () => unknown> = {
    throws: fail(new Error("broken")),
    "answers nothing": () => undefined,
    "answers a text": () => "{}",
    "answers a list": () => [],
    "answers a bigint": () => ({ error_code: 1n }),
    "answers a cycle": () => circular,
    "answers what throws when it is written": () => ({
      toJSON: fail(new Error("broken")),
    }),
  };

  describe.each(Object.entries(answers))("of a subclass whose toEnvelope %s", (_, answer) => {
    class Broken extends SystemError {
      override toEnvelope(): SystemErrorEnvelope {
        return answer() as SystemErrorEnvelope;
      }
    }
    const broken = new Broken({ ...everything, error_code: "HASH_MISMATCH" });
    const expected = { ...everything, error_code: "HASH_MISMATCH" };

    test("is read from its fields", () => {
      expect(broken.toJSON()).toEqual(expected);
      expect(JSON.parse(JSON.stringify(broken))).toEqual(expected);
      expect(broken.toDiagnostic()).toEqual({ ...expected, stack: broken.stack });
    });

    test("goes on as a new error that says the same, with the broken one as its cause", () => {
      const error = fromUnknown(broken);
      expect(error).not.toBe(broken);
      expect(error.cause).toBe(broken);
      expect(error.toEnvelope()).toEqual({
        ...expected,
        cause: { message: "[HASH_MISMATCH] It failed", code: "HASH_MISMATCH", name: "SystemError" },
      });
      expect(serialize(broken)).toBe(JSON.stringify(error));
    });
  });

  test("of a subclass that gives one of its own stays that, and the error itself", () => {
    class Dated extends SystemError {
      override toEnvelope(): SystemErrorEnvelope {
        return { ...super.toEnvelope(), timestamp: "2000-01-01T00:00:00Z" };
      }
    }
    const dated = new Dated();
    expect(fromUnknown(dated)).toBe(dated);
    expect(dated.toJSON().timestamp).toBe("2000-01-01T00:00:00Z");
    expect(dated.toDiagnostic().timestamp).toBe("2000-01-01T00:00:00Z");
    expect(serialize(dated)).toContain("2000-01-01T00:00:00Z");
  });

  const brand = Symbol.for("error-contract.contract");
  const spoofed: Record<string, unknown> = {
    "a brand, and a toEnvelope that throws": Object.create({ [brand]: ["kaiza"], toEnvelope: explode }),
    "a brand that throws when it is searched": Object.create({
      [brand]: new Proxy([], { get: explode }),
      toEnvelope: explode,
    }),
    "our prototype, and no fields": Object.create(SystemError.prototype),
    "our prototype, and members that throw": new Proxy(Object.create(SystemError.prototype), {
      get: (target, name) => (name === brand || name === "toEnvelope" ? Reflect.get(target, name) : explode()),
    }),
  };

  test.each(Object.entries(spoofed))("conforms for an object with %s", (_, value) => {
    expect(() => SystemError.is(value)).not.toThrow();
    expect(validate(JSON.parse(serialize(value)))).toBe(true);
    const error = fromUnknown(value);
    expect(validate(error.toEnvelope())).toBe(true);
    // A proxy answers for its methods itself.
    if (error !== value) expect(validate(error.toJSON())).toBe(true);
  });

  test("as text conforms where a toEnvelope answers a few times, then throws or answers nonsense", () => {
    for (const times of [0, 1, 2, 3]) {
      for (const last of [explode, () => ({ nonsense: 1 }), () => undefined]) {
        let left = times;
        const value = Object.create({
          [brand]: ["kaiza"],
          toEnvelope: () => (left-- > 0 ? SystemError.toolFailure("INVALID_PATH").toEnvelope() : last()),
        }) as object;
        expect(validate(JSON.parse(serialize(value)))).toBe(true);
      }
    }
  });

  test("is typed", () => {
    expectTypeOf<SystemErrorEnvelope["error_code"]>().toEqualTypeOf<SystemErrorCode>();
    expectTypeOf<SystemErrorEnvelope["human_message"]>().toEqualTypeOf<string>();
    expectTypeOf<SystemErrorEnvelope["plan_hash"]>().toEqualTypeOf<string | null>();
    expectTypeOf<SystemErrorEnvelope["stack_trace"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<keyof SystemErrorEnvelope>().toEqualTypeOf<keyof ReturnType<SystemError["toEnvelope"]>>();
  });
});

describe("stack_trace", () => {
  const made = {
    constructor: () => new SystemError(),
    toolFailure: () => SystemError.toolFailure("INVALID_PATH"),
    invariantViolation: () => SystemError.invariantViolation("ONE"),
    startupFailure: () => SystemError.startupFailure("BOOTSTRAP_FAILURE"),
    fromUnknown: () => SystemError.fromUnknown("x"),
  };
  const asked = (include_stack_trace: boolean) => () => new SystemError({ include_stack_trace });

  test.each<readonly [what: string, debug: string, make: () => SystemError, isThere: boolean]>([
    ...["", "1", "TRUE", "false"].map(
      (debug) => [`is left out under DEBUG_STACK=${debug}`, debug, made.toolFailure, false] as const,
    ),
    ...Object.entries(made).map(
      ([name, make]) => [`is there under DEBUG_STACK=true, by ${name}`, "true", make, true] as const,
    ),
    ["is there where construction asks for it", "", asked(true), true],
    ["is left out where construction asks for none", "", asked(false), false],
  ])("%s", (_, debug, make, isThere) => {
    vi.stubEnv("DEBUG_STACK", debug);
    const error = make();
    const envelope = error.toEnvelope();
    expect(envelope.stack_trace).toBe(isThere ? error.stack : undefined);
    expect(Object.keys(envelope)).toEqual(isThere ? [...fieldOrder, "stack_trace"] : fieldOrder);
    expect(validate(envelope)).toBe(true);
  });

  test("is decided when the error is made", () => {
    const before = SystemError.toolFailure("INVALID_PATH");
    vi.stubEnv("DEBUG_STACK", "true");
    const during = SystemError.toolFailure("INVALID_PATH");
    vi.stubEnv("DEBUG_STACK", "");
    expect(before.toEnvelope()).not.toHaveProperty("stack_trace");
    expect(during.toEnvelope()).toHaveProperty("stack_trace");
  });

  test("survives a formatter of stacks that throws", () => {
    vi.stubEnv("DEBUG_STACK", "true");
    const { prepareStackTrace } = Error;
    Error.prepareStackTrace = explode;
    const error = SystemError.toolFailure("INVALID_PATH");
    Error.prepareStackTrace = prepareStackTrace;
    expect(validate(error.toEnvelope())).toBe(true);
  });

  test("needs no process", () => {
    vi.stubGlobal("process", undefined);
    const error = SystemError.toolFailure("INVALID_PATH");
    vi.unstubAllGlobals();
    expect(error.toEnvelope()).not.toHaveProperty("stack_trace");
  });
});

describe("Node's inspect", () => {
  test("prints the chain of causes", () => {
    const error = SystemError.toolFailure("INVALID_PATH", { cause: new RangeError("inner") });
    expect(inspect(error)).toMatch(/\[cause\]: RangeError: inner/);
  });

  test("prints fields, and no cause where there is none", () => {
    const text = inspect(SystemError.toolFailure("INVALID_PATH", { tool_name: "write_file" }));
    expect(text).toMatch(/^SystemError: \[INVALID_PATH\]/);
    expect(text).toContain("tool_name: 'write_file'");
    expect(text).not.toContain("cause");
  });
});

describe("parseEnvelope and listEnvelopeProblems", () => {
  const envelope = SystemError.toolFailure("INVALID_PATH", everything).toEnvelope();

  test("accept an envelope that went over the wire", () => {
    const received: unknown = JSON.parse(JSON.stringify(envelope));
    expect(parseEnvelope(received)).toBe(received);
    expect(listEnvelopeProblems(received)).toEqual([]);
  });

  test("name every problem by its path", () => {
    const { tool_name: _, ...rest } = envelope;
    const problems = listEnvelopeProblems({ ...rest, error_code: "INVALID_PTH", role: "ADMIN", cause: [], extra: 1 });
    expect(problems.map((problem) => problem.split(":")[0])).toEqual([
      "tool_name",
      "error_code",
      "role",
      "cause",
      "extra",
    ]);
    expect(problems[1]).toContain("INVALID_PATH");
  });

  test.each(fieldOrder)("need %s, and never undefined", (field) => {
    const { [field as "cause"]: _, ...without } = envelope;
    expect(listEnvelopeProblems(without)).toHaveLength(1);
    expect(listEnvelopeProblems({ ...envelope, [field]: undefined })).toHaveLength(1);
  });

  test.each(
    toRows<readonly [timestamp: string, problems: number]>({
      "needs a time": ["2026-01-19", 1],
      "needs a zone": ["2026-01-19T15:32:10", 1],
      "needs a month of the year": ["2026-13-19T15:32:10Z", 1],
      "needs a T": ["2026-01-19 15:32:10Z", 1],
      "needs an hour of the day": ["2026-01-19T24:00:00Z", 1],
      "is not empty": ["", 1],
      "is no word": ["yesterday", 1],
      "may have whole seconds": ["2026-01-19T15:32:10Z", 0],
      "may have microseconds": ["2026-01-19T15:32:10.123456Z", 0],
      "may have another zone": ["2026-01-19T15:32:10+05:30", 0],
    }),
  )("a timestamp %s", (_, timestamp, problems) => {
    expect(listEnvelopeProblems({ ...envelope, timestamp })).toHaveLength(problems);
    expect(parseEnvelope({ ...envelope, timestamp }) === undefined).toBe(problems > 0);
  });

  const loop: Record<string, unknown> = {};
  loop.self = loop;
  const proxy = hostileValues["revoked proxy"];
  test.each(
    toRows<readonly [value: unknown]>({
      "an error as the cause, which would arrive as {}": [{ ...envelope, cause: new Error("x") }],
      "a function, which would not arrive": [{ ...envelope, cause: { f: () => 1 } }],
      "a date, which would arrive as a text": [{ ...envelope, cause: { d: new Date() } }],
      "undefined, which would not arrive": [{ ...envelope, cause: { u: undefined } }],
      "a number that JSON does not have": [{ ...envelope, cause: { n: Number.NaN } }],
      "a cycle": [{ ...envelope, cause: loop }],
      "a cause that cannot be read": [{ ...envelope, cause: proxy }],
      "a cause that throws": [Object.defineProperty({ ...envelope }, "cause", { enumerable: true, get: explode })],
      "what cannot be read": [proxy],
      null: [null],
      undefined: [undefined],
      "a bigint": [1n],
      "a symbol": [Symbol("x")],
      "a text": ["{}"],
      "a list": [[]],
    }),
  )("reject %s", (_, value) => {
    expect(parseEnvelope(value)).toBeUndefined();
    expect(listEnvelopeProblems(value).length).toBeGreaterThan(0);
  });
});
