import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { isWhole } from "../kit/scope.js";

// Some three hundred files: ES modules, CommonJS and TypeScript, with many kinds of throws. The gate has ten.
const PACKAGES = isWhole
  ? ["@modelcontextprotocol/sdk", "ajv", "jose", "semver", "yaml", "zod"]
  : ["@modelcontextprotocol/sdk", "ajv"];
const MOST_OF_EACH = isWhole ? 60 : 5;

interface Summary {
  readonly files: number;
  readonly unparsed: number;
  readonly problems: readonly unknown[];
  readonly variants: Readonly<Record<string, { readonly filesFixed: number }>>;
}

it("no rule crashes on installed packages; fixes parse, settle and keep comments", () => {
  const args = [
    "--packages",
    PACKAGES.join(","),
    "--max-per-package",
    String(MOST_OF_EACH),
    "--variants",
    "fallback,legacy,errors,standard,literalMessages,templates",
  ];
  const output = execFileSync(
    process.execPath,
    [path.join(import.meta.dirname, "../../tools/corpus/run.js"), "--no-fail", ...args],
    {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const { files, unparsed, problems, variants } = JSON.parse(output) as Summary;

  expect(problems).toEqual([]);
  expect(files).toBeGreaterThan(isWhole ? 250 : 7);
  expect(unparsed).toBe(0);
  expect(variants.fallback?.filesFixed).toBeGreaterThan(isWhole ? 20 : 2);
  expect(variants.errors?.filesFixed).toBeGreaterThan(isWhole ? 5 : 0);
});
