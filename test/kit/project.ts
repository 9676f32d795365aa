import fs from "node:fs";
import path from "node:path";
import { inject } from "vitest";
import { root } from "./page.js";

export const nodeModules = path.join(root, "node_modules");
export const legacyServer = path.join(root, "docs/examples/legacy-server");

export type Files = Readonly<Record<string, string>>;

/** An empty folder that lives as long as the run: files that share a worker also share what they have installed. */
export function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(inject("temporaryRoot"), "project-"));
}

/** A project with these files, which finds the packages of this workspace. */
export function projectWith(files: Files): string {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  linkPackages(folder);
  return folder;
}

/** A copy of the example server with these files beside it. */
export function legacyServerWith(files: Files): string {
  const folder = temporaryFolder();
  fs.cpSync(legacyServer, folder, { recursive: true });
  writeFiles(folder, files);
  linkPackages(folder);
  return folder;
}

export function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
}

/** Every file below a folder by its relative path, but for installed packages. */
export function filesOf(folder: string): Files {
  // What is installed is shared with other tests, which write there meanwhile.
  const own = fs.readdirSync(folder).filter((name) => name !== "node_modules");
  const names = own.flatMap((name) =>
    fs.statSync(path.join(folder, name)).isFile()
      ? [name]
      : fs
          .readdirSync(path.join(folder, name), { recursive: true, encoding: "utf8" })
          .map((each) => path.join(name, each)),
  );
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile());
  return Object.fromEntries(files.sort().map((name) => [name, fs.readFileSync(path.join(folder, name), "utf8")]));
}

/** The lines of these files that say `// <rule>` or `// <rule>, by its type`, as `<file>:<line> <rule>`. */
export function markedLines(files: Files): readonly string[] {
  return Object.entries(files).flatMap(([file, text]) =>
    text.split("\n").flatMap((line, index) => {
      const [, rule] = /\/\/ ((?:no|require|prefer|valid)-[a-z-]+)(?:, by its type)?$/.exec(line) ?? [];
      return rule ? [`${file}:${index + 1} ${rule}`] : [];
    }),
  );
}

function linkPackages(folder: string): void {
  fs.symlinkSync(nodeModules, path.join(folder, "node_modules"), "junction");
}
