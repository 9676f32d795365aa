import { outdent } from "outdent";
import path from "node:path";
import { describe, expect, it } from "vitest";
import noErrorResult from "../../rules/dist/no-error-result.js";
import { lines } from "../kit/lines.js";
import { type Host, findings } from "../kit/marked-code.js";
import { type Files, projectWith } from "../kit/project.js";
import { javascriptRuleTester, untypedRuleTester } from "../kit/rule-tester.js";

const throwsNothing = [{ messageId: "failureObject" as const, suggestions: null }];

javascriptRuleTester.run("no-error-result: callers that hand the failure on", noErrorResult, {
  valid: [],
  invalid: [
    {
      name: "a test that only hands it on goes, where it was the only failure",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        async function read(a) {
          if (!a) return { ok: false, error: "HASH_MISMATCH" };
          return { ok: true, text: await load(a) };
        }
        export async function show(a) {
          const result = await read(a);
          if (!result.ok) return result;

          return result.text;
        }
      `,
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwCode",
              output: outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                async function read(a) {
                  if (!a) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });
                  return { ok: true, text: await load(a) };
                }
                export async function show(a) {
                  const result = await read(a);

                  return result.text;
                }
              `,
            },
          ],
        },
      ],
    },
    {
      name: "a test that throws stays, where there are other failures",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function read(a) {
          if (!a) return { ok: false, error: "HASH_MISMATCH" };
          if (a.isOld) return { ok: false, error: "It is old", age: a.age };
          return { ok: true, text: a.text };
        }
        export function show(a) {
          const result = read(a);
          if (!result.ok) throw new Error(result.error);
          return result.text;
        }
      `,
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwCode",
              output: outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                function read(a) {
                  if (!a) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });
                  if (a.isOld) return { ok: false, error: "It is old", age: a.age };
                  return { ok: true, text: a.text };
                }
                export function show(a) {
                  const result = read(a);
                  if (!result.ok) throw new Error(result.error);
                  return result.text;
                }
              `,
            },
          ],
        },
        ...throwsNothing,
      ],
    },
  ],
});

const READ = (declared: string) => outdent`
  import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
  ${declared}
    if (!a) return { ok: false, error: "HASH_MISMATCH" };
    return { ok: true, text: await load(a) };
  }
`;
const THROWN = (declared: string) => outdent`
  import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
  ${declared}
    if (!a) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });
    return { ok: true, text: await load(a) };
  }
`;
const SHOW = outdent`
  const show = async (a: string) => {
    const result = await read(a);
    if (!result.ok) throw new Error(result.error);
    return result.text;
  };
`;
const SHORT = SHOW.replace(/\n.*throw.*/, "");

untypedRuleTester.run("no-error-result: declared types of functions whose failures are thrown", noErrorResult, {
  valid: [],
  invalid: [
    {
      name: "the failure goes from a union",
      before: "async function read(a: string): Promise<{ ok: true; text: string } | { ok: false; error: string }> {",
      after: "async function read(a: string): Promise<{ ok: true; text: string }> {",
    },
    {
      name: "the failure goes from an alias of one function",
      before: outdent`
        type Read =
          | { ok: false; error: string }
          | { ok: true; text: string };
        async function read(a: string): Promise<Read> {
      `,
      after: outdent`
        type Read =
          | { ok: true; text: string };
        async function read(a: string): Promise<Read> {
      `,
    },
    {
      name: "an interface has no failure to lose",
      before: "interface Read { ok: boolean; text?: string }\nasync function read(a: string): Promise<Read> {",
      after: "interface Read { ok: boolean; text?: string }\nasync function read(a: string): Promise<Read> {",
    },
    {
      name: "the checks stay where the type is that of others, too",
      before: outdent`
        export type Read = { ok: true; text: string } | { ok: false; error: string };
        async function read(a: string): Promise<Read> {
      `,
      after: outdent`
        export type Read = { ok: true; text: string } | { ok: false; error: string };
        async function read(a: string): Promise<Read> {
      `,
      keepsChecks: true,
    },
    {
      name: "the checks stay where the type is unknown",
      before: "async function read(a: string): Promise<Read> {",
      after: "async function read(a: string): Promise<Read> {",
      keepsChecks: true,
    },
  ].map(({ name, before, after, keepsChecks = false }) => ({
    name,
    code: `${READ(before)}\n${SHOW}`,
    output: null,
    errors: [
      {
        messageId: "failureObject" as const,
        suggestions: [{ messageId: "throwCode" as const, output: `${THROWN(after)}\n${keepsChecks ? SHOW : SHORT}` }],
      },
    ],
  })),
});

