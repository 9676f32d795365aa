// What a tool answers on a failing path is a failure, whatever it says: the place decides, and what the answer is
// composed of.
import { describe, it } from "vitest";
import noErrorResult from "../../rules/dist/no-error-result.js";
import { expectFindings } from "../kit/marked-code.js";

const rule = { name: "no-error-result", rule: noErrorResult };

/** A tool of a server whose handler has that body. */
const inTool = (body: string): string => `
  import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
  const server = new McpServer({ name: "notes", version: "1" });
  server.registerTool("save", {}, async ({ id, action }) => { ${body} });`;

/** The same tool, which answers that text where its work fails. */
const caught = (text: string): string =>
  inTool(`try { await save(id); } catch (error) { return «{ content: [{ type: "text", text: ${text} }] }»; }`);

const unmarked = (code: string): string => code.replaceAll(/[«»]/g, "");

const check = (marked: string): void => {
  expectFindings(rule, marked, {});
};

describe("the handler of a failure", () => {
  it.each([
    ['"Could not save the note"'],
    ['"The note was not saved"'],
    ['"Oops, the API is down"'],
    ['"❌ Unknown tool"'],
    ['"Fehler beim Speichern"'],
    ['"保存失败"'],
    ["`There is no note ${id}`"],
    ["`Saving ${id} took too long: ${error.message}`"],
    ['"No note: " + String(error)'],
    ['JSON.stringify({ saved: false, hint: "Try again" })'],
    ['id ? `Note ${id} is locked` : "It is locked"'],
  ])("%s", (text) => {
    check(caught(text));
  });

  it.each([
    ["data that were fetched", "JSON.stringify(await loadCached(id))"],
    ["data beside words", "`From the cache: ${await loadCached(id)}`"],
    ["what was given alone", "id"],
    ["nothing", '""'],
    ["a text of another module", "HELP"],
  ])("not: %s", (_, text) => {
    check(unmarked(caught(text)));
  });

  it("a promise's handler", () => {
    check(inTool(`return save(id).catch(() => («{ content: [{ type: "text", text: "It is locked" }] }»));`));
    check(inTool(`return save(id).then(done, () => { return «{ content: [{ type: "text", text: "No" }] }»; });`));
  });

  it("a class of errors, but no code or status that is expected", () => {
    const answer = `{ content: [{ type: "text", text: "Forms are not there" }], structuredContent: { asked: false } }`;
    const handle = (test: string, given: string) =>
      inTool(`try { await ask(); } catch (error) { if (${test}) return ${given}; throw error; }`);
    check(handle("error instanceof McpError", `«${answer}»`));
    check(inTool(`if (action === "ask") { try { await ask(); } catch { return «${answer}»; } }`));
    check(handle('error.code === "ENOENT"', answer));
    check(handle("error.status === 404", answer));
    check(handle('error.message === "gone"', answer));
    check(handle('error.message === "No answer yet"', answer));
  });

  it("a message that is expected, and said again", () => {
    const body = (text: string) =>
      `try { await read(); } catch (error) {
        if (error.message === "Sign in first") return ${text};
        throw error;
      }`;
    check(inTool(body(`«{ content: [{ type: "text", text: "Sign in first, please." }] }»`)));
    check(inTool(body(`{ content: [{ type: "text", text: "Not for guests" }] }`)));
  });

  it("a function of the file that makes the answer", () => {
    const toText = `const toText = (text) => ({ content: [{ type: "text", text }] });`;
    const body = (given: string) => `try { return toText(await load(id)); } catch { return ${given}; }`;
    check(inTool(body(`«toText("The note is locked")»`)) + toText);
    check(inTool(body("toText(await loadCached(id))")) + toText);
  });

  it("the contents of a resource, but no message of a conversation and no marked answer", () => {
    const handle = (answer: string) => inTool(`try { await save(id); } catch { return ${answer}; }`);
    check(handle(`«{ contents: [{ uri: id, text: "It is locked" }] }»`));
    check(handle(`{ role: "user", content: [{ type: "text", text: "It is locked" }] }`));
    check(handle(`{ isError: false, content: [{ type: "text", text: "It is locked" }] }`));
  });
});

describe("the branch of a failed test", () => {
  it.each([
    ["!response.ok"],
    ["response.status >= 400"],
    ["response.status !== 200"],
    ["!response.ok && id"],
    ["response.error"],
  ])("%s", (test) => {
    const answer = (text: string) =>
      inTool(`
        const response = await send(id);
        if (${test}) return «{ content: [{ type: "text", text: ${text} }] }»;
        return { content: [{ type: "text", text: "Sent" }] };`);
    check(answer('"The peer is down"'));
    check(answer("`HTTP ${response.status}: ${await response.text()}`"));
    check(unmarked(answer("`From the cache: ${cached.text}`")));
  });

  it.each([["else"], [""]])("behind a success (%s)", (otherwise) => {
    check(
      inTool(`
        const sent = await send(id);
        if (sent.ok) { return { content: [{ type: "text", text: "Sent" }] }; }
        ${otherwise} { return «{ content: [{ type: "text", text: "Nobody took " + id }] }»; }`),
    );
  });

  it.each([["!id"], ["found.length === 0"], ["response.status === 404"], ["options.includeErrors"], ["!note"]])(
    "not: %s",
    (test) => {
      check(inTool(`if (${test}) return { content: [{ type: "text", text: "There is nothing" }] };`));
    },
  );
});

describe("behind all cases of a dispatch", () => {
  const text = (given: string) => `{ content: [{ type: "text", text: ${given} }] }`;

  it("a default that quotes what was asked for", () => {
    const dispatch = (given: string) => inTool(`switch (action) { case "a": return a(); default: return ${given}; }`);
    check(dispatch(`«${text("`There is no ${action}`")}»`));
    check(dispatch(text('"All notes"')));
  });

  it("a last branch that does", () => {
    const dispatch = (given: string) =>
      inTool(`if (action === "a") return a(); else if (action === "b") return b(); return ${given};`);
    check(dispatch(`«${text("`There is no ${action}`")}»`));
    check(dispatch(text('"All notes"')));
    check(inTool(`if (action === "a") return a(); return ${text("`Done: ${action}`")};`));
    check(dispatch(text("`Done: ${action}`")).replace("return {", "await save(id); return {"));
  });
});

describe("a framework whose tools give texts", () => {
  const tool = (body: string) => `
    import { FastMCP } from "fastmcp";
    const server = new FastMCP({ name: "notes", version: "1.0.0" });
    server.addTool({ name: "save", execute: async ({ id }) => { ${body} } });`;

  it("gives one where its work fails", () => {
    check(tool(`try { return await save(id); } catch { return «"The note is locked"»; }`));
    check(tool("return save(id).catch(() => «`Note ${id} is locked`»);"));
    check(tool(`try { return await save(id); } catch { return await loadCached(id); }`));
  });
});
