import { readFileSync } from "node:fs";
import path from "node:path";
import { nameWords } from "../../rules/dist/throws/throw-facts.js";
import { conditions } from "../../src/dist/contract/conditions.js";

/**
 * @typedef {{ name: string, conditions: readonly string[] }} Label A name of the table, and the conditions that it may
 *   mean
 */

const TABLE = path.join(import.meta.dirname, "labels.tsv");
const { names, beginnings, endings } = readTable(readFileSync(TABLE, "utf8"));
const spoken = [...names].map(([name, meant]) => [nameWords(name), meant]).filter(([words]) => words.length > 0);

/**
 * Finds what a name of an error says: a class (`UserNotFoundError`), a code (`NOT_FOUND`, `not-found`) or a status
 * (404).
 *
 * @param {string | number} written
 * @returns {Label | undefined}
 */
export function findLabel(written) {
  const name = simplify(String(written));
  const found =
    names.get(name) ??
    endings.find(([ending]) => name.endsWith(ending))?.[1] ??
    beginnings.find(([beginning]) => name.startsWith(beginning))?.[1];
  return found && { name, conditions: found };
}

/** Finds a name that stands in the table as it is: no pattern has to match. */
export function findWholeLabel(written) {
  const name = simplify(String(written));
  const found = names.get(name);
  return found && { name, conditions: found };
}

/** Whether the words of a function's name are a name of the table with one of the conditions: `throwNotFound`. */
export function isNamedFor(words, meant) {
  return spoken.some(([said, ofName]) => {
    const isSaid = said.length > 1 ? said.every((word) => words.includes(word)) : words.join(" ") === said[0];
    return isSaid && ofName.some((condition) => meant.includes(condition));
  });
}

/** Writes a name in snake case, without what many names of errors begin and end with. */
function simplify(written) {
  if (/^-?\d+$/.test(written)) return written;
  const words = written
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
  while (words.length > 1 && /^(?:error|exception|err|code|status)$/.test(words.at(-1))) words.pop();
  while (words.length > 1 && /^(?:http|grpc|rpc|error|err|e|status)$/.test(words[0])) words.shift();
  return words.join("_");
}

function readTable(text) {
  const lines = text
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .map(([name, meant]) => [name, readConditions(name, meant)]);
  return {
    names: new Map(lines.filter(([name]) => !name.includes("*"))),
    endings: lines.flatMap(([name, meant]) => (name.startsWith("*") ? [[name.slice(1), meant]] : [])),
    beginnings: lines.flatMap(([name, meant]) => (name.endsWith("*") ? [[name.slice(0, -1), meant]] : [])),
  };
}

function readConditions(name, text = "") {
  const meant = text.split(" ");
  const unknown = meant.find((condition) => !Object.hasOwn(conditions, condition));
  if (unknown !== undefined)
    throw new Error(`labels.tsv: ${name} has the condition "${unknown}", which does not exist`);
  return meant;
}
