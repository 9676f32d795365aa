// The errors of libraries, as the real packages throw them: each shape was read off an error of the version that its
// row names. `tools/libraries` throws them anew.
import { detectError } from "error-contract/detect";
import { fromUnknown, standard, wrapHandler } from "error-contract/standard";
import { libraryRows } from "error-contract/libraries";
import { conditions } from "error-contract";
import { isBuiltin } from "node:module";
import { describe, expect, it, test } from "vitest";
import { toRows } from "../kit/to-rows.js";

const error = (message: string, members: object = {}, name = "Error"): Error => {
  const created = Object.assign(new Error(message), members);
  return name === "Error" ? created : Object.defineProperty(created, "name", { value: name });
};

const refused = () =>
  error("connect ECONNREFUSED 127.0.0.1:9", { errno: -111, code: "ECONNREFUSED", syscall: "connect", port: 9 });
const fetchFailed = (cause: unknown) => new TypeError("fetch failed", { cause });
const caused = (thrown: Error, cause: unknown): Error => Object.defineProperty(thrown, "cause", { value: cause });
const headers = (init: Record<string, string>) => new Headers(init);

const pg = (code: string) =>
  error("m", { length: 168, severity: "ERROR", code, detail: "d", routine: "r", constraint: "c" }, "error");
const mysql = (code: string, errno: number, sqlState = "23000") =>
  error("m", { code, errno, sqlState, sqlMessage: "m", sql: "s" });
const aws = (name: string, status: number, sent: Record<string, string> = {}) =>
  error("m", {
    name,
    $fault: "client",
    $metadata: { httpStatusCode: status, attempts: 1 },
    $response: { statusCode: status, headers: sent },
  });
const grpc = (code: number) => error("m", { code, details: "m", metadata: { internalRepr: new Map(), options: {} } });
const apiCall = (status: number | undefined, sent?: Record<string, string>, cause?: unknown) =>
  error("m", { cause, url: "u", statusCode: status, responseHeaders: sent, isRetryable: true }, "AI_APICallError");
const stainless = (message: string, cause?: unknown) =>
  caused(error(message, { status: undefined, headers: undefined, error: undefined, code: undefined }), cause);
const slack = (said: string) =>
  error("m", { code: "slack_webapi_platform_error", data: { ok: false, error: said } }, "WebAPIPlatformError");

