import fs from "node:fs";
import path from "node:path";
import { DemoError } from "./terminal.js";

const IMPORT = 'import { z } from "zod";';
const SERVER = 'const server = new McpServer({ name: "legacy-server", version: "2.4.0" });';

/**
 * What a migrated server adds: the boundary around all of it, with a log that is on disk before anybody hears. Its own
 * wrapper stays inside.
 */
const EDITS = [
  {
    before: IMPORT,
    after: `import { openAuditLog } from "error-contract/audit-log";
import { wrapServer } from "error-contract/kaiza";
${IMPORT}`,
  },
  {
    before: `  ${SERVER}`,
    after: `  const audit = openAuditLog(process.env.FAILURE_LOG ?? "failures.jsonl");
  /** @param {any} _request @param {any} extra */
  const session = (_request, extra) => {
    const { sessionId, role, workspaceRoot } = stateFor(extra);
    return { session_id: sessionId, role, workspace_root: workspaceRoot };
  };
  ${SERVER.replace("new McpServer", "wrapServer(new McpServer").replace(/;$/, ", { audit, session });")}`,
  },
];

/**
 * Puts the migrated example behind the boundary.
 *
 * @param {string} server its folder
 * @returns {string} what was changed, as a diff
 */
export function addBoundary(server) {
  const file = path.join(server, "server.js");
  let source = fs.readFileSync(file, "utf8");
  for (const { before, after } of EDITS) {
    if (!source.includes(before)) throw new DemoError("server.js creates its server in another way than it did.");
    source = source.replace(before, after);
  }
  fs.writeFileSync(file, source);
  const changed = EDITS.flatMap(({ before, after }) =>
    after.split("\n").flatMap((line) => {
      if (line === before) return [` ${line}`];
      return line.includes("wrapServer(") ? [`-${before}`, `+${line}`] : [`+${line}`];
    }),
  );
  return ["--- a/server.js", "+++ b/server.js", ...changed].join("\n");
}
