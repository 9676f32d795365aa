import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const CHANGESETS = path.join(root, "node_modules/@changesets/cli/bin.js");

const changeset = (name: string, kind: string, text: string) => `---\n"${name}": ${kind}\n---\n\n${text}\n`;

/** A repository with the manifests and changelogs of this one, and these changesets. */
function repositoryWith(changesets: Readonly<Record<string, string>>): string {
  const copied = ["package.json", ".changeset/config.json"].concat(
    ["src", "rules"].flatMap((folder) => [`${folder}/package.json`, `${folder}/CHANGELOG.md`]),
  );
  const folder = projectWith({
    ...Object.fromEntries(copied.map((name) => [name, fs.readFileSync(path.join(root, name), "utf8")])),
    ...Object.fromEntries(Object.entries(changesets).map(([name, text]) => [`.changeset/${name}.md`, text])),
    ".gitignore": "node_modules\n",
  });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@localhost", ...args], { cwd: folder });
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
  return folder;
}

it.each([
  ["the runtime", "src", "error-contract"],
  ["the plugin", "rules", "eslint-plugin-error-contract"],
])("a change of %s is a release of both, in one version", async (_, folder, changed) => {
  const repository = repositoryWith({
    "brave-cats-rest": changeset(changed, "minor", "Something new."),
    "calm-dogs-run": changeset(changed, "patch", "Something mended."),
  });
  const { version: before } = manifest(root, "src");

  const run = await runNode([CHANGESETS, "version"], { cwd: repository });
  expect(run, run.stderr + run.stdout).toMatchObject({ status: 0 });

  const [major, minor] = before.split(".").map(Number);
  const version = `${major}.${minor! + 1}.0`;
  expect(manifest(repository, "src").version).toBe(version);
  expect(manifest(repository, "rules")).toMatchObject({ version, dependencies: { "error-contract": version } });

  const changelog = fs.readFileSync(path.join(repository, folder, "CHANGELOG.md"), "utf8");
  expect(changelog.indexOf("Something new.")).toBeGreaterThan(changelog.indexOf(`## ${version}`));
  expect(changelog.indexOf("Something mended.")).toBeLessThan(changelog.indexOf(`## ${before}`));
});

function manifest(repository: string, folder: string): { version: string; dependencies?: Record<string, string> } {
  return JSON.parse(fs.readFileSync(path.join(repository, folder, "package.json"), "utf8")) as { version: string };
}
