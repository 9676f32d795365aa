import path from "node:path";
import { outdent } from "outdent";
import noRawError from "../../rules/dist/no-raw-error.js";
import noUnregisteredCode from "../../rules/dist/no-unregistered-code.js";
import { describe } from "vitest";
import { standard as standardContract } from "../../src/dist/contracts/standard/index.js";
import { typedRuleTester } from "../kit/rule-tester.js";
import { under } from "./under-preset.js";
import { readRewrite } from "../kit/marked-rewrite.js";

const thrown = [{ messageId: "rawThrow" as const }];

const standard = `import { toolError, TOOL_ERROR_CODES } from "error-contract/standard";\n`;

under("recommended").run("no-raw-error: the standard contract", noRawError, {
  valid: [
    outdent`
      import { toolError, TOOL_ERROR_CODES } from "error-contract/standard";
      throw toolError("NOT_FOUND", "There is no such note");
    `,
    outdent`
      import { ToolError } from "error-contract/standard";
      throw new ToolError({ code: "NOT_FOUND" });
    `,
    outdent`
      import { fromUnknown } from "error-contract/standard";
      try { f(); } catch (error) { throw fromUnknown(error); }
    `,
  ],
  invalid: [
    {
      name: "the message is an argument of its own, the caught error the cause",
      ...readRewrite(outdent`
        import { toolError, TOOL_ERROR_CODES } from "error-contract/standard";
        export function g() {
          try { f(); } catch (error) {
            throw «new Error("NOT_FOUND: There is no such note" ⇒ toolError(TOOL_ERROR_CODES.NOT_FOUND, "There is no such note", { cause: error }»);
          }
        }
      `),
      errors: thrown,
    },
  ],
});

under("typedMcp").run("no-raw-error: typed MCP errors", noRawError, {
  valid: [
    outdent`
      import { mcpError } from "error-contract/typed-mcp";
      throw mcpError("not_found", "No such mail");
    `,
  ],
  invalid: [
    {
      name: "what is left out in the middle is undefined, what is left out at the end is nothing",
      ...readRewrite(outdent`
        import { mcpError, MCP_ERROR_CODES } from "error-contract/typed-mcp";
        try { f(); } catch (error) {
          throw «new Error("not_found: There is no such mail" ⇒ mcpError(MCP_ERROR_CODES.not_found, "There is no such mail", undefined, { cause: error }»);
        }
        throw «new Error("parse_error: ⇒mcpError(MCP_ERROR_CODES.parse_error, "»The mail has no body");
      `),
      errors: [...thrown, ...thrown],
    },
    {
      name: "a code whose details nobody wrote is not proposed",
      code: `throw new Error("rate_limited: Slow down a little");`,
      output: null,
      errors: thrown,
    },
  ],
});

