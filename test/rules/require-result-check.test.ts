import { describe, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/require-result-check.js";
import { expectFindings, typescriptHosts } from "../kit/marked-code.js";

const subject = { name: "require-result-check", rule };
const check = (code: string) => {
  for (const preset of ["recommended", "kaiza"] as const) expectFindings(subject, code, { settings: presets[preset] });
};
const CALL = 'await client.callTool({ name: "read", arguments: {} })';
const within = (body: string) => `export async function read(client, app, item) { ${body} }`;

describe("require-result-check", () => {
  it.each([
    ["the content of a result", within(`const result = ${CALL}; return «result.content»;`)],
    ["its structured content", within(`const result = ${CALL}; return use(«result.structuredContent»);`)],
    ["the result of a call itself", within(`return «(${CALL}).content»;`)],
    ["a text in it, first", within(`const result = ${CALL}; return JSON.parse(«result.content»[0].text);`)],
    ["one that may be missing", within(`const result = ${CALL}; return «result?.content»?.[0]?.text;`)],
    ["a destructured member", within(`const { «content» } = ${CALL}; return content;`)],
    ["a success that is made of it", within(`const result = ${CALL}; return { ok: true, result: «result.content» };`)],
    [
      "a variable that is assigned",
      within(`let result; result = ${CALL}; return «result.content»;`).replace("let result; result", "const result"),
    ],
    ["another name", within(`const result = ${CALL}; const same = result; return «same.content»;`)],
    ["an app's call", within('const result = await app.callServerTool({ name: "read" }); return «result.content»;')],
    [
      "a request for it",
      within(
        'const result = await client.request({ method: "tools/call", params: {} }, schema); return «result.content»;',
      ),
    ],
    [
      "a function of the file that hands it on",
      `const call = async (client) => ${CALL};\n${within("return «(await call(client)).content»;")}`,
    ],
    [
      "a log beside another use",
      within(`const result = ${CALL}; console.log(result.content); return «result.content»;`),
    ],
  ])("reports %s", (_, code) => check(code));

  it.each([
    [
      "a test of isError",
      within(`const result = ${CALL}; if (result.isError) throw fail(result); return result.content;`),
    ],
    ["one behind it", within(`const result = ${CALL}; return { text: result.content, failed: result.isError };`)],
    ["isError beside the content", within(`const { content, isError } = ${CALL}; return { content, isError };`)],
    ["the rest of a pattern", within(`const { content, ...rest } = ${CALL}; return { content, rest };`)],
    ["a result that other code gets", within(`const result = ${CALL}; check(result); return result.content;`)],
    ["a result that is returned", within(`return ${CALL};`)],
    ["one that is kept", within(`const result = ${CALL}; item.result = result; return result.content;`)],
    ["one that is spread", within(`const result = ${CALL}; return { ...result, text: result.content };`)],
    ["a member that is worked out", within(`const result = ${CALL}; return result[item] ?? result.content;`)],
    ["a log alone", within(`const result = ${CALL}; console.log(result.content);`)],
    [
      "structured content that may be missing",
      within(`const result = ${CALL}; if (result.structuredContent) use(result.structuredContent);`),
    ],
    [
      "the same by another name",
      within(
        `const { length } = item; const result = ${CALL}; const data = result.structuredContent; if (data?.id) use(data, length);`,
      ),
    ],
    ["a tool that nobody reads of", within(`${CALL};`)],
    ["a method of other arguments", within('const result = await client.callTool("read", {}); return result.content;')],
    [
      "a request for something else",
      within('const result = await client.request({ method: "resources/read" }, schema); return result.content;'),
    ],
    ["another method", within('const result = await client.fetch({ name: "read" }); return result.content;')],
  ])("leaves alone %s", (_, code) => check(code));

  it.each(typescriptHosts)("asks the type of a result (%s)", (host) => {
    const own = (member: string, mark: (text: string) => string) => `
      declare const client: { callTool(request: { name: string }): Promise<{ content: string; ${member} }> };
      export const read = async () => { const result = await client.callTool({ name: "read" }); return ${mark("result.content")}; };`;
    const settings = presets.recommended;
    expectFindings(
      subject,
      own("isError?: boolean", (text) => `«${text}»`),
      { host, settings },
    );
    if (host === "typed")
      expectFindings(
        subject,
        own("ok: true", (text) => text),
        { host, settings },
      );
  });
});
