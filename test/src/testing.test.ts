import { expect as jestExpect } from "expect";
import { extend, wrapHandler } from "error-contract";
import { contextResolve, contextResolveError } from "error-contract/context-resolve";
import { jsonRpc, jsonRpcError } from "error-contract/json-rpc";
import { kaiza, SystemError, wrapHandler as wrapKaiza } from "error-contract/kaiza";
import { standard, ToolError, toolError } from "error-contract/standard";
import { mcpError, typedMcp } from "error-contract/typed-mcp";
import { contractMatchers, defineContractTests } from "error-contract/testing/vitest";
import { contractMatchers as jestMatchers } from "error-contract/testing/jest";
import { describe, expect, expectTypeOf, it, test } from "vitest";
import { hostileValues } from "./hostile-values.js";
import { failed, outcomes } from "./test-outcomes.js";

expect.extend(contractMatchers);
jestExpect.extend(jestMatchers);

const error = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file" });
const envelope = error.toEnvelope();
const result = { content: [{ type: "text", text: JSON.stringify(envelope) }], isError: true };

/** What an assertion says when it fails. */
function complaint(assertion: () => unknown): string {
  try {
    assertion();
  } catch (failure) {
    return (failure as Error).message;
  }
  throw new Error("it did not fail");
}

describe.each([
  ["vitest", expect as unknown as typeof jestExpect],
  ["jest", jestExpect],
])("toMatchErrorContract of %s", (_, expected) => {
  test.each<[string, unknown]>([
    ["an error", error],
    ["an envelope", envelope],
    ["its JSON text", JSON.stringify(envelope)],
    ["a tool result", result],
    ["an error of JSON-RPC with the envelope as data", Object.assign(new Error("x"), { code: -32000, data: envelope })],
    ["a response", { jsonrpc: "2.0", id: 1, error: { code: -32000, message: "x", data: envelope } }],
    ["what a wrapped handler throws", wrapKaiza(() => raise(error), "x")],
    ["a function that throws", () => raise(error)],
  ])("accepts %s", (_name, value) => {
    expected(value).toMatchErrorContract(kaiza);
    expected(value).toMatchErrorContract(SystemError, "FILE_NOT_FOUND");
    expected(value).not.toMatchErrorContract(kaiza, "INTERNAL_ERROR");
    expected(value).not.toMatchErrorContract(standard);
  });

  it("waits for promises", async () => {
    await expected(Promise.reject(error)).rejects.toMatchErrorContract(kaiza, "FILE_NOT_FOUND");
    await expected(Promise.resolve(result)).resolves.toMatchErrorContract(kaiza, "FILE_NOT_FOUND");
    expect(complaint(() => expected(() => Promise.reject(error)).toMatchErrorContract(kaiza))).toMatch(/rejects/);
  });

  it("knows every contract", () => {
    expected(contextResolveError("io_error")).toMatchErrorContract(contextResolve, "io_error");
    expected(contextResolveError("io_error").toEnvelope()).toMatchErrorContract(contextResolve);
    expected(jsonRpcError(-32001).toResponse(1)).toMatchErrorContract(jsonRpc, -32001);
    expected(JSON.stringify(mcpError("not_found"))).toMatchErrorContract(typedMcp, "not_found");
    expected(toolError("NOT_FOUND", "x")).toMatchErrorContract(ToolError, "NOT_FOUND");
  });

  it.each<[string, unknown, RegExp]>([
    ["a raw error", new RangeError("disk full"), /raw RangeError/],
    [
      "an envelope with a wrong code",
      { ...envelope, error_code: "FILE_NOT_FUOND" },
      /error_code: .*did you mean "FILE_NOT_FOUND"/,
    ],
    ["an envelope with a missing field", { ...envelope, timestamp: undefined }, /timestamp/],
    [
      "a tool result with a text of its own",
      { ...result, content: [{ type: "text", text: "It failed" }] },
      /expected object/,
    ],
    ["a success", { content: [{ type: "text", text: JSON.stringify(envelope) }] }, /success/],
    [
      "only the text of a failure",
      { ...result, content: [{ type: "text", text: "[FILE_NOT_FOUND] x" }] },
      /only the text/,
    ],
    ["undefined", undefined, /undefined/],
  ])("says what is wrong with %s", (_name, value, problem) => {
    expected(value).not.toMatchErrorContract(kaiza);
    const text = complaint(() => expected(value).toMatchErrorContract(kaiza, "FILE_NOT_FOUND"));
    expect(text).toMatch(problem);
    expect(text).toMatch(/kaiza with the code .*FILE_NOT_FOUND/);
  });

  it("says which code was found, and what must not be", () => {
    const text = complaint(() => expected(error).toMatchErrorContract(kaiza, "INTERNAL_ERROR"));
    expect(text).toMatch(/INTERNAL_ERROR/);
    expect(text).toMatch(/FILE_NOT_FOUND/);
    expect(complaint(() => expected(error).not.toMatchErrorContract(kaiza))).toMatch(/anything but/);
  });

  it("finds diagnostics in a message that should have none", () => {
    const value = { error: { code: "io_error", message: "ENOENT: /cache" } };
    expect(complaint(() => expected(value).toMatchErrorContract(contextResolve))).toMatch(/error\.message: .*an errno/);
  });

  it("refuses a code that nobody registered, and what is no contract, also with `not`", () => {
    // @ts-expect-error no such code
    expect(() => expected(error).not.toMatchErrorContract(kaiza, "FILE_NOT_FUOND")).toThrow(/FILE_NOT_FOUND/);
    // @ts-expect-error it is no contract
    expect(() => expected(error).not.toMatchErrorContract("kaiza")).toThrow(TypeError);
    // @ts-expect-error nothing at all
    expect(() => expected(error).toMatchErrorContract()).toThrow(TypeError);
  });

  it.each(Object.keys(hostileValues))("survives %s", (name) => {
    expected([hostileValues[name]][0]).not.toMatchErrorContract(kaiza, "FILE_NOT_FOUND");
  });
});

