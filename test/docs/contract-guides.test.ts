import fs from "node:fs";
import path from "node:path";
import { builtInContracts } from "error-contract/detect";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import { lines } from "../kit/lines.js";
import { codeBlocks, root, type CodeBlock } from "../kit/page.js";
import { projectWith, writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { listStrictProblems } from "../kit/strict-problems.js";

const choosing = codeBlocks("docs/contracts/README.md");
const own = codeBlocks("docs/guides/your-own-contract.md");

const fileName = ({ code }: CodeBlock): string | undefined => /^\/\/ (\S+\.m?js)\n/.exec(code)?.[1];
const starting = (name: string): readonly CodeBlock[] => own.filter((block) => fileName(block) === name);

/** The project of the guide: its contract, its configuration, its tests. */
function ownProject(): string {
  const named = ["src/contract.js", "eslint.config.mjs", "test/contract.test.js"].map(
    (name) => [name, starting(name)[0]!.code] as const,
  );
  return projectWith({ ...Object.fromEntries(named), "package.json": `{ "type": "module" }` });
}

async function linted(cwd: string, filePath: string, text: string, fix = false): Promise<ESLint.LintResult> {
  const eslint = new ESLint({ cwd, overrideConfigFile: path.join(cwd, "eslint.config.mjs"), fix });
  const [result] = await eslint.lintText(text, { filePath: path.join(cwd, filePath) });
  return result!;
}

const rules = ({ messages }: ESLint.LintResult): readonly (string | null)[] => messages.map(({ ruleId }) => ruleId);

describe("docs/contracts/README.md", () => {
  it.each(builtInContracts)("shows a code of $name", ({ name, codes }) => {
    const page = fs.readFileSync(path.join(root, "docs/contracts/README.md"), "utf8");
    const [, code] = new RegExp(`^\\| \`${name}\` +\\| \`([^\`]+)\``, "m").exec(page)!;
    expect(Object.entries(codes).map(([key, { value }]) => String(value ?? key))).toContain(code);
  });

  it("has a configuration with one contract for each set of files", async () => {
    const [config] = choosing.filter((block) => fileName(block) === "eslint.config.mjs");
    const cwd = projectWith({ "eslint.config.mjs": config!.code, "package.json": `{ "type": "module" }` });
    const text = [
      `import { contextResolveError } from "error-contract/context-resolve";`,
      `import { toolError } from "error-contract/standard";`,
      `export const one = (id) => toolError("NO_SUCH_CODE", id);`,
      `export const other = (id) => contextResolveError("no_such_code", id);`,
    ].join("\n");

    const [tool, resolve] = await Promise.all([
      linted(cwd, "src/tools/one.js", text),
      linted(cwd, "src/resolve/one.js", text),
    ]);
    expect(tool.messages.map(({ line }) => line)).toEqual([3]);
    expect(new Set(resolve.messages.map(({ line }) => line))).toEqual(new Set([4]));
  });
});

describe("docs/guides/your-own-contract.md", () => {
  const printing = own.filter((_, index) => own[index + 1]?.language === "text");

  it.each(printing)("line $line: prints what stands below it", async (block) => {
    const cwd = ownProject();
    const file = fileName(block)!;
    writeFiles(cwd, { [file]: block.code });
    const { code: output } = own[own.indexOf(block) + 1]!;
    expect(await runNode([file], { cwd })).toMatchObject({ status: 0, stdout: `${output}\n` });
  });

  it("has a configuration that knows the codes of the contract and no others", async () => {
    const cwd = ownProject();
    const text = (code: string) => lines`
      import { toolError } from "../src/contract.js";
      export const one = () => {
        throw toolError("${code}", "x");
      };
    `;
    expect(rules(await linted(cwd, "tools/one.js", text("SEARCH_FAILED")))).toEqual([]);
    expect(rules(await linted(cwd, "tools/one.js", text("SEARCH_FALED")))).toEqual([
      "error-contract/no-unregistered-code",
    ]);
  });

  it("shows what the fix writes", async () => {
    const [, before, after] = own.filter(({ section }) => section === "Tell the linter");
    const { output, messages } = await linted(ownProject(), "tools/archive.js", `${before!.code}\n`, true);
    expect(output).toBe(`${after!.code}\n`);
    expect(messages).toEqual([]);
  });

  it("has tests of the contract that pass", async () => {
    // Node's runner does not start in a process that is one of its tests.
    const env = { NODE_TEST_CONTEXT: undefined };
    const { status, stdout } = await runNode(["--test", "test/contract.test.js"], { cwd: ownProject(), env });
    expect(status, stdout).toBe(0);
    expect(stdout).toContain("SEARCHES_LIMITED");
  });

  it("has types that compile", () => {
    const { code } = own.find(({ language }) => language === "ts")!;
    expect(listStrictProblems({ "contract.mts": code })).toEqual([]);
  });
});
