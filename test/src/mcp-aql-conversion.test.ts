import { SystemError } from "error-contract/kaiza";
import {
  AqlError,
  aqlError,
  createBatchFailure,
  fromUnknown,
  mapHttpStatusToErrorCode,
  serialize,
  type AqlDetails,
  type AqlErrorCode,
} from "error-contract/mcp-aql";
import { describe, expect, test } from "vitest";
import fc from "../kit/property.js";
import { hostileValues } from "./hostile-values.js";
import { examples } from "./mcp-aql-examples.js";
import { codes, validate } from "./mcp-aql-codes.js";

const revoked = hostileValues["revoked proxy"] as object;
const throwingCause: object = Object.defineProperty({}, "cause", {
  get() {
    throw new Error("no cause");
  },
});

describe("mapHttpStatusToErrorCode", () => {
  test("agrees with the algorithm of section 6.2 on every number", () => {
    const algorithm = (status: number): string => {
      if (status === 400 || status === 422) return "VALIDATION_INVALID_TYPE";
      if (status === 401 || status === 403) return "PERMISSION_DENIED";
      if (status === 404) return "NOT_FOUND_RESOURCE";
      if (status >= 500) return "INTERNAL_ERROR";
      return "VALIDATION_INVALID_TYPE";
    };
    for (let status = 0; status <= 700; status++) expect(mapHttpStatusToErrorCode(status)).toBe(algorithm(status));
    fc.assert(fc.property(fc.double(), (status) => mapHttpStatusToErrorCode(status) === algorithm(status)));
  });
});

describe("createBatchFailure", () => {
  test("reproduces the example of section 8.4 from what five operations answered", () => {
    const { json } = examples.find(({ section }) => section === "8.4")!;
    const failure = (code: AqlErrorCode) => ({ success: false, error: { code, message: "..." } });
    const error = createBatchFailure([
      { success: true, data: 1 },
      failure("NOT_FOUND_RESOURCE"),
      { success: true, data: 2 },
      failure("PERMISSION_DENIED"),
      failure("VALIDATION_MISSING_PARAM"),
    ]);
    expect(error?.toEnvelope()).toEqual(json);
    expect(validate.batch(error?.toEnvelope())).toBe(true);
  });

  test("reads what Promise.allSettled answers, errors, envelopes and results", async () => {
    const missing = aqlError("VALIDATION_MISSING_PARAM", { param_name: "owner" });
    const thrown = new Error("down");
    const outcomes = await Promise.allSettled([
      Promise.reject(missing),
      Promise.resolve(missing.toEnvelope()),
      Promise.resolve({ status: "rejected" }),
      Promise.reject(thrown),
      Promise.resolve(undefined),
    ]);
    const error = createBatchFailure(outcomes)!;
    const item = missing.toEnvelope().error;
    expect(error.message).toBe("3 of 5 operations failed");
    expect(error.details).toEqual({
      total: 5,
      succeeded: 2,
      failed: 3,
      errors: [
        { index: 0, ...item },
        { index: 1, ...item },
        {
          index: 3,
          code: "INTERNAL_ERROR",
          message: "Internal error: 'down'",
          details: { upstream_error: "down" },
        },
      ],
    });
    expect(error.cause).toMatchObject({ errors: [missing, thrown] });
    expect(createBatchFailure([thrown, missing], { cause: thrown })?.cause).toBe(thrown);
  });

  test("keeps the limits of an envelope, however many operations fail, and counts them all", () => {
    const details = { list: Array.from({ length: 2_000 }, () => "x".repeat(50)) };
    const failure = { success: false, error: { code: "NOT_FOUND_RESOURCE", message: "m".repeat(9_000), details } };
    for (const [count, listed, isDetailed] of [
      [100, 100, true],
      [101, 101, false],
      [5_000, 900, false],
    ] as const) {
      const error = createBatchFailure(Array.from({ length: count }, () => failure))!;
      expect(error.message).toBe(`${count} of ${count} operations failed`);
      const envelope = JSON.parse(serialize(error));
      expect(validate.batch(envelope)).toBe(true);
      const { errors } = envelope.error.details;
      expect(errors).toHaveLength(listed);
      expect(errors.at(-1)).toMatchObject({ index: listed - 1, code: "NOT_FOUND_RESOURCE" });
      expect("details" in errors.at(-1)).toBe(isDetailed);
    }
  });

  test.each([
    ["options", () => createBatchFailure([new AqlError()], revoked), "options: cannot be read"],
    ["a cause", () => createBatchFailure([new AqlError()], throwingCause), "cause: cannot be read"],
    ["outcomes", () => createBatchFailure(hostileValues["revoked array proxy"] as never), "outcomes: cannot be read"],
  ])("refuses %s that cannot be read, with what reading threw as the cause", (_, call, problem) => {
    expect(call).toThrow(
      expect.objectContaining({ message: `createBatchFailure: ${problem}`, cause: expect.any(Error) }) as Error,
    );
  });

  test("counts an outcome that cannot be read as no failure", () =>
    expect(
      createBatchFailure([hostileValues["revoked proxy"], hostileValues["revoked function proxy"]]),
    ).toBeUndefined());

  test("is nothing where nothing failed", () => {
    expect(createBatchFailure([])).toBeUndefined();
    expect(
      createBatchFailure([
        1,
        null,
        undefined,
        "x",
        { success: true, data: { error: 1 } },
        { error: "x" },
        { success: 0 },
      ]),
    ).toBeUndefined();
  });

  test.each([
    [{ success: false }, { code: "INTERNAL_ERROR", message: "Internal error" }],
    [
      { success: false, error: "disk full" },
      { code: "INTERNAL_ERROR", message: "Internal error: 'disk full'" },
    ],
    [
      { success: false, error: { message: "gone" } },
      { code: "INTERNAL_ERROR", message: "Internal error: 'gone'" },
    ],
    [
      { success: false, error: { code: "GITHUB_X", message: "x", details: [1] } },
      { code: "GITHUB_X", message: "x" },
    ],
    [
      { success: false, error: { code: "GITHUB_X", message: "x", details: { constructor: 1 } } },
      { code: "GITHUB_X", message: "x", details: { constructor: 1 } },
    ],
  ])("takes %j for a failure", (outcome, error) => {
    const { errors } = createBatchFailure([1, outcome])!.details as unknown as AqlDetails<"BATCH_PARTIAL_FAILURE">;
    expect(errors).toMatchObject([{ index: 1, ...error }]);
  });

  test("counts whatever the outcomes", () => {
    const outcome = fc.oneof(
      fc.anything({ withNullPrototype: true }),
      fc.constantFrom(...codes).map((code) => ({ success: false, error: { code, message: "m" } })),
      fc.anything().map((reason) => ({ status: "rejected", reason })),
      fc.anything().map((value) => ({ status: "fulfilled", value })),
    );
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 8 }), (outcomes) => {
        const error = createBatchFailure(outcomes);
        if (!error) return;
        const { total, succeeded, failed, errors } = error.details as unknown as AqlDetails<"BATCH_PARTIAL_FAILURE">;
        expect(total).toBe(outcomes.length);
        expect(succeeded + failed).toBe(total);
        expect(errors).toHaveLength(failed);
        expect(validate.failure(error.toEnvelope())).toBe(true);
      }),
    );
  });
});

