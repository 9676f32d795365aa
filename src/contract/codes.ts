import type { Condition } from "./condition-statuses.js";
import { isTrusted, type Category, type CodeEntry, type ContractData, type JSONSchema } from "./contract-data.js";
import { findNearest } from "./nearest.js";

/** The wire value of the code named `Name`: its number, where it has one, else the name. */
type WireCode<C extends ContractData, Name extends keyof C["codes"]> = C["codes"][Name] extends {
  readonly value: infer V extends number;
}
  ? V
  : Name & string;

/** Every code that an error of the contract may carry, as literal types; warnings are no errors. */
export type CodeOf<C extends ContractData> = {
  [Name in keyof C["codes"]]: C["codes"][Name] extends { readonly kind: "warning" } ? never : WireCode<C, Name>;
}[keyof C["codes"]];

/** The codes object of a contract: each name with its `WireCode`. */
export type CodesOf<C extends ContractData> = { readonly [Name in keyof C["codes"]]: WireCode<C, Name> };

/**
 * Returns the codes of a contract, frozen and in its order: `{ FILE_NOT_FOUND: "FILE_NOT_FOUND" }`, or numbers on the
 * wire.
 *
 * @throws TypeError where the value is no contract.
 * @example
 * ```js
 * import { getCodes } from "error-contract";
 * import { jsonRpc } from "error-contract/json-rpc";
 *
 * console.log(getCodes(jsonRpc).NotFound); // -32001
 * ```
 */
export function getCodes<const C extends ContractData>(contract: C): CodesOf<C> {
  const known = codesObjects.get(contract);
  if (known) return known as CodesOf<C>;
  const codes = Object.keys(contract.codes).map((name) => [name, getWireCode(contract, name)]);
  const object = Object.freeze(Object.fromEntries(codes)) as CodesOf<C>;
  // An untrusted contract is not frozen and may change.
  if (isTrusted(contract)) codesObjects.set(contract, object);
  return object;
}

const codesObjects = new WeakMap<ContractData, object>();

/** Lists the wire values of a contract's error codes, or of its warnings, in the order of the contract. */
export function listErrorCodes(
  contract: ContractData,
  kind: NonNullable<CodeEntry["kind"]> = "error",
): readonly (string | number)[] {
  return Object.entries(contract.codes)
    .filter(([, entry]) => (entry.kind ?? "error") === kind)
    .map(([name]) => getWireCode(contract, name));
}

export const getWireCode = ({ codes }: ContractData, name: string): string | number => codes[name]!.value ?? name;

export function findEntry(contract: ContractData, code: unknown): CodeEntry | undefined {
  return getEntries(contract).get(code as string);
}

/** Finds the entry of an error code by its value on the wire; `undefined` for any other value, and for a warning. */
export function findErrorEntry(contract: ContractData, code: unknown): CodeEntry | undefined {
  const entry = findEntry(contract, code);
  const isOnWire = entry !== undefined && (entry.value === undefined || entry.value === code);
  return isOnWire && entry.kind !== "warning" ? entry : undefined;
}

const entries = /* @__PURE__ */ new WeakMap<ContractData, ReadonlyMap<string | number, CodeEntry>>();

function getEntries(contract: ContractData): ReadonlyMap<string | number, CodeEntry> {
  const known = entries.get(contract);
  if (known) return known;
  const named = Object.entries(contract.codes);
  const created = new Map([...named, ...named.map(([name, entry]) => [getWireCode(contract, name), entry] as const)]);
  // An untrusted contract is not frozen and may change.
  if (isTrusted(contract)) entries.set(contract, created);
  return created;
}

/** The wire value of the code that `byCondition` names, else of the first of that condition. */
export function findCodeByCondition(contract: ContractData, condition: Condition): string | number | undefined {
  const { codes, byCondition = {} } = contract;
  const name =
    byCondition[condition] ??
    Object.keys(codes).find((code) => codes[code]!.condition === condition && codes[code]!.kind !== "warning");
  return name === undefined ? undefined : getWireCode(contract, name);
}

/** Finds the category that a code begins with, such as `NOT_FOUND` of `NOT_FOUND_RESOURCE`. */
export function findCategory(categories: Readonly<Record<string, Category>>, code: string): string | undefined {
  return Object.keys(categories).find((category) => code.startsWith(`${category}_`));
}

/** The registered code that `text` most likely means; `undefined` when none is close. Case and hyphens do not count. */
export function findNearestCode(contract: ContractData, text: string): string | undefined {
  return findNearest(text, Object.keys(contract.codes));
}

/** The schema of the details of a code; `undefined` where anything goes. */
export function createDetailsSchema({ details }: CodeEntry): JSONSchema | undefined {
  if (!details) return undefined;
  const required = Object.keys(details).filter((name) => details[name]!.optional !== true);
  return { type: "object", required, properties: details };
}
