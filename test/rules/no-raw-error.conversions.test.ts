import { outdent } from "outdent";
import { kaizaSettings } from "../../rules/dist/configs.js";
import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester, typedRuleTester } from "../kit/rule-tester.js";
import { bulk, fixed, kept, offered } from "./raw-rewrites.js";
import { createCases } from "../kit/create-cases.js";

javascriptRuleTester.run("no-raw-error: a cause knows more than the code for everything else", noRawError, {
  valid: [],
  invalid: [
    ...createCases(
      offered,
      {
        "a cause that is given": `throw «new Error("It broke", { cause: reason }) ⇒ SystemError.fromUnknown(reason, { human_message: "It broke" })»;`,
        "a response that is not ok": outdent`
        const res = await fetch(url);
        if (!res?.ok) throw «new Error(\`HTTP \${res.status}\`) ⇒ SystemError.fromUnknown(res, { human_message: \`HTTP \${res.status}\` })»;
      `,
        "a message that is a text that is only added to": outdent`
        try {
          f();
        } catch (err) {
          let text = "HTTP"; text += await r.text();
          throw «new Error(text) ⇒ SystemError.fromUnknown(err, { human_message: text })»;
        }
      `,
        "a message that is a choice between texts": outdent`
        try {
          f();
        } catch (err) {
          const text = n ? "one" : \`\${n}\`;
          throw «new Error(text) ⇒ SystemError.fromUnknown(err, { human_message: text })»;
        }
      `,
      },
      { messageId: "convertUnknown" },
    ),
    offered(
      "the error of a callback",
      outdent`
      function f(cb) {
        read((err) => {
          if (err) return cb(«new Error("It broke") ⇒ SystemError.fromUnknown(err, { human_message: "It broke" })»);
          cb(null, 1);
        });
      }
    `,
      { messageId: "convertUnknown" },
      { messageId: "rawCallback" },
    ),
    ...createCases(
      fixed,
      {
        "a fallback code gives way to the cause": outdent`
        try {
          f();
        } catch (err) {
          throw «new Error("It broke") ⇒ SystemError.fromUnknown(err, { human_message: "It broke" })»;
        }
      `,
        "a fallback code gives way to the status of a response": `const r = await fetch(u); if (!r.ok) throw «new Error("It broke") ⇒ SystemError.fromUnknown(r, { human_message: "It broke" })»;`,
      },
      { options: bulk },
    ),
    fixed(
      "a code for everything else that the author has written stays",
      `try { f(); } catch (err) { throw «new Error("INTERNAL_ERROR: It broke") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, { human_message: "It broke", cause: err })»; }`,
    ),
    offered(
      "a callback's error that is none where the failure is made",
      outdent`
      read((err, data) => {
        if (err) throw err;
        use(data);
        throw «new Error("The file already exists") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_ALREADY_EXISTS, { human_message: "The file already exists" })»;
      });
    `,
      { messageId: "useLikelyCode", data: { code: "FILE_ALREADY_EXISTS", why: "the message says `already exists`" } },
    ),
    kept("a comment that would be lost", `try { f(); } catch (err) { throw new Error(/* why */ "It broke"); }`),
    kept(
      "a conversion of the project that takes no message",
      `try { f(); } catch (err) { throw new Error("It broke"); }`,
      {
        settings: {
          errorContract: {
            ...kaizaSettings,
            runtime: { module: "error-contract/kaiza", factories: { "SystemError.fromUnknown": ["tool_name"] } },
          },
        },
      },
    ),
  ],
});

typedRuleTester.run("no-raw-error: with types", noRawError, {
  valid: [],
  invalid: [
    kept(
      "an error of a class below a package's keeps its class",
      outdent`
      import { ZodError } from "zod";
      export class PlanError extends ZodError {}
      throw new PlanError([]);
    `,
    ),
    offered(
      "a value that may be anything is converted",
      "function f(reason: unknown) { throw «reason ⇒ SystemError.fromUnknown(reason)»; }",
      { messageId: "convertUnknown" },
      { messageId: "unknownValue" },
    ),
  ],
});
