import { listImports } from "../../rules/dist/syntax/references.js";
import * as typescriptParser from "@typescript-eslint/parser";
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { Linter } from "eslint";
import * as espree from "espree";
import { expect, it } from "vitest";
import { type LintContext, createLintContext } from "../../rules/dist/contract/lint-context.js";
import { planImport } from "../../rules/dist/edits/imports.js";
import { removeImport } from "../../rules/dist/edits/remove-import.js";
import fc from "../kit/property.js";

type Edit = (lint: LintContext, call: TSESTree.Node) => TSESLint.ReportFixFunction;

const comments = [
  "// @ts-check",
  "/* eslint-disable no-undef */",
  "/* oxlint-disable no-undef */",
  "/* global notes */",
  "/** @file The notes. */",
  "/* A header. */",
  "// Copyright 2026",
  "/** Documentation. */",
  "// eslint-disable-next-line no-undef",
  "",
];
const existing = {
  esm: [
    'import a from "a"',
    'import { b } from "m"',
    'import {\n  c,\n  d, // why\n} from "m"',
    'import e, { f } from "m"',
    'import "m"',
    'import * as g from "m"',
    'import { SystemError as h } from "m"',
    "import {} from 'm'",
    'import i from "./i.js"',
    'import "@/j.js"',
  ],
  commonjs: [
    'const a = require("a")',
    'const { b } = require("m")',
    'const {\n  c,\n  d, // why\n} = require("m")',
    'const e = require("m")',
    "const { SystemError: f } = require('m')",
    "require('m')",
    'const g = require("./g.js")',
    'require("../h.js")',
  ],
};
const bodies = [
  "f(() => fail())",
  ";[1].map(() => fail())",
  "f((SystemError) => fail())",
  "class SystemError {}",
  "fail()",
];

const file = fc
  .record({
    mark: fc.constantFrom("", "\uFEFF"),
    shebang: fc.constantFrom("", "#!/usr/bin/env node\n"),
    directives: fc.subarray(['"use strict"', "'use client'"]),
    comments: fc.uniqueArray(fc.constantFrom(...comments)),
    imports: fc
      .constantFrom("esm" as const, "commonjs" as const)
      .chain((system) => fc.tuple(fc.constant(system), fc.subarray(existing[system]))),
    body: fc.subarray(bodies, { minLength: 1 }),
    semicolon: fc.constantFrom("", ";"),
    lineBreak: fc.constantFrom("\n", "\r\n"),
  })
  .map(({ body, comments: header, directives, imports: [system, imports], lineBreak, mark, semicolon, shebang }) => {
    const end = (line: string) => `${line}${semicolon}\n`;
    const marker = system === "commonjs" ? "\nexports.done = 1\n" : "\nexport {}\n";
    const parts = [directives.map(end), header.map((line) => `${line}\n`), imports.map(end), body.map(end), marker];
    return mark + (shebang + parts.flat().join("")).replaceAll("\n", lineBreak);
  });

/** Reports every `fail()` with the fix, and shows the file after at most `passes` passes. */
function apply(code: string, parser: object, edit: Edit) {
  const seen: { lint?: LintContext } = {};
  const create = (context: LintContext["context"]) => ({
    Program() {
      seen.lint = createLintContext(context);
    },
    "CallExpression[callee.name='fail']"(node: TSESTree.CallExpression) {
      context.report({ node, message: "fail", fix: edit(createLintContext(context), node) } as never);
    },
  });
  const config = {
    files: ["**/*.js"],
    languageOptions: { parser },
    plugins: { test: { rules: { import: { meta: { fixable: "code" }, create } } } },
    rules: { "test/import": "error" },
    linterOptions: { reportUnusedDisableDirectives: "off", noInlineConfig: true },
  } as unknown as Linter.Config;
  const { messages, output } = new Linter({ configType: "flat" }).verifyAndFix(code, config, { filename: "file.js" });
  expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
  return { output, lint: seen.lint! };
}

const commentsOf = ({ sourceCode }: LintContext) => sourceCode.getAllComments().map(({ value }) => value);
const directivesOf = ({ sourceCode: { ast } }: LintContext) =>
  ast.body.flatMap((node) => (node.type === "ExpressionStatement" && node.directive ? [node.directive] : []));

it.each([espree, typescriptParser])("whatever the file, the import parses and binds its name once", (parser) => {
  fc.assert(
    fc.property(file, (code) => {
      const before = apply(code, parser, () => () => null).lint;
      const { output, lint } = apply(code, parser, (current, call) => (fixer) => {
        const plan = planImport({ module: "m", names: ["SystemError"] }, call, current)!;
        return [fixer.replaceText(call, `made(${plan.locals.get("SystemError")})`), ...plan.apply(fixer)];
      });

      expect(commentsOf(lint)).toEqual(commentsOf(before));
      expect(directivesOf(lint)).toEqual(directivesOf(before));
      expect(lint.sourceCode.text.replaceAll("\r\n", "").includes(code.includes("\r\n") ? "\n" : "\r")).toBe(false);
      expect(output.startsWith("\uFEFF")).toBe(code.startsWith("\uFEFF"));
      for (const name of new Set([...output.matchAll(/made\((\w+)/g)].map(([, local]) => local))) {
        expect(listImports(lint.sourceCode).filter(({ variable }) => variable.name === name)).toHaveLength(1);
      }
    }),
  );
});

it.each([espree, typescriptParser])("whatever the file, a removal leaves all the other names", (parser) => {
  fc.assert(
    fc.property(file, fc.nat(), (code, choice) => {
      const before = apply(code, parser, () => () => null).lint;
      const names = (lint: LintContext) => listImports(lint.sourceCode).map(({ variable }) => variable.name);
      const removed = names(before)[choice % Math.max(names(before).length, 1)];
      let isRemoved = false;
      const { lint } = apply(code, parser, (current) => (fixer) => {
        const binding = listImports(current.sourceCode).find(({ variable }) => variable.name === removed);
        const edits = binding && removeImport(fixer, [binding.variable], current);
        isRemoved ||= edits !== undefined;
        return edits ?? null;
      });

      expect(names(lint)).toEqual(names(before).filter((name) => !isRemoved || name !== removed));
      expect(commentsOf(lint)).toEqual(commentsOf(before));
      expect(directivesOf(lint)).toEqual(directivesOf(before));
    }),
  );
});