describe("fromUnknown", () => {
  test("keeps what a stranger says as a detail, so that the message follows the template", () => {
    const thrown = new Error("socket hang up");
    const error = fromUnknown(thrown);
    expect(error.cause).toBe(thrown);
    expect(error.toEnvelope()).toEqual({
      success: false,
      error: {
        code: "INTERNAL_ERROR",
        message: "Internal error: 'socket hang up'",
        details: { upstream_error: "socket hang up" },
      },
    });
    expect(fromUnknown(thrown, { message: "Down" }).toEnvelope().error).toEqual({
      code: "INTERNAL_ERROR",
      message: "Down",
    });
    expect(fromUnknown(thrown, { details: { http_status: 503 } }).details).toEqual({ http_status: 503 });
  });

  test.each([
    [{ status: 404, message: "Not Found" }, "NOT_FOUND_RESOURCE"],
    [{ status: 401, message: "Bad credentials" }, "PERMISSION_DENIED"],
    [{ response: { status: 403 } }, "PERMISSION_DENIED"],
    [{ statusCode: 400 }, "VALIDATION_INVALID_TYPE"],
    [{ status: 429 }, "RATE_LIMIT_EXCEEDED"],
    [{ status: 409 }, "CONFLICT_VERSION_MISMATCH"],
    [{ status: 503 }, "INTERNAL_ERROR"],
    [{ code: "TOKEN_EXPIRED" }, "TOKEN_EXPIRED"],
    [{ code: "RATE_LIMIT_QUOTA_WARNING" }, "INTERNAL_ERROR"],
    [SystemError.toolFailure("FILE_NOT_FOUND"), "NOT_FOUND_RESOURCE"],
    [SystemError.toolFailure("MISSING_REQUIRED_FIELD"), "VALIDATION_MISSING_PARAM"],
    ["text", "INTERNAL_ERROR"],
    [null, "INTERNAL_ERROR"],
  ])("of %j is %s", (thrown, code) => {
    expect(fromUnknown(thrown).code).toBe(code);
    expect(fromUnknown(thrown, { classify: () => "TOKEN_INVALID" }).code).toBe("TOKEN_INVALID");
  });
});
