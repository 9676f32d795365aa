import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const AT_ONCE = 2;

/**
 * Runs a script of this folder for each server, in a process of its own, because a program of TypeScript stays in
 * memory. The script reads `{ folder, ...server, ...input }` as JSON from standard input and prints JSON.
 *
 * @template {{ repo: string, folder: string }} Server
 * @param {string} script
 * @param {readonly Server[]} servers
 * @param {object} input
 * @returns {Promise<{ server: Server, output: any }[]>} in the order of `servers`
 * @throws {Error} where the script fails, naming the server
 */
export async function lintServers(script, servers, input) {
  const outputs = [];
  const waiting = [...servers.entries()];
  let done = 0;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, server] = next;
      outputs[index] = { server, output: await lintServer(script, { ...server, ...input }) };
      console.error(`${++done} of ${servers.length}: ${server.repo}`);
    }
  });
  await Promise.all(workers);
  return outputs;
}

async function lintServer(script, input) {
  const running = promisify(execFile)(
    process.execPath,
    ["--max-old-space-size=8192", path.join(import.meta.dirname, script)],
    { maxBuffer: 1 << 28 },
  );
  running.child.stdin.end(JSON.stringify(input));
  try {
    const { stdout } = await running;
    return JSON.parse(stdout);
  } catch (error) {
    throw new Error(`${script} failed in ${input.repo}: ${error.stderr ?? error.message}`, { cause: error });
  }
}

/** The checkouts are no packages of ours: what they resolve as TypeScript 7 stands beside them. */
export function linkNativeTypeScript(folders) {
  for (const folder of folders) {
    const link = path.join(folder, "node_modules/typescript-7");
    if (existsSync(link)) continue;
    mkdirSync(path.dirname(link), { recursive: true });
    // A link of another checkout of this project may lead nowhere by now.
    rmSync(link, { force: true });
    symlinkSync(path.join(import.meta.dirname, "../../node_modules/typescript-7"), link);
  }
}
