// Servers over Streamable HTTP on the loopback address, with a session for each client of the revisions that have one.
import { randomUUID } from "node:crypto";
import { serve } from "@hono/node-server";
import express from "express";

/** Serves what a factory creates; resolves to the address, and to what ends it. */
export async function serveHttp({ sdk, create }) {
  const server = sdk.major === 2 ? serve2(sdk, create) : serve1(sdk, create);
  await new Promise((resolve) => server.once("listening", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: new URL(`http://127.0.0.1:${server.address().port}/mcp`), close };
}

/** Who has the token `notes` may read; every other token is for something else. */
const authorization = {
  verifier: {
    verifyAccessToken: async (token) => ({ token, clientId: "test", scopes: [token], expiresAt: Date.now() }),
  },
  requiredScopes: ["notes"],
};

function serve1({ StreamableHTTPServerTransport, requireBearerAuth, localhostHostValidation }, create) {
  const connect = connectWith(create, (options) => new StreamableHTTPServerTransport(options));
  const app = express();
  app.use(localhostHostValidation());
  app.use("/guarded", requireBearerAuth(authorization));
  app.use(async (request, response) => {
    const transport = await connect(request.headers["mcp-session-id"]);
    await transport.handleRequest(request, response);
  });
  return app.listen(0, "127.0.0.1");
}

function serve2(sdk, create) {
  const modern = sdk.createMcpHandler(create, { legacy: "reject" });
  const connect = connectWith(create, (options) => new sdk.WebStandardStreamableHTTPServerTransport(options));
  const authorize = sdk.requireBearerAuth(authorization);
  const fetch = async (request) => {
    const refusal = sdk.hostHeaderValidationResponse(request, sdk.localhostAllowedHostnames());
    if (refusal) return refusal;
    const info = request.url.endsWith("/guarded") ? await authorize(request) : undefined;
    if (info && !info.token) return info;
    if (!(await sdk.isLegacyRequest(request))) return modern.fetch(request);
    const transport = await connect(request.headers.get("mcp-session-id"));
    return transport.handleRequest(request);
  };
  return serve({ fetch, port: 0, hostname: "127.0.0.1" });
}

/**
 * Finds the transport of a session, or connects a new server, which refuses all but `initialize`. Any transport refuses
 * a session that it does not know.
 */
function connectWith(create, createTransport) {
  const transports = new Map();
  return async (id) => {
    const open = transports.get(id) ?? (id ? [...transports.values()][0] : undefined);
    if (open) return open;
    const transport = createTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (created) => transports.set(created, transport),
    });
    await create().connect(transport);
    return transport;
  };
}
