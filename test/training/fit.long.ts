import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

interface Weights {
  readonly confidence: readonly (readonly [probability: number, right: number])[];
  readonly weights: unknown;
}

const fit = (folder: string, ...args: readonly string[]) =>
  runNode([path.join(import.meta.dirname, "fit.js"), "facts.jsonl", ...args], { cwd: folder });

const read = (folder: string, file: string): Weights =>
  JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Weights;

/** Each repository says what is missing in words, and once in ten places in wrong ones. */
function facts(): string {
  return Array.from({ length: 600 }, (_, index) => {
    const isMissing = index % 2 === 0;
    const word = isMissing === (index % 10 !== 0) ? "message:vanish" : "message:forbid";
    const condition = isMissing ? "not_found" : "permission_denied";
    return JSON.stringify({ repo: `acme/r${index % 40}`, condition, others: [], features: [word, "reached:if"] });
  }).join("\n");
}

it("learns what facts speak for and how far that can be trusted, to the same bytes", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "facts.jsonl": facts() });
  for (const out of ["one.json", "other.json"]) {
    const { status, stderr } = await fit(folder, "--out", out);
    expect(status, stderr).toBe(0);
  }
  const text = readFileSync(path.join(folder, "one.json"), "utf8");
  expect(readFileSync(path.join(folder, "other.json"), "utf8")).toBe(text);
  expect(text.length).toBeLessThanOrEqual(64 * 1024);
  const { confidence, weights } = read(folder, "one.json");
  expect(weights).toHaveProperty("message.vanish");
  for (const column of [0, 1] as const) {
    const values = confidence.map((point) => point[column]);
    expect(values).toEqual([...values].sort((one, next) => one - next));
  }

  const kept = await fit(folder, "--weights", "one.json", "--out", "kept.json");
  expect(kept.status, kept.stderr).toBe(0);
  expect(read(folder, "kept.json").weights).toEqual(weights);

  const { stdout } = await fit(folder, "--validate");
  expect(stdout).toMatch(/\| not_found \| \d+ \|/);
  expect(stdout).toContain("| kaiza: confidence |");
});

it("says which argument is wrong", async () => {
  const folder = temporaryFolder();
  const missing = await fit(folder);
  expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining("facts.jsonl does not exist")]);
  writeFiles(folder, { "facts.jsonl": facts() });
  const weights = await fit(folder, "--weights", "nowhere.json");
  expect([weights.status, weights.stderr]).toEqual([
    2,
    expect.stringContaining("--weights: nowhere.json does not exist"),
  ]);
});
