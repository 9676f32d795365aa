import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { groupPages } from "../../site/build/navigation.js";
import { listAnchors, listPages } from "../../site/build/pages.js";
import { createReference, listModules } from "../../site/build/reference.js";
import { listTwins } from "../../site/build/twins.js";
import { root } from "../kit/page.js";

const reference = await createReference();
const pages = listPages(reference.pages);
const twins = listTwins(pages, { title: "error-contract", description: "Codes.", home: "/" });
const withoutCode = (text: string) => text.replaceAll(/^```[^]*?^```/gm, "");

/** The links of a text to pages of the site, from its place, with their anchors. */
const linksOf = (place: string, text: string) =>
  Array.from(withoutCode(text).matchAll(/\]\(([^)\s]*)\)/g), ([, link]) => link!)
    .filter((link) => !/^\w+:/.test(link))
    .map((link) => (link.startsWith("#") ? place + link : path.posix.join(path.posix.dirname(place), link)));

describe("the pages of the site", () => {
  it.each(pages)("$path: leads to pages, and to anchors in them", ({ path: place, text }) => {
    const broken = linksOf(place, text).filter((link) => {
      const [target, anchor] = link.split("#");
      const page = pages.find((each) => each.path === target);
      return !page || (anchor !== undefined && !listAnchors(page.text).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  // What is inserted comes from pages and examples that have tests of their own, or from a run.
  it.each(pages.filter(({ source }) => source.startsWith("site/")))("$source: has no code of its own", ({ source }) => {
    expect(fs.readFileSync(path.join(root, source), "utf8")).not.toMatch(/^```/m);
  });

  it("stand in the side bar, each once", () => {
    const listed = groupPages(pages).flatMap((group) => group.pages.map((page) => page.path));
    expect(listed.sort()).toEqual(
      pages
        .map((page) => page.path)
        .filter((name) => name !== "index.md")
        .sort(),
    );
  });
});

it("the reference has a page for each module, and its docstrings link to what is there", () => {
  expect(reference.pages).toHaveLength(listModules().size + 1);
  expect(reference.warnings).toEqual([]);
});

describe("the Markdown of the pages", () => {
  it.each(pages)("$path: is there, and has nothing that only a browser shows", ({ path: name }) => {
    const text = withoutCode(twins.get(name)!);
    expect(text).toMatch(/^# /);
    expect(text).not.toMatch(/^(?:<\/?(?:div|main|FilterTable|Playground|Sample|Tabs)\b|:::|#.*\{)/m);
  });

  it("is listed in `llms.txt` with a sentence each", () => {
    const lines = twins
      .get("llms.txt")!
      .split("\n")
      .filter((line) => line.startsWith("- "));
    expect(lines).toHaveLength(pages.length - 1);
    expect(lines.filter((line) => !/^- \[.+\]\(\/\S+\.md\): [A-Z`].*[.)?]$/.test(line))).toEqual([]);
  });
});
