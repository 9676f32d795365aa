import { describe, expect, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import noErrorResult from "../../rules/dist/no-error-result.js";
import { expectFindings, findings, syntaxHosts } from "../kit/marked-code.js";

const rule = { name: "no-error-result", rule: noErrorResult };
const lint = { settings: presets.recommended };

describe.each(syntaxHosts)("where codes end (%s)", (host) => {
  const check = (marked: string) => expectFindings(rule, marked, { ...lint, host });

  it.each(
    Object.entries({
      "a handler that answers each failure with its text": `async function read(path) {
      try { return await load(path); } catch (error) {
        return «{ isError: true, content: [{ type: "text", text: error.message }] }»;
      }
    }`,
      "a wrapper of handlers": `export const guarded = (handler) => async (input) => {
      try { return await handler(input); } catch (thrown) {
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        return «{ content: [{ type: "text", text: \`It went wrong: \${message}\` }], isError: true }»;
      }
    };`,
      "a function that makes such results": `export function toToolResult(error) {
      return «{ isError: true, content: [{ type: "text", text: error.message }] }»;
    }`,
      "the first answer of a function alone": `async function read(path) {
      try { return await load(path); } catch (error) {
        if (path === "") return «{ isError: true, content: [{ type: "text", text: \`No path: \${error}\` }] }»;
        return { isError: true, content: [{ type: "text", text: error.message }] };
      }
    }`,
    }),
  )("%s", (_, marked) => {
    check(marked);
  });

  it.each(
    Object.entries({
      "a failure that the handler makes itself: the boundary adds the envelope": `
      const read = () => ({ isError: true, content: [{ type: "text", text: "There is no such note" }] });`,
      "a handler that throws the others on": `async function read(path) {
      try { return await load(path); } catch (error) {
        if (error.code === "ENOENT") return { isError: true, content: [{ type: "text", text: error.message }] };
        throw error;
      }
    }`,
      "the contract's converter": `import { fromUnknown } from "error-contract/standard";
    async function read(path) {
      try { return await load(path); } catch (error) {
        const { message } = fromUnknown(error);
        return { isError: true, content: [{ type: "text", text: message }], structuredContent: envelopeOf(error) };
      }
    }`,
      "a text with the code in it": `async function read(path) {
      try { return await load(path); } catch (error) {
        return { isError: true, content: [{ type: "text", text: \`\${error.code}: \${error.message}\` }] };
      }
    }`,
    }),
  )("not %s", (_, code) => {
    check(code);
  });

  it("the finding names the error to throw", () => {
    const code = `const guarded = (run) => async () => {
      try { return await run(); } catch (oops) {
        return { isError: true, content: [{ type: "text", text: oops.message }] };
      }
    };`;
    expect(findings(rule, code, { ...lint, host }).map(({ messageId }) => messageId)).toEqual(["codesLost"]);
    expect(findings(rule, code, { ...lint, host })[0]?.message).toContain("`oops`");
  });
});

const SERVER = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "notes", version: "1" });
`;
const tool = (body: string) => `${SERVER}server.registerTool("read_note", {}, async ({ id }) => { ${body} });`;
const attempt = (answer: string) =>
  tool(`try { return { content: [], structuredContent: await load(id) }; } catch (error) { ${answer} }`);

describe.each(syntaxHosts)("what leaves as a success (%s)", (host) => {
  const check = (marked: string) => expectFindings(rule, marked, { ...lint, host });

  it.each(
    Object.entries({
      "an error as structured content": attempt(
        `return «{ content: [], structuredContent: { error: error.message } }»;`,
      ),
      "the code and the message of what was caught as data": attempt(
        `return «{ content: [], structuredContent: { code: "E_TOOL", message: error.message } }»;`,
      ),
      "a text": attempt(`return «{ content: [{ type: "text", text: \`No note: \${error}\` }] }»;`),
      "an object of a wrapped handler": `import { wrapHandler } from "error-contract/standard";
    export const read = wrapHandler(async ({ id }) => {
      if (id === "") return «{ ok: false, error: "There is no id" }»;
      return load(id);
    }, "read_note");`,
      "an object of a tool that is described as the protocol lists it": `export const tool = { name: "read_note", inputSchema, call: async ({ id }) => {
      if (id === "") return «{ ok: false, error: "There is no id" }»;
      return load(id);
    } };`,
      "what a function of the file gives to the handler": `${tool("return await answer(id);")}
    async function answer(id) { if (!id) return «{ ok: false, error: "There is no id" }»; return load(id); }`,
      "a text that a function of the file puts into an answer": `const toAnswer = (text) => ({ content: [{ type: "text", text }] });
    ${attempt(`return «toAnswer(\`Error: \${error.message}\`)»;`)}`,
      "the text of a framework whose tools answer with one": `import { FastMCP } from "fastmcp";
    const server = new FastMCP({ name: "notes", version: "1.0.0" });
    server.addTool({ name: "read_note", execute: async ({ id }) => {
      try { return await load(id); } catch (error) { return «\`Failed to read it: \${error.message}\`»; }
    } });`,
      "one item of such a framework": `import { FastMCP } from "fastmcp";
    const server = new FastMCP({ name: "notes", version: "1.0.0" });
    server.addTool({ name: "read_note", execute: async ({ id }) => {
      try { return await load(id); } catch (error) { return «{ type: "text", text: String(error) }»; }
    } });`,
    }),
  )("%s", (_, marked) => {
    check(marked);
  });

  it.each(
    Object.entries({
      "an answer that a function of the file marks": `const fail = (text) => ({ isError: true, content: [{ type: "text", text }] });
    ${tool(`if (!id) return fail("Error: there is no id"); return load(id);`)}`,
      "the body of an HTTP response": `const refuse = (c) => jsonResponse({ error: "There is no such note" }, 404);`,
      "a function whose name says that it makes a failure": `
      export const toProblem = (id) => ({ error: \`There is no note \${id}\` });`,
      "the result of a form": `import { useState } from "react";
    export async function save(note) { try { return await put(note); } catch (error) { return { ok: false, error: error.message }; } }`,
    }),
  )("not %s", (_, code) => {
    check(code);
  });
});
