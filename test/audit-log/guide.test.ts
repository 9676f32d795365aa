import fs from "node:fs";
import path from "node:path";
import type { AuditSink } from "error-contract/audit-log";
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs";
import { describe, expect, test } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { entriesOf, errorOf, opened, record, temporaryFolder } from "./log-folder.js";

const examples = path.join(root, "docs/examples/audit-log");
const sources = fs.readdirSync(examples).map((file) => fs.readFileSync(path.join(examples, file), "utf8"));
const blocks = ["audit-log", "audit-log-verify", "audit-log-sinks"]
  .flatMap((page) => codeBlocks(`docs/guides/${page}.md`))
  .filter(({ language }) => language === "js");
const example = (name: string): Promise<any> => import(path.join(examples, `${name}.js`));

test.each(blocks)("$page, line $line: the block is part of an example", ({ code }) => {
  expect(sources.some((source) => source.includes(code))).toBe(true);
});

describe("the examples", () => {
  test("write an entry for each failure, and check the log", async () => {
    const names = ["server", "check"];
    const files = names.map((name) => [`${name}.js`, fs.readFileSync(path.join(examples, `${name}.js`), "utf8")]);
    const use = `import { close, readFile } from "./server.js";
for (const path of ["a", "b"]) try { readFile({ path }) } catch (error) { console.log(error.code) }
await close();`;
    const cwd = projectWith({ ...Object.fromEntries(files), "package.json": '{"type":"module"}', "use.js": use });
    expect(await runNode(["use.js"], { cwd })).toMatchObject({
      stdout: "NOT_FOUND\nNOT_FOUND\n",
      stderr: "",
    });
    const log = path.join(cwd, "audit-log.jsonl");
    expect(entriesOf(log)).toMatchObject([
      { error: { tool: "read_file" } },
      { error: { message: "There is no file b" } },
    ]);

    const checked = await runNode(["check.js"], { cwd });
    expect(checked).toEqual({ status: 0, stdout: "2 entries of 1 writers, 0 torn lines\n", stderr: "" });
    fs.writeFileSync(log, fs.readFileSync(log, "utf8").replace("no file a", "no file A"));
    const altered = await runNode(["check.js"], { cwd });
    expect(altered.status).toBe(1);
    expect(altered.stdout).toContain(`${log}:1 altered: `);
  });

  test("sign entries, and compare with an earlier check", async () => {
    const keyed = fs.readFileSync(path.join(examples, "keyed.js"), "utf8");
    const cwd = projectWith({
      "package.json": '{"type":"module"}',
      "audit.key": "a secret\n",
      "keyed.js": keyed,
      "use.js": `import fs from "node:fs";
import { check, open } from "./keyed.js";
const log = open("audit-log.jsonl");
const write = (message) => log.writeSync({ contract: "kaiza", envelope: { message } });
["a", "b"].forEach(write);
const first = await check("audit-log.jsonl");
write("c");
const second = await check("audit-log.jsonl", first);
fs.truncateSync("audit-log.jsonl", fs.readFileSync("audit-log.jsonl").lastIndexOf('{"audit":{"time"'));
console.log(first[0].last, second[0].last, (await check("audit-log.jsonl", second)) === second);`,
    });
    const { status, stdout, stderr } = await runNode(["use.js"], { cwd });
    expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: "2 3 true\n" });
    expect(stderr).toContain("stood in the log at the earlier check");
  });

  test("pino", async () => {
    const { pinoSink } = await example("pino");
    const file = path.join(temporaryFolder(), "pino.log");
    const sink: AuditSink = pinoSink(file);
    sink.writeSync(record("a"));
    await sink.write(record("b"));
    expect(entriesOf(file)).toMatchObject([
      { level: 50, contract: "kaiza", envelope: { human_message: "a" } },
      { level: 50, contract: "kaiza", envelope: { human_message: "b" } },
    ]);
  });

  test.runIf(fs.existsSync("/dev/full"))("pino, on a full disk", async () => {
    const { pinoSink } = await example("pino");
    const sink: AuditSink = pinoSink("/dev/full");
    expect(errorOf(() => sink.writeSync(record("a"))).code).toBe("ENOSPC");
    await expect(sink.write(record("b"))).rejects.toMatchObject({ code: "ENOSPC" });
  });

  test("OpenTelemetry, beside the log", async () => {
    const [{ openTelemetrySink }, { both }] = await Promise.all([example("open-telemetry"), example("both")]);
    const exporter = new InMemoryLogRecordExporter();
    const provider = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] });
    const { log, entries } = opened();
    const sink: AuditSink = both(log, [openTelemetrySink(provider)]);
    sink.writeSync(record("a"));
    await sink.write(record("b"));
    await provider.forceFlush();
    expect(entries()).toHaveLength(2);
    expect(exporter.getFinishedLogRecords()).toMatchObject([
      { severityText: "ERROR", body: { human_message: "a" }, attributes: { "error_contract.contract": "kaiza" } },
      { eventName: "error_contract.failure", body: { human_message: "b" } },
    ]);
  });

  test("an onlooker that fails costs nothing, a log that fails costs everything", async () => {
    const { both } = await example("both");
    const reported: Error[] = [];
    const onlookers = [
      { write: () => Promise.reject(new Error("late")) },
      {
        write() {
          throw new Error("at once");
        },
      },
    ];
    const { log, entries } = opened();
    const sink: AuditSink = both(log, onlookers, (error: Error) => reported.push(error));
    await sink.write(record("a"));
    expect(entries()).toHaveLength(1);
    await log.close();
    expect(errorOf(() => sink.writeSync(record("b"))).code).toBe("ERR_AUDIT_LOG_CLOSED");
    expect(reported.map(({ message }) => message).sort()).toEqual(["at once", "late"]);
  });

  test("a store of one's own", async () => {
    const { storeSink } = await example("own-store");
    const rows: unknown[] = [];
    const { log, entries } = opened();
    const sink: AuditSink = storeSink({ insert: (row: unknown) => Promise.resolve(rows.push(row)) }, log);
    await sink.write(record("a"));
    sink.writeSync(record("b"));
    expect(rows).toEqual([record("a")]);
    expect(entries()).toMatchObject([{ human_message: "b" }]);
  });
});