/** Errors by the code that they get. */
const coded: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ALREADY_EXISTS: {
    "pg: unique": pg("23505"),
    "drizzle: the cause": caused(error("Failed query: s", { query: "s", params: [] }), pg("23505")),
    PostgREST: { code: "23505", message: "m", details: null, hint: null },
    "mysql2: duplicate": mysql("ER_DUP_ENTRY", 1062),
    "node:sqlite: unique": error("m", { code: "ERR_SQLITE_ERROR", errcode: 1555, errstr: "s" }),
    libSQL: error("m", { code: "SQLITE_CONSTRAINT", extendedCode: "SQLITE_CONSTRAINT_UNIQUE" }),
    D1: error("D1_ERROR: UNIQUE constraint failed: a.id: SQLITE_CONSTRAINT"),
    MongoDB: error("m", { errorLabelSet: new Set(), errorResponse: {}, code: 11000, codeName: "x" }),
    tedious: error("m", { code: "EREQUEST", number: 2627, state: 1, class: 14, lineNumber: 1 }),
    Azure: error("m", { statusCode: 409, code: "BlobAlreadyExists", request: {} }, "RestError"),
  },
  CONFLICT: {
    "pg: foreign key": pg("23503"),
    "better-sqlite3": error("m", { code: "SQLITE_CONSTRAINT_FOREIGNKEY" }, "SqliteError"),
    "Sequelize: what its driver said": error(
      "m",
      { parent: pg("23503"), original: pg("23503"), sql: "s" },
      "SequelizeDatabaseError",
    ),
    "AWS: a condition": aws("ConditionalCheckFailedException", 400),
  },
  MISSING_INPUT: {
    "pg: null": pg("23502"),
  },
  INVALID_INPUT: {
    "pg: a value of the wrong form": pg("22P02"),
    "nodemailer: a list without an address": error("m", { code: "EENVELOPE", command: "API" }),
    "mysql2: the number before a wrong name": mysql("ER_INNODB_AUTOEXTEND_SIZE_OUT_OF_RANGE", 4025),
    mongoose: error("m", { stringValue: "zz", kind: "ObjectId", value: "zz", path: "_id" }),
    "fetch: a port": fetchFailed(error("bad port")),
  },
  INTERNAL: {
    "pg: a division by zero is a fault": pg("22012"),
    "pg: a statement that is no SQL is a fault": pg("42601"),
    "node:sqlite: a statement": error("m", { code: "ERR_SQLITE_ERROR", errcode: 1, errstr: "s" }),
    "a number without metadata is a number": error("m", { code: 14 }),
    "calls that failed in other ways": new AggregateError([error("m", { status: 404 }), error("m")]),
  },
  PERMISSION_DENIED: {
    "pg: permission": pg("42501"),
    redis: error("NOPERM this user has no permissions"),
    "AWS: any other name": aws("Unheard", 403),
    GraphQL: error("m", { response: { errors: [{ extensions: { code: "FORBIDDEN" } }], status: 200 }, request: {} }),
    "MCP SDK": Object.assign(error("m", { errorUri: undefined, errorCode: "insufficient_scope" }), {
      toResponseObject: () => ({}),
    }),
  },
  UNAUTHENTICATED: {
    "pg: password": pg("28P01"),
    "mysql2: password": mysql("ER_ACCESS_DENIED_ERROR", 1045, "28000"),
    ioredis: error("NOAUTH Authentication required.", { command: { name: "get", args: ["x"] } }, "ReplyError"),
    "AWS: no credentials": error("m", { tryNextLink: false }, "CredentialsProviderError"),
    "Supabase auth": error("m", { __isAuthError: true, status: 400, code: "invalid_credentials" }),
    "undici: the status of a response": error("m", { code: "UND_ERR_RESPONSE", statusCode: 401, headers: {} }),
    "nodemailer: a password": error("m", { code: "EAUTH", responseCode: 535 }),
    "basic-ftp: a login": error("530 Login incorrect", { code: 530 }, "FTPError"),
    jsonwebtoken: error("jwt expired", { expiredAt: new Date() }, "TokenExpiredError"),
    jose: error("m", { code: "ERR_JWT_EXPIRED", claim: "exp" }, "JWTExpired"),
  },
  UNAVAILABLE: {
    "pg: too many connections": pg("53300"),
    "pg: no answer": error("Connection terminated unexpectedly"),
    "PostgREST: no answer": { code: "", message: "TypeError: fetch failed", details: "", hint: "" },
    "workerd: a connection that was lost": error("Network connection lost.", { remote: true, retryable: true }),
    "mysql2: a connection that was lost": error("m", { code: "PROTOCOL_CONNECTION_LOST", fatal: true }),
    "node:sqlite: busy": error("m", { code: "ERR_SQLITE_ERROR", errcode: 5, errstr: "s" }),
    "MongoDB: a label": error("m", { errorLabelSet: new Set(["RetryableWriteError"]), code: 1 }),
    "MongoDB: no server": caused(error("m", {}, "MongoServerSelectionError"), refused()),
    "Prisma: no server": error("m", { errorCode: "P1001", clientVersion: "7.0.0" }),
    "Sequelize: no connection": error("m", { parent: refused(), original: refused() }, "SequelizeConnectionError"),
    "grpc-js: a service that restarts": grpc(14),
    "Supabase functions": error("m", { context: refused() }, "FunctionsFetchError"),
    "openai: no connection": stainless("Connection error.", fetchFailed(refused())),
    "Anthropic: overloaded in a stream": error("m", {
      status: undefined,
      headers: headers({}),
      error: { type: "error", error: { type: "overloaded_error" } },
    }),
    ollama: error("m", { error: {}, status_code: 503 }, "ResponseError"),
    "octokit: an invented status": caused(
      error("m", { status: 500, request: {} }, "HttpError"),
      fetchFailed(refused()),
    ),
    "Stripe: no answer": error("m", { type: "StripeConnectionError", raw: {}, detail: refused() }),
    "nodemailer: a reply": error("m", { code: "EENVELOPE", responseCode: 421, response: "421 4.7.0 later" }),
    "nodemailer: no server": caused(error("m", { code: "ESOCKET" }), undefined),
    "nodemailer: an attachment of a dead server": error("m", {
      code: "ESTREAM",
      originalCode: "EFETCH",
      syscall: "connect",
    }),
    "got: an answer that was cut": error("m", { code: "ERR_HTTP_CONTENT_LENGTH_MISMATCH" }, "ReadError"),
    "a program that is not installed": error("m", {
      code: "ENOENT",
      syscall: "spawn nosuchprogram",
      path: "nosuchprogram",
    }),
    "a socket that is not there": error("m", { code: "ENOENT", syscall: "connect", address: "/x.sock" }),
    opossum: error("Breaker is open", { code: "EOPENBREAKER" }),
    cockatiel: error("m", { isBrokenCircuitError: true }),
    "calls that failed alike": new AggregateError([fetchFailed(refused()), fetchFailed(refused())]),
  },
  TIMEOUT: {
    "axios: a signal whose time was over": error(
      "canceled",
      { code: "ERR_CANCELED", config: { signal: { aborted: true, reason: new DOMException("m", "TimeoutError") } } },
      "CanceledError",
    ),
    "pg: a statement that took too long": pg("57014"),
    "pg: a pool without a connection": error("timeout exceeded when trying to connect"),
    "grpc-js: a deadline": grpc(4),
    "openai: no answer in time": stainless("Request timed out."),
    "a program that ran out of time": error("m", { code: null, killed: true, signal: "SIGTERM", cmd: "sleep 5" }),
    "execa: out of time": error("m", { timedOut: true, isCanceled: false, signal: "SIGTERM" }),
    "simple-git: out of time": error("m", { task: undefined, plugin: "timeout" }),
    "gaxios: a time that was over, in front of an abort": caused(
      error("m", { code: "TimeoutError" }),
      error("m", {}, "AbortError"),
    ),
    "a time that was over, behind an abort": caused(
      error("m", { code: "ABORT_ERR" }, "AbortError"),
      error("m", {}, "TimeoutError"),
    ),
  },
  DATA_CORRUPT: {
    "pg: a damaged page": pg("XX001"),
  },
  NOT_FOUND: {
    "nodemailer: an attachment": error("m", { code: "ESTREAM", originalCode: "ENOENT", syscall: "open" }),
    "PostgREST: no row": { code: "PGRST116", message: "m", details: "0 rows", hint: null },
    Prisma: error("m", { code: "P2025", clientVersion: "7.0.0", meta: {} }),
    TypeORM: error("m", { entityClass: "u", criteria: {} }, "EntityNotFoundError"),
    Connect: error("m", { rawMessage: "m", code: 5, metadata: headers({}), details: [] }, "ConnectError"),
    "AWS: a name that ends so": aws("StateMachineDoesNotExistNotFoundException", 400),
    "Supabase storage": error("m", { __isStorageError: true, status: 400, statusCode: "404" }),
    "axios: a status beats its code": error("m", { code: "ERR_BAD_REQUEST", response: { status: 404 } }),
    Slack: slack("channel_not_found"),
    "GraphQL of octokit": error(
      "m",
      {
        request: {},
        headers: {},
        response: { errors: [{ type: "NOT_FOUND" }] },
        errors: [{ type: "NOT_FOUND" }],
        data: null,
      },
      "GraphqlResponseError",
    ),
    tRPC: error("m", { shape: {}, data: { code: "NOT_FOUND", httpStatus: 404 }, meta: {} }),
    "basic-ftp, minified: no file": error("550 No such file", { code: 550 }, "a"),
    "a folder that is not there": error("m", { code: "ENOENT", syscall: "spawn node", path: process.execPath }),
    "a file that is not there": error("m", { code: "ENOENT", syscall: "open", path: "/x" }),
  },
  RATE_LIMITED: {
    "grpc-js: a limit": grpc(8),
    "AWS: throttled": aws("ThrottlingException", 400),
    "Google: the reason in the body": error("m", {
      status: 403,
      response: { data: { error: { errors: [{ reason: "userRateLimitExceeded" }] } } },
    }),
    "AI SDK: a retry that gave up": error(
      "m",
      { reason: "maxRetriesExceeded", errors: [apiCall(429, {}), apiCall(429, {})], lastError: apiCall(429, {}) },
      "AI_RetryError",
    ),
    ws: error("Unexpected server response: 429"),
    "GraphQL: a status before an unknown code": error("m", { response: { errors: [{}], status: 429 }, request: {} }),
  },
  CANCELLED: {
    "openai: aborted": stainless("Request was aborted."),
    "axios: cancelled": error("canceled", { code: "ERR_CANCELED", __CANCEL__: true }, "CanceledError"),
    "superagent: aborted": error("Aborted", { code: "ABORTED" }),
    "an abort": error("m", { code: "ABORT_ERR" }, "AbortError"),
  },
  UPSTREAM_FAILED: {
    "AI SDK: an answer that is no JSON": apiCall(200, {}, error("JSON parsing failed", {}, "AI_JSONParseError")),
    "axios: a body that was cut": error("m", { code: "ERR_BAD_RESPONSE", status: 200, response: { status: 200 } }),
    "octokit: a status that was sent": caused(error("m", { status: 500, response: { status: 500 } }), refused()),
    "fetch: redirects": fetchFailed(error("redirect count exceeded")),
    "fetch: a certificate": fetchFailed(error("m", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" })),
    "fetch: no HTTP": fetchFailed(error("m", { data: "x" }, "HTTPParserError")),
    "Slack: a code that nobody has listed": slack("odd"),
    "calls that failed so that a repetition may help": new AggregateError([
      error("m", { status: 503 }),
      error("m", { status: 429 }),
    ]),
  },
};

describe("the code of a library's error", () => {
  test.each(
    Object.entries(coded).flatMap(([code, errors]) =>
      Object.entries(errors).map(([what, thrown]) => [what, thrown, code] as const),
    ),
  )("%s", (_, thrown, code) => {
    expect(fromUnknown(thrown).code).toBe(code);
    const found = listClientCodes(thrown);
    expect(found[0] === undefined ? [code] : found).toContain(code);
  });
});

/** The codes for what a client finds in an error: what a server says of its request may be that server's failure. */
function listClientCodes(thrown: unknown): readonly (string | undefined)[] {
  const condition = thrown instanceof Error ? detectError(thrown)?.condition : undefined;
  const isOfRequest = ["invalid_input", "unknown_operation", "internal"].includes(condition ?? "");
  return [condition, ...(isOfRequest ? ["upstream_failed"] : [])].map(
    (each) => Object.entries(standard.codes).find(([, entry]) => entry.condition === each)?.[0],
  );
}

describe("how long to wait", () => {
  const now = Math.floor(Date.now() / 1000);
  test.each(
    toRows<readonly [unknown, string, number | undefined]>({
      "headers of AWS": [aws("ThrottlingException", 400, { "retry-after": "7" }), "RATE_LIMITED", 7],
      "headers of the AI SDK": [apiCall(429, { "retry-after": "7" }), "RATE_LIMITED", 7],
      "the errors of a retry": [
        error("m", { errors: [apiCall(503, { "retry-after": "9" })], lastError: apiCall(503, { "retry-after": "9" }) }),
        "UNAVAILABLE",
        9,
      ],
      "milliseconds in a header": [
        error("m", { status: 429, headers: headers({ "retry-after-ms": "7050" }) }),
        "RATE_LIMITED",
        8,
      ],
      "a limit of requests": [
        error("m", {
          status: 429,
          headers: headers({ "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1m2s" }),
        }),
        "RATE_LIMITED",
        62,
      ],
      "a limit that is reached, under 403": [
        error("m", {
          status: 403,
          response: { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now + 60) } },
        }),
        "RATE_LIMITED",
        expect.closeTo(60, -1) as number,
      ],
      "a limit that is not reached": [
        error("m", {
          status: 404,
          response: { status: 404, headers: { "x-ratelimit-remaining": "9", "x-ratelimit-reset": "60" } },
        }),
        "NOT_FOUND",
        undefined,
      ],
      "RetryInfo in a body": [
        error(JSON.stringify({ error: { code: 429, details: [{ retryDelay: "7s" }] } }), { status: 429 }),
        "RATE_LIMITED",
        7,
      ],
      "the answer of Telegram": [
        error("m", { error_code: 429, description: "d", parameters: { retry_after: 7 } }),
        "RATE_LIMITED",
        7,
      ],
      "milliseconds, as a field beside says": [
        error("m", { retryAfter: 7050, timeToReset: 7050, limit: 5 }),
        "RATE_LIMITED",
        8,
      ],
      "milliseconds, as the name says": [error("m", { status: 503, retryAfterMs: 7050 }), "UNAVAILABLE", 8],
      "a limiter": [{ _remainingPoints: 0, _msBeforeNext: 6999, _consumedPoints: 2 }, "RATE_LIMITED", 7],
      "metadata of gRPC": [
        { message: "m", code: 8, details: "m", metadata: { getMap: () => ({ "retry-after": "7" }) } },
        "RATE_LIMITED",
        7,
      ],
      "a member, where nothing else says a code": [error("m", { retryAfter: 7 }), "RATE_LIMITED", 7],
      "a header beside a server error": [
        error("m", { status: 500, headers: { "retry-after": "7" } }),
        "UNAVAILABLE",
        7,
      ],
      "a header beside a refusal": [error("m", { status: 403, headers: { "retry-after": "7" } }), "RATE_LIMITED", 7],
    }),
  )("stands in %s", (_, thrown, code, wait) => {
    const { error: envelope } = fromUnknown(thrown).toEnvelope();
    expect([envelope.code, envelope.retry_after]).toEqual([code, wait]);
    if (envelope.retry_after !== undefined)
      expect(conditions[envelope.code.toLowerCase() as "timeout"].retryable).toBe(true);
  });
});

