import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import { describe, test } from "node:test";
import { connect, connectWithPlan } from "./client.js";
import { assertFails, assertRefused, dataOf } from "./codes.js";

describe("read_file", () => {
  test("answers with content and hash", async (t) => {
    const { call } = await connect(t, { role: "ANTIGRAVITY" });
    const { content, hash } = dataOf(await call("read_file", { path: "notes.md" }));
    assert.equal(content, "# Notes\n\nNothing yet.\n");
    assert.match(hash, /^[0-9a-f]{64}$/);
  });

  test("reads a range of lines", async (t) => {
    const { call } = await connect(t, { role: "ANTIGRAVITY" });
    const result = await call("read_file", { path: "notes.md", lines: "2-3" });
    assert.equal(result.content[0].text, "\nNothing yet.");
  });

  test("refuses a range that is none", async (t) => {
    const { call } = await connect(t, { role: "ANTIGRAVITY" });
    assertFails(await call("read_file", { path: "notes.md", lines: "all" }), "INVALID_INPUT_FORMAT");
    assertFails(await call("read_file", { path: "notes.md", lines: "3-2" }), "INVALID_INPUT_VALUE");
  });

  test("needs a path", async (t) => {
    const { call } = await connect(t, { role: "ANTIGRAVITY" });
    assertFails(await call("read_file"), "MISSING_REQUIRED_FIELD");
  });

  test("reports a file that does not exist", async (t) => {
    const { call } = await connect(t, { role: "ANTIGRAVITY" });
    assertFails(await call("read_file", { path: "src/missing.js" }), "FILE_NOT_FOUND");
  });

  test("does not read a folder", async (t) => {
    const { call } = await connect(t, { role: "ANTIGRAVITY" });
    assertFails(await call("read_file", { path: "src" }), "FILE_READ_FAILED");
  });

  test("does not read a file that is too large", async (t) => {
    const { call, file } = await connect(t, { role: "ANTIGRAVITY" });
    fs.writeFileSync(file("large.txt"), "x".repeat(1024 * 1024 + 1));
    assertFails(await call("read_file", { path: "large.txt" }), "FILE_READ_FAILED");
  });

  test("stays inside the workspace", async (t) => {
    const { call, file } = await connect(t, { role: "ANTIGRAVITY" });
    assertFails(await call("read_file", { path: "../secret" }), "INVALID_PATH");
    assertFails(await call("read_file", { path: "a\0b" }), "INVALID_PATH");
    assertFails(await call("read_file", { path: " " }), "INVALID_INPUT_VALUE");
    assertFails(await call("read_file", { path: os.tmpdir() }), "OUTSIDE_WORKSPACE");

    fs.symlinkSync(os.tmpdir(), file("elsewhere"));
    assertFails(await call("read_file", { path: "elsewhere/secret" }), "UNAUTHORIZED_ACTION");
  });
});

describe("write_file", () => {
  const source = "export const answer = 42;\n";

  test("writes what the plan covers", async (t) => {
    const { call, file } = await connectWithPlan(t);
    const args = { path: "src/answer.js", content: source, plan_id: "PLAN-001" };
    assert.equal(dataOf(await call("write_file", args)).bytes, source.length);
    assert.equal(fs.readFileSync(file("src/answer.js"), "utf8"), source);
  });

  test("takes text only", async (t) => {
    const { call } = await connectWithPlan(t);
    assertFails(await call("write_file", { path: "src/a.js", content: 1, plan_id: "PLAN-001" }), "INVALID_INPUT_TYPE");
    assertFails(await call("write_file", { path: 1, content: source, plan_id: "PLAN-001" }), "INVALID_INPUT_TYPE");
  });

  test("is for the executor", async (t) => {
    const { call } = await connect(t, { role: "ANTIGRAVITY" });
    assertFails(await call("write_file", { path: "src/a.js", content: source }), "UNAUTHORIZED_ACTION");
  });

  test("needs a plan", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assertFails(await call("write_file", { path: "src/a.js", content: source }), "POLICY_VIOLATION");
    const args = { path: "src/a.js", content: source, plan_id: "PLAN-404" };
    assertFails(await call("write_file", args), "PLAN_NOT_FOUND");
  });

  test("needs an approved plan", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    const args = { path: "src/a.js", content: source, plan_id: "PLAN-001" };
    assertFails(await call("write_file", args), "PLAN_NOT_APPROVED");
  });

  test("keeps to the scope of the plan", async (t) => {
    const { call } = await connectWithPlan(t);
    const args = { path: "lib/a.js", content: source, plan_id: "PLAN-001" };
    assertFails(await call("write_file", args), "PLAN_SCOPE_VIOLATION");
  });

  test("protects plans and configuration", async (t) => {
    const { call } = await connectWithPlan(t);
    const args = { path: ".governance/config.json", content: "{}", plan_id: "PLAN-001" };
    assertFails(await call("write_file", args), "POLICY_VIOLATION");
  });

  test("enforces the policy", async (t) => {
    const { call, file } = await connectWithPlan(t);
    const bad = { path: "src/a.js", content: "// TODO\n", plan_id: "PLAN-001" };
    assertFails(await call("write_file", bad), "POLICY_VIOLATION");
    const rust = { path: "src/a.rs", content: "x.unwrap()\n", plan_id: "PLAN-001" };
    assertFails(await call("write_file", rust), "RUST_POLICY_VIOLATION");
    assert.ok(!fs.existsSync(file("src/a.js")));
  });

  test("has no policy for a file without extension", async (t) => {
    const { call } = await connectWithPlan(t);
    const args = { path: "src/Makefile", content: "all:\n", plan_id: "PLAN-001" };
    assertRefused(await call("write_file", args), /without an extension/);
  });

  test("replaces a file only when told to, and only the one that was read", async (t) => {
    const { call } = await connectWithPlan(t);
    const args = { path: "notes.md", content: "# New\n", plan_id: "PLAN-001" };
    assertFails(await call("write_file", args), "FILE_ALREADY_EXISTS");
    assertFails(await call("write_file", { ...args, overwrite: true, expected_hash: "0" }), "HASH_MISMATCH");

    const { hash } = dataOf(await call("read_file", { path: "notes.md" }));
    dataOf(await call("write_file", { ...args, overwrite: true, expected_hash: hash }));
  });

  test("reports a folder that stands in the way", async (t) => {
    const { call } = await connectWithPlan(t);
    const args = { path: "notes.md/inner.md", content: "", plan_id: "PLAN-001" };
    assert.ok((await call("write_file", args)).isError);
    const below = { path: "src/greeting.js/inner.md", content: "", plan_id: "PLAN-001" };
    assertFails(await call("write_file", below), "FILE_WRITE_FAILED");
  });
});

