import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { listAnchors } from "../../site/build/pages.js";
import { root } from "../kit/page.js";

const HOME = "https://github.com/error-contract/error-contract/blob/main/";

const pages = ["", "docs", "src", "rules"].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: folder === "docs", encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md")
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, "/"))),
);

const readProse = (page: string) => fs.readFileSync(path.join(root, page), "utf8").replaceAll(/^```[^]*?^```/gm, "");

/** The links of a page to files of this repository, as paths from its root with their anchors. */
const linksOf = (page: string) =>
  Array.from(readProse(page).matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link!).flatMap((link) => {
    if (link.startsWith(HOME)) return [link.slice(HOME.length)];
    if (/^\w+:/.test(link)) return [];
    return [link.startsWith("#") ? page + link : path.posix.join(path.posix.dirname(page), link)];
  });

describe("the links of the pages", () => {
  it.each(pages)("%s: lead to a file, and to a heading in it", (page) => {
    const broken = linksOf(page).filter((link) => {
      const [file = "", anchor] = link.split("#");
      if (!fs.existsSync(path.join(root, file))) return true;
      return anchor !== undefined && !listAnchors(readProse(file)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

/** A table that a new rule makes longer, or a script with each library. */
const GENERATED = /<!-- begin auto-generated (rules|libraries) list -->[^]*?<!-- end auto-generated \1 list -->/g;

describe("what a reader sees of a page", () => {
  it.each(pages)("%s: each table has a head, and what a colon announces follows", (page) => {
    const tables = readProse(page)
      .split(/\n\s*\n/)
      .filter((block) => block.trimStart().startsWith("|"));
    expect(tables.filter((block) => !/^.*\n\s*\| *:?-/.test(block.trimStart()))).toEqual([]);
    expect(fs.readFileSync(path.join(root, page), "utf8")).not.toMatch(/:\n\n##/);
  });
});

describe("the length of the pages", () => {
  // A longer page is split, or what only maintainers need moves to these two.
  const forMaintainers = [
    "docs/architecture.md",
    "docs/architecture-command.md",
    "docs/architecture-runtime.md",
    "docs/contributing.md",
  ];

  it.each(pages.filter((page) => !forMaintainers.includes(page)))("%s: has at most 150 lines", (page) => {
    const text = fs.readFileSync(path.join(root, page), "utf8").replaceAll(GENERATED, "");
    expect(text.trimEnd().split("\n").length, "shorten or split the page").toBeLessThanOrEqual(150);
  });
});
