import { describe, expect, it } from "vitest";
import { findings, lenientKaiza } from "../kit/marked-code.js";
import { rule, suggestHandling } from "./handled-failures.js";

describe("what is expected is let through, and the rest is thrown", () => {
  it.each([
    [
      "a file that is missing",
      `function load(path) { try { return fs.readFileSync(path, "utf8"); } catch {\n  return undefined;\n} }`,
      `function load(path) { try { return fs.readFileSync(path, "utf8"); } catch (error) {\n  if (error.code !== "ENOENT") throw error;\n  return undefined;\n} }`,
      undefined,
    ],
    [
      "a process that does not run, in TypeScript",
      `function isRunning(pid: number) { try { process.kill(pid, 0); } catch (e) {\n  return false;\n} }`,
      `function isRunning(pid: number) { try { process.kill(pid, 0); } catch (e) {\n  if ((e as NodeJS.ErrnoException).code !== "ESRCH") throw e;\n  return false;\n} }`,
      "untyped",
    ],
    [
      "a module that is not installed",
      `let sharp; try { sharp = require("sharp"); } catch {\n}`,
      `let sharp; try { sharp = require("sharp"); } catch (error) {\n  if (error.code !== "MODULE_NOT_FOUND") throw error;\n}`,
      undefined,
    ],
  ] as const)("%s", (_, code, output, host) => {
    const { ids, first } = suggestHandling(code, host && { host });
    expect(ids[0]).toBe("narrow");
    expect(first).toBe(output);
    expect(findings(rule, first, host && { host })).toEqual([]);
  });

  it.each(
    Object.entries({
      "something else is tried too": `function f() { try { return use(fs.readFileSync(p)); } catch {\n return null;\n} }`,
      "something is written too": `
      async function f() { try { await fs.rm(p); await fs.writeFile(p, x); } catch (e) {\n console.error(e);\n} }`,
      "a test of the code decides already": `
      function f() { try { fs.unlinkSync(p); } catch (e) {\n if (e.code === "ENOENT") log(e);\n} }`,
      "nothing catches the throw": `on(() => { setTimeout(() => { try { fs.unlinkSync(p); } catch {\n} }, 1); });`,
    }),
  )("but not where %s", (_, code) => {
    expect(suggestHandling(code).ids).not.toContain("narrow");
  });

  it.each(
    Object.entries({
      "beside an attempt that has a handler of its own": `
      try { await rest(); } catch { tired = true; } return await fs.readdir(dir);`,
      "whose content is looked at": `return JSON.parse(await fs.readFile(path, "utf8"));`,
    }),
  )("a file or folder %s", (_, work) => {
    const code = `async function f() { try { ${work} } catch (error) {\n console.error(error); return [];\n} }`;
    expect(suggestHandling(code, { settings: lenientKaiza }).ids).toEqual(["narrow", "rethrow"]);
  });
});
