import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openAuditLog } from "error-contract/audit-log";
import { parseEnvelope, SYSTEM_ERROR_CODES as codes, SystemError, wrapHandler } from "error-contract/kaiza";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../kit/project.js";
import { toRows } from "../kit/to-rows.js";
import { fail, MemorySink, thrownBy } from "./boundary-contracts.js";

const cause = new Error("EACCES");
const call = { session_id: "550e8400-e29b-41d4-a716-446655440000", workspace_root: "/home/user/project" };
const invariant = { human_message: "Session was not initialized", tool_name: "write_file" };
const own = { human_message: "Something went wrong", tool_name: "my_tool", role: "WINDSURF", ...call } as const;

describe("the examples of section 4", () => {
  it.each(
    toRows<readonly [error: SystemError, cause: unknown, envelope: object]>({
      "fromUnknown converts what was caught, with what the session knows": [
        SystemError.fromUnknown(cause, { error_code: codes.FILE_READ_FAILED, tool_name: "read_file", ...call }),
        cause,
        {
          ...{ error_code: "FILE_READ_FAILED", human_message: "EACCES", tool_name: "read_file", ...call },
          cause: { message: "EACCES", code: null, name: "Error" },
        },
      ],
      "invariantViolation names the invariant": [
        SystemError.invariantViolation("MANDATORY_DIAGNOSTICS", invariant),
        undefined,
        { error_code: "INVARIANT_VIOLATION", invariant_id: "MANDATORY_DIAGNOSTICS", ...invariant },
      ],
      "toolFailure takes a code, a message, the tool and the cause": [
        SystemError.toolFailure(codes.INVALID_PATH, { human_message: "No ../", tool_name: "write_file", cause }),
        cause,
        { error_code: "INVALID_PATH", human_message: "No ../", tool_name: "write_file" },
      ],
      "startupFailure takes a code, a message and the cause": [
        SystemError.startupFailure(codes.BOOTSTRAP_FAILURE, { human_message: "Failed to bootstrap", cause }),
        cause,
        { error_code: "BOOTSTRAP_FAILURE", human_message: "Failed to bootstrap", session_id: null, cause: {} },
      ],
      "direct construction takes any field": [
        new SystemError({ error_code: codes.INTERNAL_ERROR, ...own }),
        undefined,
        { error_code: "INTERNAL_ERROR", ...own },
      ],
    }),
  )("%s", (_, error, kept, envelope) => {
    expect(error.cause).toBe(kept);
    expect(parseEnvelope(error.toEnvelope())).toMatchObject(envelope);
  });
});

describe("the demands of section 8", () => {
  const delivered = async (value: unknown, options: object = {}) => {
    const error = await thrownBy(wrapHandler(fail(value), { tool_name: "read_file", ...options }));
    expect(SystemError.is(error)).toBe(true);
    const envelope = parseEnvelope(JSON.parse(error.message));
    expect(envelope).toBeDefined();
    return envelope!;
  };
  const plan = { phase_id: "PHASE_5A", plan_hash: "abc123" };

  it.each(
    toRows<readonly [thrown: unknown, envelope: object]>({
      "1: a raw Error becomes a SystemError": [
        new TypeError("boom"),
        { human_message: "boom", cause: { message: "boom", code: null, name: "TypeError" } },
      ],
      "2: a string becomes a SystemError": ["boom", { error_code: "INTERNAL_ERROR", cause: "boom" }],
      "3: an object becomes a SystemError": [{ code: 1 }, { error_code: "INTERNAL_ERROR", cause: { code: 1 } }],
      "4: a violation of an invariant has its id": [
        SystemError.invariantViolation("ONE_WRITER"),
        { invariant_id: "ONE_WRITER" },
      ],
      "5: before a session, its id and workspace are null": [
        new Error("early"),
        { session_id: null, workspace_root: null, role: null },
      ],
      "6: phase and plan stay": [SystemError.toolFailure("PLAN_SCOPE_VIOLATION", plan), plan],
    }),
  )("%s", async (_, thrown, envelope) => expect(await delivered(thrown)).toMatchObject(envelope));

  it("7: the envelope is JSON, without cycles and undefined", async () => {
    const circle: Record<string, unknown> = { missing: undefined };
    circle.self = circle;
    const envelope = await delivered(SystemError.toolFailure("FILE_READ_FAILED", { cause: circle }));
    expect(envelope.cause).toEqual({ self: "[Circular]" });
    expect(Object.values(envelope)).not.toContain(undefined);
  });

  it("8: the audit log has an entry, written first", async () => {
    const path = join(temporaryFolder(), "audit-log.jsonl");
    const envelope = await delivered(new Error("logged"), { audit: openAuditLog(path) });
    const [line, rest] = readFileSync(path, "utf8").split("\n");
    expect(JSON.parse(line!)).toMatchObject(envelope);
    expect(rest).toBe("");

    const audit = new MemorySink();
    audit.failure = new Error("disk full");
    expect(await delivered(new Error("lost"), { audit })).toMatchObject({ error_code: "AUDIT_LOG_FAILED" });
  });
});
