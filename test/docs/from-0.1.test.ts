// What the page says changes, and what CI says then, is what the linter does.
import fs from "node:fs";
import path from "node:path";
import { ESLint } from "eslint";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import plugin from "../../rules/dist/index.js";
import { codeBlocks, root } from "../kit/page.js";
import { nodeModules, projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const PAGE = "docs/guides/from-0.1.md";
const text = fs.readFileSync(path.join(root, PAGE), "utf8");
const [backToError, strict] = codeBlocks(PAGE).filter(({ language }) => language === "js");
const DROP = outdent`
  import fs from "node:fs";

  export function loadPlan(file) {
    try {
      return JSON.parse(fs.readFileSync(file, "utf8"));
    } catch (error) {
      console.error(error);
      return {};
    }
  }\n
`;

function lint(config: string, args: readonly string[] = []) {
  const folder = projectWith({
    "package.json": `{ "type": "module" }`,
    "eslint.config.mjs": config,
    "src/load.js": DROP,
  });
  const bin = path.join(nodeModules, "eslint/bin/eslint.js");
  return runNode([bin, ".", ...args], { cwd: folder });
}

const CONFIG = backToError!.code.replace(/\n +rules: .+/, "");

describe("levels", () => {
  it("are those of the page: only no-swallowed-error warns, under two presets", () => {
    const warned = Object.entries(plugin.configs).flatMap(([preset, [first]]: any) =>
      Object.entries(first.rules).flatMap(([rule, level]) => (level === "error" ? [] : [[preset, rule, level]])),
    );
    expect(warned).toEqual(
      ["recommended", "node"].map((preset) => [preset, "error-contract/no-swallowed-error", "warn"]),
    );
  });

  it.each([
    ["as the preset has them", CONFIG, [], 0],
    ["without warnings", CONFIG, ["--max-warnings", "0"], 1],
    ["with the page's line", backToError!.code, [], 1],
  ])("end a lint %s as the page says", async (_what, config, args, status) => {
    const run = await lint(config, args);
    expect(run, run.stderr).toMatchObject({ status });
    expect(run.stdout).toContain("no-swallowed-error");
  });
});

describe("options", () => {
  const rows = [
    ...text.matchAll(/^\| `([a-z-]+)` +\| `(\w+): true` +\| `settings\.errorContract\.strictness: "(\w+)"`/gm),
  ];
  it("are four", () => expect(rows).toHaveLength(4));

  it.each(rows.map(([, rule, option, level]) => [rule!, option!, level!]))("%s: %s", async (rule, option, level) => {
    const own = `rules: { "error-contract/${rule}": ["error", { ${option}: true }] },`;
    const { status, stderr } = await lint(backToError!.code.replace(/rules: .+/, own));
    expect([status, stderr]).toEqual([2, expect.stringContaining(`strictness: "${level}"`)]);
  });

  const gone = [...text.matchAll(/`(\w+)`(?: and `(\w+)`)? of `(no-swallowed-error|no-error-result)`/g)];
  it.each(gone.flatMap(([, one, other, rule]) => [one, other].flatMap((option) => (option ? [[rule!, option]] : []))))(
    "%s: %s is gone, and ESLint refuses it by name",
    async (rule, option) => {
      const own = `rules: { "error-contract/${rule}": ["error", { ${option}: true }] },`;
      const { status, stderr } = await lint(backToError!.code.replace(/rules: .+/, own));
      expect([status, stderr]).toEqual([2, expect.stringContaining(option)]);
    },
  );

  it("the page's setting asks what the strict presets ask", async () => {
    const folder = projectWith({ "package.json": `{ "type": "module" }`, "eslint.config.mjs": strict!.code });
    const config = await new ESLint({ cwd: folder }).calculateConfigForFile("src/load.js");
    expect(config.settings.errorContract).toMatchObject({ strictness: "strict", contract: "standard" });
  });
});
