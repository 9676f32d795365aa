import { describe, expect, it } from "vitest";
import { listEnvelopeProblems, wrapHandler } from "error-contract";
import * as kaiza from "error-contract/kaiza";
import { toRows } from "../kit/to-rows.js";
import { fail, MemorySink, notFound, read, session, texts, thrownBy } from "./boundary-contracts.js";
const { SystemError } = kaiza;

describe("the context", () => {
  const own = SystemError.toolFailure("SESSION_LOCKED", { session_id: "own", tool_name: "own_tool" });
  const nothing = { session_id: null, role: null, workspace_root: null, tool_name: "x" };

  it.each(
    toRows<readonly [thrown: unknown, session: unknown, expected: object]>({
      "fills only what the error left empty": [
        own,
        session,
        { session_id: "own", tool_name: "own_tool", role: "WINDSURF", workspace_root: "/work" },
      ],
      "leaves out what the envelope cannot hold": ["x", { session_id: 7, role: "KING", workspace_root: null }, nothing],
      "is no promise": ["x", () => Promise.resolve(session), nothing],
      "is nothing where its function throws": ["x", fail(new Error("no session")), nothing],
      "is nothing where it cannot be read": [
        "x",
        Object.defineProperty({}, "session_id", { get: fail(new Error("hostile")) }),
        nothing,
      ],
      "may be nothing": ["x", () => undefined, nothing],
    }),
  )("%s", async (_, thrown, given, expected) => {
    const wrapped = kaiza.wrapHandler(fail(thrown), { tool_name: "x", session: given as never });
    expect(read(await thrownBy(wrapped))).toMatchObject(expected);
  });

  it("comes from a function at the time of the failure, called with the arguments", async () => {
    let current = "before";
    const wrapped = kaiza.wrapHandler((path: string) => fail(path)(), {
      tool_name: "x",
      session: (path) => ({ session_id: current, workspace_root: path }),
    });
    current = "after";
    expect(await thrownBy(() => wrapped("/here"))).toMatchObject({ session_id: "after", workspace_root: "/here" });
  });

  it("keeps the order of the keys when an optional field comes in", () => {
    const wrapped = wrapHandler(fail("x"), { contract: texts, tool_name: "x", session: { user: "ann" } });
    const text = wrapped();
    expect(Object.keys(JSON.parse(text))).toEqual(["error", "user", "tool", "message", "details"]);
  });
});

describe("the audit", () => {
  it("has exactly what is delivered, before it is delivered", async () => {
    const audit = new MemorySink();
    const options = { tool_name: "x", audit, session };
    const sync = await thrownBy(kaiza.wrapHandler(fail(notFound()), options));
    const waiting = kaiza.wrapHandler(() => Promise.reject(new Error("later")), options)();
    let delivered = false;
    waiting.catch(() => (delivered = true));
    await Promise.resolve();
    await Promise.resolve();
    expect(delivered).toBe(false);
    const later = await thrownBy(() => waiting);
    expect(audit.records.map(({ contract }) => contract)).toEqual(["kaiza", "kaiza"]);
    expect(audit.envelopes).toEqual([read(sync), read(later)]);
  });

  it("has one record for nested boundaries, unless the outer one knew more", async () => {
    const audit = new MemorySink();
    const inner = kaiza.wrapHandler(fail(notFound()), { tool_name: "inner", audit });
    await thrownBy(kaiza.wrapHandler(inner, { tool_name: "outer", audit }));
    expect(audit.records).toHaveLength(1);
    const thrown = await thrownBy(kaiza.wrapHandler(inner, { tool_name: "outer", audit, session }));
    expect(audit.records).toHaveLength(3);
    expect(read(thrown)).toMatchObject({ tool_name: "inner", ...session });
  });

  it("that failed in nested boundaries is told once, and tried again", async () => {
    const audit = new MemorySink();
    audit.failure = new Error("disk full");
    const inner = kaiza.wrapHandler(fail(notFound()), { tool_name: "x", audit });
    const told = await thrownBy(kaiza.wrapHandler(inner, { tool_name: "x", audit }));
    expect(read(told)).toMatchObject({
      error_code: "AUDIT_LOG_FAILED",
      cause: { failure: { error_code: "FILE_NOT_FOUND" } },
    });
    const recovering = () => {
      try {
        inner();
      } finally {
        audit.failure = undefined;
      }
    };
    const thrown = await thrownBy(kaiza.wrapHandler(recovering, { tool_name: "x", audit }));
    expect(read(thrown)).toMatchObject({ error_code: "AUDIT_LOG_FAILED" });
    expect(audit.envelopes).toEqual([read(thrown)]);
  });

  it.each(["sync", "async"])(
    "that cannot be written becomes AUDIT_LOG_FAILED with both failures (%s)",
    async (kind) => {
      const audit = new MemorySink();
      audit.failure = Object.assign(new Error("disk full"), { code: "ENOSPC" });
      const handler = kind === "sync" ? fail(notFound()) : () => Promise.reject(notFound());
      const thrown = await thrownBy(kaiza.wrapHandler(handler, { tool_name: "x", audit, session }));
      expect(thrown).toBeInstanceOf(SystemError);
      expect(thrown.cause).toMatchObject({ audit: audit.failure });
      const envelope = kaiza.parseEnvelope(read(thrown));
      expect(envelope).toMatchObject({
        error_code: "AUDIT_LOG_FAILED",
        tool_name: "x",
        ...session,
        cause: { failure: { error_code: "FILE_NOT_FOUND", tool_name: "x" }, audit: "ENOSPC" },
      });
    },
  );

  it("that cannot be written becomes another contract's fallback, which tells no path or message", () => {
    const audit = new MemorySink();
    audit.failure = Object.assign(new Error("/var/log: disk full"), { code: "ENOSPC" });
    const wrapped = wrapHandler(fail(new Error("x")), { contract: texts, tool_name: "x", audit });
    const envelope = JSON.parse(wrapped());
    expect(listEnvelopeProblems(texts, envelope)).toEqual([]);
    expect(envelope).toMatchObject({
      error: "internal_error",
      details: { failure: { message: "x" }, audit: "ENOSPC" },
    });
  });
});
