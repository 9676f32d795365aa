// The page has all options that the functions take, and its examples compile under strict settings, and run.
import { transformSync } from "esbuild";
import fs from "node:fs";
import path from "node:path";
import { wrapHandler as wrapResolve } from "error-contract/context-resolve";
import { wrapHandler } from "error-contract";
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
  const named = fs.readFileSync(path.join(root, page), "utf8").matchAll(/^\*\*`(\w+)`\*\*/gm);
  const options = [wrapHandler, wrapResolve, wrapTyped].flatMap((wrap) => listOptions(wrap as never));
  expect(new Set([...named].map(([, name]) => name))).toEqual(new Set(options));
});

it("has an example for each, which compiles and runs", async () => {
  expect(listStrictProblems({ "example.mts": program })).toEqual([]);
  const cwd = projectWith({ "example.mjs": transformSync(program, { loader: "ts" }).code });
  expect(await runNode(["example.mjs"], { cwd })).toMatchObject({ status: 0, stderr: "" });
});
