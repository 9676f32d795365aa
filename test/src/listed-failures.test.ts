// What `tools/list` says of the failures of each tool.
import { createContractParts, extend } from "error-contract";
import { wrapServer as wrapJsonRpc } from "error-contract/json-rpc";
import { standard, wrapServer } from "error-contract/standard";
import { describe, expect, it } from "vitest";
import { connect, createLow, info, sdks, type Any, type Sdk } from "../kit/sdks.js";

const key = "error-contract/failures";
const done = () => ({ content: [] });

/** The `_meta` of each tool that a client receives. */
async function listMetas(sdk: Sdk, server: Any): Promise<Record<string, Any>> {
  const { tools } = await (await connect(sdk, server)).listTools();
  return Object.fromEntries(tools.map(({ name, _meta }: Any) => [name, _meta]));
}

/** Sends a request as a client that speaks a revision of MCP. */
async function listWith(sdk: Sdk, server: Any, protocolVersion: string): Promise<Any> {
  const [near, far] = sdk.Memory.createLinkedPair();
  await server.connect(far);
  await near.start();
  const request = (id: number, method: string, params: object): Promise<Any> =>
    new Promise((resolve) => {
      near.onmessage = resolve;
      near.send({ jsonrpc: "2.0", id, method, params });
    });
  const { result } = await request(1, "initialize", { protocolVersion, capabilities: {}, clientInfo: info });
  await near.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  const listed = await request(2, "tools/list", {});
  await near.close();
  return { revision: result.protocolVersion, tools: listed.result.tools };
}

const notes = {
  version: 1,
  tools: {
    read_note: ["NOT_FOUND", "RATE_LIMITED"],
    drop_note: ["CONFLICT", "raw src/store.ts"],
    list_notes: [],
    sync: ["INTERNAL", "and 3 more"],
    other: ["NO_SUCH_CODE"],
  },
  resources: {},
  prompts: {},
};

describe.each(sdks)("a server of SDK $version", (sdk) => {
  const serve = (failures: Any = notes, wrap: Any = wrapServer, names = Object.keys(notes.tools)): Any => {
    const server = wrap(new sdk.McpServer(info), { audit: "none", ...(failures && { failures }) });
    for (const name of names) server.registerTool(name, { description: name }, done);
    return server;
  };

  it("says of each tool its codes, whether to repeat the call, and what to do", async () => {
    const metas = await listMetas(sdk, serve());
    expect(metas.read_note).toEqual({
      [key]: {
        contract: "standard",
        codes: [
          { code: "NOT_FOUND", retryable: false, recovery: "Check the name or create the thing first." },
          {
            code: "RATE_LIMITED",
            retryable: true,
            recovery: "Wait (the error may say how long), then repeat the call.",
          },
        ],
        complete: true,
      },
    });
    const told = Object.entries(metas).map(([name, { [key]: own }]) => [name, own.codes.length, own.complete]);
    expect(told).toEqual([
      ["read_note", 2, true],
      ["drop_note", 1, false],
      ["list_notes", 0, true],
      ["sync", 1, false],
      ["other", 0, false],
    ]);
  });

  it("leaves tools alone that the file does not have, and a list without the option", async () => {
    expect(await listMetas(sdk, serve(notes, wrapServer, ["new_tool"]))).toEqual({ new_tool: undefined });
    expect(await listMetas(sdk, serve(null, wrapServer, ["read_note"]))).toEqual({ read_note: undefined });
  });

  it("adds what all tools of one handler share, and keeps what the server says itself", async () => {
    const server = createLow(sdk);
    const failures = { tools: { "(every tool)": ["INTERNAL"], read_note: ["NOT_FOUND"] } };
    const own = { "example/owner": "notes" };
    const tool = { name: "read_note", inputSchema: { type: "object" }, _meta: own };
    wrapServer(server, { audit: "none", failures });
    server.setRequestHandler(sdk.lists, () => ({ tools: [tool] }));
    const { read_note } = await listMetas(sdk, server);
    expect(read_note).toMatchObject({ ...own, [key]: { codes: [{ code: "INTERNAL" }, { code: "NOT_FOUND" }] } });
  });

  it("has the codes of its contract as they stand on the wire", async () => {
    const failures = { tools: { read_note: ["NotFound"] } };
    const { read_note } = await listMetas(sdk, serve(failures, wrapJsonRpc, ["read_note"]));
    expect(read_note[key]).toMatchObject({ contract: "json-rpc", codes: [{ code: -32001, retryable: false }] });
    const acme = extend(standard, {
      name: "acme",
      codes: { QUOTA_SPENT: { meaning: "None", section: "1", condition: "rate_limited", recovery: "Wait a day." } },
    });
    const own = { tools: { read_note: ["QUOTA_SPENT"] } };
    const metas = await listMetas(sdk, serve(own, createContractParts(acme).wrapServer, ["read_note"]));
    expect(metas.read_note[key].codes).toEqual([{ code: "QUOTA_SPENT", retryable: true, recovery: "Wait a day." }]);
  });

  it.each([
    ["2024-11-05", undefined],
    ["2025-03-26", undefined],
    ["2025-06-18", "standard"],
  ])("tells a client of revision %s what its tools may have", async (revision, contract) => {
    const listed = await listWith(sdk, serve(notes, wrapServer, ["read_note"]), revision);
    expect(listed).toMatchObject({ revision, tools: [{ name: "read_note" }] });
    expect(listed.tools[0]._meta?.[key].contract).toBe(contract);
  });

  it.each([
    ["no file", "error-contract.failures.json"],
    ["a file of another form", { tools: { read_note: "NOT_FOUND" } }],
    ["a file without tools", {}],
  ])("refuses %s", (_, failures) => {
    const expected = /^wrapServer: failures: expected the parsed file that `failures` of the plugin writes, found /;
    expect(() => serve(failures)).toThrow(expected);
  });
});
