import type { TSESTree } from "@typescript-eslint/utils";
import { outdent } from "outdent";
import { expect, it } from "vitest";
import { isUnused } from "../../rules/dist/edits/remove-import.js";
import { parsers, lint } from "./lint-edit.js";

const uses: { name: string; code: string; unused: boolean; except?: string; only?: "typescript" }[] = [
  { name: "an import alone is unused", code: 'import { Old } from "m";', unused: true },

  { name: "a value is a use", code: 'import { Old } from "m"; new Old();', unused: false },
  { name: "an export is a use", code: 'import { Old } from "m"; export { Old };', unused: false },

  { name: "a JSX element is a use", code: 'import { Old } from "m"; f(<Old />);', unused: false },
  { name: "a namesake in a function is no use", code: 'import { Old } from "m"; f((a) => a.Old);', unused: true },
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
  { name: "a type is a use", code: 'import { Old } from "m"; let a: Old;', unused: false, only: "typescript" },
];

it.each(uses)("isUnused: $name", ({ code, except, only, unused }) => {
  for (const parser of only ? [only] : (Object.keys(parsers) as (keyof typeof parsers)[])) {
    let answer: boolean | undefined;
    lint(code, parser, ["Old"], (_fixer, [variable], lintContext) => {
      const rewritten = variable?.references.map(({ identifier }) => identifier.parent).filter(isNew) ?? [];
      answer = variable && isUnused(variable, lintContext, except ? rewritten : []);
      return undefined;
    });
    expect(answer).toBe(unused);
  }
});

function isNew(node: TSESTree.Node): boolean {
  return node.type === "NewExpression";
}
