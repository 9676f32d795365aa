import { afterAll, describe, expect, it } from "vitest";
import type { TypeMember } from "../../rules/dist/types/type-facts.js";
import { TYPESCRIPT_7 } from "../kit/native-project.js";
import { typeProject } from "./type-project.js";

const project = typeProject();
afterAll(() => project.remove());

const OWN = `class Own<T = 1> extends Error { declare x: T }\n`;

describe.each(TYPESCRIPT_7)("nodes of the linter's in %s", (provider) => {
  const asked = (code: string, file: string): readonly (readonly TypeMember[])[] =>
    project.ask(code, (facts, node) => facts.members(node), `app/${file}`);

  it.each(
    Object.entries({
      "behind letters of more than one unit": { code: `${OWN}const é = "💥𝒳"; /* ? */ new Own(); /* ? */ é` },
      "behind a byte order mark": { code: `\uFEFF${OWN}/* ? */ new Own()` },
      "behind a hashbang": { code: `#!/usr/bin/env node\n${OWN}/* ? */ new Own()` },
      "in lines that end with a carriage return": { code: `${OWN}\r\n\r\n/* ? */ new Own();\r\n` },
      "in parentheses": { code: `${OWN}f((/* ? */ new Own()), (((/* ? */ Own))))` },
      "at the end of the file": { code: `${OWN}/* ? */ Own` },
      "of statements without semicolons": { code: `${OWN}const a = /* ? */ new Own()\nconst b = () => /* ? */ a\n` },
      "an exported class": { code: `export /* ? */ class A extends Error {}` },
      "a class that is the default export": { code: `export default /* ? */ class A extends Error {}` },
      "a class without a name": { code: `export default /* ? */ class extends Error {}` },
      "a class with a decorator": { code: `declare const d: any;\n@d export /* ? */ class A extends Error {}` },
      "an exported function": { code: `export /* ? */ function f(): Error { throw 1 }` },
      "a parameter with a type": { code: `${OWN}const f = (/* ? */ e: Own) => e` },
      "a pattern with a type": { code: `${OWN}function f(/* ? */ { x }: Own) { return x }` },
      "a default value": { code: `${OWN}function f(e = /* ? */ new Own()) {}` },
      "a caught binding": { code: `try {} catch (/* ? */ e) {}` },
      "a shorthand property": { code: `${OWN}const e = new Own(); const o = { /* ? */ e }` },
      "a shorthand property of a pattern": { code: `const { /* ? */ message } = new Error()` },
      "a method": { code: `const o = { m: 1, f: /* ? */ function () { return 1 } }` },
      "a chain": { code: `declare const o: { a?: { b(): Error } }; /* ? */ o.a?.b().message` },
      "a chain that goes on behind its end": { code: `declare const o: { a?: Error }; (/* ? */ o.a?.message)!.length` },
      "an assertion": { code: `declare const x: unknown; f(/* ? */ x as Error, /* ? */ x!, /* ? */ x satisfies {})` },
      "an assertion of the old form": { code: `declare const x: unknown; f(/* ? */ <Error>x)` },
      "a template": { code: "const n = 1; f(/* ? */ `a${n}`, /* ? */ `b`)" },
      "a tagged template": { code: "declare function t(...x: unknown[]): Error; /* ? */ t`a${1}`" },
      "a sequence": { code: `f((/* ? */ 1, new Error()))` },
      "an instantiation": { code: `${OWN}const C = /* ? */ Own<string>` },
      "an import expression": { code: `async function g() { const m = await /* ? */ import("./errors.js") }` },
      "a type": { code: `${OWN}let a: /* ? */ Own<2>; let b: /* ? */ "a"; let c: /* ? */ Own["x"][]` },
      "a union of types": { code: `let a: /* ? */ Error | "a" | null` },
      "an array with holes": { code: `f(/* ? */ [, 1, new Error()])` },
      "a class that is an expression": { code: `const C = /* ? */ class extends Error {}` },
      "a private member": { code: `class A { #e = new Error(); f() { return /* ? */ this.#e } }` },
      "an element": {
        file: "element.tsx",
        code: `declare const x: Error; f(<a b={/* ? */ x}>{/* ? */ x.message}</a>)`,
      },
      "a cast in a comment": {
        file: "plain.js",
        code: `/** @type {any} */ let v; f(/** @type {Error} */ (/* ? */ v))`,
      },
      "types in comments": {
        file: "checked.js",
        code: `// @ts-check\n/** @typedef {{ a: Error }} T */\n/** @param {T} t */\nfunction f(t) { return /* ? */ t.a }`,
      },
      commonjs: { file: "script.cjs", code: `exports.a = /* ? */ new Error(); module.exports.b = /* ? */ 1` },
    }),
  )("%s", (_, { code, file = "case.ts" }) => {
    project.provider = "services";
    const expected = asked(code, file);
    project.provider = provider;
    expect(asked(code, file)).toEqual(expected);
    expect(expected).not.toHaveLength(0);
  });
});
