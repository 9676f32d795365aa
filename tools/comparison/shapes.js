// The shapes: one file each, whose first line says which rule's job it shows and whether it is a fault.
import fs from "node:fs";
import path from "node:path";

export const FOLDER = path.join(import.meta.dirname, "shapes");

/**
 * @typedef {object} Shape
 * @property {string} job the folder
 * @property {string} file relative to the shapes, with `/`
 * @property {boolean} isFault
 * @property {string | undefined} preset the only one under which it is no fault
 * @property {string} text
 */

/** @returns {readonly Shape[]} */
export function shapes() {
  const files = fs.readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));
  return files
    .filter((file) => /\/f\w+\/[^/]+\.[jt]s$/.test(file))
    .sort()
    .map((file) => {
      const text = fs.readFileSync(path.join(FOLDER, file), "utf8");
      const [, claim, preset] = /^\/\/ [\w-]+, (a fault|no fault)(?: under `(\w+)`)?: /.exec(text) ?? [];
      return { job: file.split("/")[0], file, isFault: claim === "a fault", preset, text };
    });
}
