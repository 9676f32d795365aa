import * as typescriptParser from "@typescript-eslint/parser";
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { Linter } from "eslint";
import * as espree from "espree";
import { expect } from "vitest";
import { type LintContext, createLintContext } from "../../rules/dist/contract/lint-context.js";
import { planImport } from "../../rules/dist/edits/imports.js";
import { readRewrite } from "../kit/marked-rewrite.js";

export interface Case {
  name: string;
  /** The code, with what the edit makes of it; without a change no plan is expected. */
  marked: string;
  wanted?: readonly string[];
  /** The module to import from; a package without it. */
  module?: string;
  equivalent?: (module: string) => boolean;
  filename?: string;
  sourceType?: "module" | "script" | "commonjs";
}

export const parsers = { espree, typescript: typescriptParser };

/** `fail()` becomes `made(...)` with every wanted name; a plan for each `made(...)` is what the second run looks at. */
function run(code: string, parser: keyof typeof parsers, test: Case) {
  const plans: ReturnType<typeof planImport>[] = [];
  const edits: TSESLint.RuleFix[] = [];
  const wanted = {
    module: test.module ?? "m",
    names: test.wanted ?? ["SystemError"],
    ...(test.equivalent && { equivalent: test.equivalent }),
  };
  const rule = {
    meta: { fixable: "code" },
    create(context: LintContext["context"]) {
      const lint = createLintContext(context);
      return {
        "CallExpression[callee.name='made']"(node: TSESTree.CallExpression) {
          const plan = planImport(wanted, node, lint);
          plans.push(plan);
          const fix = (fixer: TSESLint.RuleFixer) => {
            edits.push(...(plan?.apply(fixer) ?? []));
            return null;
          };
          context.report({ node, message: "made", fix } as never);
        },
        "CallExpression[callee.name='fail']"(node: TSESTree.CallExpression) {
          const plan = planImport(wanted, node, lint);
          if (!plan) return;
          const fix = (fixer: TSESLint.RuleFixer) => [
            fixer.replaceText(node, `made(${[...plan.locals.values()].join(", ")})`),
            ...plan.apply(fixer),
          ];
          context.report({ node, message: "fail", fix } as never);
        },
      };
    },
  };
  const config = {
    files: ["**/*.{js,cjs,mjs,ts,cts}"],
    languageOptions: { parser: parsers[parser], sourceType: test.sourceType ?? "module" },
    plugins: { test: { rules: { import: rule } } },
    rules: { "test/import": "error" },
    linterOptions: { reportUnusedDisableDirectives: "off" },
  } as unknown as Linter.Config;
  const filename = test.filename ?? (parser === "espree" ? "file.js" : "file.ts");
  const result = new Linter({ configType: "flat" }).verifyAndFix(code, config, { filename });
  return { ...result, plans, edits };
}

export function check(parser: keyof typeof parsers, test: Case) {
  const expected = readRewrite(test.marked);
  const { messages, output } = run(expected.code, parser, test);
  expect(output).toBe(expected.output);
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  if (expected.output === expected.code) return;

  const again = run(output, parser, test);
  expect(again.plans.length).toBeGreaterThan(0);
  expect(again.plans.every((plan) => plan?.missing.length === 0)).toBe(true);
  expect(again.edits).toEqual([]);
}

export const two = ["SystemError", "CODES"];
export const own = (module: string) => module === "../core/system-error.js";
