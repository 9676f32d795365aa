import { readMember } from "../../json/read.js";

/** The place of a path, seen from the root of the cache. */
export type CachePlace = "root or above" | "inside" | "elsewhere";

/**
 * Locates the path of a system error. `undefined` where that is unknown: there is no root, or the error has no path.
 * Paths are compared as they are written, relative ones against the working directory; nothing is read from disk, so a
 * symbolic link is another path. Never throws.
 */
export function locateInCache(path: unknown, cachePath: unknown): CachePlace | undefined {
  const [place, root] = [splitPath(path), splitPath(cachePath)];
  if (!place || !root) return undefined;
  const isWithin = (outer: readonly string[], inner: readonly string[]): boolean =>
    outer.every((segment, index) => segment === inner[index]);
  if (isWithin(place, root)) return "root or above";
  return isWithin(root, place) ? "inside" : "elsewhere";
}

/** Splits an absolute path; a relative one only where there is no working directory. */
function splitPath(path: unknown): readonly string[] | undefined {
  const text = toPathText(path)
    ?.replaceAll("\\", "/")
    .replace(/^\/\/\?\//u, "");
  if (text === undefined || text === "") return undefined;
  const isDrive = /^[A-Za-z]:\//u.test(text);
  const absolute = isDrive || text.startsWith("/") ? text : `${readWorkingDirectory()}/${text}`;
  // Paths of Windows are case-insensitive.
  return resolveDots((/^[A-Za-z]:\//u.test(absolute) ? absolute.toLowerCase() : absolute).split("/"));
}

function resolveDots(parts: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const part of parts) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  return kept;
}

function toPathText(path: unknown): string | undefined {
  const text = path instanceof URL ? path.href : path;
  if (typeof text !== "string" || !text.startsWith("file:")) return typeof text === "string" ? text : undefined;
  try {
    // A drive stands behind a slash there.
    return decodeURIComponent(new URL(text).pathname).replace(/^\/(?=[A-Za-z]:\/)/u, "");
  } catch {
    return undefined;
  }
}

function readWorkingDirectory(): string {
  const process = readMember(globalThis, "process");
  const cwd = readMember(process, "cwd");
  try {
    return typeof cwd === "function" ? String(Reflect.apply(cwd, process, [])).replaceAll("\\", "/") : "";
  } catch {
    // The directory may have been removed.
    return "";
  }
}
