import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { changeset, git, manifestOf, repositoryWith } from "../kit/release-repository.js";
import { localRegistry, publish, type LocalRegistry } from "./local-registry.js";
import { npm } from "./package-managers.js";

const SLOW = 300_000;

describe("a release, rehearsed on a registry of this machine", () => {
  let registry: LocalRegistry;
  let repository: string;

  beforeAll(async () => {
    registry = await localRegistry();
    repository = repositoryWith([["error-contract", "minor", "Something new."]]);
    for (const name of ["dist", "README.md", "LICENSE"]) {
      for (const folder of ["src", "rules"]) {
        fs.cpSync(path.join(root, folder, name), path.join(repository, folder, name), { recursive: true });
      }
    }
    for (const folder of ["src", "rules"]) {
      const manifest = manifestOf(repository, folder);
      const publishConfig = { access: "public", registry: registry.url };
      writeFiles(repository, { [`${folder}/package.json`]: JSON.stringify({ ...manifest, publishConfig }) });
    }
  }, SLOW);

  it("stops outside of a workflow, because the package asks for provenance", async () => {
    const copy = temporaryFolder();
    const manifest = manifestOf(root, "src");
    writeFiles(copy, { "package.json": JSON.stringify({ ...manifest, version: "0.0.2" }) });
    const onAMachine = { GITHUB_ACTIONS: undefined, GITLAB_CI: undefined, CIRCLECI: undefined };
    const asked = publish(copy, { ...registry, env: { ...registry.env, ...onAMachine } }, ["--tag=other"]);
    await expect(asked).rejects.toThrow("provenance");
  });

  it("publishes both packages in the new version, once, and tags them", { timeout: SLOW }, async () => {
    expect(await changeset(repository, "version")).toMatchObject({ status: 0 });
    git(repository, "commit", "--all", "--quiet", "--message", "release");
    const { version } = manifestOf(repository, "src");
    const { url: npm_config_registry, env } = registry;

    const published = await changeset(repository, "publish", { ...env, npm_config_registry });
    expect(published, published.stdout + published.stderr).toMatchObject({ status: 0 });
    const tags = [`error-contract@${version}`, `eslint-plugin-error-contract@${version}`];
    expect(git(repository, "tag").trim().split("\n").sort()).toEqual(tags.sort());

    const again = await changeset(repository, "publish", { ...env, npm_config_registry });
    expect(again.stdout + again.stderr).toContain("No unpublished projects");
  });

  it("installs the plugin with the runtime of its version", { timeout: SLOW }, async () => {
    const { version } = manifestOf(repository, "src");
    const project = temporaryFolder();
    const devDependencies = { eslint: "10", "eslint-plugin-error-contract": version };
    writeFiles(project, { ...npm.files(registry), "package.json": JSON.stringify({ private: true, devDependencies }) });
    const installed = await npm.install(project, registry);
    expect(installed, installed.stderr).toMatchObject({ status: 0 });
    expect(manifestOf(project, "node_modules/error-contract").version).toBe(version);
  });
});
