import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { outdent } from "outdent";
import { describe, expect, test } from "vitest";
import plugin from "../../rules/dist/index.js";

function suggestedFirst(
  standard: string | undefined,
  kaiza: string | undefined,
  codes: Readonly<Record<string, string>>,
) {
  return Object.entries(codes).map(([name, code]) => ({ name, code, standard, kaiza }));
}

// What a throw without a code gets suggested first, under a contract of few codes and one of many.
const cases = [
  ...suggestedFirst("UPSTREAM_FAILED", "INTERNAL_ERROR", {
    "an answer that may not be ok is the failure of another service": `const response = await fetch(url);
  if (!response.ok || data.error) throw new Error("HTTP error! " + data.error);`,
    "an answer of another server that lacks a part": `
      const data = await response.json(); if (!data.file_id) throw new Error("Missing file_id");`,
  }),
  ...suggestedFirst("UPSTREAM_FAILED", "INTERNAL_ERROR", {
    "the result of an awaited call that did not succeed": `
      const result = await client.call(name); if (!result.success) throw new Error(result.error);`,
    "a failed result that also lacks a part": `
      const result = await client.call(name); if (!result.success || !result.data) throw new Error("It went wrong");`,
    "a failed result that is compared": `
      const result = await client.call(name); if (result.ok === false) throw new Error("It went wrong");`,
    "the else of a success": `
      const { ok } = await client.call(name); if (ok) { use(name); } else { throw new Error("It went wrong"); }`,
    "a result that says it is an error": `
      const result = (await client.call(name)).result; if (result.isError) throw new Error(result.text);`,
    "a failed result behind tests that did not hold": `
      const result = await client.call(name);
      if (!result.success) { if (result.isOld) { return; } throw new Error("It went wrong"); }`,
    "the result of a function of the file that waits": `
      async function load(id) { const row = await db.find(id); return { success: row.ok }; }
      const result = await load(id); if (!result.success) throw new Error("It went wrong");`,
  }),
  ...suggestedFirst(undefined, "INTERNAL_ERROR", {
    "a check of a value is no call of another service": `
      const result = await schema.safeParseAsync(input); if (!result.success) throw new Error("It went wrong");`,
    "nor is one that is not awaited": `
      const result = compare(input); if (!result.success) throw new Error("It went wrong");`,
    "nor a function of the file that never waits": `
      const look = (id) => ({ success: id > 1 });
      const result = await look(id); if (!result.success) throw new Error("It went wrong");`,
    "a call that succeeded has not failed": `
      const result = await client.call(name); if (result.success) throw new Error("It went wrong");`,
    "a nearer test says what is wrong": `
      const result = await client.call(name); if (!result.success) { if (!name) throw new Error("It went wrong"); }`,
  }),
  ...suggestedFirst("NOT_FOUND", "PATH_NOT_FOUND", {
    "clear words outrank that a call failed": `
      const result = await client.call(name); if (!result.success) throw new Error("Document not found");`,
    "what a guard found outranks that a call failed": `
      const result = await client.call(name);
      if (!result.success && result.status === 404) throw new Error("It went wrong");`,
  }),
  ...suggestedFirst("fromUnknown(...)", "SystemError.fromUnknown(...)", {
    "the status of a response that is not ok says what is wrong": `
      async function f() { const res = await fetch(url); if (!res.ok) throw new Error(await readMessage(res)); }`,
    "that something failed says nothing of what": `
      try { work(); } catch (error) { throw new Error("It failed", { cause: error }); }`,
    "words that fit the code for everything else say nothing beside a cause": `
      try { work(); } catch (error) { throw new Error("Internal error"); }`,
  }),
  ...suggestedFirst("UNAUTHENTICATED", "SESSION_NOT_INITIALIZED", {
    "a response that is ok says nothing": `
      const res = await fetch(url); if (res.ok) { throw new Error("The authentication of the session has expired"); }`,
  }),
  ...suggestedFirst("INTERNAL", "INTERNAL_ERROR", {
    "a missing setting, whatever the message says of it": `
      if (!process.env.KEY) throw new Error("The API key is invalid");`,
    "a case that TypeScript has ruled out": "throw new Error(`Unsupported kind: ${kind satisfies never}`);",
  }),
  ...suggestedFirst("UPSTREAM_FAILED", "SystemError.fromUnknown(...)", {
    "an answer of another server that cannot be read": `
      try { use(await response.json()); } catch { throw new Error("Failed to parse the response"); }`,
  }),
  ...suggestedFirst("UNAVAILABLE", "INTERNAL_ERROR", {
    "what is not installed is not what a client forgot, or asked for": `
      if (!path) throw new Error("ripgrep is required but was not found. Install it: brew install ripgrep");`,
  }),
  ...suggestedFirst("NOT_FOUND", "PATH_NOT_FOUND", {
    "the name of a constant stands for its text": `
      if (!this.hasElement(name)) throw new Error(ERRORS.ELEMENT_NOT_FOUND);`,
  }),
  ...suggestedFirst("fromUnknown(...)", "FILE_WRITE_FAILED", {
    "what failed does": `
      try { await save(file); } catch (error) { throw new Error("Failed to write the file", { cause: error }); }`,
  }),
  ...suggestedFirst("INVALID_INPUT", "INVALID_INPUT_VALUE", {
    "the message outranks the guard": `
    export function scrape(args) {
      if (!isScrapeOptions(args)) throw new Error("Invalid arguments for scrape");
    }
  `,
    "one request that is too large is not one of too many": `
      if (text.length > LIMIT) throw new Error("The program exceeds the limit of characters");`,
  }),
  ...suggestedFirst("MISSING_INPUT", "MISSING_REQUIRED_FIELD", {
    "an argument that is absent": `export function read(id) { if (!id) throw new Error("id is required"); }`,
    "a key that is not given is missing, and no wrong one": `
      if (!options.key) throw new Error("An API key is required");`,
  }),
  ...suggestedFirst("UNKNOWN_OPERATION", "INVALID_INPUT_VALUE", {
    "what the server does not know by a name is no operation": `
      class A { call(name) { if (!this.tools[name]) throw new Error("Unknown tool: " + name); } }`,
    "an operation that is not there is no missing thing": `
      const tool = tools.get(name); if (!tool) throw new Error("Tool not found: " + name);`,
  }),
  ...suggestedFirst("INVALID_INPUT", "INVALID_INPUT_TYPE", {
    "a value that is not supported is no operation": `throw new Error("Unsupported type of resource: " + type);`,
  }),
  ...suggestedFirst("TIMEOUT", "SystemError.fromUnknown(...)", {
    "an abort by a timer of the function": `async function load(url) {
      const timer = setTimeout(() => controller.abort(), 10);
      try { return await fetch(url, { signal: controller.signal }); } catch (error) {
        if (error.name === "AbortError") throw new Error("It took longer than that");
      } finally { clearTimeout(timer); }
    }`,
    "an abort by a signal with a limit": `async function load(url) {
      try { return await fetch(url, { signal: AbortSignal.timeout(10) }); } catch (error) {
        if (error.name === "AbortError") throw new Error("It took longer than that");
      }
    }`,
    "an abort that the message calls a timeout": `async function load(url, signal) {
      try { return await fetch(url, { signal }); } catch (error) {
        if (error.name === "AbortError") throw new Error("The request timed out");
      }
    }`,
  }),
  ...suggestedFirst("TIMEOUT", "SystemError.fromUnknown(...)", {
    "an abort by a timer of a function around it": `async function load(url) {
      const timer = setTimeout(() => controller.abort(), 10);
      const ask = async () => {
        try { return await fetch(url, { signal: controller.signal }); } catch (error) {
          if (error.name === "AbortError") throw new Error("It took longer than that");
        }
      };
      return ask().finally(() => clearTimeout(timer));
    }`,
    "an abort that the message says has timed out": `async function load(url, signal) {
      try { return await fetch(url, { signal }); } catch (error) {
        if (error.name === "AbortError") throw new Error("The call timed out");
      }
    }`,
  }),
  ...suggestedFirst("INTERNAL", "INTERNAL_ERROR", {
    "a setting with a default is none of the caller's input": `
      const key = process.env.KEY ?? ""; function f() { if (!key) throw new Error("An API key is required"); }`,
    "a setting in an object": `
      const config = { key: process.env.KEY }; function f() { if (!config.key) throw new Error("key is required"); }`,
  }),
  ...suggestedFirst(undefined, "INTERNAL_ERROR", {
    "a word that names a key": `export const f = () => { throw new Error("Wrong api key"); };`,
  }),
  ...suggestedFirst(undefined, undefined, {
    "a word that expects": `export const f = () => { throw new Error("A list was expected"); };`,
    "a word that was not set": `export const f = () => { throw new Error("The colour is not set"); };`,
  }),
  ...suggestedFirst("TIMEOUT", "INTERNAL_ERROR", {
    "what a timer rejects with has taken too long": `
      const late = new Promise((_, reject) => setTimeout(() => reject(new Error("The server failed to start")), 30_000));`,
  }),
  ...suggestedFirst(undefined, "INTERNAL_ERROR", {
    "what a call has failed to make was not looked up": `
      const project = await create(name); if (!project) throw new Error("Failed to create the project");`,
  }),
  ...suggestedFirst("RATE_LIMITED", "INTERNAL_ERROR", {
    "too many requests are": `if (count > LIMIT) throw new Error("Too many requests, the limit is exceeded");`,
    "a message in another language leaves it to the guard": `
      if (response.status === 429) throw new Error("Слишком много запросов");`,
  }),
];

