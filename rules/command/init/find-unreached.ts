import path from "node:path";
import { mayRegisterTools } from "../../tools/registrations.js";
import { readObject, type Source } from "../project/read-project.js";
import { compareText } from "../text.js";
import { createsServer } from "./read-server.js";

const IMPORTED = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["']([^"'\n]+)["']/g;
const FAILURE = /\b(?:throw|catch)\b/;

/**
 * Lists the folders in whose files something fails, and of which no file is imported, directly or through others, by
 * one that creates a server or registers tools: failures there reach no client. Empty where there is no such file.
 *
 * @param sources - The code of the server.
 * @param cwd - The folder of the project.
 */
export function findUnreached(sources: readonly Source[], cwd: string): readonly string[] {
  const reached = new Set(sources.filter(({ text }) => mayRegisterTools(text) || createsServer(text)));
  if (reached.size === 0) return [];
  const find = createFinder(sources, readPackageFolders(sources, cwd));
  // A set gives what is added while it is read.
  for (const source of reached)
    for (const [, specifier = ""] of source.text.matchAll(IMPORTED))
      for (const each of find(specifier, source)) reached.add(each);
  const serving = new Set([...reached].flatMap(({ name }) => listFolders(name)));
  const failing = sources.filter((each) => !reached.has(each) && FAILURE.test(each.text));
  const outermost = failing.flatMap(({ name }) => listFolders(name).find((folder) => !serving.has(folder)) ?? []);
  return [...new Set(outermost)].sort(compareText);
}

/** The folders that hold a file, the outermost first, without the root. */
function listFolders(name: string): readonly string[] {
  return [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index));
}

/**
 * Finds the files that a specifier may mean. The name of a package of the project means all files of its folder, which
 * may have another name: what the package exports may be made by a build. An alias (`@/notes`) means each file whose
 * path ends like it, another package (`@acme/notes/read`) each `read` in a folder `notes`, so that a file is rather
 * taken for reached.
 */
function createFinder(sources: readonly Source[], packages: ReadonlyMap<string, string>) {
  const byEnd = new Map<string, Source[]>();
  for (const source of sources) {
    const parts = toModule(source.name).split("/");
    for (const start of parts.keys()) {
      const end = parts.slice(start).join("/");
      byEnd.set(end, [...(byEnd.get(end) ?? []), source]);
    }
  }
  return (specifier: string, { name }: Source): readonly Source[] => {
    const module = toModule(specifier);
    if (module.startsWith(".")) return byEnd.get(path.posix.join(path.posix.dirname(name), module)) ?? [];
    const own = packages.get(/^(?:@[^/]*\/)?[^/]*/.exec(specifier)?.[0] ?? "");
    if (own !== undefined) return sources.filter((each) => each.name.startsWith(`${own}/`));
    const alias = /^(?:[@~#$]?\/|[~#$])(.+)/.exec(module)?.[1];
    if (alias !== undefined) return byEnd.get(alias) ?? [];
    const [folder = "", ...rest] = module.replace(/^@[^/]*\//, "").split("/");
    const ends = rest.length > 0 ? [rest.at(-1)] : [folder, `${folder}/src`];
    return ends.flatMap((end) => byEnd.get(end ?? "") ?? []).filter((each) => `/${each.name}`.includes(`/${folder}/`));
  };
}

/** The folders of the packages below the project, by the names in their `package.json`. */
function readPackageFolders(sources: readonly Source[], cwd: string): ReadonlyMap<string, string> {
  const folders = new Set(sources.flatMap(({ name }) => listFolders(name)));
  return new Map(
    [...folders].flatMap((folder) => {
      const name = readObject(path.join(cwd, folder, "package.json"))?.name;
      return typeof name === "string" ? [[name, folder] as const] : [];
    }),
  );
}

/** The path of a module as imports write it: without its extension, a folder for the `index` in it. */
const toModule = (name: string) => name.replace(/\.[cm]?[jt]sx?$/, "").replace(/(?<=.)\/(?:index|main)$/, "");
