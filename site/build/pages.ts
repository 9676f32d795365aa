// The pages of the site are Markdown: those of `docs/`, those of `site/pages/`, and in these what is inserted.
import fs from "node:fs";
import path from "node:path";
import { builtInContracts } from "error-contract/detect";
import { insertBlocks, insertRewrites, table } from "./inserts.js";
import { slugify } from "./markdown.js";
import { readFile, REPOSITORY, root } from "./repository.js";

export interface Page {
  /** Its place on the site: `rules/no-raw-error.md`. */
  readonly path: string;
  /** The file that it comes from, from the root of the repository. */
  readonly source: string;
  readonly text: string;
}

const FENCED = "^```[^]*?^```";

/** Pages of the repository that others of the site stand in for. */
const STAND_INS = { "README.md": "start.md", "rules/README.md": "rules/index.md" };

/** Returns the pages of the site, the reference among them, with links to each other, or to the repository. */
export function listPages(reference: readonly Page[] = []): readonly Page[] {
  const assembled = [
    ...reference,
    ...listFolder("docs").filter(({ source }) => !source.startsWith("docs/examples/")),
    { path: "runtime.md", source: "src/README.md", text: readFile("src/README.md") },
    ...listFolder("site/pages").map((page) => ({ ...page, text: insertBlocks(page.text) })),
  ].map((page) => ({ ...page, text: adaptPage(page) }));
  const pages = joinContracts(assembled);
  const targets = new Map(pages.flatMap((page) => [page.source, page.path].map((name) => [name, page] as const)));
  for (const [source, place] of Object.entries(STAND_INS)) {
    const page = targets.get(place);
    if (page) targets.set(source, page);
  }
  return pages.map((page) => ({ ...page, text: resolveLinks(page, targets) }));
}

/** Writes the pages that have changed to a folder, each with its source in the front matter, and their pictures. */
export function writePages(pages: readonly Page[], folder: string): void {
  const docs = path.join(root, "docs");
  fs.mkdirSync(folder, { recursive: true });
  for (const name of fs.readdirSync(docs)) {
    if (name.endsWith(".svg")) fs.copyFileSync(path.join(docs, name), path.join(folder, name));
  }
  for (const { path: name, source, text } of pages) {
    const file = path.join(folder, name);
    const [matter, body] = text.startsWith("---\n") ? ["", text.slice(4)] : ["---\n\n", text];
    const written = `---\nsource: ${source}\n${matter}${body}`;
    if (fs.existsSync(file) && fs.readFileSync(file, "utf8") === written) continue;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, written);
  }
}

