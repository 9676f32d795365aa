import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/require-boundary.js";
import { type Case, expectFindings, toCases } from "../kit/marked-code.js";

const SDK = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n`;
const SERVER = `import { wrapServer } from "error-contract/kaiza";\n`;

const LOW = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";\n`;

const REPORTED: readonly Case[] = toCases({
  "a server once, for all its tools": `${SDK}
  const server = new «McpServer»(info);
  server.registerTool("x", {}, async () => run());
  server.registerTool("y", {}, async () => run());`,
  "a low-level server that CommonJS requires": `
    const { Server } = require("@modelcontextprotocol/sdk/server/index.js"); exports.server = new «Server»(info);`,
  "the server of the second version": `
    import { McpServer as S } from "@modelcontextprotocol/server"; const server = new «S»(info);`,
  "a class of the file that extends a server": `
    ${SDK}class Notes extends McpServer {} export const server = new «Notes»(info);`,
  "the field of an agent of Cloudflare": `${SDK}import { McpAgent } from "agents/mcp";
  export class Notes extends McpAgent {
    server = new «McpServer»(info);
    async init() { this.server.registerTool("x", {}, async () => run()); }
  }`,
  "a server that a function of mcp-use makes": `import { createMCPServer } from "mcp-use/server";
  const server = «createMCPServer»("notes");
  server.tool({ name: "x", cb: async () => run() });`,
  "a server that a framework gives to a function": `import { createMcpHandler } from "mcp-handler";
  export const GET = createMcpHandler((«server») => { server.tool("x", async () => run()); });`,
  "a server beside one that stands behind the boundary": `${SDK}${SERVER}
  const inner = wrapServer(new McpServer(info));
  const outer = new «McpServer»(info);
  inner.registerTool("x", {}, async () => run());
  outer.registerTool("x", {}, async () => run());`,
  "a server that a namesake wraps": `${SDK}import { wrapServer } from "elsewhere";
  const server = wrapServer(new «McpServer»(info));`,
  "a server that answers the failures of one tool alone": `${SDK}const server = new «McpServer»(info);
  server.registerTool("x", {}, async () => { try { return await run(); } catch { return failed; } });
  server.registerTool("y", {}, async () => run());`,
  "a dispatcher that fails before its try": `${LOW}const server = new «Server»(info);
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    if (!tools.has(params.name)) throw new Error("no tool");
    try { return await run(params); } catch (error) { return answer(error); }
  });`,
  "a dispatcher whose catch throws some failures on": `${LOW}const server = new «Server»(info);
  server.setRequestHandler("tools/call", async (request) => {
    try { return await run(request); } catch (error) { if (isOurs(error)) return answer(error); throw error; }
  });`,
  "a task that can fail to be created": `${SDK}const server = new «McpServer»(info);
  server.experimental.tasks.registerToolTask("x", {}, { async createTask() { return start(); } });`,
});

const ACCEPTED: readonly Case[] = toCases({
  "a server that stands behind the boundary": `
    ${SDK}${SERVER}const server = wrapServer(new McpServer(info)); server.registerTool("x", {}, async () => run());`,
  "a server that is put behind the boundary later": `${SERVER}export function register(server) {
    server.registerTool("x", {}, async () => run());
    server.server.setRequestHandler(CallToolRequestSchema, async () => run());
    return wrapServer(server, { audit });
  }`,
  "a server that is given to a field": `${SERVER}class Tools {
    constructor() { this.mcp = wrapServer(new McpServer(info)); }
    init() { this.mcp.server.setRequestHandler(CallToolRequestSchema, async () => run()); }
  }`,
  "a server that takes the boundary as its middleware": `import { MCPServer } from "mcp-use";
  import { wrapHandler } from "error-contract/kaiza";
  const server = new MCPServer(info);
  server.use("mcp:tools/call", wrapHandler((context, next) => next(), { tool_name: "unknown", deliver: "result" }));
  server.tool({ name: "x" }, async () => run());`,
  "a server that a function of the file makes, and that is wrapped where it is called": `
    ${SDK}${SERVER}function create() { return new McpServer(info); } export const server = wrapServer(create());`,
  "a server that a framework gives to a function, and that is wrapped there": `import { createMcpHandler } from "mcp-handler";
  ${SERVER}export const GET = createMcpHandler((server) => { register(wrapServer(server)); });`,
  "a dispatcher that answers all that fails in it, and prints before": `${LOW}const server = new Server(info);
  server.setRequestHandler("tools/call", async (request) => {
    console.error("called");
    const { params } = request;
    try { return await run(params); } catch { return { isError: true, content: [] }; }
  });`,
  "a wrapper of another module around each handler": `${SDK}import { withErrors } from "./errors.js";
  const server = new McpServer(info);
  server.registerTool("x", {}, withErrors(async () => run()));
  server.registerTool("y", {}, withErrors(tools.y.handler));
  server.registerTool("z", {}, (args) => withErrors(() => run(args)));`,
  "a server of another protocol": `import { Server } from "node:http"; new Server().listen(1);`,
  "the call of the boundary itself": `import { wrapServer as guard } from "error-contract";
  guard(new McpServer(info), { contract }).registerTool("x", {}, async () => run());`,
});

describe("require-boundary, of servers", () => {
  it.each([...REPORTED, ...ACCEPTED])("$name", ({ code }) => {
    expectFindings({ name: "require-boundary", rule }, code, { settings: kaizaSettings });
  });
});
