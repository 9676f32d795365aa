import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { builtInContracts } from "error-contract/detect";
import plugin from "eslint-plugin-error-contract";
import { InputError } from "./input-error.js";

/**
 * @typedef {{ rule: string, messageId: string, message: string, line: number, column: number, endLine: number,
 *   hasFix: boolean, suggestions: { text: string, fix: { range: [number, number], text: string } }[] }} Finding
 * @typedef {{ file: string, isTyped: boolean, output?: string, findings: Finding[], problem?: string }} LintResult
 * @typedef {object} Lint how a server is linted, the same in each of its copies
 * @property {string} folder of jobs and their results
 * @property {string} linter the folder whose packages lint
 * @property {string} preset
 * @property {string[] | undefined} globs of files that the preset is for
 * @property {string[]} ignores globs of files that it is not for
 * @property {boolean} isTyped
 */

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const NO_SOURCE = /\.d\.[cm]?ts$|(?:^|\/)(?:node_modules|dist)\//;
// Larger files are generated.
const MOST_BYTES = 512 * 1024;
// More than most lints of a whole server take; a type checker that never ends is a result too.
const MOST_SECONDS = 1800;

/** Returns the source files among those of a copy; the linter knows which of them its configuration takes in. */
export function chooseFiles(copy, files) {
  return files.filter((file) => {
    if (!SOURCE.test(file) || NO_SOURCE.test(file)) return false;
    const stat = fs.lstatSync(path.join(copy, file), { throwIfNoEntry: false });
    return stat !== undefined && stat.isFile() && stat.size <= MOST_BYTES;
  });
}

/**
 * Lints files of a copy in a process of its own.
 *
 * @param {Lint} lint
 * @param {string} cwd the copy
 * @param {string[]} files
 * @param {{ isFixing?: boolean, isWriting?: boolean, fallback?: string }} [options]
 * @returns {Promise<LintResult[]>}
 */
export async function lintServer({ folder, ...lint }, cwd, files, options = {}) {
  if (files.length === 0) return [];
  const [job, result] = ["job", "result"].map((name) => path.join(folder, `${name}-${path.basename(cwd)}.json`));
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(job, JSON.stringify({ ...lint, cwd, files, result, ...options }));
  await runLint(job);
  const results = JSON.parse(fs.readFileSync(result, "utf8"));
  for (const file of [job, result]) fs.rmSync(file);
  return results;
}

function runLint(job) {
  const args = ["--max-old-space-size=6144", path.join(import.meta.dirname, "lint-files.js"), job];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"], timeout: MOST_SECONDS * 1000 });
    const stop = () => child.kill();
    process.once("exit", stop);
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (chunk) => (stderr += chunk));
    child.on("error", reject);
    child.on("close", (status) => {
      process.off("exit", stop);
      if (status === 0) resolve();
      else reject(new Error(`the linter ended with ${status ?? "a signal"}:\n${stderr.slice(-4000)}`));
    });
  });
}

/**
 * Returns the code of a preset's contract for a fault of the server, or the one that was asked for.
 *
 * @param {string} preset
 * @param {string | undefined} asked the value of --fallback
 */
export function chooseFallback(preset, asked) {
  const config = plugin.configs[preset];
  if (!config) throw new InputError(`--preset: "${preset}" is none of ${Object.keys(plugin.configs).join(", ")}`);

  const { contract } = config[0].settings.errorContract;
  const { codes } = builtInContracts.find(({ name }) => name === contract);
  const fallback = asked ?? Object.keys(codes).find((code) => codes[code].condition === "internal");
  if (codes[fallback]) return fallback;
  throw new InputError(`--fallback: "${fallback}" is no code of ${contract}; it has ${Object.keys(codes).join(", ")}`);
}
