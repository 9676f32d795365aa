import { builtInContracts } from "error-contract/detect";
import { expect, it } from "vitest";
import { codeBlocks } from "../kit/page.js";
import { runEach } from "../kit/printed.js";

/** Prints what a client reads when the tool of a block fails. */
const call = (name: string) => `
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { wrapServer } from "error-contract/${name}";

const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { audit: "none" });
server.registerTool("read_note", {}, fail);
const client = new Client({ name: "client", version: "1.0.0" });
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(far), client.connect(near)]);
console.log((await client.callTool({ name: "read_note" })).content[0].text);
await client.close();
`;

it("docs/contracts: the page of each contract shows what a client reads of a failure", async () => {
  const pages = builtInContracts.map(({ name }) => {
    const blocks = codeBlocks(`docs/contracts/${name}.md`).filter(({ section }) => section === "A failure");
    expect(blocks.map(({ language }) => language)).toEqual(["js", "json"]);
    return { name, program: blocks[0]!.code + call(name), shown: blocks[1]!.code };
  });
  const { printed, stderr } = await runEach(pages.map(({ program }) => program));
  expect(stderr).toBe("");
  const toValue = (text: string) =>
    JSON.parse(text.replaceAll(/"timestamp": ?"[^"]+"/g, '"timestamp":"now"')) as object;
  expect(printed.slice(0, -1).map(toValue)).toEqual(pages.map(({ shown }) => toValue(shown)));
});
