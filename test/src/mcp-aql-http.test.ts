import { aqlError, listEnvelopeProblems, mapHttpStatusToErrorCode } from "error-contract/mcp-aql";
import { fromHttpResponse, type UpstreamResponse } from "error-contract/mcp-aql/adapter";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import fc from "../kit/property.js";
import { toRows } from "../kit/to-rows.js";
beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 0, 28, 12, 29, 13), toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

/** What validators, frameworks and APIs answer to wrong input. */
const inputErrors: Readonly<Record<string, readonly [body: unknown, code: string, param?: string]>> = {
  "GitHub: a field is missing": [
    { message: "Validation Failed", errors: [{ resource: "Issue", field: "title", code: "missing_field" }] },
    "VALIDATION_MISSING_PARAM",
    "title",
  ],
  "GitHub: it exists": [
    { message: "Validation Failed", errors: [{ resource: "Label", field: "name", code: "already_exists" }] },
    "CONFLICT_ALREADY_EXISTS",
  ],
  "Stripe: a parameter is missing": [
    { error: { type: "invalid_request_error", code: "parameter_missing", param: "amount", message: "Missing" } },
    "VALIDATION_MISSING_PARAM",
    "amount",
  ],
  "Stripe: a parameter is unknown": [
    { error: { type: "invalid_request_error", code: "parameter_unknown", param: "amuont", message: "Unknown" } },
    "VALIDATION_UNKNOWN_PARAM",
  ],
  "pydantic: a field is missing": [
    { detail: [{ type: "missing", loc: ["body", "user", "email"], msg: "Field required" }] },
    "VALIDATION_MISSING_PARAM",
    "user.email",
  ],
  "pydantic: not an integer": [
    { detail: [{ type: "int_parsing", loc: ["query", "page"], msg: "Input should be a valid integer" }] },
    "VALIDATION_INVALID_TYPE",
    "page",
  ],
  "pydantic: too small": [
    { detail: [{ type: "greater_than_equal", loc: ["query", "page"], msg: "Input should be greater than 0" }] },
    "VALIDATION_OUT_OF_RANGE",
    "page",
  ],
  "pydantic: extra input": [
    { detail: [{ type: "extra_forbidden", loc: ["body", "x"], msg: "Extra inputs are not permitted" }] },
    "VALIDATION_UNKNOWN_PARAM",
  ],
  "zod 3: of another type": [
    { issues: [{ code: "invalid_type", expected: "string", received: "number", path: ["name"], message: "Expected" }] },
    "VALIDATION_INVALID_TYPE",
    "name",
  ],
  "zod 3: missing": [
    {
      issues: [
        { code: "invalid_type", expected: "string", received: "undefined", path: ["name"], message: "Required" },
      ],
    },
    "VALIDATION_MISSING_PARAM",
    "name",
  ],
  "zod 4: missing": [
    [
      {
        code: "invalid_type",
        expected: "string",
        path: ["a", 0],
        message: "Invalid input: expected string, received undefined",
      },
    ],
    "VALIDATION_MISSING_PARAM",
    "a.0",
  ],
  "zod: unknown keys": [
    { errors: [{ code: "unrecognized_keys", keys: ["a", "b"], path: [], message: "Unrecognized keys" }] },
    "VALIDATION_UNKNOWN_PARAM",
  ],
  "zod: of an enum": [
    { errors: [{ code: "invalid_enum_value", options: ["a"], path: ["sort"], message: "x" }] },
    "VALIDATION_INVALID_ENUM",
    "sort",
  ],
  "Ajv: missing": [
    { errors: [{ keyword: "required", instancePath: "", params: { missingProperty: "id" }, message: "x" }] },
    "VALIDATION_MISSING_PARAM",
    "id",
  ],
  "Ajv: of another type": [
    {
      errors: [{ keyword: "type", instancePath: "/user/age", params: { type: "integer" }, message: "must be integer" }],
    },
    "VALIDATION_INVALID_TYPE",
    "user.age",
  ],
  "Ajv: pattern": [
    { errors: [{ keyword: "pattern", instancePath: "/sha", params: { pattern: "^x" }, message: "x" }] },
    "VALIDATION_PATTERN_MISMATCH",
    "sha",
  ],
  "Laravel: texts by field": [
    { message: "The email field is required.", errors: { email: ["The email field is required."] } },
    "VALIDATION_MISSING_PARAM",
    "email",
  ],
  "Rails: texts by field": [{ errors: { name: ["has already been taken"] } }, "CONFLICT_ALREADY_EXISTS"],
  "problem details with a pointer": [
    {
      type: "about:blank",
      title: "Bad",
      status: 422,
      errors: [{ detail: "must be at most 5, out of range", pointer: "#/size" }],
    },
    "VALIDATION_OUT_OF_RANGE",
    "size",
  ],
  "Google: field violations": [
    { error: { code: 400, details: [{ fieldViolations: [{ field: "zone", description: "Unknown field." }] }] } },
    "VALIDATION_UNKNOWN_PARAM",
  ],
  "a text alone": ['{"message":"Missing required parameter: owner"}', "VALIDATION_MISSING_PARAM"],
  "the first of several": [
    {
      errors: [
        { field: "a", code: "invalid_format" },
        { field: "b", code: "missing" },
      ],
    },
    "VALIDATION_PATTERN_MISMATCH",
    "a",
  ],
};

