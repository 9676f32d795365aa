import fs from "node:fs";
import path from "node:path";
import { DemoError } from "./terminal.js";

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const SKIPPED_FOLDERS = new Set(["node_modules", ".git", "dist"]);
const MOST_FILES = 5000;
// What is larger was written by a program: bundles, parsers, data.
const MOST_BYTES = 512 * 1024;

/**
 * The JavaScript and TypeScript files below a folder, relative to it.
 *
 * @param {string} folder
 * @returns {string[]}
 */
export function sourceFiles(folder) {
  if (!fs.existsSync(folder)) throw new DemoError(`There is no folder ${folder}`);
  if (!fs.statSync(folder).isDirectory()) throw new DemoError(`${folder} is a file; name the folder of a project`);

  /** @type {string[]} */
  const files = [];
  collect(folder, folder, files);
  if (files.length === 0) throw new DemoError(`There are no JavaScript or TypeScript files in ${folder}`);
  return files.sort();
}

/**
 * Links are not followed: they may lead out of the folder, or in circles.
 *
 * @param {string} root
 * @param {string} folder
 * @param {string[]} files
 */
function collect(root, folder, files) {
  for (const entry of entriesOf(folder)) {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) collect(root, full, files);
    if (!entry.isFile() || !SOURCE.test(entry.name) || fs.statSync(full).size > MOST_BYTES) continue;

    files.push(path.relative(root, full));
    if (files.length > MOST_FILES) {
      throw new DemoError(`${root} has more than ${MOST_FILES} source files; name a smaller folder`);
    }
  }
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new DemoError(`${folder} cannot be read: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * Copies source files, and the package.json and tsconfig.json beside them.
 *
 * @param {string} folder
 * @param {string[]} files
 * @param {string} copy
 */
export function copyProject(folder, files, copy) {
  const folders = new Set(files.map((file) => path.dirname(file))).add(".");
  const manifests = [...folders].flatMap((name) =>
    ["package.json", "tsconfig.json"].map((file) => path.join(name, file)),
  );
  for (const file of [...files, ...manifests.filter((name) => fs.existsSync(path.join(folder, name)))]) {
    const target = path.join(copy, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, fs.readFileSync(path.join(folder, file)));
  }
}
