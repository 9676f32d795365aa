// What commands write is formatted as the project does, with its imports in order, as far as it was so before.
import { ESLint } from "eslint";
import { outdent } from "outdent";
import * as prettier from "prettier";
import { describe, expect, it } from "vitest";
import { PLAN, decide, planProject, readFile } from "./plan-project.js";
import { runHere } from "./run-plugin.js";

/** A configuration with a rule of layout that sorts the import lines of a file. */
const SORTED = outdent`
  import errorContract from "eslint-plugin-error-contract";
  import { defineConfig } from "eslint/config";
  import tseslint from "typescript-eslint";

  const sorted = {
    meta: { type: "layout", fixable: "code" },
    create: (context) => ({
      Program(node) {
        const imports = node.body.filter(({ type }) => type === "ImportDeclaration");
        const lines = imports.map((each) => context.sourceCode.getText(each));
        const from = (line) => /from "(.*)"/.exec(line)[1];
        const right = [...lines].sort((one, other) => (from(one) < from(other) ? -1 : 1)).join("\\n");
        const range = [imports[0]?.range[0], imports.at(-1)?.range[1]];
        if (right !== lines.join("\\n"))
          context.report({ node, message: "Sort.", fix: (fixer) => fixer.replaceTextRange(range, right) });
      },
    }),
  };
  const problem = { ...sorted, meta: { type: "problem", fixable: "code" } };
  problem.create = (context) => ({
    DebuggerStatement: (node) => context.report({ node, message: "No.", fix: (fixer) => fixer.remove(node) }),
  });

  export default defineConfig([
    {
      files: ["src/**/*.ts"],
      extends: [errorContract.configs.recommended],
      languageOptions: { parser: tseslint.parser },
      plugins: { local: { rules: { sorted, problem } } },
      rules: { "local/sorted": "error", "local/problem": "error" },
    },
  ]);\n
`;
const READ = outdent`
  import { notes } from "./notes.js";
  import { open } from "zebra";

  export function readNote(name: string): string {
    debugger;
    const note = notes.get(open(name));
    if (note === undefined) throw new Error(\`Note not found: \${name}\`);
    return note;
  }\n
`;

async function applied(files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = planProject({ "eslint.config.js": SORTED, ...files });
  await runHere(cwd, "plan");
  decide(cwd, "not found", "NOT_FOUND");
  expect(await runHere(cwd, "apply", "--write")).toMatchObject({ status: 0 });
  return cwd;
}

describe("apply", () => {
  it("sorts imports by the project's ESLint, and fixes nothing but layout", async () => {
    const cwd = await applied({ "src/read.ts": READ });
    const text = readFile(cwd, "src/read.ts");
    expect([...text.matchAll(/from "(.*)"/g)].map(([, from]) => from)).toEqual([
      "./notes.js",
      "error-contract/standard",
      "zebra",
    ]);
    expect(text).toContain("debugger;");
    const [result] = await new ESLint({ cwd }).lintFiles(["src"]);
    expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(["local/problem"]);
  });

  it("leaves the order of imports alone that was another one before", async () => {
    const lines = READ.split("\n");
    const turned = [lines[1], lines[0], ...lines.slice(2)].join("\n");
    const cwd = await applied({ "src/read.ts": turned });
    expect(readFile(cwd, "src/read.ts").indexOf("zebra")).toBeLessThan(
      readFile(cwd, "src/read.ts").indexOf("./notes.js"),
    );
  });
});

it("init writes its block in the order of a rule that sorts, and is of another type than layout", async () => {
  const config = outdent`
    const sort = {
      create: (context) => ({
        ObjectExpression(node) {
          const name = ({ key }) => key.name ?? key.value;
          const right = [...node.properties].sort((one, other) => (name(one) < name(other) ? -1 : 1));
          const write = (fixer) =>
            node.properties.map((each, index) => fixer.replaceText(each, context.sourceCode.getText(right[index])));
          if (right.some((each, index) => each !== node.properties[index]))
            context.report({ fix: write, message: "Sort.", node });
        },
      }),
      meta: { fixable: "code", type: "suggestion" },
    };

    export default [
      { plugins: { local: { rules: { "sort-objects": sort } } }, rules: { "local/sort-objects": "error" } },
    ];\n
  `;
  const cwd = planProject({ "eslint.config.js": config, "src/read.js": "export const notes = [];\n" });
  const lint = async () => (await new ESLint({ cwd }).lintFiles(["eslint.config.js"])).flatMap((each) => each.messages);
  expect(await lint()).toEqual([]);
  await runHere(cwd, "init", "--yes");
  expect(readFile(cwd, "eslint.config.js")).toMatch(/extends: .*\n\s+files: /);
  expect(await lint()).toEqual([]);
});

it("plan formats its file, and reads it again", async () => {
  const cwd = planProject({ "src/read.ts": READ });
  const settings = { printWidth: 100, parser: "yaml" };
  for (const decision of ["", "NOT_FOUND"]) {
    await runHere(cwd, "plan");
    const text = readFile(cwd, PLAN);
    expect(await prettier.format(text, settings)).toBe(text);
    if (decision === "") decide(cwd, "not found", "NOT_FOUND");
    else expect(text).toContain("decision: NOT_FOUND");
  }
});

it("what a project commits is formatted, and not written again for its layout", async () => {
  const tool = 'server.registerTool("read", {}, () => {\n  throw toolError("NOT_FOUND", "No note");\n});\n';
  const imports = 'import { toolError } from "error-contract/standard";\n';
  const cwd = planProject({ "src/server.js": `${imports}const server = new McpServer({ name: "notes" });\n${tool}` });
  const formatted = (name: string) => prettier.format(readFile(cwd, name), { printWidth: 100, filepath: name });
  await runHere(cwd, "report", "--update-baseline");
  const { stderr } = await runHere(cwd, "report", "--markdown", "report.md");
  expect(stderr).toContain("error-contract.failures.json");
  const types = ["--types", "failures.ts", "--markdown", "failures.md"];
  await runHere(cwd, "failures", ...types);
  const kept = [
    "error-contract.failures.json",
    "error-contract.baseline.json",
    "report.md",
    "failures.ts",
    "failures.md",
  ];
  for (const name of kept) expect(readFile(cwd, name), name).toBe(await formatted(name));
  expect(readFile(cwd, "error-contract.failures.json")).toContain('["NOT_FOUND"]');
  const again = await runHere(cwd, "report");
  expect(again.stderr).not.toContain("error-contract.failures.json");
  expect((await runHere(cwd, "failures", "--check", ...types)).status).toBe(0);
});
