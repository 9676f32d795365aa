import {
  conditions,
  listEnvelopeProblems as envelopeProblemsOf,
  getEnvelopeSchema,
  extend,
  getHttpStatus,
  wrapHandler as wrap,
  type Condition,
} from "error-contract";
import { getRecovery } from "error-contract/detect";
import {
  listEnvelopeProblems,
  fromUnknown,
  JSON_RPC_CODES,
  jsonRpc,
  JsonRpcError,
  jsonRpcError,
  parseEnvelope,
  serialize,
  type JsonRpcErrorCode,
  type JsonRpcErrorObject,
  type JsonRpcErrorResponse,
} from "error-contract/json-rpc";
import { createJsonRpcParts } from "error-contract/json-rpc/parts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, expectTypeOf, it, test } from "vitest";
import fc from "../kit/property.js";
import { anyMembers, anyValue, hostileValues } from "./hostile-values.js";
import { fail } from "../kit/thrown.js";

const ajv = new Ajv2020({ strict: true });
const validate = ajv.compile(getEnvelopeSchema(jsonRpc));
const validateHttp = ajv.compile(getEnvelopeSchema(jsonRpc, "http"));

/**
 * Number, HTTP status and reason phrase of each code, from the tables of specification 002; ParseError from decisions.
 */
const table = [
  ["ParseError", -32700, 400, "Bad Request"],
  ["InvalidRequest", -32600, 400, "Bad Request"],
  ["MethodNotFound", -32601, 404, "Not Found"],
  ["InvalidParams", -32602, 400, "Bad Request"],
  ["InternalError", -32603, 500, "Internal Server Error"],
  ["ServerError", -32000, 500, "Internal Server Error"],
  ["NotFound", -32001, 404, "Not Found"],
  ["Conflict", -32002, 409, "Conflict"],
] as const;
const numbers = table.map(([, number]) => number);

describe("the codes", () => {
  it("are these", () => {
    expect(JSON_RPC_CODES).toEqual(Object.fromEntries(table));
    expect(Object.isFrozen(JSON_RPC_CODES)).toBe(true);
    expectTypeOf(JSON_RPC_CODES.InvalidParams).toEqualTypeOf<-32602>();
    expectTypeOf<JsonRpcErrorCode>().toEqualTypeOf<(typeof table)[number][1]>();
  });

  test.each(table)("%s (%d) is HTTP %d %s", (name, code, status, type) => {
    const error = jsonRpcError(code);
    const { meaning } = jsonRpc.codes[name];
    expect(getHttpStatus(jsonRpc, code)).toBe(status);
    expect(error).toMatchObject({ name: "JsonRpcError", code, message: meaning });
    expect(error.toEnvelope()).toEqual({ code, message: meaning });
    expect(validate(error.toEnvelope())).toBe(true);
    expect(error.toHttp()).toEqual({ status, body: { error: { type, message: meaning } } });
    expect(validateHttp(error.toHttp().body)).toBe(true);
    expect(getRecovery(jsonRpc, code)!.recovery).not.toBe("");
  });

  it("stand for every condition, each by the number that the condition has", () => {
    for (const [condition, { jsonRpc: number }] of Object.entries(conditions)) {
      const name = jsonRpc.byCondition[condition as Condition] as keyof typeof jsonRpc.codes;
      expect(jsonRpc.codes[name].value).toBe(number);
    }
  });
});

describe("the ranges", () => {
  test.each([
    [-32701, "InternalError"],
    [-32650, "InternalError"],
    [-32100, "InternalError"],
    [-32099, "ServerError"],
    [-32003, "ServerError"],
    [-31999, "InternalError"],
    [7, "InternalError"],
  ] as const)("give %s, which is not registered, the code %s", (code, name) => {
    const received = JsonRpcError.fromResponse({ jsonrpc: "2.0", id: 1, error: { code, message: "It failed" } });
    expect(received?.code).toBe(JSON_RPC_CODES[name]);
  });
});

describe("jsonRpcError", () => {
  it("takes message, data and cause", () => {
    const cause = new Error("no row");
    const error = jsonRpcError(JSON_RPC_CODES.NotFound, "No such symbol", { id: "xyz" }, { cause });
    expect(error).toBeInstanceOf(JsonRpcError);
    expect(error.cause).toBe(cause);
    expect(error.data).toEqual({ id: "xyz" });
    expect(serialize(error)).toBe('{"code":-32001,"message":"No such symbol","data":{"id":"xyz"}}');
    expectTypeOf(error.toEnvelope()).toEqualTypeOf<JsonRpcErrorObject>();
  });

  it("refuses a code that is not registered, also inside a reserved range", () => {
    const cause = new Error("the original");
    for (const code of [-32050, -32650, 1, "NotFound", null]) {
      // @ts-expect-error no such code
      expect(() => jsonRpcError(code, "x", undefined, { cause })).toThrow(TypeError);
    }
    expect(jsonRpcError(-32000, "").message).toBe("Server error");
    // @ts-expect-error it is no string
    expect(() => jsonRpcError(-32000, 1)).toThrow(TypeError);
    expect(new JsonRpcError().code).toBe(-32603);
  });

  it("makes any object fit into JSON, and refuses what JSON has no word for", () =>
    fc.assert(
      fc.property(fc.constantFrom(...numbers), anyValue, (code, { make }) => {
        const data = make();
        if (!["object", "string", "boolean", "undefined"].includes(typeof data) && !Number.isFinite(data)) {
          expect(() => jsonRpcError(code, "x", data)).toThrow(TypeError);
          return;
        }
        const error = jsonRpcError(code, "x", data);
        const response: unknown = JSON.parse(JSON.stringify(error.toResponse(1)));
        expect(response).toEqual(error.toResponse(1));
        expect(validate(error.toEnvelope())).toBe(true);
      }),
    ));
});

