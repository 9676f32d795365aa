// Who had no more patience, and whose code it is: aborts with any reason, and what a peer has answered.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { InsufficientScopeError, InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { CreateMessageRequestSchema, ElicitRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { wrapHandler as wrap } from "error-contract";
import { standard, toolError, wrapHandler, wrapServer } from "error-contract/standard";
import { describe, expect, it, test } from "vitest";
import { sdk1 } from "./boundary-contracts.js";
import { fail } from "../kit/thrown.js";

interface Envelope {
  readonly error: { readonly code: string; readonly retryable?: boolean; readonly retry_after?: number };
}

const codeOf = async (run: (context: unknown) => unknown, context: unknown = sdk1()): Promise<string> => {
  const wrapped = wrapHandler((_: object, given: unknown) => Promise.resolve(run(given)), {
    tool_name: "t",
    audit: "none",
    deliver: "envelope",
  });
  return ((await wrapped({}, context)) as Envelope).error.code;
};

const abortWith = (reason: unknown) => (): never => {
  const controller = new AbortController();
  controller.abort(reason);
  // What `fetch` throws is the reason itself.
  throw controller.signal.reason;
};

describe("an abort of the handler's own", () => {
  wrapHandler(() => 1, { tool_name: "the first boundary watches", audit: "none" });
  test.each([
    ["a text", "the user left", "CANCELLED"],
    ["a symbol", Symbol("left"), "CANCELLED"],
    ["an object that looks like a failure", { code: "TIMEOUT" }, "CANCELLED"],
    ["an error", new Error("the user left"), "CANCELLED"],
    ["nothing", undefined, "CANCELLED"],
    ["a time that was over", new DOMException("late", "TimeoutError"), "TIMEOUT"],
    [
      "a time that was over, as a client says it by its code",
      Object.assign(new Error("late", { cause: new DOMException("left", "AbortError") }), { code: "TimeoutError" }),
      "TIMEOUT",
    ],
    ["an error of the contract", toolError("CONFLICT", "Another tab has saved"), "CONFLICT"],
    ["a failure that has a code", Object.assign(new Error("x"), { status: 503 }), "UNAVAILABLE"],
    ["a fault of the program", new TypeError("x is not a function"), "INTERNAL"],
  ])("with %s", async (_, reason, code) => {
    expect(await codeOf(abortWith(reason))).toBe(code);
  });

  it("leaves AbortController as it was for everybody else", () => {
    expect([AbortController.prototype.abort.name, AbortController.prototype.abort.length]).toEqual(["abort", 0]);
    const controller = new AbortController();
    controller.abort();
    expect(controller.signal.reason).toMatchObject({ name: "AbortError" });
    expect(() => Reflect.apply(AbortController.prototype.abort, {}, [])).toThrow(TypeError);
  });
});

describe("the signal of the call", () => {
  test.each([
    ["its client has left", "bye", "CANCELLED"],
    ["its time is over", new DOMException("late", "TimeoutError"), "TIMEOUT"],
  ])("decides whatever was thrown: %s", async (_, reason, code) => {
    const context = sdk1(AbortSignal.abort(reason));
    for (const thrown of [new Error("x"), Object.assign(new Error("x"), { status: 500 }), "text"])
      expect(await codeOf(() => Promise.reject(thrown as Error), context)).toBe(code);
    expect(await codeOf(() => Promise.reject(toolError("NOT_FOUND", "None")), context)).toBe("NOT_FOUND");
  });
});

type Tool = (server: McpServer) => Promise<unknown>;
const ask: Tool = ({ server }) =>
  server.elicitInput({
    message: "ok?",
    requestedSchema: { type: "object", properties: { ok: { type: "boolean" } } },
  });
const sample: Tool = ({ server }) => server.createMessage({ maxTokens: 5, messages: [] });
const answer = (action: object) => (client: Client) =>
  client.setRequestHandler(ElicitRequestSchema, () => action as never);

describe("a client that a tool asks", () => {
  test.each<readonly [what: string, tool: Tool, set: (client: Client) => unknown, code: string]>([
    ["has no handler", ask, () => undefined, "UPSTREAM_FAILED"],
    ["answers against the schema", ask, answer({ action: "accept", content: { ok: "x" } }), "UPSTREAM_FAILED"],
    [
      "says that its user does not want it",
      sample,
      (client) =>
        client.setRequestHandler(CreateMessageRequestSchema, fail(new McpError(-1, "User rejected sampling request"))),
      "PERMISSION_DENIED",
    ],
    [
      "does not answer in time",
      ({ server }) =>
        server.elicitInput({ message: "?", requestedSchema: { type: "object", properties: {} } }, { timeout: 50 }),
      (client) => client.setRequestHandler(ElicitRequestSchema, () => new Promise<never>(() => undefined)),
      "TIMEOUT",
    ],
    [
      "is none, since the tool says so itself",
      () => Promise.reject(new McpError(-32602, "No such order")),
      () => undefined,
      "INVALID_INPUT",
    ],
    ["has lost its token", () => Promise.reject(new InvalidTokenError("Expired")), () => undefined, "UNAUTHENTICATED"],
  ])("%s", async (_, tool, set, code) => {
    const server = wrapServer(new McpServer({ name: "s", version: "1" }), { audit: "none" });
    server.registerTool("t", {}, async () => {
      await tool(server);
      return { content: [] };
    });
    const client = new Client({ name: "c", version: "1" }, { capabilities: { elicitation: {}, sampling: {} } });
    set(client);
    const [one, other] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(one), client.connect(other)]);
    const result = await client.callTool({ name: "t" });
    expect(result._meta?.["error-contract/envelope"]).toMatchObject({ error: { code } });
  });
});

describe("an error of the MCP SDK in an HTTP handler", () => {
  test.each([
    [
      new InvalidTokenError('The "token" expired'),
      401,
      `Bearer error="invalid_token", error_description="The  token  expired"`,
    ],
    [
      new InsufficientScopeError("Needs admin"),
      403,
      `Bearer error="insufficient_scope", error_description="Needs admin"`,
    ],
  ])("%s", async (thrown, status, challenge) => {
    const handler = wrap(() => Promise.reject(thrown), {
      contract: standard,
      tool_name: "t",
      audit: "none",
      deliver: "response",
    });
    const response = (await handler()) as unknown as Response;
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([status, challenge]);
  });
});
