import * as typescriptParser from "@typescript-eslint/parser";
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { Linter } from "eslint";
import * as espree from "espree";
import { describe, expect, it } from "vitest";
import { planImport } from "../../rules/dist/edits/plan-import.js";
import { exchangeImport, isUnused, removeImport } from "../../rules/dist/edits/remove-import.js";

type SourceCode = TSESLint.SourceCode;
type Variable = TSESLint.Scope.Variable;
type Edit = (
  fixer: TSESLint.RuleFixer,
  sourceCode: SourceCode,
  variables: Variable[],
) => TSESLint.RuleFix[] | undefined;

interface Case {
  name: string;
  code: string;
  /** Missing where nothing may be removed. */
  output?: string;
  remove?: readonly string[];
}

const parsers = { espree, typescript: typescriptParser };

/** Lints with one rule that reports the program once and applies the edit, in one pass. */
function lint(code: string, parser: keyof typeof parsers, names: readonly string[], edit: Edit): Linter.FixReport {
  let passes = 0;
  const create = (context: TSESLint.RuleContext<string, []>) => ({
    "Program:exit"(node: TSESTree.Program) {
      if (passes++ > 0) return;
      const { sourceCode } = context;
      const scopes = sourceCode.scopeManager?.scopes ?? [];
      const declared = scopes.flatMap(({ variables }) => variables).filter(({ defs }) => defs.length > 0);
      const variables = declared.filter(({ name }) => names.includes(name));
      expect(variables).toHaveLength(names.length);
      const fix = (fixer: TSESLint.RuleFixer) => edit(fixer, sourceCode, variables) ?? null;
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

function checkRemoval(parser: keyof typeof parsers, { code, output, remove = ["Old"] }: Case) {
  let result: TSESLint.RuleFix[] | undefined;
  const report = lint(code, parser, remove, (fixer, sourceCode, variables) => {
    return (result = removeImport(fixer, sourceCode, variables));
  });
  expect(report.output).toBe(output ?? code);
  expect(result === undefined).toBe(output === undefined);
  expect(report.messages.filter(({ fatal }) => fatal)).toEqual([]);
}

const specifiers: Case[] = [
  {
    name: "the first of several names",
    code: 'import { Old, a } from "m";\n',
    output: 'import { a } from "m";\n',
  },
  {
    name: "a name between others",
    code: 'import { a, Old, b } from "m";\n',
    output: 'import { a, b } from "m";\n',
  },
  {
    name: "the last of several names",
    code: 'import { a, Old } from "m";\n',
    output: 'import { a } from "m";\n',
  },
  {
    name: "an alias",
    code: 'import { a, Older as Old } from "m";\n',
    output: 'import { a } from "m";\n',
  },
  {
    name: "the last name before a trailing comma",
    code: 'import {\n  a,\n  Old,\n} from "m";\n',
    output: 'import {\n  a,\n} from "m";\n',
  },
  {
    name: "a line of a list",
    code: 'import {\n  Old,\n  a, // why\n} from "m";\n',
    output: 'import {\n  a, // why\n} from "m";\n',
  },
  {
    name: "several names of one import",
    remove: ["Old", "OLD_CODES", "c"],
    code: 'import { Old, OLD_CODES, a, b, c } from "m";\n',
    output: 'import { a, b } from "m";\n',
  },
  {
    name: "all names beside a default",
    remove: ["Old", "a"],
    code: 'import m, { Old, a } from "m";\n',
    output: 'import m from "m";\n',
  },
  {
    name: "a default beside names",
    code: 'import Old, { a } from "m";\n',
    output: 'import { a } from "m";\n',
  },
  {
    name: "a default and a name beside others",
    remove: ["Old", "a"],
    code: 'import Old, { a, b } from "m";\n',
    output: 'import { b } from "m";\n',
  },
  {
    name: "a default beside a namespace",
    code: 'import Old, * as m from "m";\n',
    output: 'import * as m from "m";\n',
  },
  {
    name: "a namespace beside a default",
    code: 'import m, * as Old from "m";\n',
    output: 'import m from "m";\n',
  },
  { name: "nothing when a comment of the name would be lost", code: 'import { Old /* why */, a } from "m";\n' },
  { name: "nothing when a comment before the name would be lost", code: 'import { a, /* why */ Old } from "m";\n' },
];

const statements: Case[] = [
  {
    name: "the only name with its line",
    code: 'import a from "a";\nimport { Old } from "m";\nimport b from "b";\n',
    output: 'import a from "a";\nimport b from "b";\n',
  },
  {
    name: "the first statement with the blank line after it",
    code: 'import { Old } from "m";\n\nf();\n',
    output: "f();\n",
  },
  {
    name: "all imports of a file",
    remove: ["Old", "a"],
    code: 'import { Old } from "m";\nimport a from "a";\n\nf();\n',
    output: "f();\n",
  },
  {
    name: "the only statement",
    code: 'import { Old } from "m";',
    output: "",
  },
  {
    name: "the last line without a line break",
    code: 'f();\nimport { Old } from "m";',
    output: "f();",
  },
  {
    name: "a namespace",
    code: 'import * as Old from "m";\nf();\n',
    output: "f();\n",
  },
  {
    name: "a default",
    code: 'import Old from "m";\nf();\n',
    output: "f();\n",
  },
  {
    name: "the statement but not the header above it",
    code: '/* License */\nimport { Old } from "m";\n\nf();\n',
    output: "/* License */\n\nf();\n",
  },
  {
    name: "one of two blank lines around it",
    code: '"use strict";\n\nimport { Old } from "m";\n\nf();\n',
    output: '"use strict";\n\nf();\n',
  },
  {
    name: "the line with its line ending",
    code: 'import a from "a";\r\nimport { Old } from "m";\r\nf();\r\n',
    output: 'import a from "a";\r\nf();\r\n',
  },
  {
    name: "a statement that shares its line with the next",
    code: 'import { Old } from "m"; f();\n',
    output: "f();\n",
  },
  {
    name: "a statement that shares its line with the previous",
    code: 'f(); import { Old } from "m";\n',
    output: "f();\n",
  },
  {
    name: "the statement but not the semicolon of the next line",
    code: 'const a = 1\nconst Old = require("m")\n;[a].map(f)\n',
    output: "const a = 1\n;[a].map(f)\n",
  },
  {
    name: "nothing when the next line would continue the previous",
    code: 'const a = b\nimport { Old } from "m";\n(f)();\n',
  },
  { name: "nothing when the statement has a comment", code: 'import { Old /* why */ } from "m";\nf();\n' },
  { name: "nothing when a comment follows on the line", code: 'import { Old } from "m"; // legacy\nf();\n' },
  {
    name: "nothing below an instruction about the line",
    code: '// eslint-disable-next-line no-restricted-imports\nimport { Old } from "m";\nf();\n',
  },
];

const requires: Case[] = [
  {
    name: "a name of a pattern",
    code: 'const { a, Old, b: c } = require("m");\n',
    output: 'const { a, b: c } = require("m");\n',
  },
  {
    name: "an alias in a pattern",
    code: 'const { a, older: Old } = require("m");\n',
    output: 'const { a } = require("m");\n',
  },
  {
    name: "the only name of a pattern",
    code: 'const { Old } = require("m");\nf();\n',
    output: "f();\n",
  },
  {
    name: "a required module",
    code: 'const Old = require("m");\nf();\n',
    output: "f();\n",
  },
  {
    name: "a required member",
    code: 'const Old = require("m").Old;\nf();\n',
    output: "f();\n",
  },
  {
    name: "one of several declarators",
    code: 'const { Old } = require("m"), a = require("a");\n',
    output: 'const a = require("a");\n',
  },
  {
    name: "a name and a declarator at once",
    remove: ["Old", "a"],
    code: 'const { Old, b } = require("m"), a = require("a");\n',
    output: 'const { b } = require("m");\n',
  },
  {
    name: "a require within a function",
    code: 'function f() {\n  const { Old } = require("m");\n  return 1;\n}\n',
    output: "function f() {\n  return 1;\n}\n",
  },
  { name: "nothing beside a rest, which would take the name in", code: 'const { Old, ...rest } = require("m");\n' },
  { name: "nothing with a default", code: 'const { Old = f() } = require("m");\n' },
  { name: "nothing of a nested pattern", code: 'const { a: { Old } } = require("m");\n' },
  { name: "nothing but requires", code: "const Old = f();\n" },
  { name: "nothing that the file exports", code: 'export const { Old } = require("m");\n' },
  {
    name: "nothing below the type of a require",
    code: '/** @type {import("m")} */\nconst Old = require("m");\nf();\n',
  },
];

const typescript: Case[] = [
  {
    name: "a type-only import",
    code: 'import type { Old } from "m";\nf();\n',
    output: "f();\n",
  },
  {
    name: "an inline type",
    code: 'import { a, type Old } from "m";\nf();\n',
    output: 'import { a } from "m";\nf();\n',
  },
  {
    name: "an imported require",
    code: 'import Old = require("m");\nf();\n',
    output: "f();\n",
  },
  { name: "nothing of a namespace alias", code: "import Old = a.b;\nf();\n" },
  { name: "nothing that has a second declaration", code: 'import { Old } from "m";\ninterface Old {}\n' },
];

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("removeImport under %s removes", (parser) => {
  it.each(specifiers)("$name", (test) => checkRemoval(parser, test));
  it.each(statements)("$name", (test) => checkRemoval(parser, test));
  it.each(requires)("$name", (test) => checkRemoval(parser, test));
});

describe("removeImport in TypeScript removes", () => {
  it.each(typescript)("$name", (test) => checkRemoval("typescript", test));
});

it("removeImport takes a specifier as well as its variable", () => {
  const { output } = lint('import { a, Old } from "m";\n', "typescript", ["Old"], (fixer, sourceCode, [variable]) => {
    return removeImport(fixer, sourceCode, variable?.defs[0]?.node as TSESTree.ImportSpecifier);
  });
  expect(output).toBe('import { a } from "m";\n');
});

const uses: { name: string; code: string; unused: boolean; except?: string; only?: "typescript" }[] = [
  { name: "an import alone is unused", code: 'import { Old } from "m";', unused: true },
  { name: "a require alone is unused", code: 'const { Old } = require("m");', unused: true },
  { name: "a value is a use", code: 'import { Old } from "m"; new Old();', unused: false },
  { name: "an export is a use", code: 'import { Old } from "m"; export { Old };', unused: false },
  { name: "a default export is a use", code: 'import { Old } from "m"; export default Old;', unused: false },
  { name: "a JSX element is a use", code: 'import { Old } from "m"; f(<Old />);', unused: false },
  { name: "a namesake in a function is no use", code: 'import { Old } from "m"; f((a) => a.Old);', unused: true },
  { name: "a reassignment is a use", code: 'let Old = require("m"); Old = 1;', unused: false },
  {
    name: "a type in JSDoc is a use",
    code: 'import { Old } from "m";\n/** @throws {Old} when */\nf();',
    unused: false,
  },
  { name: "a link in JSDoc is a use", code: 'import { Old } from "m";\n/** As {@link Old}. */\nf();', unused: false },
  { name: "a word of a comment is no use", code: 'import { Old } from "m";\n/** Old things. */\nf();', unused: true },
  {
    name: "a longer word in JSDoc is no use",
    code: 'import { Old } from "m";\n/** {@link Older} */\nf();',
    unused: true,
  },
  {
    name: "what a fix rewrites is no use",
    code: 'import { Old } from "m"; f(new Old());',
    unused: true,
    except: "new",
  },
  {
    name: "what a fix leaves is a use",
    code: 'import { Old } from "m"; Old; new Old();',
    unused: false,
    except: "new",
  },
  { name: "a type is a use", code: 'import { Old } from "m"; let a: Old;', unused: false, only: "typescript" },
  {
    name: "a queried type is a use",
    code: 'import { Old } from "m"; let a: typeof Old;',
    unused: false,
    only: "typescript",
  },
];

it.each(uses)("isUnused: $name", ({ code, except, only, unused }) => {
  for (const parser of only ? [only] : (Object.keys(parsers) as (keyof typeof parsers)[])) {
    let answer: boolean | undefined;
    lint(code, parser, ["Old"], (_fixer, sourceCode, [variable]) => {
      const rewritten = variable?.references.map(({ identifier }) => identifier.parent).filter(isNew) ?? [];
      answer = variable && isUnused(sourceCode, variable, except ? rewritten : []);
      return undefined;
    });
    expect(answer).toBe(unused);
  }
});

function isNew(node: TSESTree.Node): boolean {
  return node.type === "NewExpression";
}

const exchanges: Case[] = [
  {
    name: "the new import takes the place of the old one",
    code: '// @ts-check\nimport { Old } from "./old.js";\n\nf();\n',
    output: '// @ts-check\nimport { SystemError } from "m";\n\nf();\n',
  },
  {
    name: "the new import follows one that stays",
    code: 'import { Old } from "./old.js";\nimport a from "a";\n\nf();\n',
    output: 'import a from "a";\nimport { SystemError } from "m";\n\nf();\n',
  },
  {
    name: "several old imports make way for one",
    remove: ["Old", "CODES"],
    code: 'import { Old } from "./old.js";\nimport { CODES } from "./codes.js";\n\nf();\n',
    output: 'import { SystemError } from "m";\n\nf();\n',
  },
  {
    name: "the old import of the module takes the new name",
    code: 'import { a, Old } from "m";\nf();\n',
    output: 'import { a, SystemError } from "m";\nf();\n',
  },
  {
    name: "the list of an import is exchanged",
    code: 'import {\n  a,\n  Old,\n} from "m";\nf();\n',
    output: 'import {\n  a,\n  SystemError,\n} from "m";\nf();\n',
  },
  {
    name: "the only name of the module is exchanged",
    code: 'import { Old } from "m";\nf();\n',
    output: 'import { SystemError } from "m";\nf();\n',
  },
  {
    name: "the only name beside a default is exchanged",
    code: 'import m, { Old } from "m";\nf();\n',
    output: 'import m from "m";\nimport { SystemError } from "m";\nf();\n',
  },
  {
    name: "the name of the old import is free for the new one",
    remove: ["SystemError"],
    code: 'import { SystemError } from "./old.js";\nf();\n',
    output: 'import { SystemError } from "m";\nf();\n',
  },
  {
    name: "an import that is there already is used",
    code: 'import { SystemError } from "m";\nimport { Old } from "./old.js";\nf();\n',
    output: 'import { SystemError } from "m";\nf();\n',
  },
  {
    name: "a require takes the place of a require",
    code: 'const { Old } = require("./old")\n\n;(() => 1)()\n',
    output: 'const { SystemError } = require("m")\n\n;(() => 1)()\n',
  },
  {
    name: "a name of a pattern is exchanged",
    code: 'const { a, Old } = require("m");\nf();\n',
    output: 'const { a, SystemError } = require("m");\nf();\n',
  },
  { name: "nothing is exchanged when a comment would be lost", code: 'import { Old } from "./old.js"; // why\n' },
];

describe.each(Object.keys(parsers) as (keyof typeof parsers)[])("exchangeImport under %s", (parser) => {
  it.each(exchanges)("$name", ({ code, output, remove = ["Old"] }) => {
    const report = lint(code, parser, remove, (fixer, sourceCode, removing) => {
      const wanted = { module: "m", names: ["SystemError"] };
      const uses = sourceCode.ast.body.filter(({ type }) => type === "ExpressionStatement");
      const plan = planImport(sourceCode, uses, wanted, { removing });
      return plan && exchangeImport(fixer, sourceCode, plan);
    });
    expect(report.output).toBe(output ?? code);
    expect(report.messages.filter(({ fatal }) => fatal)).toEqual([]);
  });
});
