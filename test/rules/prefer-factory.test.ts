import { mcpAql } from "error-contract/mcp-aql";
import { standard } from "error-contract/standard";
import { typedMcp } from "error-contract/typed-mcp";
import { outdent } from "outdent";
import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/prefer-factory.js";
import { expectFindings, type LintOptions, syntaxHosts } from "../kit/marked-code.js";
import { javascriptRuleTester, typedRuleTester } from "../kit/rule-tester.js";

const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const STANDARD = { errorContract: { ...kaizaSettings, contract: standard, legacy: null } };
const subject = { name: "prefer-factory", rule };

interface Case {
  readonly name: string;
  readonly code: string;
}

const check = (lint: LintOptions) => (each: Case) => {
  expectFindings(subject, IMPORT + each.code, lint);
};

const REPORTED: readonly Case[] = [
  {
    name: "a construction with fields that a factory reads",
    code: `throw «new» SystemError({ error_code: "INVALID_PATH", human_message: "x" });`,
  },
  {
    name: "one that is not thrown here",
    code: outdent`
      export const make = (cause) => «new» SystemError({
        error_code: "INVALID_PATH",
        human_message: "x",
        cause,
      });
    `,
  },
  {
    name: "an alias",
    code: `const E = SystemError; throw «new» E({ error_code: "INVALID_PATH", human_message: "x" });`,
  },
];

const ACCEPTED: readonly Case[] = [
  { name: "a factory", code: `throw SystemError.toolFailure("INVALID_PATH", { human_message: "x" });` },
  {
    name: "fields that come from elsewhere",
    code: `export const f = (fields) => [new SystemError(fields), new SystemError({
      ...fields,
      error_code: "INVALID_PATH"
    })];`,
  },
  { name: "no code, for which factories have no default", code: `throw new SystemError({ human_message: "x" });` },
  { name: "no fields", code: `throw new SystemError();` },
  {
    name: "a code that is not written out",
    code: `export const make = (code) => new SystemError({ error_code: code, human_message: "x" });`,
  },
  {
    name: "a field that no factory reads",
    code: `throw new SystemError({ error_code: "INVALID_PATH", human_message: "x", include_stack_trace: true });`,
  },
  {
    name: "a computed name",
    code: `export const f = (name) => new SystemError({ error_code: "INVALID_PATH", [name]: 1 });`,
  },
  { name: "a getter", code: `throw new SystemError({ get error_code() { return pick(); }, human_message: "x" });` },
  {
    name: "a subclass",
    code: outdent`
      class Mine extends SystemError {
        constructor() {
          super({ error_code: "INVALID_PATH", human_message: "x" });
        }
      }
      throw new Mine();
    `,
  },
  {
    name: "a namesake",
    code: `import { SystemError as Theirs } from "theirs"; throw new Theirs({ error_code: "INVALID_PATH" });`,
  },
];

describe.each(syntaxHosts)("prefer-factory (%s)", (host) => {
  it.each(REPORTED)("reports $name", check({ host }));
  it.each(ACCEPTED)("accepts $name", check({ host }));
});

describe("prefer-factory", () => {
  it("leaves what the factories of an own class do not read", () => {
    const factories = { "SystemError.toolFailure": ["human_message", "plan_hash"] };
    const own = { ...kaizaSettings, runtime: { module: "error-classes", factories } };
    const code = outdent`
      import { SystemError } from "error-classes";
      throw new SystemError({ error_code: "INVALID_PATH", human_message: "x", invariant_id: "A" });
      throw «new» SystemError({ error_code: "INVALID_PATH", human_message: "x", plan_hash: "A" });
    `;
    expectFindings(subject, code, { settings: own });
  });
});

const fixing = (name: string, code: string, output: string) => ({
  name,
  code: IMPORT + code,
  output: IMPORT + output,
  errors: [{ messageId: "construction" as const }],
});

