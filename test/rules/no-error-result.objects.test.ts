import path from "node:path";
import { describe, expect, it } from "vitest";
import noErrorResult from "../../rules/dist/no-error-result.js";
import { lenientKaiza, expectFindings, findings, syntaxHosts } from "../kit/marked-code.js";
import { projectWith } from "../kit/project.js";

// A bare text of a `catch` is a failed answer where a tool gives it, and a default anywhere else.
const rule = { name: "no-error-result", rule: noErrorResult };
const FASTMCP = `import { FastMCP } from "fastmcp";\nconst server = new FastMCP({ name: "notes" });\n`;
const failing = (mark = true) => `async (input) => {
  try {
    return await read(input);
  } catch {
    return ${mark ? '«"Failed to read the note"»' : '"Failed to read the note"'};
  }
}`;
const found = failing();
const passed = failing(false);

const WITHOUT_REGISTRATION = ["inputSchema", "parameters", "schema"].flatMap((schema) =>
  ["execute", "handler", "run", "call"].map((key) => ({ schema, key })),
);

describe.each(syntaxHosts)("tools that are objects (%s)", (host) => {
  const check = (code: string) => expectFindings(rule, code, { host, settings: lenientKaiza });

  it.each(WITHOUT_REGISTRATION)("a name, `$schema` and `$key`, exported, with no registration", ({ schema, key }) => {
    check(`export const readNote = { name: "read_note", description: "Reads", ${schema}: {}, ${key}: ${found} };`);
  });

  it.each(
    Object.entries({
      "not exported": `const readNote = { name: "read_note", inputSchema: {}, handler: ${found} };`,
      "given by a function": `export const make = () => ({ name: "read_note", inputSchema: {}, handler: ${found} });`,
      "given to a function": `export default defineTool({ name: "read_note", inputSchema: {}, handler: ${found} });`,
      "under a key": `export const tools = { read_note: { description: "Reads", inputSchema: {}, handler: ${found} } };`,
      "with a method": `
      export const t = { name: "x", parameters: {}, ${found.replace("async (", "async execute(").replace(" =>", "")} };`,
      "with a function of the file": `
      const run = ${found}; export const t = { name: "x", parameters: {}, execute: run };`,
      "with a wrapped function": `export const t = { name: "x", parameters: {}, execute: withLog(${found}) };`,
      "with a name that is made": `export const t = { name: prefix + "x", parameters: {}, execute: ${found} };`,
      "a resource": `export const note = { uri: "note://today", name: "today", load: ${found} };`,
      "a prompt": `export const ask = { name: "ask", arguments: [], load: ${found} };`,
    }),
  )("%s", (_, code) => check(code));

  it.each(
    Object.entries({
      "a constant of the file": `const t = { name: "x", execute: ${found} }; server.addTool(t);`,
      "what a function of the file makes": `
      const make = () => ({ name: "x", execute: ${found} }); server.addTool(make());`,
      "a list": `const tools = [{ name: "x", execute: ${found} }]; for (const t of tools) server.addTool(t);`,
      "a list of names": `const t = { name: "x", execute: ${found} }; for (const each of [t]) server.addTool(each);`,
      "a list, by forEach": `[{ name: "x", execute: ${found} }].forEach((tool) => server.addTool(tool));`,
      "a part of a list": `
      const all = [{ name: "x", execute: ${found} }]; all.filter(isOn).forEach((t) => server.addTool(t));`,
      "a list that grows": `
      const all = []; all.push({ name: "x", execute: ${found} }); for (const t of all) server.addTool(t);`,
      "a list at once": `server.addTools([{ name: "x", execute: ${found} }]);`,
      "the values of an object": `
      const all = { x: { name: "x", execute: ${found} } }; Object.values(all).forEach((t) => server.addTool(t));`,
      "the keys of an object": `
      const all = { x: { name: "x", execute: ${found} } }; for (const key in all) server.addTool(all[key]);`,
      "the entries of an object": `const all = { x: { config: {}, handler: ${found} } };
    Object.entries(all).forEach(([name, t]) => server.registerTool(name, t.config, t.handler));`,
      "the entries, taken apart": `const all = { x: { config: {}, handler: ${found} } };
    for (const [name, { config, handler }] of Object.entries(all)) server.registerTool(name, config, handler);`,
      "a map": `const all = new Map([["x", { config: {}, handler: ${found} }]]);
    for (const [name, t] of all) server.registerTool(name, t.config, t.handler);`,
      "a map that grows": `const all = new Map(); all.set("x", { config: {}, handler: ${found} });
    all.forEach((t, name) => server.registerTool(name, t.config, t.handler));`,
      "the values of a map": `const all = new Map([["x", { name: "x", handler: ${found} }]]);
    for (const t of [...all.values()]) server.registerTool(t.name, {}, t.handler);`,
      "a list of pairs": `for (const [name, run] of [["x", ${found}]]) server.registerTool(name, {}, run);`,
      resources: `for (const r of [{ uri: "x://y", load: ${found} }]) server.addResource(r);`,
      prompts: `server.addPrompts([{ name: "x", load: ${found} }]);`,
      "the prompts of an SDK": `server.registerPrompt("x", {}, ${found});`,
    }),
  )("%s that registers", (_, code) => check(FASTMCP + code));

  it.each(
    Object.entries({
      "without a function": `export const t = { name: "x", inputSchema: {}, handler: "read" };`,
      "without a schema": `export const t = { name: "x", description: "Reads", handler: ${passed} };`,
      "without a name and a key": `export const t = make({ description: "Reads", inputSchema: {}, execute: ${passed} });`,
      "made by a package": `
      import { tool } from "ai"; export const tools = { x: tool({ description: "Reads", inputSchema: {}, execute: ${passed} }) };`,
      "a route of a web service": `routes.push({ method: "GET", uri: "/notes", name: "notes", handler: ${passed} });`,
      "an entry of a table that nobody registers": `
      const all = [{ name: "x", execute: ${passed} }]; for (const t of all) show(t);`,
    }),
  )("%s: no tool", (_, code) => check(code));
});

