import { tryTo } from "../json/read.js";

/** One symbol for every copy of the package; on a prototype it holds the contract's name and those that it extends. */
export const brand = Symbol.for("error-contract.contract");

/** The contract's name and those that it extends; `undefined` for any other value. Never throws. */
export function readLineage(value: unknown): readonly string[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return tryTo(() => {
    const { [brand]: lineage, toEnvelope } = value as { [brand]?: unknown; toEnvelope?: unknown };
    // The prototype carries the brand too, but is no error.
    const isError = Array.isArray(lineage) && typeof toEnvelope === "function" && !Object.hasOwn(value, brand);
    return isError ? [...(lineage as readonly string[])] : undefined;
  });
}

export const hasContract = (lineage: readonly string[] | undefined, name: string): boolean =>
  lineage?.includes(name) === true;