javascriptRuleTester.run("prefer-factory, fixes", rule, {
  valid: [
    {
      name: "a message that the function needs, and nobody wrote",
      settings: STANDARD,
      code: outdent`
        import { ToolError } from "error-contract/standard";
        throw new ToolError({ code: "NOT_FOUND" });
      `,
    },
  ],
  invalid: [
    fixing(
      "the code becomes the first argument",
      `throw new SystemError({ error_code: SYSTEM_ERROR_CODES.INVALID_PATH, human_message: "x", cause: err });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: "x", cause: err });`,
    ),
    {
      name: "a comment within: neither",
      code: `${IMPORT}throw new SystemError({ error_code: "INVALID_PATH", /* for people */ human_message: "x" });`,
      output: null,
      errors: [{ messageId: "construction", suggestions: [] }],
    },
    fixing(
      "a code that does not stand first",
      `throw new SystemError({ human_message: "x", error_code: SYSTEM_ERROR_CODES.INVALID_PATH });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: "x" });`,
    ),
    fixing(
      "a violated invariant",
      `throw new SystemError({ error_code: "INVARIANT_VIOLATION", invariant_id: "PLAN_ID", human_message: "x" });`,
      `throw SystemError.invariantViolation("PLAN_ID", { human_message: "x" });`,
    ),
    fixing(
      "an alias of the class",
      outdent`
        const E = SystemError;
        throw new E({ error_code: "INVALID_PATH", human_message: "x" });
      `,
      outdent`
        const E = SystemError;
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: "x" });
      `,
    ),
    {
      name: "a call that would run earlier: a suggestion",
      code: `${IMPORT}throw new SystemError({ human_message: describe(), error_code: "INVALID_PATH" });`,
      output: null,
      errors: [
        {
          messageId: "construction",
          suggestions: [
            {
              messageId: "callFactory",
              output: `${IMPORT}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: describe() });`,
            },
          ],
        },
      ],
    },
    {
      name: "a default that differs: a suggestion",
      code: `${IMPORT}throw new SystemError({ error_code: "INVALID_PATH" });`,
      output: null,
      errors: [
        {
          messageId: "construction",
          suggestions: [
            {
              messageId: "callFactory",
              output: `${IMPORT}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH);`,
            },
          ],
        },
      ],
    },
    {
      name: "a factory that is a function, and would leave the import of the class unused: a suggestion",
      settings: STANDARD,
      code: outdent`
        import { ToolError } from "error-contract/standard";
        throw new ToolError({ code: "NOT_FOUND", message: "x", details: { id: 1 } });
      `,
      errors: [
        {
          messageId: "construction",
          suggestions: [
            {
              messageId: "callFactory",
              output: outdent`
                import { ToolError, toolError, TOOL_ERROR_CODES } from "error-contract/standard";
                throw toolError(TOOL_ERROR_CODES.NOT_FOUND, "x", { details: { id: 1 } });
              `,
            },
          ],
        },
      ],
    },
    {
      name: "a class that is still used stays",
      settings: STANDARD,
      code: outdent`
        import { ToolError } from "error-contract/standard";
        export const f = (e) => e instanceof ToolError || new ToolError({ code: "NOT_FOUND", message: "x" });
      `,
      output: outdent`
        import { ToolError, toolError, TOOL_ERROR_CODES } from "error-contract/standard";
        export const f = (e) => e instanceof ToolError || toolError(TOOL_ERROR_CODES.NOT_FOUND, "x");
      `,
      errors: [{ messageId: "construction" }],
    },
  ],
});

typedRuleTester.run("prefer-factory in TypeScript", rule, {
  valid: [],
  invalid: [
    fixing(
      "keeps assertions",
      `export const f = (x: unknown) => new SystemError({ error_code: "INVALID_PATH", human_message: x as string });`,
      `export const f = (x: unknown) => SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: x as string });`,
    ),
  ],
});

const of = (contract: object) => ({ errorContract: { ...kaizaSettings, contract, legacy: null } });

const TYPED = `import { TypedMcpError } from "error-contract/typed-mcp";\n`;