describe("a response", () => {
  it("is the one of specification 002", () => {
    const error = jsonRpcError(JSON_RPC_CODES.ServerError, "Server error", "Detailed error message");
    const printed = {
      jsonrpc: "2.0",
      id: "<request-id>",
      error: { code: -32000, message: "Server error", data: "Detailed error message" },
    };
    expect(JSON.stringify(error.toResponse("<request-id>"))).toBe(JSON.stringify(printed));
    expect(JsonRpcError.fromResponse(printed)!.toEnvelope()).toEqual(printed.error);
    expectTypeOf(error.toResponse(1)).toEqualTypeOf<JsonRpcErrorResponse>();
  });

  it("has the id null where none could be read", () => {
    const error = jsonRpcError(JSON_RPC_CODES.ParseError);
    expect(JSON.stringify(error.toResponse())).toBe(
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The text received is not valid JSON"}}',
    );
    for (const id of [null, undefined, {}, [], true, Number.NaN, 1n, Symbol("x"), () => 1]) {
      expect(error.toResponse(id as never).id).toBeNull();
    }
    for (const id of [0, 1, -1, 1.5, "", "a"]) expect(error.toResponse(id).id).toBe(id);
  });

  test.each<[string, unknown, RegExp[]]>([
    ["a response that it makes", jsonRpcError(-32000, "x", { a: 1 }).toResponse("a"), []],
    ["one that names no request", { jsonrpc: "2.0", error: { code: -32000, message: "x" } }, [/^id: missing/]],
    [
      "success mixed with failure",
      { ...jsonRpcError(-32000).toResponse(1), result: {} },
      [/^result: not expected here/],
    ],
    ["an unregistered code", { jsonrpc: "2.0", id: 1, error: { code: 1, message: "x" } }, [/^error\.code: /]],
  ])("has a schema, by which is judged: %s", (_name, response, problems) => {
    const found = envelopeProblemsOf(jsonRpc, response, "response");
    expect(found).toHaveLength(problems.length);
    problems.forEach((problem, index) => expect(found[index]).toMatch(problem));
  });

  it("gives back the error that it was made from", () => {
    const id = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
    const message = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(
        fc.constantFrom(...numbers),
        message,
        fc.option(fc.jsonValue(), { nil: undefined }),
        id,
        (code, text, data, of) => {
          const error = jsonRpcError(code, text, data);
          const received: unknown = JSON.parse(JSON.stringify(error.toResponse(of)));
          expect(JsonRpcError.fromResponse(received)!.toEnvelope()).toEqual(error.toEnvelope());
        },
      ),
    );
  });

  it("with another code becomes the general error of its range, which keeps what was received", () => {
    for (const [code, general] of [
      [-32050, -32000],
      [-32042, -32000],
      [-32650, -32603],
      [42, -32603],
    ] as const) {
      const error = { code, message: "x", data: [1] };
      const made = JsonRpcError.fromResponse({ jsonrpc: "2.0", id: 1, error })!;
      expect(made.toEnvelope()).toEqual({ code: general, message: "x", data: [1] });
      expect(made.cause).toBe(error);
    }
  });

  test.each<[string, unknown]>([
    ["a result", { jsonrpc: "2.0", id: 1, result: {} }],
    ["no version", { id: 1, error: { code: -32000, message: "x" } }],
    ["version 1.0", { jsonrpc: "1.0", id: 1, error: { code: -32000, message: "x" } }],
    ["a code that is no integer", { jsonrpc: "2.0", id: 1, error: { code: "x", message: "x" } }],
    ["no message", { jsonrpc: "2.0", id: 1, error: { code: -32000 } }],
    ["an error that is null", { jsonrpc: "2.0", id: 1, error: null }],
    ["text", '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"x"}}'],
    ["a batch", [{ jsonrpc: "2.0", id: 1, error: { code: -32000, message: "x" } }]],
    ...Object.entries(hostileValues),
  ])("that is none, such as %s, has no error", (_, value) => {
    expect(JsonRpcError.fromResponse(value)).toBeUndefined();
  });

  test("never throws, whatever was received", () => {
    const members = anyMembers("code", "message", "data");
    fc.assert(
      fc.property(members, ({ make }) => {
        const made = JsonRpcError.fromResponse({ jsonrpc: "2.0", id: 1, error: make() });
        if (made) expect(validate(made.toEnvelope())).toBe(true);
      }),
    );
  });
});

