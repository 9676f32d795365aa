import { outdent } from "outdent";
import { kaizaSettings } from "../../rules/dist/configs.js";
import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester, typedRuleTester } from "../kit/rule-tester.js";

const imported = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const thrown = [{ messageId: "rawThrow" as const }];

const converted = (output: string) => ({ messageId: "convertUnknown" as const, output });
const bulk = [
  {
    allow: [],
    allowUnknown: false,
    fallbackCode: "INTERNAL_ERROR",
    strict: true,
  },
] as const;

javascriptRuleTester.run("no-raw-error: a cause knows more than the code for everything else", noRawError, {
  valid: [],
  invalid: [
    {
      name: "a cause that is given",
      code: `${imported}throw new Error("It broke", { cause: reason });`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [converted(`${imported}throw SystemError.fromUnknown(reason, { human_message: "It broke" });`)],
        },
      ],
    },
    {
      name: "a caught failure",
      code: outdent`
        ${imported}
        try {
          f();
        } catch (err) {
          throw new Error(\`Broke \${name}\`);
        }
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            converted(outdent`
              ${imported}
              try {
                f();
              } catch (err) {
                throw SystemError.fromUnknown(err, { human_message: \`Broke \${name}\` });
              }
            `),
          ],
        },
      ],
    },
    {
      name: "a response that is not ok",
      code: outdent`
        ${imported}
        const res = await fetch(url);
        if (!res?.ok) throw new Error(\`HTTP \${res.status}\`);
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            converted(outdent`
              ${imported}
              const res = await fetch(url);
              if (!res?.ok) throw SystemError.fromUnknown(res, { human_message: \`HTTP \${res.status}\` });
            `),
          ],
        },
      ],
    },
    ...[
      ["a text that is only added to", `let text = "HTTP"; text += await r.text();`, "text"],
      ["a choice between texts", `const text = n ? "one" : \`\${n}\`;`, "text"],
      ["a text that may be something else", `let text = "HTTP"; text = await r.text();`, "String(text)"],
    ].map(([name, start, message]) => ({
      name: `a message that is ${name}`,
      code: outdent`
        ${imported}
        try {
          f();
        } catch (err) {
          ${start}
          throw new Error(text);
        }
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow" as const,
          suggestions: [
            converted(outdent`
              ${imported}
              try {
                f();
              } catch (err) {
                ${start}
                throw SystemError.fromUnknown(err, { human_message: ${message} });
              }
            `),
          ],
        },
      ],
    })),
    {
      name: "a caught failure without a name",
      code: outdent`
        ${imported}
        try {
          f();
        } catch {
          throw new Error("It broke");
        }
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            converted(outdent`
              ${imported}
              try {
                f();
              } catch (error) {
                throw SystemError.fromUnknown(error, { human_message: "It broke" });
              }
            `),
          ],
        },
      ],
    },
    {
      name: "the error of a callback",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function f(cb) {
          read((err) => {
            if (err) return cb(new Error("It broke"));
            cb(null, 1);
          });
        }
      `,
      output: null,
      errors: [
        {
          messageId: "rawCallback",
          suggestions: [
            converted(outdent`
              import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
              function f(cb) {
                read((err) => {
                  if (err) return cb(SystemError.fromUnknown(err, { human_message: "It broke" }));
                  cb(null, 1);
                });
              }
            `),
          ],
        },
      ],
    },
    {
      name: "a code that is none of the contract's",
      code: outdent`
        ${imported}
        try {
          f();
        } catch (err) {
          throw Object.assign(new Error("It broke"), { code: "EFOO" });
        }
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            converted(outdent`
              ${imported}
              try {
                f();
              } catch (err) {
                throw SystemError.fromUnknown(err, { human_message: "It broke" });
              }
            `),
          ],
        },
      ],
    },
    {
      name: "a fallback code, for what names none",
      options: [...bulk],
      code: `${imported}throw new Error(text);`,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, { human_message: String(text) });
      `,
      errors: thrown,
    },
    {
      name: "a fallback code gives way to the cause",
      options: [...bulk],
      code: outdent`
        ${imported}
        try {
          f();
        } catch (err) {
          throw new Error("It broke");
        }
      `,
      output: outdent`
        ${imported}
        try {
          f();
        } catch (err) {
          throw SystemError.fromUnknown(err, { human_message: "It broke" });
        }
      `,
      errors: thrown,
    },
    {
      name: "a fallback code gives way to the status of a response",
      options: [...bulk],
      code: `${imported}const r = await fetch(u); if (!r.ok) throw new Error("It broke");`,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        const r = await fetch(u); if (!r.ok) throw SystemError.fromUnknown(r, { human_message: "It broke" });
      `,
      errors: thrown,
    },
    {
      name: "the name of something in front of the message stays",
      options: [...bulk],
      code: `${imported}throw new Error("update_methods: no method was given");`,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, { human_message: "update_methods: no method was given" });
      `,
      errors: thrown,
    },
    {
      name: "a code for everything else that the author has written stays",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) { throw new Error("INTERNAL_ERROR: It broke"); }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, { human_message: "It broke", cause: err }); }
      `,
      errors: thrown,
    },
    {
      name: "a callback's error that is none where the failure is made",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        read((err, data) => {
          if (err) throw err;
          use(data);
          throw new Error("The file already exists");
        });
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            {
              messageId: "useLikelyCode",
              data: { code: "FILE_ALREADY_EXISTS", why: "the message says `already exists`" },
              output: outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                read((err, data) => {
                  if (err) throw err;
                  use(data);
                  throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_ALREADY_EXISTS, { human_message: "The file already exists" });
                });
              `,
            },
          ],
        },
      ],
    },
    {
      name: "a comment that would be lost",
      code: `${imported}try { f(); } catch (err) { throw new Error(/* why */ "It broke"); }`,
      output: null,
      errors: [{ messageId: "rawThrow", suggestions: null }],
    },
    {
      name: "a conversion of the project that takes no message",
      code: `${imported}try { f(); } catch (err) { throw new Error("It broke"); }`,
      output: null,
      settings: {
        errorContract: {
          ...kaizaSettings,
          runtime: { module: "error-contract/kaiza", factories: { "SystemError.fromUnknown": ["tool_name"] } },
        },
      },
      errors: [{ messageId: "rawThrow", suggestions: null }],
    },
  ],
});

typedRuleTester.run("no-raw-error: with types", noRawError, {
  valid: [],
  invalid: [
    {
      name: "an error of a class below a package's keeps its class",
      code: outdent`
        ${imported}
        import { ZodError } from "zod";
        export class PlanError extends ZodError {}
        throw new PlanError([]);
      `,
      output: null,
      errors: [{ messageId: "rawThrow", suggestions: [] }],
    },
    {
      name: "a value that may be anything is converted",
      code: `${imported}function f(reason: unknown) { throw reason; }`,
      output: null,
      errors: [
        {
          messageId: "unknownValue",
          suggestions: [
            {
              messageId: "convertUnknown",
              output: `${imported}function f(reason: unknown) { throw SystemError.fromUnknown(reason); }`,
            },
          ],
        },
      ],
    },
  ],
});
