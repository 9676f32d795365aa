import { extend } from "error-contract";
import { detectError } from "error-contract/detect";
import { SystemError } from "error-contract/kaiza";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { connect, createLow, info, sdks, type Any, type Sdk } from "../kit/sdks.js";
import { numeric } from "./sample-contracts.js";

const error = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file", tool_name: "read_file" });
const envelope = error.toEnvelope();
const json = JSON.stringify(envelope);
const facts = { contract: "kaiza", code: "FILE_NOT_FOUND", message: "No such file", condition: "not_found" };

interface ToolResult {
  content: { type: "text"; text: string }[];
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
}
type Handler = () => Promise<ToolResult>;

/** Calls the tool and answers what the client is left with: its result, or what it caught. */
function callerOf(sdk: Sdk, client: Any) {
  return (name = "read_file", args: object = { path: "a" }, timeout = 5_000): Promise<unknown> => {
    const options = sdk.version === 1 ? [undefined, { timeout }] : [{ timeout }];
    return client.callTool({ name, arguments: args }, ...options).catch((thrown: unknown) => thrown);
  };
}

const throwing = (thrown: unknown) => () => Promise.reject(thrown);
const answering = (result: ToolResult) => () => Promise.resolve(result);

describe.each(sdks)("a client of SDK $version", (sdk) => {
  const makeTool = (handler: Handler) => {
    const server = new sdk.McpServer(info);
    server.registerTool("read_file", { inputSchema: sdk.shape({ path: z.string() }) }, handler);
    return server;
  };
  const tool = async (handler: Handler) => callerOf(sdk, await connect(sdk, makeTool(handler)));
  const request = async (handler: Handler) => {
    const server = createLow(sdk);
    server.setRequestHandler(sdk.calls, handler);
    return callerOf(sdk, await connect(sdk, server));
  };

  test("finds the code of a tool that throws, of which the SDK leaves the text", async () => {
    const call = await tool(throwing(error));
    expect(detectError(await call())).toMatchObject({ ...facts, certainty: "text", source: "content" });
  });

  test.each([
    ["text", { content: [{ type: "text", text: json }], isError: true }, "content"],
    ["structured content", { content: [], structuredContent: { ...envelope }, isError: true }, "structuredContent"],
    [
      "both",
      { content: [{ type: "text", text: json }], structuredContent: { ...envelope }, isError: true },
      "structuredContent",
    ],
  ] as const)("finds the envelope that a tool returns as %s", async (_form, result, source) => {
    const found = { ...facts, certainty: "envelope", source, envelope };
    for (const register of [tool, request]) {
      const call = await register(answering(result as unknown as ToolResult));
      expect(detectError(await call())).toMatchObject(found);
    }
  });

  test("finds the code of a request handler that throws without data", async () => {
    const call = await request(throwing(error));
    expect(detectError(await call())).toMatchObject({ ...facts, certainty: "text", source: "message" });
  });

  test("has a failure of no contract for a tool that throws anything else", async () => {
    const call = await tool(throwing(new Error("disk full")));
    expect(detectError(await call())).toMatchObject({ certainty: "none", contract: undefined, message: "disk full" });
  });

  test("has a failure of no contract for input that the SDK refuses, and for a tool that is not there", async () => {
    const call = await tool(answering({ content: [] }));
    expect(detectError(await call("read_file", { path: 1 }))).toMatchObject({ certainty: "none", contract: undefined });
    expect(detectError(await call("no_such_tool"))).toMatchObject({
      contract: undefined,
      foreignCode: -32602,
      condition: "invalid_input",
    });
  });

  test("may repeat a call that took too long, whatever its code means to a contract", async () => {
    const NotFound = { value: -32001, meaning: "Not found", section: "1", condition: "not_found" } as const;
    const other = extend(numeric, { codes: { NotFound } });
    const call = await tool(() => new Promise(() => undefined));
    const failure = detectError(await call("read_file", { path: "a" }, 20), { contracts: [other] });
    expect(failure).toMatchObject({ contract: undefined, condition: "timeout", retryable: true });
  });

  test("sees that the connection has gone", async () => {
    let answer: Promise<unknown> | undefined;
    const server = makeTool(() => new Promise(() => begin()));
    const call = callerOf(sdk, await connect(sdk, server));
    let begin = (): void => undefined;
    await new Promise<void>((resolve) => {
      begin = resolve;
      answer = call();
    });
    await server.close();
    for (const gone of [answer, call()]) {
      expect(detectError(await gone)).toMatchObject({ contract: undefined, condition: "unavailable", retryable: true });
    }
  });

  test("finds nothing in a success", async () => {
    const call = await tool(answering({ content: [{ type: "text", text: json }] }));
    expect(detectError(await call())).toBeUndefined();
  });
});
