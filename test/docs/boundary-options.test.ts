// The page has all options that the functions take, each as its row says, and its examples compile under strict
// settings, and run.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { transformSync } from "esbuild";
import fs from "node:fs";
import path from "node:path";
import { wrapHandler as wrapResolve } from "error-contract/context-resolve";
import { wrapHandler, wrapServer } from "error-contract";
import { wrapHandler as wrapTyped } from "error-contract/typed-mcp";
import { expect, it } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { listStrictProblems } from "../kit/strict-problems.js";

const page = "docs/guides/boundary-options.md";
const program = codeBlocks(page)
  .map(({ code }) => code)
  .join("\n");

interface Row {
  readonly expected: string;
  readonly usual?: unknown;
  readonly notOf?: readonly string[];
}

const { optionRows } = (await import(path.join(root, "src/dist/boundary/boundary.js"))) as {
  optionRows: Readonly<Record<string, Row>>;
};

/** The paragraph of each option, by its name. */
const paragraphs = new Map(
  [...fs.readFileSync(path.join(root, page), "utf8").matchAll(/^\*\*`(\w+)`\*\*([^]*?)\n\n/gm)].map(
    ([, name = "", text = ""]) => [name, text.replaceAll(/[`\n]/g, " ")] as const,
  ),
);

/** The options that a function takes, as it lists them itself where it is given another. */
function listOptions(wrap: (handler: () => void, options: never) => unknown): readonly string[] {
  try {
    wrap(() => undefined, { zzzzzzzzzzzz: 1 } as never);
  } catch (error) {
    return /it takes (.*)$/.exec((error as Error).message)![1]!.split(", ");
  }
  return [];
}

it("has every option", () => {
  const wrapNew = (_: unknown, options: never) => wrapServer(new McpServer({ name: "x", version: "1" }), options);
  const options = [wrapHandler, wrapResolve, wrapTyped, wrapNew].flatMap((wrap) => listOptions(wrap as never));
  expect(new Set(paragraphs.keys())).toEqual(new Set(options));
});

it.each(Object.entries(optionRows))("tells of %s what its row says", (name, { usual, notOf = [] }) => {
  const [, written = ""] = /Default: (.*?)[.;] *$|Default: (.*?)[.;] /.exec(`${paragraphs.get(name)} `) ?? [];
  const shown = typeof usual === "number" ? usual.toLocaleString("en-US") : String(usual);
  expect(paragraphs.get(name)).toMatch(/Default: |required/);
  if (usual !== undefined) expect(written).toContain(shown);
  else expect(written).not.toMatch(/\d|"/);
  const server = new McpServer({ name: "x", version: "1" });
  expect(listOptions((_, options) => wrapServer(server, options)).includes(name)).toBe(
    name === "deliver" || !notOf.includes("wrapServer"),
  );
});

it("has a row for every option, as one without does not compile", () => {
  const rows = `import type { OptionRows } from ${JSON.stringify(path.join(root, "src/dist/error/refusal.js"))};
export const rows: OptionRows<{ first?: number; second?: number }> = { first: { expected: "one", fits: () => true } };`;
  expect(listStrictProblems({ "rows.mts": rows })).toEqual([expect.stringMatching(/^rows\.mts:2: .*'second'/)]);
});

it("has an example for each, which compiles and runs", async () => {
  expect(listStrictProblems({ "example.mts": program })).toEqual([]);
  const cwd = projectWith({ "example.mjs": transformSync(program, { loader: "ts" }).code });
  expect(await runNode(["example.mjs"], { cwd })).toMatchObject({ status: 0, stderr: "" });
});
