import assert from "node:assert/strict";
import fs from "node:fs";
import { describe, test } from "node:test";
import { connect, connectWithPlan, SECRET } from "./client.js";
import { assertCode, assertFails, assertRefused, dataOf } from "./codes.js";

const approval = { plan_id: "PLAN-001", secret: SECRET };

describe("read_plan", () => {
  test("lists the plans, and reads one", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assert.deepEqual(dataOf(await call("read_plan")).plans, ["PLAN-001", "PLAN-002", "PLAN-003"]);
    const plan = dataOf(await call("read_plan", { plan_id: "PLAN-001" }));
    assert.deepEqual([plan.status, plan.scope], ["DRAFT", ["src/", "notes.md"]]);
  });

  test("reports a plan that does not exist", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assertFails(await call("read_plan", { plan_id: "PLAN-404" }), "PLAN_NOT_FOUND");
  });

  test("reports a plan without scope", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assertFails(await call("read_plan", { plan_id: "PLAN-002" }), "PLAN_ENFORCEMENT_FAILED");
  });

  test("reports a plan under the name of another", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assertFails(await call("read_plan", { plan_id: "PLAN-003" }), "INVARIANT_VIOLATION");
  });

  test("takes a file without front matter for another plan", async (t) => {
    const files = { "docs/plans/loose.md": "Just an idea.\n", "docs/plans/open.md": "---\nplan_id: open\n" };
    const { call } = await connect(t, { role: "WINDSURF", files });
    assertFails(await call("read_plan", { plan_id: "loose" }), "INVARIANT_VIOLATION");
    assertFails(await call("read_plan", { plan_id: "open" }), "INVARIANT_VIOLATION");
  });
});

describe("approve_plan", () => {
  test("approves once", async (t) => {
    const { call } = await connect(t, { role: "ANTIGRAVITY" });
    assert.match(dataOf(await call("approve_plan", approval)).plan_hash, /^[0-9a-f]{64}$/);
    assert.equal(dataOf(await call("read_plan", { plan_id: "PLAN-001" })).status, "APPROVED");
    assertRefused(await call("approve_plan", approval), /approved already/);
  });

  test("is for the planner", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assertFails(await call("approve_plan", approval), "UNAUTHORIZED_ACTION");
  });

  test("locks the session after three wrong secrets", async (t) => {
    const { call } = await connect(t, { role: "ANTIGRAVITY" });
    const guess = { ...approval, secret: "guess" };
    assertRefused(await call("approve_plan", guess), /attempt 1 of 3/);
    assertRefused(await call("approve_plan", guess), /attempt 2 of 3/);
    assertRefused(await call("approve_plan", guess), /attempt 3 of 3/);
    assertFails(await call("approve_plan", approval), "SESSION_LOCKED");
  });

  test("needs a secret in the configuration", async (t) => {
    const { call } = await connect(t, { role: "ANTIGRAVITY", files: { ".governance/config.json": "{}" } });
    assertFails(await call("approve_plan", approval), "BOOTSTRAP_FAILURE");
  });

  test("refuses a plan without scope", async (t) => {
    const { call } = await connect(t, { role: "ANTIGRAVITY" });
    assertFails(await call("approve_plan", { ...approval, plan_id: "PLAN-002" }), "PLAN_ENFORCEMENT_FAILED");
  });
});

describe("run_preflight", () => {
  test("runs the checks that it is asked for", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assert.deepEqual(dataOf(await call("run_preflight", { checks: ["syntax"] })).passed, ["syntax"]);
  });

  test("reports a check that fails", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    const result = await call("run_preflight", { checks: ["syntax", "broken"] });
    assertFails(result, "PREFLIGHT_FAILED");
    assert.match(result.content[0].text, /broken: 2 tests failed/);
  });

  test("reports a check that cannot run", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assertFails(await call("run_preflight", { checks: ["missing"] }), "PREFLIGHT_FAILED");
  });

  test("reports a check that does not exist", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assertFails(await call("run_preflight", { checks: ["deploy"] }), "INVALID_INPUT_VALUE");
  });

  test("reports a workspace without checks", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF", files: { ".governance/config.json": "{}" } });
    assertFails(await call("run_preflight"), "PREFLIGHT_FAILED");
  });
});

describe("lint_policy", () => {
  test("answers with the violations", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assert.deepEqual(dataOf(await call("lint_policy", { path: "src/greeting.js" })).violations, []);
    const args = { path: "a.js", content: "let a;\neval(a); // FIXME\n" };
    const { violations } = dataOf(await call("lint_policy", args));
    assert.deepEqual(
      violations.map(({ rule, line }) => [rule, line]),
      [
        ["no-placeholder", 2],
        ["no-eval", 2],
      ],
    );
  });

  test("fails on violations when it enforces", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    const args = { path: "a.py", content: "# TODO\n", enforce: true };
    assertFails(await call("lint_policy", args), "POLICY_VIOLATION");
  });

  test("reports what it cannot lint", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assertFails(await call("lint_policy", { path: "src/missing.js" }), "FILE_READ_FAILED");
    assertFails(await call("lint_policy", { content: "let a;" }), "MISSING_REQUIRED_FIELD");
    assertFails(await call("lint_policy", { path: "a.js", content: 1 }), "INVALID_INPUT_TYPE");
    assertFails(await call("lint_policy", {}), "INVALID_INPUT_TYPE");
    assertRefused(await call("lint_policy", { path: "src/logo.png" }), /binary/);
  });
});

