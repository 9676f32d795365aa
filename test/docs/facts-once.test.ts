// No fact stands on two pages: a sentence, or a row of a table, that has nearly all of its rare words in common with
// one of another page says the same. The page whose subject it is keeps it, and the other one links there: words of a
// link are no fact, nor is what only introduces what follows.
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { root } from "../kit/page.js";

/** A page of contracts is written from tables, and that of a server stands beside its code. */
const ALONE = /^docs\/(?:contracts\/(?!README)|examples\/)/;
const USUAL = new Set(
  `and any are but can does each for from had has have how its may more most not nor one only other own same say show
  some such than that the then there these they this those too two was were what when where which who why will with
  they you your`.split(/\s+/),
);
/** How much of the words two statements share, each weighed by how rare it is. */
const MOST = 0.75;
const FEWEST_WORDS = 5;

interface Statement {
  readonly page: string;
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

const pages = ["", "docs", "site/pages"].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: folder !== "", encoding: "utf8" })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, "/")))
    .filter((page) => page.endsWith(".md") && !ALONE.test(page)),
);
const statements = pages.flatMap(readStatements);
const holders = new Map<string, Statement[]>();
for (const statement of statements) {
  for (const word of statement.words) holders.set(word, [...(holders.get(word) ?? []), statement]);
}

function readStatements(page: string): readonly Statement[] {
  const text = fs
    .readFileSync(path.join(root, page), "utf8")
    .replace(/^[^]*<!-- end auto-generated rule header -->/, "")
    .replaceAll(/<!--[^]*?-->|<picture>[^]*?<\/picture>|<Sample[^]*?\/>|^ *```[^]*?^ *```|^#.*/gm, "\n\n");
  const paragraphs = text.split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.|\|) ?)/);
  return paragraphs.flatMap(splitSentences).map((sentence) => ({ page, text: sentence, words: readWords(sentence) }));
}

/** The first cell of a row names what the others say something about. */
function splitSentences(paragraph: string): readonly string[] {
  const line = paragraph.replaceAll(/\s+/g, " ").trim();
  if (line.startsWith("|")) return [line.split("|").slice(2).join("|")];
  return line.split(/(?<=[.;:?!]["`)*]*) (?=[A-Z`[*])/);
}

function readWords(sentence: string): ReadonlySet<string> {
  if (sentence.endsWith(":")) return new Set();
  const text = sentence.replaceAll(/\[[^\]]*\]\([^)]*\)/g, "").toLowerCase();
  const words = (text.match(/[a-z0-9][\w.@/-]*[a-z0-9]/g) ?? []).filter((word) => !USUAL.has(word));
  return new Set(words.map((word) => word.replace(/(?:es|s|ed|ing)$/, "")));
}

function rarity(word: string): number {
  return Math.log(statements.length / holders.get(word)!.length) ** 2;
}

function weigh(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + rarity(word), 0);
}

/** The statements of later pages that say what this one says. */
function findSame(one: Statement): readonly Statement[] {
  const shared = new Map<Statement, string[]>();
  for (const word of one.words) {
    for (const other of holders.get(word)!) shared.set(other, [...(shared.get(other) ?? []), word]);
  }
  return [...shared].flatMap(([other, words]) => {
    if (other.page <= one.page || words.length < FEWEST_WORDS) return [];
    const all = Math.sqrt(weigh([...one.words]) * weigh([...other.words]));
    return weigh(words) >= MOST * all ? [other] : [];
  });
}

it("no two pages say the same", () => {
  const repeated = statements.flatMap((one) =>
    findSame(one).map((other) => `${one.page}: ${one.text}\n  ${other.page}: ${other.text}`),
  );
  expect(repeated).toEqual([]);
});

it("sees a sentence of which a word is another", () => {
  const [one] = statements.filter(({ words }) => words.size > 8);
  const [, ...words] = one!.words;
  expect(findSame({ page: "", text: "", words: new Set(words) })).toContain(one);
});
