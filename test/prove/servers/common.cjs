// A server in CommonJS that took the functions of Node out of their modules when it started.
const { readFileSync } = require("node:fs");
const { get } = require("node:http");
const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");

const server = new McpServer({ name: "common", version: "1.0.0" });
const text = (value) => ({ content: [{ type: "text", text: String(value) }] });

server.registerTool("read", {}, () => text(readFileSync(__filename, "utf8").length));
server.registerTool("fetch", {}, () => {
  return new Promise((resolve, reject) => {
    get("http://service.example/", ({ statusCode }) => reject(new Error(String(statusCode)))).on("error", reject);
  });
});
void server.connect(new StdioServerTransport());
