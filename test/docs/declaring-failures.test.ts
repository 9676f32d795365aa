import { transformSync } from "esbuild";
import { expect, it } from "vitest";
import { codeBlocks } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { listStrictProblems } from "../kit/strict-problems.js";

it("docs/guides/declaring-failures.md: the example compiles, refuses another code, and prints what the page says", async () => {
  const [example, printed] = codeBlocks("docs/guides/declaring-failures.md");
  expect(listStrictProblems({ "notes.ts": example!.code })).toEqual([]);
  const wrong = example!.code.replace('fail("NOT_FOUND"', 'fail("INTERNAL"');
  expect(listStrictProblems({ "notes.ts": wrong })).toHaveLength(1);
  const cwd = projectWith({ "notes.mjs": transformSync(example!.code, { loader: "ts" }).code });
  expect((await runNode(["notes.mjs"], { cwd })).stdout.trimEnd()).toBe(printed!.code);
});
