import * as typescriptParser from "@typescript-eslint/parser";
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { Linter } from "eslint";
import * as espree from "espree";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { planImport } from "../../rules/dist/edits/plan-import.js";
import { exchangeImport, isUnused, removeImport } from "../../rules/dist/edits/remove-import.js";
import { lines } from "../kit/lines.js";

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
    code: lines`
      import { Old, a } from "m";
    `,
    output: lines`
      import { a } from "m";
    `,
  },
  {
    name: "a name between others",
    code: lines`
      import { a, Old, b } from "m";
    `,
    output: lines`
      import { a, b } from "m";
    `,
  },
  {
    name: "the last of several names",
    code: lines`
      import { a, Old } from "m";
    `,
    output: lines`
      import { a } from "m";
    `,
  },
  {
    name: "an alias",
    code: lines`
      import { a, Older as Old } from "m";
    `,
    output: lines`
      import { a } from "m";
    `,
  },
  {
    name: "the last name before a trailing comma",
    code: lines`
      import {
        a,
        Old,
      } from "m";
    `,
    output: lines`
      import {
        a,
      } from "m";
    `,
  },
  {
    name: "a line of a list",
    code: lines`
      import {
        Old,
        a, // why
      } from "m";
    `,
    output: lines`
      import {
        a, // why
      } from "m";
    `,
  },
  {
    name: "several names of one import",
    remove: ["Old", "OLD_CODES", "c"],
    code: lines`
      import { Old, OLD_CODES, a, b, c } from "m";
    `,
    output: lines`
      import { a, b } from "m";
    `,
  },
  {
    name: "all names beside a default",
    remove: ["Old", "a"],
    code: lines`
      import m, { Old, a } from "m";
    `,
    output: lines`
      import m from "m";
    `,
  },
  {
    name: "a default beside names",
    code: lines`
      import Old, { a } from "m";
    `,
    output: lines`
      import { a } from "m";
    `,
  },
  {
    name: "a default and a name beside others",
    remove: ["Old", "a"],
    code: lines`
      import Old, { a, b } from "m";
    `,
    output: lines`
      import { b } from "m";
    `,
  },
  {
    name: "a default beside a namespace",
    code: lines`
      import Old, * as m from "m";
    `,
    output: lines`
      import * as m from "m";
    `,
  },
  {
    name: "a namespace beside a default",
    code: lines`
      import m, * as Old from "m";
    `,
    output: lines`
      import m from "m";
    `,
  },
  {
    name: "nothing when a comment of the name would be lost",
    code: lines`
      import { Old /* why */, a } from "m";
    `,
  },
  {
    name: "nothing when a comment before the name would be lost",
    code: lines`
      import { a, /* why */ Old } from "m";
    `,
  },
];

