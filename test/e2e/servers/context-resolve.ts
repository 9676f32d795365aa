import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { contextResolveError, wrapHandler } from "error-contract/context-resolve";
import { z } from "zod";

const manifests = z.object({ entries: z.array(z.object({ key: z.string(), size: z.number() })) });

/** A server that resolves context from a cache. */
export function createServer(cachePath: string): McpServer {
  const server = new McpServer({ name: "context", version: "1.0.0" });

  async function readManifest() {
    // So that a cache that is missing is not taken for one without a manifest.
    await access(cachePath);
    const value: unknown = JSON.parse(await readFile(join(cachePath, "manifest.json"), "utf8"));
    const manifest = manifests.safeParse(value);
    if (!manifest.success) {
      throw contextResolveError("cache_invalid", "The manifest has another form", { cause: manifest.error });
    }
    return manifest.data;
  }

  server.registerTool(
    "context.resolve",
    { inputSchema: { key: z.string(), budget: z.number() } },
    wrapHandler(
      async ({ key, budget }) => {
        if (budget <= 0) throw contextResolveError("invalid_budget");
        const { entries } = await readManifest();
        const found = entries.filter((entry) => entry.key.startsWith(key) && entry.size <= budget);
        return { content: [{ type: "text", text: JSON.stringify({ found }) }] };
      },
      { tool_name: "context.resolve", cachePath },
    ),
  );
  server.registerTool(
    "context.list",
    {},
    wrapHandler(
      async () => {
        const { entries } = await readManifest();
        return { content: [{ type: "text", text: JSON.stringify({ keys: entries.map(({ key }) => key) }) }] };
      },
      { tool_name: "context.list", cachePath },
    ),
  );
  return server;
}
