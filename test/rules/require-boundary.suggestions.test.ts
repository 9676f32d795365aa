import path from "node:path";
import { outdent } from "outdent";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/require-boundary.js";
import { readRewrite } from "../kit/marked-rewrite.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { createCases } from "../kit/create-cases.js";

const filename = path.join(import.meta.dirname, "../fixtures/handlers/server.js");
const IMPORT = `import { wrapHandler } from "error-contract/kaiza";\n`;

const SUGGESTION = {
  server: { messageId: "wrapServer", data: { boundary: "wrapServer" } },
  handler: { messageId: "wrapHandler", data: { boundary: "wrapHandler" } },
} as const;

const wrapping = (
  name: string,
  marked: string,
  messageId: "bareHandler" | "bareServer" | "bareToolHandler" = "bareToolHandler",
) => {
  const { code, output } = readRewrite(marked);
  const suggestion = SUGGESTION[messageId === "bareServer" ? "server" : "handler"];
  return { name, code, output: null, filename, errors: [{ messageId, suggestions: [{ ...suggestion, output }] }] };
};

javascriptRuleTester.run("require-boundary, suggestions", rule, {
  valid: [],
  invalid: [
    ...createCases(wrapping, {
      "wraps a handler with the registered name, and imports": outdent`
        «⇒import { wrapHandler } from "error-contract/kaiza";

        »server.registerTool("read_file", {}, «⇒wrapHandler(»async () => run()«⇒, "read_file")»);
      `,
      "uses what is imported": outdent`
        import { SystemError, wrapHandler as guard } from "error-contract/kaiza";
        server.registerTool("x", {}, «⇒guard(»run.bind(null«⇒), "x"»));
        async function run() { throw SystemError.toolFailure("INTERNAL_ERROR"); }
      `,
      "keeps comments and a trailing comma": outdent`
        import { wrapHandler } from "error-contract/kaiza";
        server.registerTool(
          "x",
          {},
          // Reads.
          «⇒wrapHandler(»async () => run(), «⇒"x"), »// slow
        );
      `,
      "keeps parentheses": `${IMPORT}server.registerTool("x", {}, «⇒wrapHandler(»(async () => run())«⇒, "x")»);`,
      "wraps what a tool of fastmcp executes": outdent`
        import { wrapHandler } from "error-contract/kaiza";
        server.addTool({ name: "x", execute: «⇒wrapHandler(»async () => run()«⇒, "x")» });
      `,
      "wraps the default export of a module": outdent`
        import { headers } from "xmcp/headers";
        import { wrapHandler } from "error-contract/kaiza";
        export const metadata = { name: "read_file" };

        export default «⇒wrapHandler(»async function readFile(input) {
          return run(input);
        }«⇒, "read_file");»
      `,
    }),
    {
      name: "leaves a method in short form, which is no expression",
      code: outdent`
        import { wrapHandler } from "error-contract/kaiza";
        server.addTool({ name: "x", async execute() { return run(); } });
      `,
      output: null,
      filename,
      errors: [{ messageId: "bareToolHandler", suggestions: null }],
    },
    wrapping(
      "wraps a server where it is made, and imports",
      outdent`
        import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";«⇒
        import { wrapServer } from "error-contract/kaiza";»

        const server = «⇒wrapServer(»new McpServer({ name: "notes" }«⇒)»);
        server.registerTool("x", {}, async () => run());
      `,
      "bareServer",
    ),
    wrapping(
      "wraps a server that a function gets before anything else in it",
      outdent`
        import { createMcpHandler } from "mcp-handler";«⇒
        import { wrapServer } from "error-contract/kaiza";»
        export const POST = createMcpHandler((server) => {«⇒
          wrapServer(server);»
          server.tool("x", async () => run());
        });
      `,
      "bareServer",
    ),
    {
      name: "leaves a server that takes the boundary as its middleware",
      code: `import { MCPServer } from "mcp-use"; const server = new MCPServer(info);`,
      output: null,
      filename,
      errors: [{ messageId: "bareServer", data: { boundary: 'use("mcp:tools/call", ...)' }, suggestions: null }],
    },
    {
      name: "leaves a default export that the module names",
      code: outdent`
        import { headers } from "xmcp/headers";
        export const metadata = { name: "read_file" };
        export default async function readFile(input) { return input ? run(input) : readFile(1); }
      `,
      output: null,
      filename,
      errors: [{ messageId: "bareToolHandler", suggestions: null }],
    },
    wrapping(
      "wraps a handler of every tool",
      outdent`
        ${IMPORT}
        server.setRequestHandler(CallToolRequestSchema, «⇒wrapHandler(»async (request) => run(request)«⇒, "tools/call")»);
      `,
      "bareHandler",
    ),
    {
      name: "leaves a name that a call makes",
      code: `${IMPORT}server.registerTool(nextName(), {}, async () => run());`,
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
