import path from "node:path";
import { root } from "../kit/page.js";
import { type Run, runNode } from "../kit/run-node.js";

const BIN = path.join(root, "rules/dist/command/main.js");

/** Runs a command of the plugin's bin in a folder. */
export function runPlugin(cwd: string, ...args: readonly string[]): Promise<Run> {
  return runNode([BIN, ...args], { cwd });
}
