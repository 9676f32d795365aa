import type { TSESLint } from "@typescript-eslint/utils";
import { type ContractData, defineContract } from "error-contract";
import { builtInContracts } from "error-contract/detect";
import { kaiza } from "error-contract/kaiza";
import { isDeepStrictEqual } from "node:util";
import { getEnvelopeFields } from "./envelope-fields.js";
import { type LegacySettings, kaizaLegacy } from "./legacy-settings.js";
import type { NameMatcher } from "./name-matcher.js";

/** Where the project's own codes are listed: the values themselves, or an export of another module. */
type CodesSetting =
  readonly ListedCode[] | { readonly module: string; readonly export: string } | { readonly schema: string };

/** A code of the project: its name, its number, or all numbers of a range. */
export type ListedCode = string | number | CodeRange;

export interface CodeRange {
  readonly from: number;
  readonly to: number;
}

/** `settings.errorContract`, checked and with defaults filled in. */
export interface Settings {
  readonly contract: ContractData;
  readonly runtime: {
    /** The module that fixes import from; `undefined`: the contract's own module. */
    readonly module: string | undefined;
    /** Factory name -> the fields that the project's own factory of that name reads. */
    readonly factories: Readonly<Record<string, readonly string[]>>;
  };
  readonly codes: CodesSetting | undefined;
  readonly legacy: readonly LegacySettings[];
  /** Functions that wrap a handler like the contract's boundary. */
  readonly boundaries: readonly NameMatcher[];
  /** Functions that pass on a failure that they are given. */
  readonly sinks: readonly NameMatcher[];
  /** Functions that do nothing with a failure but record it. */
  readonly loggers: readonly NameMatcher[];
  readonly types: TypesSetting;
}

/** Who answers questions about types. */
export interface TypesSetting {
  readonly provider: (typeof PROVIDERS)[number];
  /** The name that TypeScript 7 is installed under; `undefined`: `typescript` or `@typescript/native`. */
  readonly package: string | undefined;
  /** The seconds that TypeScript 7 may take for an answer. */
  readonly timeout: number;
}

const PROVIDERS = ["auto", "services", "native", "off", "require"] as const;

const BUILT_IN: Readonly<Record<string, ContractData>> = Object.fromEntries(
  builtInContracts.map((contract) => [contract.name, contract]),
);
const checked = new WeakMap<object, Settings>();
// oxlint reads the settings anew for every file.
const checkedTexts = new Map<string, Settings>();
const NO_SETTINGS = {};
const CONTRACTS_OWN: Settings["runtime"] = { module: undefined, factories: {} };
const ANY_TYPES: TypesSetting = { provider: "auto", package: undefined, timeout: 30 };

/**
 * The plugin's settings.
 *
 * @throws TypeError naming the key and the expected value, if a key or value is not one of ours.
 */
export function getSettings(context: Pick<TSESLint.RuleContext<string, readonly unknown[]>, "settings">): Settings {
  const { errorContract: given = NO_SETTINGS } = context.settings;
  const object = record(given, "");
  const known = checked.get(object);
  if (known) return known;
  const text = JSON.stringify(object);
  const settings = checkedTexts.get(text) ?? readSettings(object);
  checkedTexts.set(text, settings);
  checked.set(object, settings);
  return settings;
}

function readSettings(given: Readonly<Record<string, unknown>>): Settings {
  const { contract, runtime, codes, legacy, boundaries, sinks, loggers, types, ...rest } = given;
  const keys = "contract, runtime, codes, legacy, boundaries, sinks, loggers, types";
  for (const key of Object.keys(rest)) throw createSettingError(key, `one of ${keys}`, key);
  const data = readContract(contract ?? "kaiza");
  const own = readRuntime(runtime, data);
  // The base's own module has a class that does not know the added codes.
  if (data.extends && own.module === undefined) {
    throw createSettingError(
      "runtime.module",
      `the module that exports the error class of the extended contract "${data.name}"`,
      own.module,
    );
  }
  const settings: Settings = {
    contract: data,
    runtime: own,
    codes: codes == null ? undefined : readCodes(codes),
    legacy: readLegacyEntries(legacy === undefined ? kaizaLegacy : legacy, data),
    boundaries: readMatchers(boundaries, "boundaries"),
    sinks: readMatchers(sinks, "sinks"),
    loggers: readMatchers(loggers, "loggers"),
    types: readTypes(types ?? "auto"),
  };
  for (const [index, { codeMap = {} }] of settings.legacy.entries()) {
    checkTargets(codeMap, `legacy[${index}].codeMap`, settings);
  }
  return settings;
}

