import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getOrCreate } from "../syntax/remember.js";

const INSTALLED = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/;

/** What a `package.json` says of its package. */
interface Manifest {
  readonly name: string | undefined;
  /** The paths that others import of it, without `.`; none where it is never published. */
  readonly published: readonly string[];
  /** The versions of the packages that it depends on, in any way, by their names. */
  readonly dependencies: ReadonlyMap<string, unknown>;
}

const manifests = new Map<string, Manifest | undefined>();

/** The package that a file belongs to: where it is installed, or else the nearest package.json that has a name. */
export function findPackageName(file: string): string | undefined {
  const installed = INSTALLED.exec(file)?.[1]?.replace("\\", "/");
  if (installed !== undefined) return stripTypingsPrefix(installed);
  return findInFolders(dirname(file), (folder) => readManifest(folder)?.name);
}

/** A package of the project. */
export interface OwnPackage {
  readonly root: string;
  readonly name: string;
  readonly published: readonly string[];
}

/** Finds the package that a file belongs to, by the nearest package.json with a name. */
export function findPackage(file: string): OwnPackage | undefined {
  return findInFolders(dirname(file), (root) => {
    const { name, published = [] } = readManifest(root) ?? {};
    return name === undefined ? undefined : { root, name, published };
  });
}

/** Whether a file stands in `node_modules`, and is not a workspace package seen through its link. */
export function isInstalled(file: string): boolean {
  return INSTALLED.test(file);
}

/** Returns whether the nearest package.json of a file, or one above it, depends on one of some packages. */
export function dependsOn(file: string, packages: ReadonlySet<string>): boolean {
  return [...packages].some((name) => readDependency(file, name) !== undefined);
}

/** Reads the version of a package that the nearest package.json of a file, or one above it, depends on. */
export function readDependency(file: string, name: string): string | undefined {
  return findInFolders(dirname(file), (folder) => {
    const { dependencies } = readManifest(folder) ?? {};
    return dependencies?.has(name) ? String(dependencies.get(name)) : undefined;
  });
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
      const dependencies = new Map(DEPENDENCIES.flatMap((kind) => Object.entries(Object(manifest[kind]) as object)));
      const published = manifest.private === true ? [] : listPublished(manifest);
      return { name: typeof name === "string" ? name : undefined, published, dependencies };
    } catch {
      // It is being edited.
      return undefined;
    }
  });
}

/** The paths of `exports`, or that of the whole package. */
function listPublished({ exports: map, main }: Readonly<Record<string, unknown>>): readonly string[] {
  const paths = Object.keys(Object(map) as object).filter((key) => key.startsWith("."));
  if (paths.length > 0) return paths.map((key) => key.replace(/^\.\/?/, ""));
  return map === undefined && main === undefined ? [] : [""];
}

/** A server that is bundled names its framework among those of development. What the server runs with comes last. */
const DEPENDENCIES = ["optionalDependencies", "peerDependencies", "devDependencies", "dependencies"];
