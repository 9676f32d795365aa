// An export is a promise that somebody can find: each function and value stands on a page.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { manifestOf } from "../kit/release-repository.js";

const pages = ["README.md", "SECURITY.md", "src/README.md", "docs"].flatMap((place) =>
  place.endsWith(".md")
    ? [place]
    : fs
        .readdirSync(path.join(root, place), { recursive: true, encoding: "utf8" })
        .map((name) => path.join(place, name)),
);
const text = pages
  .filter((page) => page.endsWith(".md"))
  .map((page) => fs.readFileSync(path.join(root, page), "utf8"))
  .join("\n");
const words = new Set(text.match(/[\w$]+/g));

const entries = Object.keys((manifestOf(root, "src") as unknown as { exports: object }).exports)
  // The commands of both packages share `./cli`, which promises nothing; runners load the matchers.
  .filter((entry) => !/\.json$|^\.\/cli$|^\.\/testing\/jest$/.test(entry))
  .map((entry) => path.posix.join("error-contract", entry));

describe.each(entries)("%s", (entry) => {
  it("exports what a page names", async () => {
    const exported = Object.keys((await import(entry)) as object).filter((name) => name !== "default");
    expect(exported.filter((name) => !words.has(name))).toEqual([]);
  });
});
