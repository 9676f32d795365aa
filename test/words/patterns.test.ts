import { expect, test } from "vitest";
import { countAlternatives, listAlternatives, listPatterns } from "./patterns.js";

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
