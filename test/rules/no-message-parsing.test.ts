import { standard } from "error-contract/standard";
import { outdent } from "outdent";
import { describe, it } from "vitest";
import { kaizaSettings, presets } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-message-parsing.js";
import { type Case, checkCases, syntaxHosts } from "../kit/marked-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const subject = { name: "no-message-parsing", rule };

const check = checkCases(subject, IMPORT);

/** The body of a catch clause whose variable is called `e`. */
const caught = (body: string) => `export function f() { try { run(); } catch (e) { ${body} } }`;

const REPORTED: readonly Case[] = [
  {
    name: "a search in human_message",
    code: `export const f = (failure) => «failure.human_message.includes("not found")»;`,
  },
  { name: "match", code: `export const f = (failure) => «failure.human_message.match(/line (\\d+)/)»?.[1];` },
  {
    name: "a pattern that is tested on it",
    code: `export const f = (failure) => «/not found/i.test(failure.human_message)»;`,
  },
  {
    name: "a comparison, from either side",
    code: `export const f = (x) => «x.human_message === "Locked"» || «"Gone" != x.human_message»;`,
  },
  {
    name: "a switch, once",
    code: `export function f(x) { switch («x.human_message») { case "A": return 1; case "B": return 2; } }`,
  },
  {
    name: "destructuring",
    code: `export function f(x) { const { human_message: text } = x; return «text.includes("locked")»; }`,
  },
  {
    name: "a parameter's pattern",
    code: `export const f = ({ human_message }) => «human_message.includes("locked")»;`,
  },
  {
    name: "message of an error that was tested for the class",
    code: caught(`if (e instanceof SystemError && «e.message.includes("locked")») retry(); throw e;`),
  },
  {
    name: "the error as text",
    code: caught(`if (e instanceof SystemError && «String(e).includes("locked")») retry(); throw e;`),
  },
];

const SYSTEM: readonly Case[] = [
  { name: "in a caught error", code: caught(`if («e.message.includes("ECONNREFUSED")») retry(); throw e;`) },
  { name: "in the text of one", code: caught(`if («String(e).includes("EADDRINUSE")») retry(); throw e;`) },
  {
    name: "in a variable that holds either text",
    code: caught(outdent`
      const text = e instanceof Error ? e.message : String(e);
      if («text.includes("ENOTFOUND")») retry();
      throw e;
    `),
  },
];

const ACCEPTED: readonly Case[] = [
  { name: "the code", code: `export const f = (x) => x.error_code === "SESSION_LOCKED";` },
  {
    name: "a message that is shown",
    code: `export const f = (x) => console.log(x.human_message, x.human_message.trim(), \`\${x.human_message}\`);`,
  },
  {
    name: "a message that is cut to length",
    code: `export const f = (x) => (x.human_message.length > 80 ? x.human_message.slice(0, 80) : x.human_message);`,
  },
  {
    name: "the form of a message",
    code: outdent`
      export const f = (x) =>
        x.human_message.endsWith(".") ||
        x.human_message.includes("\\n") ||
        x.human_message === "?" ||
        /^\\s/.test(x.human_message);
    `,
  },
  {
    name: "a search term of a user",
    code: `export const f = (list, term) => list.filter((x) => x.human_message.includes(term));`,
  },
  {
    name: "messages compared with each other",
    code: `export const f = (one, other) => one.human_message === other.human_message;`,
  },
  {
    name: "an error of anybody, without types",
    code: caught(`if (e.message.includes("socket hang up")) retry(); throw e;`),
  },
  { name: "a word that is like a code of Node", code: caught(`if (e.message.includes("EOF")) retry(); throw e;`) },
  {
    name: "a code of Node among texts of errors that have none",
    code: caught(`if (/socket hang up|ECONNRESET/.test(e.message)) retry(); throw e;`),
  },
  {
    name: "an errno at hand, which is no code of the contract",
    code: caught(`if (e.code === "ENOENT" || e.message.includes("no such file")) return; throw e;`),
  },
  {
    name: "what is no error of the contract, in the else",
    code: caught(
      `if (e instanceof SystemError) { use(e.error_code); } else if (e.message.includes("socket")) retry(); throw e;`,
    ),
  },
  {
    name: "an error of a built-in class, which carries no code",
    code: caught(
      `if (e.error_code === "FILE_NOT_FOUND") return;
      if (e instanceof SyntaxError) { if (e.message.includes("JSON")) retry(); }
      if (e instanceof TypeError && e.message.includes("fetch")) retry();
      throw e;`,
    ),
  },
  { name: "a message of a chat", code: `export const f = (event) => event.message.startsWith("/help");` },
  {
    name: "a namesake of the class",
    code: `class Mine {} export const f = (e) => e instanceof Mine && e.message.includes("x");`,
  },
];

