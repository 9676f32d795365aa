import path from "node:path";
import { ESLint, type Linter } from "eslint";
import errorContract from "eslint-plugin-error-contract";
import { describe, expect, it } from "vitest";
import { codeBlocks, type CodeBlock } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import { runLine } from "../kit/run-node.js";

const blocks = codeBlocks("docs/guides/node.md");
/** What the page of a rule shows for any Node project: the example that is reported, and the one that is not. */
function examplesOf(rule: string): readonly CodeBlock[] {
  const all = codeBlocks(`docs/rules/${path.basename(rule)}.md`);
  const own = all.filter(({ section }) => section === "In any Node project");
  return own.length === 1 ? [all.find(({ section }) => section === "Incorrect")!, ...own] : own;
}
const startsWith = (line: string) => blocks.filter(({ code }) => code.startsWith(line));
const [config, narrowed, withServer] = startsWith("// eslint.config.mjs").map(({ code }) => code);
const [before, after] = startsWith("// src/invoices.js").map(({ code }) => code);

const rules = Object.keys(errorContract.configs.node[0]?.rules ?? {});

async function findings(code: string): Promise<readonly (string | null)[]> {
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: errorContract.configs.node as Linter.Config[],
  });
  const [result] = await eslint.lintText(code, { filePath: "src/file.js" });
  return result?.messages.map(({ ruleId }) => ruleId) ?? [];
}

describe("the first example", () => {
  const lint = async (code: string) => {
    const cwd = projectWith({ "eslint.config.mjs": config!, "src/invoices.js": `${code}\n` });
    const { stdout } = await runLine(blocks.find(({ language }) => language === "sh")!.code, { cwd });
    return stdout.replaceAll(cwd + path.sep, "");
  };

  it("is reported as the page shows", async () =>
    expect(await lint(before!)).toContain(`\n${blocks.find(({ language }) => language === "text")!.code}\n`));

  it("is not reported as it becomes", async () => expect(await lint(after!)).toBe(""));
});

it.each(rules)("%s: its page has a pair of examples for any Node project", (rule) => {
  expect(examplesOf(rule)).toHaveLength(2);
});

it.each(rules)("%s: the first example is reported, the second one is not", async (rule) => {
  const [incorrect, correct] = examplesOf(rule);
  expect(await findings(incorrect!.code)).toEqual([rule]);
  expect(await findings(correct!.code)).toEqual([]);
});

it.each(["null", "undefined", "false"])("a handler may answer %s, whatever a success returns", async (answer) => {
  for (const success of ["[]", "{}", "null", "true", "read(path)"]) {
    const code = `export function load(path, read) {
      try { read(path); return ${success}; } catch { return ${answer}; }
    }`;
    expect(await findings(code)).toEqual([]);
  }
});

it("a comment that gives a reason ends a finding", async () => {
  const code = before!.replace("return [];", "// The page shows no invoices in read-only mode.\n    return [];");
  expect(await findings(code)).toEqual([]);
});

describe("the other configurations", () => {
  const lint = async (configuration: string, files: Readonly<Record<string, string>>) => {
    const cwd = projectWith({ "eslint.config.mjs": configuration, ...files });
    const results = await new ESLint({ cwd }).lintFiles(Object.keys(files));
    return results.map(({ messages }) => messages.map(({ ruleId }) => ruleId));
  };
  const [parsing] = examplesOf("no-message-parsing");

  it("turn a rule off, and name what takes a failure", async () => {
    const handled = before!.replace("catch {", "catch (error) {\n    alerts.raise(error);");
    const found = await lint(narrowed!, { "src/a.js": parsing!.code, "src/b.js": handled, "src/c.js": before! });
    expect(found).toEqual([[], [], ["error-contract/no-swallowed-error"]]);
  });

  it("give a server the rules of its contract", async () => {
    const raw = `export const fail = () => {\n  throw new Error("NOT_FOUND: x");\n};\n`;
    const found = await lint(withServer!, { "packages/server/a.js": raw, "packages/web/a.js": raw });
    expect(found).toEqual([["error-contract/no-raw-error"], []]);
  });
});
