import type { TSESLint } from "@typescript-eslint/utils";
import { type ContractData, type JSONSchema, checkAgainstSchema, defineContract } from "error-contract";
import { builtInContracts } from "error-contract/detect";
import { kaiza } from "error-contract/kaiza";
import { standard } from "error-contract/standard";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { NAME_MATCHER_SCHEMA, type NameMatcher } from "./name-matcher.js";

/** The context that ESLint gives a rule. */
export type RuleContext = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;

/** Deprecated error classes and the replacements of their parts. */
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

/** Where the project's own codes are listed: in an export of a module, or in an adapter schema. */
type CodesSource = { readonly module: string; readonly export: string } | { readonly schema: string };

/** A code of the project: its name, its number, or all numbers of a range. */
export type ListedCode = string | number | CodeRange;

interface CodeRange {
  readonly from: number;
  readonly to: number;
}

/** `settings.errorContract`, checked and with defaults filled in. */
export interface Settings {
  /** {@link NO_CONTRACT} where the project follows none. */
  readonly contract: ContractData;
  readonly runtime: {
    /** The project's own module that fixes import from; `undefined`: the contract's module. */
    readonly module: string | undefined;
    /** Factory name -> the fields that the project's own factory of that name reads. */
    readonly factories: Readonly<Record<string, readonly string[]>>;
  };
  readonly codes: { readonly list: readonly ListedCode[] } | CodesSource | undefined;
  readonly legacy: readonly LegacySettings[];
  /** Functions that wrap a handler like the contract's boundary. */
  readonly boundaries: readonly NameMatcher[];
  /** Functions that pass on a failure that they are given. */
  readonly sinks: readonly NameMatcher[];
  /** Functions that do nothing with a failure but record it. */
  readonly loggers: readonly NameMatcher[];
  readonly types: TypesSetting;
  readonly strictness: Strictness;
  /** The file of failures that the rules read; `undefined`: the nearest at or above a linted file. */
  readonly failures: string | undefined;
}

/**
 * What the rules ask of a failure: `recommended` asks whether a caller or client can tell that something failed,
 * `strict` whether it is told so as the contract says.
 */
export type Strictness = (typeof STRICTNESS_LEVELS)[number];

const STRICTNESS_LEVELS = ["recommended", "strict"] as const;

/** Who answers questions about types. */
export interface TypesSetting {
  readonly provider: "auto" | "services" | "native" | "off" | "require";
  /** The name that TypeScript 7 is installed under; `undefined`: `typescript` or `@typescript/native`. */
  readonly package: string | undefined;
  /** The seconds that TypeScript 7 may take for an answer. */
  readonly timeout: number;
}

/** `settings.errorContract` as it is written; the presets set every key, to `null` where they have no value for it. */
interface WrittenSettings extends Partial<Pick<Settings, "boundaries" | "sinks" | "loggers">> {
  readonly contract?: string | ContractData | null;
  readonly runtime?: Partial<Settings["runtime"]>;
  readonly codes?: readonly ListedCode[] | CodesSource;
  readonly legacy?: Settings["legacy"] | null;
  readonly types?: TypesSetting["provider"] | Partial<TypesSetting>;
  readonly strictness?: Strictness | null;
  readonly failures?: string | null;
  /** The hash of the file of failures, by which a cache of the host knows that it has changed. No rule reads it. */
  readonly failuresHash?: string | null;
}

/** The fields of the deprecated class that the envelope names otherwise. */
const renamedFields = Object.entries(kaiza.legacy.fields).map(
  ([field, legacy]): [string, LegacySettings["fields"][string]] => [
    legacy.from,
    "lowerCase" in legacy ? { field, lowerCase: true } : field,
  ],
);

/** The deprecated class that specification 001 section 10 migrates, and the replacements of its parts. */
export const kaizaLegacy: readonly LegacySettings[] = [
  {
    class: { from: "file", name: "KaizaError" },
    codes: { from: "file", name: "ERROR_CODES" },
    converter: { from: "file", name: "ensureKaizaError" },
    fields: {
      error_code: "error_code",
      human_message: "human_message",
      ...Object.fromEntries(renamedFields),
      cause: "cause",
    },
    codeMap: kaiza.legacy.codes,
  },
];

/**
 * What stands in for a contract where `settings.errorContract.contract` is null. It has no codes, no class, no factory
 * and no envelope, so whatever a helper asks for of the contract is found nowhere.
 */
