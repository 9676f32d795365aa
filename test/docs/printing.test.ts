// Examples of the guides that show what they print: each runs alone, and prints what stands below it.
import fs from "node:fs";
import path from "node:path";
import { transformSync } from "esbuild";
import { expect, it } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { runEach } from "../kit/printed.js";
import { listStrictProblems } from "../kit/strict-problems.js";

/** Pages whose examples are parts of one project, which their own tests run. */
const PROJECTS = new Set(["acting-on-failures.md", "your-own-contract.md"]);

const examples = fs
  .readdirSync(path.join(root, "docs/guides"))
  .filter((name) => name.endsWith(".md") && !PROJECTS.has(name))
  .flatMap((name) => {
    const blocks = codeBlocks(`docs/guides/${name}`);
    return blocks.flatMap((block, index) => {
      const output = blocks[index + 1];
      const isProgram = block.language === "js" || block.language === "ts";
      return isProgram && output?.language === "text" ? [{ ...block, output: output.code }] : [];
    });
  });

it("there are some", () => expect(examples.length).toBeGreaterThan(20));

// A failure without a log is shown on stderr.
const { printed } = await runEach(examples.map(({ code }) => transformSync(code, { loader: "ts" }).code));

it.each(examples.map((example, index) => ({ ...example, index })))(
  "$page, line $line: prints what stands below it",
  ({ output, index }) => expect(printed[index]).toBe(`${output}\n`),
);

it("the examples of typed-failures.md compile under strict settings, without a cast of the caller's", () => {
  const blocks = codeBlocks("docs/guides/typed-failures.md").filter(({ language }) => language === "ts");
  const files = Object.fromEntries(blocks.map(({ line, code }) => [`line-${line}.mts`, code]));
  expect(blocks.length).toBeGreaterThan(4);
  expect(listStrictProblems(files)).toEqual([]);
});