const statements: Case[] = [
  {
    name: "the only name with its line",
    code: lines`
      import a from "a";
      import { Old } from "m";
      import b from "b";
    `,
    output: lines`
      import a from "a";
      import b from "b";
    `,
  },
  {
    name: "the first statement with the blank line after it",
    code: lines`
      import { Old } from "m";

      f();
    `,
    output: lines`
      f();
    `,
  },
  {
    name: "all imports of a file",
    remove: ["Old", "a"],
    code: lines`
      import { Old } from "m";
      import a from "a";

      f();
    `,
    output: lines`
      f();
    `,
  },
  {
    name: "the only statement",
    code: 'import { Old } from "m";',
    output: "",
  },
  {
    name: "the last line without a line break",
    code: outdent`
      f();
      import { Old } from "m";
    `,
    output: "f();",
  },
  {
    name: "a namespace",
    code: lines`
      import * as Old from "m";
      f();
    `,
    output: lines`
      f();
    `,
  },
  {
    name: "a default",
    code: lines`
      import Old from "m";
      f();
    `,
    output: lines`
      f();
    `,
  },
  {
    name: "the statement but not the header above it",
    code: lines`
      /* License */
      import { Old } from "m";

      f();
    `,
    output: lines`
      /* License */

      f();
    `,
  },
  {
    name: "one of two blank lines around it",
    code: lines`
      "use strict";

      import { Old } from "m";

      f();
    `,
    output: lines`
      "use strict";

      f();
    `,
  },
  {
    name: "the line with its line ending",
    code: 'import a from "a";\r\nimport { Old } from "m";\r\nf();\r\n',
    output: 'import a from "a";\r\nf();\r\n',
  },
  {
    name: "a statement that shares its line with the next",
    code: lines`
      import { Old } from "m"; f();
    `,
    output: lines`
      f();
    `,
  },
  {
    name: "a statement that shares its line with the previous",
    code: lines`
      f(); import { Old } from "m";
    `,
    output: lines`
      f();
    `,
  },
  {
    name: "the statement but not the semicolon of the next line",
    code: lines`
      const a = 1
      const Old = require("m")
      ;[a].map(f)
    `,
    output: lines`
      const a = 1
      ;[a].map(f)
    `,
  },
  {
    name: "nothing when the next line would continue the previous",
    code: lines`
      const a = b
      import { Old } from "m";
      (f)();
    `,
  },
  {
    name: "nothing when the statement has a comment",
    code: lines`
      import { Old /* why */ } from "m";
      f();
    `,
  },
  {
    name: "nothing when a comment follows on the line",
    code: lines`
      import { Old } from "m"; // legacy
      f();
    `,
  },
  {
    name: "nothing below an instruction about the line",
    code: lines`
      // eslint-disable-next-line no-restricted-imports
      import { Old } from "m";
      f();
    `,
  },
];

const requires: Case[] = [
  {
    name: "a name of a pattern",
    code: lines`
      const { a, Old, b: c } = require("m");
    `,
    output: lines`
      const { a, b: c } = require("m");
    `,
  },
  {
    name: "an alias in a pattern",
    code: lines`
      const { a, older: Old } = require("m");
    `,
    output: lines`
      const { a } = require("m");
    `,
  },
  {
    name: "the only name of a pattern",
    code: lines`
      const { Old } = require("m");
      f();
    `,
    output: lines`
      f();
    `,
  },
  {
    name: "a required module",
    code: lines`
      const Old = require("m");
      f();
    `,
    output: lines`
      f();
    `,
  },
  {
    name: "a required member",
    code: lines`
      const Old = require("m").Old;
      f();
    `,
    output: lines`
      f();
    `,
  },
  {
    name: "one of several declarators",
    code: lines`
      const { Old } = require("m"), a = require("a");
    `,
    output: lines`
      const a = require("a");
    `,
  },
  {
    name: "a name and a declarator at once",
    remove: ["Old", "a"],
    code: lines`
      const { Old, b } = require("m"), a = require("a");
    `,
    output: lines`
      const { b } = require("m");
    `,
  },
  {
    name: "a require within a function",
    code: lines`
      function f() {
        const { Old } = require("m");
        return 1;
      }
    `,
    output: lines`
      function f() {
        return 1;
      }
    `,
  },
  {
    name: "nothing beside a rest, which would take the name in",
    code: lines`
      const { Old, ...rest } = require("m");
    `,
  },
  {
    name: "nothing with a default",
    code: lines`
      const { Old = f() } = require("m");
    `,
  },
  {
    name: "nothing of a nested pattern",
    code: lines`
      const { a: { Old } } = require("m");
    `,
  },
  {
    name: "nothing but requires",
    code: lines`
      const Old = f();
    `,
  },
  {
    name: "nothing that the file exports",
    code: lines`
      export const { Old } = require("m");
    `,
  },
  {
    name: "nothing below the type of a require",
    code: lines`
      /** @type {import("m")} */
      const Old = require("m");
      f();
    `,
  },
];