describe("search_text", () => {
  test("finds lines", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    const { matches } = dataOf(await call("search_text", { pattern: "hello", ignore_case: true, path: "src" }));
    assert.deepEqual(matches, [{ path: "src/greeting.js", line: 2, text: 'return "Hello " + name;' }]);
  });

  test("reports what it cannot search for, or in", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assertFails(await call("search_text"), "MISSING_REQUIRED_FIELD");
    assertFails(await call("search_text", { pattern: "(" }), "INVALID_INPUT_FORMAT");
    assertFails(await call("search_text", { pattern: "a", path: "lib" }), "PATH_NOT_FOUND");
  });

  test("stops at two hundred matches", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF", files: { "long.txt": "line\n".repeat(201) } });
    assertRefused(await call("search_text", { pattern: "^line$" }), /narrow the pattern/);
  });
});

describe("read_audit_log", () => {
  test("holds every call, with the code of each failure", async (t) => {
    const { call } = await connectWithPlan(t);
    await call("read_file", { path: "notes.md" });
    await call("approve_plan", approval);
    await call("write_file", { path: ".governance/x", content: "", plan_id: "PLAN-001" });

    const { entries } = dataOf(await call("read_audit_log", { limit: 3 }));
    assert.deepEqual(
      entries.map(({ tool, result }) => [tool, result]),
      [
        ["read_file", "ok"],
        ["approve_plan", "error"],
        ["write_file", "error"],
      ],
    );
    assert.equal(entries[1].error_code, "UNAUTHORIZED_ACTION");
    assertCode(`[${entries[2].error_code}]`, "POLICY_VIOLATION");
  });

  test("filters by tool", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assert.equal(dataOf(await call("read_audit_log", { tool: "begin_session" })).total, 1);
  });

  test("reports a limit that is none", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assertFails(await call("read_audit_log", { limit: 0 }), "INVALID_INPUT_VALUE");
  });

  test("reports a log that is gone, or damaged", async (t) => {
    const { call, file } = await connect(t, { role: "WINDSURF" });
    fs.appendFileSync(file("audit-log.jsonl"), "not json\n");
    assertFails(await call("read_audit_log"), "AUDIT_LOG_FAILED");
    fs.rmSync(file("audit-log.jsonl"));
    assertFails(await call("read_audit_log"), "FILE_NOT_FOUND");
  });

  test("fails a call that cannot be recorded", async (t) => {
    const { call, file } = await connect(t, { role: "WINDSURF" });
    fs.writeFileSync(file("audit-log.lock"), "");
    assertFails(await call("read_file", { path: "notes.md" }), "AUDIT_LOCK_FAILED");
    fs.rmSync(file("audit-log.lock"));
    dataOf(await call("read_file", { path: "notes.md" }));
  });

  test("fails a call when the log is a folder", async (t) => {
    const { call, file } = await connect(t, { role: "WINDSURF" });
    fs.rmSync(file("audit-log.jsonl"));
    fs.mkdirSync(file("audit-log.jsonl"));
    assertFails(await call("read_file", { path: "notes.md" }), "AUDIT_LOG_FAILED");
  });
});

describe("self_audit", () => {
  test("finds nothing in a workspace that is in order", async (t) => {
    const { call, file } = await connect(t, { role: "WINDSURF" });
    fs.rmSync(file("docs/plans/PLAN-003.md"));
    assert.deepEqual(dataOf(await call("self_audit")), { clean: true, findings: [] });
  });

  test("finds what is broken", async (t) => {
    const { call, file } = await connect(t, { role: "WINDSURF" });
    fs.writeFileSync(file(".governance/config.json"), "{");
    fs.appendFileSync(file("audit-log.jsonl"), '{"tool":"read_file","prev":"forged"}\n');

    const { clean, findings } = dataOf(await call("self_audit"));
    assert.equal(clean, false);
    assert.deepEqual(
      findings.map(({ audit }) => audit),
      ["audit_log", "config", "plans"],
    );
    assert.equal(findings[0].code, "SELF_AUDIT_FAILURE");
    assert.equal(findings[2].code, "INVARIANT_VIOLATION");
  });

  test("fails on findings when it is strict", async (t) => {
    const { call } = await connect(t, { role: "WINDSURF" });
    assertFails(await call("self_audit", { strict: true }), "SELF_AUDIT_FAILURE");
  });
});
