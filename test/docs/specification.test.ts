import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../kit/page.js";

interface Row {
  readonly page: string;
  readonly line: number;
  readonly heldBy: string;
  readonly tests: readonly (readonly [file: string, name: string])[];
}

const files = fs
  .readdirSync(path.join(root, "test"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => name.replaceAll(path.sep, "/"));
const texts = new Map<string, string>();

/** The source of a test file, named by its path below `test/` or by the end of it. */
function sourceOf(file: string): string {
  const found = files.filter((name) => name === file || name.endsWith(`/${file}`));
  expect(found, `${file} is one test file`).toHaveLength(1);
  const [name] = found as [string];
  if (!texts.has(name)) texts.set(name, fs.readFileSync(path.join(root, "test", name), "utf8"));
  return texts.get(name)!;
}

/** A name after its file, and each that follows it. */
function rowFrom(text: string, page: string, line: number): Row {
  const heldBy = text.split("\t").at(-1)!;
  const tests: [string, string][] = [];
  let file: string | undefined;
  for (const [, path, name] of heldBy.matchAll(/`([\w./-]+\.test\.ts)`|"((?:[^"\\]|\\.)+)"/g)) {
    if (path !== undefined) file = path;
    else tests.push([file!, name!]);
  }
  return { page, line, heldBy, tests };
}

const folder = path.join(root, "docs/specification");
const rows = fs.readdirSync(folder).flatMap((page) =>
  fs
    .readFileSync(path.join(folder, page), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((text, index) => rowFrom(text, page, index + 2)),
);

describe("docs/specification", () => {
  it("has rows", () => expect(rows.length).toBeGreaterThan(40));

  it.each(rows)("$page, line $line: names tests that exist, or a decision", ({ heldBy, tests }) => {
    if (tests.length === 0) expect(heldBy).toMatch(/^Decision: /);
    for (const [file, name] of tests) {
      const source = sourceOf(file);
      expect(
        ['"', "'", "`"].some((quote) => source.includes(quote + name + quote)),
        `${file}: ${name}`,
      ).toBe(true);
    }
  });
});
