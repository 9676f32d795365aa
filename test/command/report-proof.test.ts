import fs from "node:fs";
import path from "node:path";
import { outdent } from "outdent";
import { expect, it } from "vitest";
import { projectWith } from "../kit/project.js";
import { CONFIG } from "./hostile-server.js";
import { runHere } from "./run-plugin.js";

const cell = (column: string, kind: string) => ({ column, verdict: "wrong", problems: [{ kind, message: kind }] });
const row = (name: string, ...cells: object[]) => ({ kind: "tool", name, isKnown: true, cells });
const PROOF = {
  proof: 1,
  server: { name: "notes", version: "1.0.0" },
  date: "2026-11-25T12:00:00.000Z",
  rows: [row("raw", cell("404", "code")), row("list", cell("500", "swallowed"), cell("503", "swallowed")), row("gone")],
};

const folder = (version = 2) =>
  projectWith({
    "package.json": JSON.stringify({ name: "notes", type: "module" }),
    "eslint.config.js": CONFIG,
    "proof.json": JSON.stringify({ ...PROOF, proof: version }),
    "src/server.js": outdent`
      import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

      const server = new McpServer({ name: "notes", version: "1.0.0" });
      server.registerTool("raw", {}, async () => {
        throw new Error("no");
      });
      server.registerTool("list", {}, async () => {
        const notes = [];
        try {
          notes.push(...(await fetch("https://notes.example/").then((answer) => answer.json())));
        } catch {}
        return { content: notes };
      });\n
    `,
  });

it.each([1, 2])("report shows the source of each tool beside what a proof of version %s has seen", async (version) => {
  const cwd = folder(version);
  const args = ["report", "--proof", "proof.json", "--html", "page.html", "--markdown", "report.md", "--json"];
  const { stdout } = await runHere(cwd, ...args);
  const { proof } = JSON.parse(stdout);
  expect(
    proof.tools.map(({ name, isSwallowedInBoth, source }: any) => [name, isSwallowedInBoth, source.swallowed]),
  ).toEqual([
    ["list", true, 1],
    ["raw", false, 0],
  ]);
  expect(proof.tools[0].wire).toEqual([{ kind: "swallowed", columns: ["500", "503"] }]);
  const [page, markdown] = ["page.html", "report.md"].map((name) => fs.readFileSync(path.join(cwd, name), "utf8"));
  expect(page).toMatch(/id="source-and-wire".*swallowed in both.*list.*yes.*raw/s);
  expect(markdown).toMatch(/## Source and wire.*swallowed: 500, 503 \| yes/s);
});

it("report refuses a file that is no proof", async () => {
  const { status, stderr } = await runHere(folder(), "report", "--proof", "package.json");
  expect(status).toBe(2);
  expect(stderr).toContain("--proof expects the output of `error-contract prove --json`");
});

it("report refuses a proof of a version that it does not know, and says which it has", async () => {
  const { status, stderr } = await runHere(folder(3), "report", "--proof", "proof.json");
  expect(status).toBe(2);
  expect(stderr).toMatch(/--proof reads proofs of version 1 and 2: .* has 3/);
});
