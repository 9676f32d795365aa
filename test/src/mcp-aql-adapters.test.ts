import { listEnvelopeProblems as problemsOf } from "error-contract";
import { aqlError, AqlError, listEnvelopeProblems } from "error-contract/mcp-aql";
import {
  createAdapterErrors,
  type AdapterMapping,
  type AdapterSchema,
  type UpstreamResponse,
} from "error-contract/mcp-aql/adapter";
import { parse } from "yaml";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { toRows } from "../kit/to-rows.js";

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 0, 28, 12, 29, 13), toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

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
  const github = createAdapterErrors(schema);

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
    expect(createAdapterErrors(parse(yaml) as AdapterSchema).contract).toEqual(github.contract);
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
    expect(github.listEnvelopeProblems(error.toEnvelope())).toEqual([]);
    expect(listEnvelopeProblems(error.toEnvelope())).not.toEqual([]);
    expect(() => github.aqlError("GITHUB_ABUSE_DETECT")).toThrow(/GITHUB_ABUSE_DETECTED/);
  });

  test("keeps the codes of the contract", () => {
    expect(() => github.aqlError("VALIDATION_MISSING_PARAM", {})).toThrow(/param_name/);
    const error = github.aqlError("VALIDATION_MISSING_PARAM", { param_name: "owner" });
    expect(error.message).toBe("Missing required parameter 'owner'");
    expect(github.errorClass.is(aqlError("INTERNAL_ERROR"))).toBe(true);
  });

  const repository = { owner: "octocat", repo: "nonexistent" };
  const abuse = { message: "You have triggered an abuse detection mechanism" };
  const ofRepository = { code: "NOT_FOUND_REPOSITORY", message: "Repository 'octocat/nonexistent' not found" };
  const nothing = { message: "Not Found" };
  test.each(
    toRows<readonly [status: number, body: unknown, known: object, error: object]>({
      "a status whose condition holds": [403, abuse, {}, { code: "GITHUB_ABUSE_DETECTED" }],
      "another condition": [403, { message: "API rate limit exceeded" }, {}, { code: "RATE_LIMIT_EXCEEDED" }],
      "a condition that does not hold": [403, { message: "Must be an admin" }, {}, { code: "PERMISSION_DENIED" }],
      "a condition on a body that is not there": [403, undefined, {}, { code: "PERMISSION_DENIED" }],
      "a status that the contract maps": [409, {}, {}, { code: "CONFLICT_VERSION_MISMATCH" }],
      "a status that the condition is not for": [500, abuse, {}, { code: "INTERNAL_ERROR" }],
      "a template filled from what is known": [404, nothing, repository, { ...ofRepository, details: repository }],
      "a template filled from the body": [404, repository, {}, ofRepository],
      "the body's message where the template would say less": [404, nothing, {}, nothing],
      "the template without what nobody knows": [404, undefined, {}, { message: "Repository not found" }],
      "the body's message as the reason": [
        403,
        { message: "abuse" },
        {},
        { code: "GITHUB_ABUSE_DETECTED", message: "Abuse detection triggered: abuse", details: { reason: "abuse" } },
      ],
    }),
  )("answers a response: %s", (_, status, body, details, error) => {
    const answer = github.fromHttpResponse({ status, body }, { details });
    expect(answer.toEnvelope().error).toMatchObject(error);
    if ("details" in error) expect(answer.details).toEqual(error.details);
    expect(github.listEnvelopeProblems(answer.toEnvelope())).toEqual([]);
  });

  test("a mapping may say a registered code in other words", () => {
    const own = createAdapterErrors({
      error_mapping: { 404: { code: "NOT_FOUND_RESOURCE", message_template: "No {resource_id}" } },
    });
    const error = own.fromHttpResponse({ status: 404 }, { details: { resource_id: "x" } });
    expect(error.toEnvelope().error).toEqual({
      code: "NOT_FOUND_RESOURCE",
      message: "No x",
      details: { resource_id: "x", http_status: 404 },
    });
  });

  test("is read besides what else it holds, and may say nothing", () =>
    expect(
      createAdapterErrors({ name: "github", operations: [] } as AdapterSchema).fromHttpResponse({ status: 404 }).code,
    ).toBe("NOT_FOUND_RESOURCE"));

  const code = (fields: object) => ({
    error_codes: { GITHUB_X: { category: "CONFLICT", message_template: "x", ...fields } },
  });
  const mapping = (status: string, fields: object) => ({ error_mapping: { [status]: fields as AdapterMapping } });
  test.each(
    toRows<readonly [unknown, string]>({
      "no object": ["x", "adapter"],
      "no object of codes": [{ error_codes: [] }, "adapter.error_codes"],
      "a code without a template": [
        { error_codes: { A_B: { category: "CONFLICT" } } },
        "error_codes.A_B.message_template",
      ],
      "an unknown category": [code({ category: "GITHUB" }), "error_codes.GITHUB_X.category"],
      "an unknown member": [code({ http: [409] }), "error_codes.GITHUB_X.http"],
      "a status that is none": [code({ maps_from_http: [200] }), "maps_from_http[0]"],
      "a condition of nothing": [code({ condition: "response.status == 403" }), "error_codes.GITHUB_X.condition"],
      "a code in lower case": [
        { error_codes: { github_x: { category: "CONFLICT", message_template: "x" } } },
        "github_x",
      ],
      "a code that is registered": [
        { error_codes: { TOKEN_EXPIRED: { category: "TOKEN", message_template: "x" } } },
        "TOKEN_EXPIRED",
      ],
      "a code of another category": [
        { error_codes: { TOKEN_X: { category: "CONFLICT", message_template: "x" } } },
        "TOKEN_X.category",
      ],
      "a status that is no number": [mapping("4xx", { code: "PERMISSION_DENIED" }), "error_mapping.4xx"],
      "a status that is no failure": [mapping("200", { code: "PERMISSION_DENIED" }), "error_mapping.200"],
      "a mapping without a code": [mapping("403", {}), "error_mapping.403.code"],
      "a mapping to a code of no category": [mapping("403", { code: "TEAPOT_HOT", message_template: "x" }), "403.code"],
      "a mapping to a new code without a template": [mapping("404", { code: "NOT_FOUND_X" }), "404.message_template"],
      "a mapping to a warning": [mapping("429", { code: "RATE_LIMIT_QUOTA_WARNING" }), "429.code"],
      "a condition that is none": [mapping("403", { code: "PERMISSION_DENIED", condition: "true" }), "403.condition"],
    }),
  )("is refused with %s", (_, schema, path) => {
    expect(() => createAdapterErrors(schema as AdapterSchema)).toThrow(TypeError);
    expect(() => createAdapterErrors(schema as AdapterSchema)).toThrow(path);
  });

  test("every problem is named at once", () =>
    expect(() => createAdapterErrors({ ...mapping("403", { code: "X_Y" }), ...code({ condition: "x" }) })).toThrow(
      /error_mapping\.403[^]*error_codes\.GITHUB_X/,
    ));

  describe("a condition", () => {
    const meets = (condition: string, response: Omit<UpstreamResponse, "status">) =>
      createAdapterErrors(mapping("403", { code: "TOKEN_INVALID", condition })).fromHttpResponse({
        status: 403,
        ...response,
      }).code === "TOKEN_INVALID";

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
