import { contextResolve } from "error-contract/context-resolve";
import { jsonRpc } from "error-contract/json-rpc";
import { mcpAql } from "error-contract/mcp-aql";
import { standard } from "error-contract/standard";
import { typedMcp } from "error-contract/typed-mcp";
import { outdent } from "outdent";
import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/valid-envelope.js";
import { checkCases, expectFindings } from "../kit/marked-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const subject = { name: "valid-envelope", rule };

const check = checkCases(subject);

const of = (contract: object) => ({ ...kaizaSettings, contract, legacy: null });

/** Every required field of the KAIZA envelope. */
const WHOLE = outdent`
  error_code: "INVALID_PATH",
  human_message: "x",
  role: null,
  session_id: null,
  workspace_root: null,
  tool_name: "x",
  invariant_id: null,
  phase_id: null,
  plan_hash: null,
  cause: null,
  timestamp: "2026-01-01T00:00:00Z"
`;
/** The fields of the call and of the plan with their defaults. */

describe("valid-envelope under kaiza", () => {
  it.each([
    {
      name: "a result that has to be thrown first",
      code: `export const f = () => ({ ok: false, error_code: "INVALID_PATH", human_message: "x" });`,
    },

    {
      name: "missing fields, once, at the code",
      code: `export const f = () => ({ «error_code»: "INVALID_PATH", human_message: "x" });`,
    },
    {
      name: "a text that is sent",
      code: `export const f = () => ({
        isError: true,
        content: [{ type: "text", text: JSON.stringify({ «error_code»: "INVALID_PATH", human_message: "x" }) }]
      });`,
    },
    {
      name: "a misspelled field, once",
      code: `export const f = () => ({ ${WHOLE.replace("tool_name", "«toolname»")} });`,
    },
    {
      name: "a field that is undefined",
      code: `export const f = () => ({ ${WHOLE.replace("session_id: null", "session_id: «undefined»")} });`,
    },
    {
      name: "a value of the wrong type",
      code: `export const f = () => ({ ${WHOLE.replace('human_message: "x"', "human_message: «42»")} });`,
    },
    {
      name: "a value that is not one of those allowed",
      code: `export const f = () => ({ ${WHOLE.replace("role: null", 'role: «"ADMIN"»')} });`,
    },
  ])("reports $name", check({}));

  it.each([
    { name: "a whole envelope", code: `export const f = () => ({ ${WHOLE} });` },

    {
      name: "fields that a spread may bring",
      code: `export const f = (base) => ({ ...base, error_code: "INVALID_PATH", human_message: "x" });`,
    },
    {
      name: "the fields of a construction",
      code: `import { SystemError } from "error-contract/kaiza";
      export const f = () => new SystemError({ error_code: "INVALID_PATH", human_message: "x" });`,
    },
    {
      name: "an object that is added to",
      code: `export function f() {
        const envelope = { error_code: "INVALID_PATH", human_message: "x" };
        envelope.role = null;
        return envelope;
      }`,
    },

    {
      name: "an unregistered code, which another rule reports",
      code: `export const f = () => ({ ${WHOLE.replace("INVALID_PATH", "NOPE")} });`,
    },
    {
      name: "a field of its own that only the running program knows, as rows of a log have",
      code: `export const f = (seq) => ({ ${WHOLE}, seq });`,
    },
    {
      name: "what a deprecated class makes of itself",
      code: `export class KaizaError extends Error {
        toDiagnostic() {
          return { error_code: this.error_code, phase: this.phase, human_message: this.human_message };
        }
      }`,
    },
  ])("accepts $name", check({}));

  it("knows the type", () => {
    expectFindings(
      subject,
      `import type { SystemErrorEnvelope } from "error-contract/kaiza";
      const fixture = { «error_code»: "INVALID_PATH", human_message: "x" } as SystemErrorEnvelope;
      use(fixture);`,
      { host: "untyped" },
    );
  });
});

