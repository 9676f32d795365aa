import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { projectWith, temporaryFolder } from "../kit/project.js";

const run = path.join(import.meta.dirname, "run.js");

const NOTES = `const notes = new Map([["first", "The first note"]]);

/** @param {string} name */
export function readNote(name) {
  const note = notes.get(name);
  // Somebody may have removed it.
  if (note === undefined) throw new Error("NOT_FOUND: there is no such note");
  return note;
}

/** @param {string} name */
export function requireName(name) {
  if (!name) throw new Error("A name is required");
  return name;
}
`;

const TITLES = `/** @param {string} title */
export function checkTitle(title) {
  // Clients show the first line only.
  if (title.includes("\\n")) throw new Error("Invalid title: it has two lines");
  return title;
}
`;

const TESTS = `import assert from "node:assert/strict";
import test from "node:test";
import { readNote, requireName } from "../src/notes.js";
import { checkTitle } from "../src/titles.js";

test("a note that does not exist is an error", () => {
  assert.throws(() => readNote("second"), /there is no such note/i);
});
test("a name is required", () => {
  assert.throws(() => requireName(""), /required/);
});
test("a title with two lines is an Error by name", () => {
  assert.throws(() => checkTitle("one\\ntwo"), { name: "Error" });
});
`;

interface Started {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the instrument, and kills it as soon as its progress says this. */
function start(args: readonly string[], killAt?: string): Promise<Started> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [run, ...args]);
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output.stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      output.stderr += chunk;
      if (killAt !== undefined && output.stderr.includes(killAt)) child.kill();
    });
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, ...output }));
  });
}

describe("the adoption of a server", () => {
  const out = path.join(temporaryFolder(), "out");
  let server: string;
  let killed: Started;
  let finished: Started;
  const rowOf = (name: string) => {
    const row = finished.stdout.split("\n").find((line) => line.includes(`| ${name} `));
    return row?.split("|").map((cell) => cell.trim());
  };
  const read = (file: string) => fs.readFileSync(path.join(out, "tiny", file), "utf8");

  beforeAll(async () => {
    server = projectWith({
      "package.json": JSON.stringify({
        type: "module",
        scripts: { test: "node --test" },
        devDependencies: { prettier: "*" },
        prettier: { printWidth: 120 },
      }),
      "src/notes.js": NOTES,
      "src/titles.js": TITLES,
      "test/notes.test.js": TESTS,
    });
    const config = path.join(temporaryFolder(), "servers.json");
    fs.writeFileSync(config, JSON.stringify([{ name: "tiny", folder: server, compile: "node --check src/notes.js" }]));
    const args = ["--config", config, "--out", out, "--experiments", "fix,suggestions"];
    killed = await start(args, "suggestions: compile: ...");
    finished = await start(args);
  }, 120_000);

  it("goes on behind the last step that was finished", () => {
    expect(killed.status).not.toBe(0);
    expect(killed.stdout).toBe("");
    expect(finished, finished.stderr).toMatchObject({ status: 0 });
    expect(finished.stderr).toContain("tiny: suggestions: edit: done before");
    expect(finished.stderr).not.toContain("tiny: suggestions: compile: done before");
  });

  it("shows in a table what became of the server", () => {
    const [compiler, lostComments, changedAgain] = ["0 -> 0", "0", "0"];
    expect(rowOf("fix")?.slice(3, -1)).toEqual([
      "3 -> 2",
      "1",
      "1",
      compiler,
      "3/0 -> 3/0",
      "-",
      lostComments,
      changedAgain,
      "1 -> 1",
    ]);
    expect(rowOf("suggestions")?.slice(3, -1)).toEqual([
      "3 -> 1",
      "2",
      "2",
      compiler,
      "3/0 -> 2/1",
      "1",
      lostComments,
      changedAgain,
      "2 -> 2",
    ]);
    expect(rowOf("no-raw-error")?.slice(3, -1)).toEqual(["3", "1", "2 (67 %)", "2", "1"]);
  });

  it("names the suggestion that breaks a test", () => {
    const summary = JSON.parse(fs.readFileSync(path.join(out, "summary.json"), "utf8"));
    const { culprits, withoutCulprits } = summary[0].outcomes.suggestions;
    expect(culprits).toMatchObject([
      { edit: { file: "src/titles.js", line: 4 }, failures: ["a title with two lines is an Error by name"] },
    ]);
    expect(withoutCulprits).toMatchObject({ failures: [], edits: 1 });
  });

  it("writes a diff for each applied suggestion", () => {
    const list = JSON.parse(read("suggestions.json"));
    expect(list.map(({ diff }: { diff: string }) => diff)).toEqual(["001-no-raw-error.diff", "002-no-raw-error.diff"]);
    expect(read("suggestions/002-no-raw-error.diff")).toContain(
      '-  if (title.includes("\\n")) throw new Error("Invalid title: it has two lines");',
    );
    expect(read("fix.diff")).toContain("+++ b/src/notes.js");
  });

  it("leaves the server as it was", () => {
    expect(fs.readFileSync(path.join(server, "src/notes.js"), "utf8")).toBe(NOTES);
  });
});

it.each([
  [["nowhere"], "there is no folder"],
  [[".", "--preset", "strict"], "--preset"],
  [[".", "--fallback", "OOPS"], "--fallback"],
  [[".", "--experiments", "fixes"], "--experiments"],
  [[".", "--max-bisect", "many"], "--max-bisect"],
  [["--config", "nowhere.json"], "--config"],
])("names the argument that is wrong: %s", async (args, named) => {
  const { status, stderr } = await start(args);
  expect(status).toBe(1);
  expect(stderr).toContain(named);
});
