import { outdent } from "outdent";
import rule from "../../rules/dist/no-unregistered-code.js";
import { javascriptRuleTester, untypedRuleTester } from "../kit/rule-tester.js";

const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

javascriptRuleTester.run("no-unregistered-code in references and other forms", rule, {
  valid: [],
  invalid: [
    {
      name: "a comparison after a test for the class",
      code: `${IMPORT}export const f = (x) => x instanceof SystemError && "NOPE" === x.code;`,
      errors: [{ messageId: "unknownComparison" }],
    },

    {
      name: "a comparison with a destructured code",
      code: `const { error_code, human_message } = envelope; if (error_code === "NOPE") show(human_message);`,
      errors: [{ messageId: "unknownComparison" }],
    },
    {
      name: "the cases of a switch",
      code: outdent`
        p.catch((err) => {
          switch (err.error_code) {
            case "NOPE":
              return retry();
            case "INVALID_PATH":
            default:
              throw err;
          }
        });
      `,
      errors: [{ messageId: "unknownComparison" }],
    },
    {
      name: "a list that a code is looked for in",
      code: outdent`
        const RETRY = new Set(["NOPE", "FILE_READ_FAILED"]);
        try {
          run();
        } catch (err) {
          if (RETRY.has(err.error_code) || ["NEVER"].includes(err.error_code)) retry();
          throw err;
        }
      `,
      errors: [{ messageId: "unknownComparison" }, { messageId: "unknownComparison" }],
    },
    {
      name: "a member that the codes object does not have",
      code: `${IMPORT}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.UPSTREAM_TIMEOUT);`,
      errors: [
        { messageId: "missingMember", data: { object: "SYSTEM_ERROR_CODES", name: "UPSTREAM_TIMEOUT", near: "" } },
      ],
    },
    {
      name: "fixes the case of a member, wherever it is read",
      code: outdent`
        ${IMPORT}
        const code = SYSTEM_ERROR_CODES.InvalidPath;
        send(SYSTEM_ERROR_CODES["file-not-found"], code);
      `,
      output: outdent`
        ${IMPORT}
        const code = SYSTEM_ERROR_CODES.INVALID_PATH;
        send(SYSTEM_ERROR_CODES["FILE_NOT_FOUND"], code);
      `,
      errors: [{ messageId: "misspelledMember" }, { messageId: "misspelledMember" }],
    },
    {
      name: "a member that is compared with gets a suggestion",
      code: `${IMPORT}if (x === SYSTEM_ERROR_CODES.InvalidPath) retry();`,
      errors: [
        {
          messageId: "misspelledMember",
          suggestions: [
            { messageId: "replaceCode", output: `${IMPORT}if (x === SYSTEM_ERROR_CODES.INVALID_PATH) retry();` },
          ],
        },
      ],
    },
    {
      name: "a destructured member that is not there",
      code: `${IMPORT}const { INVALID_PATHS } = SYSTEM_ERROR_CODES; use(INVALID_PATHS);`,
      errors: [
        {
          messageId: "misspelledMember",
          suggestions: [
            {
              messageId: "replaceCode",
              output: `${IMPORT}const { INVALID_PATH: INVALID_PATHS } = SYSTEM_ERROR_CODES; use(INVALID_PATHS);`,
            },
          ],
        },
      ],
    },
    {
      name: "the codes of the class",
      code: `${IMPORT}throw SystemError.toolFailure(SystemError.codes.NOPE);`,
      errors: [{ messageId: "missingMember" }],
    },
    {
      name: "a comparison of the contract's own error with a code of another form",
      code: `${IMPORT}export const f = (x) => SystemError.is(x) && x.error_code === "authorization_pending";`,
      errors: [{ messageId: "unknownComparison" }],
    },

    {
      name: "a code that was looked up in another object",
      code: outdent`
        ${IMPORT}
        export function f(raw) {
          const code = raw.toUpperCase();
          if (code in texts) throw SystemError.toolFailure(code);
        }
      `,
      errors: [{ messageId: "dynamicCode" }],
    },

    {
      name: "a template with a hole and a concatenation",
      code: `${IMPORT}SystemError.toolFailure(\`E_\${n}\`); SystemError.toolFailure("E_" + n);`,
      errors: [{ messageId: "dynamicCode" }, { messageId: "dynamicCode" }],
    },
    {
      name: "a text that is built or generated",
      code: outdent`
        ${IMPORT}
        import { randomUUID } from "node:crypto";
        SystemError.toolFailure(kind.toUpperCase());
        SystemError.toolFailure(["E", n].join("_"));
        SystemError.toolFailure(randomUUID());
      `,
      errors: [{ messageId: "dynamicCode" }, { messageId: "dynamicCode" }, { messageId: "dynamicCode" }],
    },

    {
      name: "a generated id of an invariant",
      code: outdent`
        ${IMPORT}
        SystemError.invariantViolation(\`INV_\${Date.now()}\`);
        new SystemError({ invariant_id: crypto.randomUUID() });
      `,
      errors: [{ messageId: "dynamicInvariant" }, { messageId: "dynamicInvariant" }],
    },
    {
      name: "a legacy code in a factory of the contract",
      code: `${IMPORT}throw SystemError.toolFailure("BYPASS_ATTEMPT");`,
      errors: [
        {
          messageId: "misspelled",
          suggestions: [
            { messageId: "replaceCode", output: `${IMPORT}throw SystemError.toolFailure("UNAUTHORIZED_ACTION");` },
          ],
        },
      ],
    },
    {
      name: "a code that extend() adds against the pattern",
      code: outdent`
        import { extend } from "error-contract";
        import { kaiza } from "error-contract/kaiza";
        export const ours = extend(kaiza, {
          name: "ours",
          codes: { "bad-code": { condition: "internal" }, GOOD_CODE: {} },
        });
      `,
      errors: [
        {
          messageId: "malformedCode",
          suggestions: [
            {
              messageId: "renameCode",
              output: outdent`
                import { extend } from "error-contract";
                import { kaiza } from "error-contract/kaiza";
                export const ours = extend(kaiza, {
                  name: "ours",
                  codes: { "BAD_CODE": { condition: "internal" }, GOOD_CODE: {} },
                });
              `,
            },
          ],
        },
      ],
    },
    {
      name: "the registry of the module that defines the class",
      code: outdent`
        export const SYSTEM_ERROR_CODES = Object.freeze({
          Bad: "Bad",
          INTERNAL_ERROR: "INTERNAL_ERROR",
          GOOD: "not-good",
        });
        export class SystemError extends Error {}
      `,
      errors: [
        {
          messageId: "malformedCode",
          suggestions: [
            {
              messageId: "renameCode",
              output: outdent`
                export const SYSTEM_ERROR_CODES = Object.freeze({
                  BAD: "BAD",
                  INTERNAL_ERROR: "INTERNAL_ERROR",
                  GOOD: "not-good",
                });
                export class SystemError extends Error {}
              `,
            },
          ],
        },
        {
          messageId: "malformedCode",
          suggestions: [
            {
              messageId: "renameCode",
              output: outdent`
                export const SYSTEM_ERROR_CODES = Object.freeze({
                  Bad: "Bad",
                  INTERNAL_ERROR: "INTERNAL_ERROR",
                  GOOD: "NOT_GOOD",
                });
                export class SystemError extends Error {}
              `,
            },
          ],
        },
      ],
    },
  ],
});

