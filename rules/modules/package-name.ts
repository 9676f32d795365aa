import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getOrCreate } from "../syntax/remember.js";

const INSTALLED = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/;

const namesByFolder = new Map<string, string | undefined>();

/** The package that a file belongs to: where it is installed, or else the nearest package.json that has a name. */
export function findPackageName(file: string): string | undefined {
  const installed = INSTALLED.exec(file)?.[1]?.replace("\\", "/");
  return installed === undefined ? findNearestName(dirname(file)) : stripTypingsPrefix(installed);
}

/** Whether a file stands in `node_modules`, and is not a workspace package seen through its link. */
export function isInstalled(file: string): boolean {
  return INSTALLED.test(file);
}

/** `@types/node` -> `node`, `@types/old__lib` -> `@old/lib` */
function stripTypingsPrefix(name: string): string {
  const typed = name.replace(/^@types\//, "");
  return typed !== name && typed.includes("__") ? `@${typed.replace("__", "/")}` : typed;
}

function findNearestName(folder: string): string | undefined {
  const parent = dirname(folder);
  return getOrCreate(
    namesByFolder,
    folder,
    () => nameIn(folder) ?? (parent === folder ? undefined : findNearestName(parent)),
  );
}

function nameIn(folder: string): string | undefined {
  const file = join(folder, "package.json");
  // Most folders have none, and an error is slow to make.
  if (!existsSync(file)) return undefined;
  try {
    const manifest = JSON.parse(readFileSync(file, "utf8")) as { name?: unknown } | null;
    return typeof manifest?.name === "string" ? manifest.name : undefined;
  } catch {
    // It is being edited.
    return undefined;
  }
}
