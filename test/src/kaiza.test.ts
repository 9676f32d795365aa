import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { ContractError, conditions } from "error-contract";
import { kaiza, SYSTEM_ERROR_CODES, SystemError, type SystemErrorCode } from "error-contract/kaiza";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { caughtFrom } from "../kit/thrown.js";
import { toRows } from "../kit/to-rows.js";
import { hostileValues } from "./hostile-values.js";
import { everything, fieldOrder, validate } from "./kaiza-fields.js";
import { explode } from "../kit/thrown.js";

const codes = Object.keys(kaiza.codes) as SystemErrorCode[];

beforeEach(() => vi.stubEnv("DEBUG_STACK", ""));
afterEach(() => vi.unstubAllEnvs());

/** What a call throws. */
function refusal(call: () => unknown): TypeError {
  const error: unknown = caughtFrom(call);
  expect(error).toBeInstanceOf(TypeError);
  return error as TypeError;
}

describe("the registry", () => {
  test("has the codes of section 2 in its groups", () => {
    const groups: Record<string, string[]> = {};
    for (const code of codes) (groups[kaiza.codes[code].category!] ??= []).push(code);
    expect(groups).toEqual({
      Session: ["SESSION_NOT_INITIALIZED", "SESSION_LOCKED", "SESSION_INITIALIZATION_FAILED"],
      "Input Validation": [
        "INVALID_INPUT_TYPE",
        "INVALID_INPUT_FORMAT",
        "INVALID_INPUT_VALUE",
        "MISSING_REQUIRED_FIELD",
      ],
      Authorization: ["UNAUTHORIZED_ACTION", "INSUFFICIENT_PERMISSIONS", "ROLE_MISMATCH"],
      Path: ["INVALID_PATH", "PATH_NOT_FOUND", "PATH_TRAVERSAL_BLOCKED", "OUTSIDE_WORKSPACE"],
      "File Operation": ["FILE_NOT_FOUND", "FILE_ALREADY_EXISTS", "FILE_READ_FAILED", "FILE_WRITE_FAILED"],
      Patch: ["PATCH_INVALID", "PATCH_APPLY_FAILED", "HASH_MISMATCH"],
      Plan: ["PLAN_NOT_FOUND", "PLAN_NOT_APPROVED", "PLAN_ENFORCEMENT_FAILED", "PLAN_SCOPE_VIOLATION"],
      "Policy Enforcement": ["POLICY_VIOLATION", "RUST_POLICY_VIOLATION", "PREFLIGHT_FAILED"],
      Governance: ["INVARIANT_VIOLATION", "BOOTSTRAP_FAILURE", "SELF_AUDIT_FAILURE"],
      "Audit/Logging": ["AUDIT_LOG_FAILED", "AUDIT_LOCK_FAILED"],
      Generic: ["INTERNAL_ERROR", "UNKNOWN_TOOL_FAILURE"],
    });
  });

  test.each(codes)("%s has a meaning, a category and a condition, and makes a conforming error", (code) => {
    const { meaning, category, condition } = kaiza.codes[code];
    expect(meaning).not.toBe("");
    expect(category).not.toBe("");
    expect(conditions).toHaveProperty(condition);
    expect(SYSTEM_ERROR_CODES[code]).toBe(code);
    expect(validate(SystemError.toolFailure(code).toEnvelope())).toBe(true);
  });

  test("cannot change at run time", () => {
    expect(Object.isFrozen(SYSTEM_ERROR_CODES)).toBe(true);
    expect(Object.isFrozen(kaiza.codes.FILE_NOT_FOUND)).toBe(true);
  });
});

const factories = {
  toolFailure: (context?: object) => SystemError.toolFailure("FILE_WRITE_FAILED", context),
  invariantViolation: (context?: object) => SystemError.invariantViolation("MANDATORY_DIAGNOSTICS", context),
  startupFailure: (context?: object) => SystemError.startupFailure("BOOTSTRAP_FAILURE", context),
  fromUnknown: (context?: object) => SystemError.fromUnknown("disk full", context),
  constructor: (context?: object) => new SystemError(context),
};
/** Those that refuse what they cannot take; `fromUnknown` makes the best of it. */
const refusing = Object.entries(factories).filter(([name]) => name !== "fromUnknown");

