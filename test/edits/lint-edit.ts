import * as typescriptParser from "@typescript-eslint/parser";
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { Linter } from "eslint";
import * as espree from "espree";
import { expect } from "vitest";
import { readRewrite } from "../kit/marked-rewrite.js";
import { type LintContext, createLintContext } from "../../rules/dist/contract/lint-context.js";
import { removeImport } from "../../rules/dist/edits/remove-import.js";

type Variable = TSESLint.Scope.Variable;
type Edit = (fixer: TSESLint.RuleFixer, variables: Variable[], lint: LintContext) => TSESLint.RuleFix[] | undefined;

export interface Case {
  name: string;
  /** The code, with what goes; without a change nothing may be removed. */
  marked: string;
  remove?: readonly string[];
}

export const parsers = { espree, typescript: typescriptParser };

/** Lints with one rule that reports the program once and applies the edit, in one pass. */
export function lint(
  code: string,
  parser: keyof typeof parsers,
  names: readonly string[],
  edit: Edit,
): Linter.FixReport {
  let passes = 0;
  const create = (context: LintContext["context"]) => ({
    "Program:exit"(node: TSESTree.Program) {
      if (passes++ > 0) return;
      const { sourceCode } = context;
      const scopes = sourceCode.scopeManager?.scopes ?? [];
      const declared = scopes.flatMap(({ variables }) => variables).filter(({ defs }) => defs.length > 0);
      const variables = declared.filter(({ name }) => names.includes(name));
      expect(variables).toHaveLength(names.length);
      const fix = (fixer: TSESLint.RuleFixer) => edit(fixer, variables, createLintContext(context)) ?? null;
      context.report({ node, message: "found", fix } as never);
    },
  });
  const config = {
    files: ["**/*.{jsx,tsx}"],
    languageOptions: { parser: parsers[parser], parserOptions: { ecmaFeatures: { jsx: true } } },
    plugins: { test: { rules: { import: { meta: { fixable: "code" }, create } } } },
    rules: { "test/import": "error" },
    linterOptions: { reportUnusedDisableDirectives: "off" },
  } as unknown as Linter.Config;
  const filename = parser === "espree" ? "file.jsx" : "file.tsx";
  return new Linter({ configType: "flat" }).verifyAndFix(code, config, { filename });
}

export function checkRemoval(parser: keyof typeof parsers, { marked, remove = ["Old"] }: Case) {
  const { code, output } = readRewrite(marked);
  let result: TSESLint.RuleFix[] | undefined;
  const report = lint(code, parser, remove, (fixer, variables, lintContext) => {
    return (result = removeImport(fixer, variables, lintContext));
  });
  expect(report.output).toBe(output);
  expect(result === undefined).toBe(output === code);
  expect(report.messages.filter(({ fatal }) => fatal)).toEqual([]);
}
