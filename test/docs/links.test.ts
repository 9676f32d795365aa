import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../kit/page.js";

const HOME = "https://github.com/error-contract/error-contract/blob/main/";

const pages = ["", "docs", "docs/guides", "docs/rules", "docs/rules/details", "docs/contracts", "src", "rules"].flatMap(
  (folder) =>
    fs
      .readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md")
      .map((name) => path.posix.join(folder, name)),
);

const readProse = (page: string) => fs.readFileSync(path.join(root, page), "utf8").replaceAll(/^```[^]*?^```/gm, "");

/** The anchors that GitHub gives to the headings of a page. */
const anchorsOf = (page: string) =>
  Array.from(readProse(page).matchAll(/^#+ (.*)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

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
      return anchor !== undefined && !anchorsOf(file).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});
