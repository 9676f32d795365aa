import { conditions, listEnvelopeProblems, createErrorClass, wrapHandler, type ContractData } from "error-contract";
import { builtInContracts, detectError } from "error-contract/detect";
import { describe, expect, it } from "vitest";
import { connect, info, sdks, type Sdk } from "../kit/sdks.js";

/** A client of a server whose tool, resource and prompt fail with an error of the code, at once or later. */
function connectFailing(sdk: Sdk, contract: ContractData, code: unknown) {
  const Failure = createErrorClass(contract);
  const error = Failure.fromUnknown(undefined, { [contract.fields.code.split(".").at(-1)!]: code });
  const wrap = (handler: () => unknown) => wrapHandler(handler, { contract, tool_name: "x", audit: "none" });
  const server = new sdk.McpServer(info);
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
  return connect(sdk, server);
}

const isAllowed = (code: number) =>
  code > -32000 || code < -32768 || [-32700, -32600, -32601, -32602, -32603].includes(code);

/** Under contracts that return, a prompt of SDK 1.x looks like a tool. */
const listRequests = ({ version }: Sdk, { delivery }: ContractData) =>
  version === 1 && delivery.startsWith("return") ? ["readResource"] : ["readResource", "getPrompt"];

describe.each(sdks)("a server of SDK $version", (sdk) => {
  it.each(builtInContracts)("has the envelope in `_meta` of failing tools under $name", async (contract) => {
    const code = Object.values<any>(createErrorClass(contract as ContractData).codes)[0];
    const client = await connectFailing(sdk, contract, code);
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
      const client = await connectFailing(sdk, contract, value);
      const ask = { uri: "file:///x", name: "x" };
      const expected = typeof value === "number" && isAllowed(value) ? value : conditions[condition].mcp;
      for (const request of listRequests(sdk, contract)) {
        const error = await client[request](ask).catch((thrown: unknown) => thrown);
        expect(isAllowed(error.code)).toBe(true);
        if (request === "readResource") expect(error.code).toBe(expected);
        const failure = detectError(error, { contracts: [contract as ContractData] });
        expect(failure).toMatchObject({ contract: contract.name, code: value });
      }
    }
  });
});
