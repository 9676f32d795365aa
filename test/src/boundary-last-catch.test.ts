import { listEnvelopeProblems, createErrorClass, extend, wrapHandler } from "error-contract";
import { builtInContracts } from "error-contract/detect";
import { kaiza, SystemError } from "error-contract/kaiza";
import * as kaizaModule from "error-contract/kaiza";
import { fromHttpResponse } from "error-contract/mcp-aql/adapter";
import { wrapHandler as wrapTypedMcp } from "error-contract/typed-mcp";
import { describe, expect, it, test } from "vitest";
import { unhandledDuring } from "../kit/thrown.js";
import { explode, MemorySink } from "./boundary-contracts.js";
import { hostileValues } from "./hostile-values.js";
import { fail } from "../kit/thrown.js";

describe("a thrown value", () => {
  test.each(["getPrototypeOf", "get", "ownKeys", "getOwnPropertyDescriptor", "has"])(
    "that is a proxy of our own error, whose %s throws, is one failure",
    async (trap) => {
      for (const contract of builtInContracts) {
        const audit = new MemorySink();
        const Failure = createErrorClass(contract) as unknown as { fromUnknown(thrown: unknown): object };
        const value = new Proxy(Failure.fromUnknown("x"), { [trap]: explode });
        const wrapped = wrapHandler(() => Promise.reject(value), { contract, tool_name: "x", audit });
        await wrapped().catch(() => undefined);
        expect(audit.records).toHaveLength(1);
        expect(listEnvelopeProblems(contract, audit.envelopes[0])).toEqual([]);
      }
    },
  );

  it("is a promise whose prototype cannot be read, and still awaited", async () => {
    const promise = new Proxy(Promise.resolve(1), {
      getPrototypeOf: explode,
      get: (target, name) => (name === "then" ? target.then.bind(target) : explode()),
    });
    expect(await kaizaModule.wrapHandler(() => promise, "x")()).toBe(1);
  });
});

describe("a status without a body", () => {
  test.each([204, 205, 304])("%i is a response without one", async (status) => {
    const contract = extend(kaiza, {
      name: "quiet",
      version: "1",
      schemaId: "urn:quiet:1",
      codes: { NOTHING: { meaning: "Nothing is there", section: "1", condition: "not_found", http: [status] } },
    });
    const Failure = createErrorClass(contract);
    const handler = fail(Failure.toolFailure("NOTHING"));
    const response = wrapHandler(handler, {
      contract: Failure,
      tool_name: "x",
      deliver: "response",
    })() as unknown as Response;
    expect(response.status).toBe(status);
    expect(await response.text()).toBe("");
  });
});

describe("what a server answered", () => {
  const proxy = hostileValues["revoked proxy"];

  it("may have a body that cannot be read", () => {
    for (const body of [proxy, { error: proxy }, { errors: [proxy] }, { toJSON: explode }]) {
      expect(() => fromHttpResponse({ status: 500, body }).toEnvelope()).not.toThrow();
      expect(() => fromHttpResponse(proxy as never).toEnvelope()).not.toThrow();
    }
  });
});

describe("functions of the project that reject", () => {
  const reject = (): never => Promise.reject(new Error("late")) as never;

  it("end no process, and are ignored", async () => {
    const audit = new MemorySink();
    const options = { tool_name: "x", audit, classify: reject, session: reject, redact: reject };
    const unhandled = await unhandledDuring(() => {
      expect(() => kaizaModule.wrapHandler(explode, options)()).toThrow("INTERNAL_ERROR");
      const answer = wrapTypedMcp(explode, { tool_name: "x", onInternalError: reject, classify: reject })();
      expect(answer).toContain("internal_error");
      SystemError.fromUnknown("x", { classify: reject });
    });
    expect(unhandled).toEqual([]);
  });
});
