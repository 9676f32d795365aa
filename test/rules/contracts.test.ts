import path from "node:path";
import { outdent } from "outdent";
import noRawError from "../../rules/dist/no-raw-error.js";
import noUnregisteredCode from "../../rules/dist/no-unregistered-code.js";
import { describe } from "vitest";
import { standard as standardContract } from "../../src/dist/contracts/standard/index.js";
import { typedRuleTester } from "../kit/rule-tester.js";
import { under } from "./under-preset.js";
import { createCases } from "../kit/create-cases.js";
import { fixed, kept, offered } from "./raw-rewrites.js";

const aql = `import { aqlError, AQL_CODES } from "error-contract/mcp-aql";\n`;
const mcp = `import { mcpError, MCP_ERROR_CODES } from "error-contract/typed-mcp";\n`;
const rpc = `import { jsonRpcError, JSON_RPC_CODES } from "error-contract/json-rpc";\n`;
const resolve = `import { contextResolveError, CONTEXT_RESOLVE_CODES } from "error-contract/context-resolve";\n`;
const standard = `import { toolError, TOOL_ERROR_CODES } from "error-contract/standard";\n`;
const fromUnknown = `import { fromUnknown } from "error-contract/standard";\n`;

under("recommended").run("no-raw-error: the standard contract", noRawError, {
  valid: [
    `${standard}throw toolError("NOT_FOUND", "There is no such note");`,
    `import { ToolError } from "error-contract/standard"; throw new ToolError({ code: "NOT_FOUND" });`,
    `${fromUnknown}try { f(); } catch (error) { throw fromUnknown(error); }`,
  ],
  invalid: [
    fixed(
      "the message is an argument of its own, the caught error the cause",
      outdent`
        export function g() {
          try { f(); } catch (error) {
            throw «new Error("NOT_FOUND: There is no such note") ⇒ toolError(TOOL_ERROR_CODES.NOT_FOUND, "There is no such note", { cause: error })»;
          }
        }
      `,
      { imported: standard },
    ),
  ],
});

under("typedMcp").run("no-raw-error: typed MCP errors", noRawError, {
  valid: [`${mcp}throw mcpError("not_found", "No such mail");`],
  invalid: [
    fixed(
      "what is left out in the middle is undefined, what is left out at the end is nothing",
      outdent`
        try { f(); } catch (error) {
          throw «new Error("not_found: There is no such mail") ⇒ mcpError(MCP_ERROR_CODES.not_found, "There is no such mail", undefined, { cause: error })»;
        }
        throw «new Error("parse_error: The mail has no body") ⇒ mcpError(MCP_ERROR_CODES.parse_error, "The mail has no body")»;
      `,
      { imported: mcp, times: 2 },
    ),
    kept("a code whose details nobody wrote is not proposed", `throw new Error("rate_limited: Slow down a little");`, {
      imported: "",
    }),
  ],
});

under("mcpAql").run("no-raw-error: MCP-AQL", noRawError, {
  valid: [`${aql}throw aqlError("NOT_FOUND_RESOURCE");`],
  invalid: [
    ...createCases(
      fixed,
      {
        "the text goes into the detail that the code has for it":
          "throw «new Error(`PERMISSION_DENIED: ${scope} is needed`) ⇒ aqlError(AQL_CODES.PERMISSION_DENIED, { reason: `${scope} is needed` })»;",
        "a code alone says what its template says": `throw «new Error("PERMISSION_DENIED") ⇒ aqlError(AQL_CODES.PERMISSION_DENIED)»;`,
      },
      { imported: aql },
    ),
    {
      name: "a code that the contract does not have is what its failure says",
      code: `${aql}throw new Error("UPSTREAM_API_ERROR");`,
      output: null,
      errors: [
        {
          messageId: "rawThrow" as const,
          suggestions: [
            `INTERNAL_ERROR, { upstream_error: "UPSTREAM_API_ERROR" }`,
            `PERMISSION_DENIED, { reason: "UPSTREAM_API_ERROR" }`,
          ].map((args) => ({ messageId: "useCode" as const, output: `${aql}throw aqlError(AQL_CODES.${args});` })),
        },
      ],
    },
    offered(
      "a text that no template of the code makes is a decision",
      "throw «new Error(`NOT_FOUND_RESOURCE: ${id}`) ⇒ aqlError(AQL_CODES.NOT_FOUND_RESOURCE, undefined, { message: `Not found resource: ${id}` })»;",
      { messageId: "useCode" },
      { imported: aql },
    ),
    kept(
      "a code that requires details is not proposed without them",
      `throw new Error("VALIDATION_MISSING_PARAM: owner");`,
      { imported: "" },
    ),
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
    offered(
      "a value that may be anything is converted",
      `export function fail(thrown: unknown) { throw «thrown ⇒ fromUnknown(thrown)»; }`,
      { messageId: "convertUnknown" },
      { imported: fromUnknown, messageId: "unknownValue" },
    ),
  ],
});

under("jsonRpc").run("no-raw-error: JSON-RPC", noRawError, {
  valid: [`${rpc}throw jsonRpcError(JSON_RPC_CODES.NotFound);`],
  invalid: [
    fixed(
      "a code is known by its name",
      outdent`
        try { f(); } catch (error) {
          throw «new Error("NotFound: There is no such symbol") ⇒ jsonRpcError(JSON_RPC_CODES.NotFound, "There is no such symbol", undefined, { cause: error })»;
        }
      `,
      { imported: rpc },
    ),
  ],
});

const locked = "throw new Error(`io_error: ${path} is locked`);\n";
const unreadable = `throw new Error("io_error: Cannot read /var/cache");\n`;
const canonical = "throw contextResolveError(CONTEXT_RESOLVE_CODES.io_error);\n";

under("contextResolve").run("no-raw-error: Context Resolve", noRawError, {
  valid: [`${resolve}throw contextResolveError("io_error", "The disk is full");`],
  invalid: [
    fixed(
      "a literal message is kept",
      `throw «new Error("io_error: The disk is full") ⇒ contextResolveError(CONTEXT_RESOLVE_CODES.io_error, "The disk is full")»;`,
      { imported: resolve },
    ),
    {
      name: "a message that is built, or has a diagnostic, gives way to the canonical one, where somebody says so",
      code: resolve + locked + unreadable,
      output: null,
      errors: [canonical + unreadable, locked + canonical].map((rewritten) => ({
        messageId: "rawThrow" as const,
        suggestions: [{ messageId: "useCode" as const, output: resolve + rewritten }],
      })),
    },
  ],
});

under("jsonRpc", { codes: [-32050, { from: 1000, to: 1999 }] }).run(
  "no-unregistered-code: numbers",
  noUnregisteredCode,
  {
    valid: [
      `${rpc}throw jsonRpcError(-32602, "x");`,
      `${rpc}throw jsonRpcError(JSON_RPC_CODES.Conflict, "x");`,
      `${rpc}throw jsonRpcError(-32050, "x");`,
      `${rpc}throw jsonRpcError(1000, "x"); throw jsonRpcError(1999, "x");`,
    ],
    invalid: [
      {
        name: "a number inside a reserved range that nobody registered, and one beside a range",
        code: `${rpc}throw jsonRpcError(-32051, "x"); throw jsonRpcError(2000, "x");`,
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
      code: `import { ToolError } from "error-contract/standard"; throw new ToolError({ code: "TEAPOT", message: "x" });`,
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
