/// <reference lib="es2024.string" />
import { jsonLimits } from "error-contract";
import { describe, expect, test } from "vitest";
import { toSafeText, stringify, toJSONSafe } from "../../src/json/to-json-safe.js";
import fc from "../kit/property.js";
import { anyValue, hostileValues } from "./hostile-values.js";

/** What the walk keeps in all: strings and keys, plus a marker for each of the values it may visit at most. */
const mostBytes = 3 * (jsonLimits.size + jsonLimits.nodes * 60);

function expectJSON(value: unknown): void {
  const safe = toJSONSafe(value);
  const text = JSON.stringify(safe);
  expect(text.length).toBeLessThan(mostBytes);
  expect(text.isWellFormed()).toBe(true);
  expect(JSON.stringify(JSON.parse(text))).toBe(text);
  expect(stringify(value)).toBe(text);
}

describe("toJSONSafe", () => {
  test("gives for any value one that JSON holds, and the same bytes each time", () =>
    fc.assert(fc.property(anyValue, (recipe) => expectJSON(recipe.make()))));

  test.each(Object.entries(hostileValues))("survives: %s", (_, value) => {
    expectJSON(value);
    expectJSON({ nested: [value] });
  });

  test("leaves JSON as it is", () => {
    const wellFormed = fc.jsonValue({ maxDepth: 8, stringUnit: "grapheme" });
    const property = fc.property(wellFormed, (value) => {
      expect(stringify(value)).toBe(JSON.stringify(value));
    });
    fc.assert(property);
  });

  test("shares no object with its input", () => {
    const inner = { a: 1 };
    const safe = toJSONSafe({ inner }) as { inner: object };
    expect(safe.inner).not.toBe(inner);
  });

  test("marks cycles, but not an object that stands in two places", () => {
    const shared = { a: 1 };
    const loop: Record<string, unknown> = { first: shared, second: shared };
    loop.self = loop;
    expect(toJSONSafe(loop)).toEqual({ first: { a: 1 }, second: { a: 1 }, self: "[Circular]" });
  });

  test("marks what cannot be read, and keeps the rest", () => {
    const value = {
      a: 1,
      get b() {
        throw new Error("hostile");
      },
      c: hostileValues["revoked proxy"],
    };
    expect(toJSONSafe(value)).toEqual({ a: 1, b: "[Unreadable]", c: "[Unreadable]" });
  });

  test("marks what is too deep, too long or too much", () => {
    const limits = { depth: 2, text: 3, entries: 2, nodes: 100, size: 1000 };
    expect(toJSONSafe({ a: { b: { c: 1 } } }, limits)).toEqual({ a: { b: "[Truncated]" } });
    expect(toJSONSafe("abcdef", limits)).toBe("abc…[Truncated: 3 more characters]");
    expect(toJSONSafe([1, 2, 3, 4], limits)).toEqual([1, 2, "[Truncated: 2 more entries]"]);
    expect(toJSONSafe({ a: 1, b: 2, c: 3 }, limits)).toEqual({ a: 1, b: 2, "[Truncated]": "1 more entries" });
    expect(toJSONSafe(new Map(Object.entries({ a: 1, b: 2, c: 3 })), limits)).toEqual({
      a: 1,
      b: 2,
      "[Truncated]": "1 more entries",
    });
    expect(toJSONSafe([[1], [2]], { ...limits, nodes: 3 })).toEqual([[1], "[Truncated: 1 more entries]"]);
    expect(toJSONSafe(["ab", "cd", "ef"], { ...limits, entries: 9, size: 3 })).toEqual([
      "ab",
      "c…[Truncated: 1 more characters]",
      "[Truncated: 1 more entries]",
    ]);
  });

  test.each([
    ["bigint", 12n, "12"],
    ["infinity", -Infinity, "-Infinity"],
    ["function", function named() {}, "[Function: named]"],
    [
      "function without a name",
      (
        () => () =>
          1
      )(),
      "[Function]",
    ],
    ["regular expression", /a+/gi, "/a+/gi"],
    ["typed array", new Uint16Array(4), "[Uint16Array: 8 bytes]"],
    ["buffer", Buffer.from("secret"), "[Buffer: 6 bytes]"],
    ["url", new URL("https://example.com/a"), "https://example.com/a"],
    ["boxed number", Object(1), 1],
    ["map with odd keys", new Map<unknown, unknown>([[1, "a"]]), { 1: "a" }],
    ["set", new Set([1, new Set([2])]), [1, [2]]],
    ["undefined members", { a: undefined, b: [undefined] }, { b: [null] }],
    ["symbol keys", { [Symbol("k")]: 1, a: 1 }, { a: 1 }],
    ["nested errors", { e: new TypeError("t") }, { e: { message: "t", code: null, name: "TypeError" } }],
    ["toJSON", { toJSON: () => ({ seen: true }) }, { seen: true }],
    ["error as the answer of toJSON", { toJSON: () => new Error("x") }, { message: "x", code: null, name: "Error" }],
    ["toJSON that throws", hostileValues["throwing toJSON"], { toJSON: "[Function: explode]", kept: 1 }],
  ])("writes a %s", (_, value, expected) => {
    expect(toJSONSafe(value)).toEqual(expected);
  });

  test("keeps an own __proto__ a member like any other", () => {
    const safe = toJSONSafe(hostileValues["own __proto__"]);
    expect(Object.getPrototypeOf(safe)).toBe(Object.prototype);
    expect(JSON.stringify(safe)).toBe('{"__proto__":{"polluted":true},"a":1}');
  });

  test("answers even when the stack is nearly used up", () => {
    let answer: unknown;
    const descend = (): void => {
      try {
        descend();
      } catch {
        answer ??= toJSONSafe({ a: [1] });
      }
    };
    descend();
    expect(JSON.stringify(answer)).toBeTypeOf("string");
  });
});

describe("safeText", () => {
  test("keeps well-formed text of any length up to the limit", () =>
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => toSafeText(text) === text)));

  test("replaces lone surrogates, also where it cuts a pair", () => {
    expect(toSafeText("a\uD800b")).toBe("a\uFFFDb");
    expect(toSafeText("ab😀", 3)).toBe("ab\uFFFD…[Truncated: 1 more characters]");
  });
});