const typescript: Case[] = [
  {
    name: "a type-only import",
    code: lines`
      import type { Old } from "m";
      f();
    `,
    output: lines`
      f();
    `,
  },
  {
    name: "an inline type",
    code: lines`
      import { a, type Old } from "m";
      f();
    `,
    output: lines`
      import { a } from "m";
      f();
    `,
  },
  {
    name: "an imported require",
    code: lines`
      import Old = require("m");
      f();
    `,
    output: lines`
      f();
    `,
  },
  {
    name: "nothing of a namespace alias",
    code: lines`
      import Old = a.b;
      f();
    `,
  },
  {
    name: "nothing that has a second declaration",
    code: lines`
      import { Old } from "m";
      interface Old {}
    `,
  },
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
  const { output } = lint(
    lines`
      import { a, Old } from "m";
    `,
    "typescript",
    ["Old"],
    (fixer, sourceCode, [variable]) => {
      return removeImport(fixer, sourceCode, variable?.defs[0]?.node as TSESTree.ImportSpecifier);
    },
  );
  expect(output).toBe(lines`
    import { a } from "m";
  `);
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
    code: outdent`
      import { Old } from "m";
      /** @throws {Old} when */
      f();
    `,
    unused: false,
  },
  {
    name: "a link in JSDoc is a use",
    code: outdent`
      import { Old } from "m";
      /** As {@link Old}. */
      f();
    `,
    unused: false,
  },
  {
    name: "a word of a comment is no use",
    code: outdent`
      import { Old } from "m";
      /** Old things. */
      f();
    `,
    unused: true,
  },
  {
    name: "a longer word in JSDoc is no use",
    code: outdent`
      import { Old } from "m";
      /** {@link Older} */
      f();
    `,
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
    code: lines`
      // @ts-check
      import { Old } from "./old.js";

      f();
    `,
    output: lines`
      // @ts-check
      import { SystemError } from "m";

      f();
    `,
  },
  {
    name: "the new import follows one that stays",
    code: lines`
      import { Old } from "./old.js";
      import a from "a";

      f();
    `,
    output: lines`
      import a from "a";
      import { SystemError } from "m";

      f();
    `,
  },
  {
    name: "several old imports make way for one",
    remove: ["Old", "CODES"],
    code: lines`
      import { Old } from "./old.js";
      import { CODES } from "./codes.js";

      f();
    `,
    output: lines`
      import { SystemError } from "m";

      f();
    `,
  },
  {
    name: "the old import of the module takes the new name",
    code: lines`
      import { a, Old } from "m";
      f();
    `,
    output: lines`
      import { a, SystemError } from "m";
      f();
    `,
  },
  {
    name: "the list of an import is exchanged",
    code: lines`
      import {
        a,
        Old,
      } from "m";
      f();
    `,
    output: lines`
      import {
        a,
        SystemError,
      } from "m";
      f();
    `,
  },
  {
    name: "the only name of the module is exchanged",
    code: lines`
      import { Old } from "m";
      f();
    `,
    output: lines`
      import { SystemError } from "m";
      f();
    `,
  },
  {
    name: "the only name beside a default is exchanged",
    code: lines`
      import m, { Old } from "m";
      f();
    `,
    output: lines`
      import m from "m";
      import { SystemError } from "m";
      f();
    `,
  },
  {
    name: "the name of the old import is free for the new one",
    remove: ["SystemError"],
    code: lines`
      import { SystemError } from "./old.js";
      f();
    `,
    output: lines`
      import { SystemError } from "m";
      f();
    `,
  },
  {
    name: "an import that is there already is used",
    code: lines`
      import { SystemError } from "m";
      import { Old } from "./old.js";
      f();
    `,
    output: lines`
      import { SystemError } from "m";
      f();
    `,
  },
  {
    name: "a require takes the place of a require",
    code: lines`
      const { Old } = require("./old")

      ;(() => 1)()
    `,
    output: lines`
      const { SystemError } = require("m")

      ;(() => 1)()
    `,
  },
  {
    name: "a name of a pattern is exchanged",
    code: lines`
      const { a, Old } = require("m");
      f();
    `,
    output: lines`
      const { a, SystemError } = require("m");
      f();
    `,
  },
  {
    name: "nothing is exchanged when a comment would be lost",
    code: lines`
      import { Old } from "./old.js"; // why
    `,
  },
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
