import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

interface Fault {
  readonly name: string;
  readonly text: string;
  readonly replacement: string;
  readonly tests: readonly string[];
}

const load = (file: string): Promise<any> => import(path.join(import.meta.dirname, "../../tools/faults", file));
const { FAULTS } = (await load("faults.js")) as { FAULTS: readonly Fault[] };
const { findFaultyFile } = (await load("find-fault.js")) as { findFaultyFile: (fault: Fault) => string };

const testFiles = fs
  .readdirSync(path.join(import.meta.dirname, ".."), { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => file.endsWith(".test.ts"));

it("has fifty faults of different names", () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  expect(FAULTS.length).toBeGreaterThanOrEqual(50);
});

it.each(FAULTS)("can seed: $name", (fault) => {
  expect(findFaultyFile(fault)).toMatch(/^(?:rules|src)\W/);
  expect(fault.replacement).not.toBe(fault.text);
});

it.each(FAULTS)("has the tests that should catch: $name", ({ tests }) => {
  for (const each of tests)
    expect(
      testFiles.some((file) => file.startsWith(each)),
      each,
    ).toBe(true);
});

it("names a fault whose text is gone, or stands more than once", () => {
  const findText = (text: string) => () => findFaultyFile({ name: "a fault", text, replacement: "", tests: [] });
  expect(findText("no such text, nowhere")).toThrow(/"a fault" stands nowhere/);
  expect(findText("export function ")).toThrow(/"a fault" stands \d+ times, in rules/);
});
