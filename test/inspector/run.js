// The envelope through the MCP Inspector's command line, a client that nobody here wrote: `npm run test:inspector`.
//
// The Inspector wants a newer Node than the oldest that we support; both come from npm into a temporary folder, which
// is removed at the end. Nothing is written into the repository.
import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { parseEnvelope } from "../../src/dist/contracts/standard/index.js";

const EXAMPLES = path.resolve(import.meta.dirname, "../../docs/examples/boundary");
const HTTP_SERVER = path.join(import.meta.dirname, "http-server.js");
const PACKAGES = ["@modelcontextprotocol/inspector", "node@22"];

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "error-contract-inspector-")));
const inspector = path.join(folder, "node_modules/@modelcontextprotocol/inspector/cli/build/cli.js");
const node = path.join(folder, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
const log = path.join(folder, "audit-log.jsonl");
const env = { ...process.env, AUDIT_LOG: log };

const servers = {
  "SDK 1.x over stdio": (run) => run([process.execPath, path.join(EXAMPLES, "server.js")]),
  "SDK 2.x over stdio": (run) => run([process.execPath, path.join(EXAMPLES, "server-2.js")]),
  "SDK 1.x over Streamable HTTP": (run) => overHttp("1", run),
  "SDK 2.x over Streamable HTTP": (run) => overHttp("2", run),
};

const cases = {
  "a failure of the contract": {
    call: { tool: "read_file", argument: "path=../secret.md" },
    expected: { code: "PERMISSION_DENIED", tool: "read_file", correlation_id: "8d9ef2b2" },
  },
  "a foreign error": {
    call: { tool: "read_file", argument: "path=missing.md" },
    expected: { code: "NOT_FOUND", tool: "read_file", correlation_id: "8d9ef2b2" },
  },
  "a tool with an output schema": {
    call: { tool: "file_size", argument: "path=../secret.md" },
    expected: { code: "PERMISSION_DENIED", tool: "file_size" },
  },
};

async function overHttp(sdk, run) {
  const server = spawn(process.execPath, [HTTP_SERVER, sdk], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [url] = await once(createInterface(server.stdout), "line");
    await run([url, "--transport", "http"]);
  } finally {
    server.kill();
  }
}

/** What the Inspector prints for a call: the result, as JSON. */
async function inspected(server, { tool, argument }) {
  const call = ["--method", "tools/call", "--tool-name", tool, "--tool-arg", argument];
  const args = [inspector, "--cli", ...server, ...call];
  const { stdout } = await promisify(execFile)(node, args, { cwd: folder, env, timeout: 120_000 });
  return JSON.parse(stdout);
}

function check(result, expected) {
  assert.equal(result.isError, true);
  assert.equal(result.content.length, 1);
  const envelope = parseEnvelope(JSON.parse(result.content[0].text));
  assert.ok(envelope, `no envelope: ${result.content[0].text}`);
  for (const [field, value] of Object.entries(expected)) assert.equal(envelope.error[field], value, field);
  const { audit, ...line } = JSON.parse(fs.readFileSync(log, "utf8").trimEnd().split("\n").at(-1));
  assert.equal(audit.contract, "standard");
  // What a model reads beside the failure is not recorded.
  for (const [field, value] of Object.entries(line.error)) assert.deepEqual(envelope.error[field], value, field);
}

try {
  fs.writeFileSync(path.join(folder, "package.json"), '{ "private": true }');
  console.log(`Installing ${PACKAGES.join(" and ")} into ${folder}`);
  const npm = ["install", "--no-audit", "--no-fund", "--loglevel=error", ...PACKAGES];
  execFileSync("npm", npm, {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  const { version } = JSON.parse(fs.readFileSync(path.resolve(inspector, "../../../package.json"), "utf8"));
  console.log(`Inspector ${version} under Node ${execFileSync(node, ["--version"], { encoding: "utf8" }).trim()}`);

  for (const [name, withServer] of Object.entries(servers)) {
    await withServer(async (server) => {
      for (const [what, { call, expected }] of Object.entries(cases)) {
        check(await inspected(server, call), expected);
        console.log(`ok    ${name}: ${what}`);
      }
    });
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
