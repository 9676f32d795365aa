import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { nodeModules, temporaryFolder, writeFiles, type Files } from "./project.js";
import { isWhole } from "./scope.js";

/** The two generations of TypeScript 7's API, by the packages that have them here; the gate has the one that is out. */
export const TYPESCRIPT_7: readonly ("typescript-7" | "typescript-7-1")[] = isWhole
  ? ["typescript-7", "typescript-7-1"]
  : ["typescript-7"];

export const TSCONFIG = JSON.stringify({
  compilerOptions: { strict: true, noEmit: true, allowJs: true, module: "nodenext", types: [] },
  include: ["src"],
});

const PACKAGES = [
  "eslint",
  "oxlint",
  "error-contract",
  "eslint-plugin-error-contract",
  "@typescript-eslint/parser",
  "typescript-eslint",
];

/** A project that has installed packages of this workspace under the names given: `{ typescript: "typescript-7" }`. */
export function nativeProject(files: Files, installed: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  writeFiles(folder, { "package.json": `{ "type": "module" }`, "tsconfig.json": TSCONFIG, ...files });
  const links = { ...Object.fromEntries(PACKAGES.map((name) => [name, name])), ...installed };
  for (const [name, target] of Object.entries(links)) {
    const link = path.join(folder, "node_modules", name);
    fs.mkdirSync(path.dirname(link), { recursive: true });
    fs.symlinkSync(fs.realpathSync(path.join(nodeModules, target)), link, "junction");
  }
  return folder;
}

/** TypeScript's processes that were started in a folder. */
export function nativeProcesses(folder: string): readonly number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,stat=,args="], { encoding: "utf8" }).split("\n");
  return lines
    .filter((line) => line.includes(`--api --cwd ${folder}`) && !/^\s*\d+ Z/.test(line))
    .map((line) => Number.parseInt(line, 10));
}

/** Waits until no process of TypeScript is left, and fails after half a minute. */
export async function noneIsLeft(folder: string): Promise<void> {
  for (const end = Date.now() + 30_000; nativeProcesses(folder).length > 0;) {
    if (Date.now() > end) throw new Error(`A process is left of ${folder}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
