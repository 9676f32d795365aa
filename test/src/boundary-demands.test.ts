import { wrapHandler } from "error-contract";
import { contextResolve } from "error-contract/context-resolve";
import { jsonRpc, JsonRpcError } from "error-contract/json-rpc";
import { kaiza, SystemError, wrapHandler as wrapKaiza } from "error-contract/kaiza";
import { mcpAql } from "error-contract/mcp-aql";
import { standard } from "error-contract/standard";
import { defineContractTests, type Surroundings } from "error-contract/testing";
import { typedMcp, TypedMcpError } from "error-contract/typed-mcp";
import { describe, expect, it, vi } from "vitest";
import { failed, outcomes } from "./test-outcomes.js";

type Boundary = (run: () => unknown, surroundings: Surroundings<typeof kaiza>) => (...args: any[]) => unknown;
type Envelope = ReturnType<SystemError["toEnvelope"]>;

const codes = Object.keys(kaiza.codes).map((code) => `${code} follows the contract`);
const ofContract = ["a violated invariant keeps its id", "phase and plan of a failure are kept"];
const ofForeign = [
  "a raw Error that is thrown becomes an error of the contract",
  "a string that is thrown becomes an error of the contract",
  "an object that is thrown becomes an error of the contract",
  "a failure before a session has neither session nor workspace",
  "a failure is JSON-safe, whatever led to it",
  "a failure has the fields of its session",
];
const afterAwait = "a failure after an await becomes an error of the contract";
const ownResult = "a failing result of the handler's own gets the envelope";
const ownSession = "what a failure says of its session is kept";
const recorded = "a failure is recorded in the audit log, as it is sent";
const unrecorded = "a failure that cannot be recorded is sent as one";

/** A boundary that somebody writes by hand, with the steps of specification 001 sections 5 and 6. */
const written = {
  isFailure: (result: any): boolean => result?.isError === true,
  succeed: (result: unknown): unknown => result,
  convert: (thrown: unknown): Envelope => SystemError.fromUnknown(thrown).toEnvelope(),
  fill: (envelope: Envelope, session: object = {}): Envelope =>
    Object.fromEntries(
      Object.entries(envelope).map(([name, value]) => [name, value ?? (session as any)[name] ?? null]),
    ) as Envelope,
  record: (audit: any, envelope: Envelope): Promise<void> => audit.write({ contract: "kaiza", envelope }),
  refuse: (cause: unknown): unknown =>
    written.send(SystemError.toolFailure("AUDIT_LOG_FAILED", { cause }).toEnvelope()),
  send: (envelope: Envelope): unknown => ({
    isError: true,
    content: [{ type: "text", text: JSON.stringify(envelope) }],
  }),
};

const write =
  (steps: Partial<typeof written> = {}): Boundary =>
  (run, { audit, session }) =>
  async () => {
    const { isFailure, succeed, convert, fill, record, refuse, send } = { ...written, ...steps };
    let thrown: unknown;
    try {
      const result: any = await run();
      if (!isFailure(result)) return succeed(result);
      thrown = new Error(result.content[0].text);
    } catch (error) {
      thrown = error;
    }
    const envelope = fill(convert(thrown), session);
    try {
      await record(audit, envelope);
    } catch (error) {
      return refuse(error);
    }
    return send(envelope);
  };

const ours: Boundary = (run, { audit, session }) => wrapKaiza(run, { tool_name: "read_file", audit, session });

const right: readonly (readonly [name: string, boundary: Boundary])[] = [
  ["ours", ours],
  ["one that is written by hand", write()],
  [
    "one that throws the envelope as the message",
    (run, surroundings) => async () => {
      const result: any = await write()(run, surroundings)();
      if (result?.isError === true) throw new Error(result.content[0].text);
      return result;
    },
  ],
];

