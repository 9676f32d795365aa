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
import { caughtFrom, explode } from "../kit/thrown.js";
import { toRows } from "../kit/to-rows.js";
import { validate } from "./kaiza-fields.js";

beforeEach(() => vi.stubEnv("DEBUG_STACK", ""));
afterEach(() => vi.unstubAllEnvs());

describe("fromUnknown", () => {
  const coded = { error_code: "FILE_NOT_FOUND", code: "PATH_NOT_FOUND" };
  const strange = { error_code: "NOT_OURS", code: "FILE_NOT_FOUND" };
  const classify = () => "HASH_MISMATCH" as const;
  const code = (error_code: SystemErrorCode) => ({ error_code });
  const wordless = { human_message: "An unexpected error occurred" };

  test.each(
    toRows<readonly [thrown: unknown, context: object, fields: object]>({
      "the message of an error is kept": [new Error("It broke"), {}, { human_message: "It broke" }],
      "the message of an object is kept": [{ message: "An object" }, {}, { human_message: "An object" }],
      "the context's message comes first": [new Error("x"), { human_message: "No" }, { human_message: "No" }],
      "an error without a message has words": [new AggregateError([]), {}, wordless],
      "a message that is no text is none": [{ message: 42 }, {}, wordless],
      "the context's code comes first": [coded, { error_code: "PLAN_NOT_FOUND", classify }, code("PLAN_NOT_FOUND")],
      "that of classify comes second": [coded, { classify }, code("HASH_MISMATCH")],
      "that of error_code comes third": [coded, {}, code("FILE_NOT_FOUND")],
      "that of code comes last": [{ code: "PATH_NOT_FOUND" }, {}, code("PATH_NOT_FOUND")],
      "a file that Node did not find is not found": [{ code: "ENOENT" }, {}, code("FILE_NOT_FOUND")],
      "another code of Node is a fault": [{ code: "EMFILE" }, {}, code("INTERNAL_ERROR")],
      "a program that Node did not find is a fault": [
        { code: "ENOENT", syscall: "spawn git" },
        {},
        code("INTERNAL_ERROR"),
      ],
      "so is one that it waits for": [{ code: "ENOENT", syscall: "spawnSync git" }, {}, code("INTERNAL_ERROR")],
      "a code that nobody registered is skipped": [strange, {}, code("FILE_NOT_FOUND")],
      "so is one of the context": [strange, { error_code: "NOPE" }, code("FILE_NOT_FOUND")],
      "so is one of classify": [strange, { classify: () => "NOPE" }, code("FILE_NOT_FOUND")],
      "a classify that throws is ignored": [strange, { classify: explode }, code("FILE_NOT_FOUND")],
      "so is one that is no function": [strange, { classify: "FILE_READ_FAILED" }, code("FILE_NOT_FOUND")],
      "an error of Node's is the cause with its code": [
        caughtFrom(() => readFileSync("/no/such/file")),
        { tool_name: "read_file" },
        { error_code: "FILE_NOT_FOUND", tool_name: "read_file", cause: { code: "ENOENT", name: "Error" } },
      ],
      "what the envelope cannot hold is left out": [
        new Error("x"),
        { role: "ADMIN", session_id: 42, timestamp: "soon", tool_name: Symbol("x"), human_message: "" },
        { role: null, session_id: null, tool_name: "unknown", human_message: "x" },
      ],
    }),
  )("%s", (_, thrown, context, fields) => {
    const envelope = fromUnknown(thrown, context).toEnvelope();
    expect(envelope).toMatchObject(fields);
    expect(validate(envelope)).toBe(true);
  });

  test("returns a SystemError unchanged, unless the context has a message", () => {
    const error = SystemError.toolFailure("FILE_NOT_FOUND");
    expect(fromUnknown(error, { error_code: "INTERNAL_ERROR", tool_name: "x" })).toBe(error);
  });

  test("gives classify what was thrown", () => {
    const asked = vi.fn(() => undefined);
    fromUnknown(coded, { classify: asked });
    expect(asked).toHaveBeenCalledExactlyOnceWith(coded);
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

    test.each(
      toRows<readonly [thrown: unknown, context: object, fields: object]>({
        "gives everything that it knows": [
          legacy(whole),
          {},
          {
            error_code: "SELF_AUDIT_FAILURE",
            human_message: "The audit failed",
            phase_id: "PHASE_2",
            invariant_id: "AUDIT_IS_COMPLETE",
            tool_name: "self_audit",
          },
        ],
        "yields to the context, where that says something": [
          legacy(whole),
          { tool_name: "read_file", phase_id: null, human_message: "Ours" },
          { tool_name: "read_file", phase_id: "PHASE_2", human_message: "Ours" },
        ],
        "has a code without a namesake mapped": [
          legacy({ error_code: "WRITE_REJECTED" }),
          {},
          code("POLICY_VIOLATION"),
        ],
        "has the other one mapped too": [legacy({ error_code: "BYPASS_ATTEMPT" }), {}, code("UNAUTHORIZED_ACTION")],
        "loses members of the wrong type": [
          legacy({ ...whole, phase: 2, component: { deep: true }, human_message: 7 }),
          {},
          { phase_id: null, tool_name: "unknown", human_message: "[X] y" },
        ],
        "is no foreign error with members of such names": [
          Object.assign(new Error("x"), { component: "Button", phase: "render" }),
          {},
          { tool_name: "unknown", phase_id: null },
        ],
      }),
    )("%s", (_, thrown, context, fields) => {
      expect(fromUnknown(thrown, context).toEnvelope()).toMatchObject(fields);
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
