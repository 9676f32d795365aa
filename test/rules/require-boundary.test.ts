import path from "node:path";
import { outdent } from "outdent";
import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/require-boundary.js";
import { type Case, checkCases, expectFindings, toCases } from "../kit/marked-code.js";

const folder = path.join(import.meta.dirname, "../fixtures/handlers");
const filename = path.join(folder, "server.js");
const SDK = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n`;
const IMPORT = `import { wrapHandler } from "error-contract/kaiza";\n`;
const subject = { name: "require-boundary", rule };

const check = checkCases(subject);

const REPORTED: readonly Case[] = toCases({
  "a wrapper of another file that lets failures through, around a handler of another": `
    import { logged } from "./boundary.js"; import { readHandler } from "./tools/read.js";
    server.«registerTool»("read", {}, logged(readHandler));`,
  "a handler that is written in place": `server.«registerTool»("x", {}, async () => ({ content: [] }));`,
  "a function of the file": `async function xHandler() { return run(); } server.«registerTool»("x", {}, xHandler);`,
  "a method of the class": outdent`
    class Tools {
      xHandler = async () => run();
      register() {
        server.«registerTool»("x", {}, this.xHandler);
      }
    }
  `,
  "a bound method": `class Tools {
    async xHandler() { return run(); }
    register() { server.«registerTool»("x", {}, this.xHandler.bind(this)); }
  }`,
  "the short form": `
    ${SDK}const s = new «McpServer»(info); s.tool("x", { path: z.string() }, async ({ path }) => run(path));`,
  "a private method": `class Tools {
    async #run() { return run(); }
    register() { server.«registerTool»("x", {}, this.#run.bind(this)); }
  }`,
  "a static method": `class Tools { static async run() { return run(); } } server.«registerTool»("x", {}, Tools.run);`,
  "the short form with a name that is called one": `server.«tool»(tool.name, "does", {}, async () => run());`,
  "a handler of every tool that passes on to the SDK's own": `server.«setRequestHandler»(CallToolRequestSchema, (request, extra) => {
    count(request);
    return before(request, extra);
  });`,
  "a handler in place that calls one of a list": `const tools = [{ name: "x", run: async () => run() }];
  for (const t of [...tools]) server.«registerTool»(t.name, {}, async (args) => t.run(args));`,
  "the short form on what is called a server": `server.«tool»("x", async () => run());`,
  "every tool of a low-level server": `
    server.«setRequestHandler»(CallToolRequestSchema, async (request) => run(request));`,
  "a tool of mcp-use": `import { MCPServer } from "mcp-use/server";
  new «MCPServer»(info).tool({ name: "x", schema }, async () => run());`,
  "a tool of fastmcp": `import { FastMCP } from "fastmcp";
  const s = new «FastMCP»();
  s.addTool({ name: "x", execute: async (args) => run(args) });`,
  "a server that takes a tool of another module beside one that answers": `import { FastMCP } from "fastmcp";
  import { list } from "./tools.js";
  const s = new «FastMCP»();
  s.addTool({ name: "x", execute: async (args) => { try { return await run(args); } catch (e) { return fail(e); } } });
  s.addTool(list);`,
  "what a function of the file makes": `
    const make = (db) => async (args) => run(db, args); server.«registerTool»("x", {}, make(db));`,
  "another wrapper of the file": `const logged = (handler) => async (args) => { console.error(args); return await handler(args); };
  server.«registerTool»("x", {}, logged(run));`,
  "either of two handlers": `server.«registerTool»("x", {}, isFast ? async () => fast() : async () => slow());`,
  "a boundary that is a namesake": outdent`
    const wrapHandlers = (handler) => async () => handler();
    server.«registerTool»("x", {}, wrapHandlers(run));
  `,
  "a class that is a tool of mcp-framework": `import { MCPTool } from "mcp-framework";
  export default class ReadFile extends MCPTool { name = "read_file"; async «execute»(input) { return run(input); } }`,
  "a module that is a tool of xmcp": `import { getHeaders } from "xmcp/headers";
  export const metadata = { name: "read_file" };
  export default async function «readFile»(input) { return run(input); }`,
  "a module of xmcp whose function has no name": `
    import { getHeaders } from "xmcp/headers"; export const schema = {}; «export» default async () => run();`,
  "one bare handler beside a wrapped one": `${SDK}${IMPORT}const server = new McpServer(info);
  server.registerTool("x", {}, wrapHandler(async () => run(), "x"));
  server.«registerTool»("y", {}, async () => run());`,
  "one bare handler beside a wrapped one, of a server that comes from elsewhere": `${IMPORT}export function register(server) {
    server.registerTool("x", {}, wrapHandler(async () => run(), "x"));
    server.«registerTool»("y", {}, async () => run());
  }`,
});

const ACCEPTED: readonly Case[] = toCases({
  "something of another package in a file with a server": `${SDK}
  import { Agent } from "agents";
  const agent = new Agent();
  agent.addTool({ name: "x", execute: async () => run() });`,
  "an object of the file that has such a method for itself": `const it = { registerTool: (name, handler) => server.registerTool(name, {}, guard(handler)) };
  it.registerTool("x", async () => run());`,
  "a handler in the boundary": `${IMPORT}server.registerTool("x", {}, wrapHandler(async () => run(), "x"));`,
  "the boundary under another name": `import { wrapHandler as guard } from "error-contract/kaiza";
  server.registerTool("x", {}, guard(async () => run(), "x"));`,
  "a wrapped handler in a constant": `
    ${IMPORT}const x = wrapHandler(async () => run(), "x"); server.registerTool("x", {}, x);`,
  "a wrapper of the file that passes on to the boundary": `${IMPORT}
  const wrap = (handler, tool) => wrapHandler(handler, { tool_name: tool, audit });
  server.registerTool("x", {}, wrap(async () => run(), "x"));`,
  "a wrapper of another file that passes on to the boundary": `
    import { wrap } from "./boundary.js"; server.registerTool("x", {}, wrap(async () => run(), "x"));`,
  "a handler that was wrapped in another file": `
    import { wrappedReadHandler } from "./tools/read.js"; server.registerTool("read", {}, wrappedReadHandler);`,
  "a wrapper around the boundary": `${IMPORT}server.registerTool("x", {}, timed(wrapHandler(async () => run(), "x")));`,
  "a handler that only calls a wrapped one": `
    ${IMPORT}const x = wrapHandler(run, "x"); server.registerTool("x", {}, async (args) => await x(args, db));`,
  "a handler of a module that cannot be read": `
    import { xHandler } from "./nowhere.js"; server.registerTool("x", {}, xHandler);`,
  "a wrapper of a package": `
    import { withSentry } from "sentry-mcp"; server.registerTool("x", {}, withSentry(async () => run()));`,
  "a parameter": `export const register = (server, handler) => server.registerTool("x", {}, handler);`,
  "a method of an instance, which is none of the class": `
    class Tools { async run() { return run(); } } server.registerTool("x", {}, Tools.run);`,
  "a loop over tools": `for (const tool of tools) server.registerTool(tool.name, tool.config, tool.handler);`,
  "another request than a tool's": `server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [] }));`,
  "tools of something else": `
    ${SDK}toolbar.tool("x", () => draw()); drawing.addTool({ name: "pen", execute: () => draw() });`,
  "a method without a handler": `server.registerTool("x");`,
  "a server that comes as a parameter, and is reported where it is made": `
    export const register = (server) => { server.registerTool("x", {}, async () => run()); };`,
  "a server in a field that another class has set": `
    class Tools extends Base { init() { this.server.registerTool("x", {}, async () => run()); } }`,
  "a prompt of xmcp": `import { PromptMetadata } from "xmcp";
  export const metadata = { name: "x" };
  export default () => run();`,
  "a page with metadata": `
    import { Metadata } from "next"; export const metadata = { name: "x" }; export default () => run();`,
  "a class of another framework's tools": `
    import { MCPTool } from "elsewhere"; class ReadFile extends MCPTool { execute() { return run(); } }`,
  "a wrapped method of mcp-framework": `${IMPORT}import { MCPTool } from "mcp-framework";
  class ReadFile extends MCPTool { name = "x"; execute = wrapHandler(run, { tool_name: "x", deliver: "throw" }); }`,
});

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
  it.each(
    toCases({
      "a class that extends a server": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
    const createClass = () => class extends McpServer {};
    const ToolServer = createClass();
    export const server = new «ToolServer»({ name: "x", version: "1" });`,
      "something else with such a method": `class Toolbar { registerTool(name: string, options: object, draw: () => void) { draw(); } }
    declare global { var server: Toolbar; }
    server.registerTool("x", {}, () => {});`,
    }),
  )("$name", check({ host: "typed" }));
});

/** The message of the finding at the marked place. */
const MESSAGES: readonly (readonly [name: string, messageId: string, code: string])[] = [
  ["a server", "bareServer", `${SDK}new McpServer(info);`],
  ["a tool by its name", "bareToolHandler", `server.registerTool("x", {}, async () => run());`],
  ["a tool whose name is not written", "bareHandler", `server.registerTool(name, {}, async () => run());`],
];
