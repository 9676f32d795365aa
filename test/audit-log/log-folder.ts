import { on } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {
  openAuditLog,
  type AuditEntry,
  type AuditLogOptions,
  type AuditNotice,
  type AuditRecord,
} from "error-contract/audit-log";
import { onTestFinished } from "vitest";

export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "audit-log-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A log in a folder of its own, what it says about its state, and what stands in its file. */
export function opened(options: AuditLogOptions = {}, file = path.join(temporaryFolder(), "audit-log.jsonl")) {
  const notices: AuditNotice[] = [];
  const log = openAuditLog(file, { onRecovery: (notice) => notices.push(notice), ...options });
  onTestFinished(() => log.close());
  return { log, file, notices, folder: path.dirname(file), entries: () => entriesOf(file) };
}

export const linesOf = (file: string): string[] =>
  fs
    .readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");

export const entriesOf = (file: string): AuditEntry<any>[] => linesOf(file).map((line) => JSON.parse(line));

/** The messages of the entries that a plain reader of JSON Lines understands. */
export const readable = (file: string): unknown[] =>
  linesOf(file).flatMap((line) => {
    try {
      return [JSON.parse(line).human_message];
    } catch {
      return [];
    }
  });

export function record(message: string, more: Record<string, any> = {}): AuditRecord {
  return { contract: "kaiza", envelope: { error_code: "FILE_READ_FAILED", human_message: message, ...more } };
}

/** The next warning of a log, whatever Node itself warns of meanwhile. */
export async function nextWarning(): Promise<Error> {
  for await (const [warning] of on(process, "warning")) if (warning.name === "AuditLogWarning") return warning;
  throw new Error("the process has no more warnings");
}

/** Entries written one after the other. */
export async function write(log: { write: (record: AuditRecord) => Promise<void> }, ...messages: string[]) {
  for (const message of messages) await log.write(record(message));
}

export const errorOf = (run: () => unknown): any => {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
};
