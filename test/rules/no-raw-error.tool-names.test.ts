import { outdent } from "outdent";
import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { fixed } from "./raw-rewrites.js";
import { createCases } from "../kit/create-cases.js";

javascriptRuleTester.run("no-raw-error: the tool's name", noRawError, {
  valid: [],
  invalid: [
    ...createCases(fixed, {
      "from the registration": outdent`
        server.registerTool("read_file", {}, async () => {
          throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "read_file" })»;
        });
      `,
      "from the object that is a tool": outdent`
        export const readFile = {
          name: "read_file",
          inputSchema: {},
          async handler() {
            throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "read_file" })»;
          },
        };
      `,
      "from the key of the object": outdent`
        Object.entries({
          read_file: { handler: async () => { throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "read_file" })»; } },
        }).forEach(([name, tool]) => server.registerTool(name, {}, tool.handler));
      `,
      "not from the name of a resource": outdent`
        server.registerResource("notes", "note://all", {}, async () => {
          throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" })»;
        });
      `,
      "from the wrapper of a named handler": outdent`
        function handler() { throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "read_file" })»; }
        server.registerTool("read_file", {}, wrapHandler(handler, "read_file"));
      `,
      "left out where a handler serves two tools": outdent`
        async function handler() {
          throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" })»;
        }
        server.tool("a", handler); server.tool("b", handler);
      `,
      "left out where the boundary is around every tool": outdent`
        async function handler() {
          throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" })»;
        }
        server.setRequestHandler(CallToolRequestSchema, wrapHandler(handler, "tools/call"));
      `,
      "left out where the handler of another tool calls it": outdent`
        async function handler() {
          throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" })»;
        }
        server.registerTool("a", {}, handler); server.registerTool("b", {}, async () => (await handler()).b);
      `,
      "from the innermost tool": outdent`
        server.registerTool("a", {}, async () => {
          server.registerTool("b", {}, async () => { throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "b" })»; });
        });
      `,
      "from a name in scope": `function run(toolName) { throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: toolName })»; }`,
    }),
    fixed(
      "from handler and file where they agree",
      outdent`
      export function readFileHandler() {
        throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "read_file" })»;
      }
      function helper() {
        throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" })»;
      }
    `,
      { filename: "tools/read_file.js", times: 2 },
    ),
  ],
});
