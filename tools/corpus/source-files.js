import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

const modules = path.join(import.meta.dirname, "../../node_modules");
const SOURCE = /\.(?:[cm]?js|[cm]?ts)$/;
const DECLARATIONS = /\.d\.[cm]?ts$|\.d\.[^.]+\.ts$/;

/**
 * The source files of installed packages, in a fixed order.
 *
 * @param {object} limits
 * @param {readonly string[]} [limits.packages] only these
 * @param {number} limits.perPackage so that no package drowns the others
 * @param {number} limits.bytes larger files are bundles, which nobody lints
 * @returns {{ files: string[], tooLarge: number }}
 */
export function sourceFiles({ packages = installedPackages(), perPackage, bytes }) {
  const files = [];
  let tooLarge = 0;
  for (const name of packages) {
    let taken = 0;
    for (const file of filesUnder(path.join(modules, name))) {
      if (taken >= perPackage) break;
      if (statSync(file).size > bytes) {
        tooLarge++;
        continue;
      }
      files.push(file);
      taken++;
    }
  }
  return { files, tooLarge };
}

function installedPackages() {
  return foldersIn(modules).flatMap((name) =>
    name.startsWith("@") ? foldersIn(path.join(modules, name)).map((each) => `${name}/${each}`) : [name],
  );
}

// Links are the packages of this workspace.
function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort();
}

/** The files of code below a folder, but for declarations and for what is installed there, in a fixed order. */
export function filesUnder(folder, source = SOURCE) {
  if (!existsSync(folder)) throw new Error(`${folder} is not installed`);
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && source.test(entry.name) && !DECLARATIONS.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !path.relative(folder, file).split(path.sep).includes("node_modules"))
    .sort();
}

/**
 * What to try for a file, the likeliest first: the extension decides, then the nearest package.json.
 *
 * @param {string} file
 * @returns {readonly ("module" | "commonjs" | "script")[]}
 */
export function sourceTypes(file) {
  if (/\.m[jt]s$/.test(file)) return ["module"];
  if (/\.c[jt]s$/.test(file)) return ["commonjs"];
  return packageType(path.dirname(file)) === "module"
    ? ["module", "commonjs", "script"]
    : ["commonjs", "module", "script"];
}

const types = new Map();

function packageType(folder) {
  if (!types.has(folder)) {
    const file = path.join(folder, "package.json");
    const parent = path.dirname(folder);
    types.set(folder, existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).type : packageType(parent));
  }
  return types.get(folder);
}
