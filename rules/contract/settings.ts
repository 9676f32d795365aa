import type { TSESLint } from "@typescript-eslint/utils";
import type { ContractData } from "error-contract";
import { kaiza } from "error-contract/kaiza";
import type { NameMatcher } from "./name-matcher.js";

/** Deprecated error classes and what their parts become. */
export interface LegacySettings {
  /** The deprecated class, its codes object and the function that converts anything to the class. */
  readonly class: NameMatcher;
  readonly codes?: NameMatcher;
  readonly converter?: NameMatcher;
  /** Legacy field -> field of the envelope; `lowerCase` says that the value is written in lower case there. */
  readonly fields: Readonly<Record<string, string | { readonly field: string; readonly lowerCase: true }>>;
  /** Legacy code -> code of the contract, where they differ. */
  readonly codeMap?: Readonly<Record<string, string>>;
}

/** Where the project's own codes are listed: the values themselves, or an export of another module. */
type CodesSetting = readonly string[] | { readonly module: string; readonly export: string };

/** `settings.errorContract`, checked and with defaults filled in. */
export interface Settings {
  readonly contract: ContractData;
  readonly runtime: {
    /** What fixes import from; `undefined`: the contract's own module. */
    readonly module: string | undefined;
    /** Factory name -> the fields that the project's own factory of that name reads. */
    readonly factories: Readonly<Record<string, readonly string[]>>;
  };
  readonly codes: CodesSetting | undefined;
  readonly legacy: readonly LegacySettings[];
  readonly types: "auto" | "services" | "off" | "require";
}

const BUILT_IN: Readonly<Record<string, ContractData>> = { kaiza };
const LATER: Readonly<Record<string, string>> = {
  sinks: "Pass nothing; no rule of this version reads it.",
  loggers: "Pass nothing; no rule of this version reads it.",
  boundaries: "Pass nothing; no rule of this version reads it.",
};

const checked = new WeakMap<object, Settings>();
const defaults: Settings = {
  contract: kaiza,
  runtime: { module: undefined, factories: {} },
  codes: undefined,
  legacy: [],
  types: "auto",
};

/**
 * The plugin's settings.
 *
 * @throws TypeError naming the key and what was expected, if a key or value is not one of ours.
 */
export function settingsOf(context: Pick<TSESLint.RuleContext<string, readonly unknown[]>, "settings">): Settings {
  const given = context.settings.errorContract;
  if (given === undefined) return defaults;
  const object = record(given, "");
  const known = checked.get(object);
  if (known) return known;
  const settings = readSettings(object);
  checked.set(object, settings);
  return settings;
}

function readSettings(given: Readonly<Record<string, unknown>>): Settings {
  const { contract, runtime, codes, legacy, types, ...rest } = given;
  for (const [key, value] of Object.entries(rest)) {
    const hint = LATER[key];
    if (hint === undefined) throw wrong(key, "one of contract, runtime, codes, legacy, types", key);
    if (Array.isArray(value) ? value.length > 0 : value != null)
      throw wrong(key, `to be null or empty. ${hint}`, value);
  }
  const data = readContract(contract ?? "kaiza");
  const own = readRuntime(runtime);
  // The base's own module has a class that does not know the added codes.
  if (data.extends && own.module === undefined) {
    throw wrong(
      "runtime.module",
      `the module that exports the error class of the extended contract "${data.name}"`,
      own.module,
    );
  }
  return {
    contract: data,
    runtime: own,
    codes: codes == null ? undefined : readCodes(codes),
    legacy: legacy == null ? [] : list(legacy, "legacy").map((entry, index) => readLegacy(entry, `legacy[${index}]`)),
    types: readTypes(types ?? "auto"),
  };
}

function readContract(value: unknown): ContractData {
  if (typeof value === "string") {
    const contract = Object.hasOwn(BUILT_IN, value) ? BUILT_IN[value] : undefined;
    if (!contract) throw wrong("contract", `one of ${Object.keys(BUILT_IN).join(", ")}, or contract data`, value);
    return contract;
  }
  const data = record(value, "contract");
  if ("module" in data)
    throw wrong("contract", "a built-in name or the contract's data itself (import it in your config)", value);
  for (const key of ["name", "codes", "fields", "envelopes", "vocabulary", "fallback"] as const) {
    if (!(key in data))
      throw wrong(`contract.${key}`, "to be there: contract data comes from defineContract() or extend()", undefined);
  }
  return value as ContractData;
}

