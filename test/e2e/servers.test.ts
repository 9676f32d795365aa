// Six servers, one for each contract, written from the guides alone: they compile under strict settings without a cast,
// and a real client finds the code of each failure.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import type { ContractData } from "error-contract";
import { contextResolve } from "error-contract/context-resolve";
import { detectError } from "error-contract/detect";
import { jsonRpc } from "error-contract/json-rpc";
import { kaiza } from "error-contract/kaiza";
import { mcpAql } from "error-contract/mcp-aql";
import { standard } from "error-contract/standard";
import { typedMcp } from "error-contract/typed-mcp";
import { afterAll, expect, test, vi } from "vitest";
import { MemorySink } from "../src/boundary-contracts.js";
import { createServer as createContextServer } from "./servers/context-resolve.js";
import { createServer as createSymbolServer } from "./servers/json-rpc.js";
import { createServer as createFileServer } from "./servers/kaiza.js";
import { createServer as createRepositoryServer } from "./servers/mcp-aql.js";
import { createServer as createNoteServer } from "./servers/standard.js";
import { createServer as createMailServer } from "./servers/typed-mcp.js";

interface Server {
  connect(transport: InMemoryTransport): Promise<void>;
}

const folder = mkdtempSync(path.join(os.tmpdir(), "servers-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Connects a client, and returns what calls a tool: the code of the failure, or the answer of a success. */
async function connect(server: Server, contract: ContractData) {
  const client = new Client({ name: "test", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const read = async (call: Promise<unknown>): Promise<unknown> => {
    const answer = await call.catch((thrown: unknown) => thrown);
    return detectError(answer, { contracts: [contract] })?.code ?? answer;
  };
  return {
    call: (name: string, given: Record<string, unknown> = {}) => read(client.callTool({ name, arguments: given })),
    open: (uri: string) => read(client.readResource({ uri })),
  };
}

const success = { content: [expect.objectContaining({ type: "text" })] };

test("a server of kaiza", async () => {
  const audit = new MemorySink();
  const { call } = await connect(createFileServer(audit), kaiza);
  expect(await call("read_file", { path: "notes.md" })).toBe("SESSION_NOT_INITIALIZED");
  expect(await call("begin_session", { root: folder })).toMatchObject(success);
  expect(await call("read_file", { path: "none.md" })).toBe("FILE_NOT_FOUND");
  expect(await call("read_file", { path: "../x" })).toBe("INVARIANT_VIOLATION");
  expect(await call("count_lines", { path: `${folder}/none` })).toBe("FILE_NOT_FOUND");
  writeFileSync(path.join(folder, "notes.md"), JSON.stringify(audit.envelopes[0]));
  expect(await call("read_file", { path: "notes.md" })).toMatchObject(success);
  expect(audit.envelopes).toMatchObject([{ session_id: null }, ...Array(3).fill({ session_id: "s-1" })]);
  expect(JSON.stringify(audit.envelopes)).not.toContain("ENOENT");
});

test("a server of standard", async () => {
  const { call } = await connect(
    createNoteServer((id) => Promise.resolve(new Response("a note", { status: id }))),
    standard,
  );
  expect(await call("read_note", { id: 1 })).toMatchObject(success);
  expect(await call("read_note", { id: 2 })).toBe("NOT_FOUND");
  expect(await call("add_note", { id: 1, text: "x" })).toBe("ALREADY_EXISTS");
  expect(await call("fetch_note", { id: 429 })).toBe("RATE_LIMITED");
  expect(await call("fetch_note", { id: 200 })).toMatchObject(success);
});

test("a server of typed-mcp", async () => {
  const log = vi.fn();
  const send = vi.fn(() => Promise.reject(new Error("refused")));
  const mailbox = { token: "t", wait: 0, send };
  const mail = { to: "a@example.com", text: "x" };
  const { call } = await connect(createMailServer(mailbox, log), typedMcp);
  expect(await call("send_mail", mail)).toBe("send_failed");
  send.mockResolvedValue(undefined as never);
  expect(await call("send_mail", mail)).toMatchObject(success);
  Object.assign(mailbox, { wait: 3 });
  expect(await call("send_mail", mail)).toBe("rate_limited");
  Object.assign(mailbox, { token: undefined });
  expect(await call("send_mail", mail)).toBe("auth_required");
  expect(await call("read_mail", { id: "none" })).toBe("internal_error");
  expect(log).toHaveBeenCalledOnce();
});

test("a server of mcp-aql", async () => {
  const answers = [new Response("{}", { status: 404 }), Response.json({ id: 1 }), new Response("no JSON")];
  const { call } = await connect(
    createRepositoryServer(() => Promise.resolve(answers.shift()!)),
    mcpAql,
  );
  expect(await call("get_repo")).toBe("VALIDATION_MISSING_PARAM");
  expect(await call("get_repo", { owner: "o", name: "n" })).toBe("NOT_FOUND_RESOURCE");
  expect(await call("get_repo", { owner: "o", name: "n" })).toMatchObject(success);
  expect(await call("list_repos")).toBe("INTERNAL_ERROR");
});

test("a server of context-resolve", async () => {
  const cachePath = path.join(folder, "cache");
  const { call } = await connect(createContextServer(cachePath), contextResolve);
  expect(await call("context.resolve", { key: "a", budget: 0 })).toBe("invalid_budget");
  expect(await call("context.resolve", { key: "a", budget: 9 })).toBe("cache_missing");
  const { call: callOther } = await connect(createContextServer(folder), contextResolve);
  expect(await callOther("context.list")).toBe("cache_invalid");
  writeFileSync(path.join(folder, "manifest.json"), '{"entries":[{"key":"a","size":1}]}');
  expect(await callOther("context.list")).toMatchObject(success);
  writeFileSync(path.join(folder, "manifest.json"), "[]");
  expect(await callOther("context.list")).toBe("cache_invalid");
});

test("a server of json-rpc", async () => {
  const load = (uri: string) =>
    uri.endsWith("slow") ? Promise.reject(new DOMException("x", "TimeoutError")) : Promise.resolve("text");
  const { call, open } = await connect(createSymbolServer(load), jsonRpc);
  expect(await call("find_symbol", { symbol: "main" })).toMatchObject(success);
  expect(await call("find_symbol", { symbol: "none" })).toBe(-32001);
  expect(await call("find_symbol", {})).toBe(-32602);
  expect(await open("file:///a")).toMatchObject({ contents: [{ text: "text" }] });
  expect(typeof (await open("file:///slow"))).toBe("number");
});

test("none has a cast, nor more lines than a newcomer writes in an hour", () => {
  const servers = path.join(import.meta.dirname, "servers");
  const sources = readdirSync(servers).map((file) => readFileSync(path.join(servers, file), "utf8"));
  expect(sources).toHaveLength(6);
  for (const source of sources) {
    expect(source).not.toMatch(/ as [A-Z{(]| as (?:const|never|unknown)|@ts-|\bany\b|!\.|eslint-disable/);
    expect(source.split("\n").length).toBeLessThan(70);
  }
});
