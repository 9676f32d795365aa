import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";
import { connect } from "./client.js";
import { assertFails, assertRefused, dataOf } from "./codes.js";

test("begin_session answers with the session", async (t) => {
  const { call, root } = await connect(t);
  const session = dataOf(await call("begin_session", { role: "WINDSURF" }));
  assert.match(session.session_id, /^[0-9a-f-]{36}$/);
  assert.equal(session.role, "WINDSURF");
  assert.equal(session.workspace_root, root);
});

test("session_status needs a session, and tells its role", async (t) => {
  const { call } = await connect(t);
  assertFails(await call("session_status"), "SESSION_NOT_INITIALIZED");
  await call("begin_session", { role: "WINDSURF" });
  assert.equal(dataOf(await call("session_status")).role, "WINDSURF");
});

test("begin_session needs a role", async (t) => {
  const { call } = await connect(t);
  assertFails(await call("begin_session"), "MISSING_REQUIRED_FIELD");
});

test("begin_session refuses a role that does not exist", async (t) => {
  const { call } = await connect(t);
  assertFails(await call("begin_session", { role: "ADMIN" }), "ROLE_MISMATCH");
});

test("begin_session refuses a second session", async (t) => {
  const { call } = await connect(t, { role: "WINDSURF" });
  assertRefused(await call("begin_session", { role: "WINDSURF" }), /a session is active already/);
});

test("a tool needs a session", async (t) => {
  const { call } = await connect(t);
  assertFails(await call("read_file", { path: "notes.md" }), "SESSION_NOT_INITIALIZED");
});

test("sessions of two servers are apart", async (t) => {
  const first = await connect(t, { role: "WINDSURF" });
  const second = await connect(t);
  assert.ok(!(await first.call("list_files")).isError);
  assertFails(await second.call("list_files"), "SESSION_NOT_INITIALIZED");
});

test("a write to the audit log locks the session until there is a report", async (t) => {
  const { call, file } = await connect(t, { role: "WINDSURF" });
  const before = fs.readFileSync(file("audit-log.jsonl"), "utf8");

  assertFails(await call("write_file", { path: "audit-log.jsonl", content: "" }), "UNAUTHORIZED_ACTION");
  assert.ok(fs.readFileSync(file("audit-log.jsonl"), "utf8").startsWith(before));
  assertFails(await call("read_file", { path: "notes.md" }), "SESSION_LOCKED");
  assertFails(await call("begin_session", { role: "WINDSURF" }), "SESSION_LOCKED");

  dataOf(await call("write_file", { path: "docs/reports/incident.md", content: "# What happened\n" }));
  dataOf(await call("begin_session", { role: "WINDSURF" }));
  dataOf(await call("read_file", { path: "notes.md" }));
});
