import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PACKAGES } from "../release/tarballs.js";
import { copyFolder } from "./copy-server.js";

const WORKSPACE = path.resolve(import.meta.dirname, "../..");
const MODULES = path.join(WORKSPACE, "node_modules");
// They load the `typescript` beside them, which is to be the server's.
const NEAR_TYPESCRIPT = ["@typescript-eslint", "typescript-eslint", "ts-api-utils"];
const OURS = ["error-contract", "eslint-plugin-error-contract"];
// The first version that typescript-eslint refuses.
const TOO_NEW = [6, 1];

/**
 * @typedef {{ files: Record<string, string>, hash: string }} Packed the tarballs by the name of their package
 */

/**
 * Packs both packages as npm publishes them.
 *
 * @returns {Packed}
 */
export function packPackages(folder) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  const hash = createHash("sha256");
  const files = {};
  for (const source of PACKAGES) {
    const cwd = path.join(WORKSPACE, source);
    const args = [...first, "pack", "--silent", "--pack-destination", folder];
    execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
    const { name, version } = JSON.parse(fs.readFileSync(path.join(cwd, "package.json"), "utf8"));
    files[name] = path.join(folder, `${name}-${version}.tgz`);
    hash.update(fs.readFileSync(files[name]));
  }
  return { files, hash: hash.digest("hex") };
}

/** Installs the runtime in a copy. Unpacking it works whatever package manager has installed the rest. */
export function installRuntime(copy, packed) {
  unpack(packed.files["error-contract"], path.join(copy, "node_modules/error-contract"));
}

/**
 * Makes a folder beside the copy whose packages lint it: ours from their tarballs, and typescript-eslint with the
 * TypeScript of the server, since each version of it reads a tsconfig.json in its own way.
 */
export function installLinter(folder, copy, files, packed) {
  const modules = path.join(folder, "node_modules");
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(modules, { recursive: true });
  for (const name of fs.readdirSync(MODULES)) {
    if (name.startsWith(".") || name === "typescript" || OURS.includes(name)) continue;
    const [source, target] = [path.join(MODULES, name), path.join(modules, name)];
    if (NEAR_TYPESCRIPT.includes(name))
      copyFolder(source, target, { from: source, to: target, isInstalled: true, hasGit: true });
    else fs.symlinkSync(source, target);
  }
  const folders = new Set(["", ...files.map((file) => path.dirname(file))].map((each) => path.join(copy, each)));
  fs.symlinkSync(findTypeScript(folders) ?? path.join(MODULES, "typescript"), path.join(modules, "typescript"));
  for (const name of OURS) unpack(packed.files[name], path.join(modules, name));
}

/** Returns the first TypeScript that these folders find, where typescript-eslint accepts its version. */
function findTypeScript(folders) {
  for (const folder of folders) {
    const manifest = findManifest(folder, "typescript");
    if (!manifest) continue;
    const [major, minor] = JSON.parse(fs.readFileSync(manifest, "utf8")).version.split(".").map(Number);
    const isAccepted = major >= 5 && (major < TOO_NEW[0] || (major === TOO_NEW[0] && minor < TOO_NEW[1]));
    return isAccepted ? path.dirname(manifest) : undefined;
  }
  return undefined;
}

function findManifest(folder, name) {
  try {
    return createRequire(path.join(folder, "package.json")).resolve(`${name}/package.json`);
  } catch {
    // It is not installed there.
    return undefined;
  }
}

function unpack(tarball, folder) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", folder]);
}
