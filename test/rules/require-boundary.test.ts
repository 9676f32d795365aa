import path from "node:path";
import { outdent } from "outdent";
import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/require-boundary.js";
import { type Case, checkCases, expectFindings } from "../kit/marked-code.js";

const folder = path.join(import.meta.dirname, "../fixtures/handlers");
const filename = path.join(folder, "server.js");
const SDK = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n`;
const IMPORT = `import { wrapHandler } from "error-contract/kaiza";\n`;
const subject = { name: "require-boundary", rule };

const check = checkCases(subject);

const REPORTED: readonly Case[] = [
  {
    name: "a handler that is written in place",
    code: `server.«registerTool»("x", {}, async () => ({ content: [] }));`,
  },
  {
    name: "a function of the file",
    code: `async function xHandler() { return run(); } server.«registerTool»("x", {}, xHandler);`,
  },
  {
    name: "a method of the class",
    code: outdent`
      class Tools {
        xHandler = async () => run();
        register() {
          server.«registerTool»("x", {}, this.xHandler);
        }
      }
    `,
  },
  {
    name: "a bound method",
    code: `class Tools {
      async xHandler() { return run(); }
      register() { server.«registerTool»("x", {}, this.xHandler.bind(this)); }
    }`,
  },
  {
    name: "the short form",
    code: `${SDK}const s = new «McpServer»(info); s.tool("x", { path: z.string() }, async ({ path }) => run(path));`,
  },
  {
    name: "a private method",
    code: `class Tools {
      async #run() { return run(); }
      register() { server.«registerTool»("x", {}, this.#run.bind(this)); }
    }`,
  },
  {
    name: "a static method",
    code: `class Tools { static async run() { return run(); } } server.«registerTool»("x", {}, Tools.run);`,
  },
  {
    name: "the short form with a name that is called one",
    code: `server.«tool»(tool.name, "does", {}, async () => run());`,
  },
  {
    name: "a handler of every tool that passes on to the SDK's own",
    code: `server.«setRequestHandler»(CallToolRequestSchema, (request, extra) => {
      count(request);
      return before(request, extra);
    });`,
  },
  {
    name: "a handler in place that calls one of a list",
    code: `const tools = [{ name: "x", run: async () => run() }];
    for (const t of [...tools]) server.«registerTool»(t.name, {}, async (args) => t.run(args));`,
  },
  { name: "the short form on what is called a server", code: `server.«tool»("x", async () => run());` },
  {
    name: "every tool of a low-level server",
    code: `server.«setRequestHandler»(CallToolRequestSchema, async (request) => run(request));`,
  },
  {
    name: "a tool of mcp-use",
    code: `import { MCPServer } from "mcp-use/server";
    new «MCPServer»(info).tool({ name: "x", schema }, async () => run());`,
  },
  {
    name: "a tool of fastmcp",
    code: `import { FastMCP } from "fastmcp";
    const s = new «FastMCP»();
    s.addTool({ name: "x", execute: async (args) => run(args) });`,
  },
  {
    name: "a server that takes a tool of another module beside one that answers",
    code: `import { FastMCP } from "fastmcp";
    import { list } from "./tools.js";
    const s = new «FastMCP»();
    s.addTool({ name: "x", execute: async (args) => { try { return await run(args); } catch (e) { return fail(e); } } });
    s.addTool(list);`,
  },
  {
    name: "what a function of the file makes",
    code: `const make = (db) => async (args) => run(db, args); server.«registerTool»("x", {}, make(db));`,
  },
  {
    name: "another wrapper of the file",
    code: `const logged = (handler) => async (args) => { console.error(args); return await handler(args); };
    server.«registerTool»("x", {}, logged(run));`,
  },
  {
    name: "either of two handlers",
    code: `server.«registerTool»("x", {}, isFast ? async () => fast() : async () => slow());`,
  },
  {
    name: "a boundary that is a namesake",
    code: outdent`
      const wrapHandlers = (handler) => async () => handler();
      server.«registerTool»("x", {}, wrapHandlers(run));
    `,
  },
  {
    name: "a class that is a tool of mcp-framework",
    code: `import { MCPTool } from "mcp-framework";
    export default class ReadFile extends MCPTool { name = "read_file"; async «execute»(input) { return run(input); } }`,
  },
  {
    name: "a module that is a tool of xmcp",
    code: `import { getHeaders } from "xmcp/headers";
    export const metadata = { name: "read_file" };
    export default async function «readFile»(input) { return run(input); }`,
  },
  {
    name: "a module of xmcp whose function has no name",
    code: `import { getHeaders } from "xmcp/headers"; export const schema = {}; «export» default async () => run();`,
  },
  {
    name: "one bare handler beside a wrapped one",
    code: `${SDK}${IMPORT}const server = new McpServer(info);
    server.registerTool("x", {}, wrapHandler(async () => run(), "x"));
    server.«registerTool»("y", {}, async () => run());`,
  },
  {
    name: "one bare handler beside a wrapped one, of a server that comes from elsewhere",
    code: `${IMPORT}export function register(server) {
      server.registerTool("x", {}, wrapHandler(async () => run(), "x"));
      server.«registerTool»("y", {}, async () => run());
    }`,
  },
];

const ACCEPTED: readonly Case[] = [
  {
    name: "something of another package in a file with a server",
    code: `${SDK}
    import { Agent } from "agents";
    const agent = new Agent();
    agent.addTool({ name: "x", execute: async () => run() });`,
  },
  {
    name: "an object of the file that has such a method for itself",
    code: `const it = { registerTool: (name, handler) => server.registerTool(name, {}, guard(handler)) };
    it.registerTool("x", async () => run());`,
  },
  {
    name: "a handler in the boundary",
    code: `${IMPORT}server.registerTool("x", {}, wrapHandler(async () => run(), "x"));`,
  },
  {
    name: "the boundary under another name",
    code: `import { wrapHandler as guard } from "error-contract/kaiza";
    server.registerTool("x", {}, guard(async () => run(), "x"));`,
  },
  {
    name: "a wrapped handler in a constant",
    code: `${IMPORT}const x = wrapHandler(async () => run(), "x"); server.registerTool("x", {}, x);`,
  },
  {
    name: "a wrapper of the file that passes on to the boundary",
    code: `${IMPORT}
    const wrap = (handler, tool) => wrapHandler(handler, { tool_name: tool, audit });
    server.registerTool("x", {}, wrap(async () => run(), "x"));`,
  },
  {
    name: "a wrapper of another file that passes on to the boundary",
    code: `import { wrap } from "./boundary.js"; server.registerTool("x", {}, wrap(async () => run(), "x"));`,
  },
  {
    name: "another wrapper of another file",
    code: `import { logged } from "./boundary.js";
    import { readHandler } from "./tools/read.js";
    server.registerTool("read", {}, logged(readHandler));`,
  },
  {
    name: "a handler that was wrapped in another file",
    code: `import { wrappedReadHandler } from "./tools/read.js"; server.registerTool("read", {}, wrappedReadHandler);`,
  },
  {
    name: "a wrapper around the boundary",
    code: `${IMPORT}server.registerTool("x", {}, timed(wrapHandler(async () => run(), "x")));`,
  },
  {
    name: "a handler that only calls a wrapped one",
    code: `${IMPORT}const x = wrapHandler(run, "x"); server.registerTool("x", {}, async (args) => await x(args, db));`,
  },
  {
    name: "a handler of a module that cannot be read",
    code: `import { xHandler } from "./nowhere.js"; server.registerTool("x", {}, xHandler);`,
  },
  {
    name: "a wrapper of a package",
    code: `import { withSentry } from "sentry-mcp"; server.registerTool("x", {}, withSentry(async () => run()));`,
  },
  { name: "a parameter", code: `export const register = (server, handler) => server.registerTool("x", {}, handler);` },
  {
    name: "a method of an instance, which is none of the class",
    code: `class Tools { async run() { return run(); } } server.registerTool("x", {}, Tools.run);`,
  },
  {
    name: "a loop over tools",
    code: `for (const tool of tools) server.registerTool(tool.name, tool.config, tool.handler);`,
  },
  {
    name: "another request than a tool's",
    code: `server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [] }));`,
  },
  {
    name: "tools of something else",
    code: `${SDK}toolbar.tool("x", () => draw()); drawing.addTool({ name: "pen", execute: () => draw() });`,
  },
  { name: "a method without a handler", code: `server.registerTool("x");` },
  {
    name: "a server that comes as a parameter, and is reported where it is made",
    code: `export const register = (server) => { server.registerTool("x", {}, async () => run()); };`,
  },
  {
    name: "a server in a field that another class has set",
    code: `class Tools extends Base { init() { this.server.registerTool("x", {}, async () => run()); } }`,
  },
  {
    name: "a prompt of xmcp",
    code: `import { PromptMetadata } from "xmcp";
    export const metadata = { name: "x" };
    export default () => run();`,
  },
  {
    name: "a page with metadata",
    code: `import { Metadata } from "next"; export const metadata = { name: "x" }; export default () => run();`,
  },
  {
    name: "a class of another framework's tools",
    code: `import { MCPTool } from "elsewhere"; class ReadFile extends MCPTool { execute() { return run(); } }`,
  },
  {
    name: "a wrapped method of mcp-framework",
    code: `${IMPORT}import { MCPTool } from "mcp-framework";
    class ReadFile extends MCPTool { name = "x"; execute = wrapHandler(run, { tool_name: "x", deliver: "throw" }); }`,
  },
];

describe("require-boundary", () => {
  it.each(REPORTED)("reports $name", check({ host: "javascript", filename }));
  it.each(REPORTED)("reports $name, in TypeScript without types", check({ host: "untyped", filename }));
  it.each(ACCEPTED)("accepts $name", check({ host: "javascript", filename }));
  it.each(ACCEPTED)("accepts $name, in TypeScript without types", check({ host: "untyped", filename }));

  it.each(MESSAGES)("says what happens to %s", (_name, messageId, code) => {
    const config: Linter.Config = {
      plugins: { test: { rules: { rule: rule as never } } },
      settings: { errorContract: kaizaSettings },
      rules: { "test/rule": "error" },
    };
    expect(new Linter().verify(code, [config], { filename: "server.js" })).toMatchObject([{ messageId }]);
  });

  it("knows the boundaries of the settings", () => {
    const settings = { ...kaizaSettings, boundaries: ["guard", "tools.protect"] };
    const code = `server.registerTool("x", {}, guard(run));
    server.registerTool("y", {}, tools.protect(async () => run()));`;
    expectFindings(subject, code, { settings, filename });
  });

  it("knows the registrations of its option", () => {
    const options = { registrations: ["defineTool", { from: "file", name: "register" }] };
    const code = outdent`
      const register = (name, handler) => list.push({ name, handler });
      «defineTool»("x", { path: z.string() }, async () => run());
      «register»("y", async () => run());
      other("z", async () => run());
    `;
    expectFindings(subject, code, { options, filename });
  });
});

describe("require-boundary with types", () => {
  it.each([
    {
      name: "a class that extends a server",
      code: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
      const createClass = () => class extends McpServer {};
      const ToolServer = createClass();
      export const server = new «ToolServer»({ name: "x", version: "1" });`,
    },
    {
      name: "something else with such a method",
      code: `class Toolbar { registerTool(name: string, options: object, draw: () => void) { draw(); } }
      declare global { var server: Toolbar; }
      server.registerTool("x", {}, () => {});`,
    },
  ])("$name", check({ host: "typed" }));
});

/** The message of the finding at the marked place. */
const MESSAGES: readonly (readonly [name: string, messageId: string, code: string])[] = [
  ["a server", "bareServer", `${SDK}new McpServer(info);`],
  ["a tool by its name", "bareToolHandler", `server.registerTool("x", {}, async () => run());`],
  ["a tool whose name is not written", "bareHandler", `server.registerTool(name, {}, async () => run());`],
];
