import { outdent } from "outdent";
import requireCause from "../../rules/dist/require-cause.js";
import { lines } from "../kit/lines.js";
import { typedRuleTester, untypedRuleTester } from "../kit/rule-tester.js";
import { readRewrite } from "../kit/marked-rewrite.js";

const imported = `import { SystemError } from "error-contract/kaiza";\n`;
const missing = [{ messageId: "missingCause" as const }];

untypedRuleTester.run("require-cause: declared parameters", requireCause, {
  valid: [],
  invalid: [
    {
      name: "type arguments and assertions",
      ...readRewrite(outdent`
        ${imported}
        try {
          f();
        } catch (e) {
          throw new SystemError<T>({ tool_name: "a"«⇒, cause: e» } as const) as Error;
        }
      `),
      errors: missing,
    },
  ],
});

const typed = lines`
  import { PlanError, planError, StrictPlanError } from "./plan-errors.js";
  declare function f(): void;
`;

typedRuleTester.run("require-cause: parameters of other files", requireCause, {
  valid: [],
  invalid: [
    {
      name: "an options parameter",
      ...readRewrite(`${typed}try { f(); } catch (e) { throw new PlanError("x"«⇒, { cause: e }»); }`),
      errors: missing,
    },
    {
      name: "a parameter of that name",
      ...readRewrite(
        `${typed}try { f(); } catch «{ throw planError("x", 1 ⇒ (error) { throw planError("x", 1, error»); }`,
      ),
      errors: missing,
    },
    {
      name: "a parameter that takes errors alone, and a failure of type unknown",
      code: `${typed}try { f(); } catch (e) { throw new StrictPlanError("x"); }`,
      output: null,
      errors: [
        {
          messageId: "missingCause",
          suggestions: [
            {
              messageId: "passCause",
              output: `${typed}try { f(); } catch (e) { throw new StrictPlanError("x", e); }`,
            },
          ],
        },
      ],
    },
    {
      name: "a parameter that takes errors alone, and an error",
      ...readRewrite(
        `${typed}declare const p: Promise<void>; p.catch((e: Error) => { throw new StrictPlanError("x"«⇒, e»); });`,
      ),
      errors: missing,
    },
  ],
});
