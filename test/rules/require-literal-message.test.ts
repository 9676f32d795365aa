import { contextResolve } from "error-contract/context-resolve";
import { outdent } from "outdent";
import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/require-literal-message.js";
import { lines } from "../kit/lines.js";
import { expectFindings, type LintOptions, syntaxHosts } from "../kit/marked-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const IMPORT = lines`
  import { contextResolveError, ContextResolveError, CONTEXT_RESOLVE_CODES } from "error-contract/context-resolve";
`;
const subject = { name: "require-literal-message", rule };
const settings = { ...kaizaSettings, contract: contextResolve, legacy: null };

interface Case {
  readonly name: string;
  readonly code: string;
}

const check = (lint: LintOptions) => (each: Case) => {
  expectFindings(subject, IMPORT + each.code, { settings, ...lint });
};

/** A throw with that message, of a function that is given `path` and `parts`. */
const thrown = (message: string) =>
  `export function f(path, parts) { throw contextResolveError("io_error", ${message}); }`;
/** The same while `err` is handled. */
const caught = (message: string) => outdent`
  export function f(path) {
    try {
      return read(path);
    } catch (err) {
      throw contextResolveError("io_error", ${message}, { cause: err });
    }
  }
`;

const REPORTED: readonly Case[] = [
  {
    name: "what a subclass below a plain one passes on",
    code: outdent`
      class Plain extends ContextResolveError {}
      class Mine extends Plain {
        constructor(path) {
          super({ code: "io_error", message: «path + ""» });
        }
      }
    `,
  },
  { name: "a template with a hole", code: thrown("«`Cannot read ${path}`»") },
  { name: "a concatenation", code: thrown(`«"Cannot read " + path»`) },
  { name: "a call that joins", code: thrown(`«parts.join(", ")»`) },
  { name: "the text of a value", code: thrown(`«String(path)»`) },

  { name: "the message of what was caught", code: caught(`«err.message»`) },
  { name: "a template with what was caught", code: caught("«`I/O error: ${err}`»") },

  {
    name: "a variable that is put together on one path",
    code: outdent`
      export function f(path, budget) {
        let text = "Budget is invalid";
        if (budget > 9) text = \`Budget \${budget} is too large\`;
        throw contextResolveError("invalid_budget", «text»);
      }
    `,
  },
  { name: "one arm of a conditional", code: thrown('path ? «`Cannot read ${path}`» : "I/O error occurred"') },
  { name: "a path", code: thrown(`«"Cannot read /var/cache/context"»`) },
  { name: "an errno", code: thrown(`«"Cannot read: ENOENT"»`) },
  { name: "a hash", code: thrown(`«"Mismatch of 9f86d081884c7d65"»`) },
  { name: "a UUID", code: thrown(`«"No session 123e4567-e89b-12d3-a456-426614174000"»`) },
  { name: "a time", code: thrown(`«"Failed at 2026-01-02T03:04:05Z"»`) },
  {
    name: "a diagnostic in a constant",
    code: outdent`
      const TEXT = "Cannot read /var/cache/context";
      export const f = () => contextResolveError("io_error", «TEXT»);
    `,
  },
  { name: "an empty message", code: thrown(`«""»`) },
  { name: "a blank message", code: thrown(`«"  "»`) },
  { name: "what is no text", code: thrown(`«[]»`) },

  {
    name: "a construction",
    code: outdent`
      export const f = (path) => new ContextResolveError({
        code: "io_error",
        message: «\`Cannot read \${path}\`»,
      });
    `,
  },
  {
    name: "an envelope written by hand",
    code: 'export const f = (path) => ({ error: { code: "io_error", message: «`Cannot read ${path}`» } });',
  },
];

const ACCEPTED: readonly Case[] = [
  {
    name: "one of two texts",
    code: outdent`
      export function f(budget) {
        let text = "Budget is invalid";
        if (budget > 9) text = "Budget is too large";
        throw contextResolveError("invalid_budget", text);
      }
    `,
  },
  {
    name: "a variable that holds another text by then",
    code: outdent`
      export function f(path) {
        let text = \`Reading \${path}\`;
        log(text);
        text = "Cannot read it";
        throw contextResolveError("io_error", text);
      }
    `,
  },
  {
    name: "what a subclass takes that has a constructor of its own",
    code: outdent`
      class Exit extends ContextResolveError {
        constructor(status, text) {
          super({ code: "io_error" });
        }
      }
      class Usage extends Exit {
        constructor() {
          super({ code: "io_error", message: 2 }, "x");
        }
      }
    `,
  },
  { name: "the canonical message, left out", code: `throw contextResolveError("io_error");` },
  { name: "undefined in its place", code: thrown("undefined") },
  { name: "a literal", code: thrown(`"The cache could not be read"`) },
  { name: "a template without holes", code: thrown("`The cache could not be read`") },

  {
    name: "a constant",
    code: `const TEXT = "The cache could not be read"; export const f = () => contextResolveError("io_error", TEXT);`,
  },

  {
    name: "a member of a table",
    code: outdent`
      const TEXTS = { io: "The cache could not be read" };
      export const f = () => contextResolveError("io_error", TEXTS.io);
    `,
  },

  {
    name: "a literal for a blank text",
    code: outdent`
      export const f = (given) => {
        const text = given ?? "";
        return contextResolveError("io_error", text || "The cache could not be read");
      };
    `,
  },
  { name: "a key for translations", code: thrown(`"errors.cache_unreadable"`) },
  { name: "a parameter, without types", code: `export const f = (text) => contextResolveError("io_error", text);` },
  {
    name: "an imported text, without types",
    code: `import { TEXT } from "./texts.js"; export const f = () => contextResolveError("io_error", TEXT);`,
  },
  { name: "what an unknown function gives, without types", code: thrown(`t("errors.io")`) },
  { name: "arguments that are spread", code: `export const f = (args) => contextResolveError(...args);` },
  {
    name: "another library's error",
    code: 'export const f = (path) => ({ error: { code: "E1", message: `Cannot read ${path}` } });',
  },
];

