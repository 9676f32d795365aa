import type { ContractData } from "error-contract";
import { describeToolFailures } from "error-contract/cli";
import { ALL, type ServedFailures } from "../../reach/tool-failures.js";
import { compareText } from "../text.js";

/** Writes the `_meta` of each tool for the answer to `tools/list`, as `wrapServer` itself does with the file. */
export function writeToolsList(served: readonly ServedFailures[], contract: ContractData): string {
  const tools = served.filter(({ kind }) => kind === "tool").sort((one, other) => compareText(one.name, other.name));
  const lines = Object.fromEntries(tools.map(({ name, failures }) => [name, [...failures.keys()]]));
  const named = tools.filter(({ name }) => name !== ALL);
  const listed = named.map(({ name }) => ({ name, _meta: describeToolFailures(contract, { tools: lines }, name) }));
  return `${JSON.stringify({ tools: listed }, null, 2)}\n`;
}
