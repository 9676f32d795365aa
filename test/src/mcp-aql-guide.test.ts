import { expect, test } from "vitest";
import { codeBlocks } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const blocks = codeBlocks("docs/guides/mcp-aql.md");
const examples = blocks.filter(({ language }) => language === "js");

test("the guide has examples", () => expect(examples.length).toBeGreaterThan(5));

test.each(examples)("the example in line $line prints what stands below it", async (example) => {
  const output = blocks[blocks.indexOf(example) + 1];
  expect(output?.language).toBe("text");
  const cwd = projectWith({ "example.mjs": example.code });
  expect(await runNode(["example.mjs"], { cwd })).toMatchObject({ status: 0, stdout: `${output!.code}\n` });
});
