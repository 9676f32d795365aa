import parser from "@typescript-eslint/parser";
import { describe, expect, it } from "vitest";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { findings, type LintOptions } from "../kit/marked-code.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };
const IMPORT = `import { SystemError } from "error-contract/kaiza";\n`;

/** The code after each suggestion of its one finding. */
function suggested(code: string, lint?: LintOptions): readonly string[] {
  const [finding, ...others] = findings(rule, code, lint);
  expect(others).toEqual([]);
  expect(finding).toBeDefined();
  return (finding?.suggestions ?? []).map(
    ({ fix }) => code.slice(0, fix.range[0]) + fix.text + code.slice(fix.range[1]),
  );
}

describe("the throw stands where the path drops the failure", () => {
  it.each([
    [
      "after a log, which stays",
      `${IMPORT}try {\n  a();\n} catch (e) {\n  console.error(e);\n}\n`,
      `${IMPORT}try {\n  a();\n} catch (e) {\n  console.error(e);\n  throw SystemError.fromUnknown(e);\n}\n`,
    ],
    [
      "in an empty clause without a binding",
      `${IMPORT}try {\n  a();\n} catch {}\n`,
      `${IMPORT}try {\n  a();\n} catch (error) { throw SystemError.fromUnknown(error); }\n`,
    ],
    [
      "behind a comment, which stays",
      `${IMPORT}try {\n  a();\n} catch {\n  // why\n}\n`,
      `${IMPORT}try {\n  a();\n} catch (error) {\n  // why\n  throw SystemError.fromUnknown(error);\n}\n`,
    ],
    [
      "after a log on the same line",
      `${IMPORT}try { a(); } catch (e) { console.error(e) }\n`,
      `${IMPORT}try { a(); } catch (e) { console.error(e); throw SystemError.fromUnknown(e); }\n`,
    ],
    [
      "after a statement without a semicolon inside of another",
      `${IMPORT}try { a(); } catch (e) { if (c) b() }\n`,
      `${IMPORT}try { a(); } catch (e) { if (c) b(); throw SystemError.fromUnknown(e); }\n`,
    ],
    [
      "in the place of a default between others",
      `${IMPORT}function f(c) { try { return a(); } catch (e) { switch (c) { case 1: return null; case 2: throw e; default: throw e; } } }\n`,
      `${IMPORT}function f(c) { try { return a(); } catch (e) { switch (c) { case 1: throw SystemError.fromUnknown(e); case 2: throw e; default: throw e; } } }\n`,
    ],
    [
      "in the place of a default",
      `${IMPORT}function f() {\n  try {\n    return a();\n  } catch (e) {\n    console.error(e);\n    return null;\n  }\n}\n`,
      `${IMPORT}function f() {\n  try {\n    return a();\n  } catch (e) {\n    console.error(e);\n    throw SystemError.fromUnknown(e);\n  }\n}\n`,
    ],
    [
      "in the place of a jump",
      `${IMPORT}for (const x of xs) {\n  try {\n    a(x);\n  } catch {\n    continue;\n  }\n}\n`,
      `${IMPORT}for (const x of xs) {\n  try {\n    a(x);\n  } catch (error) {\n    throw SystemError.fromUnknown(error);\n  }\n}\n`,
    ],
    [
      "at the end of the one path that falls through",
      `${IMPORT}try {\n  a();\n} catch (e) {\n  if (c) throw e;\n}\n`,
      `${IMPORT}try {\n  a();\n} catch (e) {\n  if (c) throw e;\n  throw SystemError.fromUnknown(e);\n}\n`,
    ],
    [
      "in an arrow function that gives a default",
      `${IMPORT}const v = await p.catch(() => null);\n`,
      `${IMPORT}const v = await p.catch((error) => { throw SystemError.fromUnknown(error); });\n`,
    ],
    [
      "in an arrow function that logs",
      `${IMPORT}p.catch((e) => console.error(e));\n`,
      `${IMPORT}p.catch((e) => { console.error(e); throw SystemError.fromUnknown(e); });\n`,
    ],
    [
      "in a function without parameters",
      `${IMPORT}p.then(f, function () {});\n`,
      `${IMPORT}p.then(f, function (error) { throw SystemError.fromUnknown(error); });\n`,
    ],
    [
      "with the import that it needs",
      `import fs from "node:fs";\ntry {\n  fs.rmSync(p);\n} catch {}\n`,
      `import { SystemError } from "error-contract/kaiza";\nimport fs from "node:fs";\ntry {\n  fs.rmSync(p);\n} catch (error) { throw SystemError.fromUnknown(error); }\n`,
    ],
    [
      "with the name of the tool",
      `${IMPORT}server.registerTool("save", {}, async () => {\n  try {\n    await a();\n  } catch (e) {\n    console.error(e);\n  }\n});\n`,
      `${IMPORT}server.registerTool("save", {}, async () => {\n  try {\n    await a();\n  } catch (e) {\n    console.error(e);\n    throw SystemError.fromUnknown(e, { tool_name: "save" });\n  }\n});\n`,
    ],
  ])("%s", (_, code, output) => {
    const [first, ...others] = suggested(code);
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

describe("in TypeScript, the name stands among the parameters", () => {
  it.each([
    [
      "before a type that has parentheses too",
      `${IMPORT}p.catch((): (string | undefined) => undefined);`,
      `${IMPORT}p.catch((error): (string | undefined) => { throw SystemError.fromUnknown(error); });`,
    ],
    [
      "behind `this`, which is no parameter",
      `${IMPORT}p.catch(function (this: void) {});`,
      `${IMPORT}p.catch(function (this: void, error) { throw SystemError.fromUnknown(error); });`,
    ],
  ])("%s", (_, code, output) => {
    expect(suggested(code, { host: "untyped" })).toEqual([output]);
  });
});

describe("there is no suggestion", () => {
  it.each([
    ["where the binding is a pattern", `try { a(); } catch ({ message }) { console.error(message); }`],
    ["for a listener, whose throw nobody catches", `emitter.on("error", () => {});`],
    ["for a callback, whose throw nobody catches", `fs.unlink(p, (err) => {});`],
    ["for a function of elsewhere", `p.catch(console.error);`],
    ["where a comment would be lost", `p.catch(() => /* nothing */ null);`],
    ["where the default has a comment", `function f() { try { return a(); } catch (e) { return /* none */ null; } }`],
    ["in a file that renders", `document.title = "x"; try { a(); } catch (e) { console.error(e); }`],
  ])("%s", (_, code) => {
    expect(suggested(code)).toEqual([]);
  });
});
