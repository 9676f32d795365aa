import { standard } from "error-contract/standard";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { kaizaSettings, presets } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-message-parsing.js";
import { createCases } from "../kit/create-cases.js";
import { readRewrite } from "../kit/marked-rewrite.js";
import { type Case, checkCases, findings, syntaxHosts, toCases } from "../kit/marked-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const subject = { name: "no-message-parsing", rule };

const check = checkCases(subject, IMPORT);

/** The body of a catch clause whose variable is called `e`. */
const caught = (body: string) => `export function f() { try { run(); } catch (e) { ${body} } }`;

const REPORTED: readonly Case[] = toCases({
  "a search in human_message": `export const f = (failure) => «failure.human_message.includes("not found")»;`,
  match: `export const f = (failure) => «failure.human_message.match(/line (\\d+)/)»?.[1];`,
  "a pattern that is tested on it": `export const f = (failure) => «/not found/i.test(failure.human_message)»;`,
  "a comparison, from either side": `
    export const f = (x) => «x.human_message === "Locked"» || «"Gone" != x.human_message»;`,
  "a switch, once": `export function f(x) { switch («x.human_message») { case "A": return 1; case "B": return 2; } }`,
  destructuring: `export function f(x) { const { human_message: text } = x; return «text.includes("locked")»; }`,
  "a parameter's pattern": `export const f = ({ human_message }) => «human_message.includes("locked")»;`,
  "message of an error that was tested for the class": caught(
    `if (e instanceof SystemError && «e.message.includes("locked")») retry(); throw e;`,
  ),
  "the error as text": caught(`if (e instanceof SystemError && «String(e).includes("locked")») retry(); throw e;`),
});

const SYSTEM: readonly Case[] = toCases({
  "in a caught error": caught(`if («e.message.includes("ECONNREFUSED")») retry(); throw e;`),
  "in the text of one": caught(`if («String(e).includes("EADDRINUSE")») retry(); throw e;`),
  "in a variable that holds either text": caught(outdent`
    const text = e instanceof Error ? e.message : String(e);
    if («text.includes("ENOTFOUND")») retry();
    throw e;
  `),
});

const ACCEPTED: readonly Case[] = toCases({
  "the code": `export const f = (x) => x.error_code === "SESSION_LOCKED";`,
  "a message that is shown": `
    export const f = (x) => console.log(x.human_message, x.human_message.trim(), \`\${x.human_message}\`);`,
  "a message that is cut to length": `
    export const f = (x) => (x.human_message.length > 80 ? x.human_message.slice(0, 80) : x.human_message);`,
  "the form of a message": outdent`
    export const f = (x) =>
      x.human_message.endsWith(".") ||
      x.human_message.includes("\\n") ||
      x.human_message === "?" ||
      /^\\s/.test(x.human_message);
  `,
  "a search term of a user": `export const f = (list, term) => list.filter((x) => x.human_message.includes(term));`,
  "messages compared with each other": `export const f = (one, other) => one.human_message === other.human_message;`,
  "an error of anybody, without types": caught(`if (e.message.includes("socket hang up")) retry(); throw e;`),
  "a word that is like a code of Node": caught(`if (e.message.includes("EOF")) retry(); throw e;`),
  "a code of Node among texts of errors that have none": caught(
    `if (/socket hang up|ECONNRESET/.test(e.message)) retry(); throw e;`,
  ),
  "an errno at hand, which is no code of the contract": caught(
    `if (e.code === "ENOENT" || e.message.includes("no such file")) return; throw e;`,
  ),
  "what is no error of the contract, in the else": caught(
    `if (e instanceof SystemError) { use(e.error_code); } else if (e.message.includes("socket")) retry(); throw e;`,
  ),
  "an error of a built-in class, which carries no code": caught(
    `if (e.error_code === "FILE_NOT_FOUND") return;
    if (e instanceof SyntaxError) { if (e.message.includes("JSON")) retry(); }
    if (e instanceof TypeError && e.message.includes("fetch")) retry();
    throw e;`,
  ),
  "a message of a chat": `export const f = (event) => event.message.startsWith("/help");`,
  "a namesake of the class": `class Mine {} export const f = (e) => e instanceof Mine && e.message.includes("x");`,
});

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