describe.each(syntaxHosts)("no-message-parsing (%s)", (host) => {
  it.each(REPORTED)("reports $name", check({ host }));
  it.each(ACCEPTED)("accepts $name", check({ host }));
});

describe("a code of Node, without types and without a contract", () => {
  it.each(SYSTEM)("$name", check({ settings: presets.node }));
  it.each(SYSTEM)("$name, under a contract", check({}));

  javascriptRuleTester.run("suggests the code of the error", rule, {
    valid: [],
    invalid: [
      {
        code: caught(`if (!e.message.includes("ENOENT")) throw e;`),
        errors: [
          {
            messageId: "messageTest",
            suggestions: [
              {
                messageId: "compareCode",
                data: { code: "ENOENT" },
                output: caught(`if (e.code !== "ENOENT") throw e;`),
              },
            ],
          },
        ],
      },
      {
        name: "none where there are several",
        code: caught(`if (/ENOENT|ENOTDIR/.test(e.message)) return; throw e;`),
        errors: [{ messageId: "messageTest", suggestions: [] }],
      },
    ],
  });
});

describe("no-message-parsing with types", () => {
  it.each([
    {
      name: "a parameter of the class",
      code: `export const f = (e: SystemError) => «e.message.includes("locked")»;`,
    },
    {
      name: "an Error, which has none",
      code: `export const f = (e: Error) => e.message.includes("404");`,
    },
    {
      name: "a value that may be another error",
      code: `export const f = (e: SystemError | Error) => e.message.includes("x");`,
    },
    {
      name: "a message that is no error's",
      code: `interface Row { code: string; message: string } export const f = (e: Row) => e.message.includes("x");`,
    },
  ])("$name", check({ host: "typed" }));
});

describe("no-message-parsing under a contract whose code is called `code`", () => {
  it.each([
    {
      name: "the error in an envelope that was received",
      code: `import { parseEnvelope } from "error-contract/standard";
      export const f = (body: unknown) => «parseEnvelope(body)?.error.message.includes("again")»;`,
    },
  ])("$name", check({ host: "typed", settings: { ...kaizaSettings, contract: standard, legacy: null } }));
});

const comparing = (code: string, test: string, ...codes: readonly (readonly [string, string])[]) => [
  {
    messageId: "messageTest" as const,
    suggestions: codes.map(([each, comparison]) => ({
      messageId: "compareCode" as const,
      data: { code: each },
      output: IMPORT + code.replace(test, comparison),
    })),
  },
];

const suggesting = (name: string, code: string, test: string, ...codes: readonly (readonly [string, string])[]) => ({
  name,
  code: IMPORT + code,
  errors: comparing(code, test, ...codes),
});

javascriptRuleTester.run("no-message-parsing, suggestions", rule, {
  valid: [],
  invalid: [
    suggesting(
      "the code that the text names",
      `export const f = (x) => x.human_message.startsWith("PLAN_NOT_FOUND: ");`,
      `x.human_message.startsWith("PLAN_NOT_FOUND: ")`,
      ["PLAN_NOT_FOUND", `x.error_code === "PLAN_NOT_FOUND"`],
    ),
    suggesting(
      "an unequal comparison stays one",
      `export const f = (x) => x.human_message !== "PLAN_NOT_FOUND";`,
      `x.human_message !== "PLAN_NOT_FOUND"`,
      ["PLAN_NOT_FOUND", `x.error_code !== "PLAN_NOT_FOUND"`],
    ),
    suggesting(
      "parentheses where the place needs them",
      `export const f = (x) => "seen: " + x.human_message.includes("PLAN_NOT_FOUND");`,
      `x.human_message.includes("PLAN_NOT_FOUND")`,
      ["PLAN_NOT_FOUND", `(x.error_code === "PLAN_NOT_FOUND")`],
    ),
    suggesting(
      "none where something else stands for the text that is not there",
      `export const f = (x) => x?.human_message.includes("PLAN_NOT_FOUND") ?? false;`,
      "",
    ),
    suggesting(
      "none for a value that is more than yes or no",
      `export const f = (x) => x.human_message.match(/PLAN_NOT_FOUND/);`,
      "",
    ),
    suggesting(
      "none where a comment would be lost",
      `export const f = (x) => x.human_message.includes(/* why */ "PLAN_NOT_FOUND");`,
      "",
    ),
    suggesting(
      "none where the object has another value by then",
      `export function f(x) { const text = x.human_message; x = next(); return text.includes("PLAN_NOT_FOUND"); }`,
      "",
    ),
  ],
});
