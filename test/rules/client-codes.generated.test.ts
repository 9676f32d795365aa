import { Linter } from "eslint";
import * as kaiza from "error-contract/kaiza";
import * as standard from "error-contract/standard";
import { describe, expect, it } from "vitest";
import plugin from "../../rules/dist/index.js";
import fc from "../kit/property.js";

// A handler fails before and after each rewrite: a client that was told a code is never told the fallback instead.

const RULES = ["no-raw-error", "no-swallowed-error", "require-cause"];

/** What an attempt may fail with. */
const FAILURES: Readonly<Record<string, () => unknown>> = {
  "a missing file": () => Object.assign(new Error("ENOENT: no such file"), { code: "ENOENT", errno: -2 }),
  "a refused connection": () => Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
  "a status": () => Object.assign(new Error("Not Found"), { status: 404 }),
  "a status of a response": () => Object.assign(new Error("Too many"), { response: { status: 429 } }),
  "a cause with a status": () =>
    new Error("Request failed", { cause: Object.assign(new Error(), { statusCode: 403 }) }),
  "an error of kaiza": () => kaiza.SystemError.toolFailure("SESSION_LOCKED", { human_message: "It is locked" }),
  "an error of standard": () => standard.toolError("CONFLICT", "It exists"),
  "a plain error": () => new Error("something"),
  "an error of the language": () => new TypeError("x is not a function"),
  "an abort": () => new DOMException("This operation was aborted", "AbortError"),
  "a text": () => "something",
  nothing: () => undefined,
};

const MESSAGES = [
  "Failed to read the configuration",
  "User not found",
  "Invalid input",
  "The request timed out",
  "Could not connect to the server",
  "Permission denied",
  "Something went wrong",
  "Failed to save",
];

/** Bodies of a handler that fails where `attempt()` does; `text` is a message. */
const BODIES: Readonly<Record<string, (text: string) => string>> = {
  "an error with its cause": (text) =>
    `try { return await attempt(); } catch (error) { throw new Error("${text}", { cause: error }); }`,
  "an error with the message of its cause": (text) =>
    `try { return await attempt(); } catch (error) { throw new Error(\`${text}: \${error.message}\`); }`,
  "an error that says nothing of its cause": (text) =>
    `try { return await attempt(); } catch (error) { console.error(error); throw new Error("${text}"); }`,
  "an error of a clause without a binding": (text) =>
    `try { return await attempt(); } catch { throw new Error("${text}"); }`,
  "an error of a rejection": (text) =>
    `return attempt().catch((error) => { throw new Error("${text}", { cause: error }); });`,
  "a rejected error": (text) =>
    `return attempt().then((value) => value, (error) => Promise.reject(new Error("${text}", { cause: error })));`,
  "an error that is kept": (text) =>
    `try {
      return await attempt();
    } catch (error) {
      const failure = new Error("${text}");
      failure.cause = error;
      throw failure;
    }`,
  "a swallowed failure": (text) =>
    `try { return await attempt(); } catch (error) { console.error("${text}", error); return { content: [] }; }`,
  "an empty handler": () => `let value; try { value = await attempt(); } catch {} return { content: [value] };`,
  "an error without a cause": (text) => `await attempt().catch(() => {}); throw new Error("${text}");`,
};

const linter = new Linter();

function lint(code: string, preset: "recommended" | "kaiza") {
  const [base] = plugin.configs[preset];
  const rules = Object.fromEntries(RULES.map((rule) => [`error-contract/${rule}`, "error"]));
  return linter.verify(code, { ...base, rules, languageOptions: { sourceType: "module" } } as Linter.Config);
}

/** The code with each fix and each suggestion applied alone. */
function rewrites(code: string, preset: "recommended" | "kaiza"): readonly string[] {
  const edits = lint(code, preset).flatMap(({ fix, suggestions = [] }) => [
    ...(fix ? [fix] : []),
    ...suggestions.map((each) => each.fix),
  ]);
  return edits.map(({ range, text }) => code.slice(0, range[0]) + text + code.slice(range[1]));
}

/** The code that the client of a handler is told; `undefined` where it is told of a success. */
async function codeTold(code: string, module: Module, failure: () => unknown): Promise<string | undefined> {
  const names = { ...module.exports, attempt: async () => Promise.reject(failure()), console: { error() {} } };
  const body = code.replace(/^import .*$/gm, "").replace("export const handler =", "return ");
  const made = new Function(...Object.keys(names), body) as (...values: unknown[]) => () => Promise<unknown>;
  try {
    await module.wrapHandler(made(...Object.values(names)), "read")();
    return undefined;
  } catch (error) {
    return module.codeOf(error);
  }
}

interface Module {
  readonly exports: object;
  readonly wrapHandler: (handler: () => Promise<unknown>, tool: string) => () => Promise<unknown>;
  readonly codeOf: (error: unknown) => string;
  readonly fallback: string;
}

const MODULES: Readonly<Record<"recommended" | "kaiza", Module>> = {
  recommended: {
    exports: standard,
    wrapHandler: standard.wrapHandler,
    codeOf: (error) => (error as { code: string }).code,
    fallback: "INTERNAL",
  },
  kaiza: {
    exports: kaiza,
    wrapHandler: kaiza.wrapHandler,
    codeOf: (error) => (error as { error_code: string }).error_code,
    fallback: "INTERNAL_ERROR",
  },
};

describe.each(["recommended", "kaiza"] as const)("%s: a rewrite keeps the code that the client is told", (preset) => {
  it.each(Object.entries(BODIES))("%s", async (_name, body) => {
    const module = MODULES[preset];
    const failure = fc.constantFrom(...Object.entries(FAILURES));
    const codes = MESSAGES.map((text) => `export const handler = async () => { ${body(text)} };\n`);
    const rewritten = new Map(codes.map((code) => [code, rewrites(code, preset)]));
    await fc.assert(
      fc.asyncProperty(failure, fc.constantFrom(...codes), async ([, fail], code) => {
        const before = await codeTold(code, module, fail);
        for (const rewrite of rewritten.get(code) ?? []) {
          const after = await codeTold(rewrite, module, fail);
          if (before !== undefined && before !== module.fallback) expect(after, rewrite).not.toBe(module.fallback);
        }
      }),
    );
  });
});
