import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runHere } from "../command/run-plugin.js";
import { codeBlocks } from "../kit/page.js";
import { legacyServerWith } from "../kit/project.js";

const PROGRAM = "npx eslint-plugin-error-contract ";

describe("docs/guides/commands.md", () => {
  // One after the other, as a reader would run them.
  it("has commands that run in a legacy server, and write what the page says", async () => {
    const blocks = codeBlocks("docs/guides/commands.md").filter(({ language }) => language === "sh");
    const lines = blocks.flatMap(({ code }) => code.split("\n"));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => !line.startsWith(PROGRAM))).toEqual([]);
    const folder = legacyServerWith({});
    for (const line of lines) {
      const { status, stdout, stderr } = await runHere(folder, ...line.slice(PROGRAM.length).split(" "));
      expect(status, `${line}\n${stderr}`).toBe(0);
      if (line.includes("--json")) expect(JSON.parse(stdout)).toHaveProperty("project");
    }
    const written = ["error-contract-report.html", "docs.html", "report.md", "error-contract.baseline.json"];
    expect(written.filter((name) => !fs.existsSync(path.join(folder, name)))).toEqual([]);
  });
});
