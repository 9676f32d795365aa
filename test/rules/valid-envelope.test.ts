import { contextResolve } from "error-contract/context-resolve";
import { jsonRpc } from "error-contract/json-rpc";
import { mcpAql } from "error-contract/mcp-aql";
import { standard } from "error-contract/standard";
import { typedMcp } from "error-contract/typed-mcp";
import { outdent } from "outdent";
import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/valid-envelope.js";
import { checkCases, expectFindings, toCases } from "../kit/marked-code.js";
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
  it.each(
    toCases({
      "a result that has to be thrown first": `
      export const f = () => ({ ok: false, error_code: "INVALID_PATH", human_message: "x" });`,
      "missing fields, once, at the code": `
      export const f = () => ({ «error_code»: "INVALID_PATH", human_message: "x" });`,
      "a text that is sent": `export const f = () => ({
      isError: true,
      content: [{ type: "text", text: JSON.stringify({ «error_code»: "INVALID_PATH", human_message: "x" }) }]
    });`,
      "a misspelled field, once": `export const f = () => ({ ${WHOLE.replace("tool_name", "«toolname»")} });`,
      "a field that is undefined": `
      export const f = () => ({ ${WHOLE.replace("session_id: null", "session_id: «undefined»")} });`,
      "a value of the wrong type": `
      export const f = () => ({ ${WHOLE.replace('human_message: "x"', "human_message: «42»")} });`,
      "a value that is not one of those allowed": `
      export const f = () => ({ ${WHOLE.replace("role: null", 'role: «"ADMIN"»')} });`,
    }),
  )("reports $name", check({}));

  it.each(
    toCases({
      "a whole envelope": `export const f = () => ({ ${WHOLE} });`,
      "fields that a spread may bring": `
      export const f = (base) => ({ ...base, error_code: "INVALID_PATH", human_message: "x" });`,
      "the fields of a construction": `import { SystemError } from "error-contract/kaiza";
    export const f = () => new SystemError({ error_code: "INVALID_PATH", human_message: "x" });`,
      "an object that is added to": `export function f() {
      const envelope = { error_code: "INVALID_PATH", human_message: "x" };
      envelope.role = null;
      return envelope;
    }`,
      "an unregistered code, which another rule reports": `
      export const f = () => ({ ${WHOLE.replace("INVALID_PATH", "NOPE")} });`,
      "a field of its own that only the running program knows, as rows of a log have": `
      export const f = (seq) => ({ ${WHOLE}, seq });`,
      "what a deprecated class makes of itself": `export class KaizaError extends Error {
      toDiagnostic() {
        return { error_code: this.error_code, phase: this.phase, human_message: this.human_message };
      }
    }`,
    }),
  )("accepts $name", check({}));

  it("knows the type", () =>
    expectFindings(
      subject,
      `import type { SystemErrorEnvelope } from "error-contract/kaiza";
      const fixture = { «error_code»: "INVALID_PATH", human_message: "x" } as SystemErrorEnvelope;
      use(fixture);`,
      { host: "untyped" },
    ));
});

describe("valid-envelope under other contracts", () => {
  it.each(
    toCases({
      "a part that is missing": `export const f = () => ({ error: { «code»: "NOT_FOUND", message: "x" } });`,
      "an empty message": `
      export const f = () => ({ error: { code: "NOT_FOUND", message: «""», tool: null, details: null } });`,
      "success mixed with failure": outdent`
      export const f = () => ({
        «data»: [],
        error: { code: "NOT_FOUND", message: "x", tool: null, details: null },
      });
    `,
      "somebody else's name for a code": `
      export const f = () => ({ error: { type: "NOT_FOUND", message: "x", tool: null, details: null } });`,
      "a whole envelope": `
      export const f = (id) => ({ error: { code: "NOT_FOUND", message: "x", tool: "t", details: { id } } });`,
    }),
  )("standard: $name", check({ settings: of(standard) }));

  const response = (members: string) => `export const f = (id, error, result) => ({ jsonrpc: "2.0", ${members} });`;

  it.each(
    toCases({
      "success mixed with failure": response(`id, «result»: null, error: { code: -32602, message: "x" }`),
      "a response that names no request": outdent`
      export const f = (res) => res.status(400).json({
        jsonrpc: "2.0",
        error: { «code»: -32600, message: "x" },
      });
    `,
      "an unregistered code, which another rule reports": response(`id, error: { code: -32099, message: "x" }`),
      "a member too many": response(`id, error: { code: -32601, message: "x", «details»: {} }`),
      "an error that is a text": response(`id, error: «"x"»`),
      "a code of the codes object": `import { JSON_RPC_CODES } from "error-contract/json-rpc";
    ${response(`id, error: { code: JSON_RPC_CODES.InvalidParams, message: "x" }`)}`,
      "a result": response(`id, result: { error: null, cod: 1 }`),
      "an error that comes from elsewhere": response(`id, error: { ...error, code: -32000 }`),
      "a response that a client compares with": `expect(answer).toEqual({ jsonrpc: "2.0", error: { code: -32000 } });`,
    }),
  )("json-rpc: $name", check({ settings: of(jsonRpc) }));

  it.each(
    toCases({
      "an `error` key in a success": `server.registerTool("t", {}, async () => ({ items: [], error: «null» }));`,
      "a code of its own in what a tool answers, which another rule reports": `
      server.registerTool("t", {}, async () => ({ error: "gone", message: "x", details: null }));`,
      "a result, which another rule reports as a whole": `
      server.registerTool("t", {}, async () => ({ ok: false, error: "not_found", retry: true }));`,
    }),
  )("typed-mcp: $name", check({ settings: of(typedMcp) }));

  it.each(
    toCases({
      "a failure that claims success": `export const f = () => ({
      success: «true»,
      error: { code: "VALIDATION_MISSING_PARAM", message: "Missing required parameter 'a' for operation 'b'" }
    });`,
      "a warning as a failure": outdent`
      export const f = () => ({
        success: false,
        error: { code: «"RATE_LIMIT_QUOTA_WARNING"», message: "x" },
      });
    `,
      "a success": `export const f = (data) => ({ success: true, data });`,
    }),
  )("mcp-aql: $name", check({ settings: of(mcpAql) }));
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
  it.each(
    toCases({
      "leaves what a message says to require-literal-message": `
      export const f = () => ({ error: { code: "io_error", message: "" } });`,
      "asks for one that is missing": `export const f = () => ({ error: { «code»: "io_error" } });`,
    }),
  )("$name", check({ settings: of(contextResolve) }));
});