under("mcpAql").run("no-raw-error: MCP-AQL", noRawError, {
  valid: [
    outdent`
      import { aqlError } from "error-contract/mcp-aql";
      throw aqlError("NOT_FOUND_RESOURCE");
    `,
  ],
  invalid: [
    {
      name: "the text goes into the detail that the code has for it",
      ...readRewrite(outdent`
        import { aqlError, AQL_CODES } from "error-contract/mcp-aql";
        throw «new Error(\`PERMISSION_DENIED: \${scope} is needed\` ⇒ aqlError(AQL_CODES.PERMISSION_DENIED, { reason: \`\${scope} is needed\` }»);
      `),
      errors: thrown,
    },
    {
      name: "a code alone says what its template says",
      ...readRewrite(outdent`
        import { aqlError, AQL_CODES } from "error-contract/mcp-aql";
        throw «new Error("PERMISSION_DENIED" ⇒ aqlError(AQL_CODES.PERMISSION_DENIED»);
      `),
      errors: thrown,
    },
    {
      name: "a code that the contract does not have is what its failure says",
      code: outdent`
        import { aqlError, AQL_CODES } from "error-contract/mcp-aql";
        throw new Error("UPSTREAM_API_ERROR");
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow" as const,
          suggestions: [
            {
              messageId: "useCode" as const,
              output: outdent`
                import { aqlError, AQL_CODES } from "error-contract/mcp-aql";
                throw aqlError(AQL_CODES.INTERNAL_ERROR, { upstream_error: "UPSTREAM_API_ERROR" });
              `,
            },
            {
              messageId: "useCode" as const,
              output: outdent`
                import { aqlError, AQL_CODES } from "error-contract/mcp-aql";
                throw aqlError(AQL_CODES.PERMISSION_DENIED, { reason: "UPSTREAM_API_ERROR" });
              `,
            },
          ],
        },
      ],
    },
    {
      name: "a text that no template of the code makes is a decision",
      code: outdent`
        import { aqlError, AQL_CODES } from "error-contract/mcp-aql";
        throw new Error(\`NOT_FOUND_RESOURCE: \${id}\`);
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow" as const,
          suggestions: [
            {
              messageId: "useCode" as const,
              output: outdent`
                import { aqlError, AQL_CODES } from "error-contract/mcp-aql";
                throw aqlError(AQL_CODES.NOT_FOUND_RESOURCE, undefined, { message: \`Not found resource: \${id}\` });
              `,
            },
          ],
        },
      ],
    },
    {
      name: "a code that requires details is not proposed without them",
      code: `throw new Error("VALIDATION_MISSING_PARAM: owner");`,
      output: null,
      errors: thrown,
    },
  ],
});

under("recommended", {}, true).run("no-raw-error: the standard contract, with types", noRawError, {
  valid: [
    outdent`
      import { toolError, type ToolError } from "error-contract/standard";
      export function fail(error: ToolError) { throw error; }
      export const make = () => toolError("INTERNAL", "x");
      export function again() { throw make(); }
    `,
  ],
  invalid: [
    {
      name: "a value that may be anything is converted",
      code: outdent`
        import { fromUnknown } from "error-contract/standard";
        export function fail(thrown: unknown) {
          throw thrown;
        }
      `,
      errors: [
        {
          messageId: "unknownValue" as const,
          suggestions: [
            {
              messageId: "convertUnknown" as const,
              output: outdent`
                import { fromUnknown } from "error-contract/standard";
                export function fail(thrown: unknown) {
                  throw fromUnknown(thrown);
                }
              `,
            },
          ],
        },
      ],
    },
  ],
});

const aql = `import { aqlError, AQL_CODES } from "error-contract/mcp-aql";\n`;
const rpc = `import { jsonRpcError, JSON_RPC_CODES } from "error-contract/json-rpc";\n`;
const resolve = `import { contextResolveError, CONTEXT_RESOLVE_CODES } from "error-contract/context-resolve";\n`;

under("jsonRpc").run("no-raw-error: JSON-RPC", noRawError, {
  valid: [`${rpc}throw jsonRpcError(JSON_RPC_CODES.NotFound);`],
  invalid: [
    {
      name: "a code is known by its name",
      ...readRewrite(outdent`
        import { jsonRpcError, JSON_RPC_CODES } from "error-contract/json-rpc";
        try { f(); } catch (error) {
          throw «new Error("NotFound: There is no such symbol" ⇒ jsonRpcError(JSON_RPC_CODES.NotFound, "There is no such symbol", undefined, { cause: error }»);
        }
      `),
      errors: thrown,
    },
  ],
});

under("contextResolve").run("no-raw-error: Context Resolve", noRawError, {
  valid: [`${resolve}throw contextResolveError("io_error", "The disk is full");`],
  invalid: [
    {
      name: "a literal message is kept",
      ...readRewrite(
        `${resolve}throw «new Error("io_error: ⇒contextResolveError(CONTEXT_RESOLVE_CODES.io_error, "»The disk is full");`,
      ),
      errors: thrown,
    },
    {
      name: "a message that is built, or has a diagnostic, gives way to the canonical one, where somebody says so",
      code: outdent`
        import { contextResolveError, CONTEXT_RESOLVE_CODES } from "error-contract/context-resolve";
        throw new Error(\`io_error: \${path} is locked\`);
        throw new Error("io_error: Cannot read /var/cache");
      `,
      output: null,
      errors: [1, 2].map((index) => ({
        messageId: "rawThrow" as const,
        suggestions: [
          {
            messageId: "useCode" as const,
            output:
              resolve +
              (index === 1
                ? outdent`
                  throw contextResolveError(CONTEXT_RESOLVE_CODES.io_error);
                  throw new Error("io_error: Cannot read /var/cache");
                `
                : outdent`
                  throw new Error(\`io_error: \${path} is locked\`);
                  throw contextResolveError(CONTEXT_RESOLVE_CODES.io_error);
                `),
          },
        ],
      })),
    },
  ],
});

