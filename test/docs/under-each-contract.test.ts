import { builtInContracts } from "error-contract/detect";
import { expect, it } from "vitest";
import { codeBlocks } from "../kit/page.js";
import { runEach } from "../kit/printed.js";

const blocks = codeBlocks("docs/guides/under-each-contract.md");

/** Prints what a client reads when the tool of a block fails. */
const CALL = `
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { audit: "none" });
server.registerTool("read_note", {}, fail);
const client = new Client({ name: "client", version: "1.0.0" });
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(far), client.connect(near)]);
console.log((await client.callTool({ name: "read_note" })).content[0].text);
await client.close();
`;

it("docs/guides/under-each-contract.md has every built-in contract", () => {
  const sections = new Set(blocks.map(({ section }) => section));
  expect([...sections].sort()).toEqual(builtInContracts.map(({ name }) => name).sort());
});

it("docs/guides/under-each-contract.md shows what a client reads", async () => {
  const names = builtInContracts.map(({ name }) => name);
  const programs = names.map((name) => blocks.find(({ section }) => section === name)!.code + CALL);
  const { printed, stderr } = await runEach(programs);
  expect(stderr).toBe("");
  const toValue = (text: string) =>
    JSON.parse(text.replaceAll(/"timestamp": ?"[^"]+"/g, '"timestamp":"now"')) as object;
  const shown = names.map((name) => blocks.filter(({ section }) => section === name)[1]!.code);
  expect(printed.slice(0, -1).map(toValue)).toEqual(shown.map(toValue));
});
