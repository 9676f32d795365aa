// The page of real libraries: its example runs, and its tables say codes that there are.
import fs from "node:fs";
import path from "node:path";
import { standard } from "error-contract/standard";
import { expect, it } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const page = "docs/libraries.md";

it("has an example that runs", async () => {
  const [{ code } = { code: "" }] = codeBlocks(page);
  const server =
    'import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n' +
    'const server = new McpServer({ name: "s", version: "1" });\n';
  const cwd = projectWith({ "example.mjs": server + code });
  expect(await runNode(["example.mjs"], { cwd })).toMatchObject({ status: 0, stderr: "" });
});

it("says a code of `standard` for each failure, and a wait only where the code has one", () => {
  const text = fs.readFileSync(path.join(root, page), "utf8");
  const rows = [...text.matchAll(/^\|.*\| +`([A-Z_]+)` +\|(?: +(\d+) s)? +\|$/gm)];
  expect(rows.length).toBeGreaterThan(400);
  for (const [row, code, wait] of rows) {
    expect(Object.keys(standard.codes), row).toContain(code);
    if (wait !== undefined) expect(["RATE_LIMITED", "UNAVAILABLE"], row).toContain(code);
  }
});
