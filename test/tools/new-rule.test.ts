import fs from "node:fs";
import path from "node:path";
import { Linter } from "eslint";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const SCRIPT = path.join(root, "tools/new-rule/run.js");
const INDEX = fs.readFileSync(path.join(root, "rules/index.ts"), "utf8");

function checkout(): string {
  const folder = temporaryFolder();
  writeFiles(folder, { "rules/index.ts": INDEX });
  return folder;
}

const create = (folder: string, ...names: readonly string[]) =>
  runNode([SCRIPT, ...names, "--root", folder], { cwd: root });
const read = (folder: string, file: string) => fs.readFileSync(path.join(folder, file), "utf8");

/** Counts what a written rule reports in the code of its page. */
async function countFindings(folder: string, name: string): Promise<number> {
  const module = ts.transpile(read(folder, `rules/${name}.ts`), { module: ts.ModuleKind.ESNext, target: 9 });
  const file = path.join(folder, `${name}.mjs`);
  fs.writeFileSync(file, module.replaceAll('"./', `"${root}/rules/dist/`));
  const { default: rule } = (await import(file)) as { default: any };
  const config: Linter.Config = { plugins: { own: { rules: { [name]: rule } } }, rules: { [`own/${name}`]: 2 } };
  return new Linter().verify("example();\nother();\n", config).length;
}

describe("a new rule", () => {
  it("has a test and a page, stands in the table in its place, and reports", async () => {
    const folder = checkout();
    const { status, stdout, stderr } = await create(folder, "no-silent-retry");
    expect(status, stderr).toBe(0);
    expect(stdout).toContain("wrote docs/rules/no-silent-retry.md");
    const index = read(folder, "rules/index.ts");
    const added = index.split("\n").filter((line) => !INDEX.split("\n").includes(line));
    expect(added).toEqual(['import noSilentRetry from "./no-silent-retry.js";', '  "no-silent-retry": noSilentRetry,']);
    expect(index.indexOf("noRawError,")).toBeLessThan(index.indexOf("noSilentRetry,"));
    expect(read(folder, "test/rules/no-silent-retry.test.ts")).toContain("rules/dist/no-silent-retry.js");
    const sections = read(folder, "docs/rules/no-silent-retry.md").match(/^## .+/gm);
    expect(sections).toEqual(
      ["Incorrect", "Correct", "What types add", "Fix safety", "Limits", "When not to use it"].map(
        (each) => `## ${each}`,
      ),
    );
    expect(await countFindings(folder, "no-silent-retry")).toBe(1);
  });

  it.each([
    [[], /expected one name/],
    [["retry"], /expected a name such as no-silent-retry; found retry/],
    [["no-silent-retry", "no-other"], /expected one name/],
  ])("refuses %j", async (names, message) => {
    const { status, stderr } = await create(checkout(), ...names);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it("writes over no file", async () => {
    const folder = checkout();
    writeFiles(folder, { "docs/rules/no-silent-retry.md": "mine" });
    const { status, stderr } = await create(folder, "no-silent-retry");
    expect([status, stderr]).toEqual([2, expect.stringContaining("docs/rules/no-silent-retry.md is there already")]);
    expect(read(folder, "docs/rules/no-silent-retry.md")).toBe("mine");
    expect(fs.existsSync(path.join(folder, "rules/no-silent-retry.ts"))).toBe(false);
  });
});
