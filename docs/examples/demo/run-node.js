import { spawn } from "node:child_process";

/**
 * Runs Node with arguments in a folder, and ends it with this process.
 *
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<{ isOk: boolean, status: number | null, output: string }>}
 */
export function runNode(args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    const stop = () => child.kill();
    process.once("exit", stop);

    let output = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => (output += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("close", (status) => {
      process.off("exit", stop);
      resolve({ isOk: status === 0, status, output });
    });
  });
}
