// What is seen of each tool, beside the file that says what it can answer.
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { proveHere, proveMatrix, rawServer } from "./prove-kit.js";

const only = ["read_file", "get_issue", "ask"].flatMap((name) => ["--only", name]);
const columns = ["missing", "ENOENT", "EACCES", "EMFILE", "404"].flatMap((name) => ["--column", name]);
const folder = temporaryFolder();
const audit = path.join(folder, "audit.jsonl");
const server = ["--audit", audit, ...only, ...columns, "--", "node", rawServer];

function writeFailures(tools: object, prompts: object = { ask: [] }): string {
  const file = path.join(folder, `failures-${Object.keys(tools).length}.json`);
  fs.writeFileSync(file, JSON.stringify({ version: 1, tools, resources: {}, prompts }));
  return file;
}

const prove = (file: string, ...args: readonly string[]) =>
  proveMatrix(["--failures", file, ...args, ...server], { PROVE_AUDIT: audit });

describe("prove --failures", () => {
  it("names what was seen and is not in the file, and what is in it and was never seen", async () => {
    const file = writeFailures({ read_file: ["CONFLICT", "NOT_FOUND", "PERMISSION_DENIED"], get_issue: ["NOT_FOUND"] });
    const { proof } = await prove(file);
    expect(proof.failures).toEqual({
      file,
      holes: [
        { kind: "tool", name: "read_file", code: "UNAVAILABLE", columns: ["EMFILE"] },
        // Its connection is refused by a wall.
        { kind: "tool", name: "get_issue", code: "UNAVAILABLE", columns: ["valid"] },
        { kind: "tool", name: "get_issue", code: "INTERNAL", columns: ["404"] },
      ],
      unseen: [
        { kind: "tool", name: "read_file", code: "CONFLICT", columns: [] },
        { kind: "tool", name: "get_issue", code: "NOT_FOUND", columns: [] },
      ],
    });
  });

  it("asks for no code where the file says that not all are known, or that all tools share it", async () => {
    const open = ["raw src/store.ts"];
    const listed = ["NOT_FOUND", "PERMISSION_DENIED", "UNAVAILABLE"];
    const file = writeFailures({
      "(every tool)": ["CONFLICT", "UNAVAILABLE"],
      read_file: listed.slice(0, 2),
      get_issue: open,
    });
    const { proof } = await prove(file);
    const unseen = [{ kind: "tool", name: "(every tool)", code: "CONFLICT", columns: [] }];
    expect(proof.failures).toMatchObject({ holes: [], unseen });
  });

  it("shows the holes first, and fails by them alone", async () => {
    const file = writeFailures({});
    const args = ["--failures", file, "--limit", "2", "--seed", "1"];
    const page = path.join(folder, "proof.md");
    const read = ["--audit", audit, "--only", "read_file", "--column", "ENOENT", "--", "node", rawServer];
    const { status, stdout } = await proveHere([...args, "--markdown", page, ...read], { PROVE_AUDIT: audit });
    expect(status).toBe(1);
    expect(stdout.split("\n").slice(0, 4)).toEqual([
      `Seen, and not in ${file}: 1`,
      "  read_file  NOT_FOUND (ENOENT)",
      `In ${file}, and never seen: 0`,
      "",
    ]);
    expect(stdout).toContain("1 kept.");
    const text = fs.readFileSync(page, "utf8");
    expect(text.match(/^## .*$/gm)?.[0]).toBe(`## Beside \`${file}\``);
    expect(text).toContain("- `read_file`: `NOT_FOUND` (ENOENT)");
  });

  it("--baseline fails by a hole that is new", async () => {
    const file = writeFailures({
      read_file: ["NOT_FOUND", "PERMISSION_DENIED", "UNAVAILABLE"],
      get_issue: ["INTERNAL"],
    });
    const before = path.join(folder, "before.json");
    writeFiles(folder, { "before.json": JSON.stringify((await prove(file)).proof) });
    const run = (listed: string) =>
      proveHere(["--failures", listed, "--baseline", before, "--limit", "2", "--seed", "1", ...server], {
        PROVE_AUDIT: audit,
      });
    expect((await run(file)).status).toBe(0);
    const { status, stderr } = await run(writeFailures({ read_file: ["NOT_FOUND"], get_issue: [], other: [] }));
    expect(status).toBe(1);
    expect(stderr).toContain("worse: read_file: UNAVAILABLE is not listed");
  });

  it("refuses a file of another form", async () => {
    writeFiles(folder, { "other.json": '{ "tools": [] }' });
    const { status, stderr } = await proveHere(["--failures", path.join(folder, "other.json"), ...server]);
    expect(status).toBe(2);
    expect(stderr).toContain("--failures expects what `eslint-plugin-error-contract failures` writes");
  });
});
