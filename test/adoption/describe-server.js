import fs from "node:fs";
import path from "node:path";
import { InputError } from "./input-error.js";

/**
 * @typedef {object} Server
 * @property {string} name also the name of its folder of results
 * @property {string} root the checkout, which is only read: the workspace that the server's package is part of
 * @property {string} inRoot the folder of the package in it
 * @property {string} preset
 * @property {string | undefined} prepare the build that the compiler and the tests need
 * @property {string | undefined} compile
 * @property {string[]} test
 * @property {string[] | undefined} files globs of the linted files
 * @property {string[]} ignores globs of files that are not linted
 * @property {{ passed: number, failed: number } | undefined} tests the known result without an edit
 */

const COMPILE_SCRIPTS = ["type-check", "typecheck", "check-types", "check:types", "types:check", "tsc"];

/**
 * Completes the description of a server from its package.json and tsconfig.json.
 *
 * @returns {Server}
 */
export function describeServer(entry, defaultPreset) {
  const { name, folder } = entry;
  if (!fs.existsSync(folder)) throw new InputError(`${name}: there is no folder ${folder}`);
  if (!fs.statSync(folder).isDirectory()) throw new InputError(`${name}: ${folder} is no folder`);
  if (/[/\\]|^\.+$/.test(name))
    throw new InputError(`"${name}" cannot be the name of a folder; name the server in --config`);

  const manifest = readManifest(folder);
  const root = findWorkspace(fs.realpathSync(folder));
  return {
    name,
    root,
    inRoot: path.relative(root, fs.realpathSync(folder)),
    preset: entry.preset ?? defaultPreset,
    prepare: readCommand(entry, "prepare"),
    compile: "compile" in entry ? readCommand(entry, "compile") : findCompileCommand(folder, manifest),
    test: "test" in entry ? [entry.test ?? []].flat() : findTestCommands(manifest),
    files: entry.files ? [entry.files].flat() : undefined,
    ignores: [entry.ignores ?? []].flat(),
    tests: entry.tests ?? undefined,
  };
}

/** Returns the folder of the workspace that a package is part of, or the package's own. */
function findWorkspace(folder) {
  for (let parent = folder; parent !== path.dirname(parent); parent = path.dirname(parent)) {
    if (fs.existsSync(path.join(parent, "pnpm-workspace.yaml")) || readManifest(parent).workspaces) return parent;
    // The workspace of another project, in which the checkout lies, is none of the server's.
    if (fs.existsSync(path.join(parent, ".git"))) break;
  }
  return folder;
}

function readManifest(folder) {
  const file = path.join(folder, "package.json");
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {};
}

function readCommand(entry, key) {
  const command = entry[key] ?? undefined;
  if (command === undefined || typeof command === "string") return command;
  throw new InputError(`${entry.name}: ${key} is no shell command`);
}

function findCompileCommand(folder, { scripts = {} }) {
  const script = COMPILE_SCRIPTS.find((name) => scripts[name]);
  if (script) return `npm run ${script}`;
  return ["tsconfig.json", "node_modules/.bin/tsc"].every((name) => fs.existsSync(path.join(folder, name)))
    ? "node_modules/.bin/tsc --noEmit --pretty false -p tsconfig.json"
    : undefined;
}

function findTestCommands({ scripts = {} }) {
  return scripts.test && !scripts.test.includes("no test specified") ? ["npm test"] : [];
}
