import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { lines } from "../kit/lines.js";
import { findings } from "../kit/marked-code.js";
import { rule, suggestHandling } from "./handled-failures.js";

describe("what is meant is marked", () => {
  it.each([
    [
      "with the reason that a comment gives already",
      lines`
        try {
          await capture("started");
        } catch {
          // Do not fail the request.
        }
      `,
      lines`
        try {
          await capture("started");
        } catch {
          // Intended: Do not fail the request.
        }
      `,
    ],
    [
      "in a comment of a block",
      lines`
        try { a(); } catch { /* ignore */ }
      `,
      lines`
        try { a(); } catch { /* Intended: ignore */ }
      `,
    ],
    [
      "in an empty block",
      lines`
        try {
          handle.close();
        } catch {}
      `,
      lines`
        try {
          handle.close();
        } catch {
          // Intended: close only cleans up.
        }
      `,
    ],
    [
      "in front of what a block does",
      lines`
        setInterval(() => {
          a().catch((e) => {
            console.error(e);
          });
        }, 10);
      `,
      lines`
        setInterval(() => {
          a().catch((e) => {
            // Intended: no caller waits for this code.
            console.error(e);
          });
        }, 10);
      `,
    ],
    [
      "below a comment that belongs to the line",
      lines`
        setInterval(() => {
          a().catch((e) => { // prettier-ignore
            console.error(e);
          });
        }, 10);
      `,
      lines`
        setInterval(() => {
          a().catch((e) => { // prettier-ignore
            // Intended: no caller waits for this code.
            console.error(e);
          });
        }, 10);
      `,
    ],
    [
      "in a block of one line",
      lines`
        function f(s) { try { return new URL(s); } catch { return null; } }
      `,
      lines`
        function f(s) { try { return new URL(s); } catch { /* Intended: a failure is an answer here. */ return null; } }
      `,
    ],
    [
      "in an arrow function",
      lines`
        const v = await p().catch(() => false);
      `,
      lines`
        const v = await p().catch(() => {
          // Intended: a failure is an answer here.
          return false;
        });
      `,
    ],
    [
      "where the others are thrown",
      lines`
        async function f() {
          try {
            await a();
          } catch (e) {
            if (isNotFound(e)) return undefined;
            throw e;
          }
        }
      `,
      lines`
        async function f() {
          try {
            await a();
          } catch (e) {
            // Intended: this failure is expected, and the others are thrown.
            if (isNotFound(e)) return undefined;
            throw e;
          }
        }
      `,
    ],
    [
      "where a loop goes on",
      lines`
        for (const file of files) {
          try {
            check(file);
          } catch (e) {
            console.warn(e);
          }
        }
      `,
      lines`
        for (const file of files) {
          try {
            check(file);
          } catch (e) {
            // Intended: the next one is tried.
            console.warn(e);
          }
        }
      `,
    ],
  ])("%s", (_, code, output) => {
    const { ids, first } = suggestHandling(code);
    expect(ids[0]).toBe("mark");
    expect(first).toBe(output);
    expect(findings(rule, first)).toEqual([]);
  });

  it("but not what gets lost where nothing can catch a throw", () => {
    expect(suggestHandling(`function f() { saveAll().catch((e) => { log(e); }); }`).ids).toEqual([]);
  });

  it("does not take the note of a task for a reason", () => {
    const { first } = suggestHandling(lines`
      function f() {
        try {
          return find();
        } catch {
          // TODO: handle it
          return null;
        }
      }
    `);
    expect(first).toContain("// Intended: a failure is an answer here.\n    // TODO: handle it");
  });
});

describe("no throw is suggested where callers count on the answer", () => {
  const handling = (handler: string) => lines`
    import { find } from "./find.js";
    export async function load(path) {
      try {
        const found = await find(path);
        if (!found) return null;
        return found.all();
      } catch (error) {
        ${handler}
      }
    }
  `;

  it.each([
    ["which the function gives where nothing fails too", `console.error(error); return null;`],
    ["which is yes or no", `console.error(error); return false;`],
    ["after a log below the level of errors", `logger.warn("not found", error); return [];`],
    ["after a log for debugging", `debugLog("not found", error); return [];`],
    [
      "which failures that a test recognises would not get either",
      `if (error.code !== "ENOENT") console.error(error); return [];`,
    ],
    ["of two branches", `if (error instanceof Missing) console.error(1); else console.error(2);`],
  ])("%s", (_, handler) => {
    expect(suggestHandling(handling(handler)).ids).not.toContain("rethrow");
  });

  it.each([
    ["an answer of its own", `console.error(error); return [];`],
    [
      "what is left after a test that leaves",
      `if (error.code === "ENOENT") return {}; console.error(error); return [];`,
    ],
    ["a test of what every failure is", `console.error(error instanceof Error ? error.message : error); return [];`],
    ["a warning beside an error", `console.warn(path); console.error(error); return [];`],
  ])("but for %s", (_, handler) => {
    expect(suggestHandling(handling(handler)).ids[0]).toBe("rethrow");
  });

  it("at the top of a module that exports something", () => {
    const code = `export const proxy = 1;\ntry { setProxy(proxy); } catch (error) { console.error(error); }`;
    expect(suggestHandling(code).ids).toEqual([]);
    expect(suggestHandling(code.replace("export ", "")).ids).toEqual(["rethrow"]);
  });

  it("nor a mark or a throw for what a loop logs as an error", () => {
    const loop = `for (const file of files) { try { check(file); } catch (e) { console.error(e); } }`;
    expect(suggestHandling(loop).ids).toEqual([]);
  });
});

