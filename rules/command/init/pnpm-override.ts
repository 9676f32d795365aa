import fs from "node:fs";
import path from "node:path";
import { parseDocument } from "yaml";
import type { FileChange } from "../project/changed-files.js";
import { type Project, findDependency, isObject, readObject } from "../project/read-project.js";
import { runProcess } from "../project/run-process.js";

const RUNTIME = "error-contract";
const WORKSPACE = "pnpm-workspace.yaml";
/** A tarball, a folder or an address in place of versions of a registry. */
const NO_VERSION = /^(?:file:|link:|https?:|[./]|[a-z]:\\)|\.tgz$/i;
/** From here on pnpm reads overrides from its workspace file alone; up to here, from `package.json` before that. */
const FIRST_WITHOUT_MANIFEST = 11;

/**
 * Plans the override that lets pnpm install the plugin beside a runtime that comes from no registry: without it, pnpm
 * looks for the version that the plugin depends on. It stands where the pnpm of the project reads it. `undefined` where
 * npm or yarn is used, the runtime comes from a registry or is not there yet, or an override is there.
 */
export async function planOverride(project: Project): Promise<FileChange | undefined> {
  const root = findRoot(project.cwd);
  const runtime = findDependency(project, RUNTIME);
  if (root === undefined || runtime === undefined || !NO_VERSION.test(runtime.range)) return undefined;
  const target = relocate(runtime.range, runtime.folder, root);
  const manifest = path.join(root, "package.json");
  const json = readObject(manifest) ?? {};
  const workspace = path.join(root, WORKSPACE);
  const text = fs.existsSync(workspace) ? fs.readFileSync(workspace, "utf8") : undefined;
  const document = parseDocument(text ?? "");
  const inWorkspace = document.getIn(["overrides", RUNTIME]) !== undefined;
  const pnpm = isObject(json.pnpm) ? json.pnpm : {};
  const overrides = isObject(pnpm.overrides) ? pnpm.overrides : undefined;
  const inManifest = overrides !== undefined && Object.hasOwn(overrides, RUNTIME);

  if ((await readMajor(json, root)) >= FIRST_WITHOUT_MANIFEST) {
    if (inWorkspace) return undefined;
    document.setIn(["overrides", RUNTIME], target);
    return { file: workspace, before: text, after: document.toString({ lineWidth: 0 }) };
  }
  // Overrides in the manifest hide those of the workspace file.
  if (inManifest || (inWorkspace && overrides === undefined)) return undefined;
  const before = fs.readFileSync(manifest, "utf8");
  const indent = /^[ \t]+/m.exec(before)?.[0] ?? "  ";
  const after = { ...json, pnpm: { ...pnpm, overrides: { ...overrides, [RUNTIME]: target } } };
  return { file: manifest, before, after: `${JSON.stringify(after, null, indent)}\n` };
}

/** The nearest folder from which pnpm installs. */
function findRoot(folder: string): string | undefined {
  const { packageManager } = readObject(path.join(folder, "package.json")) ?? {};
  const isNamed = typeof packageManager === "string" && packageManager.startsWith("pnpm@");
  if (isNamed || [WORKSPACE, "pnpm-lock.yaml"].some((name) => fs.existsSync(path.join(folder, name)))) return folder;
  const parent = path.dirname(folder);
  return parent === folder || fs.existsSync(path.join(folder, ".git")) ? undefined : findRoot(parent);
}

/** A path from the folder of a package, as it is from the root. */
function relocate(range: string, folder: string, root: string): string {
  const [, scheme = "", file = ""] = /^(file:|link:)?(\.{1,2}[\\/].*|[^:]*\.tgz)$/i.exec(range) ?? [];
  if (file === "" || path.isAbsolute(file)) return range;
  const moved = path.relative(root, path.resolve(folder, file)).replaceAll("\\", "/");
  return `${scheme === "" ? "file:" : scheme}${moved.startsWith(".") ? moved : `./${moved}`}`;
}

/**
 * The major version of pnpm: the one that the project names, else the one that runs this command, else the one that is
 * installed, else the one whose settings the project has.
 */
async function readMajor({ packageManager, pnpm }: Readonly<Record<string, unknown>>, cwd: string): Promise<number> {
  const [, named] = /^pnpm@(\d+)\./.exec(typeof packageManager === "string" ? packageManager : "") ?? [];
  const [, running] = /^pnpm\/(\d+)\./.exec(process.env.npm_config_user_agent ?? "") ?? [];
  const known = named ?? running;
  if (known !== undefined) return Number(known);
  const { stdout } = await runProcess("pnpm", ["--version"], { cwd });
  return Number.parseInt(stdout, 10) || FIRST_WITHOUT_MANIFEST - (pnpm === undefined ? 0 : 1);
}
