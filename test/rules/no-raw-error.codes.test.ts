import { Linter } from "eslint";
import { describe, expect, test } from "vitest";
import plugin from "../../rules/dist/index.js";

// What a throw without a code gets suggested, best first, under a contract of few codes and one of many.
const cases = [
  {
    name: "an answer that is not ok is the failure of another service",
    code: `const response = await fetch(url); if (!response.ok) throw new Error("HTTP error! status: " + response.status);`,
    standard: ["UPSTREAM_FAILED"],
    kaiza: ["INTERNAL_ERROR"],
  },
  {
    name: "so is a status out of range",
    code: `if (res.status >= 400) throw new Error("request failed with " + res.status);`,
    standard: ["UPSTREAM_FAILED"],
    kaiza: ["INTERNAL_ERROR"],
  },
  {
    name: "a status that says what is wrong",
    code: `if (res.status === 429) throw new Error("slow down");`,
    standard: ["RATE_LIMITED"],
    kaiza: ["INTERNAL_ERROR"],
  },
  {
    name: "that something failed says nothing of what",
    code: `try { work(); } catch (error) { throw new Error("It failed", { cause: error }); }`,
    standard: ["fromUnknown(...)"],
    kaiza: ["SystemError.fromUnknown(...)"],
  },
  {
    name: "what failed does",
    code: `try { await save(file); } catch (error) { throw new Error("Failed to write the file", { cause: error }); }`,
    standard: ["fromUnknown(...)"],
    kaiza: ["FILE_WRITE_FAILED", "FILE_READ_FAILED"],
  },
  {
    name: "nothing says what failed, and there is no cause that could",
    code: `export function run() { throw new Error("It failed"); }`,
    standard: ["INTERNAL"],
    kaiza: ["INTERNAL_ERROR"],
  },
  {
    name: "words that fit the code for everything else say nothing beside a cause",
    code: `try { work(); } catch (error) { throw new Error("Internal error"); }`,
    standard: ["fromUnknown(...)"],
    kaiza: ["SystemError.fromUnknown(...)"],
  },
  {
    name: "a parameter that is absent",
    code: `export function run(id) { if (!id) throw new Error("Give an id"); }`,
    standard: ["MISSING_INPUT"],
    kaiza: ["MISSING_REQUIRED_FIELD"],
  },
] as const;

describe("no-raw-error: the codes that fit", () => {
  test.for(cases)("$name", ({ code, standard, kaiza }) => {
    expect(suggestions("standard", code)).toEqual(standard);
    expect(suggestions("kaiza", code)).toEqual(kaiza);
  });
});

/** The codes that are suggested, or what converts the cause. */
function suggestions(contract: string, code: string): readonly (string | undefined)[] {
  const config: Linter.Config = {
    plugins: { "error-contract": plugin },
    rules: { "error-contract/no-raw-error": "error" },
    settings: { errorContract: { contract } },
  };
  const messages = new Linter().verify(code, [config]);
  return messages.flatMap((message) => (message.suggestions ?? []).map(choiceIn));
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
    { name: "one of another contract", contract: "standard", code: "INTERNAL_ERROR", expected: "INTERNAL" },
    { name: "one that is like no other", contract: "kaiza", code: "OOPS", expected: "INTERNAL_ERROR" },
  ])("$name", ({ contract, code, expected }) => {
    expect(linting({ contract }, code)).toThrow(
      `error-contract/no-raw-error: fallbackCode: expected a registered code of the contract "${contract}", such as "${expected}"; found "${code}".`,
    );
  });

  test("one that the project registers, but its class does not take", () => {
    expect(linting({ contract: "kaiza", codes: ["UPSTREAM_FAILED"] }, "UPSTREAM_FAILED")).toThrow(
      'expected a code that `SystemError` of "error-contract/kaiza" takes; found "UPSTREAM_FAILED".',
    );
  });

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
