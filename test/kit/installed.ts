import fs from "node:fs";
import path from "node:path";
import { root } from "./page.js";
import { temporaryFolder, writeFiles, type Files } from "./project.js";
import { runNpm } from "./run-node.js";

let tarballs: Promise<readonly string[]> | undefined;
let runtime: Promise<string> | undefined;
const nodes = new Map<string, Promise<string>>();

/** Both packages, packed once for a worker, by what the workflow that fills a release runs. */
export function packedTarballs(): Promise<readonly string[]> {
  return (tarballs ??= pack());
}

async function pack(): Promise<readonly string[]> {
  const folder = temporaryFolder();
  await npm(["run", "pack"], root, { npm_config_pack_destination: folder });
  return fs.readdirSync(folder).map((name) => path.join(folder, name));
}

/** A folder in which the packed runtime is installed and nothing else. */
export async function installedRuntime(): Promise<string> {
  const folder = temporaryFolder();
  fs.cpSync(await (runtime ??= installRuntime()), folder, { recursive: true });
  return folder;
}

async function installRuntime(): Promise<string> {
  const tarball = (await packedTarballs()).find((file) => path.basename(file).startsWith("error-contract-"));
  return installedTool(tarball!);
}

/**
 * A project with these files, an ES module unless they say otherwise, in which npm installed our tarballs and these
 * packages.
 */
export async function installedProject(packages: readonly string[], files: Files): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(folder, { "package.json": JSON.stringify({ private: true, type: "module" }), ...files });
  await install([...(await packedTarballs()), ...packages], folder);
  return folder;
}

/** The binary of this exact version of Node, as the package `node` of npm brings it. */
export function nodeBinary(version: string): Promise<string> {
  const known = nodes.get(version);
  if (known) return known;
  const binary = installNode(version);
  nodes.set(version, binary);
  return binary;
}

async function installNode(version: string): Promise<string> {
  if (process.version === `v${version}`) return process.execPath;
  const folder = await installedTool(`node@${version}`);
  return path.join(folder, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
}

/** A folder in which npm installed this package and nothing else. */
export function installedTool(name: string): Promise<string> {
  return installedFolder([name]);
}

/** A folder in which npm installed these packages and nothing else, as its flags say. */
export async function installedFolder(packages: readonly string[], flags: readonly string[] = []): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(folder, { "package.json": JSON.stringify({ private: true }) });
  await install([...flags, ...packages], folder);
  return folder;
}

const install = (args: readonly string[], cwd: string) =>
  npm(["install", "--prefer-offline", "--no-audit", "--no-fund", "--save-exact", ...args], cwd);

async function npm(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { status, stderr } = await runNpm(args, { cwd, env });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} ended with ${String(status)}:\n${stderr}`);
}
