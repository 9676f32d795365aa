// The examples of a guide in TypeScript compile under strict settings, and print what stands below them.
import { transformSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { codeBlocks } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { listStrictProblems } from "../kit/strict-problems.js";

const pages = ["docs/guides/typed-failures.md"];
const blocks = pages.flatMap((page) => codeBlocks(page));
const examples = blocks.filter(({ language }) => language === "ts");

describe.each(examples)("$page, line $line", ({ code, page, line }) => {
  it("compiles under strict settings, without a cast of the caller's", () => {
    expect(listStrictProblems({ "example.mts": code })).toEqual([]);
  });

  const output = blocks[blocks.findIndex((block) => block.page === page && block.line === line) + 1];
  if (output?.language !== "text") return;
  it("prints what stands below it", async () => {
    const cwd = projectWith({ "example.mjs": transformSync(code, { loader: "ts" }).code });
    expect(await runNode(["example.mjs"], { cwd })).toEqual({ status: 0, stdout: `${output.code}\n`, stderr: "" });
  });
});
