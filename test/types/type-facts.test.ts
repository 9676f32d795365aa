import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findServicesFacts } from "../../rules/dist/types/parser-services.js";
import type { TypeFacts } from "../../rules/dist/types/type-facts.js";
import { PROVIDERS } from "./asked.js";
import { typeProject } from "./type-project.js";
import { fail } from "../kit/thrown.js";

const project = typeProject();
afterAll(() => project.remove());

function ask<A>(code: string, question: (facts: TypeFacts, node: TSESTree.Node) => A, file = "case.ts"): A {
  return project.askOne(code, question, `app/${file}`);
}

describe.each(PROVIDERS)("%s", (provider) => {
  beforeAll(() => {
    project.provider = provider;
  });

  describe("neverReturns", () => {
    it.each([
      { name: "a function of type never", code: `import { raise } from "kaiza"; /* ? */ raise("x")`, never: true },
      {
        name: "an awaited function",
        code: "declare function f(): Promise<never>; async function g() { /* ? */ await f() }",
        never: true,
      },
      { name: "a promise that nobody awaits", code: "declare function f(): Promise<never>; /* ? */ f()", never: false },
      { name: "a function of type void", code: "declare function f(): void; /* ? */ f()", never: false },
    ])("$name", ({ code, never }) => {
      expect(ask(code, (facts, node) => facts.neverReturns(node as TSESTree.Expression))).toBe(never);
    });
  });

  describe("propertyValues", () => {
    it.each([
      { name: "a union of literals", code: `declare const x: { c: "A" | 1 }; f(/* ? */ x)`, values: ["A", 1] },
      {
        name: "several members of a type, of which one is nothing",
        code: `declare const x: { c: "A" } | { c: "B" } | undefined; f(/* ? */ x)`,
        values: ["A", "B"],
      },
      { name: "a wide type", code: `declare const x: { c: string }; f(/* ? */ x)`, values: undefined },
      { name: "a member without it", code: `declare const x: { c: "A" } | { d: 1 }; f(/* ? */ x)`, values: undefined },
    ])("$name", ({ code, values }) => {
      expect(ask(code, (facts, node) => facts.propertyValues(node, "c"))).toEqual(values);
    });
  });

  describe("origin", () => {
    const inKaiza = (name: string) => ({ from: "package", package: "kaiza", name });
    const inFile = (file: string, name: string) => ({ from: "file", file: project.path(`app/${file}`), name });
    const inLib = (name: string) => ({ from: "lib", name });

    it.each(
      Object.entries({
        "a global": { code: "/* ? */ Error", origin: inLib("Error") },
        "an import": {
          code: `import { SystemError } from "kaiza"; f(/* ? */ SystemError)`,
          origin: inKaiza("SystemError"),
        },
        "what a call makes of a function is no other name for it": {
          code: `declare function wrap<F>(f: F): F; function read() {} const wrapped = wrap(read); f(/* ? */ wrapped)`,
          origin: inFile("case.ts", "wrapped"),
        },
        "a re-export": {
          code: `import { SystemError } from "./barrel.js"; f(/* ? */ SystemError)`,
          origin: inKaiza("SystemError"),
        },
        "an ambient module": {
          code: `import { KaizaError } from "legacy-errors"; f(/* ? */ KaizaError)`,
          origin: { from: "package", package: "legacy-errors", name: "KaizaError" },
        },
        "a declaration": { code: "export /* ? */ class Own {}", origin: inFile("case.ts", "Own") },
        "a const alias of a class": {
          code: `import { SystemError } from "kaiza"; const E = SystemError; f(/* ? */ E)`,
          origin: inKaiza("SystemError"),
        },
        "a destructured function": {
          code: `import * as k from "kaiza"; const { raise: r } = k; f(/* ? */ r)`,
          origin: inKaiza("raise"),
        },
        "an enum member": { code: "enum E { A } f(/* ? */ E.A)", origin: inFile("case.ts", "E.A") },
        "a destructured require": {
          file: "script.cjs",
          code: `const { SystemError } = require("kaiza"); f(/* ? */ SystemError)`,
          origin: inKaiza("SystemError"),
        },
      }),
    )("%s", (_, { code, file, origin }) => {
      expect(ask(code, (facts, node) => facts.origin(node), file)).toEqual(origin);
    });
  });

  describe("property", () => {
    it.each([
      { name: "one that is there", type: "{ ok: boolean }", presence: "required" },
      { name: "an optional one", type: "{ ok?: boolean }", presence: "optional" },
      { name: "one that only some members have", type: "{ ok: 1 } | { no: 1 }", presence: "optional" },
      { name: "any", type: "any", presence: "unknown" },
      { name: "an index signature", type: "Record<string, 1>", presence: "unknown" },
      { name: "a type that does not resolve", type: "Gone", presence: "unknown" },
    ])("$name", ({ type, presence }) => {
      expect(ask(`declare const x: ${type}; /* ? */ x`, (facts, node) => facts.property(node, "ok"))).toBe(presence);
    });

    it("reads the constraint of a type parameter", () => {
      const code = "function f<T extends { ok: 1 }>(x: T) { /* ? */ x }";
      expect(ask(code, (facts, node) => facts.property(node, "ok"))).toBe("required");
    });

    it("is unknown for a type parameter without constraint", () =>
      expect(ask("function f<T>(x: T) { /* ? */ x }", (facts, node) => facts.property(node, "ok"))).toBe("unknown"));
  });

  describe("mentions", () => {
    it.each([
      { name: "a name of the file", asked: "Own", expected: true },
      { name: "a name of an imported file that the file does not write", asked: "AppError", expected: true },
      { name: "a name of the library", asked: "SyntaxError", expected: true },
      { name: "a part of a name", asked: "AppErr", expected: false },
    ])("$name", ({ asked, expected }) => {
      const code = `import { Renamed } from "./barrel.js"; class Own extends Renamed {}`;
      expect(project.askFile((facts) => facts.mentions([asked]), code, "app/case.ts")).toBe(expected);
    });
  });
});

describe("typeFacts", () => {
  const ast = {} as TSESLint.SourceCode["ast"];
  const sourceCode = (parserServices: unknown) => ({ ast, parserServices }) as Parameters<typeof findServicesFacts>[0];

  it.each([
    { name: "no services at all", services: undefined },
    { name: "the typescript parser without types", services: { program: null, esTreeNodeToTSNodeMap: new WeakMap() } },
  ])("has no facts with $name", ({ services }) => {
    expect(findServicesFacts(sourceCode(services))).toBeUndefined();
  });

  it("gives one file the same facts each time", () => {
    const linted = sourceCode({ program: {}, getTypeAtLocation: () => undefined });
    expect(findServicesFacts(linted)).toBe(findServicesFacts(linted));
  });

  it("answers when the checker breaks down", () => {
    const breaks = fail(new Error("Debug Failure."));
    const program = { getTypeChecker: breaks, getSourceFile: breaks };
    const facts = findServicesFacts(sourceCode({ program, getTypeAtLocation: breaks }));
    const node = {} as TSESTree.Expression;
    expect(facts?.members(node)).toMatchObject([{ kind: "unresolved" }]);
    expect(facts?.neverReturns(node)).toBe(false);
    expect(facts?.origin(node)).toBeUndefined();
    expect(facts?.property(node, "ok")).toBe("unknown");
  });
});
