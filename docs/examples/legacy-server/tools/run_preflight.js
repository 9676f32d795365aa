import { spawn } from "node:child_process";
import { KaizaError, ERROR_CODES, ensureKaizaError } from "../core/error.js";
import { jsonResult } from "../core/result.js";
import { requireSession } from "../session/guard.js";

const TIMEOUT_MS = 60_000;

/** @typedef {{ name: string, ok: boolean, output: string }} CheckResult */

export async function runPreflightHandler(args, extra) {
  const state = requireSession(extra);
  const checks = selectChecks(state.config.checks, args.checks);

  /** @type {CheckResult[]} */
  const results = [];
  for (const check of checks) {
    try {
      results.push(await runCheck(check, state.workspaceRoot));
    } catch (err) {
      throw ensureKaizaError(err, {
        error_code: ERROR_CODES.PREFLIGHT_FAILED,
        phase: "PREFLIGHT",
        component: "RUN_PREFLIGHT",
        invariant: "CHECKS_CAN_RUN",
      });
    }
  }

  const failed = results.filter((result) => !result.ok);
  if (failed.length > 0) {
    const failure = new KaizaError({
      error_code: ERROR_CODES.PREFLIGHT_FAILED,
      phase: "PREFLIGHT",
      component: "RUN_PREFLIGHT",
      invariant: "ALL_CHECKS_GREEN",
      human_message: failed.map(({ name, output }) => `${name}: ${lastLineOf(output)}`).join("; "),
    });
    console.error(JSON.stringify(failure.toDiagnostic()));
    throw failure;
  }
  return jsonResult({ passed: results.map((result) => result.name) });
}

/**
 * @param {import("../core/config.js").Check[]} checks
 * @param {string[]} [names]
 */
function selectChecks(checks, names) {
  if (checks.length === 0) {
    throw new Error("PREFLIGHT_FAILURE: no checks are configured");
  }
  if (!names) return checks;

  return names.map((name) => {
    const check = checks.find((candidate) => candidate.name === name);
    if (!check) {
      throw new Error(
        `INVALID_INPUT_VALUE: There is no check ${name}. ` +
          `The workspace has ${checks.map((c) => c.name).join(", ")}`,
      );
    }
    return check;
  });
}

/**
 * @param {import("../core/config.js").Check} check
 * @param {string} cwd
 * @returns {Promise<CheckResult>}
 */
function runCheck({ name, command: [program, ...programArgs] }, cwd) {
  return new Promise((resolve, reject) => {
    let output = "";
    const child = spawn(program, programArgs, { cwd, signal: AbortSignal.timeout(TIMEOUT_MS) });
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (err) => reject(new Error(`PREFLIGHT_FAILED: ${name} did not run: ${err.message}`)));
    child.on("close", (status, signal) => {
      if (signal) {
        reject(new Error("PREFLIGHT_FAILED: " + name + " was stopped by " + signal));
      } else {
        resolve({ name, ok: status === 0, output });
      }
    });
  });
}

/** @param {string} output */
function lastLineOf(output) {
  return output.trimEnd().split("\n").at(-1) || "no output";
}
