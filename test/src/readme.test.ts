import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
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

const blocks = codeBlocks("src/README.md");
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
};

describe("the README of the package", () => {
  test("has a test for every block of code", () =>
    expect([...new Set(programs.map(({ section }) => section))]).toEqual(Object.keys(ran)));

  test.each(Object.entries(ran))("runs: %s", (_, check) => check());

  test("compiles", () => {
    const blocks = programs.filter(({ language }) => language === "ts");
    const files = Object.fromEntries(blocks.map(({ code }, index) => [`${index}.mts`, code]));
    expect(listStrictProblems(files)).toEqual([]);
  });
});
