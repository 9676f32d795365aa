import { outdent } from "outdent";
import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const thrown = [{ messageId: "rawThrow" as const }];

javascriptRuleTester.run("no-raw-error: the tool's name", noRawError, {
  valid: [],
  invalid: [
    {
      name: "from the registration",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        server.registerTool("read_file", {}, async () => { throw new Error("HASH_MISMATCH"); });
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        server.registerTool("read_file", {}, async () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
          tool_name: "read_file",
        }); });
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
        function handler() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
          tool_name: "read_file",
        }); }
        server.registerTool("read_file", {}, wrapHandler(handler, "read_file"));
      `,
      errors: thrown,
    },
    {
      name: "left out where a handler serves two tools",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function handler() { throw new Error("HASH_MISMATCH"); }
        server.tool("a", handler);
        server.tool("b", handler);
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function handler() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
        }); }
        server.tool("a", handler);
        server.tool("b", handler);
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
        function run(toolName) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
          tool_name: toolName,
        }); }
      `,
      errors: thrown,
    },
    {
      name: "from handler and file where they agree",
      filename: "tools/read_file.js",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        export function readFileHandler() { throw new Error("HASH_MISMATCH"); }
        function helper() { throw new Error("HASH_MISMATCH"); }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        export function readFileHandler() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
          tool_name: "read_file",
        }); }
        function helper() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
        }); }
      `,
      errors: [...thrown, ...thrown],
    },
  ],
});
