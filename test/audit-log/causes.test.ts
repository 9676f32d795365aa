import { wrapHandler } from "error-contract";
import { auditEntrySchema, verifyAuditLog } from "error-contract/audit-log";
import { builtInContracts } from "error-contract/detect";
import { SystemError } from "error-contract/kaiza";
import { MCP_ERROR_CODES, mcpError, wrapHandler as wrapTypedMcp } from "error-contract/typed-mcp";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { linesOf, opened, record } from "./log-folder.js";
import { fail } from "../kit/thrown.js";

const isEntry = new Ajv2020({ validateFormats: false }).compile(auditEntrySchema);
const throwing = (value: unknown) => fail(value);
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

  describe("has what stands below one error", () => {
    /** The causes in the log without stacks, of a thrown value. */
    const causesOf = (thrown: unknown) => {
      const { log, entries } = opened();
      const wrapped = wrapHandler(throwing(thrown), { contract: SystemError.contract, tool_name: "x", audit: log });
      expect(wrapped).toThrow();
      expect(isEntry(entries()[0]), JSON.stringify(isEntry.errors)).toBe(true);
      return JSON.parse(
        JSON.stringify(entries()[0]!.audit.causes, (key, value) => (key === "stack" ? undefined : value)),
      );
    };
    const described = (message: string, more = {}) => ({ name: "Error", message, ...more });
    const refused = (address: string) =>
      new Error("fetch failed", { cause: Object.assign(new Error(address), { code: "ECONNREFUSED" }) });
    const countOf = (causes: unknown) => JSON.stringify(causes).split(/"name":|"value":/).length - 1;

    test("an aggregate: each error with its own causes, and texts", () => {
      const all = new AggregateError([refused("::1"), "no route", refused("127.0.0.1")], "all refused");
      const causes = (message: string) => ({ causes: [described(message, { code: "ECONNREFUSED" })] });
      expect(causesOf(new Error("search failed", { cause: all }))).toEqual([
        described("search failed"),
        {
          name: "AggregateError",
          message: "all refused",
          errors: [
            described("fetch failed", causes("::1")),
            { value: "no route" },
            described("fetch failed", causes("127.0.0.1")),
          ],
        },
      ]);
    });

    test.each([
      ["of the runtime", {}],
      ["as a compiler writes it", { name: "SuppressedError" }],
    ])("both errors of a SuppressedError, %s", (_, members) => {
      const suppressed = Object.assign(new Error("both"), members, { error: refused("close"), suppressed: "the text" });
      expect(causesOf(suppressed)[0].errors).toEqual([
        described("fetch failed", { causes: [described("close", { code: "ECONNREFUSED" })] }),
        { value: "the text" },
      ]);
    });

    test("an aggregate within an aggregate", () => {
      const inner = new AggregateError([new Error("a"), new Error("b", { cause: "c" })], "inner");
      const [{ errors }] = causesOf(new AggregateError([inner, new Error("d")], "outer"));
      expect(errors).toEqual([
        {
          name: "AggregateError",
          message: "inner",
          errors: [described("a"), described("b", { causes: [{ value: "c" }] })],
        },
        described("d"),
      ]);
    });

    test("ends where a cycle begins again", () => {
      const own = new AggregateError([], "own");
      own.errors.push(own, new Error("other", { cause: own }));
      own.cause = own;
      expect(causesOf(own)).toEqual([{ name: "AggregateError", message: "own", errors: [described("other")] }]);
    });

    test("is bounded, and a flood in one error hides no other", () => {
      const flood = (depth: number): Error => {
        const errors = Array.from({ length: 50 }, () => (depth === 0 ? new Error("drop") : flood(depth - 1)));
        return new AggregateError(errors, "flood", { cause: new Error("spring") });
      };
      const causes = causesOf(new AggregateError([flood(0), new Error("last", { cause: "why" }), flood(1)], "all"));
      expect(countOf(causes)).toBeLessThanOrEqual(64);
      expect(causes[0].errors[1]).toEqual(described("last", { causes: [{ value: "why" }] }));
    });
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
