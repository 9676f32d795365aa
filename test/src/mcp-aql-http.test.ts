import { envelopeProblems as problemsOf } from "error-contract";
import { aqlError, AqlError, envelopeProblems, mapHttpStatusToErrorCode, wrapHandler } from "error-contract/mcp-aql";
import {
  adapterErrors,
  fromHttpResponse,
  mapHttpResponseToErrorCode,
  type AdapterMapping,
  type AdapterSchema,
  type UpstreamResponse,
} from "error-contract/mcp-aql/adapter";
import fc from "fast-check";
import { parse } from "yaml";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

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

describe("mapHttpResponseToErrorCode", () => {
  test.each(Object.entries(inputErrors))("reads what is wrong with an input: %s", (_, [body, code, param]) => {
    for (const status of [400, 422]) {
      expect(mapHttpResponseToErrorCode({ status, body })).toBe(code);
      expect(
        mapHttpResponseToErrorCode({
          status,
          body: JSON.stringify(typeof body === "string" ? JSON.parse(body) : body),
        }),
      ).toBe(code);
      if (param !== undefined) expect(fromHttpResponse({ status, body }).details).toMatchObject({ param_name: param });
    }
  });

  test.each(vagueBodies.map((body) => [body]))("stays with the default where the body does not tell: %j", (body) => {
    expect(mapHttpResponseToErrorCode({ status: 400, body })).toBe("VALIDATION_INVALID_TYPE");
    expect(mapHttpResponseToErrorCode({ status: 404, body })).toBe("NOT_FOUND_RESOURCE");
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
    expect(mapHttpResponseToErrorCode(response)).toBe(code);
    expect(fromHttpResponse(response).code).toBe(code);
  });

  test("is that of section 6.2 for every other status", () => {
    for (let status = 400; status < 600; status++) {
      if ([409, 412, 413, 429].includes(status)) continue;
      expect(mapHttpResponseToErrorCode({ status })).toBe(mapHttpStatusToErrorCode(status));
    }
  });

  test("never throws, and the error conforms, whatever the response", () => {
    const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true });
    const status = fc.oneof(fc.constantFrom(400, 403, 409, 422, 429, 500), anything);
    fc.assert(
      fc.property(status, anything, anything, anything, (status, headers, body, details) => {
        const response = { status, headers, body } as UpstreamResponse;
        const error = fromHttpResponse(response, { details: details as object });
        expect(error.code).toBe(mapHttpResponseToErrorCode(response));
        expect(envelopeProblems(error.toEnvelope())).toEqual([]);
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
    const { details } = fromHttpResponse({ status: 429, headers });
    expect(details?.retry_after_seconds).toBe(seconds);
  });

  test("takes headers as fetch, Node and lists of pairs have them", () => {
    for (const headers of [
      new Headers({ "Retry-After": "5" }),
      { "Retry-After": ["5"] },
      { "retry-after": 5 },
      [["RETRY-AFTER", "5"]] as const,
    ]) {
      expect(fromHttpResponse({ status: 429, headers }).details).toMatchObject({ retry_after_seconds: 5 });
    }
  });

  test("keeps what the API says, and the status, where the code has a place for them", () => {
    expect(fromHttpResponse({ status: 503, body: "Service temporarily unavailable" }).toEnvelope().error).toEqual({
      code: "INTERNAL_ERROR",
      message: "Internal error: 'Service temporarily unavailable'",
      details: { http_status: 503, upstream_error: "Service temporarily unavailable" },
    });
    const headers = { "www-authenticate": 'Bearer realm="x", error="insufficient_scope", scope="repo"' };
    expect(fromHttpResponse({ status: 403, headers, body: { message: "No" } }).details).toEqual({
      http_status: 403,
      reason: "No",
      required_scope: "repo",
    });
  });

  test("prefers the template, and takes the API's message where the template would say less", () => {
    const response = { status: 404, body: { message: "Branch not found" } };
    const known = { resource_type: "branch", resource_id: "main", operation: "get_branch" };
    expect(fromHttpResponse(response, { details: known }).toEnvelope().error).toEqual({
      code: "NOT_FOUND_RESOURCE",
      message: "Resource 'branch' not found: 'main'",
      details: { resource_type: "branch", resource_id: "main", http_status: 404 },
    });
    expect(fromHttpResponse(response).message).toBe("Branch not found");
    expect(fromHttpResponse({ status: 404 }).message).toBe("Resource not found");
  });

  test("names every unknown parameter, with what the adapter knows", () => {
    const body = { issues: [{ code: "unrecognized_keys", keys: ["a", "b"], path: [] }] };
    const details = { operation: "create_user", valid_params: ["email"] };
    expect(fromHttpResponse({ status: 400, body }, { details }).toEnvelope().error).toEqual({
      code: "VALIDATION_UNKNOWN_PARAM",
      message: "Unknown parameter(s) for operation 'create_user': a, b",
      details: { operation: "create_user", unknown_params: ["a", "b"], valid_params: ["email"] },
    });
  });

  test("makes nothing up: details of the wrong type or of another code are left out", () => {
    const details = { resource_id: 7, param_name: "x", resource_type: "user" };
    expect(fromHttpResponse({ status: 404 }, { details }).details).toEqual({ resource_type: "user", http_status: 404 });
    expect(fromHttpResponse({ status: 413 }).toEnvelope().error).not.toHaveProperty("details");
  });

  test("keeps the cause, whatever it is", () => {
    const cause = aqlError("INTERNAL_ERROR");
    const error = fromHttpResponse({ status: 404 }, { cause });
    expect(error).not.toBe(cause);
    expect(error.cause).toBe(cause);
    expect(fromHttpResponse({ status: 404 }).cause).toBeNull();
  });

  test("shows no markup and no novels", () => {
    expect(fromHttpResponse({ status: 502, body: "<html>Bad gateway</html>" }).message).toBe("Internal error");
    expect(fromHttpResponse({ status: 500, body: "x".repeat(1e6) }).message.length).toBeLessThan(700);
  });
});

describe("an adapter schema", () => {
  /** The examples of sections 8.2 and 8.3, parsed. */
  const schema: AdapterSchema = {
    error_codes: {
      GITHUB_ABUSE_DETECTED: {
        category: "RATE_LIMIT",
        message_template: "Abuse detection triggered: {reason}",
        maps_from_http: [403],
        condition: "response.body.message contains 'abuse'",
      },
    },
    error_mapping: {
      404: { code: "NOT_FOUND_REPOSITORY", message_template: "Repository '{owner}/{repo}' not found" },
      403: { condition: "response.body.message contains 'rate limit'", code: "RATE_LIMIT_EXCEEDED" },
    },
  };
  const github = adapterErrors(schema);

  test("is what YAML makes of the examples", () => {
    const yaml = `
      error_codes:
        GITHUB_ABUSE_DETECTED:
          category: RATE_LIMIT
          message_template: "Abuse detection triggered: {reason}"
          maps_from_http: [403]
          condition: "response.body.message contains 'abuse'"
      error_mapping:
        404:
          code: NOT_FOUND_REPOSITORY
          message_template: "Repository '{owner}/{repo}' not found"
        403:
          condition: "response.body.message contains 'rate limit'"
          code: RATE_LIMIT_EXCEEDED`;
    expect(parse(yaml)).toEqual(schema);
    expect(adapterErrors(parse(yaml) as AdapterSchema).contract).toEqual(github.contract);
  });

  test("registers its codes, with their category", () => {
    expect(github.codes.GITHUB_ABUSE_DETECTED).toBe("GITHUB_ABUSE_DETECTED");
    expect(github.contract.codes.GITHUB_ABUSE_DETECTED).toMatchObject({
      category: "RATE_LIMIT",
      condition: "rate_limited",
    });
    expect(github.contract.codes.NOT_FOUND_REPOSITORY).toMatchObject({ category: "NOT_FOUND", condition: "not_found" });
    const error = github.aqlError("GITHUB_ABUSE_DETECTED", { reason: "too many pages" });
    expect(error.message).toBe("Abuse detection triggered: too many pages");
    expect(github.aqlError("GITHUB_ABUSE_DETECTED").message).toBe("Abuse detection triggered");
    expect(AqlError.is(error)).toBe(true);
    expect(problemsOf(github.contract, error.toEnvelope())).toEqual([]);
    expect(github.envelopeProblems(error.toEnvelope())).toEqual([]);
    expect(envelopeProblems(error.toEnvelope())).not.toEqual([]);
    expect(() => github.aqlError("GITHUB_ABUSE_DETECT")).toThrow(/GITHUB_ABUSE_DETECTED/);
  });

  test("keeps the codes of the contract", () => {
    expect(() => github.aqlError("VALIDATION_MISSING_PARAM", {})).toThrow(/param_name/);
    const error = github.aqlError("VALIDATION_MISSING_PARAM", { param_name: "owner" });
    expect(error.message).toBe("Missing required parameter 'owner'");
    expect(github.errorClass.is(aqlError("INTERNAL_ERROR"))).toBe(true);
  });

  test("decides by status and condition, else by the mapping of the contract", () => {
    const code = (status: number, message?: string) => github.mapHttpResponseToErrorCode({ status, body: { message } });
    expect(code(403, "You have triggered an abuse detection mechanism")).toBe("GITHUB_ABUSE_DETECTED");
    expect(code(403, "API rate limit exceeded")).toBe("RATE_LIMIT_EXCEEDED");
    expect(code(403, "Must have admin rights")).toBe("PERMISSION_DENIED");
    expect(code(403)).toBe("PERMISSION_DENIED");
    expect(code(404)).toBe("NOT_FOUND_REPOSITORY");
    expect(code(409)).toBe("CONFLICT_VERSION_MISMATCH");
    expect(code(500, "abuse")).toBe("INTERNAL_ERROR");
  });

  test("makes errors of its templates, from what is known and what the body tells", () => {
    const lost = { status: 404, body: { message: "Not Found" } };
    const repository = { owner: "octocat", repo: "nonexistent" };
    expect(github.fromHttpResponse(lost, { details: repository }).toEnvelope()).toEqual({
      success: false,
      error: {
        code: "NOT_FOUND_REPOSITORY",
        message: "Repository 'octocat/nonexistent' not found",
        details: repository,
      },
    });
    expect(github.fromHttpResponse({ status: 404, body: repository }).message).toBe(
      "Repository 'octocat/nonexistent' not found",
    );
    expect(github.fromHttpResponse(lost).message).toBe("Not Found");
    expect(github.fromHttpResponse({ status: 404 }).message).toBe("Repository not found");
    expect(github.fromHttpResponse({ status: 403, body: { message: "abuse" } }).toEnvelope().error).toEqual({
      code: "GITHUB_ABUSE_DETECTED",
      message: "Abuse detection triggered: abuse",
      details: { reason: "abuse" },
    });
  });

  test("a mapping may say a registered code in other words", () => {
    const own = adapterErrors({
      error_mapping: { 404: { code: "NOT_FOUND_RESOURCE", message_template: "No {resource_id}" } },
    });
    const error = own.fromHttpResponse({ status: 404 }, { details: { resource_id: "x" } });
    expect(error.toEnvelope().error).toEqual({
      code: "NOT_FOUND_RESOURCE",
      message: "No x",
      details: { resource_id: "x", http_status: 404 },
    });
  });

  test("its errors pass the boundaries of both contracts", () => {
    const error = github.aqlError("GITHUB_ABUSE_DETECTED");
    const handler = (): unknown => {
      throw error;
    };
    expect(github.wrapHandler(handler, "run")()).toEqual(error.toEnvelope());
    expect(wrapHandler(handler, "run")()).toEqual(error.toEnvelope());
  });

  test("is read besides what else it holds, and may say nothing", () => {
    expect(
      adapterErrors({ name: "github", operations: [] } as AdapterSchema).mapHttpResponseToErrorCode({ status: 404 }),
    ).toBe("NOT_FOUND_RESOURCE");
  });

  const code = (fields: object) => ({
    error_codes: { GITHUB_X: { category: "CONFLICT", message_template: "x", ...fields } },
  });
  const mapping = (status: string, fields: object) => ({ error_mapping: { [status]: fields as AdapterMapping } });
  test.each<[string, unknown, string]>([
    ["no object", "x", "adapter"],
    ["no object of codes", { error_codes: [] }, "adapter.error_codes"],
    [
      "a code without a template",
      { error_codes: { A_B: { category: "CONFLICT" } } },
      "error_codes.A_B.message_template",
    ],
    ["an unknown category", code({ category: "GITHUB" }), "error_codes.GITHUB_X.category"],
    ["an unknown member", code({ http: [409] }), "error_codes.GITHUB_X.http"],
    ["a status that is none", code({ maps_from_http: [200] }), "maps_from_http[0]"],
    ["a condition of nothing", code({ condition: "response.status == 403" }), "error_codes.GITHUB_X.condition"],
    [
      "a code in lower case",
      { error_codes: { github_x: { category: "CONFLICT", message_template: "x" } } },
      "github_x",
    ],
    [
      "a code that is registered",
      { error_codes: { TOKEN_EXPIRED: { category: "TOKEN", message_template: "x" } } },
      "TOKEN_EXPIRED",
    ],
    [
      "a code of another category",
      { error_codes: { TOKEN_X: { category: "CONFLICT", message_template: "x" } } },
      "TOKEN_X.category",
    ],
    ["a status that is no number", mapping("4xx", { code: "PERMISSION_DENIED" }), "error_mapping.4xx"],
    ["a status that is no failure", mapping("200", { code: "PERMISSION_DENIED" }), "error_mapping.200"],
    ["a mapping without a code", mapping("403", {}), "error_mapping.403.code"],
    ["a mapping to a code of no category", mapping("403", { code: "TEAPOT_HOT", message_template: "x" }), "403.code"],
    ["a mapping to a new code without a template", mapping("404", { code: "NOT_FOUND_X" }), "404.message_template"],
    ["a mapping to a warning", mapping("429", { code: "RATE_LIMIT_QUOTA_WARNING" }), "429.code"],
    ["a condition that is none", mapping("403", { code: "PERMISSION_DENIED", condition: "true" }), "403.condition"],
  ])("is refused with %s", (_, schema, path) => {
    expect(() => adapterErrors(schema as AdapterSchema)).toThrow(TypeError);
    expect(() => adapterErrors(schema as AdapterSchema)).toThrow(path);
  });

  test("every problem is named at once", () => {
    expect(() => adapterErrors({ ...mapping("403", { code: "X_Y" }), ...code({ condition: "x" }) })).toThrow(
      /error_mapping\.403[^]*error_codes\.GITHUB_X/,
    );
  });

  describe("a condition", () => {
    const meets = (condition: string, response: Omit<UpstreamResponse, "status">) =>
      adapterErrors(mapping("403", { code: "TOKEN_INVALID", condition })).mapHttpResponseToErrorCode({
        status: 403,
        ...response,
      }) === "TOKEN_INVALID";

    test.each<[string, object]>([
      ["response.body.message contains 'abuse'", { body: { message: "an abuse of" } }],
      ['response.body.message contains "it\'s"', { body: { message: "it's" } }],
      ["response.body == 'no'", { body: "no" }],
      ["response.status == 403", {}],
      ["response.body.code == -1.5", { body: { code: -1.5 } }],
      ["response.body.blocked == true", { body: '{"blocked":true}' }],
      ["response.body.user == null", { body: { user: null } }],
      ["response.body.errors.0.code == 'x'", { body: { errors: [{ code: "x" }] } }],
      ["response.body.tags contains 'b'", { body: { tags: ["a", "b"] } }],
      ["response.headers.X-Reason == 'abuse'", { headers: { "x-reason": "abuse" } }],
      [
        "  response.status   ==   403\n and response.body.m contains 'a' and response.body.m contains ' and '  ",
        { body: { m: "a and b" } },
      ],
    ])("%s holds", (condition, response) => {
      expect(meets(condition, response)).toBe(true);
    });

    test.each<[string, object]>([
      ["response.body.message contains 'abuse'", { body: { message: "Abuse" } }],
      ["response.body.message contains 'abuse'", { body: { message: { abuse: 1 } } }],
      ["response.body.message contains 'abuse'", { body: null }],
      ["response.body.code == 1", { body: { code: "1" } }],
      ["response.body.user == null", { body: {} }],
      ["response.status == 403 and response.body.a == 1", { body: { a: 2 } }],
      ["response.body.constructor.name == 'Object'", { body: {} }],
      ["response.body.length == 2", { body: "no" }],
    ])("%s does not hold", (condition, response) => {
      expect(meets(condition, response)).toBe(false);
    });

    test.each([
      "response.status != 403",
      "response.status > 400",
      "response.status == 403 or response.status == 404",
      "response.status == 403 and",
      "and response.status == 403",
      "response.status == 403 response.status == 404",
      "response.status == 403and response.status == 404",
      "not response.status == 403",
      "(response.status == 403)",
      "response contains 'x'",
      "body.message contains 'x'",
      "response.body.message contains abuse",
      "response.body.message contains 'abuse",
      "response.body.message contains 5",
      "response.body.message matches 'x'",
      "response.body[0] == 1",
      "response.body. == 1",
      "response.body.a == 01",
      "response.body.a == 1e3",
      "response.body.a == undefined",
      "response.body.a == trueish",
      "response.status==403",
    ])("%s is an error at load", (condition) => {
      expect(() => meets(condition, {})).toThrow(TypeError);
    });

    test("is read in time, however long", () => {
      const long = Array.from({ length: 5_000 }, () => "response.status == 403").join(" and ");
      expect(meets(long, {})).toBe(true);
      expect(() => meets(`${long} and ${" ".repeat(50_000)}x`, {})).toThrow(TypeError);
    });
  });
});