describe.each(syntaxHosts)("require-literal-message (%s)", (host) => {
  it.each(REPORTED)("reports $name", check({ host }));
});

describe("require-literal-message", () => {
  it.each(ACCEPTED)("accepts $name", check({ host: "javascript" }));
  it("says nothing under a contract that leaves messages free", () => {
    const code = outdent`
      import { SystemError } from "error-contract/kaiza";
      export const f = (path) => SystemError.toolFailure("INVALID_PATH", { human_message: \`No \${path}\` });
    `;
    expectFindings(subject, code);
  });
});

describe("require-literal-message with types", () => {
  it.each([
    {
      name: "a parameter of a literal type",
      code: `export const f = (text: "Cannot read it" | "Cannot open it") => contextResolveError("io_error", text);`,
    },
    {
      name: "a literal type that holds a path",
      code: `export const f = (text: "Cannot read /var/cache") => contextResolveError("io_error", «text»);`,
    },
    {
      name: "a parameter of the type string",
      code: `export const f = (text: string) => contextResolveError("io_error", «text» as never);`
        .replace("«text» as never", "«text as string»")
        .replace("«text as string»", "«text»"),
    },
    {
      name: "what a function gives",
      code: outdent`
        declare function t(key: string): string;
        export const f = () => contextResolveError("io_error", «t("errors.io")»);
      `,
    },
    { name: "any", code: `export const f = (text: any) => contextResolveError("io_error", text);` },
  ])("$name", check({ host: "typed" }));
});

describe("require-literal-message, canonical", () => {
  it.each([
    { name: "another text", code: thrown(`«"The cache could not be read"»`) },
    { name: "the canonical text", code: thrown(`"I/O error occurred"`) },
    { name: "none", code: `throw contextResolveError("io_error");` },
    {
      name: "a code that only the running program knows",
      code: `export const f = (code) => contextResolveError(code, "The cache could not be read");`,
    },
  ])("$name", check({ options: { canonical: true } }));
});

const suggesting = (
  name: string,
  code: string,
  ...suggestions: readonly { messageId: "useCanonical" | "moveToCause"; output: string }[]
) => ({
  name,
  code: IMPORT + code,
  settings: { errorContract: settings },
  errors: [
    {
      messageId: "dynamic" as const,
      suggestions: suggestions.map(({ messageId, output }) => ({ messageId, output: IMPORT + output })),
    },
  ],
});

javascriptRuleTester.run("require-literal-message, suggestions", rule, {
  valid: [],
  invalid: [
    suggesting("the canonical message", thrown("`Cannot read ${path}`"), {
      messageId: "useCanonical",
      output: thrown(`"I/O error occurred"`),
    }),
    suggesting(
      "the canonical message of a member of the codes object",
      `export const f = (path) => contextResolveError(CONTEXT_RESOLVE_CODES.cache_missing, \`No \${path}\`);`,
      {
        messageId: "useCanonical",
        output: outdent`
          export const f = (path) => contextResolveError(CONTEXT_RESOLVE_CODES.cache_missing, "Cache does not exist");
        `,
      },
    ),
    suggesting(
      "the canonical message behind the key of a shorthand",
      outdent`
        export const f = (path) => {
          const message = \`No \${path}\`;
          return { error: { code: "io_error", message } };
        };
      `,
      {
        messageId: "useCanonical",
        output: outdent`
          export const f = (path) => {
            const message = \`No \${path}\`;
            return { error: { code: "io_error", message: "I/O error occurred" } };
          };
        `,
      },
    ),
    suggesting(
      "what was caught becomes the cause",
      outdent`
        export function f() {
          try {
            read();
          } catch (err) {
            throw contextResolveError("io_error", err.message);
          }
        }
      `,
      {
        messageId: "useCanonical",
        output: outdent`
          export function f() {
            try {
              read();
            } catch (err) {
              throw contextResolveError("io_error", "I/O error occurred");
            }
          }
        `,
      },
      {
        messageId: "moveToCause",
        output: outdent`
          export function f() {
            try {
              read();
            } catch (err) {
              throw contextResolveError("io_error", "I/O error occurred", { cause: err });
            }
          }
        `,
      },
    ),
    suggesting("nothing more where the cause is there", caught("err.message"), {
      messageId: "useCanonical",
      output: caught(`"I/O error occurred"`),
    }),
    suggesting(
      "none where the code is not written",
      `export const f = (code, path) => contextResolveError(code, \`No \${path}\`);`,
    ),
    suggesting("none where a comment would be lost", thrown("`No ${path /* the cache */}`")),
  ],
});
