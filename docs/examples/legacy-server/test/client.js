import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { createServer } from "../server.js";

export const SECRET = "correct horse";

const FILES = {
  ".governance/config.json": JSON.stringify({
    bootstrap_secret: SECRET,
    checks: [
      { name: "syntax", command: ["node", "--check", "src/greeting.js"] },
      { name: "broken", command: ["node", "--eval", "console.error('2 tests failed'); process.exit(1)"] },
      { name: "missing", command: ["no-such-program-here"] },
    ],
  }),
  "docs/plans/PLAN-001.md": plan("PLAN-001", "src/, notes.md"),
  "docs/plans/PLAN-002.md": plan("PLAN-002", ""),
  "docs/plans/PLAN-003.md": plan("PLAN-999", "src/"),
  "src/greeting.js": 'export function greet(name) {\n  return "Hello " + name;\n}\n',
  "src/logo.png": "\u0089PNG\0\0",
  "notes.md": "# Notes\n\nNothing yet.\n",
};

function plan(id, scope) {
  return `---\nplan_id: ${id}\nstatus: DRAFT\nphase: PHASE_1\nscope: ${scope}\n---\n# What to do\n`;
}

/** A workspace with a few files, removed after the test. */
export function createWorkspace(t, files = {}) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "legacy-server-")));
  for (const [name, content] of Object.entries({ ...FILES, ...files })) {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
  t.after(() => fs.rmSync(root, { recursive: true, force: true }));
  return root;
}

/**
 * A client that is connected to a server on a workspace of its own, in a session of the role if one is given.
 *
 * @param {any} t
 * @param {{ role?: string, files?: Record<string, string> }} [options]
 */
export async function connect(t, { role, files } = {}) {
  const root = createWorkspace(t, files);
  const client = new Client({ name: "test", version: "1.0.0" });
  const server = createServer({ workspaceRoot: root });
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverTransport), client.connect(clientTransport)]);
  t.after(() => client.close());

  const call = async (name, args = {}) => /** @type {any} */ (await client.callTool({ name, arguments: args }));
  if (role) await call("begin_session", { role });
  return { root, client, call, file: (name) => path.join(root, name) };
}

/** A connection on which PLAN-001 is approved and the executor's session has begun. */
export async function connectWithPlan(t, options) {
  const connection = await connect(t, options);
  const plan = path.join(connection.root, "docs/plans/PLAN-001.md");
  const planner = await connectTo(t, connection.root, "ANTIGRAVITY");
  await planner("approve_plan", { plan_id: "PLAN-001", secret: SECRET });
  if (!fs.readFileSync(plan, "utf8").includes("APPROVED")) throw new Error("PLAN-001 could not be approved");
  await connection.call("begin_session", { role: "WINDSURF" });
  return connection;
}

async function connectTo(t, root, role) {
  const client = new Client({ name: "planner", version: "1.0.0" });
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
  await Promise.all([createServer({ workspaceRoot: root }).connect(serverTransport), client.connect(clientTransport)]);
  t.after(() => client.close());
  const call = (name, args) => client.callTool({ name, arguments: args });
  await call("begin_session", { role });
  return call;
}
