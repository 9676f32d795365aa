import { splitWords } from "../words/names.js";
import { distance } from "fastest-levenshtein";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { findModuleFile } from "../modules/parsed-module.js";
import { type CodeMap, readSyntaxCodes } from "../modules/syntax-codes.js";
import { type LintContext, rememberForLint, resolveRuntimeModule } from "./lint-context.js";
import type { ListedCode } from "./settings.js";

/** The codes that a linted file may use. */
export interface Registry {
  /** Every code that is known, the contract's own first, as their names. */
  readonly codes: readonly string[];
  /** `undefined`: the project's own list could not be read, so nothing can be said of codes beyond the contract's. */
  has: (code: string | number) => boolean | undefined;
  /** Whether the error class that fixes import takes the code: a registered code may be unknown to it. */
  isAccepted: (code: string) => boolean;
  /** Whether a code is surely registered, and accepted. */
  isUsable: (code: string) => boolean;
}

/**
 * The registry of the file that is linted: the contract's codes and those of the project, from `settings.codes` or,
 * where that is not set, from the codes object of the project's own `runtime.module`.
 */
export const getRegistry = rememberForLint((lint): Registry => {
  const { data, settings, runtime, codesObject } = lint.contract;
  const project = readProjectCodes(lint);
  const listed = project ?? [];
  const names = [...Object.keys(data.codes), ...listed.filter((code) => typeof code === "string")];
  const numbers = [...Object.values(data.codes).map(({ value }) => value), ...listed];
  const values = new Set([...names, ...numbers.filter((code) => typeof code === "number")]);
  const ranges = listed.filter((code) => typeof code === "object");
  const own =
    settings.runtime.module === undefined
      ? new Set(Object.keys(data.codes))
      : (readModuleCodes(runtime.file ?? runtime.specifier, codesObject, lint) ?? values);
  const has = (code: string | number): boolean | undefined => {
    const isInRange = typeof code === "number" && ranges.some(({ from, to }) => from <= code && code <= to);
    return values.has(code) || isInRange || (project ? false : undefined);
  };
  return {
    codes: [...new Set(names)],
    has,
    isAccepted: (code) => own.has(code),
    isUsable: (code) => has(code) === true && own.has(code),
  };
});

/**
 * Checks the code that the option `fallbackCode` names. A code of a list that cannot be read is believed.
 *
 * @throws TypeError if the code is not registered, or the error class that fixes import does not take it.
 */
export function checkFallbackCode(code: string, lint: LintContext): void {
  const { contract } = lint;
  const registry = getRegistry(lint);
  const { name, fallback } = contract.data;
  const isRegistered = registry.has(code);
  if (isRegistered === undefined || (isRegistered && registry.isAccepted(code))) return;
  const [near = fallback.unknown] = listNearCodes(code, registry);
  const expected = isRegistered
    ? `a code that \`${contract.errorClass}\` of "${contract.runtime.specifier}" takes`
    : `a registered code of the contract "${name}", such as "${near}"`;
  throw new TypeError(`${lint.context.id}: fallbackCode: expected ${expected}; found "${code}".`);
}

/** The project's own codes; `undefined` where it has a list that cannot be read. */
function readProjectCodes(lint: LintContext): readonly ListedCode[] | undefined {
  const { contract, filename } = lint;
  const { codes } = contract.settings;
  if (codes && "list" in codes) return codes.list;
  if (codes && "schema" in codes) {
    const { file } = resolveRuntimeModule(codes.schema, filename, "codes.schema");
    return file === undefined ? undefined : readAdapterCodes(file);
  }
  const source = findCodesModule(lint);
  if (!source) return [];
  const read = readModuleCodes(source.module, source.export, lint);
  if (read) return [...read.values()];
  // A contract of the project's own has all of its codes.
  return contract.data.extends ? [] : undefined;
}

