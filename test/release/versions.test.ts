import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "../kit/page.js";
import { changeset, manifestOf, repositoryWith } from "../kit/release-repository.js";

it("no changeset waits for the first version, whose changes stand in the changelogs", () => {
  const waiting = fs.readdirSync(path.join(root, ".changeset")).filter((name) => /(?<!README)\.md$/.test(name));
  expect(manifestOf(root, "src").version === "0.1.0" ? waiting : []).toEqual([]);
});

it.each([
  ["the runtime", "src", "error-contract"],
  ["the plugin", "rules", "eslint-plugin-error-contract"],
])("a change of %s is a release of both, in one version", async (_, folder, changed) => {
  const repository = repositoryWith([
    [changed, "minor", "Something new."],
    [changed, "patch", "Something mended."],
  ]);
  const { version: before } = manifestOf(root, "src");

  const run = await changeset(repository, "version");
  expect(run, run.stderr + run.stdout).toMatchObject({ status: 0 });

  const [major, minor] = before.split(".").map(Number);
  const version = `${major}.${minor! + 1}.0`;
  expect(manifestOf(repository, "src").version).toBe(version);
  expect(manifestOf(repository, "rules")).toMatchObject({ version, dependencies: { "error-contract": version } });

  const changelog = fs.readFileSync(path.join(repository, folder, "CHANGELOG.md"), "utf8");
  expect(changelog.indexOf("Something new.")).toBeGreaterThan(changelog.indexOf(`## ${version}`));
  expect(changelog.indexOf("Something mended.")).toBeLessThan(changelog.indexOf(`## ${before}`));
});
