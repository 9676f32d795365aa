import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { detectError } from "error-contract/detect";
import { standard } from "error-contract/standard";
import { describe, expect, it, test } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { temporaryFolder } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";

const examples = path.join(root, "docs/examples/boundary");
const sources = fs.readdirSync(examples).map((file) => fs.readFileSync(path.join(examples, file), "utf8"));
const frameworks = ["express", "hono", "fastify", "nest"].map((name) => `http-${name}`);
const pages = [
  "boundary",
  "boundary-handlers",
  "boundary-delivery",
  "boundary-clients",
  "boundary-http",
  ...frameworks,
];
const blocks = pages.flatMap((page) => codeBlocks(`docs/guides/${page}.md`));

// Those that print something have a test of their own.
test.each(blocks.filter(({ language }, index) => language === "js" && blocks[index + 1]?.language !== "text"))(
  "$page, line $line: the block is part of an example that is run below, or by the tests of the SDKs",
  ({ code }) => {
    expect(sources.some((source) => source.includes(code))).toBe(true);
  },
);

describe("its examples", () => {
  it("Express answers with envelopes", async () => {
    const { app } = (await import(path.join(examples, "express.js"))) as { app: http.RequestListener };
    const server = http.createServer(app).listen(0);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const plan = await fetch(`${url}/plan`);
    expect(plan.status).toBe(404);
    expect(await plan.json()).toMatchObject({ error: { code: "NOT_FOUND", tool: "read_plan" } });
    const files = await fetch(`${url}/files`, { method: "POST" });
    expect(files.status).toBe(500);
    expect(await files.json()).toMatchObject({ error: { code: "INTERNAL", tool: "/files" } });
    server.close();
  });

  it("Hono answers with envelopes", async () => {
    const { app } = (await import(path.join(examples, "hono.js"))) as {
      app: { request: (path: string) => Promise<Response> };
    };
    const plan = await app.request("/plan");
    expect(plan.status).toBe(404);
    expect(await plan.json()).toMatchObject({ error: { code: "NOT_FOUND", tool: "read_plan" } });
    const files = await app.request("/files");
    expect(files.status).toBe(400);
    expect(await files.json()).toMatchObject({ error: { code: "INVALID_INPUT", tool: "/files" } });
  });

  it("Fastify answers with envelopes", async () => {
    const { app } = (await import(path.join(examples, "fastify.js"))) as {
      app: { inject: (path: string) => Promise<{ statusCode: number; json: () => unknown }> };
    };
    const [plan, nothing] = [await app.inject("/plan"), await app.inject("/nothing")];
    expect(plan.statusCode).toBe(404);
    expect(plan.json()).toMatchObject({ error: { code: "NOT_FOUND", tool: "/plan" } });
    expect(nothing.json()).toMatchObject({ error: { code: "UNKNOWN_OPERATION", message: "There is no /nothing" } });
  });

  it("Nest answers with envelopes", async () => {
    const { app } = (await import(path.join(examples, "nest.js"))) as {
      app: { listen: (port: number) => Promise<http.Server>; close: () => Promise<void> };
    };
    const url = `http://127.0.0.1:${((await app.listen(0)).address() as AddressInfo).port}`;
    const answers = await Promise.all(["read", "rename", "nothing"].map((name) => fetch(`${url}/${name}`)));
    expect(answers.map(({ status }) => status)).toEqual([404, 409, 404]);
    expect(await Promise.all(answers.map((answer) => answer.json()))).toMatchObject([
      { error: { code: "NOT_FOUND", message: "There is no plan", tool: "/read" } },
      { error: { code: "CONFLICT", message: "The name is taken" } },
      { error: { code: "NOT_FOUND", message: "Cannot GET /nothing" } },
    ]);
    await app.close();
  });

  it("each client of an HTTP server has its own session in its failures", async () => {
    const { app } = (await import(path.join(examples, "sessions.js"))) as { app: http.RequestListener };
    const server = http.createServer(app).listen(0);
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
    const clients = await Promise.all(
      ["one", "two", "three"].map(async (name) => {
        const client = new Client({ name, version: "1.0.0" });
        await client.connect(new StreamableHTTPClientTransport(url));
        return client;
      }),
    );
    const signIn = async (client: Client) => (await client.callTool({ name: "sign_in" })).content;
    const [first, second] = (await Promise.all(clients.slice(0, 2).map(signIn))) as { text: string }[][];
    expect(first![0]!.text).not.toBe(second![0]!.text);
    const failures = await Promise.all(
      clients.map(async (client) =>
        detectError(await client.callTool({ name: "read_plan" }), { contracts: [standard] }),
      ),
    );
    expect(failures.map((failure) => failure?.envelope)).toMatchObject([
      { error: { correlation_id: first![0]!.text } },
      { error: { correlation_id: second![0]!.text } },
      { error: { code: "NOT_FOUND" } },
    ]);
    expect(failures[2]!.envelope!.error).not.toHaveProperty("correlation_id");
    await Promise.all(clients.map((client) => client.close()));
    server.closeAllConnections();
    server.close();
  });

  it("the process ends with a record of what ended it", async () => {
    const { status, stdout, stderr } = await runNode([path.join(examples, "process.js")], { cwd: temporaryFolder() });
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: "search INTERNAL the index is gone\n",
    });
    expect(stderr).toContain("the index is gone");
  });
});