/** Returns the anchors of a page: of its headings, the same ones numbered, and of what has an `id`. */
export function listAnchors(text: string): readonly string[] {
  const prose = text.replaceAll(new RegExp(FENCED, "gm"), "");
  const times = new Map<string, number>();
  const headings = Array.from(prose.matchAll(/^#+ (.*?)(?: \{#(.*)\})?$/gm), ([, heading = "", id]) => {
    if (id !== undefined) return id;
    const anchor = slugify(heading);
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return [...headings, ...Array.from(prose.matchAll(/ id="([^"]+)"/g), ([, id = ""]) => id)];
}

/** The title of a page, from its first heading. */
export function readTitle({ text }: Page): string {
  return (/^# (.*)$/m.exec(text)?.[1] ?? "").replaceAll("`", "");
}

function listFolder(folder: string): readonly Page[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.replaceAll(path.sep, "/"))
    .map((name) => ({
      path: name.replace(/README\.md$/, "index.md"),
      source: `${folder}/${name}`,
      text: readFile(`${folder}/${name}`),
    }));
}

/** Makes tables of codes searchable and tabs of examples, and leaves out the pictures of generated headers. */
function adaptPage({ source, text }: Page): string {
  if (/^docs\/rules\/[a-z-]+\.md/.test(source)) {
    const rewrites = insertRewrites(path.basename(source, ".md"));
    const plain = text.replaceAll(/\p{Extended_Pictographic}\uFE0F?\s?/gu, "");
    return plain.replace(/^## Correct$/m, (heading) => rewrites + heading);
  }
  if (source === "docs/libraries.md") return showSeen(text);
  if (source === "docs/specification.md") return showDemands(text);
  if (source !== "site/pages/codes.md") return joinExamples(source, text);
  return `---\naside: false\n---\n\n${text}`.replace(
    /^\| Code .*\n(?:\|.*\n)+/m,
    (table) => `<FilterTable by="Contract,Retry">\n\n${table}\n</FilterTable>\n`,
  );
}

const CONTRACTS = "docs/contracts/README.md";
const CONTRACT = /^docs\/contracts\/([a-z-]+)\.md$/;

/** Makes the pages of the contracts tabs of the page about all of them. */
function joinContracts(pages: readonly Page[]): readonly Page[] {
  const tabs = builtInContracts.map(({ name }) => {
    const text = pages.find(({ source }) => source === `docs/contracts/${name}.md`)?.text ?? "";
    const body = text.replaceAll(/^#(?=#* )/gm, "##").replace(/^<!--.*-->\n/m, "");
    return `<div class="tab">\n\n${body}\n</div>\n`;
  });
  return pages.flatMap((page) => {
    if (CONTRACT.test(page.source)) return [];
    if (page.source !== CONTRACTS) return [page];
    return [{ ...page, text: `---\naside: false\n---\n\n${page.text}\n<Tabs>\n\n${tabs.join("\n")}\n</Tabs>\n` }];
  });
}

/** Reads the titles and the rows of a table of tab-separated values. */
function readTable(name: string): { titles: readonly string[]; rows: readonly (readonly string[])[] } {
  const lines = readFile(name).replace(/\n$/, "").split("\n");
  const [head = [], ...rows] = lines.map((line) => line.split("\t"));
  return { titles: head.map((title) => title.charAt(0).toUpperCase() + title.slice(1)), rows };
}

/** Puts the demands of each specification below the list of the specifications. */
function showDemands(text: string): string {
  const sections = Array.from(text.matchAll(/\[(.*?)\]\((specification\/.*?\.tsv)\)/g), ([, title = "", file = ""]) => {
    const { titles, rows } = readTable(`docs/${file}`);
    return `## ${title}\n\n${filterTable("", titles, rows)}`;
  });
  return `---\naside: false\n---\n\n${text}\n${sections.join("\n\n")}\n`;
}

/** Puts what each library threw in place of the list of the libraries. */
function showSeen(text: string): string {
  const { titles, rows } = readTable("tools/libraries/seen.tsv");
  const plain = (cell: string) => cell.replaceAll("<", "&lt;");
  const shown = rows.map(([group = "", library = "", failure = "", thrown = "", code = "", wait = ""]) => [
    group,
    plain(library),
    plain(failure),
    `\`${thrown}\``,
    `\`${code}\``,
    wait,
  ]);
  const list = /<!-- begin auto-generated libraries list -->[^]*<!-- end auto-generated libraries list -->/;
  return `---\naside: false\n---\n\n${text.replace(list, () => filterTable("Code", titles, shown))}`;
}

const filterTable = (by: string, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<FilterTable by="${by}">\n\n${table(head, rows)}\n\n</FilterTable>`;

const EXAMPLE = String.raw`^\`\`\`(\w+)\n((?:(?!\`\`\`)[^])*?)^\`\`\`\n\n`;
const OUTPUT = String.raw`(?:\`\`\`text\n((?:(?!\`\`\`)[^])*?)^\`\`\`\n\n)?`;
const OTHERS = String.raw`.*\[the same under other contracts\]\((.*)\).*\n`;

/** Makes tabs of an example, with what it prints, and of the files for other contracts that the line below links to. */
function joinExamples(source: string, text: string): string {
  const join = (_text: string, language: string, code: string, output: string | undefined, link: string) => {
    const folder = path.posix.join(path.posix.dirname(source), link);
    const own = code + (output ?? "").replaceAll(/^(?=.)/gm, "// ");
    const blocks = builtInContracts.map(({ name }) => {
      const program = name === "standard" ? own : readFile(`${folder}/${name}.js`);
      return `\`\`\`${language} [${name}]\n${program}\`\`\`\n`;
    });
    return ["::: code-group\n", ...blocks, ":::\n"].join("\n");
  };
  return text.replaceAll(new RegExp(EXAMPLE + OUTPUT + OTHERS, "gm"), join);
}

/** Rewrites the links of a page outside of its code. */
function resolveLinks(page: Page, targets: ReadonlyMap<string, Page>): string {
  return page.text.replaceAll(
    new RegExp(String.raw`${FENCED}|\]\(([^)\s#]+)(#[^)\s]*)?\)`, "gm"),
    (text, link?: string, anchor = "") => {
      if (link === undefined || (/^\w+:/.test(link) && !link.startsWith(REPOSITORY))) return text;
      return `](${resolveLink(page, link, anchor as string, targets)})`;
    },
  );
}

function resolveLink(page: Page, link: string, anchor: string, targets: ReadonlyMap<string, Page>): string {
  const [, contract] = CONTRACT.exec(path.posix.join(path.posix.dirname(page.source), link)) ?? [];
  if (contract)
    return resolveLink(page, path.posix.relative(path.posix.dirname(page.source), CONTRACTS), `#${contract}`, targets);
  const inSource = link.startsWith("/") ? link.slice(1) : path.posix.join(path.posix.dirname(page.source), link);
  const name = link.startsWith(REPOSITORY) ? link.slice(REPOSITORY.length) : inSource;
  const place = path.posix.join(path.posix.dirname(page.path), link);
  const target = targets.get(name) ?? targets.get(place) ?? targets.get(`${place.replace(/\/$/, "")}/index.md`);
  // A line of a source file is shown by the repository.
  const isLine = /^#L\d+$/.test(anchor);
  const isThere =
    target && !isLine && (!anchor || target.source === name || listAnchors(target.text).includes(anchor.slice(1)));
  if (isThere) return path.posix.relative(path.posix.dirname(page.path), target.path) + anchor;
  if (!fs.existsSync(path.join(root, name))) throw new Error(`${page.source}: there is no ${link}`);
  return REPOSITORY + name + anchor;
}