describe("a suggestion keeps what may be missing", () => {
  it.each([
    [`e?.message.includes("ENOENT")`, "e?.code", `(e as NodeJS.ErrnoException)?.code === "ENOENT"`],
    [`e?.message?.includes("ENOENT")`, "e?.code", `(e as NodeJS.ErrnoException)?.code === "ENOENT"`],
    [`e?.toString().includes("ENOENT")`, "e?.code", `(e as NodeJS.ErrnoException)?.code === "ENOENT"`],
    [`e.cause?.message.includes("ENOENT")`, "e.cause?.code", `(e.cause as NodeJS.ErrnoException)?.code === "ENOENT"`],
    [`e?.cause.message.includes("ENOENT")`, "e?.cause.code", `(e?.cause as NodeJS.ErrnoException)?.code === "ENOENT"`],
    [`String(e?.cause).includes("ENOENT")`, "e?.cause?.code", `(e?.cause as NodeJS.ErrnoException)?.code === "ENOENT"`],
    [
      `(e as Error).message.includes("ENOENT")`,
      "(e as Error).code",
      `(e as Error as NodeJS.ErrnoException).code === "ENOENT"`,
    ],
  ])("%s", (test, shown, output) => {
    const [finding] = findings(subject, caught(`if (${test}) retry(); throw e;`), { host: "untyped" });
    expect(finding?.message).toContain(`\`${shown}\``);
    expect(finding?.suggestions?.[0]?.fix.text).toBe(output);
  });
});

describe("no-message-parsing with types", () => {
  it.each(
    toCases({
      "a parameter of the class": `export const f = (e: SystemError) => «e.message.includes("locked")»;`,
      "an Error, which has none": `export const f = (e: Error) => e.message.includes("404");`,
      "a value that may be another error": `export const f = (e: SystemError | Error) => e.message.includes("x");`,
      "a message that is no error's": `
      interface Row { code: string; message: string } export const f = (e: Row) => e.message.includes("x");`,
    }),
  )("$name", check({ host: "typed" }));
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

/** A suggestion of one code, as `«before ⇒ after»` says, or none. */
const suggesting = (name: string, marked: string) => {
  const { code, output } = readRewrite(IMPORT + marked);
  const suggestion = { messageId: "compareCode" as const, data: { code: "PLAN_NOT_FOUND" }, output };
  const suggestions = code === output ? [] : [suggestion];
  return { name, code, errors: [{ messageId: "messageTest" as const, suggestions }] };
};

javascriptRuleTester.run("no-message-parsing, suggestions", rule, {
  valid: [],
  invalid: createCases(suggesting, {
    "the code that the text names": `
      export const f = (x) => «x.human_message.startsWith("PLAN_NOT_FOUND: ") ⇒ x.error_code === "PLAN_NOT_FOUND"»;`,
    "an unequal comparison stays one": `
      export const f = (x) => «x.human_message !== "PLAN_NOT_FOUND" ⇒ x.error_code !== "PLAN_NOT_FOUND"»;`,
    "parentheses where the place needs them": `
      export const f = (x) => "seen: " + «x.human_message.includes("PLAN_NOT_FOUND") ⇒ (x.error_code === "PLAN_NOT_FOUND")»;`,
    "what may be missing may still be": `
      export const f = (x) => «x?.human_message.includes("PLAN_NOT_FOUND") ⇒ x?.error_code === "PLAN_NOT_FOUND"»;`,
    "a part that may be missing": `
      export const f = (x) => «x?.cause.human_message.includes("PLAN_NOT_FOUND") ⇒ x?.cause.error_code === "PLAN_NOT_FOUND"»;`,
    "an expression in parentheses": `
      export const f = (x, y) => «(x ?? y)?.human_message.includes("PLAN_NOT_FOUND") ⇒ (x ?? y)?.error_code === "PLAN_NOT_FOUND"»;`,
    "none where something else stands for the text that is not there": `
      export const f = (x) => x?.human_message.includes("PLAN_NOT_FOUND") ?? false;`,
    "none for a value that is more than yes or no": `
      export const f = (x) => x.human_message.match(/PLAN_NOT_FOUND/);`,
    "none where a comment would be lost": `
      export const f = (x) => x.human_message.includes(/* why */ "PLAN_NOT_FOUND");`,
    "none where the object has another value by then": `
      export function f(x) { const text = x.human_message; x = next(); return text.includes("PLAN_NOT_FOUND"); }`,
  }),
});
