import { readFileSync } from "node:fs";
import {
  listEnvelopeProblems,
  fromUnknown,
  kaiza,
  serialize,
  SystemError,
  type SystemErrorCode,
} from "error-contract/kaiza";
import { fromUnknown as toolErrorFrom } from "error-contract/standard";
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { caughtFrom } from "../kit/thrown.js";
import { validate } from "./kaiza-fields.js";
import { fail } from "../kit/thrown.js";

beforeEach(() => vi.stubEnv("DEBUG_STACK", ""));
afterEach(() => vi.unstubAllEnvs());

describe("fromUnknown", () => {
  test("returns a SystemError unchanged, unless the context has a message", () => {
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
    expect(fromUnknown({ code: "ENOENT" }).error_code).toBe("FILE_NOT_FOUND");
    expect(fromUnknown({ code: "EMFILE" }).error_code).toBe("INTERNAL_ERROR");
    expect(fromUnknown({ code: "ENOENT", syscall: "spawn git" }).error_code).toBe("INTERNAL_ERROR");
    expect(fromUnknown({ code: "ENOENT", syscall: "spawnSync git" }).error_code).toBe("INTERNAL_ERROR");
  });

  test("ignores codes that are not registered, and a classify that throws", () => {
    const thrown = { error_code: "NOT_OURS", code: "FILE_NOT_FOUND" };
    const broken = fail(new Error("classify"));
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
    class KaizaError extends Error {}
    const legacy = (fields: object) => Object.assign(new KaizaError("[X] y"), fields);
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

    test.each<[string, (fields: object) => unknown]>([
      ["the answer of an API", (fields) => ({ ...fields })],
      ["an error with such members", (fields) => Object.assign(new Error("x"), { name: "KaizaError", ...fields })],
      ["an object that names a class", (fields) => ({ ...fields, constructor: { name: "KaizaError" } })],
      ["an error of another class", (fields) => Object.assign(new (class ApiError extends Error {})("x"), fields)],
      ["an object of a null prototype", (fields) => Object.assign(Object.create(null) as object, fields)],
    ])("%s is no relative, and its context is not the caller's", (_name, create) => {
      const context = { session_id: "s-9", role: "WINDSURF", workspace_root: "/theirs", plan_hash: "h" };
      const thrown = create({ ...whole, ...context, tool_name: "theirs", phase_id: "P", invariant_id: "I" });
      for (const error of [fromUnknown(thrown), fromUnknown(new Error("around", { cause: thrown }))]) {
        expect(error).toMatchObject({
          session_id: null,
          role: null,
          workspace_root: null,
          plan_hash: null,
          tool_name: "unknown",
          phase_id: null,
          invariant_id: null,
        });
      }
    });

    test("members of the wrong type are ignored", () => {
      const error = fromUnknown(legacy({ ...whole, phase: 2, component: { deep: true }, human_message: 7 }));
      expect(error).toMatchObject({ phase_id: null, tool_name: "unknown", human_message: "[X] y" });
    });
  });

  test("knows what Node's own errors know", () => {
    const thrown = caughtFrom(() => readFileSync("/no/such/file"));
    const envelope = fromUnknown(thrown, { tool_name: "read_file" }).toEnvelope();
    expect(envelope).toMatchObject({ error_code: "FILE_NOT_FOUND", cause: { code: "ENOENT", name: "Error" } });
  });

  test("ignores what the envelope cannot hold in the context", () => {
    const context = { role: "ADMIN", session_id: 42, timestamp: "soon", tool_name: Symbol("x"), human_message: "" };
    const envelope = fromUnknown(new Error("x"), context as object).toEnvelope();
    expect(envelope).toMatchObject({ role: null, session_id: null, tool_name: "unknown", human_message: "x" });
    expect(validate(envelope)).toBe(true);
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
    expect(listEnvelopeProblems(JSON.parse(serialize(theirs)))).toEqual([]);
    expect(toolErrorFrom(theirs).message).toBe("[FILE_NOT_FOUND] An error occurred");
  });
});
