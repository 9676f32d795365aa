/** The frameworks of the guide: what npm installs, and how its server in `test/fixtures/frameworks` is started. */
export interface Framework {
  /** The heading of its column in the guide. */
  readonly name: string;
  /** How it runs, where another entry has the same column. */
  readonly mode?: string;
  readonly packages: readonly string[];
  /** The file there that has the boundary. */
  readonly server: string;
  /** Builds the server, and returns the file that runs it. */
  readonly build?: { readonly args: readonly string[]; readonly output: string };
  /** Whether it serves HTTP alone, and the version of Node that it needs. */
  readonly isHttp?: boolean;
  readonly needsNode22?: boolean;
  /** The revision that the client speaks, where that is not one of SDK 1.x. */
  readonly revision?: string;
  /** The first part of its addresses of resources. */
  readonly addresses?: string;
  /** Whether it reports a session some 0.1 seconds after the session has begun. */
  readonly isReportedLate?: boolean;
  /** Whether its SDK sends the errors of the protocol without the envelope, which are recorded nonetheless. */
  readonly dropsData?: boolean;
}

const fastmcp: Framework = { name: "fastmcp", packages: ["fastmcp@4.20.16", "zod@4.6.7"], server: "fastmcp.mjs" };

/** With the SDK of that time: the newest lets it not start, wrapped or not. */
const fastmcp1: Framework = {
  ...fastmcp,
  name: "fastmcp 1",
  packages: ["@modelcontextprotocol/sdk@1.12.1", "zod@3.25.76"],
  isReportedLate: true,
  dropsData: true,
};

const mcpHandler: Framework = {
  name: "mcp-handler",
  packages: [
    "mcp-handler@2.4.0",
    "@modelcontextprotocol/node@2.1.2",
    "@modelcontextprotocol/server@2.4.0",
    "zod@4.6.7",
  ],
  server: "mcp-handler.mjs",
  isHttp: true,
};

export const frameworks: readonly Framework[] = [
  fastmcp,
  { ...fastmcp, mode: ", a session for each request", isHttp: true },
  { ...fastmcp, mode: " 3", packages: ["fastmcp@3.25.4", "zod@4.6.7"], isReportedLate: true },
  { ...fastmcp, mode: " 4.0", packages: ["fastmcp@4.0.0", "zod@4.6.7"], isReportedLate: true },
  { ...fastmcp1, packages: ["fastmcp@1.27.7", ...fastmcp1.packages] },
  { ...fastmcp1, mode: ", 2.2", packages: ["fastmcp@2.2.4", ...fastmcp1.packages] },
  {
    name: "mcp-framework",
    packages: ["mcp-framework@0.2.22", "@modelcontextprotocol/sdk@1.32.2", "zod@3.25.76"],
    server: "mcp-framework.mjs",
  },
  {
    name: "mcp-use 1",
    packages: ["mcp-use@1.34.6"],
    server: "mcp-use-1.mjs",
    isHttp: true,
    needsNode22: true,
  },
  { name: "mcp-use 2", packages: ["mcp-use@2.5.2"], server: "mcp-use.mjs", isHttp: true, needsNode22: true },
  {
    name: "xmcp",
    packages: [
      "xmcp@1.1.3",
      "@xmcp-dev/compiler@1.1.3",
      "@modelcontextprotocol/client@2.4.0",
      "@modelcontextprotocol/server@2.4.0",
      "zod@4.6.7",
    ],
    server: "xmcp/src/tools/own.ts",
    build: { args: ["node_modules/xmcp/dist/cli.js", "build"], output: "dist/stdio.js" },
    addresses: "notes://all/",
  },
  {
    name: "McpAgent",
    packages: [
      "agents@0.32.0",
      "@modelcontextprotocol/client@2.4.0",
      "@modelcontextprotocol/sdk@1.32.2",
      "@modelcontextprotocol/server@2.4.0",
      "zod@4.6.7",
    ],
    server: "agents.mjs",
    needsNode22: true,
  },
  {
    name: "mcp-nest",
    packages: [
      "@rekog/mcp-nest@2.0.5",
      "@nestjs/common@11",
      "@nestjs/core@11",
      "@nestjs/microservices@11",
      "@nestjs/platform-express@11",
      "@modelcontextprotocol/core@2.4.0",
      "@modelcontextprotocol/node@2.1.2",
      "@modelcontextprotocol/server@2.4.0",
      "express@5",
      "reflect-metadata@0.2",
      "rxjs@7",
      "zod@4.6.7",
    ],
    server: "mcp-nest.mjs",
  },
  {
    name: "nestjs-mcp",
    packages: [
      "@nestjs-mcp/server@0.3.0",
      "@modelcontextprotocol/sdk@1.32.2",
      "@nestjs/common@11",
      "@nestjs/core@11",
      "@nestjs/platform-express@11",
      "reflect-metadata@0.2",
      "rxjs@7",
      "zod@3.25.76",
    ],
    server: "nestjs-mcp.mjs",
    isHttp: true,
  },
  mcpHandler,
  { ...mcpHandler, mode: ", a client of 2026-07-28", revision: "2026-07-28" },
];
