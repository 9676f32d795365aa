// An HTTP server's own errors keep their meaning, whatever package made them; what the failure knows, the answer says.
import "reflect-metadata";
import Boom from "@hapi/boom";
import { BadGatewayException, ConflictException, HttpException, UnauthorizedException } from "@nestjs/common";
import { wrapHandler } from "error-contract";
import { fromUnknown as fromKaiza, SystemError } from "error-contract/kaiza";
import { mcpAql, aqlError } from "error-contract/mcp-aql";
import { fromUnknown, standard, toolError } from "error-contract/standard";
import fastify from "fastify";
import createError from "http-errors";
import { describe, expect, it, test } from "vitest";

const answerOf = async (thrown: unknown, options: object = {}): Promise<Response> => {
  const handler = () => Promise.reject(thrown);
  const wrapped = wrapHandler(handler, {
    contract: standard,
    tool_name: "t",
    deliver: "response",
    audit: "none",
    ...options,
  });
  return await wrapped();
};

describe("the code of an error of this server", () => {
  test.each([
    [createError(500), "INTERNAL"],
    [createError(501), "INTERNAL"],
    [createError(507), "INTERNAL"],
    [createError(502), "UPSTREAM_FAILED"],
    [createError(503), "UNAVAILABLE"],
    [createError(408), "TIMEOUT"],
    [createError(410), "NOT_FOUND"],
    [createError(413), "INVALID_INPUT"],
    [createError(415), "INVALID_INPUT"],
    [Boom.notFound(), "NOT_FOUND"],
    [Boom.tooManyRequests(), "RATE_LIMITED"],
    [Boom.badImplementation(), "INTERNAL"],
    [Boom.resourceGone(), "NOT_FOUND"],
    [new ConflictException(), "CONFLICT"],
    [new BadGatewayException(), "UPSTREAM_FAILED"],
    [new HttpException("x", 500), "INTERNAL"],
    [new UnauthorizedException(), "UNAUTHENTICATED"],
    // An error of an HTTP client: the status is that of another server.
    [Object.assign(new Error("x"), { response: { status: 500 } }), "UPSTREAM_FAILED"],
    [Object.assign(new Error("x"), { status: 507 }), "UPSTREAM_FAILED"],
  ])("%s", async (error, code) => {
    expect(fromUnknown(error).code).toBe(code);
    expect(await (await answerOf(error)).json()).toMatchObject({ error: { code } });
  });
});

describe("words that are for nobody", () => {
  test.each([
    ["http-errors", createError(500, "password is x"), createError(404, "No such page")],
    ["Boom", Boom.badImplementation("password is x"), Boom.notFound("No such page")],
  ])("of %s", async (_, hidden, shown) => {
    expect(await (await answerOf(hidden)).text()).not.toContain("password");
    expect(fromUnknown(hidden).message).not.toContain("password");
    expect(JSON.stringify(fromKaiza(hidden))).not.toContain("password");
    expect(fromUnknown(hidden).cause).toBe(hidden);
    expect(await (await answerOf(shown)).json()).toMatchObject({ error: { message: "No such page" } });
  });

  it("reach the log", async () => {
    const records: { causes?: readonly unknown[] }[] = [];
    const audit = { writeSync: () => undefined, write: (record: object) => Promise.resolve(void records.push(record)) };
    await answerOf(createError(500, "password is x"), { audit });
    expect(records[0]!.causes).toMatchObject([{ message: "password is x" }]);
  });
});

describe("the headers of the answer", () => {
  const unauthorized = createError(401, "Sign in", { headers: { "WWW-Authenticate": 'Bearer realm="notes"' } });
  test.each([
    ["the failure's own wait", toolError("RATE_LIMITED", "Busy", { retry_after: 2.5 }), "3", null],
    ["that of its details", toolError("RATE_LIMITED", "Busy", { details: { retry_after_seconds: 7 } }), "7", null],
    ["that of http-errors", createError(503, { headers: { "retry-after": "9" } }), "9", null],
    [
      "that of Boom",
      Object.assign(Boom.serverUnavailable(), { output: { statusCode: 503, headers: { "retry-after": 4 } } }),
      "4",
      null,
    ],
    ["a challenge", unauthorized, null, 'Bearer realm="notes"'],
    ["a challenge of Boom", Boom.unauthorized("no", "Basic"), null, 'Basic error="no"'],
    ["that of a cause", toolError("UNAUTHENTICATED", "Sign in", { cause: unauthorized }), null, 'Bearer realm="notes"'],
    [
      "nothing of another server's challenge",
      Object.assign(new Error("x"), { response: { status: 401, headers: { "www-authenticate": "Basic" } } }),
      null,
      null,
    ],
    ["nothing", toolError("NOT_FOUND", "None"), null, null],
  ])("have %s", async (_, error, wait, challenge) => {
    for (const deliver of ["response", "problem"]) {
      const { headers } = await answerOf(error, { deliver });
      expect([headers.get("retry-after"), headers.get("www-authenticate")]).toEqual([wait, challenge]);
    }
  });

  it("have the wait under contracts without a field for it", async () => {
    const error = SystemError.fromUnknown(createError(429, { headers: { "retry-after": "9" } }));
    expect((await answerOf(error.cause, { contract: SystemError })).headers.get("retry-after")).toBe("9");
  });
});

describe("problem details", () => {
  it("have the fields of the envelope, and no cause", async () => {
    const error = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No file", cause: new Error("secret") });
    const response = await answerOf(error, { contract: SystemError, deliver: "problem" });
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const body = (await response.json()) as object;
    expect(body).toMatchObject({
      type: "urn:error-contract:kaiza:1.0.0#FILE_NOT_FOUND",
      status: 404,
      detail: "No file",
      code: "FILE_NOT_FOUND",
      tool_name: "t",
    });
    expect(JSON.stringify(body)).not.toContain("secret");
  });

  it("have the details as a member", async () => {
    const error = aqlError("VALIDATION_MISSING_PARAM", { param_name: "owner" });
    const body = await (await answerOf(error, { contract: mcpAql, deliver: "problem" })).json();
    expect(body).toMatchObject({ detail: "Missing required parameter 'owner'", details: { param_name: "owner" } });
  });
});

it("input that a schema of Fastify refuses is invalid input", async () => {
  const { createFastifyErrorHandler } = await import("error-contract");
  const app = fastify();
  app.setErrorHandler(createFastifyErrorHandler({ contract: standard, deliver: "problem", audit: "none" }));
  app.get("/", { schema: { querystring: { type: "object", required: ["id"] } } }, () => Promise.resolve("fine"));
  app.get("/broken", async () => Promise.reject(new Error("disk")));
  const [refused, broken] = [await app.inject("/"), await app.inject("/broken")];
  expect([refused.statusCode, refused.headers["content-type"]]).toEqual([
    400,
    "application/problem+json; charset=utf-8",
  ]);
  expect(refused.json()).toMatchObject({
    code: "INVALID_INPUT",
    detail: "querystring must have required property 'id'",
  });
  expect([broken.statusCode, broken.json()]).toMatchObject([500, { code: "INTERNAL" }]);
  await app.close();
});
