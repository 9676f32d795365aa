import { extend } from "error-contract";
import { kaiza } from "error-contract/kaiza";
import { standard } from "error-contract/standard";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, test } from "vitest";
import { kaizaSettings, presets } from "../../rules/dist/configs.js";
import { resolveRuntimeModule } from "../../rules/dist/contract/lint-context.js";
import { getSettings } from "../../rules/dist/contract/settings.js";

const read = (errorContract: object) => getSettings({ settings: { errorContract } });
const [legacy] = kaizaSettings.legacy;
const withLegacy = (changes: object, others: object = {}) => read({ legacy: [{ ...legacy, ...changes }], ...others });
/** Another contract with the same codes. */
const renamed = { ...structuredClone(kaiza), name: "renamed" };

describe("a wrong key or value is named", () => {
  const cases: readonly (readonly [name: string, key: string, settings: object])[] = [
    ["contract data that is none", "contract.name", { contract: { ...kaiza, name: 1 } }],
    ["contract data without codes", "contract.codes", { contract: { ...kaiza, codes: {} } }],
    ["codes without a contract", "codes", { contract: null, codes: ["UPSTREAM_FAILED"] }],
    ["a contract that is none", "contract", { contract: "none" }],
    ["an unknown factory", 'runtime.factories["SystemError.toolFail"]', factories("SystemError.toolFail", "cause")],
    ["an unknown field", 'runtime.factories["SystemError.toolFailure"][1]', factories("SystemError", "cause", "phase")],
    ["a list that is none", "codes", { codes: "UPSTREAM_FAILED" }],
    ["a provider of types that is none", "types", { types: "tsc" }],
    ["a timeout that no answer can keep", "types.timeout", { types: { timeout: 0 } }],
    ["a function in place of its name", "sinks", { sinks: () => undefined }],
    ["a module without the name of its export", "codes.export", { codes: { module: "./codes.js" } }],
    ["a sink that is no name", "sinks[0]", { sinks: [1] }],
    ["a logger from nowhere", "loggers[0].from", { loggers: [{ from: "here", name: "log" }] }],
    ["a sink of a package that is not named", "sinks[0].package", { sinks: [{ from: "package", name: "report" }] }],
    ["a strictness that is none", "strictness", { strictness: "lenient" }],
    ["a strictness that is no text", "strictness", { strictness: true }],
    ["a class of such a package", "legacy[0].class.package", { legacy: [{ class: { from: "package", name: "E" } }] }],
  ];
  function factories(name: string, ...fields: string[]) {
    const factory = fields.includes("phase") ? "SystemError.toolFailure" : name;
    return { runtime: { module: "x", factories: { [factory]: fields } } };
  }

  it.each(cases)("%s", (_, key, settings) => {
    expect(() => read(settings)).toThrow(TypeError);
    expect(() => read(settings)).toThrow(`settings.errorContract.${key}: `);
  });

  it("a field of the legacy class that becomes none of the envelope", () => {
    expect(() => withLegacy({ fields: { phase: "phaseId" } })).toThrow(
      "settings.errorContract.legacy[0].fields.phase: ",
    );
    expect(() => withLegacy({ fields: { component: { field: "tool", lowerCase: true } } })).toThrow(
      "settings.errorContract.legacy[0].fields.component.field: ",
    );
  });
});

describe("strictness", () => {
  const own = extend(standard, { name: "own", schemaId: "own/1", codes: {} });

  it("a wrong level gets the levels, and what was found", () =>
    expect(() => read({ strictness: "lenient" })).toThrow(/strictness: .*recommended.*strict.*lenient/));

  it("each preset sets it", () => {
    const levels = Object.entries(presets).map(([preset, { strictness }]) => [preset, strictness]);
    const strict = ["kaiza", "contextResolve", "jsonRpc", "typedMcp", "mcpAql"].map((preset) => [preset, "strict"]);
    expect(levels.sort()).toEqual([["node", "recommended"], ["recommended", "recommended"], ...strict].sort());
  });

  it.each(Object.entries(presets))("the contract of %s alone gives the level of the preset", (_, preset) => {
    expect(read({ contract: preset.contract }).strictness).toBe(preset.strictness);
    expect(read({ ...preset, strictness: null }).strictness).toBe(preset.strictness);
  });

  it("a contract has the level of what it extends, and nothing set that of `kaiza`", () => {
    expect(read({ contract: own, runtime: { module: "./errors.js" } }).strictness).toBe("recommended");
    expect(read({ contract: renamed, legacy: null }).strictness).toBe("strict");
    expect(read({}).strictness).toBe("strict");
  });

  it.each(["recommended", "strict"])("%s is taken under each contract", (strictness) => {
    for (const preset of Object.values(presets)) expect(read({ ...preset, strictness }).strictness).toBe(strictness);
  });
});

describe("right values pass", () => {
  it("what needs no contract, without one", () => {
    const settings = read({ ...presets.node, sinks: ["report"], loggers: ["journal.append"], types: "off" });
    expect(settings).toMatchObject({ legacy: [], codes: undefined, sinks: ["report"], loggers: ["journal.append"] });
    expect(settings.contract.codes).toEqual({});
  });

  it("types by the name of their provider, or with where TypeScript 7 is installed", () => {
    expect(read({ types: "native" }).types).toEqual({ provider: "native", package: undefined, timeout: 30 });
    expect(read({ types: { package: "typescript-7", timeout: 5 } }).types).toEqual({
      provider: "auto",
      package: "typescript-7",
      timeout: 5,
    });
  });

  it("a copy of contract data, as ESLint hands it over", () => {
    const contract = structuredClone(extend(kaiza, { codes: {} }));
    const settings = read({ ...kaizaSettings, contract, runtime: { module: "./system-error.js" } });
    expect(settings.contract).toEqual(contract);
    expect(settings.legacy).toHaveLength(1);
  });

  it("factories and their fields", () => {
    const factories = { "SystemError.toolFailure": ["human_message", "invariant_id", "stack_trace"] };
    expect(read({ runtime: { module: "x", factories } }).runtime.factories).toEqual(factories);
  });

  it("the preset's deprecated class, which is no business of another contract", () =>
    expect(read({ ...structuredClone(kaizaSettings), contract: renamed }).legacy).toEqual([]));
});

const file = path.join(import.meta.dirname, "../fixtures/own-class/core/system-error.js");
const linted = path.join(import.meta.dirname, "../fixtures/own-class/tools/read_file.js");

test.each([file, pathToFileURL(file).href, "./core/system-error.js"])("a module that is there: %s", (module) => {
  expect(resolveRuntimeModule(module, linted)).toEqual({ specifier: "../core/system-error.js", file });
});

test("a module that is written with the extension of what it is compiled to", () => {
  const folder = path.join(import.meta.dirname, "../fixtures/codes");
  expect(resolveRuntimeModule("./own-errors.js", path.join(folder, "file.ts"))).toEqual({
    specifier: "./own-errors.js",
    file: path.join(folder, "own-errors.ts"),
  });
});

test.each(["file://nope", "/nowhere/system-error.js", "file:///nowhere/system-error.js", "./nowhere.js"])(
  "a module that is not there: %s",
  (module) => {
    expect(() => resolveRuntimeModule(module, linted)).toThrow(TypeError);
    expect(() => resolveRuntimeModule(module, linted)).toThrow("settings.errorContract.runtime.module: ");
  },
);
