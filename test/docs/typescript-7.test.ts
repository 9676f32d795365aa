import path from "node:path";
import { describe, expect, it } from "vitest";
import { nativeProject, noneIsLeft, TYPESCRIPT_7 } from "../kit/native-project.js";
import { codeBlocks } from "../kit/page.js";
import { runNode } from "../kit/run-node.js";

const blocks = codeBlocks("docs/guides/typescript-7.md");
const block = (section: string, language = "js") =>
  blocks.find((each) => each.section === section && each.language === language)?.code ?? "";

// What is thrown, only types can tell.
const JAVASCRIPT = {
  "src/fail.js": `/** @returns {Error} */\nexport const fail = (name) => Object.assign(Object(name), { name });\n`,
  "src/use.js": `import { fail } from "./fail.js";\n\nexport function use() {\n  throw fail("use");\n}\n`,
};
const TYPESCRIPT = {
  "src/fail.d.ts": `export declare function fail(name: string): Error;\n`,
  "src/use.ts": `import { fail } from "./fail.js";\n\nexport function use(): void {\n  throw fail("use");\n}\n`,
};

describe.each(TYPESCRIPT_7)("docs/guides/typescript-7.md, %s: what it finds, only types can tell", (version) => {
  it.each([
    ["JavaScript on TypeScript 7", JAVASCRIPT, { typescript: version }],
    ["TypeScript on TypeScript 7", TYPESCRIPT, { typescript: "typescript", "@typescript/native": version }],
    ["TypeScript 5 or 6, but fast", TYPESCRIPT, { typescript: "typescript", "typescript-7": version }],
  ])("%s", async (section, files, installed) => {
    const folder = nativeProject({ ...files, "eslint.config.js": block(section) }, installed);
    const { stdout, stderr } = await runNode(
      [path.join(folder, "node_modules/eslint/bin/eslint.js"), "--format", "json", "src"],
      { cwd: folder },
    );
    expect(stderr).toBe("");
    const results = JSON.parse(stdout) as { messages: { ruleId: string; line: number }[] }[];
    const found = results.flatMap(({ messages }) => messages);
    expect(found).toMatchObject([{ ruleId: "error-contract/no-raw-error", line: 4 }]);
    await noneIsLeft(folder);
  });

  it("oxlint", async () => {
    const files = { ...JAVASCRIPT, ".oxlintrc.json": block("oxlint", "json") };
    const folder = nativeProject(files, { typescript: version });
    const { stdout } = await runNode([path.join(folder, "node_modules/oxlint/bin/oxlint"), "--format", "json", "src"], {
      cwd: folder,
    });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    expect(diagnostics.map(({ code, filename }) => [code, path.basename(filename)])).toEqual([
      ["error-contract(no-raw-error)", "use.js"],
    ]);
    await noneIsLeft(folder);
  });
});
