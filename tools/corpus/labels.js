import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { builtInContracts } from "../../src/dist/contracts/built-in-contracts.js";

/**
 * A judged place: see guide.md. `codes` has the reader's codes by contract, `set` names the folder.
 *
 * @typedef {{ group: "catch" | "return" | "throw" | "verdict", repo: string, file: string, line: number,
 *   endLine: number, label: string, sub?: string, reason?: string, borderline?: boolean, weight?: number, kind: string,
 *   codes: Record<string, { best: string, accepted: string[] }>, set: string }} Label
 */

const GROUPS = ["catch", "return", "throw", "verdict"];

/**
 * Reads the labels of a folder: `labels-catch.jsonl`, `labels-return.jsonl`, `labels-throw.jsonl` and
 * `labels-verdict.jsonl`, those that are there, and `labels-standard.jsonl`, which adds codes of `standard` to throws.
 *
 * @param {string} folder
 * @returns {Label[]}
 * @throws {TypeError} where the folder has no labels, or a line is not one
 */
export function readLabels(folder) {
  const groups = GROUPS.filter((group) => existsSync(labelFile(folder, group)));
  if (groups.length === 0) {
    throw new TypeError(`--labels ${folder}: expected labels-catch.jsonl, -return, -throw or -verdict in it`);
  }
  const standard = existsSync(labelFile(folder, "standard")) ? readLines(folder, "standard") : [];
  const standardCodes = new Map(standard.map((line) => [placeOf(line), line]));
  return groups.flatMap((group) =>
    readLines(folder, group).map((line) => ({
      ...line,
      group,
      set: path.basename(path.resolve(folder)),
      codes: getCodes({ ...line, ...pickStandard(standardCodes.get(placeOf(line))) }),
    })),
  );
}

/** The folder that a repository is checked out to, below one of the given folders. */
export function findCheckout(repo, folders) {
  const name = repo.replace("/", "+");
  return folders.map((folder) => path.join(folder, name)).find((folder) => existsSync(folder));
}

/** Names a place, for comparing runs. */
export function placeOf({ repo, file, line, endLine }) {
  return `${repo} ${file}:${line}-${endLine}`;
}

function labelFile(folder, group) {
  return path.join(folder, `labels-${group}.jsonl`);
}

function readLines(folder, group) {
  const file = labelFile(folder, group);
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text, index) => {
      if (text.trim() === "") return [];
      const line = JSON.parse(text);
      const missing = ["repo", "file", "line", "endLine"].filter((key) => line[key] === undefined);
      if (missing.length > 0) throw new TypeError(`${file}:${index + 1}: expected a label with ${missing.join(", ")}`);
      return [line];
    });
}

function pickStandard(line) {
  return line && { standard_code: line.standard_code, standard_alts: line.standard_alts };
}

function getCodes({ best_code, alt_codes, standard_code, standard_alts }) {
  return {
    ...(best_code && { [contractOf(best_code)]: { best: best_code, accepted: [best_code, ...(alt_codes ?? [])] } }),
    ...(standard_code && { standard: { best: standard_code, accepted: [standard_code, ...(standard_alts ?? [])] } }),
  };
}

/** The contract that readers took a code from; those that they are given have no code in common. */
function contractOf(code) {
  return builtInContracts.find(({ codes }) => code in codes)?.name;
}