describe("every factory", () => {
  describe.each(Object.entries(factories))("%s", (_, make) => {
    test("keeps every field that it is given", () => {
      const error = make(everything);
      expect(error.toEnvelope()).toEqual({ ...everything, error_code: error.error_code });
      expect(error).toMatchObject({ ...everything, error_code: error.error_code });
    });

    test("fills what it is not given", () => {
      const envelope = make().toEnvelope();
      expect(Object.keys(envelope)).toEqual(fieldOrder);
      expect(envelope).toMatchObject({ role: null, session_id: null, workspace_root: null, phase_id: null });
      expect(validate(envelope)).toBe(true);
    });

    test("takes undefined for not given", () => {
      const nothing = Object.fromEntries(Object.keys(everything).map((name) => [name, undefined]));
      const timeless = { timestamp: everything.timestamp };
      expect(make({ ...nothing, ...timeless }).toEnvelope()).toEqual(make(timeless).toEnvelope());
    });

    test("makes a SystemError whose message shows code and human message", () => {
      const error = make(everything);
      expect(error).toBeInstanceOf(SystemError);
      expect(error).toBeInstanceOf(ContractError);
      expect(error).toBeInstanceOf(Error);
      expect(error.name).toBe("SystemError");
      expect(error.message).toBe(`[${error.error_code}] It failed`);
      expect(error.stack).toMatch(/^SystemError: \[\w+\] It failed\n/);
    });
  });

  test.each(refusing)("%s refuses what the envelope cannot hold, and keeps the cause", (_, make) => {
    const cause = new Error("first");
    const wrong = {
      session_id: 42,
      role: "ADMIN",
      timestamp: "yesterday",
      human_message: null,
      tool_name: Symbol("x"),
    };
    for (const [field, value] of Object.entries(wrong)) {
      const error = refusal(() => make({ [field]: value, cause }));
      expect(error.message).toContain(field);
      expect(error.cause).toBe(cause);
    }
  });

  test("the factories that take a code refuse one that is not registered, and keep the cause", () => {
    const cause = new Error("first");
    const code = "NO_SUCH_CODE" as SystemErrorCode;
    for (const make of [
      () => SystemError.toolFailure(code, { cause }),
      () => SystemError.startupFailure(code, { cause }),
      () => new SystemError({ error_code: code, cause }),
    ]) {
      const error = refusal(make);
      expect(error.message).toMatch(/INVALID_ERROR_CODE.*NO_SUCH_CODE/);
      expect(error.cause).toBe(cause);
    }
  });

  test("codes of any type are refused, prototype members included", () => {
    for (const code of [null, 7, Symbol("x"), {}, "toString", "__proto__", "x".repeat(1e6)]) {
      expect(refusal(() => SystemError.toolFailure(code as SystemErrorCode)).message).toContain("INVALID_ERROR_CODE");
    }
  });

  test("a text in place of the fields is refused rather than lost", () => {
    // @ts-expect-error fields come in an object
    expect(() => SystemError.toolFailure("INVALID_PATH", "The path is wrong")).toThrow(TypeError);
  });

  test("an error in place of the fields is the cause, and the code stays", () => {
    const cause: any = new Error("first");
    const error = SystemError.toolFailure("INVALID_PATH", cause);
    expect(error).toMatchObject({ error_code: "INVALID_PATH", human_message: "Tool execution failed", cause });
    expect(SystemError.invariantViolation("ID", cause)).toMatchObject({ error_code: "INVARIANT_VIOLATION", cause });
    expect(new SystemError(cause)).toMatchObject({ error_code: "UNKNOWN_TOOL_FAILURE", cause });
  });

  test.each(Object.entries(factories))("%s ignores names that the envelope does not have", (_, make) => {
    const session = { humanMessage: "x", phase: "P", [Symbol("x")]: 1, stack: "s", toEnvelope: 1, code: "X" };
    const error = make({ ...session, ...everything });
    expect(error.toEnvelope()).toEqual({ ...everything, error_code: error.error_code });
    expect(Object.keys(error)).toEqual(Object.keys(make(everything)));
    expect(error.code).toBe(error.error_code);
  });

  test.each(refusing)("%s refuses a mistyped name and keeps the cause", (_, make) => {
    const cause = new Error("disk");
    for (const [typo, meant] of [
      ["human_mesage", "human_message"],
      ["humanMessage", "human_message"],
      ["toolName", "tool_name"],
      ["casue", "cause"],
    ] as const) {
      const call = refusal(() => make({ user: "u", ...(typo !== "casue" && { cause }), [typo]: cause }));
      expect(call.message).toContain(`${typo}: no such option; did you mean ${meant}?`);
      expect(call.cause).toBe(cause);
    }
    class Session {
      humanMessage = "x";
      role = "WINDSURF";
    }
    expect(make(new Session())).toMatchObject({ role: "WINDSURF" });
  });

  test("works without a receiver", async () => {
    const { toolFailure, fromUnknown: convert } = SystemError;
    expect(toolFailure("FILE_NOT_FOUND").error_code).toBe("FILE_NOT_FOUND");
    expect((await Promise.reject(1).catch(convert)).cause).toBe(1);
  });

  test("makes a SystemError when it is called on a subclass", () => {
    class Special extends SystemError {
      constructor(readonly path: string) {
        super({ error_code: "INVALID_PATH", human_message: `Not a path: ${path}` });
      }
    }
    expect(Special.toolFailure("FILE_NOT_FOUND")).not.toBeInstanceOf(Special);

    const special = new Special("..");
    expect(special).toBeInstanceOf(SystemError);
    expect(special.name).toBe("SystemError");
    expect(special.toEnvelope().human_message).toBe("Not a path: ..");
    expect(SystemError.fromUnknown(special)).toBe(special);
  });
});

