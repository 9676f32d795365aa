// The release, from a fresh clone to what people install: `npm run rehearse` runs each step and stops at the first that
// fails.
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { codeBlocks, root } from "../kit/page.js";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { changeset, changesetFiles, git, manifestOf } from "../kit/release-repository.js";
import { runLine, type Run } from "../kit/run-node.js";
import { localRegistry, publish, type LocalRegistry } from "../matrix/local-registry.js";
import { npm, pnpm, yarn, type PackageManager } from "../matrix/package-managers.js";
import { VERSIONS } from "../matrix/versions.js";

// Installing everything from a registry that has nothing yet takes minutes.
vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 1_200_000 });

const FOLDERS = ["src", "rules"];
const NAMES = ["error-contract", "eslint-plugin-error-contract"];
const { version: first } = manifestOf(root, "src");

/** An MCP server whose one tool fails without a code. */
const SERVER = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "notes", version: "1.0.0" });
server.registerTool("read_note", { inputSchema: { id: z.number() } }, ({ id }) => {
  throw new Error(\`There is no note \${id}\`);
});
await server.connect(new StdioServerTransport());
`;

const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
  scripts: Readonly<Record<string, string>>;
};
/** What `release:publish` runs before it publishes; a script finds the tools of the project by their names. */
const checks = scripts["release:publish"]!.split(" && ")
  .filter((step) => step !== "changeset publish")
  .map((step) => (step.startsWith("npm ") ? step : `npx ${step}`));

let registry: LocalRegistry;
let clone: string;

/** Runs a line in a folder, away from the settings of this machine. */
async function run(line: string, cwd: string): Promise<Run> {
  const result = await runLine(line, { cwd, env: registry.env });
  expect(result, `${line}\n${result.stdout}${result.stderr}`).toMatchObject({ status: 0 });
  return result;
}

/** Publishes what the registry lacks, as `release:publish` does in the end. */
async function publishChanged(): Promise<string> {
  const { url: npm_config_registry, env } = registry;
  const { status, stdout, stderr } = await changeset(clone, "publish", { ...env, npm_config_registry });
  expect(status, stdout + stderr).toBe(0);
  return stdout + stderr;
}

const tagsOf = (version: string) => NAMES.map((name) => `${name}@${version}`);
const tags = () => git(clone, "tag").trim().split("\n").sort();
const commit = (message: string) => {
  git(clone, "add", ".");
  git(clone, "commit", "--quiet", "--message", message);
};

beforeAll(async () => {
  registry = await localRegistry([]);
});

describe("a fresh clone", () => {
  it("is installed by `npm ci`", async () => {
    clone = path.join(temporaryFolder(), "error-contract");
    git(root, "clone", "--quiet", root, clone);
    git(clone, "config", "user.name", "test");
    git(clone, "config", "user.email", "test@localhost");
    const { status, stderr } = await runLine("npm ci", { cwd: clone });
    expect(status, stderr).toBe(0);
  });

  it("has one version, and an entry for it in both changelogs", () => {
    for (const folder of FOLDERS) {
      expect(manifestOf(clone, folder).version).toBe(first);
      expect(fs.readFileSync(path.join(clone, folder, "CHANGELOG.md"), "utf8")).toContain(`\n## ${first}\n`);
    }
  });

  it.each(checks)(
    "passes `%s`",
    async (check) => {
      const { status, stdout, stderr } = await runLine(check, { cwd: clone });
      expect(status, stdout + stderr).toBe(0);
    },
    1_200_000,
  );

  it("gives a release the tarballs that the README installs, by the workflow", async () => {
    const workflow = parse(fs.readFileSync(path.join(clone, ".github/workflows/tarballs.yml"), "utf8")) as {
      jobs: { tarballs: { steps: readonly { run?: string }[] } };
    };
    const lines = workflow.jobs.tarballs.steps
      .flatMap(({ run: line }) => line ?? [])
      .filter((line) => line !== "npm ci");
    // In place of GitHub's command one that prints what it is given; there is no such release yet.
    const bin = temporaryFolder();
    writeFiles(bin, { gh: '#!/bin/sh\nif [ "$2" = view ]; then exit 1; fi\necho "$@"\n' });
    fs.chmodSync(path.join(bin, "gh"), 0o755);
    const env = { PATH: `${bin}${path.delimiter}${process.env.PATH!}`, TAG: `v${first}` };
    const outputs: string[] = [];
    for (const line of lines) {
      const { status, stdout, stderr } = await runLine(line, { cwd: clone, env });
      expect(status, `${line}\n${stdout}${stderr}`).toBe(0);
      outputs.push(stdout);
    }
    const files = NAMES.map((name) => `${name}-${first}.tgz`);
    expect(outputs.at(-1)!.trim()).toBe(
      `release upload v${first} ${files.map((file) => `./${file}`).join(" ")} --clobber`,
    );
    const readme = fs.readFileSync(path.join(clone, "README.md"), "utf8");
    for (const file of files) expect(readme).toContain(`../error-contract/${file}\n`);
  });

  it("is refused by npm outside of a workflow, because it asks for provenance", async () => {
    const copy = temporaryFolder();
    writeFiles(copy, { "package.json": JSON.stringify({ ...manifestOf(clone, "src"), version: "0.0.2" }) });
    const onAMachine = { GITHUB_ACTIONS: undefined, GITLAB_CI: undefined, CIRCLECI: undefined };
    const asked = publish(copy, { ...registry, env: { ...registry.env, ...onAMachine } }, ["--tag=other"]);
    await expect(asked).rejects.toThrow("provenance");
  });

  it("publishes the first version as it stands, without a changeset, and tags it", async () => {
    for (const folder of FOLDERS) {
      const manifest = manifestOf(clone, folder);
      // This registry attests nothing.
      const publishConfig = { access: "public", registry: registry.url };
      writeFiles(clone, { [`${folder}/package.json`]: JSON.stringify({ ...manifest, publishConfig }) });
    }
    expect(await changeset(clone, "version")).toMatchObject({ status: 0 });
    commit("release");
    await publishChanged();
    expect(tags()).toEqual(tagsOf(first).sort());
  });
});

const [pnpm10, pnpm12] = VERSIONS.pnpm;
const managers: readonly PackageManager[] = [npm, pnpm(pnpm10), pnpm(pnpm12), yarn("node-modules")];

describe.each(managers)("an empty project of $name", (manager) => {
  let folder: string;
  const npx = async (line: string, status = 0) => {
    const result = await runLine(`npx --no-install ${line}`, { cwd: folder, env: registry.env });
    expect(result.status, `${line}\n${result.stdout}${result.stderr}`).toBe(status);
    return result.stdout;
  };

  it("installs both packages, in one version", async () => {
    folder = temporaryFolder();
    const dependencies = { "error-contract": first, "@modelcontextprotocol/sdk": "1.32.2", zod: "4.6.7" };
    const devDependencies = { eslint: VERSIONS.eslint.at(-1), "eslint-plugin-error-contract": first };
    writeFiles(folder, {
      ...manager.files(registry),
      "package.json": JSON.stringify({ private: true, type: "module", dependencies, devDependencies }),
      "server.js": SERVER,
    });
    const installed = await manager.install(folder, registry);
    expect(installed.status, installed.stdout + installed.stderr).toBe(0);
  });

  it("is set up by `npx eslint-plugin-error-contract init`, and ESLint finds the failure", async () => {
    await npx("eslint-plugin-error-contract init --yes");
    expect(fs.readFileSync(path.join(folder, "eslint.config.js"), "utf8")).toContain("configs.recommended");
    expect(await npx("eslint .", 1)).toContain("error-contract/no-raw-error");
  });

  it("shows what clients receive with `npx error-contract prove`", async () =>
    expect(await npx("error-contract prove --allow read_note -- node server.js")).toMatch(/^read_note/m));
});

describe("a project with nothing installed", () => {
  const npx = async (line: string) => {
    const folder = temporaryFolder();
    const manifest = JSON.stringify({ private: true, type: "module" });
    writeFiles(folder, { ...npm.files(registry), "package.json": manifest, "server.js": SERVER });
    return { folder, ...(await runLine(`npx --yes ${line}`, { cwd: folder, env: registry.env })) };
  };

  it("gets a configuration from `npx eslint-plugin-error-contract init`, and the names of what it needs", async () => {
    const { folder, status, stdout, stderr } = await npx("eslint-plugin-error-contract init --yes");
    expect(status, stderr).toBe(0);
    expect(fs.readFileSync(path.join(folder, "eslint.config.js"), "utf8")).toContain("configs.recommended");
    expect(stdout).toMatch(/^To be added to the development dependencies: eslint/m);
  });

  it("is told by `npx error-contract prove` which client to install", async () => {
    const { status, stderr } = await npx("error-contract prove -- node server.js");
    expect(status, stderr).toBe(2);
    expect(stderr).toContain("npm install --save-dev @modelcontextprotocol/client");
  });
});

describe("the next version", () => {
  it("installs the first version with the commands of the plugin's page, before it comes", async () => {
    const project = temporaryFolder();
    writeFiles(project, { ...npm.files(registry), "package.json": JSON.stringify({ private: true }) });
    const [install] = codeBlocks("rules/README.md").filter(({ language }) => language === "sh");
    for (const line of install!.code.split("\n")) await run(line, project);
    expect(manifestOf(project, "node_modules/eslint-plugin-error-contract").version).toBe(first);
  });

  it("publishes both packages, once, and tags them", async () => {
    writeFiles(clone, changesetFiles([["error-contract", "minor", "Something new."]]));
    expect(await changeset(clone, "version")).toMatchObject({ status: 0 });
    commit("next");
    await publishChanged();
    const { version } = manifestOf(clone, "src");
    expect(version).not.toBe(first);
    expect(tags()).toEqual([...tagsOf(first), ...tagsOf(version)].sort());
    expect(await publishChanged()).toContain("No unpublished projects");
  });

  it("installs the plugin with the runtime of its version", async () => {
    const { version } = manifestOf(clone, "src");
    const project = temporaryFolder();
    const devDependencies = { eslint: "10", "eslint-plugin-error-contract": version };
    writeFiles(project, { ...npm.files(registry), "package.json": JSON.stringify({ private: true, devDependencies }) });
    const installed = await npm.install(project, registry);
    expect(installed.status, installed.stderr).toBe(0);
    expect(manifestOf(project, "node_modules/error-contract").version).toBe(version);
  });
});
