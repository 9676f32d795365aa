import { Client as Client2, InMemoryTransport as Memory2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as Memory1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer as McpServer2 } from "@modelcontextprotocol/server";
import { conditions, listEnvelopeProblems, createErrorClass, wrapHandler, type ContractData } from "error-contract";
import { builtInContracts, detectError } from "error-contract/detect";
import { afterEach, describe, expect, it } from "vitest";

const info = { name: "test", version: "1.0.0" };
const ends: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end.close();
});

const sdks = [
  { version: 1, McpServer: McpServer1 as any, Client: Client1 as any, Memory: Memory1 as any },
  { version: 2, McpServer: McpServer2 as any, Client: Client2 as any, Memory: Memory2 as any },
] as const;

/** A client of a server whose tool, resource and prompt fail with an error of the code, at once or later. */
async function connect({ McpServer, Client, Memory }: (typeof sdks)[number], contract: ContractData, code: unknown) {
  const Failure = createErrorClass(contract);
  const error = Failure.fromUnknown(undefined, { [contract.fields.code.split(".").at(-1)!]: code });
  const wrap = (handler: () => unknown) => wrapHandler(handler, { contract, tool_name: "x", audit: "none" });
  const server = new McpServer(info);
  const fail = () => {
    throw error;
  };
  const failLater = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    throw error;
  };
  server.registerTool("now", {}, wrap(fail));
  server.registerTool("later", {}, wrap(failLater));
  server.registerResource("x", "file:///x", {}, wrap(failLater));
  server.registerPrompt("x", {}, wrap(failLater));
  const [near, far] = Memory.createLinkedPair();
  const client = new Client(info);
  await Promise.all([server.connect(far), client.connect(near)]);
  ends.push(server, client);
  return client;
}

const isAllowed = (code: number) =>
  code > -32000 || code < -32768 || [-32700, -32600, -32601, -32602, -32603].includes(code);

/** Under contracts that return, a prompt of SDK 1.x looks like a tool. */
const listRequests = ({ version }: (typeof sdks)[number], { delivery }: ContractData) =>
  version === 1 && delivery.startsWith("return") ? ["readResource"] : ["readResource", "getPrompt"];

describe.each([
  ["1.x", sdks[0]],
  ["2.x", sdks[1]],
] as const)("a server of SDK %s", (_, sdk) => {
  it.each(builtInContracts)("has the envelope in `_meta` of failing tools under $name", async (contract) => {
    const code = Object.values<any>(createErrorClass(contract as ContractData).codes)[0];
    const client = await connect(sdk, contract, code);
    for (const name of ["now", "later"]) {
      const result = await client.callTool({ name, arguments: {} });
      const envelope = result._meta["error-contract/envelope"];
      expect(listEnvelopeProblems(contract, envelope)).toEqual([]);
      expect(JSON.parse(result.content[0].text)).toMatchObject(envelope);
      const failure = detectError(result, { contracts: [contract as ContractData] });
      expect(failure).toMatchObject({ contract: contract.name, code, source: "_meta" });
    }
  });

  it.each(builtInContracts)("sends codes that MCP allows for what is no tool, under $name", async (contract) => {
    const { codes }: ContractData = contract;
    for (const [name, { value = name, kind, condition }] of Object.entries(codes)) {
      if (kind === "warning") continue;
      const client = await connect(sdk, contract, value);
      const ask = { uri: "file:///x", name: "x" };
      for (const request of listRequests(sdk, contract)) {
        const error = await client[request](ask).catch((thrown: unknown) => thrown);
        expect(isAllowed(error.code)).toBe(true);
        const failure = detectError(error, { contracts: [contract as ContractData] });
        expect(failure).toMatchObject({ contract: contract.name, code: value });
      }
      const error = await client.readResource(ask).catch((thrown: unknown) => thrown);
      const expected = typeof value === "number" && isAllowed(value) ? value : conditions[condition].mcp;
      expect(error.code).toBe(expected);
    }
  });
});