/** Returns the entries of `legacy`; leaves out the preset's unless the contract is `kaiza` or extends it. */
function readLegacyEntries(legacy: unknown, contract: ContractData): readonly LegacySettings[] {
  if (legacy == null) return [];
  const isKaiza = [contract.name, ...(contract.extends ?? [])].includes(kaiza.name);
  return list(legacy, "legacy").flatMap((entry, index) => {
    const preset = kaizaLegacy.find((each) => isDeepStrictEqual(entry, each));
    if (preset) return isKaiza ? [preset] : [];
    return [readLegacy(entry, `legacy[${index}]`, contract)];
  });
}

// Codes of another module are not known before a file is linted.
function checkTargets(
  codeMap: Readonly<Record<string, string>>,
  path: string,
  { contract, runtime, codes }: Settings,
): void {
  const isOwn = runtime.module !== undefined && runtime.module !== contract.vocabulary.module;
  const listed: readonly unknown[] = Array.isArray(codes) ? codes : [];
  if (codes === undefined ? isOwn : !Array.isArray(codes)) return;
  for (const [code, target] of Object.entries(codeMap)) {
    if (!Object.hasOwn(contract.codes, target) && !listed.includes(target))
      throw createSettingError(`${path}.${code}`, "a code of the contract or of `codes`", target);
  }
}

function readContract(value: unknown): ContractData {
  if (typeof value === "string") {
    const contract = Object.hasOwn(BUILT_IN, value) ? BUILT_IN[value] : undefined;
    if (!contract)
      throw createSettingError("contract", `one of ${Object.keys(BUILT_IN).join(", ")}, or contract data`, value);
    return contract;
  }
  const data = record(value, "contract");
  if ("module" in data)
    throw createSettingError(
      "contract",
      "a built-in name or the contract's data itself (import it in your config)",
      value,
    );
  try {
    // ESLint hands over copies, which nobody has checked.
    return defineContract(data as unknown as ContractData);
  } catch (error) {
    const problems = error instanceof Error ? error.message : String(error);
    throw new TypeError(problems.replace(/^/gm, "settings.errorContract."), { cause: error });
  }
}

function readRuntime(value: unknown, contract: ContractData): Settings["runtime"] {
  if (value == null) return CONTRACTS_OWN;
  const { module, factories, ...rest } = record(value, "runtime");
  refuseOtherKeys(rest, "runtime", "module, factories");
  const reads = factories == null ? {} : record(factories, "runtime.factories");
  const names = contract.vocabulary.factories.map(({ name }) => name);
  for (const [name, fields] of Object.entries(reads)) {
    if (!names.includes(name))
      throw createSettingError(`runtime.factories.${name}`, `one of ${names.join(", ")}`, name);
    for (const [index, field] of readStrings(fields, `runtime.factories.${name}`).entries()) {
      checkField(field, `runtime.factories.${name}[${index}]`, contract);
    }
  }
  return {
    module: module == null ? undefined : readString(module, "runtime.module"),
    factories: reads as Readonly<Record<string, readonly string[]>>,
  };
}

function checkField(field: string, path: string, contract: ContractData): void {
  // A cause is read by factories also where the envelope has no place for it: it stays on the server.
  const read = contract.vocabulary.factories.flatMap(({ reads }) => reads);
  const fields = new Set([...getEnvelopeFields(contract).schemas.keys(), ...read]);
  if (!fields.has(field)) throw createSettingError(path, `a field of the envelope (${[...fields].join(", ")})`, field);
}

function readCodes(value: unknown): CodesSetting {
  if (Array.isArray(value)) return value.map((entry, index) => readListedCode(entry, `codes[${index}]`));
  if (typeof value === "string")
    throw createSettingError("codes", "a list of codes, { module, export } or { schema }", value);
  const { module, export: name, schema, ...rest } = record(value, "codes");
  if (schema !== undefined && module === undefined && name === undefined) {
    refuseOtherKeys(rest, "codes", "schema");
    return { schema: readString(schema, "codes.schema") };
  }
  refuseOtherKeys(rest, "codes", "module, export");
  return { module: readString(module, "codes.module"), export: readString(name, "codes.export") };
}

