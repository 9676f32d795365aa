import { getCodes, defineContract, createErrorClass, extend, type ContractData } from "error-contract";
import {
  builtInContracts,
  detectError as detect,
  getRecovery,
  type DetectedFailure,
  type DetectOptions,
} from "error-contract/detect";
import { kaiza, SystemError, type SystemErrorCode, type SystemErrorEnvelope } from "error-contract/kaiza";
import type { ToolErrorCode } from "error-contract/standard";
import { describe, expect, expectTypeOf, test } from "vitest";
import fc from "../kit/property.js";
import { nested, numeric } from "./sample-contracts.js";

const acme = extend(kaiza, {
  name: "acme",
  codes: { QUOTA_SPENT: { meaning: "The quota is spent", section: "handbook 4", condition: "rate_limited" } },
});
/** Returns its failures, which have no discriminant. */
const flat = defineContract({
  ...numeric,
  name: "flat",
  delivery: "return",
  codePattern: "^[A-Z_]+$",
  codes: { NOT_FOUND: { meaning: "Not found", section: "1", condition: "not_found" } },
  fallback: { construct: "NOT_FOUND", unknown: "NOT_FOUND" },
  envelopes: { failure: { ...numeric.envelopes.failure, properties: { code: { type: "string" }, message: {} } } },
  fields: { code: "code", message: "message" },
});
const contracts = [kaiza, nested, numeric] as const;
const json = JSON.stringify;

const envelope = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file" }).toEnvelope();
const text = (value: string) => ({ type: "text", text: value });
const failed = (...content: readonly object[]) => ({ content, isError: true });

function protocolError(code: unknown, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code, data });
}

/** As a caller who knows that what does not say so is a failure. */
const detectError: typeof detect = (value: unknown, options?: DetectOptions<any>): any =>
  detect(value, { isFailed: true, ...options });

/** The wire codes of a contract that an error may carry. */
function errorCodes(contract: ContractData): readonly (string | number)[] {
  const codes: Readonly<Record<string, string | number>> = getCodes(contract);
  return Object.keys(codes)
    .filter((name) => contract.codes[name]!.kind !== "warning")
    .map((name) => codes[name]!);
}

/** Every form in which a client may hold an envelope. */
const forms: Readonly<Record<string, (envelope: object, message: string) => unknown>> = {
  "a parsed body": (body) => body,
  "JSON text": (body) => json(body),
  "JSON text with space around it": (body) => `\n  ${JSON.stringify(body, null, 2)}\n`,
  "JSON of JSON text": (body) => json(json(body)),
  "JSON of JSON of JSON text": (body) => json(json(json(body))),
  "the text of a failed tool result": (body) => failed(text(json(body))),
  "structured content alone": (body) => ({ content: [], structuredContent: body, isError: true }),
  "both texts of a failed tool result": (body) => ({ ...failed(text(json(body))), structuredContent: body }),
  "the first text of several content items": (body) =>
    failed({ type: "image", data: "", mimeType: "image/png" }, text(json(body)), text("It failed")),
  "the boundary's part of a result that the handler made": (body) => ({
    ...failed(text("It failed")),
    _meta: { "error-contract/envelope": body },
  }),
  "a failed tool result as JSON": (body) => json(failed(text(json(body)))),
  "a tool result in a JSON-RPC response": (body) => ({ jsonrpc: "2.0", id: 1, result: failed(text(json(body))) }),
  "data of a protocol error": (body, message) => protocolError(-32603, message, body),
  "data as JSON text": (body, message) => protocolError(-32603, `MCP error -32603: ${message}`, json(body)),
  "a JSON-RPC error response": (body, message) => ({
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32000, message, data: body },
  }),
  "a JSON-RPC error response as JSON": (body, message) =>
    json({ jsonrpc: "2.0", id: null, error: { code: -32000, message, data: body } }),
  "a JSON-RPC error object": (body, message) => ({ code: -32000, message, data: body }),
  "the message of an error": (body) => new Error(json(body)),
  "the message of an error of SDK 1.x": (body) => protocolError(-32603, `MCP error -32603: ${json(body)}`),
  "an HTTP error that quotes the body": (body) => new Error(`Error POSTing to endpoint (HTTP 500): ${json(body)}`),
  "a failed text with words before the envelope": (body) =>
    failed(text(`Error executing tool read_file: ${json(body)}`)),
};