it.each([
  ["dependencies", { dependencies: { "@modelcontextprotocol/sdk": "1.26.0" } }, 1],
  ["devDependencies, of a bundled server", { devDependencies: { fastmcp: "3.0.0" } }, 1],
  ["no framework", { dependencies: { express: "5.0.0" } }, 0],
])("an object is a tool where package.json names a framework: %s", (_, manifest, count) => {
  const folder = projectWith({ "package.json": JSON.stringify(manifest) });
  const code = `export const t = { name: "x", description: "Reads", inputSchema: {}, handler: ${passed} };`;
  const lint = { settings: lenientKaiza, filename: path.join(folder, "src/tools/x.js") };
  expect(findings(rule, code, lint)).toHaveLength(count);
});

it("an object is a tool in a file that imports a framework, whatever package.json says", () => {
  const folder = projectWith({ "package.json": "{" });
  const code = `import { z } from "zod"; import { ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
  export const t = { name: "x", description: "Reads", schema: z.any(), run: ${passed} };`;
  expect(findings(rule, code, { settings: lenientKaiza, filename: path.join(folder, "x.js") })).toHaveLength(1);
});

it("the package.json above counts too: a package of a workspace whose root names the framework", () => {
  const folder = projectWith({
    "package.json": JSON.stringify({ devDependencies: { "@modelcontextprotocol/server": "2.0.0" } }),
    "packages/notes/package.json": JSON.stringify({ name: "notes" }),
  });
  const code = `export const t = { name: "x", inputSchema: {}, handler: ${passed} };`;
  const lint = { settings: lenientKaiza, filename: path.join(folder, "packages/notes/x.js") };
  expect(findings(rule, code, lint)).toHaveLength(1);
});