/** The module that holds the project's own list: as `settings.codes` says, else the project's own `runtime.module`. */
function findCodesModule({
  contract,
  filename,
}: LintContext): { readonly module: string; readonly export: string } | undefined {
  const { settings, runtime, codesObject } = contract;
  const { codes, runtime: own } = settings;
  if (codes && "module" in codes) {
    const { file } = resolveRuntimeModule(codes.module, filename, "codes.module");
    return { module: file ?? codes.module, export: codes.export };
  }
  const isOwn = codes === undefined && own.module !== undefined;
  return isOwn ? { module: runtime.file ?? runtime.specifier, export: codesObject } : undefined;
}

/**
 * The codes that a module exports under a name, from its text.
 *
 * @param module An absolute path, a path relative to the linted file, or a package specifier.
 */
export function readModuleCodes(module: string, exportName: string, lint: LintContext): CodeMap | undefined {
  return readSyntaxCodes(module, exportName, lint.reader);
}

const load = createRequire(import.meta.url);
const adapterSchemas = new Map<string, { readonly changed: string; readonly codes: readonly string[] | undefined }>();

/**
 * The codes that an adapter schema registers, in YAML or JSON: the keys of its `error_codes` and the codes that its
 * `error_mapping` names (specification 004 sections 8.2 and 8.3). Read once until the file changes; `undefined` when it
 * is missing or does not parse.
 */
function readAdapterCodes(path: string): readonly string[] | undefined {
  const found = findModuleFile(path);
  if (!found) return undefined;
  const known = adapterSchemas.get(found.file);
  if (known?.changed === found.changed) return known.codes;
  const codes = parseAdapterCodes(found.file);
  adapterSchemas.set(found.file, { changed: found.changed, codes });
  return codes;
}

function parseAdapterCodes(file: string): readonly string[] | undefined {
  try {
    // Most projects have no such file.
    const { parse } = load("yaml") as typeof Yaml;
    const schema: unknown = parse(readFileSync(file, "utf8"));
    const { error_codes: codes, error_mapping: mapping } = toObject(schema);
    const mapped = Object.values(toObject(mapping)).flatMap((entry) => [entry].flat().map((one) => toObject(one).code));
    return [...Object.keys(toObject(codes)), ...mapped.filter((code) => typeof code === "string")];
  } catch {
    // Half-written: nothing can be said of the codes in it.
    return undefined;
  }
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

const MOST = 3;
// Below this, two codes share less than a reader would call alike: `PREFLIGHT_FAILURE` and `BOOTSTRAP_FAILURE` have
// 0.5.
const NEAR = 0.6;
const SLIP = 0.75;
const STEM = 4;

/**
 * The registered codes that a code that is not one may mean, best first, at most three: the one that differs in case
 * and separators only, else those that share most words or letters. Empty where none is near. The runtime's own
 * did-you-mean compares letters only, which would offer edits that nobody means.
 */
export function listNearCodes(code: string, { codes }: { readonly codes: readonly string[] }): readonly string[] {
  const letters = readLetters(code);
  const same = letters === "" ? [] : codes.filter((candidate) => readLetters(candidate) === letters);
  if (same.length === 1) return same.filter((candidate) => candidate !== code);
  return codes
    .map((candidate) => ({ candidate, score: measureLikeness(code, candidate) }))
    .filter(({ candidate, score }) => score >= NEAR && candidate !== code)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ candidate }) => candidate);
}

/** From 0 to 1, which is for codes that are the same but for case, separators and the order of words. */
function measureLikeness(code: string, candidate: string): number {
  const [one, other] = [readLetters(code), readLetters(candidate)];
  const letters = 1 - distance(one, other) / Math.max(one.length, other.length);
  // Letters alone find likeness everywhere: only a slip of the pen, or a code that was cut short, counts.
  const isSlip = letters >= SLIP || other.startsWith(one);
  return Math.max(measureSharedWords(splitWords(code), splitWords(candidate)), isSlip ? letters : 0);
}

function measureSharedWords(one: readonly string[], other: readonly string[]): number {
  const shares = one.map((word) => Math.max(0, ...other.map((match) => measureWord(word, match))));
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(one.length, other.length);
}

// `FAILURE` and `FAILED` have their stem in common.
function measureWord(word: string, match: string): number {
  if (word === match) return 1;
  return word.length >= STEM && match.startsWith(word.slice(0, STEM)) ? 0.5 : 0;
}

function readLetters(code: string): string {
  return code.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
