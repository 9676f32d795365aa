import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";

// Some three hundred files: ES modules, CommonJS and TypeScript, with many kinds of throws.
const PACKAGES = ["@modelcontextprotocol/sdk", "ajv", "jose", "semver", "yaml", "zod"];

interface Summary {
  readonly files: number;
  readonly unparsed: number;
  readonly problems: readonly unknown[];
  readonly variants: Readonly<Record<string, { readonly filesFixed: number }>>;
}

it("no rule crashes on installed packages; fixes parse, settle and keep comments", { timeout: 300_000 }, () => {
  const args = [
    "--packages",
    PACKAGES.join(","),
    "--max-per-package",
    "60",
    "--variants",
    "fallback,legacy,errors,standard,literalMessages,templates",
  ];
  const output = execFileSync(process.execPath, [path.join(import.meta.dirname, "run.js"), "--no-fail", ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 64 * 1024 * 1024,
  });
  const { files, unparsed, problems, variants } = JSON.parse(output) as Summary;

  expect(problems).toEqual([]);
  expect(files).toBeGreaterThan(250);
  expect(unparsed).toBe(0);
  expect(variants.fallback?.filesFixed).toBeGreaterThan(20);
  expect(variants.errors?.filesFixed).toBeGreaterThan(5);
});
