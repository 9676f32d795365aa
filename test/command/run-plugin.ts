import path from "node:path";
import { root } from "../kit/page.js";
import { type Run, runNode } from "../kit/run-node.js";
import { runCommand } from "../../rules/dist/command/run-command.js";

export const BIN = path.join(root, "rules/dist/command/main.js");

/** Runs the plugin's bin in a folder. */
export function runPlugin(cwd: string, ...args: readonly string[]): Promise<Run> {
  return runNode([BIN, ...args], { cwd });
}

/**
 * Runs a command of the plugin's bin in a folder, in this process, where ESLint and TypeScript are loaded once. Nobody
 * sits at its terminal.
 */
export async function runHere(cwd: string, ...args: readonly string[]): Promise<Run> {
  let stdout = "";
  let stderr = "";
  const from = process.cwd();
  process.chdir(cwd);
  try {
    const status = await runCommand(args, {
      print: (text) => (stdout += `${text}\n`),
      note: (text) => (stderr += `${text}\n`),
      paint: (_, text) => text,
      showProgress: () => {},
      confirm: () => Promise.resolve(false),
    });
    return { status, stdout, stderr };
  } finally {
    process.chdir(from);
  }
}
