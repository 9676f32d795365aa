import type { ContractData } from "error-contract";
import { getRecovery, type Recovery } from "error-contract/detect";
import type { ServedFailures } from "../../reach/tool-failures.js";
import { compareText, groupBy } from "../text.js";

/** A code that something served can answer, as clients receive it. */
export interface ListedCode extends Partial<Pick<Recovery, "retryable" | "recovery">> {
  /** Its name in the code. */
  readonly name: string;
  /** What stands on the wire, which is a number under some contracts. */
  readonly code: string | number;
  readonly meaning?: string;
}

/** What one tool, resource or prompt can answer when it fails. */
export interface CatalogueEntry {
  readonly kind: ServedFailures["kind"];
  readonly name: string;
  readonly codes: readonly ListedCode[];
  /** What it may fail by in a way that has no code here, by the first word of the line: files, and libraries. */
  readonly open: Readonly<Record<OpenKind, readonly string[]>>;
}

export type OpenKind = (typeof OPEN_KINDS)[number];

/**
 * How the lines begin that have no code: a failure whose code is that of what is converted, an error of a library, an
 * error without a code, a failing result without one, a call not followed.
 */
export const OPEN_KINDS = ["converted", "library", "raw", "result", "unknown"] as const;

/** Reads the lines of all that is served, by kind and name, with what the contract says of each code. */
export function createCatalogue(served: readonly ServedFailures[], contract: ContractData): readonly CatalogueEntry[] {
  const entries = served.map(({ kind, name, failures }): CatalogueEntry => {
    const lines = [...failures.keys()].sort(compareText).map(splitLine);
    const files = groupBy(lines, ({ open }) => open);
    return {
      kind,
      name,
      codes: lines.flatMap(({ open, rest }) => (open ? [] : [describeCode(rest, contract)])),
      open: { converted: [], library: [], raw: [], result: [], unknown: [], ...mapFiles(files) },
    };
  });
  return entries.sort((one, other) => compareText(`${one.kind} ${one.name}`, `${other.kind} ${other.name}`));
}

const mapFiles = (files: ReadonlyMap<string, readonly { readonly rest: string }[]>) =>
  Object.fromEntries([...files].map(([open, lines]) => [open, lines.map(({ rest }) => rest)]));

/** A line is a code, or one of the words and a name. */
function splitLine(line: string): { readonly open: OpenKind | undefined; readonly rest: string } {
  const open = OPEN_KINDS.find((kind) => line.startsWith(`${kind} `));
  return { open, rest: open ? line.slice(open.length + 1) : line };
}

function describeCode(name: string, contract: ContractData): ListedCode {
  const entry = Object.hasOwn(contract.codes, name) ? contract.codes[name] : undefined;
  if (!entry) return { name, code: name };
  const code = entry.value ?? name;
  const action = getRecovery(contract, code);
  return {
    name,
    code,
    meaning: entry.meaning,
    ...(action && { retryable: action.retryable, recovery: action.recovery }),
  };
}
