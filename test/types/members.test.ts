import { outdent } from "outdent";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Origin, TypeMember } from "../../rules/dist/types/type-facts.js";
import { PROVIDERS } from "./asked.js";
import { typeProject } from "./type-project.js";

const project = typeProject();
afterAll(() => project.remove());

/** "object AppError from file < SystemError from kaiza, Error from lib" */
function shown({ kind, name, origin, bases, value }: TypeMember): string {
  const own = [kind, value === undefined ? name : JSON.stringify(value)].join(" ") + source(origin);
  const above = [...bases].map((base) => `${base.implemented ? "implements " : ""}${base.name}${source(base.origin)}`);
  return above.length === 0 ? own : `${own} < ${above.join(", ")}`;
}

function source(origin: Origin | undefined): string {
  if (!origin) return "";
  return ` from ${origin.from === "package" ? origin.package : origin.from}`;
}

function membersOf(code: string, file?: string): string[] {
  return project.askOne(code, (facts, node) => facts.members(node), `app/${file ?? "case.ts"}`).map(shown);
}

const SYSTEM_ERROR = "SystemError from kaiza, ContractError from kaiza, Error from lib";

describe.each(PROVIDERS)("%s", (provider) => {
  beforeAll(() => {
    project.provider = provider;
  });

  describe("members", () => {
    it.each(
      Object.entries({
        "any is any": { code: "declare const x: any; /* ? */ x", members: ["any any"] },
        "unknown is unknown": { code: "declare const x: unknown; /* ? */ x", members: ["unknown unknown"] },
        "a caught value is unknown": { code: "try {} catch (e) { /* ? */ e }", members: ["unknown unknown"] },
        "an instance of an import that does not resolve": {
          code: `import { Gone } from "./gone.js"; /* ? */ new Gone()`,
          members: ["unresolved unresolved"],
        },
        "a value of an import that does not resolve": {
          code: `import { gone } from "gone"; /* ? */ gone`,
          members: ["unresolved unresolved"],
        },
        "each member of a union": {
          code: "declare const x: Error | string | undefined | null; /* ? */ x",
          members: ["primitive string", "object Error from lib", "undefined undefined", "null null"],
        },
        "the two values of a boolean": {
          code: "declare const x: boolean; /* ? */ x",
          members: ["literal false", "literal true"],
        },
        "literals with their values": {
          code: `declare const x: "a" | 1; /* ? */ x`,
          members: ['literal "a"', "literal 1"],
        },
        "a class that extends a variable beside an interface of its name": {
          code: outdent`
          interface Made extends Error { code: string }
          declare const Made: new () => Made;
          class Own extends Made {}
          /* ? */ new Own()
        `,
          members: ["object Own from file < Made from file, Error from lib"],
        },
        "enum members with their values": {
          code: `enum E { A = "a", B = 2 } declare const x: E; /* ? */ x`,
          members: ['literal "a" from file', "literal 2 from file"],
        },
        "patterns, symbols and branded strings are primitive": {
          code: "declare const x: `a${string}` | symbol | (string & { brand: 1 }); /* ? */ x",
          members: ["primitive symbol", "primitive `a${string}`", "primitive string & { brand: 1; }"],
        },
        "a class is no instance of itself": {
          code: `import { AppError } from "./errors.js"; /* ? */ AppError`,
          members: ["object typeof AppError"],
        },
        "an error of the library": {
          code: `/* ? */ new TypeError("x")`,
          members: ["object TypeError from lib < Error from lib"],
        },
        "a generic subclass": {
          code: `import { Generic } from "./errors.js"; /* ? */ new Generic(1)`,
          members: [`object Generic from file < AppError from file, ${SYSTEM_ERROR}`],
        },
        "an alias of an error class": {
          code: outdent`
          import { AppError } from "./errors.js";
          const E = AppError;
          type T = InstanceType<typeof E>;
          declare const x: T;
          /* ? */ x
        `,
          members: [`object AppError from file < ${SYSTEM_ERROR}`],
        },
        "a class that only implements Error": {
          code: `import { Promised } from "./errors.js"; /* ? */ new Promised()`,
          members: ["object Promised from file < implements Error from lib"],
        },
        "a mixin's parts": {
          code: `
        const mixed = <T extends new (...args: any[]) => object>(base: T) => class Mixed extends base {};
        class Own extends mixed(Error) {}
        /* ? */ new Own()`,
          members: ["object Own from file < Mixed from file, Error from lib"],
        },
        "a read-only error": {
          code: "declare const x: Readonly<Error>; /* ? */ x",
          members: ["object Readonly from lib < Error from lib"],
        },
        "the parts of an intersection": {
          code: "declare const x: TypeError & { code: string }; /* ? */ x",
          members: ["object TypeError & { code: string; } < TypeError from lib, Error from lib"],
        },
        "a type parameter stands as its constraint": {
          code: "function f<T extends TypeError | string>(x: T) { /* ? */ x }",
          members: ["primitive string", "object TypeError from lib < Error from lib"],
        },
        "a type parameter without constraint is unknown": {
          code: "function f<T>(x: T) { /* ? */ x }",
          members: ["unknown unknown"],
        },
        "an open conditional type has both arms": {
          code: "function f<T>(x: T extends string ? TypeError : null) { /* ? */ x }",
          members: ["object TypeError from lib < Error from lib", "null null"],
        },
        "a class of a linked workspace package": {
          code: `import { SharedError } from "@acme/shared"; /* ? */ new SharedError()`,
          members: ["object SharedError from @acme/shared < Error from lib"],
        },
        "a class of an ambient module": {
          code: `import { KaizaError } from "legacy-errors"; /* ? */ new KaizaError()`,
          members: ["object KaizaError from legacy-errors < Error from lib"],
        },
        "a library interface that the project adds to stays the library's": {
          code: "declare global { interface Error { code?: string } } export {}; /* ? */ new Error()",
          members: ["object Error from lib"],
        },
        "a call that the declaration of its function types": {
          code: outdent`
          import { AppError } from "./errors.js";
          declare function make(code: string): AppError;
          /* ? */ make("A")
        `,
          members: [`object AppError from file < ${SYSTEM_ERROR}`],
        },
        "a call that one of several signatures fits": {
          code: "declare function f(x: string): Error; declare function f(x: number): TypeError; /* ? */ f(1)",
          members: ["object TypeError from lib < Error from lib"],
        },
        "a method that gives the object it is called on": {
          code: outdent`
          class Base extends Error {
            with(): this {
              return this
            }
          }
          class Own extends Base {}
          /* ? */ new Own().with()
        `,
          members: ["object Own from file < Base from file, Error from lib"],
        },
        "a class of plain JavaScript": {
          code: `import { OldError } from "./legacy.js"; /* ? */ new OldError("A")`,
          members: ["object OldError from file < Error from lib"],
        },
      }),
    )("%s", (_, { code, members }) => {
      expect(membersOf(code).toSorted()).toEqual(members.toSorted());
    });

    it.each([
      {
        name: "plain javascript infers classes",
        file: "plain.js",
        code: `import { OldError } from "./legacy.js"; /* ? */ new OldError("A")`,
        members: ["object OldError from file < Error from lib"],
      },
      {
        name: "plain javascript has no type for parameters",
        file: "plain.js",
        code: "export function f(x) { /* ? */ x }",
        members: ["any any"],
      },
      {
        name: "checked javascript reads types from comments",
        file: "checked.js",
        code: `// @ts-check\n/** @param {TypeError} x */\nexport function f(x) { /* ? */ x }`,
        members: ["object TypeError from lib < Error from lib"],
      },
    ])("$name", ({ code, file, members }) => {
      expect(membersOf(code, file)).toEqual(members);
    });

    it.each([
      { name: "a class that extends itself", code: "class A extends A {} /* ? */ new A()" },
      { name: "a class that extends a value that is no class", code: "class A extends 1 {} /* ? */ new A()" },
      { name: "a circular constraint", code: "function f<T extends U, U extends T>(x: T) { /* ? */ x }" },
      { name: "a mapped type without a source", code: "declare const x: { [K in keyof Gone]: Gone[K] }; /* ? */ x" },
    ])("answers in broken code: $name", ({ code }) => {
      expect(membersOf(code)).toHaveLength(1);
    });
  });
});
