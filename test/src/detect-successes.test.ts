import { detectError } from "error-contract/detect";
import { kaiza, SystemError } from "error-contract/kaiza";
import { describe, expect, test } from "vitest";
import fc from "../kit/property.js";
import { anyValue, hostileValues } from "./hostile-values.js";
import { nested, numeric } from "./sample-contracts.js";

const contracts = [kaiza, nested, numeric] as const;
const json = JSON.stringify;

const envelope = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file" }).toEnvelope();
const text = (value: string) => ({ type: "text", text: value });
const failed = (...content: readonly object[]) => ({ content, isError: true });

function protocolError(code: unknown, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code, data });
}

describe("a success", () => {
  const body = { success: false, error: { code: "NOT_THERE", message: "Nothing" } };

  test.each([
    ["undefined", undefined],
    ["a number", 7],
    ["an empty object", {}],
    ["prose", "All went well"],
    ["JSON of something else", '{"error":"x","code":"FILE_NOT_FOUND","message":"m"}'],
    ["a tool result", { content: [text("ok")] }],
    ["a tool result that says so", { content: [text("ok")], isError: false }],
    ["a text that begins like a failure", { content: [text("[INTERNAL_ERROR] from the log")] }],
    ["an envelope inside of data", { entries: [envelope], last: envelope }],
    ["an envelope inside of structured content", { content: [], structuredContent: { last: envelope } }],
    ["an audit entry, which has more than the envelope", { ...envelope, seq: 1 }],
    ["a JSON-RPC result", { jsonrpc: "2.0", id: 1, result: { content: [text("ok")] } }],
    ["a JSON-RPC request", { jsonrpc: "2.0", id: 1, method: "tools/call", params: {} }],
    ["a service's own code and message", { code: 0, message: "success", data: { id: 1 } }],
    ["data beside other members", { code: 0, message: "success", data: envelope, page: 1 }],
    ["data behind a code that is no number", { code: "x", message: "m", data: envelope }],
    ["content that is no list", { content: "x", isError: true }],
    ["structured content in no result", { structuredContent: { ...body } }],
    ["a list", [envelope]],
    ["four times JSON", json(json(json(json(envelope))))],
    ["a broken text", json(envelope).slice(1)],
  ])("%s is no failure", (_, value) => {
    expect(detectError(value, { contracts })).toBeUndefined();
  });

  test.each([
    ["the text of a result", { content: [text(json(body))] }],
    ["structured content", { content: [], structuredContent: body }],
    ["a result that calls itself a success", { content: [text(json(body))], isError: false }],
    ["a JSON-RPC result", { jsonrpc: "2.0", id: 1, result: body }],
  ])("a contract that returns its failures puts them into %s", (_, value) => {
    expect(detectError(value, { contracts })).toMatchObject({ contract: "nested", code: "NOT_THERE" });
  });

  test("a contract that throws has no failure in an answer that is none", () => {
    expect(detectError({ content: [text(json(envelope))] })).toBeUndefined();
    expect(detectError({ content: [], structuredContent: envelope, isError: false })).toBeUndefined();
    expect(detectError({ jsonrpc: "2.0", id: 1, result: envelope })).toBeUndefined();
  });

  test("an envelope among several items is something that the tool talks about", () =>
    expect(detectError({ content: [text("Two:"), text(json(body))] }, { contracts })).toBeUndefined());
});

describe("any value", () => {
  const conforms = (value: unknown): boolean => {
    const { error_code, human_message } = (value ?? {}) as Record<string, unknown>;
    return typeof error_code === "string" && typeof human_message === "string";
  };

  test("random JSON is no failure of a contract", () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!conforms(value));
        for (const carried of [value, json(value), json(json(value)), { content: [text(json(value))] }]) {
          expect(detectError(carried, { isFailed: true })).toBeUndefined();
        }
        const failure = detectError({ ...failed(text(json(value))), structuredContent: value });
        expect(failure).toMatchObject({ certainty: "none", contract: undefined });
      }),
    ));

  test("an envelope with one member changed conforms or is no failure of a contract", () => {
    const members = fc.constantFrom(...Object.keys(envelope), "extra");
    fc.assert(
      fc.property(members, fc.jsonValue(), (member, value) => {
        const changed = { ...envelope, [member]: value };
        const failure = detectError(failed(text(json(changed))));
        const { length } = Object.keys(changed);
        if (failure?.contract) expect([failure.certainty, length]).toEqual(["envelope", Object.keys(envelope).length]);
        expect(detectError(changed, { isFailed: true })?.contract).toBe(failure?.contract);
      }),
    );
  });

  test("nothing makes it throw, and what it finds is complete", () => {
    const wraps: readonly ((value: unknown) => unknown)[] = [
      (value) => value,
      (value) => ({ content: value, structuredContent: value, isError: true }),
      (value) => ({ content: [value, { type: "text", text: value }], isError: value }),
      (value) => ({ jsonrpc: "2.0", error: value, result: value }),
      (value) => ({ jsonrpc: "2.0", error: { code: value, message: value, data: value } }),
      (value) => Object.assign(new Error("x"), { code: value, data: value }),
      (value) => ({ ...envelope, cause: value }),
    ];
    fc.assert(
      fc.property(anyValue, fc.constantFrom(...wraps), ({ make }, wrap) => {
        const failure = detectError(wrap(make()), { contracts, isFailed: true });
        if (!failure) return;
        expect(typeof failure.message).toBe("string");
        expect(typeof failure.retryable).toBe("boolean");
        expect(typeof failure.recovery).toBe("string");
        const { envelope: _, details, ...facts } = failure;
        expect(() =>
          json(failure.certainty === "none" && !failure.envelope ? { ...facts, details } : facts),
        ).not.toThrow();
      }),
    );
  });

  test.each(Object.keys(hostileValues))("a failed result that holds %s stays a failure", (name) => {
    const held = hostileValues[name];
    expect(detectError({ content: [held], structuredContent: held, isError: true })).toMatchObject({
      contract: undefined,
    });
    expect(detectError(protocolError(-32603, "x", held))).toMatchObject({ contract: undefined, foreignCode: -32603 });
  });

  test.each([
    ["a huge text", "x".repeat(5_000_000)],
    ["a huge JSON text", json("x".repeat(5_000_000))],
    ["a huge message", { ...envelope, human_message: "x".repeat(5_000_000) }],
    ["deep JSON", `{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}`],
    ["a text of braces", "{".repeat(1_000_000)],
    ["a text of prefixes", "MCP error -1: ".repeat(100_000)],
  ])("%s is judged", (_, value) => {
    const limited = typeof value === "string" ? value : json(value);
    expect(detectError(limited, { isFailed: true })).toBeUndefined();
    const failure = detectError(failed(text(limited)));
    expect(failure).toMatchObject({ certainty: "none" });
    expect(failure!.message.length).toBeLessThan(11_000);
  });
});
