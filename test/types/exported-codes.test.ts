import { outdent } from "outdent";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { CodeMap } from "../../rules/dist/modules/syntax-codes.js";
import { PROVIDERS, TestProject } from "./asked.js";
import { CODE_MODULES } from "./code-modules.js";

const project = new TestProject({
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      target: "ES2022",
      module: "NodeNext",
      moduleResolution: "NodeNext",
      strict: true,
      noEmit: true,
      allowJs: true,
      types: [],
    },
    include: ["."],
  }),
  "package.json": `{ "name": "app", "type": "module" }`,
  "case.ts": "",
  "user.ts": `import "codes-package"; import "also-ambient";`,
  "ambient.d.ts": `declare module "ambient-codes" { export const CODES: { A: "A" } }`,
  "node_modules/codes-package/package.json": `{ "name": "codes-package", "types": "index.d.ts" }`,
  "node_modules/codes-package/index.d.ts": outdent`
    export declare const CODES: { readonly A: "A" };
    export enum Numbers { Two = 2 }
  `,
  ...CODE_MODULES,
});
afterAll(() => project.remove());

function codes(module: string, exportName: string, code?: string): Record<string, string | number> | undefined {
  const answer: CodeMap | undefined = project.askFile((facts) => facts.exportedCodes(module, exportName), code);
  return answer && Object.fromEntries(answer);
}

describe.each(PROVIDERS)("%s", (provider) => {
  beforeAll(() => {
    project.provider = provider;
  });

  describe("exportedCodes", () => {
    it.each([
      { name: "an object as const", module: "objects.ts", exported: "AS_CONST", codes: { A: "A", B: "b", three: 3 } },
      { name: "an object without as const", module: "objects.ts", exported: "PLAIN", codes: { A: "A", B: "B" } },
      { name: "a frozen object", module: "objects.ts", exported: "FROZEN", codes: { A: "A" } },
      { name: "an object that satisfies a wide type", module: "objects.ts", exported: "SATISFIES", codes: { A: "A" } },
      { name: "a wide type, whose text tells", module: "objects.ts", exported: "ANNOTATED", codes: undefined },
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
      { name: "a union", module: "types.ts", exported: "Union", codes: { A: "A", B: "B" } },
      { name: "a union of one", module: "types.ts", exported: "One", codes: { A: "A" } },
      { name: "the values of an object", module: "types.ts", exported: "Values", codes: { a: "a", b: "b" } },
      { name: "the keys of an object", module: "types.ts", exported: "Keys", codes: { A: "A", B: "B" } },
      { name: "the items of a list", module: "types.ts", exported: "Items", codes: { A: "A", B: "B" } },
      { name: "a wide type", module: "types.ts", exported: "Wide", codes: undefined },
      { name: "an object and its union of one name", module: "types.ts", exported: "Both", codes: { A: "a" } },
      { name: "a list as const", module: "lists.ts", exported: "LIST", codes: { A: "A", B: "B" } },
      {
        name: "a list without as const, whose text tells",
        module: "lists.ts",
        exported: "PLAIN_LIST",
        codes: undefined,
      },
      { name: "a list of anything", module: "lists.ts", exported: "OPEN_LIST", codes: undefined },
      { name: "a static member of a class", module: "classes.ts", exported: "AppError.codes", codes: { A: "A" } },
      { name: "a class of static codes", module: "classes.ts", exported: "Codes", codes: { A: "A" } },
      { name: "codes that a function returns", module: "classes.ts", exported: "MADE", codes: { A: "A", B: "B" } },
      { name: "a renamed re-export", module: "barrel.ts", exported: "RENAMED", codes: { A: "A" } },
      { name: "an export of everything", module: "barrel.ts", exported: "Strings", codes: { A: "a", B: "b" } },
      { name: "a re-exported import", module: "barrel.ts", exported: "LIST", codes: { A: "A", B: "B" } },
      { name: "a default export", module: "default.ts", exported: "default", codes: { A: "A" } },
      { name: "modules that re-export each other", module: "circle-a.ts", exported: "CODES", codes: undefined },
      { name: "plain javascript", module: "plain.js", exported: "CODES", codes: { A: "A", B: "B" } },
      { name: "commonjs, each by name", module: "named.cjs", exported: "CODES", codes: { A: "A" } },
      { name: "commonjs, all at once", module: "whole.cjs", exported: "CODES", codes: { A: "A" } },
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

    it("finds a package that the linted file imports", () => {
      expect(codes("codes-package", "Numbers", `import "codes-package";`)).toEqual({ Two: 2 });
    });

    it("finds a package that another file imports", () => {
      expect(codes("codes-package", "CODES")).toEqual({ A: "A" });
    });

    it("finds an ambient module", () => {
      expect(codes("ambient-codes", "CODES")).toEqual({ A: "A" });
    });

    it("does not know a package that nobody imports", () => {
      expect(codes("other-package", "CODES")).toBeUndefined();
    });
  });
});
