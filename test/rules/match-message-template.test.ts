import { mcpAql } from "error-contract/mcp-aql";
import { outdent } from "outdent";
import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/match-message-template.js";
import { expectFindings } from "../kit/marked-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const IMPORT = `import { aqlError, AQL_CODES } from "error-contract/mcp-aql";\n`;
const subject = { name: "match-message-template", rule };
const settings = { ...kaizaSettings, contract: mcpAql, legacy: null };

interface Case {
  readonly name: string;
  readonly code: string;
}

const check = (each: Case) => {
  expectFindings(subject, IMPORT + each.code, { settings });
};

const MISSING = `{ param_name: "id", operation: "read" }`;
/** An envelope of a missing parameter with that message. */
const envelope = (message: string, details = MISSING) =>
  `export const f = (id, op) => ({
    success: false,
    error: { code: "VALIDATION_MISSING_PARAM", message: ${message}, details: ${details} }
  });`;

describe("match-message-template", () => {
  it.each([
    {
      name: "a message of another form",
      code: `export const f = () => aqlError("VALIDATION_MISSING_PARAM", ${MISSING}, { message: «"No id"» });`,
    },
    {
      name: "a template of another form",
      code: outdent`
        export const f = (id) => aqlError("VALIDATION_MISSING_PARAM", ${MISSING}, {
          message: «\`Please give \${id}\`»,
        });
      `,
    },
    {
      name: "a concatenation of another form",
      code: outdent`
        export const f = (id) => aqlError("VALIDATION_MISSING_PARAM", ${MISSING}, {
          message: «"Please give " + id»,
        });
      `,
    },
    {
      name: "words of a constant",
      code: `const TEXT = "No id";
      export const f = () => aqlError("VALIDATION_MISSING_PARAM", ${MISSING}, { message: «TEXT» });`,
    },
    { name: "the message of an envelope", code: envelope(`«"No id"»`) },
    {
      name: "missing details, at the code",
      code: `export const f = () => aqlError(«"VALIDATION_MISSING_PARAM"», { operation: "read" });`,
    },
    { name: "no details", code: `export const f = () => aqlError(«"VALIDATION_MISSING_PARAM"»);` },
    {
      name: "a code of the codes object",
      code: `export const f = () => aqlError(«AQL_CODES.VALIDATION_MISSING_PARAM», { operation: "read" });`,
    },
    {
      name: "a detail of the wrong type",
      code: `export const f = () => aqlError("VALIDATION_MISSING_PARAM", { param_name: «42», operation: "read" });`,
    },
    {
      name: "a detail of an envelope",
      code: envelope("\"Missing required parameter 'id'\"", `{ param_name: «42», operation: "read" }`),
    },
  ])("reports $name", check);

  it.each([
    { name: "details alone", code: `export const f = () => aqlError("VALIDATION_MISSING_PARAM", ${MISSING});` },
    {
      name: "a message that follows its template",
      code: outdent`
        export const f = () => aqlError("VALIDATION_MISSING_PARAM", ${MISSING}, {
          message: "Missing required parameter 'id'",
        });
      `,
    },
    {
      name: "a message whose value the details get from elsewhere",
      code: outdent`
        export const f = (param_name) => aqlError("VALIDATION_MISSING_PARAM", { param_name }, {
          message: "Missing required parameter 'name'",
        });
      `,
    },
    {
      name: "a list that is written out",
      code: `export const f = () => aqlError("VALIDATION_UNKNOWN_PARAM", {
        operation: "a",
        unknown_params: ["b", "c"],
        valid_params: []
      }, { message: "Unknown parameter(s) for operation 'a': b, c" });`,
    },
    {
      name: "a template that follows it",
      code: envelope("`Missing required parameter '${id}'`"),
    },
    {
      name: "a message without an optional clause",
      code: `export const f = () => aqlError("PERMISSION_DENIED", {}, { message: "Permission denied" });`,
    },
    {
      name: "a message with it",
      code: outdent`
        export const f = () => aqlError("PERMISSION_DENIED", { reason: "no" }, {
          message: "Permission denied: 'no'",
        });
      `,
    },
    {
      name: "the target API's own message",
      code: `export const f = (body) => aqlError("PERMISSION_DENIED", {}, { message: body.message });`,
    },
    { name: "the target API's own message in an envelope", code: envelope("op.message") },
    {
      name: "details that only the running program knows",
      code: `export const f = (details) => aqlError("VALIDATION_MISSING_PARAM", details);`,
    },
    {
      name: "details with a spread",
      code: `export const f = (base) => aqlError("VALIDATION_MISSING_PARAM", { ...base, param_name: "id" });`,
    },
    { name: "optional details, left out", code: `export const f = () => aqlError("PERMISSION_DENIED", {});` },
    {
      name: "a code that only the running program knows",
      code: `export const f = (code) => aqlError(code, {}, { message: "x" });`,
    },
    {
      name: "a namesake",
      code: `import { aqlError as other } from "other";
      export const f = () => other("VALIDATION_MISSING_PARAM", {}, { message: "x" });`,
    },
  ])("accepts $name", check);

  it("says nothing under a contract without templates", () => {
    const code = `import { SystemError } from "error-contract/kaiza";
    export const f = () => SystemError.toolFailure("INVALID_PATH", { human_message: "x" });`;
    expectFindings(subject, code);
  });
});