describe("list_files", () => {
  test("lists files below a folder", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assert.deepEqual(dataOf(await call("list_files", { path: "src" })).files, ["src/greeting.js", "src/logo.png"]);
    assert.deepEqual(dataOf(await call("list_files", { depth: 1 })).files, ["audit-log.jsonl", "notes.md"]);
  });

  test("reports a depth that is too large", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    const result = await call("list_files", { depth: 99 });
    assert.ok(result.isError);
    assertFails(result, "INVALID_INPUT_VALUE");
  });

  test("reports a folder that does not exist, or is a file", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assertFails(await call("list_files", { path: "lib" }), "PATH_NOT_FOUND");
    assertFails(await call("list_files", { path: "notes.md" }), "INVALID_PATH");
  });
});

describe("apply_patch", () => {
  const patch = [
    "--- a/src/greeting.js",
    "+++ b/src/greeting.js",
    "@@ -1,3 +1,3 @@",
    " export function greet(name) {",
    '-  return "Hello " + name;',
    "+  return `Hello ${name}!`;",
    " }",
    "",
  ].join("\n");
  const args = { path: "src/greeting.js", patch, plan_id: "PLAN-001" };

  async function connectAndRead(t) {
    const connection = await connectWithPlan(t);
    return { ...connection, ...dataOf(await connection.call("read_file", { path: args.path })) };
  }

  test("applies a patch", async (t) => {
    const { call, file, hash } = await connectAndRead(t);
    assert.equal(dataOf(await call("apply_patch", { ...args, expected_hash: hash })).rebased, false);
    assert.match(fs.readFileSync(file(args.path), "utf8"), /return `Hello \$\{name\}!`;\n}/);
  });

  test("reports a file that was modified since", async (t) => {
    const { call } = await connectAndRead(t);
    assertFails(await call("apply_patch", { ...args, expected_hash: "0" }), "HASH_MISMATCH");
  });

  test("rebases when it may", async (t) => {
    const { call } = await connectAndRead(t);
    const result = await call("apply_patch", { ...args, expected_hash: "0", allow_rebase: true });
    assert.equal(dataOf(result).rebased, true);
  });

  test("reports a hunk that does not fit", async (t) => {
    const { call, hash } = await connectAndRead(t);
    const wrong = patch.replace("Hello", "Goodbye");
    const result = await call("apply_patch", { ...args, patch: wrong, expected_hash: hash });
    assertFails(result, "PATCH_APPLY_FAILED");
  });

  test("reports a malformed patch", async (t) => {
    const { call, hash } = await connectAndRead(t);
    assertFails(await call("apply_patch", { ...args, patch: "hello", expected_hash: hash }), "PATCH_INVALID");
    assertFails(await call("apply_patch", { ...args, patch: "--- a\n+++ b\n", expected_hash: hash }), "PATCH_INVALID");
  });

  test("reports a file that does not exist", async (t) => {
    const { call } = await connectWithPlan(t);
    const result = await call("apply_patch", { ...args, path: "src/missing.js", expected_hash: "0" });
    assertFails(result, "FILE_NOT_FOUND");
  });

  test("reports a base that cannot be read", async (t) => {
    const { call, file } = await connectWithPlan(t);
    fs.mkdirSync(file("src/nested"));
    assertFails(await call("apply_patch", { ...args, path: "src/nested", expected_hash: "0" }), "INTERNAL_ERROR");
  });

  test("enforces the policy on the result", async (t) => {
    const { call, hash } = await connectAndRead(t);
    const evil = patch.replace("`Hello ${name}!`", "eval(name)");
    assertFails(await call("apply_patch", { ...args, patch: evil, expected_hash: hash }), "POLICY_VIOLATION");
  });
});
