import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SystemError } from "error-contract/kaiza";
import { parseEnvelope, standard, ToolError, toolError } from "error-contract/standard";
import ts from "typescript";
import { afterAll, describe, expect, test, vi } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { listStrictProblems } from "../kit/strict-problems.js";

const cache = join(root, "node_modules/.cache");
mkdirSync(cache, { recursive: true });
// Within the workspace, so that the blocks find the package by its name.
const folder = mkdtempSync(join(cache, "readme-"));
afterAll(() => rmSync(folder, { recursive: true }));

const pages = ["src/README.md", "docs/guides/modules.md"];
const blocks = pages.flatMap(codeBlocks);
const programs = blocks.filter(({ language }) => ["ts", "js"].includes(language));

/** The module that a block is. */
async function run(heading: string): Promise<any> {
  const block = programs.find((candidate) => candidate.section === heading)!;
  const file = join(folder, `${programs.indexOf(block)}.mjs`);
  const { outputText } = ts.transpileModule(block.code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
  });
  writeFileSync(file, outputText);
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

const rejection = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

const ran: Record<string, () => Promise<void>> = {
  "Throw what the client can act on": async () => {
    const { readFileHandler } = await run("Throw what the client can act on");
    const error = await rejection(readFileHandler({ path: "plan.md" }));
    const shown = JSON.parse(blocks.find(({ language }) => language === "json")!.code);

    expect(parseEnvelope(shown)).toBe(shown);
    expect(JSON.parse(error.message)).toEqual(shown);
    expect(error.cause).toMatchObject({ code: "ENOENT" });
    expect(error.code).toBe("NOT_FOUND");
  },
  "Convert what others throw": async () => {
    const { listFiles } = await run("Convert what others throw");
    const error = await rejection(listFiles("/no/such/folder"));
    expect(error).toMatchObject({ code: "NOT_FOUND", tool: "list_files" });
    expect(error.cause).toMatchObject({ code: "ENOENT" });
  },
  "Read what a server sent": async () => {
    const log = vi.spyOn(console, "log").mockReturnValue();
    const { received } = await run("Read what a server sent");
    expect(log.mock.calls[0]?.[0]).toContainEqual(expect.stringContaining("NOT_FOUND"));
    log.mockRestore();

    const signIn = vi.fn();
    await received(JSON.stringify(toolError("NOT_FOUND", "None")), signIn);
    expect(signIn).not.toHaveBeenCalled();
    await received(JSON.stringify(toolError("UNAUTHENTICATED", "Who are you?")), signIn);
    expect(signIn).toHaveBeenCalledOnce();
  },
  "Add your own codes": async () => {
    const { spent } = await run("Add your own codes");
    const error = spent();
    expect(error).toMatchObject({ code: "QUOTA_SPENT", tool: "search" });
    expect(ToolError.is(error)).toBe(true);
    expect(error).toBeInstanceOf(ToolError);
  },
  "Test what you promise": async () => {
    const bodies: (() => Promise<void>)[] = [];
    vi.stubGlobal("describe", (_: string, body: () => void) => body());
    vi.stubGlobal("test", (_: string, body: () => Promise<void>) => bodies.push(body));
    await run("Test what you promise");
    vi.unstubAllGlobals();
    expect(bodies).toHaveLength(Object.keys(standard.codes).length + 10);
    await Promise.all(bodies.map((body) => body()));
  },
  "`error-contract/kaiza`": async () => {
    const { unreadable } = await run("`error-contract/kaiza`");
    expect(unreadable(new Error("gone"))).toMatchObject({ error_code: "FILE_READ_FAILED" });
    expect(Object.keys(unreadable(undefined).toEnvelope())).toHaveLength(11);
  },
  "`error-contract/json-rpc`": async () => {
    const { response, status, body, received } = await run("`error-contract/json-rpc`");
    const error = { code: -32001, message: "There is no such symbol", data: { id: "xyz" } };
    expect(response).toEqual({ jsonrpc: "2.0", id: "request-1", error });
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: { type: "Not Found", message: "There is no such symbol" } },
    });
    expect(received.toEnvelope()).toEqual(error);
  },
  "`error-contract/context-resolve`": async () => {
    const { manifest } = await run("`error-contract/context-resolve`");
    expect(await rejection(manifest(folder, 0))).toMatchObject({ code: "invalid_budget" });
    expect(await rejection(manifest(folder, 1))).toMatchObject({ code: "cache_invalid" });
    expect(await rejection(manifest(join(root, "no", "such"), 1))).toMatchObject({ code: "cache_missing" });
  },
  "`error-contract/typed-mcp`": async () => {
    const { locked } = await run("`error-contract/typed-mcp`");
    expect(locked.toEnvelope()).toMatchObject({ error: "auth_required", details: { reauth_command: "mail login" } });
  },
  "`error-contract/mcp-aql`": async () => {
    const { limited } = await run("`error-contract/mcp-aql`");
    expect(limited).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", details: { retry_after_seconds: 30 } });
  },
  "`error-contract/convert`": async () => {
    const { error, lost } = await run("`error-contract/convert`");
    expect(SystemError.is(error)).toBe(true);
    expect(error).toMatchObject({ human_message: "The index did not answer" });
    expect(lost).toEqual([]);
  },
  "`error-contract/detect`": async () => {
    const { advice } = await run("`error-contract/detect`");
    const text = JSON.stringify(toolError("UNAUTHENTICATED", "Who are you?"));
    expect(advice({ content: [{ type: "text", text }], isError: true })).toEqual(expect.any(String));
    expect(advice({ content: [{ type: "text", text: "done" }] })).toBeUndefined();
  },
  "`error-contract/audit-log` and the boundary": async () => {
    const { open } = await run("`error-contract/audit-log` and the boundary");
    const log = join(folder, "audit-log.jsonl");
    const { audit, readNote } = open(log);
    const sent = JSON.parse((await rejection(readNote("7"))).message);
    await audit.close();
    expect(sent.error).toMatchObject({ code: "NOT_FOUND", tool: "read_note" });
    // A model reads the advice of the code, too.
    const { retryable: _, next: __, ...error } = sent.error;
    expect(JSON.parse(readFileSync(log, "utf8"))).toMatchObject({ error });
  },
  "`error-contract/redact`": async () => {
    const { wrap } = await run("`error-contract/redact`");
    const failing = wrap(() => Promise.reject(toolError("NOT_FOUND", "none", { details: { ssn: "1", id: 2 } })));
    expect((await rejection(failing())).message).toContain('"details":{"ssn":"[Redacted]","id":2}');
    expect((await rejection(wrap(() => Promise.reject(new Error("foreign")))())).message).not.toContain("foreign");
  },
  "`error-contract/process`": async () => {
    const { guard } = await run("`error-contract/process`");
    const count = () => process.listenerCount("uncaughtException");
    const before = count();
    const remove = guard({ write: () => Promise.resolve(), writeSync: () => {} });
    expect(count()).toBe(before + 1);
    remove();
    expect(count()).toBe(before);
  },
};

describe("the README of the package, and the guide to its modules", () => {
  test("has a test for every block of code", () =>
    expect([...new Set(programs.map(({ section }) => section))]).toEqual(Object.keys(ran)));

  test.each(Object.entries(ran))("runs: %s", (_, check) => check());

  test("compiles", () => {
    const blocks = programs.filter(({ language }) => language === "ts");
    const files = Object.fromEntries(blocks.map(({ code }, index) => [`${index}.mts`, code]));
    expect(listStrictProblems(files)).toEqual([]);
  });
});
