import { outdent } from "outdent";
import requireCause from "../../rules/dist/require-cause.js";
import { readRewrite } from "../kit/marked-rewrite.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { numeric } from "../src/sample-contracts.js";
import { createCases } from "../kit/create-cases.js";

const imported = `import { SystemError } from "error-contract/kaiza";\n`;
const missing = [{ messageId: "missingCause" as const }];

type MessageId = "missingCause" | "partsOnly" | "otherCause" | "noPlace" | "noPlaceInClass";

/** Code that is fixed, as `«before ⇒ after»` says. */
const fixed = (name: string, marked: string) => ({ name, ...readRewrite(imported + marked), errors: missing });

/** The same in a catch clause. */
const inCatch = (name: string, marked: string) => fixed(name, `try { f(); } catch (err) { ${marked} }`);

/** Code that gets a suggestion. */
const offered = (name: string, marked: string, messageId: MessageId = "otherCause") => {
  const { code, output } = readRewrite(imported + marked);
  const suggestions = [{ messageId: "passCause" as const, output }];
  return { name, code, output: null, errors: [{ messageId, suggestions }] };
};

/** Code that is reported and left as it is. */
const reported = (name: string, code: string, messageId: MessageId = "missingCause") => ({
  name,
  code: imported + code,
  output: null,
  errors: [{ messageId }],
});

javascriptRuleTester.run("require-cause: where the cause goes", requireCause, {
  valid: [],
  invalid: [
    ...createCases(inCatch, {
      "options are added behind the arguments": `throw SystemError.toolFailure("X"«⇒, { cause: err }»);`,
      "a trailing comma of the arguments stays": `throw SystemError.toolFailure(("X"),«⇒ { cause: err },»);`,
      "a comment behind the last argument stays": `throw SystemError.toolFailure("X"«⇒, { cause: err }» /* the code */);`,
      "arguments on lines of their own": outdent`
        throw SystemError.toolFailure(
          "X", «⇒{ cause: err }, »// the code
        );
      `,
      "no argument list": `throw new SystemError«⇒({ cause: err })»;`,
      "an empty argument list": `throw new SystemError(«⇒{ cause: err }»);`,
      "the failure is the argument itself": `throw SystemError.fromUnknown(«⇒err»);`,
      "an empty object": `throw new SystemError({«⇒ cause: err »});`,
      "an object that holds a comment": `throw new SystemError({ «⇒cause: err »/* none */ });`,
      "an object on one line": `throw new SystemError({ tool_name: "a"«⇒, cause: err» });`,
      "an object on several lines": outdent`
        throw new SystemError({
            tool_name: "a", // who
            role: null«⇒, cause: err» // nobody
          });
      `,
      "null instead of options": `throw new SystemError(«null ⇒ { cause: err }»);`,
      "an error in a variable": `const e = new SystemError({«⇒ cause: err »}); log(e); throw e;`,
    }),
    fixed(
      "a failure that is called cause",
      `try { f(); } catch (cause) { throw new SystemError({ tool_name: "a"«⇒, cause» }); }`,
    ),
    {
      name: "the arguments in front of the options are filled",
      ...readRewrite(outdent`
        import { wireError } from "wire-errors";
        try {
          f();
        } catch (e) {
          throw wireError(1«⇒, undefined, undefined, { cause: e }»);
        }
      `),
      errors: missing,
      settings: {
        errorContract: {
          contract: {
            ...numeric,
            vocabulary: {
              ...numeric.vocabulary,
              module: "wire-errors",
              factories: [
                { name: "wireError", purpose: "failure", positional: ["code", "message", "data"], reads: [] },
              ],
            },
          },
        },
      },
    },
  ],
});

javascriptRuleTester.run("require-cause: what names the failure", requireCause, {
  valid: [],
  invalid: [
    ...createCases(fixed, {
      "a catch clause gets a binding": `try { f(); } catch «⇒(error) »{ throw new SystemError({«⇒ cause: error »}); }`,
      "a binding that nothing in the clause is called": outdent`
        try {
          f();
        } catch /* gone */ «⇒(cause) »{
          const error = 1;
          throw new SystemError({ tool_name: err«⇒, cause» });
        }
      `,
      "an arrow gets a parameter": `p.catch(async («⇒error») => { throw new SystemError({«⇒ cause: error »}); });`,
      "a function gets a parameter": outdent`
        p.then(ok, function failed(«⇒error»/* nothing */) {
          throw new SystemError({«⇒ cause: error »});
        });
      `,
    }),
  ],
});

javascriptRuleTester.run("require-cause: no fix", requireCause, {
  valid: [],
  invalid: [
    reported(
      "a failure that is taken apart",
      "try { f(); } catch ({ message }) { throw new SystemError({}); }",
      "partsOnly",
    ),
    ...createCases(reported, {
      "a failure that is hidden": `try { f(); } catch (e) { { const e = 1; throw new SystemError({}); } }`,
      "a binding that is written anew": `try { f(); } catch (e) { e = new Error("x"); throw new SystemError({}); }`,
      "an event that holds the failure": `target.addEventListener("error", (event) => { end(new SystemError({})); });`,
      "all arguments": `p.catch((...all) => { throw new SystemError({}); });`,
    }),
    offered(
      "an executor is a function of its own",
      outdent`
        try {
          f();
        } catch (e) {
          new Promise((ok, no) => no(new SystemError({«⇒ cause: e »})));
        }
      `,
      "missingCause",
    ),
    reported("duplicates", `try { f(); } catch (e) { throw new SystemError({ cause: e, cause: "x" }); }`, "otherCause"),
    reported(
      "a value that holds a comment",
      `try { f(); } catch (e) { throw new SystemError({ cause: "a" + /* why */ "b" }); }`,
      "otherCause",
    ),
    ...createCases(offered, {
      "another value is exchanged as a suggestion": `try { f(); } catch (e) { throw new SystemError({ cause: e«.message⇒» }); }`,
      "another value in shorthand is exchanged as a suggestion": `const cause = 1; try { f(); } catch (e) { throw new SystemError({ cause«⇒: e» }); }`,
    }),
    {
      name: "a factory that takes no cause",
      code: outdent`
        import { SystemError } from "own-errors";
        try {
          f();
        } catch (e) {
          throw SystemError.invariantViolation("X");
        }
      `,
      output: null,
      errors: [{ messageId: "noPlace" }],
      settings: {
        errorContract: {
          contract: "kaiza",
          runtime: { module: "own-errors", factories: { "SystemError.invariantViolation": ["phase_id"] } },
        },
      },
    },
    {
      name: "a class of the project that takes no cause",
      code: outdent`
        import { SystemError } from "own-errors";
        try {
          f();
        } catch (e) {
          throw new SystemError("X");
        }
      `,
      output: null,
      errors: [{ messageId: "noPlaceInClass" }],
      settings: {
        errorContract: {
          contract: "kaiza",
          runtime: { module: "own-errors", factories: { SystemError: ["error_code"] } },
        },
      },
    },
  ],
});
