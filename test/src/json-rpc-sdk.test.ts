import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  SdkError,
  SdkErrorCode,
  UrlElicitationRequiredError as UrlElicitationRequired2,
} from "@modelcontextprotocol/client";
import {
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  UrlElicitationRequiredError as UrlElicitationRequired1,
} from "@modelcontextprotocol/sdk/types.js";
import { ProtocolError as ServerProtocolError } from "@modelcontextprotocol/server";
import { extend, wrapHandler as wrap } from "error-contract";
import { detectError } from "error-contract/detect";
import { fromUnknown, JSON_RPC_CODES, jsonRpc, JsonRpcError, jsonRpcError, wrapHandler } from "error-contract/json-rpc";
import { createJsonRpcParts } from "error-contract/json-rpc/parts";
import { describe, expect, it, test } from "vitest";
import { connect, createLow, sdks, type Sdk } from "../kit/sdks.js";
import { fail } from "../kit/thrown.js";

const { ServerError, NotFound, Conflict, InvalidParams, InternalError, MethodNotFound } = JSON_RPC_CODES;

/** Asks a server of the SDK whose handler is the one given; the promise rejects with what the client throws. */
async function request(sdk: Sdk, handler: () => Promise<never>, timeout = 60_000, until?: Promise<unknown>) {
  const server = createLow(sdk);
  server.setRequestHandler(sdk.version === 1 ? ListToolsRequestSchema : "tools/list", handler);
  const client = await connect(sdk, server);
  void until?.then(() => server.close());
  return client.listTools(undefined, { timeout });
}

const caught = (answer: Promise<unknown>): Promise<unknown> => answer.catch((thrown: unknown) => thrown);
const hangs = (): Promise<never> => new Promise(() => undefined);

describe.each(sdks)("through a server and a client of SDK $version", (sdk) => {
  const ask = (handler: () => Promise<never>, timeout?: number, until?: Promise<unknown>) =>
    request(sdk, handler, timeout, until);
  /** The numbers of specification 002 that MCP has closed, with those that leave in their place. */
  const closed = new Map([
    [ServerError, InternalError],
    [NotFound, InvalidParams],
    [Conflict, InternalError],
  ]);

  test.each(Object.values(JSON_RPC_CODES))("an error with the code %d arrives", async (code) => {
    const error = jsonRpcError(code, "It failed", { field: "path" });
    const answers = [
      await caught(ask(wrapHandler((): Promise<never> => Promise.reject(error), "tools/list"))),
      await caught(ask(wrap((): Promise<never> => Promise.reject(error), { contract: jsonRpc, tool_name: "x" }))),
    ];
    const sent = closed.get(code as typeof NotFound);
    for (const answer of answers) {
      expect(answer).toMatchObject({ code: sent ?? code, data: sent ? error.toEnvelope() : { field: "path" } });
      expect((answer as Error).message.endsWith("It failed")).toBe(true);
      expect(detectError(answer, { contracts: [jsonRpc] })).toMatchObject({ contract: "json-rpc", code });
    }
  });

  it("is not the boundary's where there is none: SDK 2.x keeps -32002 for itself", async () => {
    const answer = await caught(ask(() => Promise.reject(jsonRpcError(Conflict, "It failed"))));
    expect(answer).toMatchObject({ code: sdk.version === 2 ? InvalidParams : Conflict });
  });

  it("sends anything else that a wrapped handler throws as an InternalError", async () => {
    const fails = wrapHandler((): Promise<never> => Promise.reject(new Error("disk full")), "tools/list");
    expect(await caught(ask(fails))).toMatchObject({ code: InternalError });
  });

  it("takes a request that timed out for no answer of the server", async () => {
    const thrown = await caught(ask(hangs, 20));
    const error = fromUnknown(thrown);
    expect(error.toEnvelope()).toMatchObject({
      code: ServerError,
      message: "Request timed out",
      data: { timeout: 20 },
    });
    expect(error.cause).toBe(thrown);
  });

  it("takes a connection that closed for no answer of the server", async () => {
    const until = new Promise((resolve) => setTimeout(resolve, 20));
    const answer = await caught(ask(hangs, undefined, until));
    expect(fromUnknown(answer).toEnvelope()).toMatchObject({ code: ServerError, message: "Connection closed" });
  });
});

