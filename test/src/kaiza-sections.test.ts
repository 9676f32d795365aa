import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAuditLog } from "error-contract/audit-log";
import { parseEnvelope, SYSTEM_ERROR_CODES, SystemError, wrapHandler } from "error-contract/kaiza";
import { afterAll, describe, expect, it } from "vitest";
import { MemorySink, thrownBy } from "./boundary-contracts.js";
import { fail } from "../kit/thrown.js";

describe("the examples of section 4", () => {
  const cause = new Error("EACCES");

  it("fromUnknown converts what was caught, with what the session knows", () => {
    const error = SystemError.fromUnknown(cause, {
      error_code: SYSTEM_ERROR_CODES.FILE_READ_FAILED,
      tool_name: "read_file",
      session_id: "550e8400-e29b-41d4-a716-446655440000",
      workspace_root: "/home/user/project",
    });
    expect(error.toEnvelope()).toMatchObject({
      error_code: "FILE_READ_FAILED",
      human_message: "EACCES",
      tool_name: "read_file",
      session_id: "550e8400-e29b-41d4-a716-446655440000",
      workspace_root: "/home/user/project",
      cause: { message: "EACCES", code: null, name: "Error" },
    });
  });

  it("invariantViolation names the invariant", () => {
    const error = SystemError.invariantViolation("MANDATORY_DIAGNOSTICS", {
      human_message: "Session was not initialized",
      tool_name: "write_file",
    });
    expect(error.toEnvelope()).toMatchObject({
      error_code: "INVARIANT_VIOLATION",
      invariant_id: "MANDATORY_DIAGNOSTICS",
      human_message: "Session was not initialized",
      tool_name: "write_file",
    });
  });

  it("toolFailure takes a code, a message, the tool and the cause", () => {
    const error = SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, {
      human_message: "Invalid file path: contains ../ traversal",
      tool_name: "write_file",
      cause,
    });
    expect(error.cause).toBe(cause);
    expect(error.toEnvelope()).toMatchObject({ error_code: "INVALID_PATH", tool_name: "write_file" });
  });

  it("startupFailure takes a code, a message and the cause", () => {
    const error = SystemError.startupFailure(SYSTEM_ERROR_CODES.BOOTSTRAP_FAILURE, {
      human_message: "Failed to bootstrap MCP server",
      cause,
    });
    expect(error.toEnvelope()).toMatchObject({ error_code: "BOOTSTRAP_FAILURE", session_id: null, cause: {} });
  });

  it("direct construction takes any field", () => {
    const error = new SystemError({
      error_code: SYSTEM_ERROR_CODES.INTERNAL_ERROR,
      human_message: "Something went wrong",
      tool_name: "my_tool",
      role: "WINDSURF",
      session_id: "550e8400-e29b-41d4-a716-446655440000",
      workspace_root: "/path",
    });
    expect(parseEnvelope(error.toEnvelope())).toMatchObject({ role: "WINDSURF", tool_name: "my_tool" });
  });
});

describe("the demands of section 8", () => {
  const folder = mkdtempSync(join(tmpdir(), "demands-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const delivered = async (value: unknown, options: object = {}) => {
    const handler = fail(value);
    const error = await thrownBy(wrapHandler(handler, { tool_name: "read_file", ...options }));
    expect(SystemError.is(error)).toBe(true);
    const envelope = parseEnvelope(JSON.parse(error.message));
    expect(envelope).toBeDefined();
    return envelope!;
  };

  it("1: a raw Error becomes a SystemError", async () =>
    expect(await delivered(new TypeError("boom"))).toMatchObject({
      human_message: "boom",
      cause: { message: "boom", code: null, name: "TypeError" },
    }));

  it("2: a string becomes a SystemError", async () =>
    expect(await delivered("boom")).toMatchObject({ error_code: "INTERNAL_ERROR", cause: "boom" }));

  it("3: an object becomes a SystemError", async () =>
    expect(await delivered({ code: 1 })).toMatchObject({ error_code: "INTERNAL_ERROR", cause: { code: 1 } }));

  it("4: a violation of an invariant has its id", async () =>
    expect(await delivered(SystemError.invariantViolation("ONE_WRITER"))).toMatchObject({
      invariant_id: "ONE_WRITER",
    }));

  it("5: before a session, its id and workspace are null", async () =>
    expect(await delivered(new Error("early"))).toMatchObject({ session_id: null, workspace_root: null, role: null }));

  it("6: phase and plan stay", async () => {
    const error = SystemError.toolFailure("PLAN_SCOPE_VIOLATION", { phase_id: "PHASE_5A", plan_hash: "abc123" });
    expect(await delivered(error)).toMatchObject({ phase_id: "PHASE_5A", plan_hash: "abc123" });
  });

  it("7: the envelope is JSON, without cycles and undefined", async () => {
    const cause: Record<string, unknown> = { missing: undefined };
    cause.self = cause;
    const envelope = await delivered(SystemError.toolFailure("FILE_READ_FAILED", { cause }));
    expect(envelope.cause).toEqual({ self: "[Circular]" });
    expect(Object.values(envelope)).not.toContain(undefined);
  });

  it("8: the audit log has an entry, written first", async () => {
    const path = join(folder, "audit-log.jsonl");
    const envelope = await delivered(new Error("logged"), { audit: openAuditLog(path) });
    const [line, rest] = readFileSync(path, "utf8").split("\n");
    expect(JSON.parse(line!)).toMatchObject(envelope);
    expect(rest).toBe("");

    const audit = new MemorySink();
    audit.failure = new Error("disk full");
    expect(await delivered(new Error("lost"), { audit })).toMatchObject({ error_code: "AUDIT_LOG_FAILED" });
  });
});
