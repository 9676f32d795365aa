// The page of real libraries: its example runs, and its tables say codes that there are.
import fs from "node:fs";
import path from "node:path";
import { standard } from "error-contract/standard";
import { expect, it } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const page = "docs/libraries.md";
const [, ...seen] = fs
  .readFileSync(path.join(root, "tools/libraries/seen.tsv"), "utf8")
  .replace(/\n$/, "")
  .split("\n")
  .map((line) => line.split("\t"));

it("has an example that runs", async () => {
  const [{ code } = { code: "" }] = codeBlocks(page);
  const server =
    'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n' +
    'const server = new McpServer({ name: "s", version: "1" });\n';
  const cwd = projectWith({ "example.mjs": server + code });
  expect(await runNode(["example.mjs"], { cwd })).toMatchObject({ status: 0, stderr: "" });
});

it("says a code of `standard` for each failure, and a wait only where the code has one", () => {
  expect(seen.length).toBeGreaterThan(400);
  for (const [, library, , , code, wait] of seen) {
    expect(Object.keys(standard.codes), library).toContain(code);
    if (wait !== "") expect(["RATE_LIMITED", "UNAVAILABLE"], library).toContain(code);
  }
});

it("names each library that was run", async () => {
  const { listLibraries } = (await import(path.join(root, "tools/libraries/page.js"))) as {
    listLibraries: (rows: typeof seen) => string;
  };
  const text = fs.readFileSync(path.join(root, page), "utf8");
  const flat = (words: string) => words.replaceAll(/\s+/g, " ");
  expect(flat(text)).toContain(flat(listLibraries(seen)).trim());
});