describe.each(contracts.map((contract) => [contract.name, contract as ContractData] as const))(
  "%s",
  (name, contract) => {
    const Failure = createErrorClass(contract) as unknown as {
      fromUnknown(thrown: unknown, context: object): Error & { toEnvelope(): object };
    };
    const codeField = contract.fields.code.split(".").at(-1)!;
    const messageField = contract.fields.message.split(".").at(-1)!;
    const detailsField = contract.fields.details?.split(".").at(-1);

    const failures = fc
      .record({
        code: fc.constantFrom(...errorCodes(contract)),
        message: fc.string({ minLength: 1, unit: "binary" }),
        details: fc.dictionary(fc.string(), fc.jsonValue()),
      })
      .map(({ code, message, details }) => {
        const context = { [codeField]: code, [messageField]: message };
        return Failure.fromUnknown(null, detailsField ? { ...context, [detailsField]: details } : context);
      });

    test.each(Object.entries(forms))("is found in %s", (_, deliver) => {
      fc.assert(
        fc.property(failures, (error) => {
          const sent = JSON.parse(json(error.toEnvelope())) as object;
          const failure = detectError(deliver(sent, error.message), { contracts });
          const code: unknown = contract.fields.code.split(".").reduce((value: any, key) => value[key], sent);
          expect(failure).toMatchObject({ certainty: "envelope", contract: name, code, envelope: sent });
          expect(failure).toMatchObject(getRecovery(contract, code as string)!);
        }),
      );
    });

    test.each(errorCodes(contract))("%s is found in the thrown error and in its text", (code) => {
      const error = Failure.fromUnknown(null, { [codeField]: code, [messageField]: "It failed" });
      expect(detectError(error, { contracts })).toMatchObject({
        certainty: "envelope",
        contract: name,
        code,
        source: "error",
      });
      const facts = { certainty: "text", contract: name, code, message: "It failed", ...getRecovery(contract, code) };
      expect(detectError(failed(text(`[${code}] It failed`)), { contracts })).toEqual({ ...facts, source: "content" });
      expect(detectError(`[${code}] It failed`, { contracts })).toEqual({ ...facts, source: "value" });
      expect(detectError(new Error(`MCP error -32603: [${code}] It failed`), { contracts })).toEqual({
        ...facts,
        source: "message",
      });
    });
  },
);

describe("the parts of a failure", () => {
  test("stand under the same names for every contract", () => {
    expect(detectError(envelope)).toEqual({
      certainty: "envelope",
      contract: "kaiza",
      code: "FILE_NOT_FOUND",
      message: "No such file",
      envelope,
      condition: "not_found",
      retryable: false,
      recovery: "Check the name or create the thing first.",
      source: "value",
    });
    const body = { success: false, error: { code: "MISSING_PARAM", message: "No id", details: { param: "id" } } };
    expect(detectError(body, { contracts })).toMatchObject({ message: "No id", details: { param: "id" } });
  });

  test.each([
    ["value", envelope],
    ["error", SystemError.toolFailure("FILE_NOT_FOUND")],
    ["data", protocolError(-32603, "No such file", envelope)],
    ["message", new Error("[FILE_NOT_FOUND] No such file")],
    ["structuredContent", { ...failed(text(json(envelope))), structuredContent: envelope }],
    ["content", failed(text(json(envelope)))],
  ])("the source is %s", (source, value) => {
    expect(detectError(value)?.source).toBe(source);
  });

  test("are typed by the contracts of the list", () => {
    const failure = detectError(null, { contracts: [acme, nested] });
    if (failure?.contract === "acme") expectTypeOf(failure.code).toEqualTypeOf<SystemErrorCode | "QUOTA_SPENT">();
    if (failure?.contract === "nested") expectTypeOf(failure.code).toEqualTypeOf<"MISSING_PARAM" | "NOT_THERE">();
    if (failure && failure.contract === undefined) {
      expectTypeOf(failure.code).toEqualTypeOf<undefined>();
      expectTypeOf(failure.foreignCode).toEqualTypeOf<string | number | undefined>();
    }
    const builtIn = detectError(null);
    if (builtIn?.contract === "standard") expectTypeOf(builtIn.code).toEqualTypeOf<ToolErrorCode>();
    if (builtIn?.contract === "kaiza" && builtIn.certainty === "envelope") {
      expectTypeOf(builtIn.envelope).toEqualTypeOf<SystemErrorEnvelope>();
    }
    const data: readonly ContractData[] = contracts;
    expectTypeOf(detectError(null, { contracts: data })).toEqualTypeOf<DetectedFailure<ContractData> | undefined>();
    expect([failure, builtIn]).toEqual([undefined, undefined]);
  });
});

