import fs from "node:fs";
import { KaizaError, ERROR_CODES } from "../core/error.js";
import { resolveInWorkspace, toRelative } from "../core/paths.js";
import { jsonResult } from "../core/result.js";
import policy from "../policy/rules.cjs";
import { requireSession } from "../session/guard.js";

export async function lintPolicyHandler(args, extra) {
  const state = requireSession(extra);
  const { name, content } = args.content === undefined ? readSource(state, args.path) : inlineSource(args);

  const violations = policy.findViolations(name, content);
  if (args.enforce && violations.length > 0) {
    const places = violations.map(({ rule, line }) => `${rule} in line ${line}`);
    throw new KaizaError({
      error_code: ERROR_CODES.POLICY_VIOLATION,
      phase: "POLICY",
      component: "LINT_POLICY",
      invariant: "SOURCES_FOLLOW_POLICY",
      human_message: `${name} breaks the policy: ${places.join(", ")}`,
    });
  }
  return jsonResult({ path: name, violations });
}

/**
 * @param {import("../session/state.js").SessionState} state
 * @param {string} filePath
 */
function readSource(state, filePath) {
  const absolute = resolveInWorkspace(state.workspaceRoot, filePath);
  let content;
  try {
    content = fs.readFileSync(absolute);
  } catch {
    throw new Error("FILE_READ_FAILED: " + filePath);
  }
  if (content.includes(0)) {
    throw new Error("REFUSE: " + filePath + " is a binary file");
  }
  return { name: toRelative(state.workspaceRoot, absolute), content: content.toString("utf8") };
}

/** @param {{ path: string, content: any }} args */
function inlineSource({ path, content }) {
  if (typeof path !== "string") {
    throw new Error("MISSING_REQUIRED_FIELD: path names the language of the content");
  }
  return { name: path, content };
}
