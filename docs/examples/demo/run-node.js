import { spawn } from "node:child_process";

/**
 * Runs Node with arguments in a folder, and ends it with this process.
 *
 * @param {string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env] beside the environment of this process
 * @returns {Promise<{ isOk: boolean, status: number | null, output: string, stdout: string }>} `output` has
 *   stdout and stderr
 */
export function runNode(args, cwd, env) {
  return new Promise((resolve, reject) => {
    const stdio = /** @type {["ignore", "pipe", "pipe"]} */ (["ignore", "pipe", "pipe"]);
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio });
    const stop = () => child.kill();
    process.once("exit", stop);

    let [output, stdout] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", (status) => {
      process.off("exit", stop);
      resolve({ isOk: status === 0, status, output, stdout });
    });
  });
}