export const NO_CONTRACT: ContractData = {
  name: "none",
  version: "1.0.0",
  schemaId: "",
  registry: "closed",
  codes: {},
  fallback: { construct: "", unknown: "" },
  fields: { code: "code", message: "message" },
  envelopes: { failure: {} },
  context: {},
  message: "free",
  delivery: "throw",
  vocabulary: { module: "", errorClass: "", codes: "", factories: [], boundary: "" },
};

const ROOT = "settings.errorContract";
const BUILT_IN = new Map<string, ContractData>(builtInContracts.map((each) => [each.name, each]));

/** What settings say of a contract: nothing, where there is none. */
const PARTS: ReadonlySet<string> = new Set(["runtime", "codes", "legacy", "boundaries"]);

const NULL: JSONSchema = { type: "null" };
const TEXT: JSONSchema = { type: "string", minLength: 1 };
const INTEGER: JSONSchema = { type: "integer" };
const LISTED_CODE: JSONSchema = { anyOf: [TEXT, INTEGER, objectOf({ from: INTEGER, to: INTEGER }, ["from", "to"])] };
const PROVIDER: JSONSchema = { type: "string", enum: ["auto", "services", "native", "off", "require"] };
const TYPES = objectOf({ provider: PROVIDER, package: TEXT, timeout: { type: "number", minimum: 0.001 } });
const MATCHERS = listOf(NAME_MATCHER_SCHEMA);

function createSchema(contract: ContractData, { codes }: WrittenSettings): JSONSchema {
  // A cause is read by factories also where the envelope has no place for it: it stays on the server.
  const read = contract.vocabulary.factories.flatMap(({ reads }) => reads);
  const field: JSONSchema = {
    type: "string",
    enum: [...new Set([...listLeafNames(contract.envelopes.failure), ...read])],
  };
  const lowerCase = objectOf({ field, lowerCase: { type: "boolean", const: true } }, ["field", "lowerCase"]);
  const factories = contract.vocabulary.factories.map(({ name }) => [name, listOf(field)] as const);
  const source = Object.hasOwn(Object(codes) as object, "schema") ? { schema: TEXT } : { module: TEXT, export: TEXT };
  const keys: Readonly<Record<keyof WrittenSettings, JSONSchema>> = {
    contract: {},
    runtime: objectOf({ module: TEXT, factories: objectOf(Object.fromEntries(factories)) }),
    codes: { anyOf: [listOf(LISTED_CODE), objectOf(source, Object.keys(source))] },
    legacy: listOf(
      objectOf(
        {
          class: NAME_MATCHER_SCHEMA,
          codes: NAME_MATCHER_SCHEMA,
          converter: NAME_MATCHER_SCHEMA,
          fields: mapOf({ anyOf: [field, lowerCase] }),
          codeMap: mapOf(TEXT),
        },
        ["class"],
      ),
    ),
    boundaries: MATCHERS,
    sinks: MATCHERS,
    loggers: MATCHERS,
    types: { anyOf: [PROVIDER, TYPES] },
    strictness: { type: "string", enum: STRICTNESS_LEVELS },
    failures: TEXT,
    failuresHash: TEXT,
  };
  const orNull = Object.entries(keys).map(([key, schema]) => {
    const isOfContract = contract === NO_CONTRACT && PARTS.has(key);
    return [key, isOfContract ? NULL : { anyOf: [schema, NULL] }] as const;
  });
  return objectOf(Object.fromEntries<JSONSchema>(orNull));
}

/** The names of the fields at the ends of their paths: so factories and errors name them. */
function listLeafNames({ properties = {} }: JSONSchema): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => (schema.properties ? listLeafNames(schema) : name));
}

function objectOf(properties: Readonly<Record<string, JSONSchema>>, required: readonly string[] = []): JSONSchema {
  return { type: "object", additionalProperties: false, properties, required };
}

function mapOf(values: JSONSchema): JSONSchema {
  return { type: "object", additionalProperties: values };
}

function listOf(items: JSONSchema): JSONSchema {
  return { type: "array", items };
}

const checked = new WeakMap<object, Settings>();
// oxlint reads the settings anew for every file.
const checkedTexts = new Map<string, Settings>();
const NO_SETTINGS = {};
const NO_FIELDS: Pick<LegacySettings, "fields"> = { fields: {} };

/**
 * The plugin's settings.
 *
 * @throws TypeError naming the key and the expected value, if a key or value is not one of ours.
 */
export function getSettings(context: Pick<RuleContext, "settings">): Settings {
  const written = Object(context.settings.errorContract ?? NO_SETTINGS) as object;
  const known = checked.get(written);
  if (known) return known;
  // A function is no setting: as text, it is reported where it stands.
  const text = JSON.stringify(written, (_, value: unknown) => (typeof value === "function" ? String(value) : value));
  const settings = checkedTexts.get(text) ?? readSettings(JSON.parse(text) as WrittenSettings);
  checkedTexts.set(text, settings);
  checked.set(written, settings);
  return settings;
}

