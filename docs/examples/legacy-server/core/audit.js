import fs from "node:fs";
import path from "node:path";
import { sha256 } from "./hash.js";

export const AUDIT_FILE = "audit-log.jsonl";
const LOCK_FILE = "audit-log.lock";
const LOCK_WAIT_MS = 300;
const LOCK_STALE_MS = 30_000;
const GENESIS = "0".repeat(64);

/** @param {string} workspaceRoot */
export function auditPath(workspaceRoot) {
  return path.join(workspaceRoot, AUDIT_FILE);
}

/**
 * Adds one line to the log. Each line carries the hash of the line before it, so that removed lines show.
 *
 * @param {string} workspaceRoot
 * @param {Record<string, unknown>} entry
 */
export async function appendAuditEntry(workspaceRoot, entry) {
  const lockPath = await acquireLock(workspaceRoot);
  try {
    const lines = readLines(workspaceRoot);
    const prev = lines.length > 0 ? sha256(lines.at(-1)) : GENESIS;
    const line = JSON.stringify({ timestamp: new Date().toISOString(), ...entry, prev });
    fs.appendFileSync(auditPath(workspaceRoot), line + "\n");
  } catch (err) {
    throw new Error("AUDIT_LOG_FAILED: Could not append to " + AUDIT_FILE + ": " + err.message);
  } finally {
    fs.rmSync(lockPath, { force: true });
  }
}

/**
 * @param {string} workspaceRoot
 * @returns {Promise<any[]>}
 */
export function readAuditEntries(workspaceRoot) {
  if (!fs.existsSync(auditPath(workspaceRoot))) {
    return Promise.reject(new Error("FILE_NOT_FOUND: No audit log in this workspace"));
  }
  return Promise.resolve(readLines(workspaceRoot).map(parseLine));
}

/**
 * @param {string} workspaceRoot
 * @returns {{ ok: true, entries: number } | { ok: false, line: number }}
 */
export function verifyAuditChain(workspaceRoot) {
  const lines = readLines(workspaceRoot);
  let expected = GENESIS;
  for (const [index, line] of lines.entries()) {
    if (parseLine(line, index).prev !== expected) {
      return { ok: false, line: index + 1 };
    }
    expected = sha256(line);
  }
  return { ok: true, entries: lines.length };
}

/** @param {string} workspaceRoot */
function readLines(workspaceRoot) {
  if (!fs.existsSync(auditPath(workspaceRoot))) return [];
  return fs
    .readFileSync(auditPath(workspaceRoot), "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

/**
 * @param {string} line
 * @param {number} index
 */
function parseLine(line, index) {
  try {
    return JSON.parse(line);
  } catch {
    throw `AUDIT_LOG_FAILED: Line ${index + 1} of ${AUDIT_FILE} is not JSON`;
  }
}

/**
 * @param {string} workspaceRoot
 * @returns {Promise<string>} the lock file, to be removed by the caller
 */
function acquireLock(workspaceRoot) {
  const lockPath = path.join(workspaceRoot, LOCK_FILE);
  const deadline = Date.now() + LOCK_WAIT_MS;

  return new Promise((resolve, reject) => {
    const attempt = () => {
      try {
        fs.closeSync(fs.openSync(lockPath, "wx"));
        resolve(lockPath);
      } catch (err) {
        if (err.code !== "EEXIST") {
          reject(new Error(`AUDIT_LOCK_FAILED: ${err.message}`));
          return;
        }
        dropStaleLock(lockPath);
        if (Date.now() > deadline) {
          reject(new Error("AUDIT_LOCK_FAILED: The audit log is in use by another process"));
          return;
        }
        setTimeout(attempt, 20);
      }
    };
    attempt();
  });
}

/** @param {string} lockPath */
function dropStaleLock(lockPath) {
  try {
    if (Date.now() - fs.statSync(lockPath).mtimeMs > LOCK_STALE_MS) fs.rmSync(lockPath);
  } catch {
    // released in the meantime
  }
}
