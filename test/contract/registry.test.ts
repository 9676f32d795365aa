import path from "node:path";
import { kaiza } from "error-contract/kaiza";
import { Linter } from "eslint";
import { expect, test } from "vitest";
import { createLintContext } from "../../rules/dist/contract/lint-context.js";
import { getRegistry, type Registry } from "../../rules/dist/contract/registry.js";

const folder = path.join(import.meta.dirname, "../fixtures/codes");

/** The registry of an empty file in the fixture's folder under the settings. */
function registryUnder(settings: object): Registry {
  let registry: Registry | undefined;
  const rule = {
    create(context: never) {
      registry = getRegistry(createLintContext(context));
      return {};
    },
  };
  const [message] = new Linter({ cwd: folder }).verify(
    "",
    [
      {
        plugins: { test: { rules: { rule } } },
        rules: { "test/rule": "error" },
        settings: { errorContract: settings },
      },
    ],
    { filename: path.join(folder, "file.js") },
  );
  if (!registry) throw new Error(message?.message);
  return registry;
}

test("the contract's codes are known without any setting of the project", () => {
  const registry = registryUnder({});
  expect(registry.codes).toEqual(Object.keys(kaiza.codes));
  expect(registry.has("INVALID_PATH")).toBe(true);
  expect(registry.has("NOPE")).toBe(false);
  expect(registry.has("toString")).toBe(false);
});

test("a list adds to them", () => {
  const registry = registryUnder({ codes: ["UPSTREAM_FAILED", "INVALID_PATH"] });
  expect(registry.codes).toEqual([...Object.keys(kaiza.codes), "UPSTREAM_FAILED"]);
  expect(registry.has("UPSTREAM_FAILED")).toBe(true);
});

test("a module adds what it exports, read with the file's own parser", () => {
  const registry = registryUnder({ codes: { module: "./system-error.js", export: "SYSTEM_ERROR_CODES" } });
  expect(registry.has("UPSTREAM_FAILED")).toBe(true);
  expect(registry.has("NOPE")).toBe(false);
});

test("the project's own class brings its codes along", () =>
  expect(registryUnder({ runtime: { module: "./system-error.js" } }).has("UPSTREAM_FAILED")).toBe(true));

test("nothing is said of other codes while the project's list cannot be read", () => {
  const registry = registryUnder({ runtime: { module: "./computed-error.js" } });
  expect(registry.has("INVALID_PATH")).toBe(true);
  expect(registry.has("NOPE")).toBeUndefined();
});

test("a module that is not there is a wrong setting", () =>
  expect(() => registryUnder({ codes: { module: "./nowhere.js", export: "CODES" } })).toThrow(
    /settings\.errorContract\.codes\.module/,
  ));

test("numbers are codes of a contract whose entries have a value", () => {
  const contract = {
    name: "numbers",
    version: "1.0.0",
    schemaId: "urn:test:numbers",
    registry: "closed",
    codes: { InvalidParams: { value: -32602, meaning: "x", section: "x", condition: "invalid_input" } },
    fallback: { construct: "InvalidParams", unknown: "InvalidParams" },
    fields: { code: "error.code", message: "error.message" },
    envelopes: {
      failure: {
        type: "object",
        required: ["error"],
        properties: {
          error: {
            type: "object",
            required: ["code", "message"],
            properties: { code: { type: "integer" }, message: { type: "string" } },
          },
        },
      },
    },
    context: {},
    message: "free",
    delivery: "throw",
    vocabulary: { module: "numbers", errorClass: "NumberError", codes: "NUMBERS", factories: [], boundary: "wrap" },
  };
  const registry = registryUnder({ contract });
  expect(registry.has(-32602)).toBe(true);
  expect(registry.has(-1)).toBe(false);
  expect(registry.codes).toEqual(["InvalidParams"]);
});
