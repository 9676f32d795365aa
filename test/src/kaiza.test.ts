import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { ContractError, conditions, envelopeSchema, errorClass, extend } from "error-contract";
import {
  envelopeProblems,
  fromUnknown,
  kaiza,
  parseEnvelope,
  serialize,
  SYSTEM_ERROR_CODES,
  SystemError,
  type SystemErrorCode,
  type SystemErrorEnvelope,
} from "error-contract/kaiza";
import { fromUnknown as toolErrorFrom } from "error-contract/standard";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ErrorCode, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { z } from "zod";

const codes = Object.keys(kaiza.codes) as SystemErrorCode[];
const validate = new Ajv2020({ strict: true }).compile(envelopeSchema(kaiza));
const fieldOrder = [
  "error_code",
  "human_message",
  "role",
  "session_id",
  "workspace_root",
  "tool_name",
  "invariant_id",
  "phase_id",
  "plan_hash",
  "cause",
  "timestamp",
];
const everything = {
  human_message: "It failed",
  role: "ANTIGRAVITY",
  session_id: "550e8400-e29b-41d4-a716-446655440000",
  workspace_root: "/home/user/project",
  tool_name: "write_file",
  invariant_id: "MANDATORY_DIAGNOSTICS",
  phase_id: "PHASE_5A",
  plan_hash: "abc123def456",
  cause: "disk full",
  timestamp: "2026-01-19T15:32:10.123Z",
} as const;

beforeEach(() => vi.stubEnv("DEBUG_STACK", ""));
afterEach(() => vi.unstubAllEnvs());

/** What a call throws. */
function refusal(call: () => unknown): TypeError {
  try {
    call();
  } catch (error) {
    if (error instanceof TypeError) return error;
  }
  throw new Error("expected a TypeError");
}

