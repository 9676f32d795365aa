// A server whose tools do something else where a file is not there, which is refused under a fault.
const fs = require("node:fs/promises");
const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { fromUnknown, wrapServer } = require("error-contract/standard");

const folder = `${process.cwd()}/notes`;
const tools = {
  make: () => fs.stat(folder).catch(() => fs.mkdir(folder)),
  make_or_be_silent: () =>
    fs.stat(folder).catch(() => fs.mkdir(folder).catch((error) => Promise.reject(new Error(error.message)))),
  only_read: () =>
    fs.stat(folder).catch(() => Promise.reject(fromUnknown(Object.assign(new Error("no"), { code: "EACCES" })))),
};

const server = wrapServer(new McpServer({ name: "instead", version: "1.0.0" }));
for (const [name, run] of Object.entries(tools))
  server.registerTool(name, {}, async () => ({ content: [{ type: "text", text: String(await run()) }] }));
void server.connect(new StdioServerTransport());
