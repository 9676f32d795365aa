import path from "node:path";
import { vi } from "vitest";
import { callCommand } from "../kit/call-command.js";
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

/** Runs it in this process, which has loaded the SDK already. */
export function proveHere(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return callCommand(runCommand, ["prove", ...args], root).finally(() => vi.unstubAllEnvs());
}

/** The matrix of a proof: by row and column its verdict, and the kind of its first problem. */
export async function proveMatrix(
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<{ readonly proof: any; readonly at: (row: string, column: string) => any }> {
  const { stdout, stderr } = await proveHere(["--json", "--seed", "1", "--limit", "2", ...args], env);
  const proof = stdout === "" ? undefined : JSON.parse(stdout);
  if (!proof?.rows) throw new Error(`no proof: ${stdout}${stderr}`);
  const at = (row: string, column: string): any => {
    const { cells } = proof.rows.find(({ name }: { name: string }) => name === row);
    return cells.find((cell: { column: string }) => cell.column === column);
  };
  return { proof, at };
}
