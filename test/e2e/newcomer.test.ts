// Servers and clients as the guides lead to them: they compile under strict settings without a cast, and understand
// each other.
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Client as Client2 } from "@modelcontextprotocol/client";
import fs from "node:fs";
import path from "node:path";
import { expect, it, test } from "vitest";
import { root } from "../kit/page.js";
import { temporaryFolder } from "../kit/project.js";
import { connect, sdk1, sdk2 } from "../kit/sdks.js";
import { listStrictProblems } from "../kit/strict-problems.js";
import { callTool } from "../fixtures/newcomer/client.js";
import { explain } from "../fixtures/newcomer/client-of-any.js";
import * as contextResolve from "../fixtures/newcomer/context-resolve.js";
import { answer } from "../fixtures/newcomer/json-rpc.js";
import * as kaiza from "../fixtures/newcomer/kaiza.js";
import * as mcpAql from "../fixtures/newcomer/mcp-aql.js";
import * as standard from "../fixtures/newcomer/standard.js";
import * as typedMcp from "../fixtures/newcomer/typed-mcp.js";

const folder = path.join(root, "test/fixtures/newcomer");
const files = Object.fromEntries(
  fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name), "utf8")]),
);
const connect1 = (server: object): Promise<Client> => connect(sdk1, server);
const connect2 = (server: object): Promise<Client2> => connect(sdk2, server);

it("they compile under strict settings, have no cast, and at most 50 lines each", () => {
  expect(Object.keys(files)).toHaveLength(8);
  expect(listStrictProblems(files)).toEqual([]);
  for (const text of Object.values(files)) {
    expect(text.match(/\bas (?!const\b)\w|<any>|: any\b|!\.|@ts-/g)).toBeNull();
    expect(text.split("\n").length).toBeLessThanOrEqual(51);
  }
});

test.each([
  ["read_note", { id: 1 }, "done"],
  ["read_note", { id: 2 }, "ask the user"],
  ["read_note", {}, "ask the user"],
  ["write_note", { text: "x".repeat(101) }, "ask the user"],
  ["wait", {}, { waitFor: 1 }],
  ["no_such_tool", {}, "give up"],
])("standard: %s with %j is %j", async (name, args, step) => {
  expect(await callTool(await connect1(standard.createServer()), name, args)).toEqual(step);
});

it("kaiza: before and in a session", async () => {
  const client = await connect1(kaiza.createServer());
  const read = async (file: string) => explain(await client.callTool({ name: "read_plan", arguments: { path: file } }));
  expect(await read("plan.md")).toBe("SESSION_NOT_INITIALIZED in no session");
  await client.callTool({ name: "begin_session", arguments: {} });
  expect(await read("/no/such/plan.md")).toBe("PLAN_NOT_FOUND in s-1");
  expect(await read("../plan.md")).toBe("INVARIANT_VIOLATION in s-1");
});

it("context-resolve: a missing cache, a wrong query, a wrong budget", async () => {
  const missing = await connect1(contextResolve.createServer(path.join(temporaryFolder(), "none")));
  const resolve = async (args: Record<string, unknown>) =>
    explain(await missing.callTool({ name: "resolve", arguments: args }));
  expect(await resolve({ query: "" })).toBe("invalid_query");
  expect(await resolve({ query: "x", budget: 0 })).toBe("invalid_budget");
  expect(await resolve({ query: "x" })).toMatch(/^cache_/);
});

it("json-rpc: codes, and what JSON-RPC itself has", () => {
  const find = (method: string, params: Record<string, unknown>) => answer({ id: 1, method, params });
  expect(find("symbols/find", { name: "main" })).toMatchObject({ result: { line: 1 } });
  expect(explain(find("symbols/find", { name: "none" }))).toBe("no such symbol");
  expect(explain(find("symbols/find", {}))).toBe("-32602");
  expect(explain(find("nothing", {}))).toBe("-32601");
});

it("typed-mcp: details of the codes, and nothing of what is hidden", async () => {
  const out = await connect2(typedMcp.createServer(undefined));
  expect(explain(await out.callTool({ name: "search_mail", arguments: { query: "x" } }))).toBe("run mail login");
  const client = await connect2(typedMcp.createServer("token"));
  const search = (query: string) => client.callTool({ name: "search_mail", arguments: { query } });
  expect(explain(await search("x".repeat(21)))).toBe("again in 5 seconds");
  const crashed = await search("crash");
  expect(explain(crashed)).toBe("internal_error");
  expect(JSON.stringify(crashed)).not.toContain("secret");
});

it("mcp-aql: details of the codes", async () => {
  const client = await connect2(mcpAql.createServer());
  const query = (params: Record<string, unknown>) =>
    client.callTool({ name: "query", arguments: { operation: "get_repo", params } });
  expect(explain(await query({}))).toBe("add name");
  expect(explain(await query({ name: "two" }))).toBe("NOT_FOUND_RESOURCE");
  expect(explain(await query({ name: "one" }))).toBe("no failure");
});