describe("no-raw-error: the codes that fit", () => {
  test.for(cases)("$name", ({ code, standard, kaiza }) => {
    expect(suggestions("standard", code)[0]).toEqual(standard);
    expect(suggestions("kaiza", code)[0]).toEqual(kaiza);
  });

  test.for([
    ["code", `"P2025"`, "NOT_FOUND"],
    ["code", `"ER_DUP_ENTRY"`, "ALREADY_EXISTS"],
    ["code", `"ERR_CANCELED"`, "CANCELLED"],
    ["name", `"ThrottlingException"`, "RATE_LIMITED"],
    ["code", "14", "UNAVAILABLE"],
    ["code", `"SQLITE_BUSY"`, "UNAVAILABLE"],
    ["code", `"23505"`, "ALREADY_EXISTS"],
    ["code", "-32601", "UNKNOWN_OPERATION"],
  ])("what a guard finds a library's %s to be has the code of the runtime: %s", ([member, value, code]) => {
    const text = "It did not work out";
    const guarded = `try { await save(); } catch (error) { if (error.${member} === ${value}) throw new Error("${text}"); }`;
    expect(suggestions("standard", guarded)[0]).toBe(code);
  });

  test("a length is no code of anything", () => {
    const text = "It did not work out";
    expect(suggestions("standard", `if (rows.length === 14) throw new Error("${text}");`)).toEqual([]);
  });

  test("a code that is nearly sure is offered alone, others with up to two alternatives, in the same order", () => {
    const sure = outdent`
      async function get(id) {
        const user = await users.find(id);
        if (!user) throw new Error("User not found");
      }
    `;
    const unsure = `export function run() { throw new Error("Credentials are required"); }`;

    expect(suggestions("standard", sure)).toEqual(["NOT_FOUND"]);
    expect(suggestions("standard", unsure).length).toBeGreaterThan(1);
    expect(suggestions("standard", unsure).length).toBeLessThanOrEqual(3);
    expect(suggestions("standard", unsure)).toEqual(suggestions("standard", unsure));
  });

  test("a suggestion says what speaks for the code", () => {
    const { suggestions: offered } = verify("standard", `if (!user) throw new Error("User not found");`)[0]!;

    expect(offered?.[0]?.desc).toBe("Use the code `NOT_FOUND`: the message says `not found`.");
  });
});

