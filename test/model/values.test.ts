import * as parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import type { TSESTree } from "@typescript-eslint/utils";
import { expect, test } from "vitest";
import { type LintContext, createLintContext } from "../../rules/dist/contract/lint-context.js";
import { followValues, listValues } from "../../rules/dist/model/values.js";

/** Returns what a question about the argument of the last call of `ask` is answered with. */
function ask<Answer>(code: string, answer: (node: TSESTree.Node, lint: LintContext) => Answer) {
  const answers: Answer[] = [];
  const rule = {
    create: (context: unknown) => ({
      "CallExpression[callee.name='ask']"(call: unknown) {
        const [argument] = (call as TSESTree.CallExpression).arguments;
        if (argument) answers.push(answer(argument, createLintContext(context as LintContext["context"])));
      },
    }),
  };
  new Linter().verify(code, {
    languageOptions: { parser },
    plugins: { local: { rules: { ask: rule } } },
    rules: { "local/ask": "error" },
  });
  return answers.at(-1);
}

function describeValues(code: string): string | undefined {
  return ask(code, (node, lint) =>
    listValues(node, lint)
      .map(({ kind, node: end }) => `${kind} ${lint.sourceCode.getText(end)}`)
      .join(", "),
  );
}

const VALUES: readonly (readonly [name: string, code: string, values: string])[] = [
  ["a literal", `ask("a")`, `literal "a"`],
  ["a value with assertions around it", `ask({} as const satisfies object)`, "made {}"],
  ["an awaited value", `ask(await "a")`, `literal "a"`],
  ["both arms of a conditional", `ask(x ? "a" : "b")`, `literal "a", literal "b"`],
  ["both sides of a fallback", `ask("a" ?? "b")`, `literal "a", literal "b"`],
  ["the right side of a condition", `ask(x && "a")`, `literal "a"`],
  ["the last of a sequence", `ask(("a", "b"))`, `literal "b"`],
  ["the value of an assignment", `ask((x = "a"))`, `literal "a"`],
  ["a const through another one", `const a = "a"; const b = a; ask(b)`, `literal "a"`],
  [
    "what a let begins with and what is written to it",
    `let a = "a"; f(() => (a = "b")); ask(a)`,
    `literal "a", literal "b"`,
  ],
  ["no value that an assignment in front has replaced", `let a = "a"; a = "b"; ask(a)`, `literal "b"`],
  ["a let that may hold nothing yet", `let a; if (x) a = "a"; ask(a)`, `literal "a", unset a`],
  ["a let that surely holds something", `let a; a = "a"; ask(a)`, `literal "a"`],
  ["a text that grows", `let a = "a"; a += "b"; ask(a)`, `literal "a", made a += "b"`],
  ["a text that grows by a template", "let a = 'a'; a = `${a}b`; ask(a)", "made `${a}b`"],
  ["a write that the file does not show", `let a = "a"; [a] = f(); ask(a)`, `literal "a", unknown a`],
  ["an element of a loop", `for (const a of list) ask(a)`, "unknown a"],
  ["a circle", `let a = b, b = a; ask(a)`, ""],
  ["a parameter", `function f(a) { ask(a) }`, "parameter a"],
  ["a default of a parameter", `function f(a = "a") { ask(a) }`, `literal "a", parameter a`],
  ["a part of a parameter", `function f({ a }) { ask(a) }`, "parameter a"],
  ["a member of a parameter", `function f(a) { const b = a.b; ask(b.c) }`, "parameter b.c"],
  ["a caught value", `try { f() } catch (e) { ask(e) }`, "caught e"],
  ["a member of a caught value", `try { f() } catch (e) { ask(e.cause) }`, "caught e.cause"],
  ["a part of a caught value", `try { f() } catch ({ message }) { ask(message) }`, "caught message"],
  ["a rejection", `f().catch((reason) => ask(reason))`, "caught reason"],
  ["an import", `import { a } from "a"; ask(a)`, "import a"],
  ["a member of a required module", `const a = require("a"); ask(a.b)`, "import a.b"],
  ["a global", `ask(process.argv)`, "global process.argv"],
  ["a member of an object", `const a = { b: { c: "c" } }; ask(a.b.c)`, `literal "c"`],
  ["a part of an object", `const a = { b: "b" }; const { b } = a; ask(b)`, `literal "b"`],
  ["a member that is written again", `const a = { b: "b" }; a.b = f(); ask(a.b)`, `literal "b", unknown a.b`],
  ["a member of a frozen object", `const a = Object.freeze({ b: "b" }); ask(a.b)`, `literal "b"`],
  ["a member of an enum", `enum A { B = "b" } ask(A.B)`, `literal "b"`],
  ["a readonly field", `class A { readonly b = "b"; f() { ask(this.b) } }`, `literal "b"`],
  ["a field that may be written", `class A { b = "b"; f() { ask(this.b) } }`, `literal "b", unknown this.b`],
  ["a method", `class A { b() {} f() { ask(this.b) } }`, "made () {}"],
  ["a function", `function f() {} ask(f)`, "made function f() {}"],
  [
    "a call of a function of the file",
    `function f() { if (x) return "a"; return "b"; } ask(f())`,
    `literal "a", literal "b"`,
  ],
  ["a call of a method", `class A { b() { return "b"; } f() { ask(this.b()) } }`, `literal "b"`],
  ["what a call hands over", `const f = (a) => ({ a }).a ?? a; ask(f("a"))`, `unknown ({ a }).a, literal "a"`],
  ["a recursive call", `function f(a) { return x ? f(a) : a; } ask(f("a"))`, `literal "a"`],
  ["a call of another function", `ask(f())`, "unknown f()"],
  ["an instance", `class A {} ask(new A())`, "made new A()"],
];

test.each(VALUES)("follows %s", (_, code, values) => {
  expect(describeValues(code)).toBe(values);
});

test("ends a way through many names", () => {
  const names = Array.from({ length: 12 }, (_, index) => `const a${String(index + 1)} = a${String(index)};`);
  expect(describeValues(`const a0 = "a"; ${names.join(" ")} ask(a12)`)).toMatch(/^unknown a\d+$/);
});

test("lets a reader answer for a step, and go on with a part of a value", () => {
  const code = "const name = 'b'; const text = `${name}c`; ask(x ? text : trusted)";
  const read = ask(code, (node, lint) =>
    followValues<string>(node, lint, (value, follow) => {
      if (lint.sourceCode.getText(value.node) === "trusted") return ["trusted"];
      if (value.node.type === "TemplateLiteral") return value.node.expressions.flatMap(follow);
      return value.node.type === "Literal"
        ? [value.through.map((each) => lint.sourceCode.getText(each)).join(" > ")]
        : undefined;
    }),
  );
  expect(read).toEqual(["text > name", "trusted"]);
});
