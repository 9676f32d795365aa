import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { expectFindings, findings } from "../kit/marked-code.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };
const settings = presets.recommended;

/** A tool that does something, then answers. */
const tool = (body: string) => outdent`
  import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
  const done = { content: [{ type: "text", text: "Saved." }] };
  new McpServer({}).registerTool("keep", {}, async (files) => { ${body} });
`;

describe("a tool that answers after it has dropped a failure: a promise's handler counts as a `try` does", () => {
  it.each(
    Object.entries({
      "a try": `try { await save(); } «catch» {} return done;`,
      "an empty handler": `await save().«catch»(() => {}); return done;`,
      "a handler that logs": `await save().«catch»((e) => console.error(e)); return done;`,
      "a logger": `await save().«catch»(console.error); return done;`,
      "an empty function by name": `const nothing = () => {}; await save().«catch»(nothing); return done;`,
      "the second argument of `then`": `await save().«then»(() => undefined, () => undefined); return done;`,
      "a variable that is not read": `const isSaved = await save().«catch»(() => null); return done;`,
      "each of a list": `await Promise.all(files.map((file) => save(file).«catch»(() => undefined))); return done;`,
      "some together": `await Promise.all([load(), save().«catch»(() => {})]); return done;`,
      "settled promises": `await «Promise.allSettled»([save(), keep()]); return done;`,
      "a chain that goes on": `return save().«catch»(() => undefined).then(() => done);`,
    }),
  )("%s is found", (_, body) => expectFindings(rule, tool(body), { settings }));

  it.each(
    Object.entries({
      "what may be missing": `const info = await stat(files[0]).catch(() => null); return info ? answer(info) : done;`,
      "the body of an error": `const text = await response.text().catch(() => ""); throw new Problem(text);`,
      "one that a test looks for": `
        const [plan, hints] = await Promise.all([load(), list().catch(() => [])]);
        return { content: [{ type: "text", text: plan + hints?.at(0) }] };`,
      "a cleanup": `await handle.close().catch(() => {}); return done;`,
      "a reason": `await save().catch(() => { /* the copy is optional */ }); return done;`,
      "an answer that says that it failed": `await save().catch(() => {}); return { isError: true, content: [] };`,
    }),
  )("%s is none", (_, body) => expectFindings(rule, tool(body), { settings }));

  it("is none outside of a tool, where the caller gets nothing", () =>
    expectFindings(rule, "export async function f() { await save().catch(() => {}); await load(); }", { settings }));
});

describe("`.catch()` without a handler", () => {
  it.each([
    ["(ready ? open() : load()).catch();", "(ready ? open() : load());"],
    ["open()\n  ?.catch();", "open();"],
    ["open() /* at the start */.catch();", undefined],
  ])("%s", (code, output) => {
    const [found] = findings(rule, code, { settings });
    const fix = found?.suggestions?.[0]?.fix;
    expect(found?.messageId).toBe("noHandler");
    expect(fix && code.slice(0, fix.range[0]) + fix.text + code.slice(fix.range[1])).toBe(output);
  });

  it.each([settings, presets.kaiza, presets.node])("is found under each strictness", (chosen) =>
    expectFindings(rule, "export const f = async () => { await «save().catch»(); };", { settings: chosen }),
  );

  it("goes by the suggestion", () => {
    const code = "save().catch();";
    const [suggestion] = findings(rule, code, { settings })[0]!.suggestions!;
    const { range, text } = suggestion!.fix;
    expect(code.slice(0, range[0]) + text + code.slice(range[1])).toBe("save();");
  });
});

describe("what is pressed", () => {
  const press = (code: string) => {
    const [suggestion] = findings(rule, code, { settings })[0]!.suggestions!;
    const { range, text } = suggestion!.fix;
    return code.slice(0, range[0]) + text + code.slice(range[1]);
  };

  it("a throw takes the place of a default that is stored", () => {
    const code = (last: string) => outdent`
      import { fromUnknown } from "error-contract/standard";
      let rows;
      export async function list() {
        if (!rows) {
          try { rows = await load(); } catch (error) { console.error(error); ${last}; }
        }
        return rows;
      }
    `;
    expect(press(code("rows = []"))).toBe(code("throw fromUnknown(error)"));
  });

  it("a failure that is not the expected one is thrown where the handler tells them apart", () => {
    const code = (last: string) => outdent`
      import { fromUnknown } from "error-contract/standard";
      export async function remove(file) {
        try {
          await unlink(file);
        } catch (error) {
          // The file may be gone, which is fine
          if (error.code !== "ENOENT") {
            console.error(error);${last}
          }
        }
      }
    `;
    expect(press(code(""))).toBe(code("\n      throw fromUnknown(error);"));
  });
});
