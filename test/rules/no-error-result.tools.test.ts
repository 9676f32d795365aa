import { describe, it } from "vitest";
import noErrorResult from "../../rules/dist/no-error-result.js";
import { expectFindings, type LintOptions, syntaxHosts } from "../kit/marked-code.js";

const rule = { name: "no-error-result", rule: noErrorResult };
const check = (marked: string, lint?: LintOptions) => expectFindings(rule, marked, lint);

describe.each(syntaxHosts)("results of tools (%s)", (host) => {
  const boundary = `import { SystemError, serialize } from "error-contract/kaiza";\n`;
  it.each(
    Object.entries({
      "an error result with text": `
      const f = () => («{ isError: true, content: [{ type: "text", text: "it is gone" }] }»);`,
      "the same through a constant": `function f(e) {
      const text = \`Error: \${e.message}\`;
      return «{ isError: true, content: [{ type: "text", text }] }»;
    }`,
      "an error result with other JSON": `
      const f = () => («{ isError: true, content: [{ type: "text", text: JSON.stringify({ error: "x" }) }] }»);`,
      "a resource whose text is a failure": `async function read(uri) {
      try {
        return await f(uri);
      } catch (e) {
        return «{ contents: [{ uri, text: \`Error retrieving it: \${e}\` }] }»;
      }
    }`,
      "an error result with other structured content": `
      const f = () => («{ isError: true, content: [], structuredContent: { error: "x" } }»);`,
      "an unmarked result that quotes the error": `
      function f() { try { g(); } catch (e) { return «{ content: [{ type: "text", text: e.message }] }»; } }`,
      "an unmarked result that says so": `
      const f = () => («{ content: [{ type: "text", text: "Error: no such file" }] }»);`,
      "a text that grows and begins with the failure": `function f(e) {
      let text = "Error: it is gone";
      if (e.id) text += e.id;
      return «{ content: [{ type: "text", text }] }»;
    }`,
    }),
  )("%s", (_, marked) => {
    check(marked, { host });
  });

  it.each(
    Object.entries({
      "the envelope as JSON": `${boundary}const
    f = (e) => ({ isError: true, content: [{ type: "text", text: JSON.stringify(e.toEnvelope()) }] });`,
      "the envelope as structured content": `const f = (e) => ({
      isError: true,
      content: [{ type: "text", text: "it is gone" }],
      structuredContent: e.toEnvelope()
    });`,
      "an envelope with missing fields, which another rule names": `const f = () => ({
      isError: true,
      content: [{ type: "text", text: JSON.stringify({ error_code: "INVALID_PATH", human_message: "x" }) }]
    });`,
      "a prompt about errors": `
      const get = (e) => ({ messages: [{ role: "user", content: { type: "text", text: \`Error: \${e}\` } }] });`,
      "a message of a conversation": `
      const f = () => ({ role: "user", content: [{ type: "text", text: JSON.stringify({ ok: false, error: "x" }) }] });`,
      "a finished response": `const f = () => ({ error: createErrorResponse("It is gone") });`,
      "content that is made elsewhere": `const f = (e) => ({ isError: true, content: contentOf(e) });`,
      "a result that is marked at run time": `
      const f = (r) => ({ isError: r.failed, content: [{ type: "text", text: "it is gone" }] });`,
      "a success that speaks of errors": `
      const f = (r) => ({ content: [{ type: "text", text: "Errors found in 3 files" }] });`,
      "a part of a success": `function f() {
      try {
        return g();
      } catch (e) {
        return { content: [{ type: "text", text: JSON.stringify({ items, skipped: e.message }) }] };
      }
    }`,
      "JSON of a success": `
      const f = () => ({ content: [{ type: "text", text: JSON.stringify({ ok: true, error: null }) }] });`,
    }),
  )("not: %s", (_, code) => {
    check(code, { host });
  });
});