javascriptRuleTester.run("prefer-factory, what only a construction takes", rule, {
  valid: [
    {
      name: "a code that factories refuse without details",
      settings: of(typedMcp),
      code: `${TYPED}throw new TypedMcpError({ error: "rate_limited", message: "Slow down" });`,
    },
  ],
  invalid: [
    {
      name: "details that may not be there: a suggestion",
      settings: of(typedMcp),
      code: outdent`
        import { TypedMcpError } from "error-contract/typed-mcp";
        export const f = (details) => new TypedMcpError({ error: "rate_limited", message: "Slow down", details });
      `,
      output: null,
      errors: [
        {
          messageId: "construction",
          suggestions: [
            {
              messageId: "callFactory",
              output: outdent`
                import { TypedMcpError, mcpError, MCP_ERROR_CODES } from "error-contract/typed-mcp";
                export const f = (details) => mcpError(MCP_ERROR_CODES.rate_limited, "Slow down", details);
              `,
            },
          ],
        },
      ],
    },
    {
      name: "what helps the caller to go on is an option of the factory",
      settings: of(standard),
      code: outdent`
        import { ToolError } from "error-contract/standard";
        export { ToolError };
        throw new ToolError({ code: "RATE_LIMITED", message: "x", retry_after: 30, next: "Wait" });
      `,
      output: outdent`
        import { ToolError, toolError, TOOL_ERROR_CODES } from "error-contract/standard";
        export { ToolError };
        throw toolError(TOOL_ERROR_CODES.RATE_LIMITED, "x", { retry_after: 30, next: "Wait" });
      `,
      errors: [{ messageId: "construction" }],
    },

    {
      name: "a file of a browser: neither",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        document.title = "x";
        export const f = () => ({
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
          timestamp: "2026-01-01T00:00:00Z",
        });
      `,
      output: null,
      errors: [{ messageId: "envelope", suggestions: [] }],
    },
  ],
});

javascriptRuleTester.run("prefer-factory, envelopes by hand", rule, {
  valid: [
    {
      name: "an envelope that is not whole, which another rule reports",
      settings: of(standard),
      code: `export const f = () => ({ error: { code: "NOT_FOUND", message: "x" } });`,
    },
    {
      name: "a code that only the running program knows",
      settings: of(standard),
      code: `export const f = (code) => ({ error: { code, message: "x", tool: null, details: null } });`,
    },
    {
      name: "a part that a spread brings",
      settings: of(standard),
      code: outdent`
        export const f = (rest) => ({
          error: {
            code: "NOT_FOUND",
            message: "x",
            tool: null,
            details: null,
            ...rest,
          },
        });
      `,
    },
    {
      name: "a message that does not follow its template, which another rule reports",
      settings: of(mcpAql),
      code: `export const f = () => ({
        success: false,
        error: { code: "VALIDATION_MISSING_PARAM", message: "No id", details: { param_name: "id" } }
      });`,
    },
  ],
  invalid: [
    {
      name: "values that are written out: a fix, which leaves out what the factory leaves empty",
      settings: of(standard),
      code: outdent`
        export const f = () => ({
          error: {
            code: "NOT_FOUND",
            message: "No such note",
            tool: "read",
            details: null,
          },
        });
      `,
      output: outdent`
        import { toolError, TOOL_ERROR_CODES } from "error-contract/standard";

        export const f = () => (toolError(TOOL_ERROR_CODES.NOT_FOUND, "No such note", { tool: "read" }).toEnvelope());
      `,
      errors: [{ messageId: "envelope" }],
    },
    {
      name: "values that only the running program knows: a suggestion",
      settings: of(typedMcp),
      code: outdent`
        export function f(id) {
          return { error: "not_found", message: \`No \${id}\`, details: { id } };
        }
      `,
      output: null,
      errors: [
        {
          messageId: "envelope",
          suggestions: [
            {
              messageId: "callFactory",
              output: outdent`
                import { mcpError, MCP_ERROR_CODES } from "error-contract/typed-mcp";

                export function f(id) {
                  return mcpError(MCP_ERROR_CODES.not_found, \`No \${id}\`, { id }).toEnvelope();
                }
              `,
            },
          ],
        },
      ],
    },
  ],
});