describe("of several contracts that fit", () => {
  const wider = defineContract({
    ...nested,
    name: "wider",
    schemaId: "urn:error-contract:wider:1.0.0",
    envelopes: { failure: { ...nested.envelopes.failure, required: ["success"] } },
  });
  const body = { success: false, error: { code: "NOT_THERE", message: "Nothing" } };

  test.each([
    ["an extension speaks before what it extends", envelope, [kaiza, acme], "acme"],
    ["an extension speaks first wherever it stands", envelope, [acme, kaiza], "acme"],
    ["the one that requires more speaks", body, [wider, nested], "nested"],
    ["the first speaks where nothing else decides", body, [{ ...nested, name: "twin" }, nested], "twin"],
    [
      "a thrown error is of the contract that it was made for",
      SystemError.toolFailure("INVALID_PATH"),
      [acme, kaiza],
      "kaiza",
    ],
    [
      "the envelope in data speaks before the error around it",
      { code: -32603, message: "x", data: envelope },
      contracts,
      "kaiza",
    ],
  ] as const)("%s", (_, value, list, contract) => {
    expect(detectError(value, { contracts: list })?.contract).toBe(contract);
  });

  test("the one whose errors write their code into the text speaks for `[CODE] message`", () => {
    const { required, properties } = kaiza.envelopes.failure;
    const { human_message: message, ...others } = properties;
    const namesake = defineContract({
      ...kaiza,
      name: "namesake",
      fields: { ...kaiza.fields, message: "message" },
      envelopes: {
        failure: {
          type: "object",
          required: [...required.filter((name) => name !== "human_message"), "message", "more"],
          properties: { ...others, message, more: others.phase_id },
        },
      },
      vocabulary: { ...kaiza.vocabulary, factories: [] },
    });
    const lists = [[namesake, kaiza] as const, [kaiza, namesake] as const];
    expect(lists.map((list) => detectError("[INTERNAL_ERROR] Oops", { contracts: list })?.contract)).toEqual([
      "kaiza",
      "kaiza",
    ]);
  });
});

