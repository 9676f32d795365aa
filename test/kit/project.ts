import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { root } from "./page.js";

export const nodeModules = path.join(root, "node_modules");
export const legacyServer = path.join(root, "docs/examples/legacy-server");

export type Files = Readonly<Record<string, string>>;

const folders: string[] = [];

// A link goes first, so that nothing follows it out of the folder.
afterAll(() => {
  for (const folder of folders) {
    fs.rmSync(path.join(folder, "node_modules"), { recursive: true, force: true });
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

/** An empty folder that lives as long as the test file. */
export function temporaryFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "error-contract-test-")));
  folders.push(folder);
  return folder;
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
