// A server without a contract: what it does in each tool is what `prove` looks at.
import { spawn } from "node:child_process";
import fs from "node:fs";
import { readFile } from "node:fs/promises";
import https from "node:https";
import net from "node:net";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { wrapServer } from "error-contract";
import { openAuditLog } from "error-contract/audit-log";
import { standard } from "error-contract/standard";
import { z } from "zod";

const { PROVE_POOL, PROVE_STREAM, PROVE_AUDIT } = process.env;
// Opened before the first call: a connection of a pool, a file, a child.
const pool = PROVE_POOL ? net.connect(Number(PROVE_POOL), "127.0.0.1") : undefined;
if (pool) await new Promise((resolve) => pool.once("connect", resolve));
const stream = PROVE_STREAM ? fs.createWriteStream(PROVE_STREAM, { flags: "a" }) : undefined;
if (stream) await new Promise((resolve) => stream.once("open", resolve));
const child =
  PROVE_STREAM && spawn("sh", ["-c", `cat >> ${PROVE_STREAM}.child`], { stdio: ["pipe", "ignore", "ignore"] });
for (const each of [pool, stream, child?.stdin]) each?.on("error", () => undefined);

const server = new McpServer({ name: "raw", version: "1.0.0" });
const text = (value) => ({ content: [{ type: "text", text: String(value) }] });
const tool = (name, inputSchema, handler, annotations = {}) =>
  server.registerTool(name, { inputSchema, annotations }, handler);

tool("read_file", { path: z.string() }, async ({ path }) => text(await readFile(path, "utf8")), { readOnlyHint: true });
tool("read_sync", { path: z.string() }, ({ path }) => text(fs.readFileSync(path, "utf8")));
tool("read_stream", { path: z.string() }, async ({ path }) => {
  let all = "";
  for await (const chunk of fs.createReadStream(path)) all += chunk;
  return text(all);
});
tool("read_handle", { path: z.string() }, async ({ path }) => {
  const handle = await fs.promises.open(path);
  try {
    return text(await handle.readFile("utf8"));
  } finally {
    await handle.close();
  }
});
tool("write_file", { path: z.string() }, ({ path }) => {
  fs.writeFileSync(path, "written");
  return text("done");
});
tool("get_issue", { id: z.number() }, async ({ id }) => {
  const response = await fetch(`https://api.example.com/issues/${id}`);
  if (!response.ok) throw new Error(`The service answered ${response.status}`);
  return text((await response.json()).title);
});
tool("read_parent", { path: z.string() }, async ({ path }) => text(await readFile(dirname(path), "utf8")));
tool("read_settings", { path: z.string() }, async () => text(await readFile("/srv/own/settings.json", "utf8")));
let left;
tool("use_left_over", {}, () => {
  left?.write("GET / HTTP/1.1\r\n\r\n");
  left = net.connect(80, "api.example.com").on("error", () => undefined);
  return text("fine");
});
tool("wait_for_message", {}, async () => {
  await fetch("https://api.example.com/messages").catch(() => undefined);
  await new Promise(() => undefined);
});
tool("get_swallowed", { id: z.number() }, async ({ id }) => {
  try {
    const response = await fetch(`https://api.example.com/issues/${id}`);
    return text(response.ok ? (await response.json()).title : "none");
  } catch {
    return text("none");
  }
});
tool("get_https", {}, () => {
  return new Promise((resolve, reject) => {
    https
      .get("https://api.example.com/", { agent: new https.Agent({ keepAlive: true }) }, (response) => {
        response.resume().on("end", () => {
          if (response.statusCode === 200) resolve(text("fine"));
          else reject(new Error(`status ${response.statusCode}`));
        });
        response.on("error", reject).on("aborted", () => reject(new Error("aborted")));
      })
      .on("error", reject);
  });
});
tool("use_thread", { path: z.string() }, ({ path }) => {
  const script = `import("node:fs").then((fs) => fs.writeFileSync(${JSON.stringify(path)}, "written"));`;
  return new Promise((resolve, reject) => {
    new Worker(script, { eval: true, env: {} }).on("error", reject).on("exit", () => resolve(text("done")));
  });
});
tool("run_program", {}, () => {
  return new Promise((resolve, reject) => {
    spawn("git", ["status"])
      .on("error", reject)
      .on("close", (code, signal) =>
        code === 0 ? resolve(text("clean")) : reject(new Error(`git: ${code} ${signal}`)),
      );
  });
});
if (pool) {
  tool("use_pool", {}, () => {
    return new Promise((resolve, reject) => {
      pool.once("data", (answer) => resolve(text(answer))).once("error", reject);
      pool.write("QUERY\n", (error) => error && reject(error));
    });
  });
  tool("use_stream", {}, () => {
    return new Promise((resolve, reject) =>
      stream.write("line\n", (error) => (error ? reject(error) : resolve(text("sent")))),
    );
  });
  tool("use_child", {}, () => {
    return new Promise((resolve, reject) => {
      child.stdin.once("error", reject);
      child.stdin.write("line\n", (error) => (error ? reject(error) : resolve(text("sent"))));
    });
  });
}
server.registerResource("note", "note://one", {}, async (uri) => ({
  contents: [{ uri: uri.href, text: await readFile("/etc/hostname", "utf8") }],
}));
server.registerPrompt("ask", { argsSchema: { topic: z.string() } }, ({ topic }) => ({
  messages: [{ role: "user", content: { type: "text", text: topic } }],
}));

// With an audit log it keeps the contract `standard`.
if (PROVE_AUDIT) wrapServer(server, { contract: standard, audit: await openAuditLog(PROVE_AUDIT) });

await server.connect(new StdioServerTransport());
