import http from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
// @ts-expect-error: the package has no types of its own, and those of Express are for 5.
import express4 from "express4";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { serve } from "@hono/node-server";
import { afterEach, describe, expect, it } from "vitest";
import {
  conditions,
  defineContract,
  createExpressErrorHandler,
  createHonoErrorHandler,
  getHttpStatus,
  wrapHandler,
  wrapHttpHandler,
} from "error-contract";
import { kaiza, parseEnvelope } from "error-contract/kaiza";
import fc from "../kit/property.js";
import { toRows } from "../kit/to-rows.js";
import { fail, MemorySink, notFound, texts } from "./boundary-contracts.js";
import { anyValue } from "./hostile-values.js";
import { numeric } from "./sample-contracts.js";

const servers: { close: () => unknown }[] = [];
afterEach(() => servers.splice(0).map((server) => server.close()));

async function listening(listener: (request: any, response: any) => unknown): Promise<string> {
  const server = http.createServer(listener as http.RequestListener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const envelopeOf = async (response: Response): Promise<any> => parseEnvelope(await response.json());

describe("the status of a code", () => {
  it("is that of its condition, unless the contract's table says otherwise", () => {
    for (const [code, entry] of Object.entries(kaiza.codes)) {
      expect(getHttpStatus(kaiza, code)).toBe(conditions[entry.condition].http);
    }
    expect(getHttpStatus(texts, "teapot")).toBe(418);
    expect(getHttpStatus(numeric, -32602)).toBe(400);
    expect(getHttpStatus(kaiza, "toString")).toBe(500);
  });
});

describe("node:http", () => {
  const options = { contract: kaiza, tool_name: "search" } as const;

  it("answers with status and envelope, from sync and async handlers", async () => {
    const audit = new MemorySink();
    for (const handler of [fail(notFound()), () => Promise.reject(notFound())]) {
      const response = await fetch(await listening(wrapHttpHandler(handler, { ...options, audit })));
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("application/json");
      const envelope = await envelopeOf(response);
      expect(envelope).toMatchObject({ error_code: "FILE_NOT_FOUND", tool_name: "search" });
      expect(audit.envelopes.at(-1)).toEqual(envelope);
    }
  });

  it("drops what the handler had said about its own body, and keeps other headers", async () => {
    const handler = (_request: http.IncomingMessage, response: http.ServerResponse) => {
      response.setHeader("content-length", "3").setHeader("etag", "x").setHeader("x-request-id", "r-1");
      throw notFound();
    };
    const response = await fetch(await listening(wrapHttpHandler(handler, options)));
    expect(await envelopeOf(response)).toBeDefined();
    expect([response.headers.get("etag"), response.headers.get("x-request-id")]).toEqual([null, "r-1"]);
  });

  it("cuts the connection when half an answer is out, and records the failure", async () => {
    const audit = new MemorySink();
    const handler = async (_request: http.IncomingMessage, response: http.ServerResponse) => {
      response.writeHead(200, { "content-length": "100" });
      await new Promise((resolve) => response.write("half", resolve));
      throw notFound();
    };
    const response = await fetch(await listening(wrapHttpHandler(handler, { ...options, audit })));
    await expect(response.text()).rejects.toThrow();
    expect(audit.envelopes).toMatchObject([{ error_code: "FILE_NOT_FOUND" }]);
  });

  it("says nothing more after a whole answer", async () => {
    const audit = new MemorySink();
    const handler = (_request: http.IncomingMessage, response: http.ServerResponse) => {
      response.end("done");
      throw notFound();
    };
    const response = await fetch(await listening(wrapHttpHandler(handler, { ...options, audit })));
    expect(await response.text()).toBe("done");
    expect(audit.records).toHaveLength(1);
  });

  it("answers with the audit's failure when that cannot be written", async () => {
    const audit = new MemorySink();
    audit.failure = new Error("disk full");
    const handler = () => Promise.reject(notFound());
    const response = await fetch(await listening(wrapHttpHandler(handler, { ...options, audit })));
    expect(response.status).toBe(500);
    expect(await envelopeOf(response)).toMatchObject({ error_code: "AUDIT_LOG_FAILED" });
  });

  it("answers with a conforming envelope, whatever is thrown", async () => {
    let thrown: unknown;
    const url = await listening(wrapHttpHandler(() => Promise.reject(thrown), options));
    await fc.assert(
      fc.asyncProperty(anyValue, async (recipe) => {
        thrown = recipe.make();
        const response = await fetch(url);
        expect(response.status).toBeGreaterThanOrEqual(400);
        expect(await envelopeOf(response)).toBeDefined();
      }),
    );
  });
});

/** Express 4 takes no rejection of a route. */
const versions = { 4: express4 as typeof express, 5: express };

describe.each([4, 5] as const)("Express %i", (version) => {
  const failing = fail(notFound());
  const app = versions[version]();
  const audit = new MemorySink();
  app.use(express.json());
  app.get("/wrapped/:id", wrapHttpHandler(failing, { contract: kaiza, tool_name: "wrapped", audit }));
  app.get("/thrown", failing);
  const rejecting = () => Promise.reject(notFound());
  app.get(
    "/rejected",
    version === 4 ? wrapHttpHandler(rejecting, { contract: kaiza, tool_name: "GET /rejected", audit }) : rejecting,
  );
  app.get("/next", (_request, _response, next) => next(new Error("boom")));
  app.post("/body", (_request, response) => {
    response.json({});
  });
  app.use(
    createExpressErrorHandler({
      contract: kaiza,
      audit,
      session: (request: express.Request) => ({ tool_name: `${request.method} ${request.path}`, role: "WINDSURF" }),
    }),
  );

  it.each([
    ["/wrapped/1", 404, { error_code: "FILE_NOT_FOUND", tool_name: "wrapped" }],
    ["/thrown", 404, { error_code: "FILE_NOT_FOUND", tool_name: "GET /thrown", role: "WINDSURF" }],
    ["/rejected", 404, { error_code: "FILE_NOT_FOUND", tool_name: "GET /rejected" }],
    ["/next", 500, { error_code: "INTERNAL_ERROR", human_message: "boom" }],
  ])("answers %s", async (path, status, expected) => {
    const response = await fetch((await listening(app)) + path);
    expect(response.status).toBe(status);
    const envelope = await envelopeOf(response);
    expect(envelope).toMatchObject(expected);
    expect(audit.envelopes.at(-1)).toEqual(envelope);
  });

  it("keeps the status of a body that cannot be parsed", async () => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${await listening(app)}/body`, { method: "POST", headers, body: "{" });
    expect(response.status).toBe(400);
    expect(await envelopeOf(response)).toMatchObject({ error_code: "INVALID_INPUT_TYPE" });
  });
});

describe("Hono", () => {
  const app = new Hono();
  const failing = fail(notFound());
  app.get("/wrapped", wrapHandler(failing, { contract: kaiza, tool_name: "wrapped", deliver: "response" }));
  app.get(
    "/fine",
    wrapHandler((context) => context.text("fine"), { contract: kaiza, tool_name: "fine" }),
  );
  app.get("/thrown", failing);
  app.get("/forbidden", fail(new HTTPException(403, { message: "Not yours" })));
  app.onError(createHonoErrorHandler({ contract: kaiza, session: (context) => ({ tool_name: context.req.path }) }));

  it.each([
    ["/wrapped", 404, { error_code: "FILE_NOT_FOUND", tool_name: "wrapped" }],
    ["/thrown", 404, { error_code: "FILE_NOT_FOUND", tool_name: "/thrown" }],
    ["/forbidden", 403, { human_message: "Not yours", tool_name: "/forbidden" }],
  ])("answers %s, in process and through a server", async (path, status, expected) => {
    const server = serve({ fetch: app.fetch, port: 0 });
    servers.push(server);
    await new Promise((resolve) => server.once("listening", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const response of [await app.request(path), await fetch(url + path)]) {
      expect(response.status).toBe(status);
      expect(await envelopeOf(response)).toMatchObject(expected);
    }
  });

  it("leaves a success alone", async () => expect(await (await app.request("/fine")).text()).toBe("fine"));
});

describe("a status that an error brings", () => {
  const coded = defineContract({ ...texts, name: "coded", schemaId: "urn:coded" });

  it.each(
    toRows<readonly [fields: object, status: number]>({
      "chooses a code with that status": [{ status: 404 }, 404],
      "is one under its other name": [{ statusCode: 404 }, 404],
      "decides nothing beside a code": [{ status: 404, code: "teapot" }, 418],
      "for which the contract has no code is a fault": [{ status: 409 }, 500],
      "of a success is none": [{ status: 200 }, 500],
      "of what has not changed is none": [{ status: 304 }, 500],
      "that HTTP does not have is none": [{ status: 700 }, 500],
      "that is a text is none": [{ status: "404" }, 500],
      "that is no number is none": [{ status: Number.NaN }, 500],
    }),
  )("%s", (_, fields, status) => {
    const handler = fail(Object.assign(new Error("x"), fields));
    const answer = wrapHandler(handler, { contract: coded, tool_name: "x", deliver: "response" })() as Response;
    expect(answer.status).toBe(status);
  });
});