function readSettings(given: WrittenSettings): Settings {
  const contract = readContract(given.contract);
  const written: WrittenSettings = { ...given, legacy: selectLegacyEntries(given.legacy, contract) };
  const problems = checkAgainstSchema(createSchema(contract, written), written, ROOT);
  if (problems.length > 0) throw new TypeError(problems.map(addGuide).join("\n"));
  const { codes, types } = written;
  const { module, factories = {} } = written.runtime ?? {};
  // The base's own module has a class that does not know the added codes.
  if (contract.extends && module === undefined)
    throw createSettingError("runtime.module", `the module with the error class of "${contract.name}"`, module);
  const settings: Settings = {
    contract,
    runtime: { module: module === contract.vocabulary.module ? undefined : module, factories },
    codes: codes && "length" in codes ? { list: codes } : (codes ?? undefined),
    legacy: (written.legacy ?? []).map((entry) => ({ ...NO_FIELDS, ...entry })),
    boundaries: written.boundaries ?? [],
    sinks: written.sinks ?? [],
    loggers: written.loggers ?? [],
    types: {
      provider: "auto",
      package: undefined,
      timeout: 30,
      ...(typeof types === "string" ? { provider: types } : types),
    },
    strictness: written.strictness ?? getStrictnessOf(contract),
    failures: written.failures ?? undefined,
  };
  for (const key of ["boundaries", "sinks", "loggers"] as const)
    settings[key].forEach((matcher, index) => checkMatcher(matcher, `${key}[${index}]`));
  settings.legacy.forEach((entry, index) => {
    for (const key of ["class", "codes", "converter"] as const) checkMatcher(entry[key], `legacy[${index}].${key}`);
  });
  return settings;
}

function checkMatcher(matcher: NameMatcher | undefined, path: string): void {
  // The schema allows the keys of each place that a name may come from.
  const { from, package: name } = Object(matcher) as { readonly from?: string; readonly package?: string };
  if (from === "package" && name === undefined)
    throw createSettingError(`${path}.package`, "the package that the name is imported from", name);
}

/** Says where the expected keys stand, if none is near to the unexpected one. */
function addGuide(problem: string): string {
  return problem.replace(/not expected here$/, "$&; docs/guides/settings.md lists the keys");
}

function readContract(written: WrittenSettings["contract"] = kaiza.name): ContractData {
  if (written === null) return NO_CONTRACT;
  const contract = typeof written === "string" ? BUILT_IN.get(written) : written;
  if (!contract)
    throw createSettingError("contract", `one of ${[...BUILT_IN.keys()].join(", ")}, contract data, or null`, written);
  try {
    // ESLint hands over copies, which nobody has checked.
    return defineContract(contract);
  } catch (error) {
    const problems = error instanceof Error ? error.message : String(error);
    throw new TypeError(problems.replace(/^/gm, `${ROOT}.`), { cause: error });
  }
}

/** Returns the level that the preset of the contract sets. */
function getStrictnessOf(contract: ContractData): Strictness {
  const isLenient = contract === NO_CONTRACT || listContractNames(contract).includes(standard.name);
  return isLenient ? "recommended" : "strict";
}

/** Lists the name of the contract, and of those that it extends. */
function listContractNames({ name, extends: bases = [] }: ContractData): readonly string[] {
  return [name, ...bases];
}

/** Returns the entries of `legacy`; leaves out the preset's unless the contract is `kaiza` or extends it. */
function selectLegacyEntries(
  entries: WrittenSettings["legacy"],
  contract: ContractData,
): readonly LegacySettings[] | null {
  if (listContractNames(contract).includes(kaiza.name)) return entries === undefined ? kaizaLegacy : entries;
  // The schema refuses what is no list.
  return Array.isArray(entries)
    ? entries.filter((entry) => !isDeepStrictEqual(entry, kaizaLegacy[0]))
    : (entries ?? null);
}

function createSettingError(path: string, expected: string, found: unknown): TypeError {
  const text = found === undefined ? "nothing" : JSON.stringify(found);
  return new TypeError(`${ROOT}.${path}: expected ${expected}; found ${text}.`);
}

/** Where a file of the settings may stand, seen from a linted file: in its folder, and in each above that. */
export function listUpwards(file: string, from: string): readonly string[] {
  const folder = path.dirname(from);
  return folder === from ? [] : [path.join(folder, file), ...listUpwards(file, folder)];
}
