import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { detectError } from "error-contract/detect";
import type { Client } from "./rows.js";

/** What a row of the table "What MCP keeps" needs. */
interface Setting {
  readonly version: string;
  readonly url: URL;
  /** The id of a session that is initialized. */
  readonly session: string;
  readonly client: Client;
}

type Keep = (setting: Setting) => Promise<string>;

const message = (method: string, params?: object) => ({ jsonrpc: "2.0", id: 1, method, params });
const initialize = (protocolVersion: unknown) =>
  message("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } });
const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** A request of the revision 2026-07-28, which says its version in each request. */
function modern(method: string, params: object, version = "2026-07-28") {
  const meta = { protocolVersion: version, clientCapabilities: {}, clientInfo: { name: "test", version: "1.0.0" } };
  const _meta = Object.fromEntries(
    Object.entries(meta).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value]),
  );
  const mine = { ...headers, "mcp-protocol-version": version, "mcp-method": method };
  return { headers: mine, body: message(method, { ...params, _meta }) };
}

interface Post {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body: string | object;
}

/** Sends a request of HTTP, and returns its status, and the code of the error where its body is one of JSON-RPC. */
async function post({ url }: Setting, { method = "POST", path: to = url.pathname, ...sent }: Post): Promise<string> {
  const body = typeof sent.body === "string" ? sent.body : JSON.stringify(sent.body);
  const answer = await fetch(new URL(to, url), { method, body, headers: { ...headers, ...sent.headers } });
  const text = await answer.text();
  const version = /"protocolVersion":"([^"]*)"/u.exec(text)?.[1];
  if (version) return version === "1999-01-01" ? version : "the server's";
  const { error } = JSON.parse(text);
  return typeof error === "string" ? `HTTP ${answer.status}` : `HTTP ${answer.status}, ${error.code}`;
}

/** Writes lines to a server over stdio, and returns the first that it answers. */
async function write({ version }: Setting, ...lines: readonly string[]): Promise<any> {
  const server = path.join(import.meta.dirname, "server.js");
  const child = spawn(process.execPath, [server, version, "standard", "tools"], { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.write(lines.map((line) => `${line}\n`).join(""));
  const [answer] = (await once(createInterface(child.stdout), "line")) as [string];
  child.kill();
  return JSON.parse(answer);
}

/** Waits for a slow tool, no longer than the options say. The SDK's client throws an error of its own. */
async function giveUp({ client }: Setting, options: object): Promise<string> {
  const thrown = await client.callTool({ name: "slow" }, ...waiting(client, options)).catch((error: unknown) => error);
  return detectError(thrown)?.contract === undefined && thrown instanceof Error ? "no answer" : "an answer";
}

/** The options of a call: SDK 1.x takes the schema of the result before them. */
const waiting = (client: Client, options: object): readonly unknown[] =>
  client.callTool.length > 2 || client.experimental ? [undefined, options] : [options];

const inSession =
  (sent: Post): Keep =>
  (setting) =>
    post(setting, { ...sent, headers: { "mcp-session-id": setting.session, ...sent.headers } });
const list = message("tools/list");

/** How each failure that MCP keeps is brought about. */
export const kept: Readonly<Record<string, Keep>> = {
  "a body is no JSON": inSession({ body: "{" }),
  "a body is no message of JSON-RPC": inSession({ body: { id: 1 } }),
  "a body is larger than 4 MiB (SDK 1.32 and 2.x)": inSession({ body: message("tools/list", { x: "x".repeat(5e6) }) }),
  "`Accept` leaves out `text/event-stream`": inSession({ body: list, headers: { accept: "application/json" } }),
  "`Content-Type` is not JSON": inSession({ body: list, headers: { "content-type": "text/plain" } }),
  "the method of HTTP is `PUT`": inSession({ method: "PUT", body: list }),
  "there is no such session": inSession({ body: list, headers: { "mcp-session-id": "unknown" } }),
  "a request comes before `initialize`": (setting) => post(setting, { body: list }),
  "a session is initialized again": inSession({ body: initialize("2025-11-25") }),
  "`MCP-Protocol-Version` is unknown": inSession({ body: list, headers: { "mcp-protocol-version": "1999-01-01" } }),
  "a request of 2026-07-28 has an unknown version": (setting) => post(setting, modern("tools/list", {}, "2099-01-01")),
  "header and body of 2026-07-28 do not agree": (setting) =>
    post(setting, { ...modern("tools/list", {}), body: modern("prompts/list", {}).body }),
  "a request of 2026-07-28 does not say its version": (setting) =>
    post(setting, { ...modern("tools/list", {}), body: list }),
  "a body of 2026-07-28 has several requests": (setting) =>
    post(setting, { ...modern("tools/list", {}), body: [modern("tools/list", {}).body] }),
  "the client of 2026-07-28 lacks what a tool asks for": (setting) => {
    const { headers: given, body } = modern("tools/call", { name: "ask", arguments: {} });
    return post(setting, { headers: { ...given, "mcp-name": "ask" }, body });
  },
  "there is no such method in 2026-07-28": (setting) => post(setting, modern("notes/unknown", {})),
  "there is no token": (setting) => post(setting, { path: "/guarded", body: list }),
  "the token is for something else": (setting) =>
    post(setting, { path: "/guarded", body: list, headers: { authorization: "Bearer letters" } }),
  "`initialize` asks for an unknown version": (setting) => post(setting, { body: initialize("1999-01-01") }),
  "`initialize` has not its form, over stdio": async (setting) => {
    const { error } = await write(setting, JSON.stringify(message("initialize", {})));
    return String(error.code);
  },
  "a line of stdio is no JSON, or no message": async (setting) => {
    const { result } = await write(setting, "{", '{"id":2}', JSON.stringify(initialize("2025-11-25")));
    return result ? "no answer" : "an answer";
  },
  "the client no longer waits, or cancels": async (setting) => {
    const forms = [{ timeout: 50 }, { signal: AbortSignal.timeout(50) }].map((options) => giveUp(setting, options));
    return (await Promise.all(forms)).every((form) => form === "no answer") ? "no answer" : "an answer";
  },
  "the user has to visit an address (until 2025-11-25)": async ({ client }) => {
    const thrown = await client.callTool({ name: "visit" }).catch((error: unknown) => error);
    return String(thrown.code);
  },
};