describe("the registry", () => {
  test("has the 35 codes of section 2 in its eleven groups", () => {
    const sizes: Record<string, number> = {};
    for (const { category } of Object.values(kaiza.codes)) sizes[category] = (sizes[category] ?? 0) + 1;
    expect(codes).toHaveLength(35);
    expect(sizes).toEqual({
      Session: 3,
      "Input Validation": 4,
      Authorization: 3,
      Path: 4,
      "File Operation": 4,
      Patch: 3,
      Plan: 4,
      "Policy Enforcement": 3,
      Governance: 3,
      "Audit/Logging": 2,
      Generic: 2,
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

  test("is a type: a typo does not compile", () => {
    expectTypeOf(SYSTEM_ERROR_CODES.FILE_NOT_FOUND).toEqualTypeOf<"FILE_NOT_FOUND">();
    // @ts-expect-error no such code
    expect(SYSTEM_ERROR_CODES.FILE_NOT_FUOND).toBeUndefined();
    // @ts-expect-error no such code
    expect(() => SystemError.toolFailure("FILE_NOT_FUOND")).toThrow("FILE_NOT_FOUND");
  });
});

describe("every factory", () => {
  const factories = {
    toolFailure: (context?: object) => SystemError.toolFailure("FILE_WRITE_FAILED", context),
    invariantViolation: (context?: object) => SystemError.invariantViolation("MANDATORY_DIAGNOSTICS", context),
    startupFailure: (context?: object) => SystemError.startupFailure("BOOTSTRAP_FAILURE", context),
    fromUnknown: (context?: object) => SystemError.fromUnknown("disk full", context),
    constructor: (context?: object) => new SystemError(context),
  };

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

  test.each(["toolFailure", "invariantViolation", "startupFailure", "constructor"] as const)(
    "%s refuses what the envelope cannot hold, and keeps the cause",
    (name) => {
      const cause = new Error("first");
      const wrong = {
        session_id: 42,
        role: "ADMIN",
        timestamp: "yesterday",
        human_message: null,
        tool_name: Symbol("x"),
      };
      for (const [field, value] of Object.entries(wrong)) {
        const error = refusal(() => factories[name]({ [field]: value, cause }));
        expect(error.message).toContain(field);
        expect(error.cause).toBe(cause);
      }
    },
  );

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

  test("an error in place of the fields is refused rather than lost", () => {
    const cause = new Error("first");
    expect(refusal(() => SystemError.toolFailure("INVALID_PATH", cause)).cause).toBe(cause);
  });

  test.each(Object.entries(factories))("%s ignores names that the envelope does not have", (_, make) => {
    const session = { humanMessage: "x", phase: "P", [Symbol("x")]: 1, stack: "s", toEnvelope: 1, code: "X" };
    const error = make({ ...session, ...everything });
    expect(error.toEnvelope()).toEqual({ ...everything, error_code: error.error_code });
    expect(Object.keys(error)).toEqual(Object.keys(make(everything)));
    expect(error.code).toBe(error.error_code);
  });

  test("TypeScript refuses names that the envelope does not have", () => {
    // @ts-expect-error no such field
    expect(SystemError.toolFailure("INVALID_PATH", { humanMessage: "x" }).human_message).toBe("Tool execution failed");
    // @ts-expect-error no such field
    expect(new SystemError({ phase: "P" }).phase_id).toBeNull();
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
  const { proxy: revoked, revoke } = Proxy.revocable({}, {});
  revoke();
  const throwing = {
    cause,
    get session_id(): string {
      throw new Error("no session");
    },
  };
  const factories: Record<string, (context: object) => SystemError> = {
    toolFailure: (context) => SystemError.toolFailure("FILE_WRITE_FAILED", context),
    invariantViolation: (context) => SystemError.invariantViolation("MANDATORY_DIAGNOSTICS", context),
    startupFailure: (context) => SystemError.startupFailure("BOOTSTRAP_FAILURE", context),
    constructor: (context: object) => new SystemError(context),
  };
  const refusal = (make: () => unknown): unknown => {
    try {
      return make();
    } catch (thrown) {
      return thrown;
    }
  };

  test.each(Object.entries(factories))("are refused by name in %s", (_, make) => {
    const ofProxy = refusal(() => make(revoked)) as Error;
    expect(ofProxy).toBeInstanceOf(TypeError);
    expect(ofProxy.message).toMatch(/^SystemError.*: [a-z_]+: cannot be read$/);
    expect(ofProxy.cause).toBeInstanceOf(TypeError);

    const ofGetter = refusal(() => make(throwing)) as Error;
    expect(ofGetter.message).toMatch(/^SystemError.*: session_id: cannot be read$/);
    expect(ofGetter.cause).toBe(cause);
  });

  test("are nothing to fromUnknown", () => {
    expect(SystemError.fromUnknown(cause, revoked).toEnvelope()).toMatchObject({ human_message: "disk full" });
    expect(SystemError.fromUnknown(cause, throwing).toEnvelope()).toMatchObject({ session_id: null });
  });
});

describe("defaults", () => {
  test("of direct construction", () => {
    const error = new SystemError();
    expect(error.error_code).toBe("UNKNOWN_TOOL_FAILURE");
    expect(error.human_message).toBe("An error occurred");
    expect(error.tool_name).toBe("unknown");
  });

  test("of toolFailure", () => {
    expect(SystemError.toolFailure("HASH_MISMATCH").human_message).toBe("Tool execution failed");
  });

  test("of startupFailure", () => {
    const error = SystemError.startupFailure("SELF_AUDIT_FAILURE");
    expect(error.human_message).toBe("Startup failed");
    expect(error.tool_name).toBe("startup");
  });

  test("of invariantViolation, whose code is fixed", () => {
    const error = SystemError.invariantViolation("ONE_WRITER", { error_code: "INVALID_PATH" } as object);
    expect(error.error_code).toBe("INVARIANT_VIOLATION");
    expect(error.human_message).toBe("Invariant ONE_WRITER was violated");
    expect(error.invariant_id).toBe("ONE_WRITER");
  });

  test.each([undefined, null, "", 7, {}])("of invariantViolation: none for the id, so %j is refused", (id) => {
    const cause = new Error("first");
    const { message, cause: kept } = refusal(() => SystemError.invariantViolation(id as string, { cause }));
    expect(message).toMatch(/^SystemError\.invariantViolation: expected an invariant id/);
    expect(message).not.toContain("null,");
    expect(message).not.toContain("or null");
    expect(kept).toBe(cause);
  });

  test("of fromUnknown", () => {
    const error = SystemError.fromUnknown("boom");
    expect(error.error_code).toBe("INTERNAL_ERROR");
    expect(error.human_message).toBe("An unexpected error occurred");
    expect(error.cause).toBe("boom");
  });

  test("a missing code in a factory is the fallback, as the existing class has it", () => {
    expect(SystemError.toolFailure(undefined as unknown as SystemErrorCode).error_code).toBe("UNKNOWN_TOOL_FAILURE");
  });

  test("the timestamp is the server's clock", () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 19, 15, 32, 10, 123) });
    expect(new SystemError().timestamp).toBe("2026-01-19T15:32:10.123Z");
    vi.useRealTimers();
  });
});

describe("code", () => {
  const error = SystemError.toolFailure("FILE_NOT_FOUND", everything);

  test("is the error_code, typed", () => {
    expect(error.code).toBe("FILE_NOT_FOUND");
    expectTypeOf(error.code).toEqualTypeOf<SystemErrorCode>();
    const caught: unknown = error;
    if (ContractError.is(caught)) expectTypeOf(caught.code).toEqualTypeOf<string | number>();
  });

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

  test("can be assigned, as on any error, and changes nothing else", () => {
    const coded = SystemError.toolFailure("FILE_NOT_FOUND");
    Object.assign(coded, { code: -32_000 });
    expect(coded.code).toBe(-32_000);
    expect(Object.keys(coded)).toContain("code");
    expect(coded.toEnvelope()).toMatchObject({ error_code: "FILE_NOT_FOUND" });
    expect(coded.toEnvelope()).not.toHaveProperty("code");
  });

  test("never throws, on the prototype neither", () => {
    const hostile = SystemError.toolFailure("FILE_NOT_FOUND");
    Object.defineProperty(hostile, "error_code", {
      get: () => {
        throw new Error("hostile");
      },
    });
    expect(hostile.code).toBeUndefined();
    expect(SystemError.prototype.code).toBeUndefined();
  });

  test("is no JSON-RPC code to SDK 1.x, which takes integers only", async () => {
    const server = new Server({ name: "s", version: "1.0.0" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => {
      throw error;
    });
    const client = new Client({ name: "c", version: "1.0.0" });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(ours), client.connect(theirs)]);
    const rejection = await client.listTools().catch((thrown: unknown) => thrown);
    await client.close();

    expect(rejection).toMatchObject({ code: ErrorCode.InternalError });
    expect((rejection as Error).message).toContain("[FILE_NOT_FOUND] It failed");
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
    expect(SystemError.toolFailure("FILE_NOT_FOUND").cause).toBeNull();
    expect(SystemError.toolFailure("FILE_NOT_FOUND", { cause: null }).cause).toBeNull();
    for (const cause of ["", 0, false, 0n]) {
      expect(SystemError.toolFailure("FILE_NOT_FOUND", { cause }).cause).toBe(cause);
    }
  });

  test("can be assigned later", () => {
    const error = SystemError.toolFailure("FILE_NOT_FOUND");
    error.cause = new Error("late");
    expect(error.toEnvelope().cause).toEqual({ message: "late", code: null, name: "Error" });
    expect(Object.keys(error)).not.toContain("cause");
  });

  test("an error has the three keys, code null where it has none", () => {
    expect(normalised(new RangeError("far"))).toEqual({ message: "far", code: null, name: "RangeError" });
    expect(normalised(Object.assign(new Error("gone"), { code: "ENOENT", path: "/etc" }))).toEqual({
      message: "gone",
      code: "ENOENT",
      name: "Error",
    });
    expect(normalised(new DOMException("stop", "AbortError"))).toEqual({
      message: "stop",
      code: 20,
      name: "AbortError",
    });
    expect(normalised(new AggregateError([new Error("a")], "all"))).toEqual({
      message: "all",
      code: null,
      name: "AggregateError",
    });
    expect(normalised(runInNewContext("new TypeError('elsewhere')"))).toEqual({
      message: "elsewhere",
      code: null,
      name: "TypeError",
    });
    expect(normalised(SystemError.toolFailure("HASH_MISMATCH", { human_message: "x" }))).toEqual({
      message: "[HASH_MISMATCH] x",
      code: "HASH_MISMATCH",
      name: "SystemError",
    });
    expect(normalised(z.string().safeParse(1).error)).toMatchObject({ code: null, name: "ZodError" });
  });

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

describe("fromUnknown", () => {
  test("returns a SystemError unchanged, whatever the context", () => {
    const error = SystemError.toolFailure("FILE_NOT_FOUND");
    expect(fromUnknown(error, { error_code: "INTERNAL_ERROR", tool_name: "x" })).toBe(error);
  });

  test("takes the message of what it is given", () => {
    expect(fromUnknown(new Error("It broke")).human_message).toBe("It broke");
    expect(fromUnknown({ message: "An object" }).human_message).toBe("An object");
    expect(fromUnknown(new Error("It broke"), { human_message: "Reading failed" }).human_message).toBe(
      "Reading failed",
    );
    expect(fromUnknown(new AggregateError([])).human_message).toBe("An unexpected error occurred");
    expect(fromUnknown({ message: 42 }).human_message).toBe("An unexpected error occurred");
  });

  test("takes the code from the context, classify, error_code, code, in this order", () => {
    const thrown = { error_code: "FILE_NOT_FOUND", code: "PATH_NOT_FOUND" };
    const classify = () => "HASH_MISMATCH" as const;
    expect(fromUnknown(thrown, { error_code: "PLAN_NOT_FOUND", classify }).error_code).toBe("PLAN_NOT_FOUND");
    expect(fromUnknown(thrown, { classify }).error_code).toBe("HASH_MISMATCH");
    expect(fromUnknown(thrown).error_code).toBe("FILE_NOT_FOUND");
    expect(fromUnknown({ code: "PATH_NOT_FOUND" }).error_code).toBe("PATH_NOT_FOUND");
    expect(fromUnknown({ code: "ENOENT" }).error_code).toBe("INTERNAL_ERROR");
  });

  test("ignores codes that are not registered, and a classify that throws", () => {
    const thrown = { error_code: "NOT_OURS", code: "FILE_NOT_FOUND" };
    const broken = () => {
      throw new Error("classify");
    };
    expect(fromUnknown(thrown).error_code).toBe("FILE_NOT_FOUND");
    expect(fromUnknown(thrown, { error_code: "NOPE" as SystemErrorCode }).error_code).toBe("FILE_NOT_FOUND");
    expect(fromUnknown(thrown, { classify: broken }).error_code).toBe("FILE_NOT_FOUND");
    expect(fromUnknown(thrown, { classify: () => "NOPE" as SystemErrorCode }).error_code).toBe("FILE_NOT_FOUND");
    expect(fromUnknown(thrown, { classify: "FILE_READ_FAILED" as never }).error_code).toBe("FILE_NOT_FOUND");
  });

  test("gives classify what was thrown", () => {
    const classify = vi.fn(() => undefined);
    const thrown = new Error("x");
    fromUnknown(thrown, { classify });
    expect(classify).toHaveBeenCalledExactlyOnceWith(thrown);
  });

  describe("a legacy KaizaError", () => {
    const legacy = (fields: object) => Object.assign(new Error("[X] y"), { name: "KaizaError", ...fields });
    const whole = {
      error_code: "SELF_AUDIT_FAILURE",
      human_message: "The audit failed",
      phase: "PHASE_2",
      invariant: "AUDIT_IS_COMPLETE",
      component: "SELF_AUDIT",
    };

    test("gives everything that it knows", () => {
      const error = fromUnknown(legacy(whole));
      expect(error.toEnvelope()).toMatchObject({
        error_code: "SELF_AUDIT_FAILURE",
        human_message: "The audit failed",
        phase_id: "PHASE_2",
        invariant_id: "AUDIT_IS_COMPLETE",
        tool_name: "self_audit",
      });
    });

    test("yields to the context, where that says something", () => {
      const error = fromUnknown(legacy(whole), { tool_name: "read_file", phase_id: null, human_message: "Ours" });
      expect(error).toMatchObject({ tool_name: "read_file", phase_id: "PHASE_2", human_message: "Ours" });
    });

    test("has its codes without a namesake mapped", () => {
      expect(fromUnknown(legacy({ error_code: "WRITE_REJECTED" })).error_code).toBe("POLICY_VIOLATION");
      expect(fromUnknown(legacy({ error_code: "BYPASS_ATTEMPT" })).error_code).toBe("UNAUTHORIZED_ACTION");
    });

    test("a foreign error's members of the same names mean something else", () => {
      const error = fromUnknown(Object.assign(new Error("x"), { component: "Button", phase: "render" }));
      expect(error).toMatchObject({ tool_name: "unknown", phase_id: null });
    });

    test("members of the wrong type are ignored", () => {
      const error = fromUnknown(legacy({ ...whole, phase: 2, component: { deep: true }, human_message: 7 }));
      expect(error).toMatchObject({ phase_id: null, tool_name: "unknown", human_message: "[X] y" });
    });
  });

  test("knows what Node's own errors know", () => {
    const thrown = refusalOf(() => readFileSync("/no/such/file"));
    const envelope = fromUnknown(thrown, { tool_name: "read_file" }).toEnvelope();
    expect(envelope).toMatchObject({ error_code: "INTERNAL_ERROR", cause: { code: "ENOENT", name: "Error" } });
  });

  test("ignores what the envelope cannot hold in the context", () => {
    const context = { role: "ADMIN", session_id: 42, timestamp: "soon", tool_name: Symbol("x"), human_message: "" };
    const envelope = fromUnknown(new Error("x"), context as object).toEnvelope();
    expect(envelope).toMatchObject({ role: null, session_id: null, tool_name: "unknown", human_message: "x" });
    expect(validate(envelope)).toBe(true);
  });
});

function refusalOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

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
      get: () => {
        throw new Error("hostile");
      },
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
    throws: () => {
      throw new Error("broken");
    },
    "answers nothing": () => undefined,
    "answers a text": () => "{}",
    "answers a list": () => [],
    "answers a bigint": () => ({ error_code: 1n }),
    "answers a cycle": () => circular,
    "answers what throws when it is written": () => ({
      toJSON: () => {
        throw new Error("broken");
      },
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

  const explode = (): never => {
    throw new Error("hostile");
  };
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

  test("as text is that of the extension whose error it is", () => {
    const acme = extend(kaiza, {
      name: "acme",
      codes: { QUOTA_SPENT: { meaning: "The quota is spent", section: "acme", condition: "rate_limited" } },
    });
    const error = errorClass(acme).toolFailure("QUOTA_SPENT");
    expect(serialize(error)).toBe(JSON.stringify(error));
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
  test("is left out by default, and for any DEBUG_STACK but true", () => {
    for (const value of ["", "1", "TRUE", "false"]) {
      vi.stubEnv("DEBUG_STACK", value);
      expect(SystemError.toolFailure("INVALID_PATH").toEnvelope()).not.toHaveProperty("stack_trace");
    }
  });

  test("is the stack under DEBUG_STACK=true, in constructor and factories alike", () => {
    vi.stubEnv("DEBUG_STACK", "true");
    for (const error of [
      new SystemError(),
      SystemError.toolFailure("INVALID_PATH"),
      SystemError.invariantViolation("ONE"),
      SystemError.startupFailure("BOOTSTRAP_FAILURE"),
      SystemError.fromUnknown("x"),
    ]) {
      const envelope = error.toEnvelope();
      expect(envelope.stack_trace).toBe(error.stack);
      expect(Object.keys(envelope)).toEqual([...fieldOrder, "stack_trace"]);
      expect(validate(envelope)).toBe(true);
    }
  });

  test("is decided when the error is made", () => {
    const before = SystemError.toolFailure("INVALID_PATH");
    vi.stubEnv("DEBUG_STACK", "true");
    const during = SystemError.toolFailure("INVALID_PATH");
    vi.stubEnv("DEBUG_STACK", "");
    expect(before.toEnvelope()).not.toHaveProperty("stack_trace");
    expect(during.toEnvelope()).toHaveProperty("stack_trace");
  });

  test("is there where direct construction asks for it", () => {
    expect(new SystemError({ include_stack_trace: true }).toEnvelope().stack_trace).toMatch(/^SystemError/);
    expect(new SystemError({ include_stack_trace: false }).toEnvelope()).not.toHaveProperty("stack_trace");
  });

  test("survives a formatter of stacks that throws", () => {
    vi.stubEnv("DEBUG_STACK", "true");
    const { prepareStackTrace } = Error;
    Error.prepareStackTrace = () => {
      throw new Error("hostile");
    };
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

describe("SystemError.is", () => {
  test("refuses what is none", () => {
    const { proxy, revoke } = Proxy.revocable(SystemError.toolFailure("INVALID_PATH"), {});
    revoke();
    const others = [null, undefined, 1, "x", {}, new Error("x"), SystemError, SystemError.prototype, proxy];
    expect(others.map((value) => SystemError.is(value))).toEqual(others.map(() => false));
  });

  test("narrows", () => {
    const caught: unknown = SystemError.toolFailure("INVALID_PATH");
    if (SystemError.is(caught)) expectTypeOf(caught.error_code).toEqualTypeOf<SystemErrorCode>();
  });

  test("holds across copies of the package", async () => {
    const folder = mkdtempSync(join(tmpdir(), "error-contract-copy-"));
    cpSync(fileURLToPath(new URL("../../src/dist", import.meta.url)), join(folder, "dist"), { recursive: true });
    const copy: typeof import("error-contract/kaiza") = await import(
      /* @vite-ignore */ pathToFileURL(join(folder, "dist/contracts/kaiza/index.js")).href
    );
    rmSync(folder, { recursive: true });

    const theirs = copy.SystemError.toolFailure("FILE_NOT_FOUND");
    expect(theirs).not.toBeInstanceOf(SystemError);
    expect(SystemError.is(theirs)).toBe(true);
    expect(copy.SystemError.is(SystemError.toolFailure("INVALID_PATH"))).toBe(true);
    expect(SystemError.fromUnknown(theirs)).toBe(theirs);
    expect(fromUnknown(theirs)).toBe(theirs);
    expect(toolErrorFrom(theirs)).toMatchObject({ code: "NOT_FOUND", message: theirs.human_message });
  });

  // A copy of another version may have other contracts; what is no contract at all tells nothing.
  test.each<[string, (contract: any) => unknown]>([
    ["none", () => undefined],
    ["a name", ({ name }) => name],
    ["without fields", ({ fields: _, ...contract }) => contract],
    ["without a field that it names", (contract) => ({ ...contract, fields: { code: "code", message: "text" } })],
    ["with codes that are null", (contract) => ({ ...contract, codes: { ...contract.codes, X: null } })],
    ["with conditions that are not known here", (contract) => ({ ...contract, codes: { X: { condition: "lost" } } })],
    ["without a fallback", ({ fallback: _, ...contract }) => contract],
    ["without envelopes", ({ envelopes: _, ...contract }) => contract],
  ])("survives an error whose class has a contract %s", (_, change) => {
    class Theirs extends (SystemError as unknown as new (fields: object) => SystemError) {
      static readonly contract = change(kaiza);
    }
    const theirs = new Theirs({ error_code: "FILE_NOT_FOUND" });
    expect(envelopeProblems(JSON.parse(serialize(theirs)))).toEqual([]);
    expect(toolErrorFrom(theirs).message).toBe("[FILE_NOT_FOUND] An error occurred");
  });
});

describe("parseEnvelope and envelopeProblems", () => {
  const envelope = SystemError.toolFailure("INVALID_PATH", everything).toEnvelope();

  test("accept an envelope that went over the wire", () => {
    const received: unknown = JSON.parse(JSON.stringify(envelope));
    expect(parseEnvelope(received)).toBe(received);
    expect(envelopeProblems(received)).toEqual([]);
  });

  test("name every problem by its path", () => {
    const { tool_name: _, ...rest } = envelope;
    const problems = envelopeProblems({ ...rest, error_code: "INVALID_PTH", role: "ADMIN", cause: [], extra: 1 });
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
    expect(envelopeProblems(without)).toHaveLength(1);
    expect(envelopeProblems({ ...envelope, [field]: undefined })).toHaveLength(1);
  });

  test.each([
    "2026-01-19",
    "2026-01-19T15:32:10",
    "2026-13-19T15:32:10Z",
    "2026-01-19 15:32:10Z",
    "2026-01-19T24:00:00Z",
    "",
    "yesterday",
  ])("reject the timestamp %j", (timestamp) => {
    expect(envelopeProblems({ ...envelope, timestamp })).toHaveLength(1);
  });

  test.each(["2026-01-19T15:32:10Z", "2026-01-19T15:32:10.123456Z", "2026-01-19T15:32:10+05:30"])(
    "accept the timestamp %s",
    (timestamp) => {
      expect(parseEnvelope({ ...envelope, timestamp })).toBeDefined();
    },
  );

  test("see what would not arrive as it is", () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    for (const cause of [
      new Error("x"),
      { f: () => 1 },
      { d: new Date() },
      { u: undefined },
      { n: Number.NaN },
      loop,
    ]) {
      expect(parseEnvelope({ ...envelope, cause })).toBeUndefined();
    }
  });

  test("survive anything", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const trap = Object.defineProperty({ ...envelope }, "cause", {
      enumerable: true,
      get: () => {
        throw new Error("hostile");
      },
    });
    for (const value of [proxy, { ...envelope, cause: proxy }, trap, null, undefined, 1n, Symbol("x"), "{}", []]) {
      expect(parseEnvelope(value)).toBeUndefined();
      expect(envelopeProblems(value).length).toBeGreaterThan(0);
    }
  });
});
