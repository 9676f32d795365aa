import { mcpAql } from "error-contract/mcp-aql";
import { outdent } from "outdent";
import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/match-message-template.js";
import { checkCases, expectFindings, toCases } from "../kit/marked-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { createCases } from "../kit/create-cases.js";
import { readRewrite } from "../kit/marked-rewrite.js";

const IMPORT = `import { aqlError, AQL_CODES } from "error-contract/mcp-aql";\n`;
const subject = { name: "match-message-template", rule };
const settings = { ...kaizaSettings, contract: mcpAql, legacy: null };

const check = checkCases(subject, IMPORT)({ settings });

const MISSING = `{ param_name: "id", operation: "read" }`;
/** An envelope of a missing parameter with that message. */
const envelope = (message: string, details = MISSING) =>
  `export const f = (id, op) => ({
    success: false,
    error: { code: "VALIDATION_MISSING_PARAM", message: ${message}, details: ${details} }
  });`;

describe("match-message-template", () => {
  it.each(
    toCases({
      "a message of another form": `
      export const f = () => aqlError("VALIDATION_MISSING_PARAM", ${MISSING}, { message: «"No id"» });`,
      "the message of an envelope": envelope(`«"No id"»`),
      "missing details, at the code": `
      export const f = () => aqlError(«"VALIDATION_MISSING_PARAM"», { operation: "read" });`,
      "no details": `export const f = () => aqlError(«"VALIDATION_MISSING_PARAM"»);`,
      "a detail of the wrong type": `
      export const f = () => aqlError("VALIDATION_MISSING_PARAM", { param_name: «42», operation: "read" });`,
    }),
  )("reports $name", check);

  it.each(
    toCases({
      "details alone": `export const f = () => aqlError("VALIDATION_MISSING_PARAM", ${MISSING});`,
      "a message that follows its template": outdent`
      export const f = () => aqlError("VALIDATION_MISSING_PARAM", ${MISSING}, {
        message: "Missing required parameter 'id'",
      });
    `,
      "a list that is written out": `export const f = () => aqlError("VALIDATION_UNKNOWN_PARAM", {
      operation: "a",
      unknown_params: ["b", "c"],
      valid_params: []
    }, { message: "Unknown parameter(s) for operation 'a': b, c" });`,
      "the target API's own message": `
      export const f = (body) => aqlError("PERMISSION_DENIED", {}, { message: body.message });`,
      "a code that only the running program knows": `export const f = (code) => aqlError(code, {}, { message: "x" });`,
    }),
  )("accepts $name", check);

  it("says nothing under a contract without templates", () => {
    const code = `import { SystemError } from "error-contract/kaiza";
    export const f = () => SystemError.toolFailure("INVALID_PATH", { human_message: "x" });`;
    expectFindings(subject, code);
  });
});

const rewriting = (name: string, marked: string) => {
  const { code, output } = readRewrite(IMPORT + marked);
  const suggestions = [{ messageId: "render" as const, output }];
  return {
    name,
    code,
    settings: { errorContract: settings },
    errors: [{ messageId: "otherMessage" as const, suggestions }],
  };
};

javascriptRuleTester.run("match-message-template, suggestions", rule, {
  valid: [],
  invalid: [
    ...createCases(rewriting, {
      "a message goes, with the options that held nothing else": `export const f = () => aqlError("VALIDATION_MISSING_PARAM", ${MISSING}«, { message: "No id" }⇒»);`,
      "other options stay": `export const f = (cause) => aqlError("VALIDATION_MISSING_PARAM", ${MISSING}, { «message: "No id", ⇒»cause });`,
    }),
    {
      name: "the minimal form, which has no details to make a message from: none",
      code: outdent`
        import { AqlError } from "error-contract/mcp-aql";
        export const f = () => new AqlError({ code: "VALIDATION_MISSING_PARAM", message: "No id" });
      `,
      settings: { errorContract: settings },
      errors: [{ messageId: "otherMessage", suggestions: [] }],
    },
    {
      name: "details are missing: none",
      code: outdent`
        ${IMPORT}
        export const f = () => aqlError("VALIDATION_MISSING_PARAM", { operation: "read" }, { message: "No id" });
      `,
      settings: { errorContract: settings },
      errors: [{ messageId: "missingDetails" }, { messageId: "otherMessage", suggestions: [] }],
    },
  ],
});