describe("fields that cannot be read", () => {
  const cause = new Error("disk full");
  const revoked = hostileValues["revoked proxy"] as object;
  const throwing = {
    cause,
    get session_id(): string {
      throw new Error("no session");
    },
  };
  test.each(refusing)("are refused by name in %s", (_, make) => {
    const ofProxy = refusal(() => make(revoked));
    expect(ofProxy.message).toMatch(/^SystemError.*: [a-z_]+: cannot be read$/);
    expect(ofProxy.cause).toBeInstanceOf(TypeError);

    const ofGetter = refusal(() => make(throwing));
    expect(ofGetter.message).toMatch(/^SystemError.*: session_id: cannot be read$/);
    expect(ofGetter.cause).toBe(cause);
  });

  test("are nothing to fromUnknown", () => {
    expect(SystemError.fromUnknown(cause, revoked).toEnvelope()).toMatchObject({ human_message: "disk full" });
    expect(SystemError.fromUnknown(cause, throwing).toEnvelope()).toMatchObject({ session_id: null });
  });
});

describe("defaults", () => {
  test.each(
    toRows<readonly [error: SystemError, fields: object]>({
      "of direct construction": [
        new SystemError(),
        { error_code: "UNKNOWN_TOOL_FAILURE", human_message: "An error occurred", tool_name: "unknown" },
      ],
      "of toolFailure": [SystemError.toolFailure("HASH_MISMATCH"), { human_message: "Tool execution failed" }],
      "of startupFailure": [
        SystemError.startupFailure("SELF_AUDIT_FAILURE"),
        { human_message: "Startup failed", tool_name: "startup" },
      ],
      "of invariantViolation, whose code is fixed": [
        SystemError.invariantViolation("ID", { error_code: "INVALID_PATH" } as object),
        { error_code: "INVARIANT_VIOLATION", human_message: "Invariant ID was violated", invariant_id: "ID" },
      ],
      "of fromUnknown": [
        SystemError.fromUnknown("boom"),
        { error_code: "INTERNAL_ERROR", human_message: "boom", cause: "boom" },
      ],
      "of fromUnknown, without a word": [
        SystemError.fromUnknown(null),
        { human_message: "An unexpected error occurred" },
      ],
      "a missing code in a factory is the fallback, as the existing class has it": [
        SystemError.toolFailure(undefined as unknown as SystemErrorCode),
        { error_code: "UNKNOWN_TOOL_FAILURE" },
      ],
    }),
  )("%s", (_, error, fields) => expect(error).toMatchObject(fields));

  test.each([undefined, null, "", 7, {}])("of invariantViolation: none for the id, so %j is refused", (id) => {
    const cause = new Error("first");
    const { message, cause: kept } = refusal(() => SystemError.invariantViolation(id as string, { cause }));
    expect(message).toMatch(/^SystemError\.invariantViolation: expected an invariant id/);
    expect(message).not.toContain("null,");
    expect(message).not.toContain("or null");
    expect(kept).toBe(cause);
  });

  test("the timestamp is the server's clock", () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 19, 15, 32, 10, 123) });
    expect(new SystemError().timestamp).toBe("2026-01-19T15:32:10.123Z");
    vi.useRealTimers();
  });
});