describe("HTTP", () => {
  it("has the body of specification 002", () => {
    const printed = { error: { type: "Not Found", message: "Symbol with ID 'xyz' not found" } };
    const error = jsonRpcError(JSON_RPC_CODES.NotFound, "Symbol with ID 'xyz' not found", { id: "xyz" });
    expect(JSON.stringify(error.toHttp())).toBe(JSON.stringify({ status: 404, body: printed }));
  });

  test.each([
    [400, -32602],
    [404, -32001],
    [409, -32002],
    [401, -32600],
    [403, -32600],
    [405, -32600],
    [422, -32600],
    [429, -32600],
    [499, -32600],
    [500, -32603],
    [502, -32603],
    [503, -32603],
    [599, -32603],
  ])("status %d is code %s", (status, code) => {
    expect(JsonRpcError.fromUnknown({ status }).code).toBe(code);
  });
});

describe("an envelope", () => {
  test.each<[string, unknown]>([
    ["a code that is not registered", { code: -32050, message: "x" }],
    ["a name for a code", { code: "NotFound", message: "x" }],
    ["an empty message", { code: -32000, message: "" }],
    ["no message", { code: -32000 }],
    ["more members", { code: -32000, message: "x", details: {} }],
    ["a whole response", jsonRpcError(-32000).toResponse(1)],
  ])("with %s is refused", (_, value) => {
    expect(validate(value)).toBe(false);
    expect(listEnvelopeProblems(value)).not.toEqual([]);
    expect(parseEnvelope(value)).toBeUndefined();
  });

  it("may have any data", () => {
    for (const data of [null, 0, "", [], { a: 1 }]) {
      expect(parseEnvelope({ code: -32000, message: "x", data })).toBeDefined();
    }
  });
});

describe("fromUnknown", () => {
  it("takes over code, message and cause", () => {
    const thrown = Object.assign(new Error("Bad path"), { code: -32602 });
    expect(fromUnknown(thrown)).toMatchObject({ code: -32602, message: "Bad path", cause: thrown });
    expect(fromUnknown(new Error("disk full"))).toMatchObject({ code: -32603, message: "disk full" });
    expect(fromUnknown(null).toEnvelope()).toEqual({ code: -32603, message: "Internal JSON-RPC error" });
    expect(fromUnknown(new Error("x"), { code: -32001, message: "Gone", data: 1 }).toEnvelope()).toEqual({
      code: -32001,
      message: "Gone",
      data: 1,
    });
    expect(fromUnknown(new Error("x"), { classify: () => -32002 }).code).toBe(-32002);
  });
});

describe("codes of a project's own", () => {
  const acme = extend(jsonRpc, {
    name: "acme",
    codes: {
      TooBusy: { value: -32010, meaning: "Too many requests", section: "acme", condition: "rate_limited" },
      Spent: {
        value: 4001,
        meaning: "The quota is spent",
        section: "acme",
        condition: "permission_denied",
        http: [402],
      },
    },
  });
  const { errorClass: AcmeError, factories, fromUnknown: fromAny, codes } = createJsonRpcParts(acme);

  it("stand beside those of the specification", () => {
    const error = factories.jsonRpcError(codes.TooBusy, "Slow down", { retry_after: 5 });
    expect(error.toResponse("a")).toEqual({
      jsonrpc: "2.0",
      id: "a",
      error: { code: -32010, message: "Slow down", data: { retry_after: 5 } },
    });
    expect(error.toHttp()).toEqual({
      status: 429,
      body: { error: { type: "Too Many Requests", message: "Slow down" } },
    });
    expect(factories.jsonRpcError(codes.Spent).toHttp().body.error.type).toBe("Payment Required");
    expect(AcmeError.fromResponse(error.toResponse(1))!.code).toBe(-32010);
    expect(JsonRpcError.fromResponse(error.toResponse(1))!.code).toBe(-32000);
    expect(JsonRpcError.is(error)).toBe(true);
    expect(fromAny(error)).toBe(error);
    expectTypeOf(error.toResponse(1).error.code).toEqualTypeOf<JsonRpcErrorCode | -32010 | 4001>();
  });

  it("are integers of their own", () => {
    const entry = { meaning: "x", section: "x", condition: "internal" } as const;
    expect(() => extend(jsonRpc, { codes: { Other: { ...entry, value: -32001 } } })).toThrow(TypeError);
    expect(() => extend(jsonRpc, { codes: { Other: { ...entry, value: 1.5 } } })).toThrow(TypeError);
    expect(() => extend(jsonRpc, { codes: { other: { ...entry, value: 1 } } })).toThrow(TypeError);
  });
});

describe("wrapHandler", () => {
  const fails = fail(jsonRpcError(-32001, "No such symbol", { id: "xyz" }));

  it("answers an HTTP request with the status of the code", async () => {
    const respond = wrap(fails, { contract: jsonRpc, tool_name: "x", deliver: "response" }) as () => unknown;
    const response = respond() as Response;
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { type: "Not Found", message: "No such symbol" } });
  });
});
