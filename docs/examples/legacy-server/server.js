#!/usr/bin/env node
import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { auditAtStartup, bootstrap } from "./core/bootstrap.js";
import { KaizaError, ERROR_CODES } from "./core/error.js";
import { jsonResult } from "./core/result.js";
import { describeFailure, wrapHandler } from "./core/wrap-handler.js";
import { createState, dropState, stateFor } from "./session/state.js";
import { applyPatchHandler } from "./tools/apply_patch.js";
import { approvePlanHandler } from "./tools/approve_plan.js";
import { beginSessionHandler } from "./tools/begin_session.js";
import { lintPolicyHandler } from "./tools/lint_policy.js";
import { listFilesHandler } from "./tools/list_files.js";
import { readAuditLogHandler } from "./tools/read_audit_log.js";
import { readFileHandler } from "./tools/read_file.js";
import { readPlanHandler } from "./tools/read_plan.js";
import { runPreflightHandler } from "./tools/run_preflight.js";
import { searchTextHandler } from "./tools/search_text.js";
import { selfAuditHandler } from "./tools/self_audit.js";
import { writeFileHandler } from "./tools/write_file.js";

const workspacePath = z.string().describe("Path relative to the workspace root");

/**
 * @param {object} options
 * @param {string} options.workspaceRoot
 * @param {boolean} [options.selfAudit] check the audit log before the first call
 */
export function createServer({ workspaceRoot, selfAudit = true }) {
  const { root, config } = bootstrap(workspaceRoot);
  if (selfAudit) auditAtStartup(root);

  const connectionId = randomUUID();
  createState(connectionId, { workspaceRoot: root, config });

  const server = new McpServer({ name: "legacy-server", version: "2.4.0" });

  server.registerTool(
    "begin_session",
    {
      description: "Begins a session in a role. Every other tool needs one.",
      inputSchema: { role: z.string().optional().describe("ANTIGRAVITY plans, WINDSURF executes") },
    },
    wrapHandler(beginSessionHandler, "begin_session"),
  );

  server.registerTool(
    "session_status",
    { description: "Tells the role of the session.", inputSchema: {} },
    wrapHandler(async (_args, extra) => {
      const { sessionId, role } = stateFor(extra);
      if (!sessionId) {
        const text = "SESSION_NOT_INITIALIZED: Call begin_session first.";
        return { content: [{ type: "text", text }], isError: true };
      }
      return jsonResult({ session_id: sessionId, role });
    }, "session_status"),
  );

  server.registerTool(
    "read_file",
    {
      description: "Reads a text file and its hash.",
      inputSchema: {
        path: workspacePath.optional(),
        lines: z.string().optional().describe("A range of lines such as 10-20"),
      },
    },
    wrapHandler(readFileHandler, "read_file"),
  );

  server.registerTool(
    "write_file",
    {
      description: "Writes a file that an approved plan covers. Reports need no plan.",
      inputSchema: {
        path: z.any().describe("Path relative to the workspace root"),
        content: z.any().describe("The whole new content"),
        plan_id: z.string().optional(),
        overwrite: z.boolean().optional(),
        expected_hash: z.string().optional().describe("SHA-256 of the file as it was read"),
      },
    },
    wrapHandler(writeFileHandler, "write_file"),
  );

  server.registerTool(
    "list_files",
    {
      description: "Lists the files below a folder.",
      inputSchema: { path: workspacePath.optional(), depth: z.number().optional() },
    },
    wrapHandler(listFilesHandler, "list_files"),
  );

  server.registerTool(
    "apply_patch",
    {
      description: "Applies a unified diff to a file that an approved plan covers.",
      inputSchema: {
        path: workspacePath,
        patch: z.string(),
        expected_hash: z.string().describe("SHA-256 of the file as it was read"),
        plan_id: z.string().optional(),
        allow_rebase: z.boolean().optional().describe("Apply although the file has changed, if the context matches"),
      },
    },
    wrapHandler(applyPatchHandler, "apply_patch"),
  );

  server.registerTool(
    "read_plan",
    {
      description: "Reads a plan, or lists all of them.",
      inputSchema: { plan_id: z.string().optional() },
    },
    wrapHandler(readPlanHandler, "read_plan"),
  );

  server.registerTool(
    "approve_plan",
    {
      description: "Marks a plan as approved and freezes its body.",
      inputSchema: { plan_id: z.string(), secret: z.string() },
    },
    wrapHandler(approvePlanHandler, "approve_plan"),
  );

  server.registerTool(
    "run_preflight",
    {
      description: "Runs the checks of the workspace.",
      inputSchema: { checks: z.array(z.string()).optional() },
    },
    wrapHandler(runPreflightHandler, "run_preflight"),
  );

  server.registerTool(
    "lint_policy",
    {
      description: "Checks a file, or content that was not written yet, against the policy.",
      inputSchema: { path: workspacePath.optional(), content: z.any().optional(), enforce: z.boolean().optional() },
    },
    wrapHandler(lintPolicyHandler, "lint_policy"),
  );

  server.registerTool(
    "search_text",
    {
      description: "Finds the lines that match a regular expression.",
      inputSchema: {
        pattern: z.string().optional(),
        path: workspacePath.optional(),
        ignore_case: z.boolean().optional(),
      },
    },
    wrapHandler(searchTextHandler, "search_text"),
  );

  server.registerTool(
    "read_audit_log",
    {
      description: "Reads the last entries of the audit log.",
      inputSchema: { limit: z.number().optional(), tool: z.string().optional() },
    },
    wrapHandler(readAuditLogHandler, "read_audit_log"),
  );

  server.registerTool(
    "self_audit",
    {
      description: "Checks the audit log, the configuration and the plans.",
      inputSchema: { strict: z.boolean().optional().describe("Fail when there are findings") },
    },
    wrapHandler(selfAuditHandler, "self_audit"),
  );

  // Tools find their state by the session id of the transport, and stdio has none of its own.
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    transport.sessionId = connectionId;
    return connect(transport);
  };
  server.server.onclose = () => dropState(connectionId);
  return server;
}

export async function main(argv = process.argv.slice(2), env = process.env) {
  try {
    const server = createServer({ workspaceRoot: argv[0] ?? env.WORKSPACE_ROOT });
    await server.connect(new StdioServerTransport());
  } catch (err) {
    const failure =
      err instanceof KaizaError
        ? describeFailure(err)
        : `[${err.error_code ?? ERROR_CODES.BOOTSTRAP_FAILURE}] ${err.human_message ?? err.message}`;
    console.error(failure);
    process.exitCode = 1;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main();
}
