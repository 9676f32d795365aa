import { listDetailsProblems, listEnvelopeProblems, jsonLimits } from "error-contract";
import { detectError } from "error-contract/detect";
import { fromUnknown } from "error-contract/context-resolve";
import { kaiza, SystemError } from "error-contract/kaiza";
import { renderAqlMessage, createBatchFailure, localizeError, mcpAql } from "error-contract/mcp-aql";
import { fromHttpResponse } from "error-contract/mcp-aql/adapter";
import { mcpError } from "error-contract/typed-mcp";
import { describe, expect, test } from "vitest";
import { stringify } from "../../src/json/to-json-safe.js";

const envelope = SystemError.toolFailure("FILE_NOT_FOUND").toEnvelope();
const sparse: unknown[] = Object.assign([], { length: 4_000_000_000 });

describe("what is written", () => {
  test("counts undefined as a value", () => {
    const nulls = Array.from({ length: 1_000 }, () => Array.from({ length: 1_000 }));
    expect(stringify(nulls).match(/null/g)!.length).toBeLessThan(jsonLimits.nodes);
  });

  test("has short keys for what is no string in a map", () => {
    const large = Array.from({ length: 1_000 }, (_, index) => index);
    const text = stringify(new Map(Array.from({ length: 1_000 }, (_, index) => [{ index, large }, index])));
    expect(text).toContain('{\\"index\\":999');
    expect(text.length).toBeLessThan(200_000);
  });

  test("reads the keys of an object in many places once", () => {
    let reads = 0;
    const counted = new Proxy(Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, 1])), {
      ownKeys: (target) => (reads++, Reflect.ownKeys(target)),
    });
    stringify(Array(1_000).fill(counted));
    expect(reads).toBe(1);
  });
});

describe("what is read", () => {
  test("has a message as long as one that is written", () => {
    const long = { ...envelope, human_message: "x".repeat(100_000) };
    expect(detectError(JSON.stringify(long), { isFailed: true })!.message).toHaveLength(10_035);
  });

  test("lists a hundred problems", () => {
    const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`eror_code${index}`, 1]));
    const problems = listEnvelopeProblems(kaiza, { ...envelope, ...unknown });
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toContain("more problems");
    expect(listDetailsProblems(mcpAql, "VALIDATION_UNKNOWN_PARAM", { unknown_params: sparse })).toHaveLength(101);
  });

  test("has no code that is longer than any", () => {
    const body = { ...envelope, error_code: "A".repeat(201) };
    expect(detectError({ isError: true, content: [{ type: "text", text: JSON.stringify(body) }] })).toMatchObject({
      contract: undefined,
      foreignCode: undefined,
    });
  });

  test("has no translation for a text that is no language tag", () => {
    const error = { code: "NOT_FOUND_RESOURCE", message: "Not found", details: { resource_id: "7" } };
    const messages = { es: { NOT_FOUND_RESOURCE: "No está" } };
    expect(localizeError(error, "es-MX", messages)).toBe("No está");
    expect(localizeError(error, `es${"-MX".repeat(40)}`, messages)).toBe("Not found");
    expect(localizeError(error, undefined, messages)).toBe("Not found");
  });

  test("has so many headers, and so many values of one", () => {
    const headers = [...Array(1_001).keys()].map((index) => [`x-${index}`, "1"] as const);
    const last = [...headers, ["retry-after", "7"] as const];
    expect(fromHttpResponse({ status: 429, headers: last }).details ?? {}).not.toHaveProperty("retry_after_seconds");
    expect(fromHttpResponse({ status: 429, headers: last.slice(-10) }).details).toMatchObject({
      retry_after_seconds: 7,
    });
    expect(fromHttpResponse({ status: 429, headers: { "retry-after": sparse as string[] } }).code).toBe(
      "RATE_LIMIT_EXCEEDED",
    );
  });
});

describe("a sparse list", () => {
  test("is cut in a message", () => {
    const details = { unknown_params: sparse as string[], operation: "get", valid_params: [] };
    expect(renderAqlMessage("VALIDATION_UNKNOWN_PARAM", details)).toEqual(expect.any(String));
    const many = { ...details, unknown_params: Array(5_000).fill("a") };
    expect(renderAqlMessage("VALIDATION_UNKNOWN_PARAM", many).match(/a,/g)!.length).toBe(999);
    expect(renderAqlMessage("VALIDATION_UNKNOWN_PARAM", many, "counted")).toContain("4999 others");
  });

  test("is no batch", () => expect(() => createBatchFailure(sparse)).toThrow(/fewer than 1000000/));

  test("names no inputs", () => {
    const body = { code: "unrecognized_keys", keys: sparse, path: sparse, errors: { a: sparse } };
    expect(fromHttpResponse({ status: 422, body }).code).toBe("VALIDATION_UNKNOWN_PARAM");
  });
});

test("a batch of many failures converts only those that it lists", () => {
  let read = 0;
  const reason = {
    get message() {
      return `m${read++}`;
    },
  };
  const failure = createBatchFailure(Array(100_000).fill({ status: "rejected", reason }))!;
  expect(failure.details).toMatchObject({ total: 100_000, succeeded: 0, failed: 100_000 });
  expect((failure.details as { errors: unknown[] }).errors).toHaveLength(900);
  expect((failure.cause as AggregateError).errors).toHaveLength(100_000);
  expect(read).toBeLessThan(10_000);
});

test("a code of a hundred thousand letters is no code of zlib", () => {
  const code = `ERR_${"ERROR_FORMAT_".repeat(8_000)}`;
  expect(fromUnknown(Object.assign(new Error("x"), { code })).code).toBe("internal_error");
});

test("a detail that the message has to show counts as far as the envelope shows it", () => {
  const command = "a".repeat(20_000);
  expect(() => mcpError("auth_required", `Run ${command}`, { reauth_command: command })).toThrow(TypeError);
});