untypedRuleTester.run("no-unregistered-code in TypeScript without types", rule, {
  valid: [
    {
      name: "an enum of the file with registered codes",
      code: `${IMPORT}enum Code { Path = "INVALID_PATH" } throw SystemError.toolFailure(Code.Path);`,
    },
    {
      name: "a code that is asserted to be one",
      code: `${IMPORT}
      import type { SystemErrorCode } from "error-contract/kaiza";
      export const f = (raw: string) => SystemError.toolFailure(raw as SystemErrorCode);`,
    },

    {
      name: "a type of another library's payload",
      code: `export interface TokenError { error_code: "invalid_grant"; error_description: string }`,
    },
    {
      name: "a filter over failures",
      code: `export interface Query { error_code: "ALL" | "NONE"; tool_name?: string; session_id?: string }`,
    },
    { name: "a type without a literal", code: `export interface E { error_code: string; human_message: string }` },
  ],
  invalid: [
    {
      name: "a constant object as const",
      code: `${IMPORT}const CODES = { gone: "NOPE" } as const; throw SystemError.toolFailure(CODES.gone!);`,
      errors: [{ messageId: "unregistered", column: 23 }],
    },

    {
      name: "a parameter of the contract's type",
      code: outdent`
        import type { SystemError } from "error-contract/kaiza";
        export const f = (err: SystemError) => err.code === "NOPE";
      `,
      errors: [{ messageId: "unknownComparison" }],
    },
    {
      name: "a class field that is typed with a code",
      code: `${IMPORT}class E extends SystemError { declare readonly error_code: "NOPE"; }`,
      errors: [{ messageId: "unregistered" }],
    },
  ],
});