/** Texts that say nothing of one input. */
const vagueBodies: readonly unknown[] = [
  undefined,
  null,
  "",
  "Bad Request",
  "<html>missing</html>",
  "{ broken",
  { type: "about:blank", title: "Bad Request" },
  { message: "Invalid JSON format" },
  { message: "Choose a value between 1 and 5" },
  { message: "No action was taken" },
  { type: "https://example.com/unknown-parameter", title: "Bad" },
  [],
  7,
];

describe("the code of a failed answer", () => {
  const codeOf = (response: UpstreamResponse) => fromHttpResponse(response).code;

  test.each(Object.entries(inputErrors))("reads what is wrong with an input: %s", (_, [body, code, param]) => {
    for (const status of [400, 422]) {
      expect(codeOf({ status, body })).toBe(code);
      expect(
        codeOf({
          status,
          body: JSON.stringify(typeof body === "string" ? JSON.parse(body) : body),
        }),
      ).toBe(code);
      if (param !== undefined) expect(fromHttpResponse({ status, body }).details).toMatchObject({ param_name: param });
    }
  });

  test.each(vagueBodies.map((body) => [body]))("stays with the default where the body does not tell: %j", (body) => {
    expect(codeOf({ status: 400, body })).toBe("VALIDATION_INVALID_TYPE");
    expect(codeOf({ status: 404, body })).toBe("NOT_FOUND_RESOURCE");
  });

  test.each<[string, UpstreamResponse, string]>([
    ["429", { status: 429 }, "RATE_LIMIT_EXCEEDED"],
    ["403 with Retry-After", { status: 403, headers: { "Retry-After": "60" } }, "RATE_LIMIT_EXCEEDED"],
    ["403 with nothing left", { status: 403, headers: { "x-ratelimit-remaining": "0" } }, "RATE_LIMIT_EXCEEDED"],
    ["403 with something left", { status: 403, headers: { "x-ratelimit-remaining": "9" } }, "PERMISSION_DENIED"],
    ["503 with Retry-After", { status: 503, headers: { "retry-after": "60" } }, "INTERNAL_ERROR"],
    ["409 without a body", { status: 409 }, "CONFLICT_VERSION_MISMATCH"],
    ["409 that says it exists", { status: 409, body: { message: "User already exists" } }, "CONFLICT_ALREADY_EXISTS"],
    ["412", { status: 412 }, "CONFLICT_VERSION_MISMATCH"],
    ["413", { status: 413 }, "VALIDATION_PAYLOAD_TOO_LARGE"],
    ["404, whatever the body", { status: 404, body: { code: "missing_field" } }, "NOT_FOUND_RESOURCE"],
  ])("%s", (_, response, code) => {
    expect(codeOf(response)).toBe(code);
  });

  test("is that of section 6.2 for every other status", () => {
    for (let status = 400; status < 600; status++) {
      if ([409, 412, 413, 429].includes(status)) continue;
      expect(codeOf({ status })).toBe(mapHttpStatusToErrorCode(status));
    }
  });

  test("never throws, and the error conforms, whatever the response", () => {
    const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true });
    const status = fc.oneof(fc.constantFrom(400, 403, 409, 422, 429, 500), anything);
    fc.assert(
      fc.property(status, anything, anything, anything, (status, headers, body, details) => {
        const response = { status, headers, body } as UpstreamResponse;
        const error = fromHttpResponse(response, { details: details as object });
        expect(listEnvelopeProblems(error.toEnvelope())).toEqual([]);
      }),
    );
    expect(fromHttpResponse(null as never).code).toBe("VALIDATION_INVALID_TYPE");
  });
});

