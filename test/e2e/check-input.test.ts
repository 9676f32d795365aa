import { wrapServer } from "error-contract/standard";
import { detectError } from "error-contract/detect";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { connect, createLow, info, sdks, type Any } from "../kit/sdks.js";

const inputSchema = {
  type: "object",
  required: ["path"],
  properties: { path: { type: "string", maxLength: 8 }, lines: { type: "integer", exclusiveMinimum: 0 } },
};

const listOf = (schema: object) => () => ({ tools: [{ name: "read", inputSchema: schema }] });

describe.each(sdks)("`checkInput` for a Server of SDK $version", (sdk) => {
  /** Calls the tool of a server that lists it; says what came, and how often the tool ran. */
  async function read(args: object | undefined, { options = {}, list = listOf(inputSchema), name = "read" }: Any = {}) {
    let runs = 0;
    const server: Any = wrapServer(createLow(sdk), { audit: "none", checkInput: true, ...options });
    server.setRequestHandler(sdk.lists, list);
    server.setRequestHandler(sdk.calls, () => {
      runs++;
      return { content: [] };
    });
    const client = await connect(sdk, server);
    const answer: Any = await client.callTool({ name, arguments: args }).catch((error: unknown) => error);
    const found = detectError(answer);
    return { runs, code: found?.code, message: found?.message, fields: (found?.envelope as Any)?.error.fields };
  }

  it.each([
    [{ path: "a" }, { runs: 1, code: undefined }],
    [{}, { runs: 0, code: "MISSING_INPUT", message: "path: missing" }],
    [undefined, { runs: 0, code: "MISSING_INPUT" }],
    [{ path: 1 }, { runs: 0, code: "INVALID_INPUT", fields: [{ name: "path", problem: "expected string, found 1" }] }],
    [{ path: null }, { runs: 0, code: "INVALID_INPUT" }],
    // More than our own check knows: in the words of the SDK.
    [{ path: "too long to read" }, { runs: 0, code: "INVALID_INPUT", message: expect.stringMatching(/path/) }],
    [
      { path: "a", lines: 0 },
      { runs: 0, code: "INVALID_INPUT", message: expect.stringMatching(/lines/) },
    ],
  ])("answers the input %j before the tool runs", async (args, expected) => {
    expect(await read(args)).toMatchObject(expected);
  });

  it("names no field where our own check knows less than the SDK's", async () => {
    const properties = { path: { type: "string", nullable: true }, lines: { type: "number" } };
    const found = await read({ path: null, lines: "x" }, { list: listOf({ type: "object", properties }) });
    expect(found).toMatchObject({
      runs: 0,
      fields: [{ name: "", problem: expect.stringMatching(/^(?!.*path).*lines/) }],
    });
  });

  it.each([
    ["that nobody has asked for", { options: { checkInput: false } }],
    ["of a tool that is not listed", { name: "other" }],
    ["that fits one of several", { list: listOf({ type: "object", anyOf: [{ required: ["a"] }, {}] }) }],
    ["whose schema cannot be read", { list: listOf({ type: "object", properties: { path: { $ref: "#/no" } } }) }],
    ["of a list that fails", { list: () => Promise.reject(new Error("no list")) }],
  ])("lets the input pass %s", async (_what, how) => {
    expect(await read({ path: 1 }, how)).toMatchObject({ runs: 1, code: undefined });
  });

  it("finds the tool on a later page", async () => {
    const [first, second] = [{ tools: [], nextCursor: "2" }, listOf(inputSchema)()];
    const list = ({ params }: Any) => (params?.cursor === "2" ? second : first);
    expect(await read({}, { list })).toMatchObject({ runs: 0, code: "MISSING_INPUT" });
  });

  it("goes by the list that the client has read last", async () => {
    let schema: object = inputSchema;
    const server = wrapServer(createLow(sdk), { audit: "none", checkInput: true });
    server.setRequestHandler(sdk.lists, () => listOf(schema)());
    server.setRequestHandler(sdk.calls, () => ({ content: [] }));
    const client = await connect(sdk, server);
    const call = async () =>
      detectError(await client.callTool({ name: "read" }).catch((error: unknown) => error))?.code;
    expect(await call()).toBe("MISSING_INPUT");
    schema = { type: "object" };
    expect(await call()).toBe("MISSING_INPUT");
    await client.listTools();
    expect(await call()).toBeUndefined();
  });

  it("checks the methods of a fallback handler, too", async () => {
    const server = wrapServer(createLow(sdk), { audit: "none", checkInput: true });
    server.fallbackRequestHandler = ({ method }: Any) =>
      Promise.resolve(method === "tools/list" ? listOf(inputSchema)() : { content: [] });
    const client = await connect(sdk, server);
    const answer = await client.callTool({ name: "read", arguments: {} }).catch((error: unknown) => error);
    expect(detectError(answer)?.code).toBe("MISSING_INPUT");
  });

  it("leaves the tools of an McpServer to the SDK", async () => {
    const server = wrapServer(new sdk.McpServer(info), { audit: "none", checkInput: true });
    const coerced = sdk.shape({ count: z.coerce.number() });
    server.registerTool("count", { inputSchema: coerced }, ({ count }: Any) => ({
      content: [{ type: "text", text: String(Number(count) + 1) }],
    }));
    const client = await connect(sdk, server);
    const { content } = await client.callTool({ name: "count", arguments: { count: "1" } });
    expect(content[0].text).toBe("2");
  });

  it("says that an older SDK has no validator", () => {
    const server = createLow(sdk);
    delete server._jsonSchemaValidator;
    const wrap = (checkInput: Any) => wrapServer(server, { audit: "none", checkInput });
    expect(() => wrap("yes")).toThrow('wrapServer: checkInput: expected true or false, found "yes"');
    expect(() => wrap(true)).toThrow("wrapServer: checkInput: expected false for an SDK before 1.21");
    expect(wrap(undefined)).toBe(server);
  });
});