function readListedCode(value: unknown, path: string): ListedCode {
  if (Number.isInteger(value)) return value as number;
  if (typeof value !== "object") return readString(value, path);
  const { from, to, ...rest } = record(value, path);
  refuseOtherKeys(rest, path, "from, to");
  if (!Number.isInteger(from)) throw createSettingError(`${path}.from`, "an integer", from);
  if (!Number.isInteger(to) || (to as number) < (from as number)) {
    throw createSettingError(`${path}.to`, "an integer that is not below `from`", to);
  }
  return { from: from as number, to: to as number };
}

function readLegacy(value: unknown, path: string, contract: ContractData): LegacySettings {
  const { class: legacyClass, codes, converter, fields, codeMap, ...rest } = record(value, path);
  refuseOtherKeys(rest, path, "class, codes, converter, fields, codeMap");
  const map = codeMap == null ? {} : record(codeMap, `${path}.codeMap`);
  for (const [code, target] of Object.entries(map)) readString(target, `${path}.codeMap.${code}`);
  return {
    class: readMatcher(legacyClass, `${path}.class`),
    ...(codes == null ? {} : { codes: readMatcher(codes, `${path}.codes`) }),
    ...(converter == null ? {} : { converter: readMatcher(converter, `${path}.converter`) }),
    fields: readFields(fields ?? {}, `${path}.fields`, contract),
    codeMap: map as Readonly<Record<string, string>>,
  };
}

function readFields(value: unknown, path: string, contract: ContractData): LegacySettings["fields"] {
  const fields = record(value, path);
  for (const [name, target] of Object.entries(fields)) {
    if (typeof target === "string") {
      checkField(target, `${path}.${name}`, contract);
      continue;
    }
    const { field, lowerCase, ...rest } = record(target, `${path}.${name}`);
    refuseOtherKeys(rest, `${path}.${name}`, "field, lowerCase");
    checkField(readString(field, `${path}.${name}.field`), `${path}.${name}.field`, contract);
    if (lowerCase !== true) throw createSettingError(`${path}.${name}.lowerCase`, "true", lowerCase);
  }
  return fields as LegacySettings["fields"];
}

function readTypes(value: unknown): TypesSetting {
  if (typeof value !== "object") return { ...ANY_TYPES, provider: readProvider(value, "types") };
  const { provider: name, package: packageName, timeout, ...rest } = record(value, "types");
  refuseOtherKeys(rest, "types", "provider, package, timeout");
  if (timeout != null && !(typeof timeout === "number" && timeout > 0)) {
    throw createSettingError("types.timeout", "a number of seconds", timeout);
  }
  return {
    provider: readProvider(name ?? ANY_TYPES.provider, "types.provider"),
    package: packageName == null ? undefined : readString(packageName, "types.package"),
    timeout: timeout ?? ANY_TYPES.timeout,
  };
}

function readProvider(value: unknown, path: string): TypesSetting["provider"] {
  const found = PROVIDERS.find((each) => each === value);
  if (!found) throw createSettingError(path, PROVIDERS.map((each) => `"${each}"`).join(", "), value);
  return found;
}

function readMatchers(value: unknown, path: string): readonly NameMatcher[] {
  return value == null ? [] : list(value, path).map((entry, index) => readMatcher(entry, `${path}[${index}]`));
}

function readMatcher(value: unknown, path: string): NameMatcher {
  if (typeof value === "string" && value !== "") return value;
  const { from, name, package: packageName, path: file, ...rest } = record(value, path);
  refuseOtherKeys(rest, path, "from, name, package, path");
  if (from !== "lib" && from !== "file" && from !== "package")
    throw createSettingError(`${path}.from`, '"lib", "file" or "package"', from);
  if (typeof name !== "string") readStrings(name, `${path}.name`);
  if (from === "package") readString(packageName, `${path}.package`);
  if (file !== undefined) readString(file, `${path}.path`);
  return value as NameMatcher;
}

function record(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw createSettingError(path, "an object", value);
}

function list(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw createSettingError(path, "a list", value);
}

function readString(value: unknown, path: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw createSettingError(path, "a string that is not empty", value);
}

function readStrings(value: unknown, path: string): readonly string[] {
  return list(value, path).map((entry, index) => readString(entry, `${path}[${index}]`));
}

function refuseOtherKeys(rest: object, path: string, keys: string): void {
  const [key] = Object.keys(rest);
  if (key !== undefined) throw createSettingError(`${path}.${key}`, `one of ${keys}`, key);
}

function createSettingError(path: string, expected: string, found: unknown): TypeError {
  const name = path === "" ? "settings.errorContract" : `settings.errorContract.${path}`;
  return new TypeError(
    `${name}: expected ${expected}; found ${found === undefined ? "nothing" : JSON.stringify(found)}.`,
  );
}
