// What a page says that a preset reports is seen in the preset: each such sentence, and each row of the table.
import fs from "node:fs";
import path from "node:path";
import { ESLint, type Linter } from "eslint";
import errorContract from "eslint-plugin-error-contract";
import { describe, expect, it } from "vitest";
import { codeBlocks, root } from "../kit/page.js";

type Preset = keyof typeof errorContract.configs;

const STRICT = ["kaiza", "contextResolve", "jsonRpc", "typedMcp", "mcpAql"] as const;

/** The rules that report, each as often as it does, and `warn` or `error` behind it. */
async function lint(preset: Preset, code: string, filePath = "src/tools.js"): Promise<readonly string[]> {
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: errorContract.configs[preset] as Linter.Config[],
  });
  const [result] = await eslint.lintText(code, { filePath });
  return result!.messages.map(
    ({ ruleId, severity }) => `${path.basename(ruleId ?? "none")} ${severity === 1 ? "warn" : "error"}`,
  );
}

const found = async (preset: Preset, code: string, rule: string): Promise<number> =>
  (await lint(preset, code)).filter((finding) => finding.startsWith(`${rule} `)).length;

const example = (rule: string, section: string, index = 0): string =>
  codeBlocks(`docs/rules/${rule}.md`).filter((block) => block.section === section)[index]!.code;

const withDefault = (statement: string) => `
  export function loadPlan(file) {
    try { return load(file); } catch (error) { ${statement} }
  }`;
const tool = (body: string) => `
  import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool("read_note", {}, async ({ id }) => { ${body} });`;
const answersEach = tool(`try { return load(id); } catch (error) {
  return { isError: true, content: [{ type: "text", text: String(error) }] };
}`);
const answersFixed = tool(`if (!id) return { isError: true, content: [{ type: "text", text: "Pass an id" }] };
  return load(id);`);

