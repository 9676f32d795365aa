import * as parser from "@typescript-eslint/parser";
import { Linter } from "eslint";
import { outdent } from "outdent";
import { afterAll, describe, expect, it } from "vitest";
import { NO_PARSER, type ModuleParser } from "../../rules/dist/modules/parse-source.js";
import { readSyntaxCodes } from "../../rules/dist/modules/syntax-codes.js";
import { TestProject } from "./asked.js";

const project = new TestProject({
  "objects.ts": `
    const q = "q";
    const S = "s";
    export const AS_CONST = { A: "A", "B": \`b\`, ["three"]: 3 } as const;
    export const PLAIN = { A: "A", B: "B" };
    export const FROZEN = Object.freeze({ A: "A" });
    export const SATISFIES = { A: "A" } satisfies Record<string, string>;
    export const SPREAD = { ...PLAIN, X: "X" };
    export const REFERS = { P: PLAIN.A, Q: q, S: S };
    export const WITH_METHOD = { A: "A", has(code: string) { return code === "A"; } } as const;
    export const COMPUTED = { A: "A", B: String(Math.random()) };
  `,
  "types.ts": `
    export enum Strings { A = "a", B = "b" }
    export enum Numbers { Zero, Five = 5, Six }
    export type Union = "A" | "B";
    export type Both = (typeof Both)[keyof typeof Both];
    export const Both = { A: "a" } as const;
  `,
  "lists.ts": `
    export const LIST = ["A", "B"] as const;
  `,
  "barrel.ts": `
    import { LIST } from "./lists.js";
    export { FROZEN as RENAMED } from "./objects.js";
    export * from "./types.js";
    export { LIST };
  `,
  "default.ts": `export default { A: "A" } as const;`,
  "circle-a.ts": `export { CODES } from "./circle-b.js";`,
  "circle-b.ts": `export { CODES } from "./circle-a.js";`,
  "plain.js": `export const CODES = { A: "A", B: "B" };`,
  "named.cjs": `exports.CODES = { A: "A" };`,
  "whole.cjs": `const CODES = Object.freeze({ A: "A" });\nmodule.exports = { CODES };`,
  "broken.ts": `export const CODES = { A: "A", `,
  "changed.js": `
    export const ADDED = { A: "A" };
    ADDED.B = "B";
    export let REPLACED = { A: "A" };
  `,
  "package.js": `export { CODES } from "codes-package";`,
  "spread-import.ts": outdent`
    import base, { type Gone } from "./default.js";
    export const CODES = { ...base, X: "X" } as const;
  `,
  "spread-list.ts": `import { LIST } from "./lists.js"; export const ALL = [...LIST, "C"] as const;`,
  "union-of-unions.ts": `import type { Union, Strings } from "./types.js"; export type All = Union | Strings | "C";`,
  "star-behind.ts": `export * from "./plain.js"; export const CODES = String(Math.random());`,
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

function codes(module: string, exportName: string, by: { file: string; parser: unknown } = linted) {
  const reader = { ...by, parser: by.parser as ModuleParser, modules: new Map() };
  const answer = readSyntaxCodes(module, exportName, reader);
  return answer && Object.fromEntries(answer);
}

describe("syntaxCodes", () => {
  it.each(
    Object.entries({
      "an object as const": { module: "objects.ts", exported: "AS_CONST", codes: { A: "A", B: "b", three: 3 } },
      "a spread object": { module: "objects.ts", exported: "SPREAD", codes: { A: "A", B: "B", X: "X" } },
      "references to another object": { module: "objects.ts", exported: "REFERS", codes: { P: "A", Q: "q", S: "s" } },
      "methods beside the codes": { module: "objects.ts", exported: "WITH_METHOD", codes: { A: "A" } },
      "a computed value": { module: "objects.ts", exported: "COMPUTED", codes: undefined },
      "an export that is missing": { module: "objects.ts", exported: "MISSING", codes: undefined },
      "a numeric enum": { module: "types.ts", exported: "Numbers", codes: { Zero: 0, Five: 5, Six: 6 } },
      "a union of unions and enums": {
        module: "union-of-unions.ts",
        exported: "All",
        codes: { A: "A", B: "B", a: "a", b: "b", C: "C" },
      },
      "an object and its union of one name": { module: "types.ts", exported: "Both", codes: { A: "a" } },
      "a list as const": { module: "lists.ts", exported: "LIST", codes: { A: "A", B: "B" } },
      "a spread list": { module: "spread-list.ts", exported: "ALL", codes: { A: "A", B: "B", C: "C" } },
      "an export of everything": { module: "barrel.ts", exported: "Strings", codes: { A: "a", B: "b" } },
      "a default export": { module: "default.ts", exported: "default", codes: { A: "A" } },
      "an import that is spread": { module: "spread-import.ts", exported: "CODES", codes: { A: "A", X: "X" } },
      "an own export before those of other modules": { module: "star-behind.ts", exported: "CODES", codes: undefined },
      "modules that re-export each other": { module: "circle-a.ts", exported: "CODES", codes: undefined },
      "plain javascript": { module: "plain.js", exported: "CODES", codes: { A: "A", B: "B" } },
      "commonjs, each by name": { module: "named.cjs", exported: "CODES", codes: { A: "A" } },
      "commonjs, all at once": { module: "whole.cjs", exported: "CODES", codes: { A: "A" } },
      "members that are added later": { module: "changed.js", exported: "ADDED", codes: undefined },
      "a variable that may change": { module: "changed.js", exported: "REPLACED", codes: undefined },
      "a re-export of a package": { module: "package.js", exported: "CODES", codes: undefined },
      "a module that does not parse": { module: "broken.ts", exported: "CODES", codes: undefined },
    }),
  )("%s", (_, { module, exported, codes: expected }) => {
    expect(codes(project.path(module), exported)).toEqual(expected);
  });

  it("finds a module relative to the linted file", () => expect(codes("./objects.js", "FROZEN")).toEqual({ A: "A" }));

  it("does not look for packages", () => expect(codes("codes-package", "CODES")).toBeUndefined());

  it("reads javascript with the default parser", () =>
    expect(codes("./plain.js", "CODES", { file: linted.file, parser: defaultParser() })).toEqual({ A: "A", B: "B" }));

  it("reads typescript beside the default parser, with the one that is installed", () =>
    expect(codes("./objects.ts", "SATISFIES", { file: linted.file, parser: defaultParser() })).toEqual({ A: "A" }));

  it("reads with the installed parsers where the host names none", () => {
    const by = { file: linted.file, parser: NO_PARSER };
    expect(codes("./plain.js", "CODES", by)).toEqual({ A: "A", B: "B" });
    expect(codes("./objects.ts", "SATISFIES", by)).toEqual({ A: "A" });
  });

  it("reads a file again when it has changed", async () => {
    project.write("live.ts", `export const CODES = { A: "A" };`);
    expect(codes("./live.ts", "CODES")).toEqual({ A: "A" });
    await new Promise((done) => setTimeout(done, 20));
    project.write("live.ts", `export const CODES = { B: "B" };`);
    expect(codes("./live.ts", "CODES")).toEqual({ B: "B" });
  });
});
