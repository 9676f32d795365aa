import fs from "node:fs";
import { createTwoFilesPatch } from "diff";
import { paint } from "./terminal.js";

/**
 * The unified diff of two files, under one name.
 *
 * @param {string} before
 * @param {string} after
 * @param {string} name
 * @param {number} [context] how many lines around each change
 */
export function fileDiff(before, after, name, context = 2) {
  const [old, now] = [before, after].map((file) => fs.readFileSync(file, "utf8"));
  const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, old ?? "", now ?? "", "", "", { context });
  return patch.replace(/^=+\n/, "").trimEnd();
}

/** @param {string} line of a unified diff */
export function coloured(line) {
  if (line.startsWith("@@")) return paint("cyan", line);
  if (line.startsWith("+")) return paint("green", line);
  if (line.startsWith("-")) return paint("red", line);
  return line;
}