describe("valid-envelope under other contracts", () => {
  it.each([
    {
      name: "a part that is missing",
      code: `export const f = () => ({ error: { «code»: "NOT_FOUND", message: "x" } });`,
    },
    {
      name: "an empty message",
      code: `export const f = () => ({ error: { code: "NOT_FOUND", message: «""», tool: null, details: null } });`,
    },
    {
      name: "success mixed with failure",
      code: outdent`
        export const f = () => ({
          «data»: [],
          error: { code: "NOT_FOUND", message: "x", tool: null, details: null },
        });
      `,
    },
    {
      name: "somebody else's name for a code",
      code: `export const f = () => ({ error: { type: "NOT_FOUND", message: "x", tool: null, details: null } });`,
    },
    {
      name: "a whole envelope",
      code: `export const f = (id) => ({ error: { code: "NOT_FOUND", message: "x", tool: "t", details: { id } } });`,
    },
  ])("standard: $name", check({ settings: of(standard) }));

  const response = (members: string) => `export const f = (id, error, result) => ({ jsonrpc: "2.0", ${members} });`;

  it.each([
    {
      name: "success mixed with failure",
      code: response(`id, «result»: null, error: { code: -32602, message: "x" }`),
    },
    {
      name: "a response that names no request",
      code: outdent`
        export const f = (res) => res.status(400).json({
          jsonrpc: "2.0",
          error: { «code»: -32600, message: "x" },
        });
      `,
    },
    {
      name: "an unregistered code, which another rule reports",
      code: response(`id, error: { code: -32099, message: "x" }`),
    },
    { name: "a member too many", code: response(`id, error: { code: -32601, message: "x", «details»: {} }`) },
    { name: "an error that is a text", code: response(`id, error: «"x"»`) },
    {
      name: "a code of the codes object",
      code: `import { JSON_RPC_CODES } from "error-contract/json-rpc";
      ${response(`id, error: { code: JSON_RPC_CODES.InvalidParams, message: "x" }`)}`,
    },
    { name: "a result", code: response(`id, result: { error: null, cod: 1 }`) },
    { name: "an error that comes from elsewhere", code: response(`id, error: { ...error, code: -32000 }`) },
    {
      name: "a response that a client compares with",
      code: `expect(answer).toEqual({ jsonrpc: "2.0", error: { code: -32000 } });`,
    },
  ])("json-rpc: $name", check({ settings: of(jsonRpc) }));

  it.each([
    {
      name: "an `error` key in a success",
      code: `server.registerTool("t", {}, async () => ({ items: [], error: «null» }));`,
    },

    {
      name: "a code of its own in what a tool answers, which another rule reports",
      code: `server.registerTool("t", {}, async () => ({ error: "gone", message: "x", details: null }));`,
    },
    {
      name: "a result, which another rule reports as a whole",
      code: `server.registerTool("t", {}, async () => ({ ok: false, error: "not_found", retry: true }));`,
    },
  ])("typed-mcp: $name", check({ settings: of(typedMcp) }));

  it.each([
    {
      name: "a failure that claims success",
      code: `export const f = () => ({
        success: «true»,
        error: { code: "VALIDATION_MISSING_PARAM", message: "Missing required parameter 'a' for operation 'b'" }
      });`,
    },
    {
      name: "a warning as a failure",
      code: outdent`
        export const f = () => ({
          success: false,
          error: { code: «"RATE_LIMIT_QUOTA_WARNING"», message: "x" },
        });
      `,
    },
    { name: "a success", code: `export const f = (data) => ({ success: true, data });` },
  ])("mcp-aql: $name", check({ settings: of(mcpAql) }));
});

javascriptRuleTester.run("valid-envelope, suggestions", rule, {
  valid: [],
  invalid: [
    {
      name: "nothing where the field that was meant stands there, too",
      code: `export const f = () => ({ ${WHOLE}, stack_trase: "x", stack_trace: "x" });`,
      errors: [{ messageId: "unexpected", suggestions: [] }],
    },
    {
      name: "renames a misspelled field",
      code: `export const f = () => ({ ${WHOLE}, stack_trase: "x" });`,
      errors: [
        {
          messageId: "misspelled",
          suggestions: [
            {
              messageId: "rename",
              data: { near: "stack_trace" },
              output: `export const f = () => ({ ${WHOLE}, stack_trace: "x" });`,
            },
          ],
        },
      ],
    },
  ],
});

describe("valid-envelope under a contract with literal messages", () => {
  it.each([
    {
      name: "leaves what a message says to require-literal-message",
      code: `export const f = () => ({ error: { code: "io_error", message: "" } });`,
    },
    { name: "asks for one that is missing", code: `export const f = () => ({ error: { «code»: "io_error" } });` },
  ])("$name", check({ settings: of(contextResolve) }));
});