/** Boundaries with one fault each, and the tests that fail for it. */
const wrong: readonly (readonly [name: string, boundary: Boundary, failing: readonly string[]])[] = [
  [
    "throws the error itself, of which a server sends the message alone",
    (run, { audit, session }) =>
      async () => {
        try {
          return await ours(run, { audit, session })();
        } catch (error) {
          throw SystemError.fromUnknown(Object.assign(error as object, { message: "x" }));
        }
      },
    [...codes, ...ofContract, ...ofForeign, afterAwait, ownSession, recorded, unrecorded],
  ],
  [
    "is the one of specification 001 section 5 as it stands",
    (run) => async () => {
      try {
        return await run();
      } catch (error) {
        throw SystemError.fromUnknown(error);
      }
    },
    [...codes, ...ofContract, ...ofForeign, afterAwait, ownResult, ownSession, recorded],
  ],
  [
    "lets errors of the contract through",
    (run, surroundings) => async () => {
      let own: unknown;
      const watched = async (): Promise<unknown> => {
        try {
          return await run();
        } catch (error) {
          own = SystemError.is(error) ? error : undefined;
          throw error;
        }
      };
      const result = await write()(watched, surroundings)();
      if (own instanceof Error) throw own;
      return result;
    },
    [...codes, ...ofContract, ownSession],
  ],
  [
    "does not await the handler",
    (run, surroundings) => () => {
      try {
        const result: any = run();
        return result?.isError === true ? write()(() => result, surroundings)() : result;
      } catch (error) {
        return write()(() => Promise.reject(error), surroundings)();
      }
    },
    [afterAwait],
  ],
  [
    "sends before the record is written",
    write({ record: (audit, envelope) => Promise.resolve(void audit.write({ envelope }).catch(Object)) }),
    ["a failure is sent when it has been recorded", unrecorded],
  ],
  [
    "keeps silent about a record that is lost",
    write({ record: (audit, envelope) => written.record(audit, envelope).catch(Object) }),
    [unrecorded],
  ],
  ["fails with its log", write({ refuse: (cause) => Promise.reject(cause) }), [unrecorded]],
  ["has no log", write({ record: async () => Promise.resolve() }), [recorded]],
  [
    "records a failure twice",
    write({
      record: async (audit, envelope) => {
        await written.record(audit, envelope);
        await written.record(audit, envelope);
      },
    }),
    [recorded],
  ],
  [
    "records something else than it sends",
    write({ record: async (audit, envelope) => written.record(audit, { ...envelope, session_id: null }) }),
    [recorded],
  ],
  ["forgets the session", write({ fill: (envelope) => envelope }), ["a failure has the fields of its session"]],
  [
    "overwrites what a failure says of its session",
    write({ fill: (envelope, session) => ({ ...envelope, ...session }) }),
    [ownSession],
  ],
  ["wraps successes", write({ succeed: (result) => ({ ok: true, result }) }), ["a success arrives unchanged"]],
  ["takes a failing result for a success", write({ isFailure: () => false }), [ownResult]],
  [
    "knows one code",
    write({ convert: (thrown) => ({ ...written.convert(thrown), error_code: "INTERNAL_ERROR" }) }),
    codes.filter((name) => !name.startsWith("INTERNAL_ERROR ")),
  ],
  [
    "sends failures as successes",
    write({
      send: (envelope) => ({ content: [{ type: "text", text: JSON.stringify(envelope) }] }),
      refuse: () => ({ content: [] }),
    }),
    [...codes, ...ofContract, ...ofForeign, afterAwait, ownResult, ownSession, recorded, unrecorded],
  ],
  [
    "drops what a failure is about",
    write({ convert: (thrown) => ({ ...written.convert(thrown), invariant_id: null, phase_id: null }) }),
    [...ofContract, ownSession],
  ],
];

describe("defineContractTests", () => {
  it.each(right)("accepts a boundary: %s", async (_, handler) => {
    const found = await outcomes((runner) => defineContractTests(kaiza, { ...runner, handler }));
    expect(failed(found)).toEqual([]);
  });

  it.each(wrong)("refuses a boundary that %s", async (_, handler, failing) => {
    const found = await outcomes((runner) => defineContractTests(kaiza, { ...runner, handler }));
    expect(new Set(failed(found))).toEqual(new Set(failing));
  });

  it.each([standard, kaiza, typedMcp, jsonRpc, contextResolve, mcpAql])(
    "accepts our boundary under $name, for a tool and for a request",
    async (contract) => {
      for (const caller of [undefined, "tool", "request"] as const) {
        const found = await outcomes((runner) =>
          defineContractTests(contract as any, {
            ...runner,
            caller,
            handler: (run, { audit, session }) =>
              wrapHandler(run, { contract: contract as any, tool_name: "x", audit, session }),
          }),
        );
        expect(failed(found), caller).toEqual([]);
      }
    },
  );

  it("knows what a request handler sends, and what a tool of 003 does", async () => {
    const throwing = await outcomes((runner) =>
      defineContractTests(jsonRpc, {
        ...runner,
        handler:
          (run, { audit }) =>
          async () => {
            try {
              return await run();
            } catch (error) {
              const failure = JsonRpcError.fromUnknown(error);
              await audit.write({ contract: "json-rpc", envelope: failure.toEnvelope() });
              throw failure;
            }
          },
      }),
    );
    expect(failed(throwing)).toEqual([ownResult]);
    const texts = await outcomes((runner) =>
      defineContractTests(typedMcp, {
        ...runner,
        handler: (run) => async () => {
          try {
            return await run();
          } catch (error) {
            return JSON.stringify(TypedMcpError.fromUnknown(error));
          }
        },
      }),
    );
    expect(failed(texts)).toEqual([ownResult, recorded]);
  });

  it("has the failing sink of its tests reported to nobody", async () => {
    const report = vi.spyOn(console, "error");
    const found = await outcomes((runner) => defineContractTests(kaiza, { ...runner, handler: ours }));
    expect(failed(found)).toEqual([]);
    expect(report.mock.calls.filter(([text]) => String(text).includes("could not be recorded"))).toEqual([]);
    report.mockRestore();
  });

  it("shows what the client has", async () => {
    const found = await outcomes((runner) =>
      defineContractTests(kaiza, { ...runner, codes: ["FILE_NOT_FOUND"], handler: (run) => run }),
    );
    expect(found["FILE_NOT_FOUND follows the contract"]).toContain('The client has: {"content":[{"type":"text"');
  });
});
