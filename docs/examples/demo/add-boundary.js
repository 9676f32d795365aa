import fs from "node:fs";
import path from "node:path";
import { DemoError } from "./terminal.js";

/**
 * What a migrated server adds: the boundary around its own wrapper, with a log that is on disk before anybody hears.
 */
const BOUNDARY = `import { openAuditLog } from "error-contract/audit-log";
import { wrapHandler as withBoundary } from "error-contract/kaiza";
import { stateFor } from "../session/state.js";
import { wrapHandler as withOwnLog } from "./wrap-handler.js";

const audit = openAuditLog(process.env.FAILURE_LOG ?? "failures.jsonl");

/** @type {typeof withOwnLog} */
export const wrapHandler = (handler, toolName) =>
  withBoundary(withOwnLog(handler, toolName), {
    tool_name: toolName,
    audit,
    session: (_args, extra) => {
      const { sessionId, role, workspaceRoot } = stateFor(extra);
      return { session_id: sessionId, role, workspace_root: workspaceRoot };
    },
  });
`;

const OLD_IMPORT = 'import { describeFailure, wrapHandler } from "./core/wrap-handler.js";';
const NEW_IMPORTS = `import { wrapHandler } from "./core/boundary.js";
import { describeFailure } from "./core/wrap-handler.js";`;

/**
 * Puts the boundary around every tool of the migrated example.
 *
 * @param {string} server its folder
 * @returns {string} what was added, as a diff
 */
export function addBoundary(server) {
  const file = path.join(server, "server.js");
  const source = fs.readFileSync(file, "utf8");
  if (!source.includes(OLD_IMPORT)) throw new DemoError("server.js imports its wrapper in another way than it did.");
  fs.writeFileSync(path.join(server, "core/boundary.js"), BOUNDARY);
  fs.writeFileSync(file, source.replace(OLD_IMPORT, NEW_IMPORTS));
  return [
    "--- a/server.js",
    "+++ b/server.js",
    `-${OLD_IMPORT}`,
    ...added(NEW_IMPORTS),
    "",
    "--- /dev/null",
    "+++ b/core/boundary.js",
    ...added(BOUNDARY.trimEnd()),
  ].join("\n");
}

/** @param {string} text */
const added = (text) => text.split("\n").map((line) => `+${line}`);
