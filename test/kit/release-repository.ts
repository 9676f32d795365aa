import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { root } from "./page.js";
import { projectWith, type Files } from "./project.js";
import { runNode, type Run } from "./run-node.js";

export interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const FOLDERS = ["src", "rules"];
const COPIED = [
  "package.json",
  ".changeset/config.json",
  ...FOLDERS.flatMap((folder) => [`${folder}/package.json`, `${folder}/CHANGELOG.md`]),
];

/** The package, the kind of the change, the text. */
type Changeset = readonly [name: string, kind: string, text: string];

/** The files of changesets. */
export function changesetFiles(changesets: readonly Changeset[]): Files {
  return Object.fromEntries(
    changesets.map(([name, kind, text], index) => [
      `.changeset/change-${index}.md`,
      `---\n"${name}": ${kind}\n---\n\n${text}\n`,
    ]),
  );
}

/** A git repository with the manifests and changelogs of this one, these files, and these changesets. */
export function repositoryWith(changesets: readonly Changeset[], files: Files = {}): string {
  const folder = projectWith({
    ...Object.fromEntries(COPIED.map((name) => [name, fs.readFileSync(path.join(root, name), "utf8")])),
    ...changesetFiles(changesets),
    ".gitignore": "node_modules\n",
    ...files,
  });
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "config", "user.name", "test");
  git(folder, "config", "user.email", "test@localhost");
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "--message", "first");
  return folder;
}

export function git(folder: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8" });
}

/** Runs `changeset` in a repository. */
export function changeset(
  repository: string,
  command: "publish" | "version",
  env: NodeJS.ProcessEnv = {},
): Promise<Run> {
  const file = path.join(root, "node_modules/@changesets/cli/bin.js");
  return runNode([file, command], { cwd: repository, env });
}

/** The `package.json` of a package. */
export function manifestOf(repository: string, folder: string): Manifest {
  return JSON.parse(fs.readFileSync(path.join(repository, folder, "package.json"), "utf8")) as Manifest;
}