describe("code", () => {
  const error = SystemError.toolFailure("FILE_NOT_FOUND", everything);

  test("stands in no list of members, envelope or print", () => {
    const members: string[] = [];
    for (const name in error) members.push(name);
    expect(members).toEqual(fieldOrder.filter((name) => name !== "cause"));
    expect(Object.getOwnPropertyNames(error)).not.toContain("code");
    expect(Object.assign({}, error)).not.toHaveProperty("code");
    expect(JSON.stringify(error)).not.toContain('"code"');
    expect(inspect(error, { customInspect: false })).not.toMatch(/\bcode\b/);
    expect(inspect(error)).not.toMatch(/\bcode\b/);
  });

  test("never throws, on the prototype neither", () => {
    const hostile = SystemError.toolFailure("FILE_NOT_FOUND");
    Object.defineProperty(hostile, "error_code", {
      get: explode,
    });
    expect(hostile.code).toBeUndefined();
    expect(SystemError.prototype.code).toBeUndefined();
  });
});

describe("the cause", () => {
  const normalised = (cause: unknown) => SystemError.toolFailure("FILE_READ_FAILED", { cause }).toEnvelope().cause;

  test("stays the original value on the error", () => {
    const cause = Object.assign(new Error("gone"), { code: "ENOENT" });
    const error = SystemError.toolFailure("FILE_NOT_FOUND", { cause });
    expect(error.cause).toBe(cause);
    expect(Object.keys(error)).not.toContain("cause");
  });

  test("is null where there is none, and only then", () => {
    expect(SystemError.toolFailure("FILE_NOT_FOUND").cause).toBeUndefined();
    expect(SystemError.toolFailure("FILE_NOT_FOUND", { cause: null }).cause).toBeUndefined();
    for (const cause of ["", 0, false, 0n]) {
      expect(SystemError.toolFailure("FILE_NOT_FOUND", { cause }).cause).toBe(cause);
    }
  });

  test("can be assigned later", () => {
    const error = SystemError.toolFailure("FILE_NOT_FOUND");
    error.cause = new Error("late");
    expect(error.toEnvelope().cause).toEqual({ message: "late", code: null, name: "Error" });
  });

  test.each<[cause: unknown, message: string, name: string, code: unknown]>([
    [new RangeError("far"), "far", "RangeError", null],
    [Object.assign(new Error("gone"), { code: "ENOENT", path: "/etc" }), "gone", "Error", "ENOENT"],
    [new DOMException("stop", "AbortError"), "stop", "AbortError", 20],
    [new AggregateError([new Error("a")], "all"), "all", "AggregateError", null],
    [runInNewContext("new TypeError('elsewhere')"), "elsewhere", "TypeError", null],
    [SystemError.toolFailure("HASH_MISMATCH"), "[HASH_MISMATCH] Tool execution failed", "SystemError", "HASH_MISMATCH"],
    [z.string().safeParse(1).error, expect.any(String) as string, "ZodError", null],
  ])("an error has the three keys, code null where it has none: %s", (cause, message, name, code) =>
    expect(normalised(cause)).toEqual({ message, code, name }),
  );

  test.each([
    ["text", "text"],
    [42, "42"],
    [Number.NaN, "NaN"],
    [true, "true"],
    [9n, "9"],
    [Symbol("s"), "Symbol(s)"],
    [[1, { a: [2] }], '[1,{"a":[2]}]'],
    [new Set(["a"]), '["a"]'],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [new Map([["a", 1]]), { a: 1 }],
    [{ a: [1], b: undefined }, { a: [1] }],
    [undefined, null],
  ])("of %s is %s", (cause, expected) => {
    expect(normalised(cause)).toEqual(expected);
  });
});
