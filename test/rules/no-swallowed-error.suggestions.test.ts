import parser from "@typescript-eslint/parser";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { lines } from "../kit/lines.js";
import { findings } from "../kit/marked-code.js";
import { rule, suggestThrows } from "./handled-failures.js";

const IMPORT = `import { SystemError } from "error-contract/kaiza";\n`;

describe("the throw stands where the path drops the failure", () => {
  it.each([
    [
      "after a log, which stays",
      lines`
        import { SystemError } from "error-contract/kaiza";
        try {
          a();
        } catch (e) {
          console.error(e);
        }
      `,
      lines`
        import { SystemError } from "error-contract/kaiza";
        try {
          a();
        } catch (e) {
          console.error(e);
          throw SystemError.fromUnknown(e);
        }
      `,
    ],
    [
      "in an empty clause without a binding",
      lines`
        import { SystemError } from "error-contract/kaiza";
        try {
          a();
        } catch {}
      `,
      lines`
        import { SystemError } from "error-contract/kaiza";
        try {
          a();
        } catch (error) { throw SystemError.fromUnknown(error); }
      `,
    ],
    [
      "behind a comment, which stays",
      lines`
        import { SystemError } from "error-contract/kaiza";
        try {
          a();
        } catch {
          // why
        }
      `,
      lines`
        import { SystemError } from "error-contract/kaiza";
        try {
          a();
        } catch (error) {
          // why
          throw SystemError.fromUnknown(error);
        }
      `,
    ],
    [
      "in the place of a default between others",
      lines`
        import { SystemError } from "error-contract/kaiza";
        function f(c) {
          try {
            return a();
          } catch (e) {
            switch (c) {
              case 1:
                return null;
              case 2:
                throw e;
              default:
                throw e;
            }
          }
        }
      `,
      lines`
        import { SystemError } from "error-contract/kaiza";
        function f(c) {
          try {
            return a();
          } catch (e) {
            switch (c) {
              case 1:
                throw SystemError.fromUnknown(e);
              case 2:
                throw e;
              default:
                throw e;
            }
          }
        }
      `,
    ],
    [
      "in the place of a default",
      lines`
        import { SystemError } from "error-contract/kaiza";
        function f() {
          try {
            return a();
          } catch (e) {
            console.error(e);
            return null;
          }
        }
      `,
      lines`
        import { SystemError } from "error-contract/kaiza";
        function f() {
          try {
            return a();
          } catch (e) {
            console.error(e);
            throw SystemError.fromUnknown(e);
          }
        }
      `,
    ],
    [
      "in the place of a jump",
      lines`
        import { SystemError } from "error-contract/kaiza";
        for (const x of xs) {
          try {
            a(x);
          } catch (error) {
            if (c) throw error;
            continue;
          }
        }
      `,
      lines`
        import { SystemError } from "error-contract/kaiza";
        for (const x of xs) {
          try {
            a(x);
          } catch (error) {
            if (c) throw error;
            throw SystemError.fromUnknown(error);
          }
        }
      `,
    ],
    [
      "at the end of the one path that falls through",
      lines`
        import { SystemError } from "error-contract/kaiza";
        try {
          a();
        } catch (e) {
          if (c) throw e;
        }
      `,
      lines`
        import { SystemError } from "error-contract/kaiza";
        try {
          a();
        } catch (e) {
          if (c) throw e;
          throw SystemError.fromUnknown(e);
        }
      `,
    ],
    [
      "in an arrow function that gives a default",
      lines`
        import { SystemError } from "error-contract/kaiza";
        const v = await p.catch(() => null);
      `,
      lines`
        import { SystemError } from "error-contract/kaiza";
        const v = await p.catch((error) => { throw SystemError.fromUnknown(error); });
      `,
    ],
    [
      "in an arrow function that logs",
      lines`
        import { SystemError } from "error-contract/kaiza";
        await p.catch((e) => console.error(e));
      `,
      lines`
        import { SystemError } from "error-contract/kaiza";
        await p.catch((e) => { console.error(e); throw SystemError.fromUnknown(e); });
      `,
    ],
    [
      "in a function without parameters",
      lines`
        import { SystemError } from "error-contract/kaiza";
        await p.then(f, function () {});
      `,
      lines`
        import { SystemError } from "error-contract/kaiza";
        await p.then(f, function (error) { throw SystemError.fromUnknown(error); });
      `,
    ],
    [
      "with the import that it needs",
      lines`
        import fs from "node:fs";
        try {
          fs.renameSync(p, q);
        } catch {}
      `,
      lines`
        import { SystemError } from "error-contract/kaiza";
        import fs from "node:fs";
        try {
          fs.renameSync(p, q);
        } catch (error) { throw SystemError.fromUnknown(error); }
      `,
    ],
    [
      "with the name of the tool",
      lines`
        import { SystemError } from "error-contract/kaiza";
        server.registerTool("save", {}, async () => {
          try {
            await a();
          } catch (e) {
            console.error(e);
          }
        });
      `,
      lines`
        import { SystemError } from "error-contract/kaiza";
        server.registerTool("save", {}, async () => {
          try {
            await a();
          } catch (e) {
            console.error(e);
            throw SystemError.fromUnknown(e, { tool_name: "save" });
          }
        });
      `,
    ],
  ])("%s", (_, code, output) => {
    const [first, ...others] = suggestThrows(code);
    expect(others).toEqual([]);
    expect(sorted(first)).toBe(sorted(output));
    expect(() => parser.parse(first ?? "", { sourceType: "module" })).not.toThrow();
    expect(findings(rule, first ?? "")).toEqual([]);
  });

  /** Where a new import goes is tested elsewhere. */
  function sorted(code = ""): string {
    const lines = code.split("\n").filter((line) => line !== "");
    return [
      ...lines.filter((line) => line.startsWith("import")).sort(),
      ...lines.filter((line) => !line.startsWith("import")),
    ].join("\n");
  }
});

describe("the throw stands on the line of a clause", () => {
  const clause = (body: string) => `${IMPORT}try { a(); } catch (e) { ${body} }`;
  it.each([
    ["console.error(e)", "console.error(e);"],
    ["if (c) log(1)", "if (c) log(1);"],
    ["if (c) x = {}", "if (c) x = {};"],
    ["if (c) { log(1) }", "if (c) { log(1) };"],
    ["const x = () => { b() }", "const x = () => { b() };"],
  ])("after `%s`", (written, kept) => {
    expect(suggestThrows(clause(written))).toEqual([clause(`${kept} throw SystemError.fromUnknown(e);`)]);
  });
});

describe("in TypeScript, the name stands among the parameters", () => {
  it.each([
    [
      "before a type that has parentheses too",
      `${IMPORT}await p.catch((): (string | undefined) => undefined);`,
      outdent`
        import { SystemError } from "error-contract/kaiza";
        await p.catch((error): (string | undefined) => { throw SystemError.fromUnknown(error); });
      `,
    ],
  ])("%s", (_, code, output) => {
    expect(suggestThrows(code, { host: "untyped" })).toEqual([output]);
  });
});
