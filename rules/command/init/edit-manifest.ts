import path from "node:path";
import plugin from "../../index.js";
import type { FileChange } from "../project/changed-files.js";
import type { Project } from "../project/read-project.js";

/** The change of a file, or the reason why it is to be changed by hand; neither where there is nothing to do. */
export interface PlannedFile {
  readonly change?: FileChange;
  readonly byHand?: string;
}

type Ranges = Readonly<Record<string, string>>;

const OURS = `^${plugin.meta.version}`;

/** Adds the packages that a lint of the project needs and those that fixed code imports, but for those that it has. */
export function planManifest(project: Project, needsParser: boolean): PlannedFile {
  const { cwd, manifest, packages, workspaces } = project;
  const withoutPresent = (ranges: Ranges) =>
    Object.fromEntries(Object.entries(ranges).filter(([name]) => !Object.hasOwn(packages, name)));
  const added = {
    // In a monorepo it belongs to the packages that throw.
    dependencies: withoutPresent(workspaces.length > 0 ? {} : { "error-contract": OURS }),
    devDependencies: withoutPresent({
      eslint: "^10.0.0",
      "eslint-plugin-error-contract": OURS,
      // A parser of another name is not enough: the configuration that is written imports this package.
      ...(needsParser ? { "typescript-eslint": "^8.72.0" } : {}),
    }),
  };
  const ranges = Object.entries({ ...added.dependencies, ...added.devDependencies });
  if (ranges.length === 0) return {};
  const after = addPackages(manifest, added);
  if (after !== undefined) return { change: { file: path.join(cwd, "package.json"), before: manifest, after } };
  const listed = ranges.map(([name, range]) => `  "${name}": "${range}"`).join("\n");
  return { byHand: `package.json has a layout of its own. Add the packages to it:\n\n${listed}` };
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
