import path from "node:path";
import { callCommand } from "../kit/call-command.js";
import { root } from "../kit/page.js";
import { type Run, runNode } from "../kit/run-node.js";
import { runCommand } from "../../rules/dist/command/run-command.js";

export const BIN = path.join(root, "rules/lib/main.js");

/** Runs the plugin's bin in a folder. */
export function runPlugin(cwd: string, ...args: readonly string[]): Promise<Run> {
  return runNode([BIN, ...args], { cwd });
}

/** Runs a command of the plugin's bin in a folder, in this process. */
export function runHere(cwd: string, ...args: readonly string[]): Promise<Run> {
  return callCommand(runCommand, args, cwd);
}