/** The codes that are suggested, or what converts the cause. */
function suggestions(contract: string, code: string): readonly (string | undefined)[] {
  return verify(contract, code).flatMap((message) => (message.suggestions ?? []).map(choiceIn));
}

function verify(contract: string, code: string): readonly Linter.LintMessage[] {
  return new Linter().verify(code, config({ contract, strictness: "strict" }));
}

function config(errorContract: object): Linter.Config[] {
  return [
    {
      languageOptions: { parser },
      plugins: { "error-contract": plugin },
      rules: { "error-contract/no-raw-error": "error" },
      settings: { errorContract },
    },
  ];
}

// ESLint's types leave out that a suggestion says what its message was made of.
function choiceIn(
  suggestion: Linter.LintSuggestion & { readonly data?: { readonly code?: string; readonly converter?: string } },
): string | undefined {
  return suggestion.data?.code ?? suggestion.data?.converter;
}

describe("no-raw-error: a fallback code that could never be written stops the lint", () => {
  test.for([
    { name: "one that is misspelled", contract: "kaiza", code: "INTERNAL_EROR", expected: "INTERNAL_ERROR" },
    { name: "one that is like no other", contract: "kaiza", code: "OOPS", expected: "INTERNAL_ERROR" },
  ])("$name", ({ contract, code, expected }) => {
    expect(linting({ contract }, code)).toThrow(
      "error-contract/no-raw-error: fallbackCode: expected a registered code of the contract " +
        `"${contract}", such as "${expected}"; found "${code}".`,
    );
  });

  test("one that the project registers, but its class does not take", () =>
    expect(linting({ contract: "kaiza", codes: ["UPSTREAM_FAILED"] }, "UPSTREAM_FAILED")).toThrow(
      'expected a code that `SystemError` of "error-contract/kaiza" takes; found "UPSTREAM_FAILED".',
    ));

  test("but not one of a list that cannot be read", () => {
    const codes = { module: "codes-of-nobody", export: "CODES" };
    expect(linting({ contract: "kaiza", codes }, "UPSTREAM_FAILED")).not.toThrow();
  });

  function linting(settings: object, fallbackCode: string): () => void {
    const config: Linter.Config = {
      plugins: { "error-contract": plugin },
      rules: { "error-contract/no-raw-error": ["error", { fallbackCode }] },
      settings: { errorContract: settings },
    };
    return () => new Linter().verify("throw new Error('x');", [config]);
  }
});