describe("fromHttpResponse", () => {
  test("fills the details of a rate limit from the headers", () => {
    const headers = new Headers({
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(Date.UTC(2026, 0, 28, 13) / 1000),
      "ratelimit-policy": "5000;w=3600",
    });
    expect(fromHttpResponse({ status: 429, headers }).toEnvelope().error).toEqual({
      code: "RATE_LIMIT_EXCEEDED",
      message: "API rate limit exceeded",
      details: {
        limit: 5000,
        remaining: 0,
        window: "hour",
        resets_at: "2026-01-28T13:00:00.000Z",
        retry_after_seconds: 1847,
      },
    });
  });

  test.each([
    [{ "Retry-After": "120" }, 120],
    [{ "retry-after": "Wed, 28 Jan 2026 12:30:00 GMT" }, 47],
    [{ "retry-after": "Wed, 28 Jan 2026 12:00:00 GMT" }, 0],
    [{ "ratelimit-reset": "30" }, 30],
    [{ "x-ratelimit-reset": String(Date.UTC(2026, 0, 28, 12, 30)) }, 47],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-1" }, undefined],
    [{ "retry-after": "99999999999999" }, 10 * 366 * 86_400],
    [{}, undefined],
  ])("knows when to come back from %j, or says nothing", (headers, seconds) => {
    const error = fromHttpResponse({ status: 429, headers });
    expect(error.code === "RATE_LIMIT_EXCEEDED" && error.details?.retry_after_seconds).toBe(seconds);
  });

  const realm = { "www-authenticate": 'Bearer realm="x", error="insufficient_scope", scope="repo"' };
  const branch = { resource_type: "branch", resource_id: "main", operation: "get_branch" };
  const unknownKeys = { issues: [{ code: "unrecognized_keys", keys: ["a", "b"], path: [] }] };
  const limited = { details: expect.objectContaining({ retry_after_seconds: 5 }) as object };

  test.each(
    toRows<readonly [response: UpstreamResponse, known: object, error: object]>({
      "takes headers as fetch has them": [{ status: 429, headers: new Headers({ "Retry-After": "5" }) }, {}, limited],
      "takes headers as Node has them": [{ status: 429, headers: { "Retry-After": ["5"] } }, {}, limited],
      "takes headers that are numbers": [{ status: 429, headers: { "retry-after": 5 } }, {}, limited],
      "takes headers as a list of pairs": [{ status: 429, headers: [["RETRY-AFTER", "5"]] }, {}, limited],
      "keeps what the API says, and the status": [
        { status: 503, body: "Service temporarily unavailable" },
        {},
        {
          code: "INTERNAL_ERROR",
          message: "Internal error: 'Service temporarily unavailable'",
          details: { http_status: 503, upstream_error: "Service temporarily unavailable" },
        },
      ],
      "keeps what the headers say of a permission": [
        { status: 403, headers: realm, body: { message: "No" } },
        {},
        { details: { http_status: 403, reason: "No", required_scope: "repo" } },
      ],
      "prefers the template": [
        { status: 404, body: { message: "Branch not found" } },
        branch,
        {
          code: "NOT_FOUND_RESOURCE",
          message: "Resource 'branch' not found: 'main'",
          details: { resource_type: "branch", resource_id: "main", http_status: 404 },
        },
      ],
      "takes the API's message where the template would say less": [
        { status: 404, body: { message: "Branch not found" } },
        {},
        { message: "Branch not found" },
      ],
      "takes the template where the API says nothing": [{ status: 404 }, {}, { message: "Resource not found" }],
      "names every unknown parameter, with what the adapter knows": [
        { status: 400, body: unknownKeys },
        { operation: "create_user", valid_params: ["email"] },
        {
          code: "VALIDATION_UNKNOWN_PARAM",
          message: "Unknown parameter(s) for operation 'create_user': a, b",
          details: { operation: "create_user", unknown_params: ["a", "b"], valid_params: ["email"] },
        },
      ],
      "leaves out details of the wrong type and of another code": [
        { status: 404 },
        { resource_id: 7, param_name: "x", resource_type: "user" },
        { details: { resource_type: "user", http_status: 404 } },
      ],
      "makes no details up": [{ status: 413 }, {}, { code: "VALIDATION_PAYLOAD_TOO_LARGE", details: undefined }],
      "shows no markup": [{ status: 502, body: "<html>Bad gateway</html>" }, {}, { message: "Internal error" }],
    }),
  )("%s", (_, response, details, error) => {
    const answer = fromHttpResponse(response, { details });
    const said = { details: undefined, ...answer.toEnvelope().error };
    expect(said).toEqual({ ...said, ...error });
  });

  test("keeps the cause, whatever it is", () => {
    const cause = aqlError("INTERNAL_ERROR");
    const error = fromHttpResponse({ status: 404 }, { cause });
    expect(error).not.toBe(cause);
    expect(error.cause).toBe(cause);
    expect(fromHttpResponse({ status: 404 }).cause).toBeUndefined();
  });

  test("shows no novels", () =>
    expect(fromHttpResponse({ status: 500, body: "x".repeat(1e6) }).message.length).toBeLessThan(700));
});
