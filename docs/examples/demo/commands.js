import path from "node:path";
import { runNode } from "./run-node.js";
import { DemoError } from "./terminal.js";

export const WORKSPACE = path.resolve(import.meta.dirname, "../../..");

/** The command of the plugin, `npx eslint-plugin-error-contract`. */
export const PLUGIN = path.join(WORKSPACE, "rules/lib/main.js");

/** The command of the runtime, `npx error-contract`. */
export const RUNTIME = path.join(WORKSPACE, "src/dist/command/main.js");

/**
 * Runs a command of this repository in a folder.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} [env] beside the environment of this process
 * @returns {Promise<string>} what it prints on stdout
 */
export async function runCommand(command, args, folder, env) {
  const { status, output, stdout } = await runNode([command, ...args], folder, env);
  // 1 says that something is left to do, or wrong.
  if (status !== 0 && status !== 1) throw new DemoError(`${args.join(" ")}: ${output}`);
  return stdout.trimEnd();
}