describe("a failure of no contract", () => {
  const nothingSaid = {
    certainty: "none",
    contract: undefined,
    condition: undefined,
    retryable: false,
    recovery: "Read the message; no contract says what to do.",
  };

  test.each([
    ["is a tool result that says so", failed(text("disk"), text("full")), { message: "disk\nfull", source: "content" }],
    ["may say nothing", failed(), { message: "The tool failed without a message" }],
    ["may hold JSON of something else", failed(text('{"error":"x"}')), { message: '{"error":"x"}' }],
    ["may have an unknown code in its text", failed(text("[NO_SUCH_CODE] x")), { message: "[NO_SUCH_CODE] x" }],
    ["may be structured", { structuredContent: { reason: 1 }, isError: true }, { details: { reason: 1 } }],
    ["is any caught error", new Error("boom"), { foreignCode: undefined, message: "boom", source: "error" }],
    ["has the code of the error", protocolError("E_NOTES", "refused"), { foreignCode: "E_NOTES" }],
    [
      "keeps the data of the error",
      protocolError(-31000, "x", { uri: "a" }),
      { foreignCode: -31000, details: { uri: "a" } },
    ],
    ["is a JSON-RPC error response", { jsonrpc: "2.0", id: 1, error: { code: 7, message: "x" } }, { foreignCode: 7 }],
  ])("%s", (_, value, facts) => {
    expect(detectError(value)).toMatchObject({ ...nothingSaid, ...facts });
  });

  test.each([
    ["HTTP", Object.assign(new Error("Slow down"), { status: 429 }), "rate_limited", "Slow down"],
    ["HTTP, by SDK 1.x", protocolError(503, "Later"), "unavailable", "Later"],
    ["JSON-RPC", protocolError(-32601, "MCP error -32601: Method not found"), "unknown_operation", "Method not found"],
    [
      "JSON-RPC, in a text of SDK 1.x",
      failed(text("MCP error -32602: Tool x not found")),
      "invalid_input",
      "Tool x not found",
    ],
    [
      "the timeout of SDK 1.x",
      protocolError(-32001, "MCP error -32001: Request timed out", { timeout: 1 }),
      "timeout",
      "Request timed out",
    ],
    ["a resource that does not exist", protocolError(-32602, "No", { uri: "x:y" }), "not_found", "No"],
    ["such a resource, before 2026-07-28", protocolError(-32002, "No", { uri: "x:y", name: "y" }), "not_found", "No"],
    ["input with a wrong address", protocolError(-32602, "No", { uri: "x:y", name: "y" }), "invalid_input", "No"],
    [
      "the timeout of SDK 2.x",
      protocolError("REQUEST_TIMEOUT", "Request timed out", { timeout: 1 }),
      "timeout",
      "Request timed out",
    ],
  ])("has the condition that %s gives its code", (_, value, condition, message) => {
    expect(detectError(value)).toMatchObject({ certainty: "none", contract: undefined, condition, message });
  });

  test.each([
    ["in the text of a result", failed(text("MCP error -1: MCP error -32602: No")), -32602],
    ["in the message of an error without a code", new Error("MCP error -32602: No"), -32602],
    ["of the error, unless that is no number", protocolError(Number.NaN, "MCP error -32602: No"), -32602],
  ])("has the code that SDK 1.x writes %s", (_, value, code) => {
    expect(detectError(value)).toMatchObject({ contract: undefined, foreignCode: code, message: "No" });
  });

  test("is an error of a class of its own kind", () =>
    expect(detectError(new DOMException("Took too long", "TimeoutError"))).toMatchObject({ message: "Took too long" }));

  test("has a code that only looks like one of a contract that sends no errors of the protocol", () => {
    const facts = { contract: undefined, foreignCode: "NOT_FOUND" };
    expect(detectError(protocolError("NOT_FOUND", "x"), { contracts: [flat] })).toMatchObject(facts);
    expect(detectError({ code: "NOT_FOUND", message: "x" }, { contracts: [flat] })).toMatchObject({ contract: "flat" });
  });

  test("may have the form of an open contract, with a code that nobody registered", () => {
    const body = { ...envelope, error_code: "QUOTA_SPENT" };
    const facts = { contract: undefined, foreignCode: "QUOTA_SPENT", message: "No such file", envelope: body };
    expect(detectError(failed(text(json(body))))).toMatchObject({ ...facts, source: "content" });
    expect(detectError(protocolError(-32603, "x", body))).toMatchObject({ ...facts, source: "data" });
    expect(detectError(new Error(`Error POSTing to endpoint: ${json(body)}`))).toMatchObject(facts);
    expect(detectError(body)).toBeUndefined();
    expect(detectError(body, { contracts: [acme] })).toMatchObject({ contract: "acme", retryable: true });
  });

  test.each([
    ["a code of another form", kaiza, { ...envelope, error_code: "quota spent" }],
    [
      "a code that a closed contract does not have",
      defineContract({ ...nested, codePattern: "^[A-Z_]+$" }),
      { success: false, error: { code: "NEW_ONE", message: "New" } },
    ],
  ])("has no envelope for %s", (_, contract, body) => {
    const failure = detectError(failed(text(json(body))), { contracts: [contract as ContractData] });
    expect(failure).toMatchObject({ contract: undefined, foreignCode: undefined, message: json(body) });
    expect(failure).not.toHaveProperty("envelope");
  });

  test("may say itself that it is one, with a code that nobody registered", () => {
    const open = defineContract({ ...nested, registry: "open", codePattern: "^[A-Z_]+$" });
    const body = { success: false, error: { code: "NEW_ONE", message: "New", details: { a: 1 } } };
    const facts = { contract: undefined, foreignCode: "NEW_ONE", message: "New", details: { a: 1 }, envelope: body };
    expect(detectError(body, { contracts: [open] })).toMatchObject(facts);
    expect(detectError({ content: [text(json(body))] }, { contracts: [open] })).toMatchObject(facts);
    const silent = { content: [text(json({ code: "NEW_ONE", message: "New" }))] };
    expect(detectError(silent, { contracts: [flat] })).toBeUndefined();
    expect(detectError(body, { contracts })).toBeUndefined();
  });
});

