import { outdent } from "outdent";
import rule from "../../rules/dist/no-legacy-error.js";
import { untypedRuleTester } from "../kit/rule-tester.js";
import { whole, fixed, reported, suggested, silent } from "./legacy-uses.js";

const used = (["legacyName", "legacyName", "legacyName"] as const).map((messageId) => ({ messageId }));

untypedRuleTester.run("no-legacy-error: TypeScript without types", rule, {
  valid: [
    {
      name: "the contract's class as a type",
      code: `import type { SystemError } from "error-contract/kaiza"; export const f = (e: SystemError) => e;`,
    },
  ],
  invalid: [
    reported("legacyType", "a type", `export const f = (e: KaizaError[]) => e;`),
    reported("legacyType", "the type of the class itself", `export type C = typeof KaizaError;`),
    silent("a union of both classes", `export const f = (e: KaizaError | SystemError) => e;`),

    {
      name: "a construction in a function that promises the class",
      code: whole(outdent`
        export function f(): KaizaError | SystemError {
          return new KaizaError({ error_code: "SESSION_LOCKED" });
        }
      `),
      errors: [
        {
          messageId: "legacyConstruction",
          suggestions: [
            {
              messageId: "makeWith",
              output: whole(outdent`
                export function f(): KaizaError | SystemError {
                  return SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
                }
              `),
            },
          ],
        },
        ...used,
      ],
    },
    suggested(
      "legacyConstruction",
      "an argument of another module's function, which may ask for the class",
      outdent`
        import { show } from "./show.js";
        show(new KaizaError({ error_code: "SESSION_LOCKED" }));
      `,
      [
        "makeWith",
        outdent`
          import { show } from "./show.js";
          show(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));
        `,
      ],
    ),
    suggested(
      "legacyConstruction",
      "a return in a function whose type stands at its variable",
      outdent`
        type Make = () => Error;
        export const f: Make = () => new KaizaError({ error_code: "SESSION_LOCKED" });
      `,
      [
        "makeWith",
        outdent`
          type Make = () => Error;
          export const f: Make = () => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
        `,
      ],
    ),

    suggested(
      "legacyConstruction",
      "a constant that is exported",
      `export const e = new KaizaError({ error_code: "SESSION_LOCKED" });`,
      ["makeWith", `export const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);`],
    ),

    fixed(
      "legacyConstruction",
      "a name that is annotated as a string",
      outdent`
        export const f = (component: string) => {
          throw new KaizaError({ error_code: "SESSION_LOCKED", component });
        };
      `,
      outdent`
        export const f = (component: string) => {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component.toLowerCase() });
        };
      `,
    ),
    suggested(
      "legacySubclass",
      "a class with a name of its own, which the type of the contract's class does not allow",
      outdent`
        export class X extends KaizaError {
          constructor() {
            super({ error_code: "SESSION_LOCKED" });
            this.name = "X";
          }
        }
      `,
      [
        "extend",
        outdent`
          export class X extends SystemError {
            constructor() {
              super({ error_code: SYSTEM_ERROR_CODES.SESSION_LOCKED });
              this.name = "X";
            }
          }
        `,
      ],
    ),
  ],
});
