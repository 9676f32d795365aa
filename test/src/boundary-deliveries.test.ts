import { describe, expect, it } from "vitest";
import { createErrorClass, listEnvelopeProblems, extend, wrapHandler } from "error-contract";
import { jsonRpc } from "error-contract/json-rpc";
import * as kaiza from "error-contract/kaiza";
import { toRows } from "../kit/to-rows.js";
import { fail, MemorySink, notFound, read, sdk1, sdk2, texts, thrownBy } from "./boundary-contracts.js";
import { nested, numeric } from "./sample-contracts.js";

const { SystemError } = kaiza;
const own = extend(jsonRpc, {
  name: "busy",
  codes: { TooBusy: { value: 17, meaning: "Too busy", section: "own", condition: "rate_limited" } },
});
const OwnError = createErrorClass(own);
const jsonRpcError = (fields: object) => new OwnError(fields);
const extra = sdk1();

const told = { success: false, error: { code: "NOT_THERE", message: "x" } };
const result = {
  content: [{ type: "text", text: JSON.stringify(told) }],
  isError: true,
  _meta: { "error-contract/envelope": told },
};
const { signal } = new AbortController();
const request = { method: "tools/call", params: { name: "begin_session" } };
const data = { mcpReq: { id: 1, method: "tools/call", signal } };

describe("each delivery", () => {
  it.each(
    toRows<readonly [args: readonly unknown[], answer: object]>({
      "the envelope, in a function": [[], told],
      "a tool result, for SDK 1.x": [[{}, extra], result],
      "a tool result, without arguments": [[extra], result],
      "a tool result, for SDK 2.x": [[{}, sdk2()], result],
      "a tool result, for a handler of all tools": [[{ method: "tools/call", params: { name: "x" } }, extra], result],
      "a tool result, for FastMCP": [
        [{}, { requestId: 1, log: {}, reportProgress: () => {}, streamContent: () => {} }],
        result,
      ],
      "a tool result, with a parameter that is called method": [
        [{ method: "resources/read", url: "x" }, extra],
        result,
      ],
    }),
  )("return: %s", (_, args, answer) => {
    expect(wrapHandler(fail(new Error("x")), { contract: nested, tool_name: "x" })(...args)).toEqual(answer);
  });

  it("return: an error of the protocol, for another request", () => {
    const wrapped = wrapHandler(fail(new Error("x")), { contract: nested, tool_name: "x" });
    expect(() => wrapped({ method: "resources/read", params: { uri: "x:y" } }, extra)).toThrow(
      expect.objectContaining({ code: -32602, message: "x", data: told }) as Error,
    );
  });

  it.each(
    toRows<readonly [last: object]>({
      "a signal that is none": [{ requestId: 1, signal: { aborted: false } }],
      "a signal alone": [{ requestId: 1, signal }],
      "no functions where an SDK has them": [{ requestId: 1, signal, sendRequest: true, sendNotification: {} }],
      "functions alone": [{ send: () => 1, notify: () => 1 }],
      "a context of SDK 2.x without functions": [data],
      "contexts that went over a wire": [JSON.parse(JSON.stringify({ ...data, ...sdk1() })) as object],
      "a request": [request],
    }),
  )("that of a function, whatever data it is called with: %s", (_, last) => {
    const wrapped = wrapHandler(fail(new Error("x")), { contract: nested, tool_name: "x" });
    for (const args of [[last], [request, last], [{}, last]]) expect(wrapped(...args)).toEqual(told);
  });

  it("throw: the error", async () => {
    const wrapped = kaiza.wrapHandler(fail(notFound()), "all tools");
    expect(read(await thrownBy(() => wrapped({}, extra)))).toMatchObject({ tool_name: "all tools" });
  });

  it("null: the form of the caller, as without the option", async () => {
    const wrapped = kaiza.wrapHandler(fail(notFound()), { tool_name: "x", deliver: null } as never);
    expect(await thrownBy(() => wrapped())).toBeInstanceOf(SystemError);
  });

  it("return-json: the canonical string", () => {
    const text = wrapHandler(fail(new Error("x")), { contract: texts, tool_name: "x" })();
    expect(text).toBe('{"error":"internal_error","tool":"x","message":"x","details":null}');
  });

  it("protocol: code, message and data of a JSON-RPC error, or an isError text for a tool", async () => {
    const NumericError = createErrorClass(numeric);
    const error = new NumericError({ code: -32602, message: "bad", data: { field: "path" } } as never);
    const wrapped = wrapHandler(fail(error), { contract: NumericError, tool_name: "x" });
    const expected = { code: -32602, message: "bad", data: { field: "path" } };
    for (const args of [[], [{ method: "resources/read", params: {} }, extra]]) {
      const { code, message, data } = await thrownBy(() => wrapped(...args));
      expect({ code, message, data }).toEqual(expected);
    }
    expect(read(await thrownBy(() => wrapped({}, extra)))).toEqual(expected);
  });

  it.each([sdk1(), sdk2("resources/read")])(
    "protocol for MCP: a code that MCP allows, and the number of the contract in the data",
    async (context) => {
      const request = { method: "resources/read", params: { uri: "x:y" } };
      for (const [name, expected] of [
        ["NotFound", -32602],
        ["Conflict", -32603],
        ["ServerError", -32603],
        ["InvalidParams", -32602],
        ["TooBusy", 17],
      ] as const) {
        const code = own.codes[name].value;
        const wrapped = wrapHandler(fail(jsonRpcError({ code, message: "bad" })), { contract: own, tool_name: "x" });
        const data = code === expected ? undefined : { code, message: "bad" };
        expect(await thrownBy(() => wrapped(request, context))).toMatchObject({ code: expected, message: "bad", data });
        // A server that is no MCP server sends the numbers of specification 002.
        expect(await thrownBy(() => wrapped(request))).toMatchObject({ code, message: "bad" });
      }
    },
  );

  it("response: a Response with status and envelope", async () => {
    const wrapped = kaiza.wrapHandler(fail(notFound()), { tool_name: "x", deliver: "response" });
    const response = wrapped();
    expect(response.status).toBe(404);
    expect(kaiza.parseEnvelope(await response.json())).toMatchObject({ error_code: "FILE_NOT_FOUND" });
  });

  it("envelope, json and result are the user's to choose", () => {
    const wrap = (deliver: "envelope" | "json" | "result") =>
      kaiza.wrapHandler(fail("x"), { tool_name: "x", deliver })();
    expect(kaiza.parseEnvelope(wrap("envelope"))).toBeDefined();
    expect(kaiza.parseEnvelope(JSON.parse(wrap("json")))).toBeDefined();
    expect(wrap("result")).toMatchObject({ isError: true });
  });
});

