import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createServer } from "../server.js";
import { createWorkspace } from "./client.js";
import { assertCode, dataOf } from "./codes.js";

const serverFile = fileURLToPath(new URL("../server.js", import.meta.url));

/**
 * @param {string} workspaceRoot
 * @param {string} code
 */
function assertStartFails(workspaceRoot, code) {
  assert.throws(
    () => createServer({ workspaceRoot }),
    (err) => {
      assertCode(/** @type {Error} */ (err).message, code);
      return true;
    },
  );
}

test("the server needs a workspace", () => {
  assertStartFails(undefined, "BOOTSTRAP_FAILURE");
});

test("the workspace must be a folder that exists", (t) => {
  const root = createWorkspace(t);
  assertStartFails(path.join(root, "missing"), "BOOTSTRAP_FAILURE");
  assertStartFails(path.join(root, "notes.md"), "BOOTSTRAP_FAILURE");
});

test("the configuration must be readable", (t) => {
  const broken = createWorkspace(t, { ".governance/config.json": "{" });
  assert.throws(() => createServer({ workspaceRoot: broken }), /config\.json/);
  const wrong = createWorkspace(t, { ".governance/config.json": '{ "checks": {} }' });
  assert.throws(() => createServer({ workspaceRoot: wrong }), /checks must be a list/);
});

test("the server does not start on an audit log that was changed", (t) => {
  assertStartFails(createWorkspace(t, { "audit-log.jsonl": '{"prev":"forged"}\n' }), "SELF_AUDIT_FAILURE");
  assertStartFails(createWorkspace(t, { "audit-log.jsonl": "not json\n" }), "SELF_AUDIT_FAILURE");
});

test("the self audit can be left out", (t) => {
  const root = createWorkspace(t, { "audit-log.jsonl": '{"prev":"forged"}\n' });
  assert.ok(createServer({ workspaceRoot: root, selfAudit: false }));
});

test("a start that fails says why and exits with 1", () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [serverFile, "/no/such/folder"], { encoding: "utf8" });
  assert.equal(status, 1);
  assertCode(stderr, "BOOTSTRAP_FAILURE");
  assert.equal(stdout, "");
});

test("the server works over stdio", async (t) => {
  const root = createWorkspace(t);
  const client = new Client({ name: "test", version: "1.0.0" });
  const transport = new StdioClientTransport({ command: process.execPath, args: [serverFile, root], stderr: "ignore" });
  await client.connect(transport);
  t.after(() => client.close());

  assert.equal((await client.listTools()).tools.length, 13);
  dataOf(await client.callTool({ name: "begin_session", arguments: { role: "WINDSURF" } }));
  dataOf(await client.callTool({ name: "read_file", arguments: { path: "notes.md" } }));
  assert.ok(fs.existsSync(path.join(root, "audit-log.jsonl")));
});
