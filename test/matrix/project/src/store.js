import { SystemError } from "error-contract/kaiza";
import { failureFor } from "./failures.js";

/** @type {Map<string, string>} */
const notes = new Map([["first.md", "the first"]]);

/**
 * @param {string} file
 * @returns {string}
 */
export function load(file) {
  const text = notes.get(file);
  if (text === undefined) throw new Error("FILE_NOT_FOUND: " + file); // no-raw-error
  return text;
}

/**
 * @param {string} file
 * @returns {Promise<string>}
 */
export async function copy(file) {
  try {
    const text = load(file);
    notes.set(`copy of ${file}`, text);
    return text;
  } catch (error) {
    throw SystemError.toolFailure("FILE_WRITE_FAILED", { human_message: `No copy of ${file}` }); // require-cause
  }
}

/** @param {string} file */
export function refuse(file) {
  throw failureFor(file); // no-raw-error, with types
}
