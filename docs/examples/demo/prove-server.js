import fs from "node:fs";
import path from "node:path";
import { runNode } from "./run-node.js";
import { DemoError } from "./terminal.js";

const COMMAND = path.resolve(import.meta.dirname, "../../../src/dist/command/main.js");
const FAILURE_LOG = "failures.jsonl";
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
    ...["--first", "begin_session", "--only", "write_file", "--only", "read_file", "--only", "list_files"],
    ...SHOWN.flatMap((column) => ["--column", column]),
  ];
  const { status, output } = await runNode([COMMAND, "prove", ...args, "--", "node", "server.js", workspace], server, {
    FAILURE_LOG: path.join(workspace, FAILURE_LOG),
  });
  if (status !== 0 && status !== 1) throw new DemoError(`prove: ${output}`);
  const lines = output.trimEnd().split("\n");
  const end = lines.findIndex((line) => line.startsWith("ok kept"));
  return lines.slice(0, end + 1).filter((line) => !/^\d+ of \d+: /.test(line)).join("\n");
}

/**
 * The last line of the log that the boundary has written.
 *
 * @param {string} workspace
 * @returns {string} JSON in more than one line
 */
export function lastFailure(workspace) {
  const lines = fs.readFileSync(path.join(workspace, FAILURE_LOG), "utf8").trimEnd().split("\n");
  return JSON.stringify(JSON.parse(lines.at(-1) ?? ""), null, 2);
}