describe("a contract that returns", () => {
  it("takes a returned envelope for the failure that it is", () => {
    const audit = new MemorySink();
    const envelope = { success: false, error: { code: "MISSING_PARAM", message: "path" } };
    expect(wrapHandler(() => envelope, { contract: nested, tool_name: "x", audit })()).toEqual(envelope);
    expect(audit.envelopes).toEqual([envelope]);
    const text = JSON.stringify({ error: "not_found", message: "gone", details: null });
    const told = wrapHandler(() => text, { contract: texts, tool_name: "x", audit, session: { user: "ann" } })();
    expect(JSON.parse(told)).toEqual({ error: "not_found", user: "ann", tool: "x", message: "gone", details: null });
  });

  it("refuses what claims to be a failure and is none", async () => {
    const odd = { success: false, error: "?" };
    expect(wrapHandler(() => odd, { contract: nested, tool_name: "x" })()).toMatchObject({
      error: { code: "NOT_THERE" },
    });
    const mixed = wrapHandler(() => Promise.resolve({ error: "not_found", documents: [] }), {
      contract: texts,
      tool_name: "x",
    });
    const delivered = await (mixed() as Promise<unknown>);
    expect(listEnvelopeProblems(texts, JSON.parse(delivered as string))).toEqual([]);
  });

  it("leaves successes alone", () => {
    const values = [{ success: true, error: null }, "plain", '{"error', '["error"]', [], null, 7];
    for (const value of values) {
      expect(wrapHandler(() => value, { contract: nested, tool_name: "x" })()).toBe(value);
      if (typeof value !== "object")
        expect(wrapHandler(() => value, { contract: texts, tool_name: "x" })()).toBe(value);
    }
  });
});
