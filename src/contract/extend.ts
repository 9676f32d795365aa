import { isRecord } from "../json/read.js";
import { stringify } from "../json/to-json-safe.js";
import { defineContract } from "./check-contract.js";
import { describeObject, type CodeEntry, type ContractData } from "./contract-data.js";
import type { Simplify } from "./from-schema.js";
import { getKnowledge, withKnowledge } from "./features.js";
import { checkAgainstSchema } from "./schema.js";

/** The members that an extension adds to a contract. */
export interface Extension {
  /** With a name of its own the extension is a new contract, whose errors still count as errors of the extended one. */
  readonly name?: string;
  /** The version of the extension. Default: that of the base, which an open contract may keep. */
  readonly version?: string;
  /** Default: the base's id while name and version are the base's, else `urn:error-contract:<name>:<version>`. */
  readonly schemaId?: string;
  /** The codes that are added; `{}` where only the name is new. */
  readonly codes: Readonly<Record<string, CodeEntry>>;
}

const text = { type: "string" } as const;
const extensionSchema = describeObject(["codes"], {
  name: text,
  version: text,
  schemaId: text,
  codes: { type: "object" },
});

/** A contract with the codes of `C` and of `X`. */
export type Extended<C extends ContractData, X extends Extension> = Simplify<
  Omit<C, "name" | "extends" | "version" | "schemaId" | "codes"> & {
    readonly name: Given<X, "name", C["name"]>;
    readonly version: Given<X, "version", C["version"]>;
    readonly schemaId: string;
    readonly extends?: readonly string[];
    readonly codes: Simplify<C["codes"] & X["codes"]>;
  }
>;

type Given<X, Key extends string, Otherwise extends string> =
  X extends Readonly<Record<Key, infer V extends string>> ? V : Otherwise;

/**
 * Extends a contract by the codes that a project registers (specification 001 section 2); literal types survive. A
 * closed contract has to become a new one: name, version and id must differ, the name from that of each base.
 *
 * @throws TypeError when the base is no contract, the extension has no `codes` or an unknown member, a code exists with
 *   other facts or does not match the pattern, or the contract is closed and keeps its name, version or id.
 * @example
 * ```js
 * import { extend } from "error-contract";
 * import { kaiza } from "error-contract/kaiza";
 *
 * const notes = extend(kaiza, {
 *   codes: { NOTE_LOCKED: { meaning: "The note is locked", section: "handbook 4", condition: "conflict" } },
 * });
 * console.log("NOTE_LOCKED" in notes.codes); // true
 * ```
 */
export function extend<const C extends ContractData, const X extends Extension>(
  contract: C,
  extension: X,
): Extended<C, X> {
  const problems = checkExtension(extension);
  if (problems.length > 0) throw new TypeError(problems.join("\n"));
  defineContract<ContractData>(contract);

  const { name = contract.name, version = contract.version } = extension;
  const isSame = name === contract.name && version === contract.version;
  const schemaId = extension.schemaId ?? (isSame ? contract.schemaId : `urn:error-contract:${name}:${version}`);

  if (contract.registry === "closed") {
    const { extends: bases = [] } = contract;
    const taken = { name: [contract.name, ...bases], version: [contract.version], schemaId: [contract.schemaId] };
    const kept = Object.entries({ name, version, schemaId }).filter(([key, value]) =>
      taken[key as keyof typeof taken].includes(value),
    );
    if (kept.length > 0) {
      const names = kept.map(([key]) => key).join(", ");
      throw new TypeError(`contract ${contract.name} is closed: an extension needs another ${names}`);
    }
  }
  for (const [code, entry] of Object.entries(extension.codes)) {
    if (Object.hasOwn(contract.codes, code) && stringify(contract.codes[code]) !== stringify(entry)) {
      throw new TypeError(`contract.codes.${code}: ${contract.name} defines this code with other facts`);
    }
  }

  const lineage = name === contract.name ? contract.extends : [contract.name, ...(contract.extends ?? [])];
  const extended = {
    ...contract,
    name,
    version,
    schemaId,
    ...(lineage && { extends: lineage }),
    codes: { ...contract.codes, ...extension.codes },
  };
  return withKnowledge(defineContract<ContractData>(extended), getKnowledge(contract)) as Extended<C, X>;
}

/** `undefined` is the same as leaving a member out. */
function checkExtension(extension: unknown): readonly string[] {
  const given = isRecord(extension)
    ? Object.fromEntries(Object.entries(extension).filter(([, member]) => member !== undefined))
    : extension;
  return checkAgainstSchema(extensionSchema, given, "extension");
}
