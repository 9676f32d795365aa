// The pages of the site are Markdown: those of `docs/`, those of `site/pages/`, and in these what is inserted.
import fs from "node:fs";
import path from "node:path";
import { insertBlocks } from "./inserts.js";

const root = path.resolve(import.meta.dirname, "../..");
const REPOSITORY = "https://github.com/error-contract/error-contract";

export interface Page {
  /** Its place on the site: `rules/no-raw-error.md`. */
  readonly path: string;
  /** The file that it comes from, from the root of the repository. */
  readonly source: string;
  readonly text: string;
}

/** Pages of the repository that stand elsewhere than in `docs/`. */
const OTHERS = { "rules/README.md": "plugin.md", "src/README.md": "runtime.md" };

/** Returns the pages of the site, with links that lead to each other, or to the repository. */
export function listPages(): readonly Page[] {
  const pages = [
    ...listFolder("docs").filter(({ source }) => !source.startsWith("docs/examples/")),
    ...Object.entries(OTHERS).map(([source, to]) => ({ path: to, source, text: readFile(source) })),
    ...listFolder("site/pages").map((page) => ({ ...page, text: insertBlocks(page.text) })),
  ];
  const places = new Map(pages.flatMap((page) => [[page.source, page.path] as const, [page.path, page.path] as const]));
  // The README is the start of the repository, as the start page is that of the site.
  places.set("README.md", "start.md");
  return pages.map((page) => ({ ...page, text: resolveLinks(page, places) }));
}

/** Writes pages to an empty folder, each with its source in the front matter. */
export function writePages(pages: readonly Page[], folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  for (const { path: name, source, text } of pages) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `---\nsource: ${source}\n${text.startsWith("---\n") ? text.slice(4) : `---\n\n${text}`}`);
  }
}

function readFile(name: string): string {
  return fs.readFileSync(path.join(root, name), "utf8");
}

function listFolder(folder: string): readonly Page[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.replaceAll(path.sep, "/"))
    .map((name) => ({ path: name, source: `${folder}/${name}`, text: readFile(`${folder}/${name}`) }));
}

/** Rewrites the links of a page outside of its code. */
function resolveLinks(page: Page, places: ReadonlyMap<string, string>): string {
  return page.text.replaceAll(/^```[^]*?^```|\]\(([^)\s:#]+)(#[^)\s]*)?\)/gm, (text, target?: string, anchor = "") => {
    if (target === undefined) return text;
    return `](${resolveLink(page, target, places)}${anchor})`;
  });
}

function resolveLink(page: Page, target: string, places: ReadonlyMap<string, string>): string {
  const folder = path.posix.dirname(page.source.startsWith("site/pages/") ? page.path : page.source);
  const name = path.posix.join(folder, target).replace(/\/$/, "");
  const place =
    places.get(name) ?? places.get(`${name}/index.md`) ?? places.get(`${name.replace("docs/", "")}/index.md`);
  if (place) return path.posix.relative(path.posix.dirname(page.path), place) || path.posix.basename(place);
  if (!fs.existsSync(path.join(root, name))) throw new Error(`${page.source}: there is no ${target}`);
  return `${REPOSITORY}/blob/main/${name}`;
}
