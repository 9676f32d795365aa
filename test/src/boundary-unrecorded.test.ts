import { describe, expect, it } from "vitest";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { toRows } from "../kit/to-rows.js";
/** Runs a program that wraps failing handlers, in a process of its own, and returns the lines of its stderr. */
async function linesOf(program: string): Promise<readonly string[]> {
  const prelude = `import { wrapHandler } from "error-contract";
import { standard } from "error-contract/standard";
import { typedMcp, TypedMcpError } from "error-contract/typed-mcp";
const fail = (thrown, options = {}) =>
  wrapHandler(() => { throw thrown; }, { contract: standard, tool_name: "search", deliver: "envelope", ...options })();
const broken = { write: async () => {}, writeSync() { throw Object.assign(new Error("full"), { code: "ENOSPC" }); } };
const sink = { write: async () => {}, writeSync() {} };
`;
  const cwd = projectWith({ "package.json": '{"type":"module"}', "use.js": prelude + program });
  const { status, stdout, stderr } = await runNode(["use.js"], { cwd });
  expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: "" });
  return stderr.split("\n").slice(0, -1);
}

describe("a failure without a record", () => {
  it("is written to stderr in one line, the first of the process, with how to set a log", async () => {
    const lines = await linesOf(`
      fail(new Error("the index\\nis gone", { cause: "disk" }));
      fail(new Error("later"));
      const handler = async () => { throw new Error("later") };
      await wrapHandler(handler, { contract: standard, tool_name: "x" })().catch(() => {});`);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/openAuditLog\("audit-log\.jsonl"\).*"none"/);
    const { envelope, causes } = JSON.parse(lines[0]!.slice(lines[0]!.indexOf("{")));
    expect(envelope.error).toMatchObject({ code: "INTERNAL", tool: "search" });
    expect(causes).toMatchObject([{ message: "the index\nis gone", stack: expect.any(String) }, { value: "disk" }]);
  });

  it.each(
    toRows<readonly [program: string, line: string | RegExp]>({
      "is one for all copies of the package": [
        `import { createRequire } from "node:module";
        fail(new Error("first"));
        const copy = createRequire(import.meta.url)("error-contract");
        const handler = () => { throw new Error("second") };
        copy.wrapHandler(handler, { contract: standard, tool_name: "x", deliver: "envelope" })();`,
        '"message":"first"',
      ],
      'is not written with `audit: "none"`': [
        'fail(new Error("meant"), { audit: "none" }); fail(new Error("first"))',
        '"message":"first"',
      ],
      "is not written with a sink that has recorded it": [
        'fail(new Error("recorded"), { audit: sink }); fail(new Error("first"))',
        '"message":"first"',
      ],
      "is written where the sink fails, with its code": [
        'fail(new Error("lost"), { audit: broken })',
        /could not be recorded \(ENOSPC\).*"message":"lost"/,
      ],
      "is reported without `process`": ['delete globalThis.process; fail(new Error("worker"))', "worker"],
    }),
  )("%s", async (_, program, line) => {
    expect(await linesOf(program)).toEqual([expect.stringMatching(line)]);
  });

  it("has no secrets where the boundary removes them, and no original where that fails", async () => {
    const secret = 'new Error("refused", { cause: new Error("password=hunter2") })';
    const redacting = await linesOf(`import { createRedactor } from "error-contract/redact";
      fail(${secret}, { redact: createRedactor() })`);
    expect(redacting).toEqual([expect.stringContaining('"message":"password=[Redacted]"')]);
    const narrow = await linesOf(`fail(${secret}, { redact: ({ error }) => ({ error }) })`);
    expect(narrow).toEqual([expect.stringContaining("INTERNAL")]);
    expect([...redacting, ...narrow].join("")).not.toContain("hunter2");
  });

  it("is bounded, and no mark in it turns a terminal", async () => {
    const lines = await linesOf('fail(new Error("\\u009b31m\\u202e".repeat(1e6)))');
    expect(lines).toHaveLength(1);
    expect(lines[0]!.length).toBeLessThan(25_000);
    expect(lines[0]).not.toMatch(/[\u0080-\u009f\u202e]/);
  });

  it("is delivered where there is no console, and where the console throws", async () => {
    const program = "if (fail(new Error()).error.code !== 'INTERNAL') process.exitCode = 3;";
    for (const broken of ["delete globalThis.console", "console.error = () => { throw new Error() }"]) {
      expect(await linesOf(`${broken}; ${program}`)).toEqual([]);
    }
  });
});

describe("under typed-mcp", () => {
  const foreign = 'fail(new Error("original"), { contract: typedMcp, ...OPTIONS })';

  it.each([
    ["without a sink", "{}"],
    ['with `audit: "none"`', '{ audit: "none" }'],
    ["with a sink that fails", "{ audit: broken }"],
  ])("every original is written %s", async (_, options) => {
    const call = foreign.replace("OPTIONS", options);
    const lines = await linesOf(`${call}; ${call}; ${call.replace("original", "other")}`);
    expect(lines.map((line) => line.includes('"original"'))).toEqual([true, true, false]);
    expect(lines[2]).toContain('"other"');
  });

  it("the cause of its own error is written, an error of its own is not", async () => {
    const lines = await linesOf(`
      const options = { contract: typedMcp, audit: "none" };
      fail(new TypedMcpError({ error: "not_found", cause: new Error("original") }), options);
      fail(new TypedMcpError({ error: "not_found" }), options);`);
    expect(lines).toEqual([expect.stringContaining("original")]);
  });

  it("nothing is written that a sink has recorded", async () =>
    expect(await linesOf(foreign.replace("OPTIONS", "{ audit: sink }"))).toEqual([]));
});
