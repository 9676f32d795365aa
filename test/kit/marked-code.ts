import path from "node:path";
import parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import * as espree from "espree";
import { expect } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import { nativeTypes, typedFolder } from "./rule-tester.js";
import { isWhole } from "./scope.js";

/** The settings of the `kaiza` preset with what `recommended` asks of a failure. */
export const lenientKaiza = { ...kaizaSettings, strictness: "recommended" } as const;

/** Who reads the code: TypeScript with type information, without, or ESLint's own parser. */
export type Host = "typed" | "untyped" | "javascript";

/** For code of which types say nothing more; all tests together show that they do not. */
export const syntaxHosts: readonly Host[] = isWhole ? ["untyped", "javascript", "typed"] : ["untyped", "javascript"];
/** The same for code that only TypeScript's parser reads. */
export const typescriptHosts: readonly Host[] = isWhole ? ["untyped", "typed"] : ["untyped"];

export interface LintOptions {
  readonly host?: Host;
  readonly options?: object;
  readonly settings?: object;
  readonly filename?: string;
}

interface Rule {
  readonly name: string;
  readonly rule: object;
}

const LANGUAGE: Record<Host, object> = {
  typed: {
    parser,
    parserOptions: {
      project: "./tsconfig.json",
      tsconfigRootDir: typedFolder,
      // In CI the parser reads each file from the disk once, where the text of a test never stands.
      disallowAutomaticSingleRunInference: true,
    },
  },
  untyped: { parser },
  javascript: { parser: espree },
};

/** Expects findings exactly where the code has «marks», and none in code without marks. */
export function expectFindings(rule: Rule, marked: string, lint: LintOptions = {}): void {
  const { code, ranges } = withoutMarks(marked);
  const found = findings(rule, code, lint).map(({ line, column, endLine, endColumn }) => [
    offsetOf(code, line, column),
    offsetOf(code, endLine ?? line, endColumn ?? column),
  ]);
  const shown = (list: readonly (readonly number[])[]) => list.map(([start, end]) => code.slice(start, end));
  expect(shown(found), code).toEqual(shown(ranges));
  expect(found).toEqual(ranges);
}

/** Code with «marks», and what it shows. */
export interface Case {
  readonly name: string;
  readonly code: string;
}

/** The cases of a table whose rows are the code of each, by its name. */
export const toCases = (table: Readonly<Record<string, string>>): readonly Case[] =>
  Object.entries(table).map(([name, code]) => ({ name, code }));

/** Makes what `it.each` checks cases with, of which each stands below the same lines. */
export const checkCases =
  (rule: Rule, above = "") =>
  (lint: LintOptions = {}) =>
  (each: Case): void =>
    expectFindings(rule, above + each.code, lint);

/** What a rule reports; with types, from typescript-eslint, and in all tests together from TypeScript 7 too. */
export function findings(rule: Rule, code: string, lint: LintOptions = {}): readonly Linter.LintMessage[] {
  const { host = "javascript", settings = kaizaSettings, ...rest } = lint;
  const filename = lint.filename ?? (host === "javascript" ? "file.js" : path.join(typedFolder, "file.ts"));
  const messages = messagesOf(rule, code, LANGUAGE[host], { ...rest, settings, filename });
  if (host === "typed" && isWhole) {
    const native = { ...rest, settings: { ...settings, types: nativeTypes }, filename };
    expect(messagesOf(rule, code, LANGUAGE.untyped, native), `from TypeScript 7:\n${code}`).toEqual(messages);
  }
  return messages;
}

function messagesOf(
  { name, rule }: Rule,
  code: string,
  languageOptions: object,
  { options, settings, filename }: LintOptions & { readonly filename: string },
): readonly Linter.LintMessage[] {
  const config = {
    files: ["**/*.js", "**/*.cjs", "**/*.mjs", "**/*.ts", "**/*.cts", "**/*.mts", "**/*.jsx", "**/*.tsx"],
    languageOptions,
    plugins: { "error-contract": { rules: { [name]: rule } } },
    rules: { [`error-contract/${name}`]: options ? ["error", options] : "error" },
    settings: { errorContract: settings },
  };
  // Outside of the folder that it runs in, ESLint finds no configuration.
  const cwd = path.isAbsolute(filename) ? path.dirname(filename) : typedFolder;
  const messages = new Linter({ cwd }).verify(code, [config as Linter.Config], { filename });
  const fatal = messages.find((message) => message.ruleId === null);
  if (fatal) throw new Error(`${fatal.message} at ${fatal.line}:${fatal.column} in\n${code}`);
  return messages;
}

function withoutMarks(marked: string): { code: string; ranges: number[][] } {
  const ranges: number[][] = [];
  const open: number[] = [];
  let code = "";
  for (const character of marked) {
    if (character === "«") open.push(code.length);
    else if (character === "»") ranges.push([open.pop() ?? 0, code.length]);
    else code += character;
  }
  return { code, ranges: ranges.sort(([one = 0], [other = 0]) => one - other) };
}

function offsetOf(code: string, line: number, column: number): number {
  const before = code.split("\n").slice(0, line - 1);
  return before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
}
