import { readFileSync } from "node:fs";
import path from "node:path";
import { filesUnder } from "../corpus/source-files.js";

const ROOT = path.join(import.meta.dirname, "../..");

/**
 * Finds the source file that has the text of a fault. A fault names no file, so that code which moves takes it along.
 *
 * @param {import("./faults.js").Fault} fault
 * @returns {string} relative to the root of the checkout
 * @throws where the text stands nowhere, or more than once
 */
export function findFaultyFile({ name, text }) {
  const files = ["rules", "src"].flatMap((folder) => filesUnder(path.join(ROOT, folder), /\.ts$/));
  const found = files.flatMap((file) =>
    Array(readFileSync(file, "utf8").split(text).length - 1).fill(path.relative(ROOT, file)),
  );
  if (found.length === 1) return found[0];
  const places = found.length === 0 ? "nowhere" : `${found.length} times, in ${found.join(" and ")}`;
  throw new Error(`tools/faults/faults.js: "${name}" stands ${places}; give the one line that does it now.`);
}
