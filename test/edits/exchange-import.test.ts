import type { TSESTree } from "@typescript-eslint/utils";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { planImport } from "../../rules/dist/edits/plan-import.js";
import { exchangeImport, isUnused } from "../../rules/dist/edits/remove-import.js";
import { lines } from "../kit/lines.js";
import { type Case, parsers, lint } from "./lint-edit.js";

const uses: { name: string; code: string; unused: boolean; except?: string; only?: "typescript" }[] = [
  { name: "an import alone is unused", code: 'import { Old } from "m";', unused: true },

  { name: "a value is a use", code: 'import { Old } from "m"; new Old();', unused: false },
  { name: "an export is a use", code: 'import { Old } from "m"; export { Old };', unused: false },

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
        a, SystemError,
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
      const use = sourceCode.ast.body.findLast(({ type }) => type === "ExpressionStatement") ?? sourceCode.ast;
      const plan = planImport(sourceCode, use, wanted, { removing });
      return plan && exchangeImport(fixer, sourceCode, plan);
    });
    expect(report.output).toBe(output ?? code);
    expect(report.messages.filter(({ fatal }) => fatal)).toEqual([]);
  });
});
