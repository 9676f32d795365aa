import path from "node:path";
import { outdent } from "outdent";
import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/require-boundary.js";
import { expectFindings, type LintOptions } from "../kit/marked-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const folder = path.join(import.meta.dirname, "../fixtures/handlers");
const filename = path.join(folder, "server.js");
const SDK = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n`;
const IMPORT = `import { wrapHandler } from "error-contract/kaiza";\n`;
const subject = { name: "require-boundary", rule };

interface Case {
  readonly name: string;
  readonly code: string;
}

const check = (lint: LintOptions) => (each: Case) => {
  expectFindings(subject, each.code, lint);
};

const REPORTED: readonly Case[] = [
  {
    name: "a handler that is written in place",
    code: `server.«registerTool»("x", {}, async () => ({ content: [] }));`,
  },
  { name: "a function expression", code: `server.«registerTool»("x", {}, async function () { return run(this); });` },
  {
    name: "a function of the file",
    code: `async function xHandler() { return run(); } server.«registerTool»("x", {}, xHandler);`,
  },
  {
    name: "a function in a constant",
    code: `const xHandler = async () => run(); server.«registerTool»("x", {}, xHandler);`,
  },
  {
    name: "a method of the class",
    code: `class Tools { xHandler = async () => run(); register(server) { server.«registerTool»("x", {}, this.xHandler); } }`,
  },
  {
    name: "a bound method",
    code: `class Tools { async xHandler() { return run(); } register(server) { server.«registerTool»("x", {}, this.xHandler.bind(this)); } }`,
  },
  {
    name: "the short form",
    code: `${SDK}const s = new McpServer(info); s.«tool»("x", { path: z.string() }, async ({ path }) => run(path));`,
  },
  { name: "the short form on what is called a server", code: `server.«tool»("x", async () => run());` },
  {
    name: "every tool of a low-level server",
    code: `server.«setRequestHandler»(CallToolRequestSchema, async (request) => run(request));`,
  },
  {
    name: "every tool of a low-level server of the second version",
    code: `server.«setRequestHandler»("tools/call", async (request) => run(request));`,
  },
  {
    name: "a tool of fastmcp",
    code: `import { FastMCP } from "fastmcp"; const s = new FastMCP(); s.«addTool»({ name: "x", execute: async (args) => run(args) });`,
  },
  {
    name: "what a function of the file makes",
    code: `const make = (db) => async (args) => run(db, args); server.«registerTool»("x", {}, make(db));`,
  },
  {
    name: "another wrapper of the file",
    code: `const logged = (handler) => async (args) => { console.error(args); return await handler(args); }; server.«registerTool»("x", {}, logged(run));`,
  },
  {
    name: "either of two handlers",
    code: `server.«registerTool»("x", {}, isFast ? async () => fast() : async () => slow());`,
  },
  {
    name: "a handler of another file",
    code: `import { readHandler } from "./tools/read.js"; server.«registerTool»("read", {}, readHandler);`,
  },
  {
    name: "a handler that another file passes on",
    code: `import { readHandler } from "./tools/index.js"; server.«registerTool»("read", {}, readHandler);`,
  },
  {
    name: "a handler of a namespace",
    code: `import * as read from "./tools/read.js"; server.«registerTool»("read", {}, read.readHandler);`,
  },
  { name: "a default export", code: `import read from "./tools/read.js"; server.«registerTool»("read", {}, read);` },
  {
    name: "a member of another file's object",
    code: `import { tools } from "./tools/index.js"; server.«registerTool»("read", {}, tools.read);`,
  },
  {
    name: "a handler of a CommonJS file",
    code: `import { commonHandler } from "./tools/common.cjs"; server.«registerTool»("x", {}, commonHandler);`,
  },
  {
    name: "another wrapper of another file",
    code: `import { logged } from "./boundary.js"; import { readHandler } from "./tools/read.js"; server.«registerTool»("read", {}, logged(readHandler));`,
  },
  {
    name: "a boundary that is a namesake",
    code: `const wrapHandlers = (handler) => async () => handler(); server.«registerTool»("x", {}, wrapHandlers(run));`,
  },
];

const ACCEPTED: readonly Case[] = [
  {
    name: "something of another package in a file with a server",
    code: `${SDK}import { Agent } from "agents"; const agent = new Agent(); agent.addTool({ name: "x", execute: async () => run() });`,
  },
  {
    name: "what a getter hands out",
    code: `import { FastMCP } from "fastmcp"; new FastMCP().addTool({ name: "x", get execute() { return run; } });`,
  },
  {
    name: "a handler that a getter of an object makes",
    code: `${IMPORT}const tools = { get x() { return wrapHandler(run, "x"); } }; server.registerTool("x", {}, tools.x);`,
  },
  {
    name: "a handler that a getter of the class makes",
    code: `${IMPORT}class A { get x() { return wrapHandler(run, "x"); } f(server) { server.registerTool("x", {}, this.x); } }`,
  },
  {
    name: "an object of the file that has such a method for itself",
    code: `const it = { registerTool: (name, handler) => server.registerTool(name, {}, guard(handler)) }; it.registerTool("x", async () => run());`,
  },
  {
    name: "a class of the file that has such a method for itself",
    code: `class Tools { registerTool(name, handler) { add(name, handler); } f() { this.registerTool("x", async () => run()); } } new Tools().registerTool("x", async () => run());`,
  },
  {
    name: "a handler in the boundary",
    code: `${IMPORT}server.registerTool("x", {}, wrapHandler(async () => run(), "x"));`,
  },
  {
    name: "the boundary under another name",
    code: `import { wrapHandler as guard } from "error-contract/kaiza"; server.registerTool("x", {}, guard(async () => run(), "x"));`,
  },
  {
    name: "the boundary of the root",
    code: `import * as ec from "error-contract"; server.registerTool("x", {}, ec.wrapHandler(async () => run(), { contract, tool_name: "x" }));`,
  },
  {
    name: "a wrapped handler in a constant",
    code: `${IMPORT}const x = wrapHandler(async () => run(), "x"); server.registerTool("x", {}, x);`,
  },
  {
    name: "a wrapper of the file that passes on to the boundary",
    code: `${IMPORT}const wrap = (handler, tool) => wrapHandler(handler, { tool_name: tool, audit }); server.registerTool("x", {}, wrap(async () => run(), "x"));`,
  },
  {
    name: "a wrapper of another file that passes on to the boundary",
    code: `import { wrap } from "./boundary.js"; server.registerTool("x", {}, wrap(async () => run(), "x"));`,
  },
  {
    name: "a handler that was wrapped in another file",
    code: `import { wrappedReadHandler } from "./tools/read.js"; server.registerTool("read", {}, wrappedReadHandler);`,
  },
  {
    name: "a handler that another file wrapped by a wrapper of a third",
    code: `import { readByProject } from "./tools/index.js"; server.registerTool("read", {}, readByProject);`,
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
  { name: "a handler of a package", code: `import { xHandler } from "tools"; server.registerTool("x", {}, xHandler);` },
  {
    name: "a wrapper of a package",
    code: `import { withSentry } from "sentry-mcp"; server.registerTool("x", {}, withSentry(async () => run()));`,
  },
  { name: "a parameter", code: `export const register = (server, handler) => server.registerTool("x", {}, handler);` },
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
];

describe("require-boundary", () => {
  it.each(REPORTED)("reports $name", check({ host: "javascript", filename }));
  it.each(REPORTED)("reports $name, in TypeScript without types", check({ host: "untyped", filename }));
  it.each(ACCEPTED)("accepts $name", check({ host: "javascript", filename }));
  it.each(ACCEPTED)("accepts $name, in TypeScript without types", check({ host: "untyped", filename }));

  it("knows the boundaries of the settings", () => {
    const settings = { ...kaizaSettings, boundaries: ["guard", "tools.protect"] };
    const code = `server.registerTool("x", {}, guard(run)); server.registerTool("y", {}, tools.protect(async () => run()));`;
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
      name: "the server under any name",
      code: `import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; export const f = (it: McpServer) => it.«registerTool»("x", {}, () => ({ content: [] }));`,
    },
    {
      name: "the server of the second version",
      code: `import type { McpServer } from "@modelcontextprotocol/server"; export const f = (it: McpServer) => it.«registerTool»("x", {}, () => ({ content: [] }));`,
    },
    {
      name: "a subclass of the server",
      code: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; class Mine extends McpServer {} export const f = (it: Mine) => it.«tool»("x", () => ({ content: [] }));`,
    },
    {
      name: "a handler of another file, and the same behind the boundary",
      code: `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import { readHandler, wrappedReadHandler } from "./handlers.js"; const it = new McpServer({ name: "x", version: "1" }); it.«registerTool»("x", {}, readHandler); it.registerTool("y", {}, wrappedReadHandler);`,
    },
    {
      name: "what a loop brings, whose type may be that of the handler behind the boundary",
      code: `import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"; import type { readHandler } from "./handlers.js"; export function f(it: McpServer, all: readonly (typeof readHandler)[]) { for (const each of all) it.registerTool("x", {}, each); }`,
    },
    {
      name: "something else with such a method",
      code: `class Toolbar { registerTool(name: string, options: object, draw: () => void) { draw(); } } export const f = (server: Toolbar) => server.registerTool("x", {}, () => {});`,
    },
  ])("$name", check({ host: "typed" }));
});

