import * as parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { outdent } from "outdent";
import { afterAll, describe, expect, it } from "vitest";
import type { ModuleParser } from "../../rules/dist/modules/parsed-module.js";
import { readSyntaxCodes } from "../../rules/dist/modules/syntax-codes.js";
import { TestProject } from "./asked.js";
import { CODE_MODULES } from "./code-modules.js";

const project = new TestProject({
  ...CODE_MODULES,
  "changed.js": `
    export const ADDED = { A: "A" };
    ADDED.B = "B";
    export const COMPUTED = { A: "A" };
    COMPUTED[String(Math.random())] = "B";
    export const ASSIGNED = { A: "A" };
    Object.assign(ASSIGNED, { B: "B" });
    export let REPLACED = { A: "A" };
  `,
  "computed.js": `export const CODES = { [String(Math.random())]: "A" };`,
  "getter.js": `export const CODES = { get A() { return "A"; } };`,
  "package.js": `export { CODES } from "codes-package";`,
  "spread-import.ts": outdent`
    import base, { type Gone } from "./default.js";
    export const CODES = { ...base, X: "X" } as const;
  `,
  "spread-list.ts": `import { LIST } from "./lists.js"; export const ALL = [...LIST, "C"] as const;`,
  "union-of-unions.ts": `import type { Union, Strings } from "./types.js"; export type All = Union | Strings | "C";`,
  "enum-of-enum.ts": `export enum Codes { A = "a", B = A, C = -1, D }`,
  "star-behind.ts": `export * from "./plain.js"; export const CODES = String(Math.random());`,
  "properties.cjs": `module.exports.CODES = { A: "A" };`,
  "default.cjs": `module.exports = { A: "A" };`,
});
afterAll(() => project.remove());

/** The parser of a project that configures none. */
function defaultParser(): ModuleParser {
  let found: ModuleParser = {};
  const listen = (context: { readonly languageOptions: { readonly parser?: unknown } }) => {
    found = context.languageOptions.parser as ModuleParser;
    return {};
  };
  const config = { plugins: { test: { rules: { ask: { create: listen } } } }, rules: { "test/ask": "error" } };
  new Linter().verify("", [config as Linter.Config]);
  return found;
}

const linted = { file: project.path("case.ts"), parser };

function codes(module: string, exportName: string, by: { file: string; parser: ModuleParser | null } = linted) {
  const answer = readSyntaxCodes(module, exportName, by);
  return answer && Object.fromEntries(answer);
}

