import { wrapHandler } from "error-contract";
import { auditEntrySchema, verifyAuditLog } from "error-contract/audit-log";
import { builtInContracts } from "error-contract/detect";
import { SystemError } from "error-contract/kaiza";
import { MCP_ERROR_CODES, mcpError, wrapHandler as wrapTypedMcp } from "error-contract/typed-mcp";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { linesOf, opened, record } from "./log-folder.js";

const isEntry = new Ajv2020({ validateFormats: false }).compile(auditEntrySchema);
const throwing = (value: unknown) => () => {
  throw value;
};
const settle = async (run: () => unknown): Promise<string> => {
  try {
    return JSON.stringify((await run()) ?? null);
  } catch (thrown) {
    return JSON.stringify(Object.getOwnPropertyDescriptors(thrown as object), (key, value) =>
      key === "stack" ? "" : value,
    );
  }
};

describe("an entry", () => {
  test.each(builtInContracts.map((contract) => [contract.name, contract] as const))(
    "of %s has the causes and the stacks of what was thrown, which the client has not",
    async (_, contract) => {
      const { log, file, entries } = opened({ chain: true });
      const inner = Object.assign(new TypeError("inner-canary"), { code: "E_INNER" });
      const outer = new Error("outer", { cause: inner });
      for (const handler of [throwing(outer), () => Promise.reject(outer)]) {
        const wrapped = wrapHandler(handler, { contract, tool_name: "x", audit: log });
        const text = await settle(wrapped);
        expect(text).not.toContain("inner-canary");
        expect(text).not.toContain("causes.test.ts");
      }
      for (const entry of entries()) {
        expect(isEntry(entry), JSON.stringify(isEntry.errors)).toBe(true);
        expect(entry.audit.causes).toEqual([
          { name: "Error", message: "outer", stack: outer.stack },
          { name: "TypeError", message: "inner-canary", code: "E_INNER", stack: inner.stack },
        ]);
      }
      expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 2 });
    },
  );

  test.each(builtInContracts.map((contract) => [contract.name, contract] as const))(
    "of %s has the text of a thrown string, and the members of a thrown object",
    (_, contract) => {
      const { log, entries } = opened();
      for (const value of ["the disk is full", { reason: "full" }, 7, null]) {
        void settle(wrapHandler(throwing(value), { contract, tool_name: "x", audit: log }));
      }
      expect(entries().map(({ audit }) => audit.causes)).toEqual([
        [{ value: "the disk is full" }],
        [{ value: { reason: "full" } }],
        [{ value: 7 }],
        undefined,
      ]);
    },
  );

  test("has the errors that an aggregate holds behind it", () => {
    const { log, entries } = opened();
    const [one, two] = [new Error("IPv4 refused"), new TypeError("IPv6 refused")];
    const thrown = new Error("fetch failed", { cause: new AggregateError([one, "no error", two], "all refused") });
    const wrapped = wrapHandler(throwing(thrown), { contract: SystemError.contract, tool_name: "x", audit: log });
    expect(wrapped).toThrow();
    const messages = entries()[0]!.audit.causes!.map(({ message }: { readonly message?: string }) => message);
    expect(messages).toEqual(["fetch failed", "all refused", "IPv4 refused", "IPv6 refused"]);
    expect(isEntry(entries()[0]), JSON.stringify(isEntry.errors)).toBe(true);
  });

  test("has none where nothing was thrown", async () => {
    const { log, entries } = opened();
    await log.write(record("a"));
    wrapTypedMcp(() => mcpError(MCP_ERROR_CODES.not_found, "There is no such mail").toEnvelope(), {
      tool_name: "x",
      audit: log,
    })();
    for (const entry of entries()) expect(entry.audit).not.toHaveProperty("causes");
  });

  test("has no secrets in its causes where they are redacted", () => {
    const { log, file, entries } = opened({ redact: true, chain: true });
    const token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    const thrown = new Error(`denied for ${token}`, { cause: { headers: { authorization: token }, kept: "yes" } });
    void settle(wrapHandler(throwing(thrown), { contract: SystemError, tool_name: "x", audit: log }));
    expect(linesOf(file).join("\n")).not.toContain("ghp_");
    expect(entries()[0]!.audit.causes).toMatchObject([
      { message: "denied for [Redacted]" },
      { value: { headers: { authorization: "[Redacted]" }, kept: "yes" } },
    ]);
    expect(entries()[0]!.audit.redacted).toEqual([
      "/human_message",
      "/cause/message",
      "/audit/causes/0/message",
      "/audit/causes/0/stack",
      "/audit/causes/1/value/headers/authorization",
    ]);
  });

  test("is as large as the limits allow, whatever was thrown", () => {
    const { log, file } = opened();
    let thrown: Error = new Error("x".repeat(1e6));
    for (let depth = 0; depth < 20; depth++) thrown = new Error("y".repeat(1e6), { cause: thrown });
    void settle(wrapHandler(throwing(thrown), { contract: SystemError, tool_name: "x", audit: log }));
    expect(linesOf(file)[0]!.length).toBeLessThan(1_000_000);
  });
});

test("15,000 failures at once are all recorded", { timeout: 120_000 }, async () => {
  const { log, file } = opened({ chain: true });
  const handler = wrapHandler(
    (id: number) => Promise.reject(SystemError.toolFailure("FILE_NOT_FOUND", { human_message: `no ${id}` })),
    {
      contract: SystemError,
      tool_name: "x",
      audit: log,
    },
  );
  const thrown = await Promise.allSettled(Array.from({ length: 15_000 }, (_, id) => handler(id)));
  const delivered = thrown.map((outcome) => (outcome.status === "rejected" ? (outcome.reason as Error).message : ""));
  const written = linesOf(file).map((line) => {
    const { audit: _, ...envelope } = JSON.parse(line) as { audit: unknown };
    return JSON.stringify(envelope);
  });
  expect(written).toHaveLength(15_000);
  expect(new Set(written)).toEqual(new Set(delivered));
  expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 15_000 });
});
