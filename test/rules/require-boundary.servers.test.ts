import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/require-boundary.js";
import { type Case, expectFindings } from "../kit/marked-code.js";

const SDK = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n`;
const SERVER = `import { wrapServer } from "error-contract/kaiza";\n`;

const LOW = `import { Server } from "@modelcontextprotocol/sdk/server/index.js";\n`;

const REPORTED: readonly Case[] = [
  {
    name: "a server once, for all its tools",
    code: `${SDK}
    const server = new «McpServer»(info);
    server.registerTool("x", {}, async () => run());
    server.registerTool("y", {}, async () => run());`,
  },
  {
    name: "a low-level server that CommonJS requires",
    code: `const { Server } = require("@modelcontextprotocol/sdk/server/index.js"); exports.server = new «Server»(info);`,
  },
  {
    name: "the server of the second version",
    code: `import { McpServer as S } from "@modelcontextprotocol/server"; const server = new «S»(info);`,
  },
  {
    name: "a class of the file that extends a server",
    code: `${SDK}class Notes extends McpServer {} export const server = new «Notes»(info);`,
  },
  {
    name: "the field of an agent of Cloudflare",
    code: `${SDK}import { McpAgent } from "agents/mcp";
    export class Notes extends McpAgent {
      server = new «McpServer»(info);
      async init() { this.server.registerTool("x", {}, async () => run()); }
    }`,
  },
  {
    name: "a server that a function of mcp-use makes",
    code: `import { createMCPServer } from "mcp-use/server";
    const server = «createMCPServer»("notes");
    server.tool({ name: "x", cb: async () => run() });`,
  },
  {
    name: "a server that a framework gives to a function",
    code: `import { createMcpHandler } from "mcp-handler";
    export const GET = createMcpHandler((«server») => { server.tool("x", async () => run()); });`,
  },
  {
    name: "a server beside one that stands behind the boundary",
    code: `${SDK}${SERVER}
    const inner = wrapServer(new McpServer(info));
    const outer = new «McpServer»(info);
    inner.registerTool("x", {}, async () => run());
    outer.registerTool("x", {}, async () => run());`,
  },
  {
    name: "a server that a namesake wraps",
    code: `${SDK}import { wrapServer } from "elsewhere";
    const server = wrapServer(new «McpServer»(info));`,
  },
  {
    name: "a server that answers the failures of one tool alone",
    code: `${SDK}const server = new «McpServer»(info);
    server.registerTool("x", {}, async () => { try { return await run(); } catch { return failed; } });
    server.registerTool("y", {}, async () => run());`,
  },
  {
    name: "a dispatcher that fails before its try",
    code: `${LOW}const server = new «Server»(info);
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      if (!tools.has(params.name)) throw new Error("no tool");
      try { return await run(params); } catch (error) { return answer(error); }
    });`,
  },
  {
    name: "a dispatcher whose catch throws some failures on",
    code: `${LOW}const server = new «Server»(info);
    server.setRequestHandler("tools/call", async (request) => {
      try { return await run(request); } catch (error) { if (isOurs(error)) return answer(error); throw error; }
    });`,
  },
  {
    name: "a task that can fail to be created",
    code: `${SDK}const server = new «McpServer»(info);
    server.experimental.tasks.registerToolTask("x", {}, { async createTask() { return start(); } });`,
  },
];

const ACCEPTED: readonly Case[] = [
  {
    name: "a server that stands behind the boundary",
    code: `${SDK}${SERVER}const server = wrapServer(new McpServer(info)); server.registerTool("x", {}, async () => run());`,
  },
  {
    name: "a server that is put behind the boundary later",
    code: `${SERVER}export function register(server) {
      server.registerTool("x", {}, async () => run());
      server.server.setRequestHandler(CallToolRequestSchema, async () => run());
      return wrapServer(server, { audit });
    }`,
  },
  {
    name: "a server that is given to a field",
    code: `${SERVER}class Tools {
      constructor() { this.mcp = wrapServer(new McpServer(info)); }
      init() { this.mcp.server.setRequestHandler(CallToolRequestSchema, async () => run()); }
    }`,
  },
  {
    name: "a server that takes the boundary as its middleware",
    code: `import { MCPServer } from "mcp-use";
    import { wrapHandler } from "error-contract/kaiza";
    const server = new MCPServer(info);
    server.use("mcp:tools/call", wrapHandler((context, next) => next(), { tool_name: "unknown", deliver: "result" }));
    server.tool({ name: "x" }, async () => run());`,
  },
  {
    name: "a server that a function of the file makes, and that is wrapped where it is called",
    code: `${SDK}${SERVER}function create() { return new McpServer(info); } export const server = wrapServer(create());`,
  },
  {
    name: "a server that a framework gives to a function, and that is wrapped there",
    code: `import { createMcpHandler } from "mcp-handler";
    ${SERVER}export const GET = createMcpHandler((server) => { register(wrapServer(server)); });`,
  },
  {
    name: "a dispatcher that answers all that fails in it, and prints before",
    code: `${LOW}const server = new Server(info);
    server.setRequestHandler("tools/call", async (request) => {
      console.error("called");
      const { params } = request;
      try { return await run(params); } catch { return { isError: true, content: [] }; }
    });`,
  },
  {
    name: "a wrapper of another module around each handler",
    code: `${SDK}import { withErrors } from "./errors.js";
    const server = new McpServer(info);
    server.registerTool("x", {}, withErrors(async () => run()));
    server.registerTool("y", {}, withErrors(tools.y.handler));
    server.registerTool("z", {}, (args) => withErrors(() => run(args)));`,
  },
  {
    name: "a server of another protocol",
    code: `import { Server } from "node:http"; new Server().listen(1);`,
  },
  {
    name: "the call of the boundary itself",
    code: `import { wrapServer as guard } from "error-contract";
    guard(new McpServer(info), { contract }).registerTool("x", {}, async () => run());`,
  },
];

describe("require-boundary, of servers", () => {
  it.each([...REPORTED, ...ACCEPTED])("$name", ({ code }) => {
    expectFindings({ name: "require-boundary", rule }, code, { settings: kaizaSettings });
  });
});
