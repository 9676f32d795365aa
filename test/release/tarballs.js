import { execFileSync } from "node:child_process";
import path from "node:path";

const WORKSPACE = path.resolve(import.meta.dirname, "../..");

/** The folders of the packages that are published. */
export const PACKAGES = ["src", "rules"];

/**
 * What `npm pack` would put into each package's tarball; nothing is written.
 *
 * @returns {{ folder: string, name: string, version: string, size: number, unpackedSize: number,
 *   files: { path: string, size: number }[] }[]}
 */
export function tarballs() {
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ["npm", []];
  return PACKAGES.map((folder) => {
    const output = execFileSync(command, [...first, "pack", "--dry-run", "--json", "--loglevel=error"], {
      cwd: path.join(WORKSPACE, folder),
      encoding: "utf8",
      shell: process.platform === "win32" && !npm,
    });
    const [{ name, version, size, unpackedSize, files }] = JSON.parse(output);
    return { folder, name, version, size, unpackedSize, files };
  });
}
