import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { runHere } from "../command/run-plugin.js";
import { codeBlocks, root } from "../kit/page.js";
import { legacyServerWith } from "../kit/project.js";

const PAGE = "docs/guides/commands.md";
const PROGRAM = "npx eslint-plugin-error-contract ";

describe("docs/guides/commands.md", () => {
  // One after the other, as a reader would run them.
  it("has commands that run in a legacy server, and write what the page says", async () => {
    const blocks = codeBlocks(PAGE).filter(({ language }) => language === "sh");
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

  it("names each member that `--json` prints", async () => {
    const folder = legacyServerWith({});
    for (const [page, args] of [
      ["docs/guides/init.md", ["init", "--yes"]],
      [PAGE, ["report"]],
      [PAGE, ["plan", "--accept", "0.5"]],
      [PAGE, ["apply"]],
    ] as const) {
      const { stdout } = await runHere(folder, ...args, "--json");
      const text = fs.readFileSync(path.join(root, page), "utf8");
      const members = Object.keys(JSON.parse(stdout) as object);
      expect(members.length, stdout).toBeGreaterThan(5);
      expect(members.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    }
  });
});
