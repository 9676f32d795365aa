import { expect, test } from "vitest";
// @ts-expect-error -- a script without declarations
import * as scripts from "./patterns.js";

interface Patterns {
  countAlternatives: (written: { pattern: string; flags: string }) => number;
  listAlternatives: (pattern: string, flags: string) => { text: string; without: string }[];
  listPatterns: (text: string) => { pattern: string | undefined; flags: string; line: number }[];
}
const { countAlternatives, listAlternatives, listPatterns } = scripts as Patterns;

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
