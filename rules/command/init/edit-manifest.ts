import type { Manifest } from "../project/read-project.js";
import type { FileChange } from "./changes.js";

/** The packages that a project is to have, with their ranges. */
export interface NeededPackages {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Leaves out the packages that a project has already, in any version. */
export function findMissingPackages(
  { dependencies, devDependencies }: Manifest,
  needed: NeededPackages,
): NeededPackages {
  const without = (packages: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(packages).filter(([name]) => !Object.hasOwn({ ...dependencies, ...devDependencies }, name)),
    );
  return { dependencies: without(needed.dependencies), devDependencies: without(needed.devDependencies) };
}

/**
 * Adds packages to a `package.json`, in the order of their names, with the indentation that it has. `undefined` where
 * it is laid out so that it would not come back as it was.
 */
export function editManifest({ file, text }: Manifest, added: NeededPackages): FileChange | undefined {
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  const isCrlf = text.includes("\r\n");
  const print = (value: unknown) => {
    const printed = `${JSON.stringify(value, null, indent)}${text.endsWith("\n") ? "\n" : ""}`;
    return isCrlf ? printed.replaceAll("\n", "\r\n") : printed;
  };
  const json = JSON.parse(text) as Record<string, unknown>;
  if (print(json) !== text.replace(/^\uFEFF/, "")) return undefined;
  for (const key of ["dependencies", "devDependencies"] as const) {
    const before = (json[key] ?? {}) as Record<string, string>;
    const entries = Object.entries({ ...before, ...added[key] });
    const isSorted = Object.keys(before).every((name, at, all) => at === 0 || (all[at - 1] ?? "") < name);
    if (isSorted) entries.sort(([one], [other]) => (one < other ? -1 : 1));
    if (entries.length > 0) json[key] = Object.fromEntries(entries);
  }
  const after = print(json);
  return { file, before: text, after };
}
