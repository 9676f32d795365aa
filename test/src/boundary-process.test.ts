import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { parseEnvelope } from "error-contract/kaiza";
import { guardProcess } from "error-contract/process";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { texts } from "./boundary-contracts.js";

/** Runs a program in a guarded process; each line of its stdout is an envelope that was recorded. */
async function run(program: string, options = "") {
  const cwd = projectWith({
    "program.mjs": `
      import { kaiza, SystemError, wrapHandler } from "error-contract/kaiza";
      import { guardProcess } from "error-contract/process";
      import { setTimeout as wait } from "node:timers/promises";
      const audit = {
        writeSync: ({ envelope }) => console.log(JSON.stringify(envelope)),
        write: async (record) => audit.writeSync(record),
      };
      const remove = guardProcess({ contract: kaiza, audit, ${options} });
      const session = (...args) => ({ session_id: String(args[0]) });
      setInterval(() => {}, 1_000).unref();
      const alive = setTimeout(() => process.exit(0), 30_000);
      ${program}
    `,
  });
  const { status, stdout, stderr } = await runNode(["program.mjs"], { cwd });
  const envelopes = stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => parseEnvelope(JSON.parse(line)));
  return { status, stderr, envelopes };
}

const unknown = (tool_name: string, message: string) => ({
  error_code: "INTERNAL_ERROR",
  tool_name,
  cause: { message },
});

describe("the process boundary", () => {
  it.each([
    ["an uncaught exception", `setTimeout(() => { throw new Error("boom"); }, 1);`],
    ["an exception while modules load", `throw new Error("boom");`],
    ["an unhandled rejection", `Promise.reject(new Error("boom"));`],
    [
      "an error of the contract",
      `Promise.reject(SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "boom" }));`,
    ],
  ])("records %s under the fallback code, shows it, and ends the process", async (_name, program) => {
    const { status, stderr, envelopes } = await run(program);
    expect(status).toBe(1);
    expect(envelopes).toHaveLength(1);
    expect(envelopes).toMatchObject([{ error_code: "INTERNAL_ERROR", tool_name: "unknown" }]);
    expect((envelopes[0]!.cause as any).message).toContain("boom");
    expect(stderr).toContain("boom");
    expect(stderr).toContain("program.mjs");
  });

  it.each([
    ["a promise that nobody awaits", `async () => { void wait(5).then(() => { throw new Error("late"); }); }`],
    ["a timer", `() => { setTimeout(() => { throw new Error("late"); }, 5); }`],
    [
      "an emitter",
      outdent`
        async () => {
          const { EventEmitter } = await import("node:events");
          const e = new EventEmitter();
          setTimeout(() => e.emit("error", new Error("late")), 5);
        }
      `,
    ],
  ])("names tool and session of the handler that left behind %s", async (_name, handler) => {
    const { status, envelopes } = await run(`
      const other = wrapHandler(async () => wait(2), { tool_name: "other", session });
      const leaving = wrapHandler(${handler}, { tool_name: "search", session });
      await other("s-0");
      const result = leaving("s-1");
      await result;
      await other("s-2");
    `);
    expect(status).toBe(1);
    expect(envelopes).toMatchObject([{ ...unknown("search", "late"), session_id: "s-1" }]);
  });

  it("records what is no error", async () => {
    const { status, envelopes } = await run(`Promise.reject(undefined);`);
    expect(status).toBe(1);
    expect(envelopes).toMatchObject([{ error_code: "INTERNAL_ERROR", cause: null }]);
  });

  it("ends the process once, whatever its own parts do", async () => {
    const { status, stderr, envelopes } = await run(
      `Promise.reject(new Error("first")); Promise.reject(new Error("second"));`,
      outdent`
        exitCode: 70,
        session() { throw new Error("session"); },
        audit: { writeSync() { throw new Error("disk full"); }, write() {} }
      `,
    );
    expect(status).toBe(70);
    expect(envelopes).toEqual([]);
    expect(stderr).toContain("AUDIT_LOG_FAILED");
    expect(stderr).toContain("first");
    expect(stderr).not.toContain("second");
  });

  it("lets a failure that the handler's boundary delivered be handled by the caller", async () => {
    const { status, envelopes } = await run(`
      const failing = wrapHandler(async () => { throw new Error("told"); }, { tool_name: "x", audit });
      await failing().catch(() => {});
      clearTimeout(alive);
    `);
    expect(status).toBe(0);
    expect(envelopes).toMatchObject([unknown("x", "told")]);
  });

  it("can be taken away", async () => {
    const { envelopes, stderr, status } = await run(
      `remove(); guardProcess({ contract: kaiza })(); throw new Error("boom");`,
    );
    expect(envelopes).toEqual([]);
    expect(status).toBe(1);
    expect(stderr).toContain("boom");
  });

  it("is one for each process", () => {
    const remove = guardProcess({ contract: texts });
    expect(() => guardProcess({ contract: texts })).toThrow(TypeError);
    remove();
  });
});