describe("a text that is no JSON", () => {
  const caught = (run: () => unknown): unknown => {
    try {
      return run();
    } catch (thrown) {
      return thrown;
    }
  };
  it("is the answer of another server where a reader of bodies or a package has read it", async () => {
    const ofBody = await new Response("<html>").json().catch((thrown: unknown) => thrown);
    expect(fromUnknown(ofBody).code).toBe("UPSTREAM_FAILED");
    const beside = Object.assign(caught(() => JSON.parse("<")) as Error, { response: { status: 200 } });
    expect(fromUnknown(beside).code).toBe("UPSTREAM_FAILED");
    // `const serializer = { parse: JSON.parse }` is an `Object` to the engine.
    for (const owner of ["JSON", "Object"]) {
      const ofPackage = new SyntaxError("Unexpected token '<' in JSON");
      ofPackage.stack = `${String(ofPackage)}\n    at ${owner}.parse (<anonymous>)\n    at read (/a/node_modules/x/i.js:1:1)`;
      expect(fromUnknown(ofPackage).code).toBe("UPSTREAM_FAILED");
    }
  });

  it("is a fault of the server where its own code has read it", () =>
    expect(fromUnknown(caught(() => JSON.parse("{"))).code).toBe("INTERNAL"));
});

describe("the sentence of a failure", () => {
  test.each([
    [fetchFailed(refused()), "fetch failed: connect ECONNREFUSED 127.0.0.1:9"],
    [
      stainless("Connection error.", fetchFailed(refused())),
      "Connection error: fetch failed: connect ECONNREFUSED 127.0.0.1:9",
    ],
    [new AggregateError([refused()]), "connect ECONNREFUSED 127.0.0.1:9"],
    [caused(error("The order is gone"), refused()), "The order is gone"],
  ])("%s", (thrown, message) => {
    expect(fromUnknown(thrown).message).toBe(message);
  });
});

