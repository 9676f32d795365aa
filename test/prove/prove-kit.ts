import path from "node:path";
import { vi } from "vitest";
import { root } from "../kit/page.js";
import { runCommand } from "../../src/dist/command/run-command.js";
import { runNode, type Run, type RunOptions } from "../kit/run-node.js";

const bin = path.join(root, "src/dist/command/main.js");

export const rawServer = path.join(root, "test/prove/servers/raw.js");
export const caseServer = path.join(root, "test/prove/servers/cases.cjs");

type ProveRun = Partial<RunOptions> & { readonly bin?: string };

/** Runs `error-contract prove` as a user does. */
export function runProve(args: readonly string[], options: ProveRun = {}): Promise<Run> {
  return runNode([options.bin ?? bin, "prove", ...args], { cwd: root, ...options });
}

/** What a proof finds, run in this process, which has loaded the SDK already: its matrix by row and column. */
export async function proveMatrix(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly proof: any; readonly at: (row: string, column: string) => any }> {
  let [printed, noted] = ["", ""];
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  await runCommand(["prove", "--json", "--seed", "1", "--limit", "2", ...args], {
    print: (text) => (printed += text),
    note: (text) => (noted += text),
  }).finally(() => vi.unstubAllEnvs());
  const proof = printed === "" ? undefined : JSON.parse(printed);
  if (!proof?.rows) throw new Error(`no proof: ${printed}${noted}`);
  const at = (row: string, column: string): any => {
    const { cells } = proof.rows.find(({ name }: { name: string }) => name === row);
    return cells.find((cell: { column: string }) => cell.column === column);
  };
  return { proof, at };
}