describe("a script that drops a failure ends with it", () => {
  it.each([
    [
      "at the end of a promise",
      lines`
        main().catch((e) => {
          console.error(e);
        });
      `,
      lines`
        main().catch((e) => {
          console.error(e);
          process.exitCode = 1;
        });
      `,
    ],
    [
      "after a logger that is passed as the handler",
      lines`
        main().catch(console.error);
      `,
      lines`
        main().catch((error) => {
          console.error(error);
          process.exitCode = 1;
        });
      `,
    ],
    [
      "where the file runs as a script",
      lines`
        if (isMain) {
          main().catch(console.error);
        }
      `,
      lines`
        if (isMain) {
          main().catch((error) => {
            console.error(error);
            process.exitCode = 1;
          });
        }
      `,
    ],
    [
      "in a function that the file does not wait for",
      lines`
        async function main() {
          try {
            await build();
          } catch (e) {
            console.error(e);
            return;
          }
          done();
        }
        main();
      `,
      lines`
        async function main() {
          try {
            await build();
          } catch (e) {
            console.error(e);
            process.exitCode = 1; return;
          }
          done();
        }
        main();
      `,
    ],
  ])("%s", (_, code, output) => {
    expect(suggestHandling(code)).toEqual({ ids: ["failProcess"], first: output });
    expect(findings(rule, output)).toEqual([]);
  });
});

describe("a log that no operator takes for an error is marked", () => {
  const options = { allowDeliberate: true, allowExpected: true };
  it.each([
    [
      "where its text calls it a warning",
      `try { a(); } catch (e) {\n  console.error(\`Warning: no a: \${e}\`);\n}`,
      "// Intended: the work goes on without it.",
    ],
    [
      "where the caller gets an answer",
      `function f() { try { return a(); } catch (e) {\n  logger.debug("no a", e); return null;\n} }`,
      "// Intended: a failure is an answer here.",
    ],
  ])("%s", (_, code, comment) => {
    const { ids, first } = suggestHandling(code, { options });
    expect(ids.at(-1)).toBe("mark");
    expect(ids).toHaveLength(1);
    expect(first).toContain(comment);
    expect(findings(rule, first, { options })).toEqual([]);
  });

  it.each([
    ["an error is logged", `function f() { try { return a(); } catch (e) { logger.error(e); return false; } }`],
  ])("but not where %s", (_, code) => {
    expect(suggestHandling(code, { options }).ids).not.toContain("mark");
  });
});

describe("the message says what is lost", () => {
  it.each([
    [
      "with the text that the caller gets, and its line",
      outdent`
        async function f() {
          try { await store.save(1); } catch (e) { console.error(e); }
          return { content: [{ type: "text", text: "Saved" }] };
        }
      `,
      { work: "`save`", told: "the caller is told `Saved` in line 3" },
    ],
    [
      "with a default",
      `async function f() { try { prepare(); return await load(); } catch { return []; } }`,
      { work: "`load`", told: "the caller is told `[]` in line 1" },
    ],
    [
      "with the line where the code goes on",
      outdent`
        try { a(); } catch (e) {
          log(e);
        }
      `,
      { work: "`a`", told: "the code goes on from line 3" },
    ],
    [
      "with the line of the call that a handler is given to by its name",
      outdent`
        const onError = (e) => {
          log(e);
        };
        await load().catch(onError);
      `,
      { work: "`load`", told: "the code goes on from line 4" },
    ],
    [
      "without what cannot fail",
      `async function f() { try { if (existsSync(p)) return readdirSync(p); } catch (e) { log(e); } }`,
      { work: "`readdirSync`" },
    ],
  ])("%s", (_, code, data) => {
    const [finding] = findings(rule, code);
    for (const part of Object.values(data)) expect(finding?.message).toContain(part);
  });
});
