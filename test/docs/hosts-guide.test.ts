import path from "node:path";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import { codeBlocks } from "../kit/page.js";
import { projectWith } from "../kit/project.js";
import type { Language } from "../matrix/cells.js";
import { markedLines, projectFiles } from "../matrix/outcome.js";
import { VERSIONS } from "../matrix/versions.js";

const PAGE = "docs/guides/hosts.md";

const TSCONFIG = { compilerOptions: { module: "nodenext", strict: true, allowJs: true, types: [] }, include: ["src"] };

/** Who reads the code in the examples of a section. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  JavaScript: "javascript",
  CommonJS: "commonjs",
  TypeScript: "typed",
  "A preset by name": "javascript",
  "Another namespace": "javascript",
};

const examples = codeBlocks(PAGE).filter(({ language }) => language === "js");

const configured = (section: string, code: string) => {
  const [, name = ""] = /^\/\/ (eslint\.config\.c?js)/.exec(code) ?? [];
  const language = LANGUAGES[section]!;
  return projectWith({
    "package.json": JSON.stringify({ type: language === "commonjs" ? "commonjs" : "module" }),
    "tsconfig.json": JSON.stringify(TSCONFIG),
    ...projectFiles(language),
    [name]: code,
  });
};

async function findings(cwd: string): Promise<readonly string[]> {
  const results = await new ESLint({ cwd }).lintFiles(["."]);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, ruleId }) => {
      const file = path.relative(cwd, filePath).replaceAll("\\", "/");
      return `${file}:${line} ${String(ruleId?.split("/").at(-1))}`;
    }),
  );
}

describe(PAGE, () => {
  it.each(examples)("line $line: finds what the project is marked with", async ({ section, code }) => {
    expect(await findings(configured(section, code))).toEqual(markedLines(LANGUAGES[section]!));
  });

  it("names versions that the matrix tries", () => {
    const [block] = codeBlocks(PAGE).filter(({ language }) => language === "json");
    const { devDependencies } = JSON.parse(block!.code) as { devDependencies: Record<string, string> };
    expect(devDependencies).toMatchObject({
      "@typescript/native": `npm:typescript@${VERSIONS.typescript7}`,
      eslint: `^${VERSIONS.eslint.at(-1)!}`,
      typescript: VERSIONS.typescript6Alias,
      "typescript-eslint": `^${VERSIONS.typescriptEslint[0]}`,
    });
  });

  it("under `require`, stops where a file has no types, and names it", async () => {
    const { code } = examples.find((example) => example.code.includes(`types: "require"`))!;
    const untyped = code.replace(/parserOptions: .*/, "");
    await expect(findings(configured("TypeScript", untyped))).rejects.toThrow(
      /"require".*failures\.ts|failures\.ts.*"require"/s,
    );
  });

  it("under another namespace, has its name in every rule, and in comments", async () => {
    const { section, code } = examples.find((example) => example.section === "Another namespace")!;
    const cwd = configured(section, code);
    const eslint = new ESLint({ cwd });
    const config = (await eslint.calculateConfigForFile("src/store.js")) as { rules: Record<string, unknown> };
    expect(Object.keys(config.rules).filter((rule) => !rule.startsWith("ec/"))).toEqual([]);
    const [result] = await eslint.lintText(
      `/* eslint-disable-next-line ec/no-raw-error -- fine */\nthrow new Error("x");\n`,
      {
        filePath: path.join(cwd, "src/other.js"),
      },
    );
    expect(result?.messages).toEqual([]);
  });

  it("as an object beside another namespace, works under both", async () => {
    const { section, code } = examples.find((example) => example.section === "Another namespace")!;
    const both = code
      .replace(`extends: ["ec/kaiza"]`, "extends: [errorContract.configs.kaiza]")
      .replace("ec/no-error-leak", "ec/no-raw-error");
    const eslint = new ESLint({ cwd: configured(section, both) });
    const config = (await eslint.calculateConfigForFile("src/store.js")) as { rules: Record<string, unknown> };
    expect(Object.keys(config.rules)).toEqual(
      expect.arrayContaining(["ec/no-raw-error", "error-contract/no-raw-error"]),
    );
  });
});
