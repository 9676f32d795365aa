import { contextResolve } from "error-contract/context-resolve";
import { outdent } from "outdent";
import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/require-literal-message.js";
import { lines } from "../kit/lines.js";
import { type Case, checkCases, expectFindings, type LintOptions, syntaxHosts, toCases } from "../kit/marked-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const IMPORT = lines`
  import { contextResolveError, ContextResolveError, CONTEXT_RESOLVE_CODES } from "error-contract/context-resolve";
`;
const subject = { name: "require-literal-message", rule };
const settings = { ...kaizaSettings, contract: contextResolve, legacy: null };

const check = (lint: LintOptions) => checkCases(subject, IMPORT)({ settings, ...lint });

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

const REPORTED: readonly Case[] = toCases({
  "a template with a hole": thrown("«`Cannot read ${path}`»"),
  "a concatenation": thrown(`«"Cannot read " + path»`),
  "a call that joins": thrown(`«parts.join(", ")»`),
  "the message of what was caught": caught(`«err.message»`),
  "a variable that is put together on one path": outdent`
    export function f(path, budget) {
      let text = "Budget is invalid";
      if (budget > 9) text = \`Budget \${budget} is too large\`;
      throw contextResolveError("invalid_budget", «text»);
    }
  `,
  "a path": thrown(`«"Cannot read /var/cache/context"»`),
  "an empty message": thrown(`«""»`),
  "a blank message": thrown(`«"  "»`),
  "what is no text": thrown(`«[]»`),
  "a construction": outdent`
    export const f = (path) => new ContextResolveError({
      code: "io_error",
      message: «\`Cannot read \${path}\`»,
    });
  `,
  "an envelope written by hand":
    'export const f = (path) => ({ error: { code: "io_error", message: «`Cannot read ${path}`» } });',
});

const ACCEPTED: readonly Case[] = toCases({
  "one of two texts": outdent`
    export function f(budget) {
      let text = "Budget is invalid";
      if (budget > 9) text = "Budget is too large";
      throw contextResolveError("invalid_budget", text);
    }
  `,
  "the canonical message, left out": `throw contextResolveError("io_error");`,
  "a literal": thrown(`"The cache could not be read"`),
  "a constant": `
    const TEXT = "The cache could not be read"; export const f = () => contextResolveError("io_error", TEXT);`,
  "what an unknown function gives, without types": thrown(`t("errors.io")`),
  "another library's error": 'export const f = (path) => ({ error: { code: "E1", message: `Cannot read ${path}` } });',
});

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
  it.each(
    toCases({
      "a literal type that holds a path": `
      export const f = (text: "Cannot read /var/cache") => contextResolveError("io_error", «text»);`,
      "a parameter of the type string": `export const f = (text: string) => contextResolveError("io_error", «text»);`,
      "what a function gives": outdent`
      declare function t(key: string): string;
      export const f = () => contextResolveError("io_error", «t("errors.io")»);
    `,
    }),
  )("$name", check({ host: "typed" }));
});

const suggesting = (
  name: string,
  code: string,
  ...suggestions: readonly { messageId: "useCanonical"; output: string }[]
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
      "none where the code is not written",
      `export const f = (code, path) => contextResolveError(code, \`No \${path}\`);`,
    ),
    suggesting("none where a comment would be lost", thrown("`No ${path /* the cache */}`")),
  ],
});