/** By the beginning of a sentence: the page that has it, and what shows that it is true. */
const SENTENCES: Readonly<Record<string, () => Promise<void>>> = {
  "`recommended` and `node` ask **can the caller that waits tell?**": async () => {
    for (const preset of ["recommended", "node"] as const) {
      expect(await lint(preset, withDefault("return {};"))).toEqual(["no-swallowed-error warn"]);
      expect(await lint(preset, withDefault("return null;"))).toEqual([]);
      expect(await lint(preset, withDefault("/* the plan is optional */ return {};"))).toEqual([]);
    }
  },
  "Under `recommended` and `node`, `no-swallowed-error` warns": async () => {
    for (const preset of ["recommended", "node"] as const)
      expect(await lint(preset, withDefault("return {};"))).toEqual(["no-swallowed-error warn"]);
  },
  "The other presets report errors, are [strict]": async () => {
    const drops = ["console.error(error); return null;", "return {};", "/* the plan is optional */ return null;"];
    for (const preset of STRICT)
      for (const drop of drops) expect(await lint(preset, withDefault(drop))).toEqual(["no-swallowed-error error"]);
  },
  "The preset [`node`](../guides/node.md) reports the first example of this page": async () => {
    const rule = "no-swallowed-error";
    expect(await found("node", example(rule, "Incorrect"), rule)).toBe(1);
    expect(await lint("node", example(rule, "In any Node project"))).toEqual([]);
  },
  "The preset [`node`](../guides/node.md) reports the first of these": async () => {
    const rule = "no-message-parsing";
    expect(await found("node", example(rule, "In any Node project"), rule)).toBe(1);
    expect(await lint("node", example(rule, "In any Node project", 1))).toEqual([]);
  },
  "It reports the first of these": async () => {
    const rule = "no-error-leak";
    expect(await found("node", example(rule, "In any Node project"), rule)).toBe(1);
    expect(await lint("node", example(rule, "In any Node project", 1))).toEqual([]);
  },
  "Under the preset [`node`](../guides/node.md), errors of every class": async () => {
    const own =
      "class AppError extends Error {}\nexport const f = (p) => p.catch((e) => { throw new AppError('x'); });";
    const plain = "export function f(run) { try { run(); } catch (e) { throw new Error('x'); } }";
    expect(await found("node", own, "require-cause")).toBe(1);
    expect(await found("node", plain, "require-cause")).toBe(0);
  },
  "The presets turn the rule off in tests, scripts and configuration files.": async () => {
    const code = example("require-cause", "Incorrect");
    for (const preset of ["recommended", "kaiza"] as const)
      for (const file of ["src/a.test.js", "scripts/a.js", "eslint.config.js"])
        expect(await lint(preset, code, file)).toEqual([]);
    expect(await found("recommended", code, "require-cause")).toBe(1);
  },
  "Under the preset [`node`](../guides/node.md), this is what the rule finds.": async () => {
    const code =
      "export function f(run) { try { run(); } catch (e) { if (e.message.includes('ENOENT')) return 1; throw e; } }";
    expect(await found("node", code, "no-message-parsing")).toBe(1);
    expect(await found("node", code.replace("ENOENT", "gone"), "no-message-parsing")).toBe(0);
  },
  "So under `recommended` the rule reports the class once": async () => {
    const code = `export class PlanError extends Error {}
      export function f(id) { if (!id) throw new PlanError("no id"); }
      export function g(id) { if (id) throw new PlanError("an id"); }`;
    expect(await found("recommended", code, "no-raw-error")).toBe(1);
  },
  "`recommended` reports failures that leave the server as a success": async () => {
    const inside = `export function check(id) { if (!id) return { ok: false, error: "No id" }; return { ok: true }; }`;
    const answered = tool(
      `try { return load(id); } catch { return { content: [{ type: "text", text: "It is gone" }] }; }`,
    );
    expect(await found("recommended", answered, "no-error-result")).toBe(1);
    for (const preset of STRICT) expect(await found(preset, answered, "no-error-result")).toBe(1);
    expect(await found("recommended", inside.replace("check", "load"), "no-error-result")).toBe(0);
    for (const preset of STRICT)
      expect(await found(preset, inside.replace("check", "load"), "no-error-result")).toBe(1);
  },
  "`recommended` reports all but the last": async () => {
    const rule = "no-error-result";
    const examples = codeBlocks(`docs/rules/${rule}.md`).filter(({ section }) => section === "Incorrect");
    const counts = await Promise.all(examples.map(({ code }) => found("recommended", code, rule)));
    expect(counts.map((count) => count > 0)).toEqual(counts.map((_, index) => index < counts.length - 1));
    expect(await found("kaiza", examples.at(-1)!.code, rule)).toBeGreaterThan(0);
  },
  "`recommended` reports it once in a file, and no other result": async () => {
    const twice = `${answersEach}\n${answersEach.slice(answersEach.indexOf("server.")).replace("read_note", "edit_note")}`;
    expect(await found("recommended", twice, "no-error-result")).toBe(1);
    expect(await found("recommended", answersFixed, "no-error-result")).toBe(0);
    expect(await found("kaiza", twice, "no-error-result")).toBe(2);
    expect(await found("kaiza", answersFixed, "no-error-result")).toBe(1);
  },
  "`recommended` reports only those with [the text of each error]": async () => {
    expect(await found("recommended", answersEach, "no-error-result")).toBe(1);
    expect(await found("recommended", answersFixed, "no-error-result")).toBe(0);
  },
  "`recommended` is lenient": async () => {
    expect(await found("recommended", answersEach, "no-error-result")).toBe(1);
    expect(await found("recommended", answersFixed, "no-error-result")).toBe(0);
    expect(await found("kaiza", answersFixed, "no-error-result")).toBe(1);
    expect(await found("recommended", withDefault("return [];"), "no-swallowed-error")).toBe(1);
    expect(await found("recommended", withDefault("return null;"), "no-swallowed-error")).toBe(0);
    expect(await found("kaiza", withDefault("return null;"), "no-swallowed-error")).toBe(1);
  },
  "No rule reports that under `recommended`": async () => {
    const refused = `export async function listIssues(label) {
      const response = await fetch(label);
      return response.ok ? await response.json() : [];
    }`;
    expect(await lint("recommended", refused)).toEqual([]);
  },
  "Results with `isError: true` count where the preset reports them": async () => {
    expect(await found("kaiza", answersFixed, "no-error-result")).toBe(1);
  },
  "The preset keeps its options, and turns the rule off in tests.": keepsOptions,
  "- A class of the project is reported under `recommended` if the file exports it": async () => {
    const inside = `class PlanError extends Error {}
      function check(id) { if (!id) throw new PlanError("no id"); }
      export function f(id) { try { check(id); return true; } catch { return false; } }`;
    expect(await found("recommended", inside, "no-raw-error")).toBe(0);
    expect(await found("recommended", inside.replace("class", "export class"), "no-raw-error")).toBe(1);
  },
  "- A class `extends Error` that has the name of the contract's": async () => {
    const code = "export class SystemError extends Error {}";
    expect(await found("kaiza", code, "no-raw-error")).toBe(1);
  },
};