under("jsonRpc", { codes: [-32050, { from: 1000, to: 1999 }] }).run(
  "no-unregistered-code: numbers",
  noUnregisteredCode,
  {
    valid: [
      outdent`
        import { jsonRpcError, JSON_RPC_CODES } from "error-contract/json-rpc";
        throw jsonRpcError(-32602, "x");
      `,
      outdent`
        import { jsonRpcError, JSON_RPC_CODES } from "error-contract/json-rpc";
        throw jsonRpcError(JSON_RPC_CODES.Conflict, "x");
      `,
      outdent`
        import { jsonRpcError, JSON_RPC_CODES } from "error-contract/json-rpc";
        throw jsonRpcError(-32050, "x");
      `,
      outdent`
        import { jsonRpcError, JSON_RPC_CODES } from "error-contract/json-rpc";
        throw jsonRpcError(1000, "x");
        throw jsonRpcError(1999, "x");
      `,
    ],
    invalid: [
      {
        name: "a number inside a reserved range that nobody registered, and one beside a range",
        code: outdent`
          import { jsonRpcError, JSON_RPC_CODES } from "error-contract/json-rpc";
          throw jsonRpcError(-32051, "x");
          throw jsonRpcError(2000, "x");
        `,
        errors: [{ messageId: "unregistered" }, { messageId: "unregistered" }],
      },
    ],
  },
);

const schemas = path.join(import.meta.dirname, "../fixtures/adapter");

describe.each(["adapter.yaml", "adapter.json"])("%s", (file) => {
  const settings = { codes: { schema: path.join(schemas, file) } };
  under("mcpAql", settings).run(`no-unregistered-code: ${file}`, noUnregisteredCode, {
    valid: [
      `${aql}throw aqlError("INTERNAL_ERROR");`,
      `${aql}throw aqlError("GITHUB_ABUSE_DETECTED", { reason });`,
      `${aql}throw aqlError("NOT_FOUND_REPOSITORY", {});`,
    ],
    invalid: [
      {
        name: "a code that the schema does not have",
        code: `${aql}throw aqlError("GITHUB_QUOTA_SPENT", {});`,
        errors: [{ messageId: "unregistered" }],
      },
    ],
  });
});

under("recommended").run("no-unregistered-code: the standard contract", noUnregisteredCode, {
  valid: [`${standard}throw toolError(TOOL_ERROR_CODES.TIMEOUT, "Too slow");`],
  invalid: [
    {
      name: "a typo in the first argument",
      code: `${standard}throw toolError("NOT_FUND", "x");`,
      errors: [
        {
          messageId: "misspelled",
          suggestions: [{ messageId: "replaceCode", output: `${standard}throw toolError("NOT_FOUND", "x");` }],
        },
      ],
    },
    {
      name: "the constructor's code",
      code: outdent`
        import { ToolError } from "error-contract/standard";
        throw new ToolError({ code: "TEAPOT", message: "x" });
      `,
      errors: [{ messageId: "unregistered" }],
    },
  ],
});

typedRuleTester.run("no-raw-error: a contract without factories", noRawError, {
  valid: [],
  invalid: [
    {
      name: "is named by its class",
      code: `function f(reason: unknown) { throw reason; }`,
      settings: {
        errorContract: {
          contract: { ...standardContract, vocabulary: { ...standardContract.vocabulary, factories: [] } },
        },
      },
      errors: [{ messageId: "unknownValue", data: { name: "unknown", converter: "ToolError(...)" } }],
    },
  ],
});
