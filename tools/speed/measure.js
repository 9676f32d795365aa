// Runs a script in a process of its own, and says what it took of the processor: other work waits on the clock.
import { spawn } from "node:child_process";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import path from "node:path";

const REPORTER = pathToFileURL(path.join(import.meta.dirname, "report-usage.js")).href;

/**
 * Returns the milliseconds of the processor that a script takes, all threads of its process together, and what it
 * prints.
 *
 * @param {readonly string[]} args flags of Node.js, the script and its arguments
 * @param {string} cwd
 * @returns {Promise<{ cpu: number, output: string }>}
 */
export async function runScript(args, cwd) {
  const child = spawn(process.execPath, ["--import", REPORTER, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "ignore", "pipe"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (part) => (output += part));
  const [, , , usage] = child.stdio;
  const { user, system } = await json(usage);
  return { cpu: (user + system) / 1000, output };
}

/**
 * Calls each measure in turn, again and again, so that what slows the machine down slows all of them down.
 *
 * @template {string} Name
 * @param {Readonly<Record<Name, () => unknown>>} measures
 * @param {number} rounds
 * @returns {Promise<Record<Name, any[]>>}
 */
export async function inTurn(measures, rounds) {
  const found = Object.fromEntries(Object.keys(measures).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, measure] of Object.entries(measures)) found[name].push(await measure());
  return found;
}