it("is typed for vitest too", () => {
  expect(error).toMatchErrorContract(kaiza, "FILE_NOT_FOUND");
  // @ts-expect-error no such code
  expect(() => expect(error).toMatchErrorContract(kaiza, "FILE_NOT_FUOND")).toThrow(TypeError);
  expectTypeOf(expect(error).toMatchErrorContract).returns.toBeVoid();
});

function raise(thrown: unknown): never {
  throw thrown;
}

describe("defineContractTests", () => {
  // As a project has them: each is a test of this file.
  defineContractTests(kaiza, {
    describe,
    test,
    handler: (run, { audit, session }) => wrapKaiza(run, { tool_name: "read_file", audit, session }),
  });
  defineContractTests(contextResolve, { describe, test, produce: (code) => contextResolveError(code) });
  defineContractTests(jsonRpc, { describe, test, produce: (code) => Promise.reject(jsonRpcError(code)) });

  it("has a test for each code, those of specification 001 section 8, and those of a client", async () => {
    const found = await outcomes((runner) =>
      defineContractTests(SystemError, {
        ...runner,
        handler: (run, { audit, session }) => wrapKaiza(run, { tool_name: "x", audit, session }),
        produce: (code) => SystemError.toolFailure(code).toEnvelope(),
      }),
    );
    expect(Object.keys(found)).toHaveLength(Object.keys(kaiza.codes).length + 15);
    expect(failed(found)).toEqual([]);
  });

  it.each([standard, typedMcp, jsonRpc, contextResolve])(
    "asks of $name what it has the fields for",
    async (contract) => {
      const found = await outcomes((runner) =>
        defineContractTests(contract, {
          ...runner,
          handler: (run, { audit, session }) =>
            wrapHandler(run, { contract: contract as any, tool_name: "x", audit, session }),
        }),
      );
      expect(Object.keys(found)).toHaveLength(Object.keys(contract.codes).length + 10);
      expect(failed(found)).toEqual([]);
    },
  );

  it("fails for a code that is produced wrongly or not at all", async () => {
    const found = await outcomes((runner) =>
      defineContractTests(kaiza, {
        ...runner,
        codes: ["FILE_NOT_FOUND", "INTERNAL_ERROR", "PLAN_NOT_FOUND"],
        produce: (code) => (code === "PLAN_NOT_FOUND" ? undefined : error),
      }),
    );
    expect(failed(found)).toEqual(["INTERNAL_ERROR follows the contract", "PLAN_NOT_FOUND follows the contract"]);
  });

  it("names codes of JSON-RPC, and tests those of an extension", async () => {
    const TooBusy = { value: -32010, meaning: "Too busy", section: "acme", condition: "rate_limited" } as const;
    const found = await outcomes((runner) =>
      defineContractTests(extend(jsonRpc, { name: "acme", codes: { TooBusy } }), {
        ...runner,
        produce: (code) => ({ code, message: "x" }),
      }),
    );
    expect(Object.keys(found)).toContain("TooBusy (-32010) follows the contract");
    expect(failed(found)).toEqual([]);
  });

  it("refuses what would test nothing", () => {
    const produce = (): unknown => error;
    expect(() => defineContractTests(kaiza, { produce })).toThrow(TypeError);
    expect(() => defineContractTests(kaiza, { describe, test })).toThrow(TypeError);
    // @ts-expect-error no such code
    expect(() => defineContractTests(kaiza, { describe, test, produce, codes: ["FILE_NOT_FUOND"] })).toThrow(TypeError);
    // @ts-expect-error no such option
    expect(() => defineContractTests(kaiza, { describe, test, produce, handlers: produce })).toThrow(
      "did you mean handler?",
    );
    // @ts-expect-error it is no contract
    expect(() => defineContractTests(null, { describe, test, produce })).toThrow(TypeError);
  });
});