const wrapping = (name: string, code: string, output: string) => ({
  name,
  code,
  output: null,
  filename,
  errors: [
    {
      messageId: "bareToolHandler" as const,
      suggestions: [{ messageId: "wrapHandler" as const, data: { boundary: "wrapHandler" }, output }],
    },
  ],
});

javascriptRuleTester.run("require-boundary, suggestions", rule, {
  valid: [],
  invalid: [
    wrapping(
      "wraps a handler with the registered name, and imports",
      `server.registerTool("read_file", {}, async () => run());`,
      outdent`
        import { wrapHandler } from "error-contract/kaiza";

        server.registerTool(
          "read_file",
          {},
          wrapHandler(async () => run(), "read_file"),
        );
      `,
    ),
    wrapping(
      "uses what is imported",
      outdent`
        import { SystemError, wrapHandler as guard } from "error-contract/kaiza";
        server.registerTool("x", {}, run.bind(null));
        async function run() { throw SystemError.toolFailure("INTERNAL_ERROR"); }
      `,
      outdent`
        import { SystemError, wrapHandler as guard } from "error-contract/kaiza";
        server.registerTool("x", {}, guard(run.bind(null), "x"));
        async function run() { throw SystemError.toolFailure("INTERNAL_ERROR"); }
      `,
    ),
    wrapping(
      "adds to an import",
      outdent`
        import { SystemError } from 'error-contract/kaiza';
        server.registerTool('x', {}, async () => { throw SystemError.toolFailure('INTERNAL_ERROR'); });
      `,
      outdent`
        import { SystemError, wrapHandler } from 'error-contract/kaiza';
        server.registerTool('x', {}, wrapHandler(async () => { throw SystemError.toolFailure('INTERNAL_ERROR'); }, 'x'));
      `,
    ),
    wrapping(
      "keeps comments and a trailing comma",
      outdent`
        import { wrapHandler } from "error-contract/kaiza";
        server.registerTool(
          "x",
          {},
          // Reads.
          async () => run(), // slow
        );
      `,
      outdent`
        import { wrapHandler } from "error-contract/kaiza";
        server.registerTool(
          "x",
          {},
          // Reads.
          wrapHandler(async () => run(), "x"), // slow
        );
      `,
    ),
    wrapping(
      "keeps parentheses",
      `${IMPORT}server.registerTool("x", {}, (async () => run()));`,
      `${IMPORT}server.registerTool("x", {}, wrapHandler((async () => run()), "x"));`,
    ),
    wrapping(
      "takes the name from a constant",
      outdent`
        import { wrapHandler } from "error-contract/kaiza";
        const TOOL = "x";
        server.registerTool(TOOL, {}, async () => run());
      `,
      outdent`
        import { wrapHandler } from "error-contract/kaiza";
        const TOOL = "x";
        server.registerTool(TOOL, {}, wrapHandler(async () => run(), "x"));
      `,
    ),
    wrapping(
      "wraps what a tool of fastmcp executes",
      outdent`
        import { FastMCP } from "fastmcp";
        import { wrapHandler } from "error-contract/kaiza";
        new FastMCP().addTool({ name: "x", execute: async () => run() });
      `,
      outdent`
        import { FastMCP } from "fastmcp";
        import { wrapHandler } from "error-contract/kaiza";
        new FastMCP().addTool({
          name: "x",
          execute: wrapHandler(async () => run(), "x"),
        });
      `,
    ),
    {
      name: "leaves a method in short form, which is no expression",
      code: outdent`
        import { FastMCP } from "fastmcp";
        import { wrapHandler } from "error-contract/kaiza";
        new FastMCP().addTool({ name: "x", async execute() { return run(); } });
      `,
      output: null,
      filename,
      errors: [{ messageId: "bareToolHandler", suggestions: null }],
    },
    {
      name: "leaves a server whose tools have no one name",
      code: `${IMPORT}server.setRequestHandler(CallToolRequestSchema, async (request) => run(request));`,
      output: null,
      filename,
      errors: [{ messageId: "bareHandler", suggestions: null }],
    },
    {
      name: "leaves a file whose project has a class, and no boundary, of its own",
      code: `server.registerTool("x", {}, async () => run());`,
      output: null,
      filename: path.join(import.meta.dirname, "../fixtures/own-class/tools/x.js"),
      settings: { errorContract: { ...kaizaSettings, runtime: { module: "./core/system-error.js" } } },
      errors: [{ messageId: "bareToolHandler", suggestions: null }],
    },
  ],
});
