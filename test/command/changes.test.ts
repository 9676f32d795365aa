// What a branch changes for clients, by the files that two commits have.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { projectWith, writeFiles, type Files } from "../kit/project.js";
import { git } from "../kit/release-repository.js";
import { runHere } from "./run-plugin.js";

const failuresOf = (tools: object) =>
  JSON.stringify({ version: 1, contract: "standard", tools, resources: {}, prompts: {}, exceptions: {} });

const cell = (column: string, verdict: string, code?: string, ...problems: readonly string[]) => ({
  column,
  verdict,
  code,
  problems: problems.map((kind) => ({ kind, message: kind })),
});
const proofOf = (rows: Readonly<Record<string, readonly object[]>>) =>
  JSON.stringify({
    proof: 2,
    problems: [],
    rows: Object.entries(rows).map(([name, cells]) => ({ kind: "tool", name, isKnown: true, cells })),
  });

/** A repository whose branch `main` has the first files, and whose folder the second. */
function branchWith(before: Files, now: Files): string {
  const folder = projectWith({ ".gitignore": "node_modules\n", ...before });
  git(folder, "init", "--quiet", "--initial-branch=main");
  git(folder, "add", ".");
  git(folder, "-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet", "--message", "first");
  git(folder, "checkout", "--quiet", "-b", "change");
  writeFiles(folder, now);
  return folder;
}

const changed = () =>
  branchWith(
    {
      "error-contract.failures.json": failuresOf({ read_note: ["NOT_FOUND"], old: [] }),
      "proof.json": proofOf({
        read_note: [cell("404", "kept", "NOT_FOUND"), cell("500", "wrong", undefined, "swallowed")],
        old: [],
      }),
    },
    {
      "error-contract.failures.json": failuresOf({ read_note: ["CONFLICT", "NOT_FOUND"] }),
      "proof.json": proofOf({
        read_note: [cell("404", "wrong", "INTERNAL", "code"), cell("500", "kept", "UPSTREAM_FAILED")],
        list_notes: [cell("404", "kept"), cell("500", "wrong", undefined, "leak")],
      }),
    },
  );

describe("changes", () => {
  it("says what tools can answer now, and which cells say something else, what got worse first", async () => {
    const { status, stdout } = await runHere(changed(), "changes", "--base", "main");
    expect(status).toBe(0);
    expect(stdout.trimEnd().split("\n")).toEqual([
      "tool `old` is gone",
      "`read_note` can now answer CONFLICT",
      "tool `list_notes` is new: 1 wrong of 2 cells",
      "tool `old` is gone",
      "worse: `read_note` / 404: kept NOT_FOUND, now wrong INTERNAL: code",
      "`read_note` / 500: wrong: swallowed, now kept UPSTREAM_FAILED",
    ]);
  });

  it("--markdown writes it for the summary of a pull request, and --json as data", async () => {
    const folder = changed();
    const { stdout } = await runHere(folder, "changes", "--base", "main", "--markdown", "changes.md", "--json");
    expect(JSON.parse(stdout).matrix.cells).toHaveLength(2);
    const text = fs.readFileSync(path.join(folder, "changes.md"), "utf8");
    expect(text.match(/^#+ .*$/gm)).toEqual([
      "## What changes for clients, beside `main`",
      "### What tools can answer",
      "### What is proved",
      "### Worse in the matrix: 1 cell",
      "### Other cells of the matrix",
    ]);
    expect(text).toContain("| `read_note` | 404 | kept NOT\\_FOUND | wrong INTERNAL: code |");
  });

  it("compares with nothing where a file is new, and in a folder below the root", async () => {
    const name = "packages/notes/error-contract.failures.json";
    const folder = branchWith({ "packages/notes/a.js": "" }, { [name]: failuresOf({ read_note: ["NOT_FOUND"] }) });
    const { stdout } = await runHere(path.join(folder, "packages/notes"), "changes", "--base", "main");
    expect(stdout).toBe("tool `read_note` is new, and can answer NOT_FOUND\n");
    git(folder, "add", ".");
    git(folder, "-c", "user.name=test", "-c", "user.email=test@localhost", "commit", "--quiet", "--message", "second");
    const same = await runHere(path.join(folder, "packages/notes"), "changes", "--base", "HEAD");
    expect(same.stdout).toBe("Nothing changes for clients.\n");
  });

  it("compares with nothing where another version wrote the file then", async () => {
    const name = "error-contract.failures.json";
    const now = { [name]: failuresOf({ read_note: ["NOT_FOUND"] }) };
    const folder = branchWith({ [name]: '{ "version": 0 }' }, now);
    const { status, stdout, stderr } = await runHere(folder, "changes", "--base", "main");
    expect({ status, stdout }).toEqual({ status: 0, stdout: "tool `read_note` is new, and can answer NOT_FOUND\n" });
    expect(stderr).toContain("has another form, so that all of it counts as new.");
  });

  it.each<[string, readonly string[], string]>([
    ["no base", [], "--base expects a branch, a tag or a commit"],
    ["an option as the base", ["--base=--all"], "--base expects a branch, a tag or a commit"],
    ["a commit that git does not have", ["--base", "nowhere"], "`nowhere` is none: fetch it first."],
    ["files", ["--base", "main", "src"], "changes takes no files: src is not expected."],
    [
      "no file at all",
      ["--base", "main", "--failures", "a.json", "--proof", "b.json"],
      "There is neither a.json nor b.json",
    ],
    [
      "a file of another form",
      ["--base", "main", "--failures", "proof.json"],
      "--failures expects what its command writes",
    ],
  ])("refuses %s", async (_, args, message) => {
    const { status, stderr } = await runHere(changed(), "changes", ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
