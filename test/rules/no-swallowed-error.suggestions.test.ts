import parser from "@typescript-eslint/parser";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { findings } from "../kit/marked-code.js";
import { rule, suggestThrows } from "./handled-failures.js";

const IMPORT = `import { SystemError } from "error-contract/kaiza";\n`;
const THROW = "throw SystemError.fromUnknown(error);";

describe("the throw stands where the path drops the failure", () => {
  it.each([
    [
      "after a log, which stays",
      "try {\n  a();\n} catch (error) {\n  log(error);\n}",
      `try {\n  a();\n} catch (error) {\n  log(error);\n  ${THROW}\n}`,
    ],
    ["in an empty clause without a binding", "try { a(); } catch {}", `try { a(); } catch (error) { ${THROW} }`],
    [
      "behind a comment, which stays",
      "try {\n  a();\n} catch {\n  // why\n}",
      `try {\n  a();\n} catch (error) {\n  // why\n  ${THROW}\n}`,
    ],
    [
      "in an arrow function that gives a default",
      "const v = await p.catch(() => null);",
      `const v = await p.catch((error) => { ${THROW} });`,
    ],
    [
      "in an arrow function that logs",
      "await p.catch((error) => log(error));",
      `await p.catch((error) => { log(error); ${THROW} });`,
    ],
    [
      "with the name of the tool",
      `server.registerTool("save", {}, async () => { try { await a(); } catch (error) { log(error); } });`,
      `server.registerTool("save", {}, async () => { try { await a(); } catch (error) { log(error); ${THROW.replace(
        "error)",
        'error, { tool_name: "save" })',
      )} } });`,
    ],
  ])("%s", (_, code, output) => {
    const [first = "", ...others] = suggestThrows(IMPORT + code);
    expect(others).toEqual([]);
    expect(first).toBe(IMPORT + output);
    expect(() => parser.parse(first, { sourceType: "module" })).not.toThrow();
    expect(findings(rule, first)).toEqual([]);
  });

  it("with the import that it needs", () => {
    const [first = ""] = suggestThrows(`import fs from "node:fs";\ntry { fs.renameSync(p, q); } catch {}`);
    expect(first).toContain(IMPORT);
    expect(findings(rule, first)).toEqual([]);
  });
});

describe("the throw stands on the line of a clause", () => {
  const clause = (body: string) => `${IMPORT}try { a(); } catch (e) { ${body} }`;
  it.each([
    ["console.error(e)", "console.error(e);"],
    ["if (c) log(1)", "if (c) log(1);"],
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
