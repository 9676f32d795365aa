// The libraries below a tool, whose errors it may fail by.
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectWith } from "../kit/project.js";
import { runHere } from "./run-plugin.js";

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "notes", version: "1.0.0" });
`;

const PACKAGES = ["@modelcontextprotocol/sdk", "@aws-sdk/client-s3", "axios", "lodash", "shop"];

async function linesOf(head: string, handler: string): Promise<unknown> {
  const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, "1"]));
  const cwd = projectWith({
    "package.json": JSON.stringify({ name: "notes", type: "module", dependencies }),
    "src/a.ts": `${head}\n${HEAD}server.registerTool("read_note", {}, ${handler});\n`,
  });
  const { status, stderr } = await runHere(cwd, "failures");
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return JSON.parse(fs.readFileSync(path.join(cwd, "error-contract.failures.json"), "utf8")).tools.read_note;
}

it.each([
  [
    "a call that is awaited",
    'import { get } from "shop";',
    "async () => { const all = await get(); return all; }",
    ["shop"],
  ],
  [
    "a client of a package",
    'import { Shop } from "shop/client";\nconst shop = new Shop();',
    "async () => shop.list()",
    ["shop"],
  ],
  [
    "a client that a function hands on",
    'import axios from "axios";\nconst ask = (url) => axios.get(url);',
    "async () => ask()",
    ["axios"],
  ],
  [
    "calls that are awaited together",
    'import { get } from "shop";',
    "async () => Promise.all([get(1), get(2)])",
    ["shop"],
  ],
  ["a file that is read at once", 'import { readFileSync } from "fs";', "() => readFileSync(id)", ["node:fs"]],
  ["the platform's own client", "", "async () => { const got = await fetch(url); return got.json(); }", ["fetch"]],
  [
    "a package of a scope that is known",
    'import { S3 } from "@aws-sdk/client-s3";',
    "() => new S3()",
    ["@aws-sdk/client-s3"],
  ],
  [
    "an error that is ended",
    'import { get } from "shop";',
    "async () => { try { return await get(); } catch { return 1; } }",
    [],
  ],
  ["a promise that nobody waits for", 'import { get } from "shop";', "async () => { void get(); return 1; }", []],
  ["a value that is made", 'import { join } from "lodash";', "async () => { const all = join([]); return all; }", []],
  ["elements of a value", 'import { rows } from "shop";\nconst all = rows;', "async () => all.map((each) => each)", []],
  ["the server itself", "", "async () => { await server.sendLoggingMessage({}); return 1; }", []],
  [
    "a client of MCP",
    'import { Client } from "@modelcontextprotocol/sdk/client/index.js";',
    "async () => new Client().callTool()",
    ["@modelcontextprotocol/sdk"],
  ],
])("says which library %s may fail by", async (_, head, handler, expected) => {
  expect(await linesOf(head, handler)).toEqual(expected.map((name) => `library ${name}`));
});