describe("text", () => {
  test("of a code that only an earlier contract had is read as its successor", () =>
    expect(detectError(failed(text("[WRITE_REJECTED] Not here")))).toMatchObject({
      certainty: "text",
      contract: "kaiza",
      code: "POLICY_VIOLATION",
      message: "Not here",
    }));

  test("may be repeated by SDK 1.x on both sides", () => {
    const written = "MCP error -32602: MCP error -32602: [INVALID_PATH] No\nway";
    for (const value of [protocolError(-32602, written), failed(text(written)), written]) {
      expect(detectError(value)).toMatchObject({ certainty: "text", code: "INVALID_PATH", message: "No\nway" });
    }
  });

  test("stands alone where the caller says that it is a failure, which a body with a text as its error is not", () => {
    expect(detectError("[INVALID_PATH] No way")).toMatchObject({ certainty: "text", code: "INVALID_PATH" });
    for (const body of [{ error: "not_found" }, { error: "gone", message: "It is gone" }, '{"error":"gone"}'])
      expect(detect(body, { isFailed: true })).toBeUndefined();
  });

  test("is read from text items only", () =>
    expect(detectError(failed({ type: "audio", text: "[INVALID_PATH] No way" }))).toMatchObject({ certainty: "none" }));

  test.each([
    "FILE_NOT_FOUND: no brackets",
    "see [FILE_NOT_FOUND] in the middle",
    "[FILE_NOT_FOUND]without a space",
    "[file_not_found] in lower case",
    "[NEARLY_SPENT] is a warning",
    "[constructor] is no code",
    "",
  ])("%j names no code", (value) => {
    expect(detectError(value, { contracts })).toBeUndefined();
  });
});

describe("getRecovery", () => {
  test.each([
    ["SESSION_NOT_INITIALIZED", "Call begin_session."],
    ["SESSION_LOCKED", "Write a failure report to docs/reports/."],
    ["UNAUTHORIZED_ACTION", "Check the role and its permissions."],
    ["PLAN_NOT_APPROVED", "Verify that the plan is approved."],
  ])("prescribes for %s what specification 001 section 7 says", (code, recovery) => {
    expect(getRecovery(kaiza, code)).toMatchObject({ recovery, retryable: false });
  });

  test.each([...builtInContracts, ...contracts].map((contract) => [contract.name, contract as ContractData] as const))(
    "answers for every code of %s",
    (_, contract) => {
      for (const [name, entry] of Object.entries(contract.codes)) {
        const answer = getRecovery(contract, entry.value ?? name);
        expect(answer).toMatchObject({ condition: entry.condition, recovery: expect.stringMatching(/\.$/) });
        expect(answer).toEqual(getRecovery(contract, name));
        expect(answer!.retryable).toBe(entry.retryable ?? answer!.retryable);
      }
    },
  );

  test("lets the entry speak before its condition", () => {
    expect(getRecovery(kaiza, "FILE_READ_FAILED")).toMatchObject({ condition: "internal", retryable: true });
    expect(getRecovery(acme, "QUOTA_SPENT")).toMatchObject({ condition: "rate_limited", retryable: true });
  });

  test.each(["NO_SUCH_CODE", "constructor", "__proto__", "", -1, Number.NaN, { toString: null } as never])(
    "has no answer for %o",
    (code) => {
      expect(getRecovery(kaiza, code)).toBeUndefined();
    },
  );
});