javascriptRuleTester.run("no-error-result: callers of callers", noErrorResult, {
  valid: [],
  invalid: [
    {
      name: "a check of several functions' failures stays",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function read(a) {
          if (!a) return { ok: false, error: "HASH_MISMATCH" };
          return { ok: true, text: a.text };
        }
        function readNew(a) {
          if (a.isOld) return { ok: false, error: "It is old", age: a.age };
          return read(a);
        }
        export function show(a) {
          const result = readNew(a);
          if (!result.ok) throw new Error(result.error);
          return result.text;
        }
      `,
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwCode",
              output: outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                function read(a) {
                  if (!a) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });
                  return { ok: true, text: a.text };
                }
                function readNew(a) {
                  if (a.isOld) return { ok: false, error: "It is old", age: a.age };
                  return read(a);
                }
                export function show(a) {
                  const result = readNew(a);
                  if (!result.ok) throw new Error(result.error);
                  return result.text;
                }
              `,
            },
          ],
        },
        ...throwsNothing,
      ],
    },
  ],
});

const count = (code: string, filename?: string, host: Host = "javascript"): number => {
  const lint = { host, ...(filename !== undefined && { filename }) };
  return findings({ name: "no-error-result", rule: noErrorResult }, code, lint).flatMap(
    (each) => each.suggestions ?? [],
  ).length;
};

describe("whether callers let the failure through", () => {
  const read = lines`
    function read(a) {
      if (!a) return { ok: false, error: "HASH_MISMATCH" };
      return { ok: true, text: a.text };
    }
  `;

  it.each([
    ["a call that returns it", `export const show = (a) => read(a);`],
    ["a call that drops it", `export async function show(a) { read(a); }`],
    ["a part that only a success has", `export const show = (a) => read(a).text;`],
    ["a binding of such a part", `export function show(a) { const { text } = read(a); return text; }`],
    [
      "a private method",
      `class A { #read(a) { return { ok: false, error: "HASH_MISMATCH" }; } show() { return this.#read(1); } }`,
    ],
    [
      "a failed result of a tool that repeats it",
      outdent`
        server.registerTool("show", {}, async (a) => {
          const r = read(a);
          if (!r.ok) return { isError: true, content: text(r.error) };
          return r.text;
        });
      `,
    ],
    ["a tool", `server.registerTool("read", {}, async (a) => { return { ok: false, error: "HASH_MISMATCH" }; });`],
  ])("%s", (_, rest) => {
    expect(count(rest.includes("HASH_MISMATCH") ? rest : read + rest)).toBe(1);
  });

  it.each([
    ["a test", `export function show(a) { const r = read(a); if (r.ok) return r.text; return "none"; }`],
    [
      "a test that does more than hand it on",
      `export function show(a) { const r = read(a); if (!r.ok) { log(r); return r; } return r.text; }`,
    ],
    ["a test of the call", `export const show = (a) => read(a).ok;`],
    ["a binding of the outcome", `export function show(a) { const { ok, text } = read(a); return ok ? text : ""; }`],
    ["a response", `export const show = (req, res) => res.json(read(req.body));`],
    [
      "a failed result that says something else",
      outdent`
        server.registerTool("show", {}, async (a) => {
          const r = read(a);
          if (!r.ok) return { isError: true, content: text("gone") };
          return r.text;
        });
      `,
    ],
    ["a value that others get", `export const readers = { read };`],
    ["a caller whose own caller tests", `const show = (a) => read(a); export const all = (a) => show(a).error;`],
    ["a callback of an unknown function", `retry(() => { return { ok: false, error: "HASH_MISMATCH" }; });`],
    [
      "a comment at the test",
      `export function show(a) { const r = read(a); if (!r.ok) /* gone */ return r; return r.text; }`,
    ],
  ])("not: %s", (_, rest) => {
    expect(count(rest.includes("HASH_MISMATCH") ? rest : read + rest)).toBe(0);
  });

  const exported = `export ${read}`;
  const method = `export class Store { readAll(a) { return { ok: false, error: "HASH_MISMATCH" }; } }`;
  const inProject = (files: Files, code: string): number => {
    const folder = projectWith({ "package.json": `{ "name": "a" }`, "src/file.js": code, ...files });
    return count(code, path.join(folder, "src/file.js"));
  };

  it("where no other file of the package has its name", () => {
    expect(inProject({ "src/other.js": `export const write = 1;`, "dist/file.js": `read();` }, exported)).toBe(1);
    expect(inProject({ "src/other.js": `export const write = 1;` }, method)).toBe(1);
  });

  it("not where a test of the package has its name", () => {
    expect(inProject({ "test/file.test.js": `expect(read(1).ok).toBe(false);` }, exported)).toBe(0);
    expect(inProject({ "test/file.test.js": `store.readAll(1);` }, method)).toBe(0);
    expect(inProject({}, `export default ${read}`)).toBe(0);
    expect(inProject({}, `${read} export { read as readAll };`)).toBe(0);
  });
});
