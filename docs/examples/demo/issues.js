// The server of docs/examples/issues, before and after it is adopted: for the demo, and for the README's picture.
import fs from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { PLUGIN, RUNTIME, runCommand, WORKSPACE } from "./commands.js";
import { copyProject } from "./project.js";

export const ISSUES = path.join(WORKSPACE, "docs/examples/issues");

/** The lowest confidence at which `plan` accepts what it proposes: the status of a response says what failed. */
export const ACCEPTED = "0.5";

/**
 * Copies the server to a folder below another one.
 *
 * @param {string} temporary
 * @returns {string} the folder of the copy
 */
export function copyIssues(temporary) {
  const copy = path.join(temporary, "issues");
  copyProject(ISSUES, ["server.js"], copy);
  fs.symlinkSync(path.join(WORKSPACE, "node_modules"), path.join(copy, "node_modules"), "junction");
  fs.writeFileSync(path.join(copy, "inputs.json"), '{ "get_issue": { "id": 7 } }\n');
  return copy;
}

/**
 * Adopts the server as a user does: the configuration, the decisions, the rewrites.
 *
 * @param {string} copy
 */
export async function adoptIssues(copy) {
  await runCommand(PLUGIN, ["init", "--yes"], copy);
  await runCommand(PLUGIN, ["plan", "--accept", ACCEPTED], copy);
  await runCommand(PLUGIN, ["apply", "--write"], copy);
}

/**
 * Proves the server under the contract that it shall follow.
 *
 * @param {string} copy
 * @param {string[]} args of `prove`
 */
export function proveIssues(copy, args) {
  const usual = ["--contract", "standard", "--seed", "1", "--tries", "1", "--limit", "2"];
  const which = ["--inputs", "inputs.json", "--only", "get_issue"];
  return runCommand(RUNTIME, ["prove", ...usual, ...which, ...args, "--", "node", "server.js"], copy);
}

/**
 * Returns what a client receives from `get_issue` while the tracker has no issue.
 *
 * @param {string} copy
 */
export async function callWithoutIssue(copy) {
  const tracker = createServer((_, response) => response.writeHead(404).end()).listen(0, "127.0.0.1");
  await once(tracker, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (tracker.address());
  const env = { ...process.env, TRACKER: `http://127.0.0.1:${port}` };
  const start = { command: process.execPath, args: ["server.js"], cwd: copy, env, stderr: "ignore" };
  const client = new Client({ name: "demo", version: "1.0.0" });
  try {
    await client.connect(new StdioClientTransport(/** @type {any} */ (start)));
    return await client.callTool({ name: "get_issue", arguments: { id: 7 } });
  } finally {
    await client.close();
    tracker.close();
  }
}
