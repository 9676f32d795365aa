// The page of `failures --markdown`: what each tool can answer, with what the contract says of it.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Files, projectWith } from "../kit/project.js";
import { runHere } from "./run-plugin.js";

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { toolError } from "error-contract/standard";
import { load } from "./store.js";
const server = new McpServer({ name: "notes", version: "1.0.0" });
`;
const FILES: Files = {
  "package.json": `${JSON.stringify({ name: "notes", type: "module" })}\n`,
  "src/server.ts": `${HEAD}server.registerTool("read_note", {}, ({ id }) => {
  if (id === 0) throw toolError("UNAVAILABLE", "The store is away");
  if (id === 1) throw toolError("NOT_FOUND", "No note");
  return load(id);
});
server.registerTool("list_notes", {}, () => []);
server.registerResource("today", "note://today", {}, async () => { throw toolError("INTERNAL", "Broken"); });
`,
  "src/store.ts": `export function load(id) { if (id > 9) throw new Error("no id"); return id; }\n`,
};

/** The cells of a row of a table. */
const cellsOf = (page: string, code: string) =>
  page
    .split("\n")
    .find((line) => line.startsWith(`| \`${code}\` `))
    ?.split("|")
    .slice(2, -1)
    .map((cell) => cell.trim());

describe("failures --markdown", () => {
  it("has a section for each tool and resource, with the sentences of the contract", async () => {
    const cwd = projectWith(FILES);
    const { status, stderr } = await runHere(cwd, "failures", "--markdown", "docs.md");
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const page = fs.readFileSync(path.join(cwd, "docs.md"), "utf8");
    expect(page.match(/^#+ .*$/gm)).toEqual([
      "# What can fail: notes",
      "## Tools",
      "### `list_notes`",
      "### `read_note`",
      "## Resources",
      "### `today`",
    ]);
    expect(cellsOf(page, "NOT_FOUND")).toEqual([
      "The thing that the request names does not exist",
      "fails again",
      "Check the name or create the thing first.",
    ]);
    expect(cellsOf(page, "UNAVAILABLE")?.[1]).toBe("may succeed");
    expect(page).toMatch(/`list_notes`\n\nNo failure is known\.\n/);
    expect(page).toContain("- An error without a code, thrown in `src/store.ts`.");
  });

  it("--check says that the page is old, whatever a formatter has made of its layout", async () => {
    const cwd = projectWith(FILES);
    const page = path.join(cwd, "docs.md");
    const check = () => runHere(cwd, "failures", "--check", "--markdown", "docs.md");
    await runHere(cwd, "failures", "--markdown", "docs.md");
    fs.writeFileSync(
      page,
      fs.readFileSync(page, "utf8").replaceAll("| --- |", "| ------------ |").replace("fails, ", "fails,\n"),
    );
    expect((await check()).status).toBe(0);
    fs.writeFileSync(page, fs.readFileSync(page, "utf8").replace("fails again", "may succeed"));
    const { status, stderr } = await check();
    expect(status).toBe(1);
    expect(stderr).toContain("docs.md is old");
    fs.rmSync(page);
    expect((await check()).status).toBe(1);
    expect(fs.existsSync(page)).toBe(false);
  });
});