const fixing = (name: string, code: string, output: string) => ({
  name,
  code: IMPORT + code,
  output: IMPORT + output,
  settings: { errorContract: settings },
  errors: [{ messageId: "otherMessage" as const }],
});

javascriptRuleTester.run("match-message-template, fixes", rule, {
  valid: [],
  invalid: [
    fixing(
      "a message goes, with the options that held nothing else",
      `export const f = () => aqlError("VALIDATION_MISSING_PARAM", ${MISSING}, { message: "No id" });`,
      `export const f = () => aqlError("VALIDATION_MISSING_PARAM", ${MISSING});`,
    ),
    {
      name: "what the text says, and no detail: a suggestion, which leaves nothing that only stood in for details",
      code: `${IMPORT}export const f = () => aqlError("PERMISSION_DENIED", undefined, { message: "Not you" });`,
      output: null,
      settings: { errorContract: settings },
      errors: [
        {
          messageId: "otherMessage",
          suggestions: [
            { messageId: "render", output: `${IMPORT}export const f = () => aqlError("PERMISSION_DENIED");` },
          ],
        },
      ],
    },
    {
      name: "the minimal form, which has no details to make a message from: none",
      code: outdent`
        import { AqlError } from "error-contract/mcp-aql";
        export const f = () => new AqlError({ code: "VALIDATION_MISSING_PARAM", message: "No id" });
      `,
      output: null,
      settings: { errorContract: settings },
      errors: [{ messageId: "otherMessage", suggestions: [] }],
    },
    fixing(
      "other options stay",
      `export const f = (cause) => aqlError("VALIDATION_MISSING_PARAM", ${MISSING}, { message: "No id", cause });`,
      `export const f = (cause) => aqlError("VALIDATION_MISSING_PARAM", ${MISSING}, { cause });`,
    ),
    fixing(
      "what the message showed stands in the details",
      outdent`
        export const f = (id, op) => aqlError("VALIDATION_MISSING_PARAM", { param_name: id, operation: op }, {
          message: \`No \${id} for \${op}\`,
        });
      `,
      `export const f = (id, op) => aqlError("VALIDATION_MISSING_PARAM", { param_name: id, operation: op });`,
    ),
    {
      name: "an envelope: none",
      code: IMPORT + envelope(`"No id"`),
      output: null,
      settings: { errorContract: settings },
      errors: [{ messageId: "otherMessage", suggestions: [] }],
    },
    {
      name: "what the message showed beside the details would be lost: a suggestion",
      code: outdent`
        ${IMPORT}
        export const f = (id, hint) => aqlError("VALIDATION_MISSING_PARAM", {
          param_name: id,
          operation: "read",
        }, {
          message: \`No \${id}, \${hint}\`,
        });
      `,
      output: null,
      settings: { errorContract: settings },
      errors: [
        {
          messageId: "otherMessage",
          suggestions: [
            {
              messageId: "render",
              output: outdent`
                ${IMPORT}
                export const f = (id, hint) => aqlError("VALIDATION_MISSING_PARAM", {
                  param_name: id,
                  operation: "read",
                });
              `,
            },
          ],
        },
      ],
    },
    {
      name: "details are missing: none",
      code: outdent`
        ${IMPORT}
        export const f = () => aqlError("VALIDATION_MISSING_PARAM", { operation: "read" }, { message: "No id" });
      `,
      output: null,
      settings: { errorContract: settings },
      errors: [{ messageId: "missingDetails" }, { messageId: "otherMessage", suggestions: [] }],
    },
  ],
});
