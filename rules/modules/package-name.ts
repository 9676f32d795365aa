import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getOrCreate } from "../syntax/remember.js";

const INSTALLED = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/;

/** What a `package.json` says of its package. */
interface Manifest {
  readonly name: string | undefined;
  /** The packages that it depends on, in any way. */
  readonly dependencies: readonly string[];
}

const manifests = new Map<string, Manifest | undefined>();

/** The package that a file belongs to: where it is installed, or else the nearest package.json that has a name. */
export function findPackageName(file: string): string | undefined {
  const installed = INSTALLED.exec(file)?.[1]?.replace("\\", "/");
  if (installed !== undefined) return stripTypingsPrefix(installed);
  return findInFolders(dirname(file), (folder) => readManifest(folder)?.name);
}

/** The nearest folder with a named package.json at or above that of a file, and its name. */
export function findPackage(file: string): { readonly root: string; readonly name: string } | undefined {
  return findInFolders(dirname(file), (root) => {
    const name = readManifest(root)?.name;
    return name === undefined ? undefined : { root, name };
  });
}

/** Whether a file stands in `node_modules`, and is not a workspace package seen through its link. */
export function isInstalled(file: string): boolean {
  return INSTALLED.test(file);
}

/** Returns whether the nearest package.json of a file, or one above it, depends on one of some packages. */
export function dependsOn(file: string, packages: ReadonlySet<string>): boolean {
  const findNamed = (folder: string) => readManifest(folder)?.dependencies.find((name) => packages.has(name));
  return findInFolders(dirname(file), findNamed) !== undefined;
}

/** `@types/node` -> `node`, `@types/old__lib` -> `@old/lib` */
function stripTypingsPrefix(name: string): string {
  const typed = name.replace(/^@types\//, "");
  return typed !== name && typed.includes("__") ? `@${typed.replace("__", "/")}` : typed;
}

export function findInFolders<Answer>(
  folder: string,
  answer: (folder: string) => Answer | undefined,
): Answer | undefined {
  const parent = dirname(folder);
  return answer(folder) ?? (parent === folder ? undefined : findInFolders(parent, answer));
}

/** Reads the `package.json` of a folder, once. */
function readManifest(folder: string): Manifest | undefined {
  return getOrCreate(manifests, folder, () => {
    const file = join(folder, "package.json");
    // Most folders have none, and an error is slow to make.
    if (!existsSync(file)) return undefined;
    try {
      const manifest = Object(JSON.parse(readFileSync(file, "utf8"))) as Readonly<Record<string, unknown>>;
      const { name } = manifest;
      const dependencies = DEPENDENCIES.flatMap((kind) => Object.keys(Object(manifest[kind]) as object));
      return { name: typeof name === "string" ? name : undefined, dependencies };
    } catch {
      // It is being edited.
      return undefined;
    }
  });
}

/** A server that is bundled names its framework among those of development. */
const DEPENDENCIES = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
