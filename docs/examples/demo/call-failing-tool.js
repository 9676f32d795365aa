import fs from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { DemoError } from "./terminal.js";

const FAILURE_LOG = "failures.jsonl";

/**
 * What a real client receives from the example server for a call that fails.
 *
 * @param {string} server the folder of the server
 * @param {string} workspace the folder that it serves
 * @param {{ name: string, arguments: Record<string, unknown> }} call
 * @returns {Promise<string>} the text of the answer, JSON in more than one line
 */
export async function callFailingTool(server, workspace, call) {
  const client = new Client({ name: "demo", version: "1.0.0" });
  const args = [path.join(server, "server.js"), workspace];
  const env = { ...getDefaultEnvironment(), FAILURE_LOG: path.join(workspace, FAILURE_LOG) };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "ignore" }));
  try {
    await client.callTool({ name: "begin_session", arguments: { role: "WINDSURF" } });
    const { isError, content } = await client.callTool(call);
    if (!isError) throw new DemoError(`${call.name} was expected to fail.`);
    const [{ text }] = /** @type {[{ text: string }]} */ (content);
    return indented(text);
  } finally {
    await client.close();
  }
}

/**
 * The last line of the log that the boundary has written.
 *
 * @param {string} workspace
 * @returns {string} JSON in more than one line
 */
export function lastFailure(workspace) {
  const lines = fs.readFileSync(path.join(workspace, FAILURE_LOG), "utf8").trimEnd().split("\n");
  return indented(lines.at(-1) ?? "");
}

/** @param {string} text */
function indented(text) {
  return text.startsWith("{") ? JSON.stringify(JSON.parse(text), null, 2) : text;
}
