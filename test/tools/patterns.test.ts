import { expect, test } from "vitest";
// @ts-expect-error -- a script without declarations
import * as scripts from "../../tools/words/patterns.js";

interface Patterns {
  countAlternatives: (written: { pattern: string; flags: string }) => number;
  listAlternatives: (pattern: string, flags: string) => { text: string; without: string }[];
  listPatterns: (text: string) => { pattern: string | undefined; flags: string; line: number }[];
  listWords: (text: string) => { kind: string; text: string; line: number }[];
}
const { countAlternatives, listAlternatives, listPatterns, listWords } = scripts as Patterns;

test("reads literals and texts, also those that are put together", () => {
  const code = [
    "const a = /x|y/i;",
    'const b = new RegExp(String.raw`\\d|` + String.raw`z`, "u");',
    "const c = new RegExp(`${a}|z`);",
  ].join("\n");
  const patterns = listPatterns(code).map(({ pattern, flags, line }) => [pattern, flags, line]);
  expect(patterns).toEqual([
    ["x|y", "i", 1],
    ["\\d|z", "u", 2],
    [undefined, "", 3],
  ]);
});

test("counts each alternative, and leaves one out with its bar", () => {
  expect(countAlternatives({ pattern: "^(?:a|b(?:c|d))$", flags: "" })).toBe(5);
  expect(listAlternatives("^(?:a|b(?:c|d))$", "").map(({ text, without }) => [text, without])).toEqual([
    ["a", "^(?:b(?:c|d))$"],
    ["b(?:c|d)", "^(?:a)$"],
    ["c", "^(?:a|b(?:d))$"],
    ["d", "^(?:a|b(?:c))$"],
  ]);
});

test("lists the words of patterns, sets, lists of texts and tables with a text as key", () => {
  const code = [
    "const a = /x|y/;",
    "const b = /whole/;",
    'const c: ReadonlySet<string> = new Set([...OTHERS, ...["m"], "n"]);',
    'const d = ["some phrase"] as const;',
    "const e: Readonly<Record<string, number>> = { key: 1 };",
    'const f = new Map([["first", { second: "no word" }]]);',
    "const g: Row = { id: 1 };",
  ].join("\n");
  const words = listWords(code).map(({ kind, text }) => `${kind} ${text}`);
  expect(words.sort()).toEqual([
    ...["key first", "key key", "list some phrase"],
    ...["pattern whole", "pattern x", "pattern y", "set m", "set n"],
  ]);
});