/** An option that stands in front of the preset holds, and tests stay left out. */
async function keepsOptions(): Promise<void> {
  const options: Linter.Config = {
    plugins: { "error-contract": errorContract },
    rules: { "error-contract/no-raw-error": ["error", { allow: ["PlanError"] }] },
  };
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: [options, ...errorContract.configs.kaiza],
  });
  const count = async (code: string, filePath: string) =>
    (await eslint.lintText(code, { filePath }))[0]!.messages.filter(({ ruleId }) => ruleId?.endsWith("no-raw-error"))
      .length;
  const plan = "class PlanError extends Error {}\nexport function f() { throw new PlanError('x'); }";
  const raw = "export function f() { throw new Error('x'); }";
  expect([await count(plan, "src/a.js"), await count(raw, "src/a.js")]).toEqual([0, 1]);
  for (const file of ["src/a.test.js", "scripts/a.js", "eslint.config.js"]) expect(await count(raw, file)).toBe(0);
}

const PAGES = ["docs", "rules", "src", "site/pages"].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: folder !== "rules" && folder !== "src", encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md")
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, "/"))),
);
const PRESET = /`(?:recommended|node|kaiza|jsonRpc|typedMcp|mcpAql|contextResolve)`|(?:strict|other|the) presets?\b/i;
const REPORTS = /\b(?:reports?|reported|warns?|lenient|turns? (?:the rule|its rules) off|finds lost)\b|\bask \*\*/;

/** The sentences of a page about what a preset reports; what maintainers and figures say is not a promise. */
function listSentences(page: string): readonly string[] {
  if (/architecture|contributing|evidence|types\.md/.test(page)) return [];
  const text = fs
    .readFileSync(path.join(root, page), "utf8")
    .replace(/^---\n[^]*?^---\n/m, "")
    .replaceAll(/^```[^]*?^```/gm, "\n\n");
  const paragraphs = text.split(/\n\n+|\n(?=- )/).filter((paragraph) => !/^(?:\||#|💼|📝|<)/u.test(paragraph));
  return paragraphs
    .flatMap((paragraph) => paragraph.replaceAll(/\s+/g, " ").split(/(?<=[.:])\s+(?=[A-Z`[])/))
    .filter((sentence) => PRESET.test(sentence) && REPORTS.test(sentence));
}

const sentences = PAGES.flatMap(listSentences);

describe("a sentence about what a preset reports", () => {
  it("has a case here", () => {
    const known = Object.keys(SENTENCES);
    expect(sentences.filter((sentence) => !known.some((start) => sentence.startsWith(start)))).toEqual([]);
    const text = PAGES.map((page) => fs.readFileSync(path.join(root, page), "utf8").replaceAll(/\s+/g, " ")).join("\n");
    expect(known.filter((start) => !text.includes(start))).toEqual([]);
  });

  it.each(Object.entries(SENTENCES))("%s", (_, show) => show());
});

/** By the beginning of a row of the table of `no-error-result`: code that is such a case. */
const ROWS: Readonly<Record<string, string>> = {
  "a tool's `content`": tool(
    `try { return load(id); } catch { return { content: [{ type: "text", text: "It is gone" }] }; }`,
  ),
  "`structuredContent` or `_meta`": tool(`try { return load(id); } catch {
    return { content: [], structuredContent: { ok: false, error: "It is gone" } };
  }`),
  "the same through a function of the file: `toAnswer": `
    const toAnswer = (text) => ({ content: [{ type: "text", text }] });
    ${tool(`try { return load(id); } catch { return toAnswer("Error: It is gone"); }`)}`,
  "a failure object of a function whose result": `
    function find(id) { if (!id) return { ok: false, error: "No id" }; return { ok: true, id }; }
    ${tool("return find(id);")}`,
  "`isError` with the text of each error": answersEach,
  "`isError` without the contract's envelope": answersFixed,
  "a failure object of any other function": `
    export function find(id) { if (!id) return { ok: false, error: "No id" }; return { ok: true, id }; }`,
  "a verdict:": `
    export function validate(id) { if (!id) return { ok: false, error: "No id" }; return { ok: true }; }`,
};
const RULE = "no-error-result";
const rows = [
  ...fs.readFileSync(path.join(root, `docs/rules/${RULE}.md`), "utf8").matchAll(/^\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm),
];

describe("a row of the table of `no-error-result`", () => {
  it.each(Object.entries(ROWS))("%s", async (start, code) => {
    const [, , recommended, strict] = rows.find(([, what]) => what!.startsWith(start))!;
    const counts = [await found("recommended", code, RULE), await found("kaiza", code, RULE)];
    expect(counts.map((count) => count > 0)).toEqual([recommended, strict].map((cell) => !cell!.startsWith("no")));
  });
});
