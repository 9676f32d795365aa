import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { lines } from "../kit/lines.js";
import { findings } from "../kit/marked-code.js";
import { rule, suggestHandling } from "./handled-failures.js";

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

  it.each(
    Object.entries({
      "which the function gives where nothing fails too": `console.error(error); return null;`,
      "which failures that a test recognises would not get either": `
      if (error.code !== "ENOENT") console.error(error); return [];`,
    }),
  )("%s", (_, handler) => {
    expect(suggestHandling(handling(handler)).ids).not.toContain("rethrow");
  });

  it.each(
    Object.entries({
      "an answer of its own": `console.error(error); return [];`,
      "what is left after a test that leaves": `if (error.code === "ENOENT") return {}; console.error(error); return [];`,
      "a test of what every failure is": `console.error(error instanceof Error ? error.message : error); return [];`,
    }),
  )("but for %s", (_, handler) => {
    expect(suggestHandling(handling(handler)).ids[0]).toBe("rethrow");
  });

  it("at the top of a module that exports something", () => {
    const code = `export const proxy = 1;\ntry { setProxy(proxy); } catch (error) { console.error(error); }`;
    expect(suggestHandling(code).ids).toEqual([]);
    expect(suggestHandling(code.replace("export ", "")).ids).toEqual(["rethrow"]);
  });

  it("nor where a loop goes on to its next item", () => {
    const loop = `for (const file of files) { try { check(file); } catch (e) { console.error(e); } }`;
    expect(suggestHandling(loop).ids).toEqual([]);
  });
});

describe("a script that drops a failure ends with it", () => {
  const ending = `(error) => {\n  console.error(error);\n  process.exitCode = 1;\n}`;
  it.each([
    [
      "at the end of a promise",
      "main().catch((e) => { console.error(e); });",
      "main().catch((e) => { console.error(e); process.exitCode = 1; });",
    ],
    ["after a logger that is passed as the handler", "main().catch(console.error);", `main().catch(${ending});`],
    [
      "in a function that the file does not wait for",
      "async function main() { try { await build(); } catch (e) { console.error(e); return; } done(); } main();",
      "async function main() { try { await build(); } catch (e) { console.error(e); process.exitCode = 1; return; } done(); } main();",
    ],
  ])("%s", (_, code, output) => {
    expect(suggestHandling(code)).toEqual({ ids: ["failProcess"], first: output });
    expect(findings(rule, output)).toEqual([]);
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
      "without what cannot fail",
      `async function f() { try { if (existsSync(p)) return readdirSync(p); } catch (e) { log(e); } }`,
      { work: "`readdirSync`" },
    ],
    [
      "without what only makes a value",
      `function f() { try { const seen = new Set(ids), rows = Array.from(seen); return find(rows); } catch { return []; } }`,
      { work: "When `find` fails" },
    ],
    [
      "with the awaited call whose result is kept",
      `async function f() { try { createHash(); await touch(); const rows = await find(); return rows; } catch { return 0; } }`,
      { work: "When `find` fails" },
    ],
    [
      "with the call of which a part is returned",
      `function f() { try { prepare(); return find().rows; } catch { return []; } }`,
      { work: "When `find` fails" },
    ],
    [
      "with a constructor of the platform where nothing else is tried",
      `function f() { try { return new Set(ids); } catch { return []; } }`,
      { work: "When `Set` fails" },
    ],
    ["with an import", `async function f() { try { await import("x"); } catch {} }`, { work: "When `import` fails" }],
    [
      "with what to do, as its suggestion says",
      `async function f() { try { await load(); } catch {} }`,
      { end: "; throw it." },
    ],
    [
      "with a text that is cut between words",
      `async function f() { try { return await load(); } catch { return "Everything was saved, and the index was brought up to date"; } }`,
      { told: "`Everything was saved, and the index was…`" },
    ],
    [
      "with a text in an expression, which is closed",
      `async function f() { try { return await load(); } catch { return { rows: [toRow(first, "nothing has been loaded")] }; } }`,
      { told: '`{ rows: [toRow(first, "nothing has been…")] }`' },
    ],
    [
      "with an apostrophe that opens nothing",
      `async function f() { try { return await load(); } catch { return "It wasn't there (or it's no longer readable by us)"; } }`,
      { told: "`It wasn't there (or it's no longer…)`" },
    ],
    [
      "with the beginning of one long word",
      `async function f() { try { return await load(); } catch { return "${"a".repeat(50)}"; } }`,
      { told: `\`${"a".repeat(40)}…\`` },
    ],
  ])("%s", (_, code, data) => {
    const [finding] = findings(rule, code);
    for (const part of Object.values(data)) expect(finding?.message).toContain(part);
  });

  it.each([
    ["the end of the process", "main().catch((error) => { console.error(error); });", "process.exitCode"],
    [
      "a failure that is expected",
      "async function f(path) { try { return await fs.readFile(path); } catch {\n return null; } }",
      "ENOENT",
    ],
  ])("with the words of the first suggestion: %s", (_, code, part) => {
    const [finding] = findings(rule, code);
    const [suggestion] = finding?.suggestions ?? [];
    expect(suggestion?.desc).toContain(part);
    expect(finding?.message.split("; ").at(-1)?.toLowerCase()).toBe(suggestion?.desc.toLowerCase());
  });
});
