import { outdent } from "outdent";
import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const thrown = [{ messageId: "rawThrow" as const }];

/** A handler that is used in a way which leaves the tool of its failures open. */
const leftOut = (name: string, uses: string) => ({
  name: `left out ${name}`,
  code: outdent`
    import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
    async function handler() {
      throw new Error("HASH_MISMATCH");
    }
    ${uses}
  `,
  output: outdent`
    import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
    async function handler() {
      throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });
    }
    ${uses}
  `,
  errors: thrown,
});

javascriptRuleTester.run("no-raw-error: the tool's name", noRawError, {
  valid: [],
  invalid: [
    {
      name: "from the registration",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        server.registerTool("read_file", {}, async () => {
          throw new Error("HASH_MISMATCH");
        });
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        server.registerTool("read_file", {}, async () => {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "read_file" });
        });
      `,
      errors: thrown,
    },
    {
      name: "from the wrapper of a named handler",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function handler() { throw new Error("HASH_MISMATCH"); }
        server.registerTool("read_file", {}, wrapHandler(handler, "read_file"));
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function handler() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "read_file" }); }
        server.registerTool("read_file", {}, wrapHandler(handler, "read_file"));
      `,
      errors: thrown,
    },
    leftOut("where a handler serves two tools", `server.tool("a", handler); server.tool("b", handler);`),
    leftOut(
      "where the boundary is around every tool",
      `server.setRequestHandler(CallToolRequestSchema, wrapHandler(handler, "tools/call"));`,
    ),
    leftOut(
      "where another registration does not write the name",
      `server.registerTool("a", {}, handler); server.registerTool(name, {}, handler);`,
    ),
    leftOut(
      "where a loop registers the handler, too",
      `server.registerTool("a", {}, handler); for (const { name } of tools) server.registerTool(name, {}, handler);`,
    ),
    leftOut(
      "where the handler serves every other tool",
      `server.registerTool("a", {}, handler); server.setRequestHandler(CallToolRequestSchema, handler);`,
    ),
    leftOut(
      "where the handler of another tool calls it",
      `server.registerTool("a", {}, handler); server.registerTool("b", {}, async () => (await handler()).b);`,
    ),
    {
      name: "from the innermost tool",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        server.registerTool("a", {}, async () => {
          server.registerTool("b", {}, async () => { throw new Error("HASH_MISMATCH"); });
        });
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        server.registerTool("a", {}, async () => {
          server.registerTool("b", {}, async () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "b" }); });
        });
      `,
      errors: thrown,
    },
    {
      name: "from a handler that calls itself",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        server.registerTool("a", {}, handler);
        async function handler(depth) {
          if (depth > 0) return handler(depth - 1);
          throw new Error("HASH_MISMATCH");
        }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        server.registerTool("a", {}, handler);
        async function handler(depth) {
          if (depth > 0) return handler(depth - 1);
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "a" });
        }
      `,
      errors: thrown,
    },
    {
      name: "from a name in scope",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function run(toolName) { throw new Error("HASH_MISMATCH"); }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function run(toolName) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: toolName }); }
      `,
      errors: thrown,
    },
    {
      name: "from handler and file where they agree",
      filename: "tools/read_file.js",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        export function readFileHandler() {
          throw new Error("HASH_MISMATCH");
        }
        function helper() {
          throw new Error("HASH_MISMATCH");
        }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        export function readFileHandler() {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "read_file" });
        }
        function helper() {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });
        }
      `,
      errors: [...thrown, ...thrown],
    },
  ],
});
