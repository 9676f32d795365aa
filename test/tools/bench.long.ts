import { execFileSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";

// Machines differ and are shared: no figure is asserted, only that each is there.
it("the bench runs and prints every ratio", () => {
  const script = path.join(import.meta.dirname, "../../tools/bench/run.js");
  const output = execFileSync(process.execPath, [script, "--quick"], { encoding: "utf8" });

  const figureOf = (name: string) => output.split("\n").find((line) => line.trim().startsWith(`${name} `));
  for (const name of [
    "construction, 3 fields",
    "fromUnknown(Error)",
    "toEnvelope",
    "toolError, serialize",
    "effect TaggedError, JSON.stringify",
    "call that fails with Error, standard",
    "success, synchronous handler, mcp-aql",
    "guardProcess, each await",
    "success, asynchronous handler",
    "failure, wrapped handler that throws a SystemError",
    "success, request handler of SDK 2.x",
    "making an McpServer of SDK 1.x",
    "audited per second with fsync, one by one",
    "audited per second without fsync, pino with a synchronous destination",
    "import error-contract/kaiza",
    "import verror",
    "require-cause / preserve-caught-error",
    "share of all rules in the typed lint",
    "share of the three rules in the untyped lint",
    "no-swallowed-error / its three peers together",
    "edit, ESLint, without types",
    "edit, ESLint, with types",
    "edit, oxlint",
    "ESLint, native types / none",
    "ESLint, typescript-eslint's types / oxlint, native",
    "edit, ESLint, types of TypeScript 7",
  ]) {
    expect(figureOf(name), name).toMatch(/\d+\.\d/);
  }
  expect(output).not.toContain("NOT PARSED");
  expect(figureOf("findings that only one of the two kinds of types has")).toMatch(/ 0\s*$/);
  expect(figureOf("findings that only ESLint or only oxlint has")).toMatch(/ 0\s*$/);
});
