// An envelope that was received becomes the contract's error again, whatever way it has come.
import { createErrorClass, extend, getCodes, type ContractData } from "error-contract";
import * as contextResolve from "error-contract/context-resolve";
import { builtInContracts, matchFailure } from "error-contract/detect";
import * as jsonRpc from "error-contract/json-rpc";
import * as kaiza from "error-contract/kaiza";
import * as mcpAql from "error-contract/mcp-aql";
import * as standard from "error-contract/standard";
import * as typedMcp from "error-contract/typed-mcp";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it, test } from "vitest";
import fc from "../kit/property.js";
import { anyValue } from "./hostile-values.js";

const modules = {
  standard,
  kaiza,
  "context-resolve": contextResolve,
  "json-rpc": jsonRpc,
  "typed-mcp": typedMcp,
  "mcp-aql": mcpAql,
};

const rows = builtInContracts.flatMap((contract: ContractData) =>
  Object.values(getCodes(contract)).map((code) => [contract.name as keyof typeof modules, code] as const),
);

/** An error of the contract with the code, and its class. */
function create(name: keyof typeof modules, code: string | number) {
  const contract: ContractData = builtInContracts.find((each) => each.name === name)!;
  const errorClass = createErrorClass(contract);
  const field = contract.fields.code.split(".").at(-1)!;
  return { errorClass, error: errorClass.fromUnknown(new Error("no disk"), { [field]: code }) };
}

describe("an error", () => {
  test.each(rows)("of %s with %s comes back from its envelope", (name, code) => {
    const { errorClass, error } = create(name, code);
    const received = structuredClone(error.toEnvelope());
    const again = modules[name].fromEnvelope(received);
    expect(errorClass.is(again)).toBe(true);
    expect(again).toBeInstanceOf(errorClass);
    expect(again!.toEnvelope()).toEqual(received);
    expect(modules[name].fromEnvelope(JSON.stringify(received))!.toEnvelope()).toEqual(received);
  });

  it("keeps the fields that a later version has added, and the stack", () => {
    const sent = standard.toolError("RATE_LIMITED", "Busy", { retry_after: 3, next: "Wait", details: { a: 1 } });
    expect(standard.fromEnvelope(sent.toEnvelope())).toMatchObject({ retry_after: 3, next: "Wait", details: { a: 1 } });
    const traced = new kaiza.SystemError({ error_code: "INTERNAL_ERROR", include_stack_trace: true });
    expect(kaiza.fromEnvelope(traced.toEnvelope())!.toEnvelope()).toEqual(traced.toEnvelope());
  });

  it("comes back from what a boundary has thrown, of which a clone keeps the message alone", async () => {
    const fail = () => Promise.reject(standard.toolError("NOT_FOUND", "No note", { details: { id: 1 } }));
    const thrown: unknown = await standard
      .wrapHandler(fail, { tool_name: "read", audit: "none" })()
      .catch((error: unknown) => error);
    const again = standard.fromEnvelope(structuredClone(thrown));
    expect(again).toMatchObject({ code: "NOT_FOUND", message: "No note", tool: "read", details: { id: 1 } });
  });

  it("comes back from a worker", async () => {
    const module = import.meta.resolve("error-contract/kaiza");
    const code = `import(${JSON.stringify(module)}).then(({ SystemError }) => {
      const error = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No file", cause: new Error("ENOENT") });
      require("node:worker_threads").parentPort.postMessage(error.toEnvelope());
    })`;
    const worker = new Worker(code, { eval: true });
    const [received] = (await once(worker, "message")) as [unknown];
    await worker.terminate();
    const error = kaiza.fromEnvelope(received);
    expect(error).toBeInstanceOf(kaiza.SystemError);
    expect(error).toMatchObject({ error_code: "FILE_NOT_FOUND", cause: { message: "ENOENT", name: "Error" } });
  });
});

describe("what is no envelope gives nothing", () => {
  const wrong = {
    success: false,
    error: { code: "VALIDATION_MISSING_PARAM", message: "m", details: { param_name: 1 } },
  };
  test.each([
    ["a code of another contract", standard, { error: { code: "NOPE", message: "x", tool: null, details: null } }],
    ["the details of another code", mcpAql, wrong],
    ["a text", kaiza, "FILE_NOT_FOUND"],
    ["an error of Node", kaiza, new Error("ENOENT")],
  ])("%s", (_, module, value) => {
    expect(module.fromEnvelope(value)).toBeUndefined();
    expect(module.parseEnvelope(value)).toBeUndefined();
  });

  it("and nothing throws", () =>
    fc.assert(
      fc.property(anyValue, (value) => {
        for (const { fromEnvelope } of Object.values(modules)) fromEnvelope(value);
      }),
    ));

  it("an extension's code is none of the base's", () => {
    const acme = extend(standard.standard, {
      name: "acme",
      codes: { SPENT: { meaning: "None left", section: "1", condition: "rate_limited" } },
    });
    const error = createErrorClass(acme).fromUnknown(undefined, { code: "SPENT" });
    expect(standard.fromEnvelope(error.toEnvelope())).toBeUndefined();
  });
});

describe("matchFailure", () => {
  const cases = { NOT_FOUND: () => "none", _: ({ message }: { message: string }) => message };

  it("calls the function for the code, and `_` for any other", () => {
    const error = standard.toolError("NOT_FOUND", "No note");
    expect(matchFailure(error, cases as never)).toBe("none");
    const foreign = { code: undefined, foreignCode: "NEW", message: "new" };
    expect(matchFailure(foreign as never, cases as never)).toBe("new");
    expect(matchFailure({ code: "constructor", message: "odd" } as never, cases as never)).toBe("odd");
  });

  it("refuses a code without a function, which only JavaScript can leave out", () =>
    expect(() => matchFailure({ code: "CONFLICT" }, { NOT_FOUND: () => "" })).toThrow(
      new TypeError("matchFailure: cases: no function for CONFLICT"),
    ));
});