function readRuntime(value: unknown): Settings["runtime"] {
  if (value == null) return defaults.runtime;
  const { module, factories, ...rest } = record(value, "runtime");
  noOthers(rest, "runtime", "module, factories");
  const reads = factories == null ? {} : record(factories, "runtime.factories");
  for (const [name, fields] of Object.entries(reads)) strings(fields, `runtime.factories.${name}`);
  return {
    module: module == null ? undefined : string(module, "runtime.module"),
    factories: reads as Readonly<Record<string, readonly string[]>>,
  };
}

function readCodes(value: unknown): CodesSetting {
  if (Array.isArray(value)) return strings(value, "codes");
  if (typeof value === "string") throw wrong("codes", "a list of codes, or { module, export }", value);
  const { module, export: name, ...rest } = record(value, "codes");
  noOthers(rest, "codes", "module, export");
  return { module: string(module, "codes.module"), export: string(name, "codes.export") };
}

function readLegacy(value: unknown, path: string): LegacySettings {
  const { class: legacyClass, codes, converter, fields, codeMap, ...rest } = record(value, path);
  noOthers(rest, path, "class, codes, converter, fields, codeMap");
  const map = codeMap == null ? {} : record(codeMap, `${path}.codeMap`);
  for (const [code, target] of Object.entries(map)) string(target, `${path}.codeMap.${code}`);
  return {
    class: matcher(legacyClass, `${path}.class`),
    ...(codes == null ? {} : { codes: matcher(codes, `${path}.codes`) }),
    ...(converter == null ? {} : { converter: matcher(converter, `${path}.converter`) }),
    fields: readFields(fields ?? {}, `${path}.fields`),
    codeMap: map as Readonly<Record<string, string>>,
  };
}

function readFields(value: unknown, path: string): LegacySettings["fields"] {
  const fields = record(value, path);
  for (const [name, target] of Object.entries(fields)) {
    if (typeof target === "string") continue;
    const { field, lowerCase, ...rest } = record(target, `${path}.${name}`);
    noOthers(rest, `${path}.${name}`, "field, lowerCase");
    string(field, `${path}.${name}.field`);
    if (lowerCase !== true) throw wrong(`${path}.${name}.lowerCase`, "true", lowerCase);
  }
  return fields as LegacySettings["fields"];
}

function readTypes(value: unknown): Settings["types"] {
  if (value === "auto" || value === "services" || value === "off" || value === "require") return value;
  throw wrong("types", '"auto", "services", "off" or "require"', value);
}

function matcher(value: unknown, path: string): NameMatcher {
  if (typeof value === "string" && value !== "") return value;
  const { from, name, package: packageName, path: file, ...rest } = record(value, path);
  noOthers(rest, path, "from, name, package, path");
  if (from !== "lib" && from !== "file" && from !== "package")
    throw wrong(`${path}.from`, '"lib", "file" or "package"', from);
  if (typeof name !== "string") strings(name, `${path}.name`);
  if (from === "package") string(packageName, `${path}.package`);
  if (file !== undefined) string(file, `${path}.path`);
  return value as NameMatcher;
}

function record(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw wrong(path, "an object", value);
}

function list(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw wrong(path, "a list", value);
}

function string(value: unknown, path: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw wrong(path, "a string that is not empty", value);
}

function strings(value: unknown, path: string): readonly string[] {
  return list(value, path).map((entry, index) => string(entry, `${path}[${index}]`));
}

function noOthers(rest: object, path: string, keys: string): void {
  const [key] = Object.keys(rest);
  if (key !== undefined) throw wrong(`${path}.${key}`, `one of ${keys}`, key);
}

function wrong(path: string, expected: string, found: unknown): TypeError {
  const name = path === "" ? "settings.errorContract" : `settings.errorContract.${path}`;
  return new TypeError(
    `${name}: expected ${expected}; found ${found === undefined ? "nothing" : JSON.stringify(found)}.`,
  );
}
