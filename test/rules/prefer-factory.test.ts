import { standard } from "error-contract/standard";
import { outdent } from "outdent";
import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/prefer-factory.js";
import { type Case, checkCases, expectFindings, syntaxHosts, toCases } from "../kit/marked-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { createCases } from "../kit/create-cases.js";
import { readRewrite } from "../kit/marked-rewrite.js";

const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const STANDARD = { errorContract: { ...kaizaSettings, contract: standard, legacy: null } };
const subject = { name: "prefer-factory", rule };

const check = checkCases(subject, IMPORT);

const REPORTED: readonly Case[] = toCases({
  "a construction with fields that a factory reads": `
    throw «new» SystemError({ error_code: "INVALID_PATH", human_message: "x" });`,
  "an alias": `const E = SystemError; throw «new» E({ error_code: "INVALID_PATH", human_message: "x" });`,
});

const ACCEPTED: readonly Case[] = toCases({
  "a factory": `throw SystemError.toolFailure("INVALID_PATH", { human_message: "x" });`,
  "fields that come from elsewhere": `export const f = (fields) => [new SystemError(fields), new SystemError({
    ...fields,
    error_code: "INVALID_PATH"
  })];`,
  "no code, for which factories have no default": `throw new SystemError({ human_message: "x" });`,
  "a code that is not written out": `
    export const make = (code) => new SystemError({ error_code: code, human_message: "x" });`,
  "a field that no factory reads": `
    throw new SystemError({ error_code: "INVALID_PATH", human_message: "x", include_stack_trace: true });`,
  "a subclass": outdent`
    class Mine extends SystemError {
      constructor() {
        super({ error_code: "INVALID_PATH", human_message: "x" });
      }
    }
    throw new Mine();
  `,
});

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

const rewriting = (name: string, marked: string) => {
  const { code, output } = readRewrite(IMPORT + marked);
  const suggestions = [{ messageId: "callFactory" as const, output }];
  return { name, code, errors: [{ messageId: "construction" as const, suggestions }] };
};

javascriptRuleTester.run("prefer-factory, suggestions", rule, {
  valid: [
    {
      name: "a message that the function needs, and nobody wrote",
      settings: STANDARD,
      code: `import { ToolError } from "error-contract/standard"; throw new ToolError({ code: "NOT_FOUND" });`,
    },
  ],
  invalid: [
    ...createCases(rewriting, {
      "the code becomes the first argument": `throw «new SystemError({ error_code: SYSTEM_ERROR_CODES.INVALID_PATH, ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, {» human_message: "x", cause: err });`,
      "a violated invariant": `throw «new SystemError({ error_code: "INVARIANT_VIOLATION", invariant_id: "PLAN_ID", ⇒ SystemError.invariantViolation("PLAN_ID", {» human_message: "x" });`,
    }),
    {
      name: "a comment within: neither",
      code: `${IMPORT}throw new SystemError({ error_code: "INVALID_PATH", /* for people */ human_message: "x" });`,
      errors: [{ messageId: "construction", suggestions: [] }],
    },
    {
      name: "a factory that is a function",
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
  ],
});