/** Errors of the SDKs, and what each means in the terms of specification 002. */
const errors: readonly (readonly [string, Error, number])[] = [
  ["1.x: the connection closed", new McpError(ErrorCode.ConnectionClosed, "It failed"), ServerError],
  ["1.x: the request timed out", new McpError(ErrorCode.RequestTimeout, "It failed"), ServerError],
  ["1.x: a URL has to be visited", new McpError(ErrorCode.UrlElicitationRequired, "It failed"), ServerError],
  ["1.x: a URL has to be visited, as a class", new UrlElicitationRequired1([], "It failed"), ServerError],
  ["1.x: invalid parameters", new McpError(ErrorCode.InvalidParams, "It failed"), InvalidParams],
  ["1.x: no such method", new McpError(ErrorCode.MethodNotFound, "It failed"), MethodNotFound],
  ["1.x: an internal error", new McpError(ErrorCode.InternalError, "It failed"), InternalError],
  ["1.x: a server's own code", new McpError(-32050, "It failed"), ServerError],
  ["1.x: a code of somebody else", new McpError(42, "It failed"), InternalError],
  ["2.x: a resource was not found", new ProtocolError(ProtocolErrorCode.ResourceNotFound, "It failed"), NotFound],
  ["2.x: a resource was not found, as a class", new ResourceNotFoundError("note:1", "It failed"), NotFound],
  ["2.x: a URL has to be visited", new UrlElicitationRequired2([], "It failed"), ServerError],
  ["2.x: invalid parameters", new ProtocolError(ProtocolErrorCode.InvalidParams, "It failed"), InvalidParams],
  [
    "2.x: an error of the server package",
    new ServerProtocolError(ProtocolErrorCode.InvalidParams, "It failed"),
    InvalidParams,
  ],
  ["2.x: another version", new ProtocolError(ProtocolErrorCode.UnsupportedProtocolVersion, "It failed"), InvalidParams],
  ["2.x: NotFound of this contract", new ProtocolError(NotFound, "It failed"), NotFound],
  ["2.x: the request timed out", new SdkError(SdkErrorCode.RequestTimeout, "It failed"), ServerError],
  ["2.x: the connection closed", new SdkError(SdkErrorCode.ConnectionClosed, "It failed"), ServerError],
  [
    "2.x: a method of a later version",
    new SdkError(SdkErrorCode.MethodNotSupportedByProtocolVersion, "It failed"),
    MethodNotFound,
  ],
  ["2.x: anything else", new SdkError(SdkErrorCode.InvalidResult, "It failed"), InternalError],
];

describe("an error of an SDK", () => {
  test.each(errors)("%s", (_, thrown, code) => {
    const error = fromUnknown(thrown);
    expect(error).toMatchObject({ code, message: "It failed", cause: thrown });
    expect(error.data).toEqual((thrown as { data?: unknown }).data);
    // The boundary lets pass what asks something of the client.
    if (thrown instanceof UrlElicitationRequired1 || thrown instanceof UrlElicitationRequired2) return;
    const wrapped = wrap(fail(thrown), { contract: jsonRpc, tool_name: "x" });
    expect(wrapped).toThrow(expect.objectContaining({ code, message: "It failed" }) as Error);
  });

  it("keeps a code that an extension registers", () => {
    const TooBusy = { value: -32050, meaning: "Too busy", section: "acme", condition: "rate_limited" } as const;
    const { fromUnknown: fromAny } = createJsonRpcParts(extend(jsonRpc, { name: "acme", codes: { TooBusy } }));
    expect(fromAny(new McpError(-32050, "x")).toEnvelope()).toEqual({ code: -32050, message: "x" });
    expect(fromAny(new McpError(ErrorCode.RequestTimeout, "x")).code).toBe(ServerError);
  });

  it("is told from an error of this contract, which has the meaning of specification 002", () => {
    expect(fromUnknown(Object.assign(new Error("x"), { code: -32001 })).code).toBe(NotFound);
    expect(JsonRpcError.fromResponse({ jsonrpc: "2.0", id: 1, error: { code: -32001, message: "x" } })!.code).toBe(
      NotFound,
    );
    expect(new ProtocolError(NotFound, "x")).not.toBeInstanceOf(JsonRpcError);
    expect(jsonRpcError(NotFound)).not.toBeInstanceOf(McpError);
    expect(jsonRpcError(NotFound)).not.toBeInstanceOf(ProtocolError);
  });
});
