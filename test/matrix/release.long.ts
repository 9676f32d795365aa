import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { changeset, changesetFiles, git, manifestOf, repositoryWith } from "../kit/release-repository.js";
import { runLine } from "../kit/run-node.js";
import { localRegistry, publish, type LocalRegistry } from "./local-registry.js";
import { npm } from "./package-managers.js";

describe("a release, rehearsed on a registry of this machine", () => {
  let registry: LocalRegistry;
  let repository: string;

  beforeAll(async () => {
    registry = await localRegistry([]);
    repository = repositoryWith([]);
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
  });

  /** Runs what `release:version` and `release:publish` run of changesets. */
  const release = async () => {
    expect(await changeset(repository, "version")).toMatchObject({ status: 0 });
    git(repository, "add", ".");
    git(repository, "commit", "--quiet", "--message", "release");
    return publishChanged();
  };
  const publishChanged = async () => {
    const { url: npm_config_registry, env } = registry;
    const published = await changeset(repository, "publish", { ...env, npm_config_registry });
    expect(published, published.stdout + published.stderr).toMatchObject({ status: 0 });
    return published.stdout + published.stderr;
  };
  const tagsOf = (version: string) => [`error-contract@${version}`, `eslint-plugin-error-contract@${version}`];
  const tags = () => git(repository, "tag").trim().split("\n").sort();

  it("stops outside of a workflow, because the package asks for provenance", async () => {
    const copy = temporaryFolder();
    const manifest = manifestOf(root, "src");
    writeFiles(copy, { "package.json": JSON.stringify({ ...manifest, version: "0.0.2" }) });
    const onAMachine = { GITHUB_ACTIONS: undefined, GITLAB_CI: undefined, CIRCLECI: undefined };
    const asked = publish(copy, { ...registry, env: { ...registry.env, ...onAMachine } }, ["--tag=other"]);
    await expect(asked).rejects.toThrow("provenance");
  });

  const { version: first } = manifestOf(root, "src");

  it("publishes the first version as it stands, without a changeset, and tags it", async () => {
    await release();
    expect(manifestOf(repository, "src").version).toBe(first);
    expect(tags()).toEqual(tagsOf(first).sort());
  });

  it("installs the first version with the commands of the plugin's README", async () => {
    const project = temporaryFolder();
    writeFiles(project, { ...npm.files(registry), "package.json": JSON.stringify({ private: true }) });
    const [install] = codeBlocks("rules/README.md").filter(({ language }) => language === "sh");
    for (const line of install!.code.split("\n")) {
      const installed = await runLine(line, { cwd: project, env: registry.env });
      expect(installed, installed.stderr).toMatchObject({ status: 0 });
    }
    expect(manifestOf(project, "node_modules/eslint-plugin-error-contract").version).toBe(first);
  });

  it("publishes both packages in the new version, once, and tags them", async () => {
    writeFiles(repository, changesetFiles([["error-contract", "minor", "Something new."]]));
    await release();
    const { version } = manifestOf(repository, "src");
    expect(version).not.toBe(first);
    expect(tags()).toEqual([...tagsOf(first), ...tagsOf(version)].sort());

    expect(await publishChanged()).toContain("No unpublished projects");
  });

  it("installs the plugin with the runtime of its version", async () => {
    const { version } = manifestOf(repository, "src");
    const project = temporaryFolder();
    const devDependencies = { eslint: "10", "eslint-plugin-error-contract": version };
    writeFiles(project, { ...npm.files(registry), "package.json": JSON.stringify({ private: true, devDependencies }) });
    const installed = await npm.install(project, registry);
    expect(installed, installed.stderr).toMatchObject({ status: 0 });
    expect(manifestOf(project, "node_modules/error-contract").version).toBe(version);
  });
});
