import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/require-boundary.js";
import { expectFindings } from "../kit/marked-code.js";

const SDK = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n`;
const SERVER = `import { wrapServer } from "error-contract/kaiza";\n`;

interface Case {
  readonly name: string;
  readonly code: string;
}

const REPORTED: readonly Case[] = [
  {
    name: "a server beside one that stands behind the boundary",
    code: `${SDK}${SERVER}
    const inner = wrapServer(new McpServer(info));
    const outer = new McpServer(info);
    inner.registerTool("x", {}, async () => run());
    outer.«registerTool»("x", {}, async () => run());`,
  },
  {
    name: "a server that takes the boundary for other requests only",
    code: `import { MCPServer } from "mcp-use";
    import { wrapHandler } from "error-contract/kaiza";
    const server = new MCPServer(info);
    server.use("mcp:prompts/get", wrapHandler((context, next) => next(), { tool_name: "unknown" }));
    server.«tool»({ name: "x" }, async () => run());`,
  },
  {
    name: "a server that a namesake wraps",
    code: `import { wrapServer } from "elsewhere";
    const server = wrapServer(create());
    server.«registerTool»("x", {}, async () => run());`,
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
    name: "a server in a field",
    code: `${SERVER}class Tools {
      server = wrapServer(new McpServer(info));
      init() { this.server.registerTool("x", {}, async () => run()); }
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
    name: "the call of the boundary itself",
    code: `import { wrapServer as guard } from "error-contract";
    guard(new McpServer(info), { contract }).registerTool("x", {}, async () => run());`,
  },
];

describe("require-boundary, where a server stands behind the boundary", () => {
  it.each([...REPORTED, ...ACCEPTED])("$name", ({ code }) => {
    expectFindings({ name: "require-boundary", rule }, code, { settings: kaizaSettings });
  });
});