describe("the rows of a project", () => {
  const library = "our own client";
  const libraries = [
    {
      library,
      source: "https://example.com/errors",
      members: { shop: "string" },
      at: "shop",
      means: { conflict: "sold *_sold" },
      otherwise: "unavailable",
      wait: "again",
      unit: "ms",
    },
    {
      library,
      source: "https://example.com/errors",
      members: { depot: "string" },
      original: "inner.failure",
      otherwise: "upstream_failed",
      isGeneral: true,
    },
    {
      library,
      source: "https://example.com/errors",
      members: { office: "string" },
      original: "inner.failure",
      otherwise: "upstream_failed",
    },
  ] as const;
  const codeOf = (thrown: unknown) => {
    const wrapped = wrapHandler(() => Promise.reject(thrown), {
      tool_name: "t",
      audit: "none",
      deliver: "envelope",
      libraries,
    });
    return wrapped() as unknown as Promise<{ error: { code: string; retry_after?: number } }>;
  };

  it("come before the built-in ones", async () => {
    expect((await codeOf(error("m", { shop: "sold" }))).error.code).toBe("CONFLICT");
    expect((await codeOf(error("m", { shop: "all_sold", code: "ENOENT" }))).error.code).toBe("CONFLICT");
    expect((await codeOf(error("m", { shop: "shut", again: 2500 }))).error).toMatchObject({
      code: "UNAVAILABLE",
      retry_after: 3,
    });
    expect((await codeOf(error("m", { code: "ENOENT" }))).error.code).toBe("NOT_FOUND");
    expect(fromUnknown(error("m", { shop: "sold" }), { libraries }).code).toBe("CONFLICT");
  });

  it("say where the original stands, which decides where the row is general", async () => {
    const inner = { failure: refused() };
    const depot = error("m", { depot: "d", inner });
    const itself = error("m", { depot: "d" });
    Object.assign(itself, { inner: { failure: itself } });
    expect((await codeOf(depot)).error.code).toBe("UNAVAILABLE");
    expect((await codeOf(error("m", { office: "o", inner }))).error.code).toBe("UPSTREAM_FAILED");
    expect((await codeOf(error("m", { depot: "d", inner: { failure: new Error("m") } }))).error.code).toBe(
      "UPSTREAM_FAILED",
    );
    expect((await codeOf(error("m", { depot: "d" }))).error.code).toBe("UPSTREAM_FAILED");
    expect((await codeOf(error("m", { depot: "d", inner: { failure: depot } }))).error.code).toBe("UNAVAILABLE");
    expect((await codeOf(itself)).error.code).toBe("UPSTREAM_FAILED");
  });

  test.each<readonly [what: string, rows: unknown]>([
    ["no list", {}],
    ["no source", [{ library }]],
    ["a condition that is none", [{ library, source: "s", means: { gone: "x" } }]],
    ["a type that is none", [{ library, source: "s", members: { a: "text" } }]],
    ["a pattern that is none", [{ library, source: "s", members: { a: "^(" } }]],
    ["a unit that is none", [{ library, source: "s", members: { a: "any" }, wait: "a", unit: "h" }]],
  ])("are refused with the name of the option: %s", (_, rows) => {
    const options = { tool_name: "t", libraries: rows } as never;
    expect(() => wrapHandler(() => 1, options)).toThrow(/^wrapHandler: libraries: .*`LibraryRow`/u);
  });
});

describe("the table", () => {
  it("has a library with its version, and a source, in each row", () => {
    for (const { library, source } of libraryRows) {
      expect(library).toMatch(/\d|APIs of Google/u);
      expect(source).toMatch(/^https:\/\//u);
    }
  });

  it("names packages as they are imported, the parts of Node by their full name", () => {
    const named = libraryRows.flatMap(({ packages }) => packages?.split(" ") ?? []);
    for (const name of named.filter((each) => each !== "fetch")) {
      expect(name).toMatch(/^(?:node:\w+|@[\w-]+\/(?:\*|[\w.-]+)|[\w.-]+)$/u);
      expect(name.startsWith("node:") || !isBuiltin(name)).toBe(true);
    }
  });
});
