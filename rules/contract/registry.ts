import type { TSESLint } from "@typescript-eslint/utils";
import type { ContractData } from "error-contract";
import type { ModuleParser } from "../modules/parsed-module.js";
import { type CodeMap, readSyntaxCodes } from "../modules/syntax-codes.js";
import { readAdapterCodes } from "./adapter-schema.js";
import { type FileContract, getFileContract, resolveRuntimeModule } from "./file-contract.js";
import { getTypes } from "./lint-context.js";
import { listNearCodes } from "./near-codes.js";
import type { CodeRange, ListedCode } from "./settings.js";

type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;

/** The codes that a linted file may use. */
export interface Registry {
  /** Every code that is known, the contract's own first, as their names. */
  readonly codes: readonly string[];
  /** `undefined`: the project's own list could not be read, so nothing can be said of codes beyond the contract's. */
  has: (code: string | number) => boolean | undefined;
  /** Whether the error class that fixes import takes the code: a registered code may be unknown to it. */
  isAccepted: (code: string) => boolean;
}

const registries = new WeakMap<FileContract | FileContract["settings"], Registry>();

/**
 * The registry of the file that is linted: the contract's codes and those of the project, from `settings.codes` or,
 * where that is not set, from the codes object of the project's own `runtime.module`.
 *
 * @throws TypeError if `settings.errorContract` is wrong.
 */
export function getRegistry(context: Context): Registry {
  const contract = getFileContract(context);
  // Only a module of the project can be another one for another file.
  const isOfFile =
    hasOwnRuntime(contract) || findCodesModule(contract, context) !== undefined || getSchema(contract) !== undefined;
  const key = isOfFile ? contract : contract.settings;
  const registry =
    registries.get(key) ??
    createRegistry(contract.data, readProjectCodes(contract, context), readOwnCodes(contract, context));
  registries.set(key, registry);
  return registry;
}

/**
 * Checks the code that an option of a rule names. A code of a list that cannot be read is believed.
 *
 * @throws TypeError if the code is not registered, or the error class that fixes import does not take it.
 */
export function checkCodeOption(option: string, code: string, context: Context): void {
  const contract = getFileContract(context);
  const registry = getRegistry(context);
  const { name, fallback } = contract.data;
  const isRegistered = registry.has(code);
  if (isRegistered === undefined || (isRegistered && registry.isAccepted(code))) return;
  const [near = fallback.unknown] = listNearCodes(code, registry);
  const expected = isRegistered
    ? `a code that \`${contract.errorClass}\` of "${contract.runtime.specifier}" takes`
    : `a registered code of the contract "${name}", such as "${near}"`;
  throw new TypeError(`${context.id}: ${option}: expected ${expected}; found "${code}".`);
}

function hasOwnRuntime({ data, settings }: FileContract): boolean {
  return settings.runtime.module !== undefined && settings.runtime.module !== data.vocabulary.module;
}

/** A registry of a contract's codes and a project's; `"unreadable"`: the project has a list that could not be read. */
function createRegistry(
  data: ContractData,
  project: readonly ListedCode[] | "unreadable",
  own: Pick<CodeMap, "has"> | "unreadable",
): Registry {
  const isReadable = project !== "unreadable";
  const names = [...Object.keys(data.codes), ...(isReadable ? project.filter((code) => typeof code === "string") : [])];
  const values = new Set<string | number>([...Object.values(data.codes).flatMap(({ value }) => value ?? []), ...names]);
  const listed = isReadable ? project : [];
  for (const code of listed) if (typeof code !== "object") values.add(code);
  const ranges = listed.filter((code) => typeof code === "object");
  const isInRange = (code: string | number) => ranges.some((range) => contains(range, code));
  return {
    codes: [...new Set(names)],
    has: (code) => values.has(code) || isInRange(code) || (isReadable ? false : undefined),
    isAccepted: (code) => (own === "unreadable" ? values.has(code) : own.has(code)),
  };
}

/** The codes that the error class takes: the contract's, or those of the project's own codes object. */
function readOwnCodes(contract: FileContract, context: Context): Pick<CodeMap, "has"> | "unreadable" {
  const { data, runtime, codesObject } = contract;
  if (!hasOwnRuntime(contract)) return { has: (code) => Object.hasOwn(data.codes, code) };
  return readModuleCodes(runtime.file ?? runtime.specifier, codesObject, context) ?? "unreadable";
}

function contains({ from, to }: CodeRange, code: string | number): boolean {
  return typeof code === "number" && from <= code && code <= to;
}

function getSchema({ settings: { codes } }: FileContract): string | undefined {
  return codes && "schema" in codes ? codes.schema : undefined;
}

function readProjectCodes(contract: FileContract, context: Context): readonly ListedCode[] | "unreadable" {
  const { codes } = contract.settings;
  if (isList(codes)) return codes;
  const schema = getSchema(contract);
  if (schema !== undefined) {
    const { file } = resolveRuntimeModule(schema, context.filename, "codes.schema");
    return (file === undefined ? undefined : readAdapterCodes(file)) ?? "unreadable";
  }
  const source = findCodesModule(contract, context);
  if (!source) return [];
  const read = readModuleCodes(source.module, source.export, context);
  return read ? [...read.values()] : "unreadable";
}

/** The module that holds the project's own list: as `settings.codes` says, else the project's own `runtime.module`. */
export function findCodesModule(
  contract: FileContract,
  { filename }: Pick<Context, "filename">,
): { readonly module: string; readonly export: string } | undefined {
  const { settings, runtime, codesObject } = contract;
  const { codes } = settings;
  if (codes && "module" in codes) {
    return {
      module: resolveRuntimeModule(codes.module, filename, "codes.module").file ?? codes.module,
      export: codes.export,
    };
  }
  return !codes && hasOwnRuntime(contract)
    ? { module: runtime.file ?? runtime.specifier, export: codesObject }
    : undefined;
}

function isList(codes: FileContract["settings"]["codes"]): codes is readonly ListedCode[] {
  return Array.isArray(codes);
}

/**
 * The codes that a module exports under a name, through types or from its syntax.
 *
 * @param module An absolute path, a path relative to the linted file, or a package specifier.
 */
export function readModuleCodes(module: string, exportName: string, context: Context): CodeMap | undefined {
  const { filename: file, languageOptions } = context;
  const typed = getTypes(context)?.exportedCodes(module, exportName);
  // The module may not belong to the program of this file; its text counts all the same.
  const parser = languageOptions.parser as ModuleParser | undefined;
  return typed ?? readSyntaxCodes(module, exportName, { file, parser: parser ?? null });
}