describe("syntaxCodes", () => {
  it.each([
    { name: "an object as const", module: "objects.ts", exported: "AS_CONST", codes: { A: "A", B: "b", three: 3 } },
    { name: "an object without as const", module: "objects.ts", exported: "PLAIN", codes: { A: "A", B: "B" } },
    { name: "a frozen object", module: "objects.ts", exported: "FROZEN", codes: { A: "A" } },
    { name: "an object that satisfies a wide type", module: "objects.ts", exported: "SATISFIES", codes: { A: "A" } },
    { name: "an object declared with a wide type", module: "objects.ts", exported: "ANNOTATED", codes: { A: "A" } },
    { name: "a spread object", module: "objects.ts", exported: "SPREAD", codes: { A: "A", B: "B", X: "X" } },
    {
      name: "references to another object",
      module: "objects.ts",
      exported: "REFERS",
      codes: { P: "A", Q: "q", S: "s" },
    },
    { name: "methods beside the codes", module: "objects.ts", exported: "WITH_METHOD", codes: { A: "A" } },
    { name: "a computed value", module: "objects.ts", exported: "COMPUTED", codes: undefined },
    { name: "nested objects", module: "objects.ts", exported: "NESTED", codes: undefined },
    { name: "a value that is no object", module: "objects.ts", exported: "NUMBER", codes: undefined },
    { name: "an export that is missing", module: "objects.ts", exported: "MISSING", codes: undefined },
    { name: "a string enum", module: "types.ts", exported: "Strings", codes: { A: "a", B: "b" } },
    { name: "a numeric enum", module: "types.ts", exported: "Numbers", codes: { Zero: 0, Five: 5, Six: 6 } },
    { name: "a const enum", module: "types.ts", exported: "Const", codes: { A: "A" } },
    { name: "a computed enum", module: "types.ts", exported: "Computed", codes: undefined },
    {
      name: "an enum of its own members",
      module: "enum-of-enum.ts",
      exported: "Codes",
      codes: { A: "a", B: "a", C: -1, D: 0 },
    },
    { name: "a union", module: "types.ts", exported: "Union", codes: { A: "A", B: "B" } },
    { name: "a union of one", module: "types.ts", exported: "One", codes: { A: "A" } },
    {
      name: "a union of unions and enums",
      module: "union-of-unions.ts",
      exported: "All",
      codes: { A: "A", B: "B", a: "a", b: "b", C: "C" },
    },
    { name: "the values of an object, which types know", module: "types.ts", exported: "Values", codes: undefined },
    { name: "a wide type", module: "types.ts", exported: "Wide", codes: undefined },
    { name: "an object and its union of one name", module: "types.ts", exported: "Both", codes: { A: "a" } },
    { name: "a list as const", module: "lists.ts", exported: "LIST", codes: { A: "A", B: "B" } },
    { name: "a list without as const", module: "lists.ts", exported: "PLAIN_LIST", codes: { A: "A" } },
    { name: "a spread list", module: "spread-list.ts", exported: "ALL", codes: { A: "A", B: "B", C: "C" } },
    { name: "a list of anything", module: "lists.ts", exported: "OPEN_LIST", codes: undefined },
    { name: "a static member of a class", module: "classes.ts", exported: "AppError.codes", codes: undefined },
    { name: "codes that a function returns", module: "classes.ts", exported: "MADE", codes: undefined },
    { name: "a renamed re-export", module: "barrel.ts", exported: "RENAMED", codes: { A: "A" } },
    { name: "an export of everything", module: "barrel.ts", exported: "Strings", codes: { A: "a", B: "b" } },
    { name: "a re-exported import", module: "barrel.ts", exported: "LIST", codes: { A: "A", B: "B" } },
    { name: "a default export", module: "default.ts", exported: "default", codes: { A: "A" } },
    { name: "an import that is spread", module: "spread-import.ts", exported: "CODES", codes: { A: "A", X: "X" } },
    {
      name: "an own export before those of other modules",
      module: "star-behind.ts",
      exported: "CODES",
      codes: undefined,
    },
    { name: "modules that re-export each other", module: "circle-a.ts", exported: "CODES", codes: undefined },
    { name: "plain javascript", module: "plain.js", exported: "CODES", codes: { A: "A", B: "B" } },
    { name: "commonjs, each by name", module: "named.cjs", exported: "CODES", codes: { A: "A" } },
    { name: "commonjs, by name on the module", module: "properties.cjs", exported: "CODES", codes: { A: "A" } },
    { name: "commonjs, all at once", module: "whole.cjs", exported: "CODES", codes: { A: "A" } },
    { name: "commonjs, the exports themselves", module: "default.cjs", exported: "default", codes: { A: "A" } },
    { name: "members that are added later", module: "changed.js", exported: "ADDED", codes: undefined },
    { name: "members that are computed later", module: "changed.js", exported: "COMPUTED", codes: undefined },
    { name: "members that are assigned later", module: "changed.js", exported: "ASSIGNED", codes: undefined },
    { name: "a variable that may change", module: "changed.js", exported: "REPLACED", codes: undefined },
    { name: "a computed name", module: "computed.js", exported: "CODES", codes: undefined },
    { name: "a getter", module: "getter.js", exported: "CODES", codes: undefined },
    { name: "a re-export of a package", module: "package.js", exported: "CODES", codes: undefined },
    { name: "a path as a specifier spells it", module: "objects.js", exported: "FROZEN", codes: { A: "A" } },
    { name: "a path without extension", module: "objects", exported: "FROZEN", codes: { A: "A" } },
    { name: "a folder", module: "folder", exported: "CODES", codes: { A: "A" } },
    { name: "a module that does not parse", module: "broken.ts", exported: "CODES", codes: undefined },
    { name: "a file that is missing", module: "gone.ts", exported: "CODES", codes: undefined },
  ])("$name", ({ module, exported, codes: expected }) => {
    expect(codes(project.path(module), exported)).toEqual(expected);
  });

  it("finds a module relative to the linted file", () => {
    expect(codes("./objects.js", "FROZEN")).toEqual({ A: "A" });
  });

  it("does not look for packages", () => {
    expect(codes("codes-package", "CODES")).toBeUndefined();
  });

  it("reads javascript with the default parser", () => {
    expect(codes("./plain.js", "CODES", { file: linted.file, parser: defaultParser() })).toEqual({ A: "A", B: "B" });
  });

  it("has no answer for typescript with the default parser", () => {
    expect(codes("./objects.ts", "SATISFIES", { file: linted.file, parser: defaultParser() })).toBeUndefined();
  });

  it("has no answer without a parser", () => {
    expect(codes("./plain.js", "CODES", { file: linted.file, parser: null })).toBeUndefined();
  });

  it("reads a file again when it has changed", async () => {
    project.write("live.ts", `export const CODES = { A: "A" };`);
    expect(codes("./live.ts", "CODES")).toEqual({ A: "A" });
    await new Promise((done) => setTimeout(done, 20));
    project.write("live.ts", `export const CODES = { B: "B" };`);
    expect(codes("./live.ts", "CODES")).toEqual({ B: "B" });
  });
});
