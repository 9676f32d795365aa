import { createRequire } from "node:module";
import path from "node:path";
import plugin from "../../index.js";
import type { FileChange } from "../project/changed-files.js";
import { installedVersion } from "../project/installed-packages.js";
import { isObject, readObject } from "../project/read-project.js";
import { nameOfFile } from "../text.js";
import type { Site } from "./find-sites.js";

/** The change of a file, or the reason why it is to be changed by hand; neither where there is nothing to do. */
export interface PlannedFile {
  readonly change?: FileChange;
  readonly byHand?: string;
}

interface PlannedManifest extends PlannedFile {
  /** Packages that are lacking, and of which no version is known that can be installed. */
  readonly unknown: readonly string[];
}

type Ranges = Readonly<Record<string, string>>;

const RUNTIME = "error-contract";

/**
 * Adds the packages that a lint needs and those that fixed code imports, but for those that the package or one around
 * it has. A version is the installed one, or one that the plugin itself depends on.
 */
export function planManifest(
  { manifest, packages }: Site,
  { needsParser, needsRuntime }: { readonly needsParser: boolean; readonly needsRuntime: boolean },
): PlannedManifest {
  const { file, text } = manifest;
  const folder = path.dirname(file);
  const above = readRangesAbove(path.dirname(folder), folder);
  const isAround = (name: string) => Object.hasOwn(above, name) && installedVersion(folder, name) !== undefined;
  // The runtime belongs to the packages that throw; the others a package may have from around it.
  const isPresent = (name: string) => Object.hasOwn(packages, name) || (name !== RUNTIME && isAround(name));
  const development = ["eslint", plugin.meta.name, ...(needsParser ? ["typescript-eslint"] : [])];
  const names = [...(needsRuntime ? [RUNTIME] : []), ...development].filter((name) => !isPresent(name));
  const ranges = names.flatMap((name) => {
    const range = above[name] ?? chooseRange(name, folder);
    return range === undefined ? [] : [[name, range] as const];
  });
  const known = Object.fromEntries(ranges);
  const unknown = names.filter((name) => known[name] === undefined);
  if (ranges.length === 0) return { unknown };
  const after = addPackages(text, {
    dependencies: Object.fromEntries(ranges.filter(([name]) => name === RUNTIME)),
    devDependencies: Object.fromEntries(ranges.filter(([name]) => name !== RUNTIME)),
  });
  if (after !== undefined) return { change: { file, before: text, after }, unknown };
  const listed = ranges.map(([name, range]) => `  "${name}": "${range}"`).join("\n");
  return { byHand: `${file} has a layout of its own. Add the packages to it:\n\n${listed}`, unknown };
}

/** The ranges in the manifests from a folder upwards, the nearest first, as a manifest in another folder has them. */
function readRangesAbove(folder: string, target: string): Ranges {
  const parent = path.dirname(folder);
  const { dependencies, devDependencies } = readObject(path.join(folder, "package.json")) ?? {};
  const own = [dependencies, devDependencies].flatMap((each) => (isObject(each) ? Object.entries(each) : []));
  const moved = own.map(([name, range]): [string, string] => {
    const [, kind, to] = /^((?:file|link):)(.*)/.exec(String(range)) ?? [];
    return [name, kind && to ? kind + nameOfFile(path.resolve(folder, to), target) : String(range)];
  });
  return { ...(parent === folder ? {} : readRangesAbove(parent, target)), ...Object.fromEntries(moved) };
}

/** Our own two packages are given no version: which one an installer finds is not known here. */
function chooseRange(name: string, folder: string): string | undefined {
  if (name === RUNTIME || name === plugin.meta.name) return undefined;
  const installed = installedVersion(folder, name);
  if (installed !== undefined) return `^${installed}`;
  const ours = createRequire(import.meta.url)("../../../package.json") as {
    readonly dependencies: Ranges;
    readonly peerDependencies: Ranges;
  };
  // typescript-eslint publishes its packages together.
  return name === "eslint" ? ours.peerDependencies.eslint : `^${ours.dependencies["@typescript-eslint/utils"]}`;
}

/**
 * Adds packages to the text of a `package.json`, in the order of their names, with the indentation that it has.
 * `undefined` where it is laid out so that it would not come back as it was.
 */
function addPackages(
  text: string,
  added: { readonly dependencies: Ranges; readonly devDependencies: Ranges },
): string | undefined {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  const isCrlf = text.includes("\r\n");
  const print = (value: unknown) => {
    const printed = `${JSON.stringify(value, null, indent)}${text.endsWith("\n") ? "\n" : ""}`;
    return isCrlf ? printed.replaceAll("\n", "\r\n") : printed;
  };
  const json = JSON.parse(text) as Record<string, unknown>;
  if (print(json) !== text) return undefined;
  for (const key of ["dependencies", "devDependencies"] as const) {
    const before = (json[key] ?? {}) as Ranges;
    const entries = Object.entries({ ...before, ...added[key] });
    const isSorted = Object.keys(before).every((name, at, all) => at === 0 || (all[at - 1] ?? "") < name);
    if (isSorted) entries.sort(([one], [other]) => (one < other ? -1 : 1));
    if (entries.length > 0) json[key] = Object.fromEntries(entries);
  }
  return print(json);
}
