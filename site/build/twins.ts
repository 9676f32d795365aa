// Each page is also there as Markdown, under its own address with `.md`, and all of them in two files for agents.
import fs from "node:fs";
import path from "node:path";
import { readSample } from "./inserts.js";
import { groupPages } from "./navigation.js";
import { readTitle, type Page } from "./pages.js";

export interface TwinOptions {
  readonly title: string;
  readonly description: string;
  /** Where the site stands: an address, or its base. */
  readonly home: string;
}

/** Returns the files, by their names. */
export function listTwins(pages: readonly Page[], options: TwinOptions): ReadonlyMap<string, string> {
  const twins = pages.map((page) => ({ ...page, text: toMarkdown(page) }));
  return new Map([
    ...twins.map(({ path: name, text }) => [name, text] as const),
    ["llms.txt", listForAgents(twins, options)],
    ["llms-full.txt", joinForAgents(twins, options)],
  ]);
}

export function writeTwins(twins: ReadonlyMap<string, string>, folder: string): void {
  for (const [name, text] of twins) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
}

/** Returns a page without what only a browser shows. */
function toMarkdown({ text }: Page): string {
  return `${text
    .replace(/^---\n[^]*?^---\n+/m, (matter, index) => (index === 0 ? "" : matter))
    .replaceAll(/^<Sample name="(.*?)".*$/gm, (_tag, name: string) => readSample(`${name}.md`).replaceAll(/^#/gm, "##"))
    .replaceAll(/^(?:<\/?(?:div|main|FilterTable|Playground|Tabs)\b.*>|:::.*)\n+/gm, "")
    .replaceAll(/^(#+ .*?) \{.*\}$/gm, "$1")
    .replaceAll(/(\]\(\S+\))\{.*?\}/g, "$1")
    .trim()}\n`;
}

/** https://llmstxt.org */
function listForAgents(twins: readonly Page[], { title, description, home }: TwinOptions): string {
  const groups = groupPages(twins).map(({ text, pages }) => {
    const items = pages.map((page) => `- [${readTitle(page)}](${home}${page.path}): ${summarize(page)}`);
    return [`## ${text}`, "", ...items, ""].join("\n");
  });
  return [`# ${title}`, "", `> ${description}`, "", ...groups].join("\n");
}

function joinForAgents(twins: readonly Page[], { title, description, home }: TwinOptions): string {
  // What only those need who work on the project, and the types of all exports, are named in `llms.txt`.
  const left = ["Project", "Reference"];
  const pages = groupPages(twins).flatMap((group) => (left.includes(group.text) ? [] : group.pages));
  const texts = pages.map(({ path: name, text }) => `<!-- ${home}${name} -->\n\n${text}`);
  return [`# ${title}`, `> ${description}`, ...texts].join("\n\n");
}

/** The first sentence of a page. */
function summarize({ text }: Page): string {
  const paragraphs = text.replaceAll(/<!--[^]*?-->|^```[^]*?^```/gm, "").split(/\n\n+/);
  const first = paragraphs.find((paragraph) => /^[A-Z`[]/.test(paragraph) && !/^📝|^💼/u.test(paragraph)) ?? "";
  const plain = first.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("\n", " ");
  return /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, ".") ?? plain;
}
