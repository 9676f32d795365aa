// The SDKs whose servers are driven, in one form: `object` is the form of their schemas, `on` sets a handler.
import { z } from "zod";

const packages = { 1.26: "sdk-1.26", 1.32: "@modelcontextprotocol/sdk" };

/** The SDKs with the revisions of MCP that they speak. */
export const revisions = {
  1.26: ["2025-06-18", "2025-11-25"],
  1.32: ["2025-06-18", "2025-11-25"],
  2.4: ["2025-06-18", "2025-11-25", "2026-07-28"],
};

export async function loadSdk(version) {
  return version === "2.4" ? loadSdk2() : loadSdk1(packages[version]);
}

async function loadSdk1(name) {
  const load = (path) => import(`${name}/${path}.js`);
  const [mcp, low, stdio, http, types, tasks, auth, completable, hosts] = await Promise.all(
    [
      "server/mcp",
      "server/index",
      "server/stdio",
      "server/streamableHttp",
      "types",
      "experimental/tasks/stores/in-memory",
      "server/auth/middleware/bearerAuth",
      "server/completable",
      "server/middleware/hostHeaderValidation",
    ].map(load),
  );
  const schemas = {
    "tools/call": types.CallToolRequestSchema,
    "resources/subscribe": types.SubscribeRequestSchema,
    "logging/setLevel": types.SetLevelRequestSchema,
  };
  return {
    ...{ ...mcp, ...low, ...stdio, ...http, ...tasks, ...auth, ...completable, ...hosts },
    major: 1,
    UrlElicitationRequiredError: types.UrlElicitationRequiredError,
    object: (shape) => shape,
    createError: (code, message) => new types.McpError(code, message),
    on: (server, method, handler, params) => {
      const schema = schemas[method] ?? z.object({ method: z.literal(method), params });
      server.setRequestHandler(schema, handler);
    },
  };
}

async function loadSdk2() {
  const [server, stdio] = await Promise.all([
    import("@modelcontextprotocol/server"),
    import("@modelcontextprotocol/server/stdio"),
  ]);
  return {
    ...{ ...server, ...stdio },
    major: 2,
    object: (shape) => z.object(shape),
    createError: (code, message) => new server.ProtocolError(code, message),
    on: (low, method, handler, params) => {
      const schemas = params ? [{ params }] : [];
      low.setRequestHandler(method, ...schemas, handler);
    },
  };
}
