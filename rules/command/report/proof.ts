import { CommandError } from "error-contract/cli";
import { isObject, readObject } from "../project/read-project.js";
import { groupBy } from "../text.js";
import type { ToolReport } from "./report-tools.js";

/** The parts of the output of `error-contract prove --json` that a report shows. */
interface Proof {
  readonly server: { readonly name: string };
  readonly date: string;
  readonly rows: readonly Row[];
}

interface Row {
  readonly kind: string;
  readonly name: string;
  readonly cells: readonly { readonly column: string; readonly problems: readonly { readonly kind: string }[] }[];
}

/**
 * Reads a proof, and puts beside each tool what its source says. First come the tools that swallow a failure in both.
 *
 * @throws CommandError where there is no such file, or it is no proof.
 */
export function readProof(file: string, tools: readonly ToolReport[]) {
  const proof: unknown = readObject(file);
  const version = isObject(proof) ? proof.proof : undefined;
  if (typeof version === "number" && !versions.includes(version))
    throw new CommandError(`--proof reads proofs of version ${versions.join(" and ")}: ${file} has ${version}.`);
  if (!isProof(proof))
    throw new CommandError(`--proof expects the output of \`error-contract prove --json\`: ${file}.`);
  const proved = proof.rows
    .filter((row) => row.kind === "tool")
    .map((row) => proveTool(row, tools))
    .filter(({ wire, source }) => wire.length > 0 || source !== null);
  const order = (tool: (typeof proved)[number]) => (tool.isSwallowedInBoth ? 0 : tool.wire.length > 0 ? 1 : 2);
  return {
    server: proof.server.name,
    date: proof.date,
    tools: proved.sort((one, other) => order(one) - order(other)),
  };
}

/** The versions of a proof that are read: what a report shows is the same in them. */
const versions: readonly unknown[] = [1, 2];

const isProof = (value: unknown): value is Proof =>
  isObject(value) && versions.includes(value.proof) && Array.isArray(value.rows);

/** Puts the kinds of problems that were seen, with their columns, beside the source; `null` where it was not found. */
function proveTool({ name, cells }: Row, tools: readonly ToolReport[]) {
  const source = tools.find((tool) => tool.isNamed && tool.name === name) ?? null;
  const seen = cells.flatMap(({ column, problems }) => problems.map(({ kind }) => ({ kind, column })));
  const kinds = groupBy(seen, ({ kind }) => kind);
  return {
    name,
    source,
    wire: [...kinds].map(([kind, all]) => ({ kind, columns: all.map(({ column }) => column) })),
    isSwallowedInBoth: kinds.has("swallowed") && (source?.swallowed ?? 0) > 0,
  };
}
