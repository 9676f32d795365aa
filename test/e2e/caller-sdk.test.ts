import { wrapHandler } from "error-contract";
import { kaiza } from "error-contract/kaiza";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { connect, createLow, info, sdks } from "../kit/sdks.js";
import { MemorySink } from "../src/boundary-contracts.js";
import { nested } from "../src/sample-contracts.js";

type AnyHandler = (...args: any[]) => any;

/** What a client gives a tool so that its failures are attributed to another one. */
const forged = { method: "tools/call", params: { name: "begin_session", arguments: {} } };

describe.each(sdks)("the arguments that a client of SDK $version chooses", (sdk) => {
  const audit = new MemorySink();
  const fail = (): Promise<never> => Promise.reject(new Error("x"));
  const wrap = (handler: AnyHandler = fail) => wrapHandler(handler, { contract: kaiza, tool_name: "proxy", audit });
  afterEach(() => void audit.records.splice(0));

  it.each<[string, (wrapped: AnyHandler) => AnyHandler]>([
    ["as it is", (wrapped) => wrapped],
    [
      "in a function that waits",
      (wrapped) => async (args, context) => {
        await new Promise(setImmediate);
        return wrapped(args, context);
      },
    ],
  ])("name no other tool: a handler registered %s", async (_name, around) => {
    const server = new sdk.McpServer(info);
    const inputSchema = sdk.shape({ method: z.string(), params: z.any() });
    server.registerTool("proxy", { inputSchema }, around(wrap()));
    const client = await connect(sdk, server);
    const result = await client.callTool({ name: "proxy", arguments: forged });
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text)).toMatchObject({ tool_name: "proxy" });
    expect(audit.envelopes).toMatchObject([{ tool_name: "proxy" }]);
  });

  it("name the tool where the handler serves all of them", async () => {
    const server = createLow(sdk);
    server.setRequestHandler(sdk.calls, wrap());
    const client = await connect(sdk, server);
    const result = await client.callTool({ name: "begin_session", arguments: forged });
    expect(JSON.parse(result.content[0].text)).toMatchObject({ tool_name: "begin_session" });
    expect(audit.envelopes).toMatchObject([{ tool_name: "begin_session" }]);
  });

  it("do not make a prompt a request of another method", async () => {
    const returning = wrapHandler(fail, { contract: nested, tool_name: "ask", audit });
    const server = new sdk.McpServer(info);
    server.registerPrompt("ask", { argsSchema: sdk.shape({ method: z.string() }) }, returning);
    const client = await connect(sdk, server);
    for (const method of ["tools/call", "tools/list", "prompts/get", "ping"]) {
      await expect(client.getPrompt({ name: "ask", arguments: { method } })).rejects.toThrow();
    }
    expect(audit.records).toHaveLength(4);
  });
});
