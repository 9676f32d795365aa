import fs from "node:fs";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { runNode } from "./run-node.js";
import { DemoError } from "./terminal.js";

const COMMAND = path.resolve(import.meta.dirname, "../../../src/dist/command/main.js");
const FAILURE_LOG = "failures.jsonl";
const TOOLS = ["write_file", "read_file", "list_files"];
const SHOWN = ["missing", "wrong type", "null", "unknown", "deep"];

/**
 * What a real client receives from the example server when something fails: some of its tools, with wrong input.
 *
 * @param {string} server the folder of the server
 * @param {string} workspace the folder that it serves, in which it may write
 * @returns {Promise<string>} the matrix of `error-contract prove`
 */
export async function proveServer(server, workspace) {
  const inputs = path.join(workspace, "inputs.json");
  fs.writeFileSync(path.join(workspace, "note.md"), "# A note\n");
  fs.writeFileSync(inputs, JSON.stringify({ begin_session: { role: "WINDSURF" }, read_file: { path: "note.md" } }));
  const args = [
    ...["--contract", "kaiza", "--seed", "1", "--tries", "1", "--inputs", inputs, "--writable", workspace],
    ...["--first", "begin_session", ...TOOLS.flatMap((tool) => ["--only", tool])],
    // What they do, they do in the demo's own folder, also where the system has no walls.
    ...["begin_session", ...TOOLS].flatMap((tool) => ["--allow", tool]),
    ...SHOWN.flatMap((column) => ["--column", column]),
  ];
  const { status, output } = await runNode([COMMAND, "prove", ...args, "--", "node", "server.js", workspace], server, {
    FAILURE_LOG: path.join(workspace, FAILURE_LOG),
  });
  if (status !== 0 && status !== 1) throw new DemoError(`prove: ${output}`);
  const lines = output.trimEnd().split("\n");
  const end = lines.findIndex((line) => /^(?:ok kept|NO wrong)/.test(line));
  return lines.slice(0, end + 1).filter((line) => !/^\d+ of \d+: /.test(line)).join("\n");
}

/**
 * Lets a client ask the server for a file that does not exist.
 *
 * @param {string} server the folder of the server
 * @param {string} workspace the folder that it serves
 * @returns {Promise<string>} the line that the boundary has written to its log, as JSON in more than one line
 */
export async function readFailure(server, workspace) {
  const client = new Client({ name: "demo", version: "1.0.0" });
  const env = { ...process.env, FAILURE_LOG: path.join(workspace, FAILURE_LOG) };
  const start = { command: process.execPath, args: ["server.js", workspace], cwd: server, env, stderr: "ignore" };
  await client.connect(new StdioClientTransport(/** @type {any} */ (start)));
  await client.callTool({ name: "begin_session", arguments: { role: "WINDSURF" } });
  await client.callTool({ name: "read_file", arguments: { path: "no-such-note.md" } });
  await client.close();
  const lines = fs.readFileSync(path.join(workspace, FAILURE_LOG), "utf8").trimEnd().split("\n");
  return JSON.stringify(JSON.parse(lines.at(-1) ?? ""), null, 2);
}
