import { conditions, createContractParts, extend, getHttpStatus, type JSONSchema } from "error-contract";
import { getRecovery } from "error-contract/detect";
import {
  AQL_CODES,
  AqlError,
  aqlError,
  aqlSuccess,
  aqlWarning,
  listEnvelopeProblems,
  mcpAql,
  parseEnvelope,
  serialize,
  wrapHandler,
  type AqlDetails,
  type AqlErrorCode,
  type AqlErrorEnvelope,
  type AqlWarning,
  type AqlWarningCode,
} from "error-contract/mcp-aql";
import { describe, expect, expectTypeOf, test } from "vitest";
import { sdk1 } from "./boundary-contracts.js";
import { hostileValues } from "./hostile-values.js";
import { examples, printed } from "./mcp-aql-examples.js";
import { codes, detailsOf, entries, names, validate } from "./mcp-aql-codes.js";
import { fail } from "../kit/thrown.js";

/** A schema as the specification writes it. */
function typeOf({ enum: values, type, items }: JSONSchema): string {
  if (values) return values.map((value) => `'${String(value)}'`).join(" | ");
  if (type === "array") return `${typeOf(items!)}[]`;
  return type === undefined ? "unknown" : type === "integer" ? "number" : String(type);
}

const revoked = hostileValues["revoked proxy"] as object;
const make = (code: string, details: unknown, options?: object): AqlError =>
  (aqlError as (...given: unknown[]) => AqlError)(code, details, options);

describe("the registry", () => {
  test("has the MVP codes, those of phase 1 and those that other sections name", () => {
    const bySection = (form: RegExp) => names.filter((name) => form.test(entries[name]!.section));
    expect(bySection(/section 4\.(?:[346789]|10|11)$/)).toHaveLength(8);
    expect(bySection(/section 4\.5$/)).toEqual(["VALIDATION_UNKNOWN_PARAM", "VALIDATION_UNKNOWN_FIELD"]);
    expect(bySection(/section 5\./)).toHaveLength(11);
    expect(bySection(/section 8\./)).toEqual([
      "VALIDATION_INVALID_ENUM",
      "VALIDATION_OUT_OF_RANGE",
      "VALIDATION_PATTERN_MISMATCH",
      "CONFLICT_ALREADY_EXISTS",
      "CONFLICT_VERSION_MISMATCH",
      "BATCH_PARTIAL_FAILURE",
    ]);
    expect(names).toHaveLength(27);
  });

  test("has the eight categories of section 3.2 with their HTTP ranges, and that of batches", () => {
    const ranges = Object.entries(mcpAql.categories).map(([name, { http }]) => [name, http]);
    expect(Object.fromEntries(ranges)).toEqual({
      VALIDATION: [400, 422],
      NOT_FOUND: [404],
      PERMISSION: [403, 401],
      CONFLICT: [409],
      RATE_LIMIT: [429],
      TOKEN: [400, 403],
      SCHEMA: [],
      INTERNAL: [[500, 599]],
      BATCH: [207],
    });
  });

  test.each(printed)("%s has the template and the details that its section prints", (code, template, details) => {
    const entry = entries[code]!;
    expect(entry.message).toBe(template);
    expect(
      Object.entries(entry.details!)
        .map(([name, schema]) => `${name}${schema.optional === true ? "?" : ""}: ${typeOf(schema)}`)
        .join("; "),
    ).toBe(details);
  });

  test.each(names)("%s begins with its category, or is a permission that says so", (code) => {
    const { category } = entries[code]!;
    if (code === "CONFIRMATION_REQUIRED") expect(category).toBe("PERMISSION");
    else expect(code.startsWith(`${category}_`)).toBe(true);
  });

  test.each(codes)("%s has a status within the range of its category", (code) => {
    const ranges = mcpAql.categories[entries[code]!.category!]!.http.map((range) => [range].flat());
    const statuses = entries[code]!.http ?? [conditions[entries[code]!.condition].http];
    for (const status of statuses) {
      expect(ranges.some((range) => status >= range[0]! && status <= range.at(-1)!)).toBe(true);
    }
    expect(getHttpStatus(mcpAql, code)).toBe(statuses[0]);
  });

  test.each(codes)("%s tells one recovery, and follows the naming convention", (code) => {
    expect(getRecovery(mcpAql, code)?.recovery).toMatch(/^[A-Z].+\.$/);
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+){1,4}$/);
    expect(AQL_CODES[code]).toBe(code);
  });

  test("takes codes of a known category, and no others", () => {
    const entry = { meaning: "x", section: "own", condition: "not_found" } as const;
    const own =
      (name: string, more: object = {}) =>
      () =>
        extend(mcpAql, { codes: { [name]: { ...entry, ...more } } });
    expect(own("NOT_FOUND_BRANCH")).not.toThrow();
    expect(own("BRANCH_GONE", { category: "NOT_FOUND" })).not.toThrow();
    expect(own("SCHEMA_MISSING_NAME")).not.toThrow();
    expect(own("BRANCH_GONE")).toThrow(/category/);
    expect(own("BRANCH_GONE", { category: "BRANCH" })).toThrow(/category/);
    expect(own("NOT_FOUND_BRANCH", { category: "CONFLICT" })).toThrow(/category/);
    expect(own("NOT_FOUND_BRANCH", { http: [410] })).toThrow(/410/);
    expect(own("CONFLICT_BRANCH")).toThrow(/404/);
    expect(own("SCHEMA_MISSING_NAME", { http: [400] })).toThrow(/400/);
    expect(own("not_found_branch")).toThrow(/codePattern/);
    expect(own("INTERNAL")).toThrow(/codePattern/);
  });
});

describe("the examples of the specification", () => {
  const isWarning = (json: object): boolean => "warnings" in json;
  const failures = examples.filter(({ json }) => !isWarning(json));
  // Whoever wrote these examples had a more specific text at hand than the template gives (section 4.2).
  const substituted = /^(?:Repository '.+' not found|Permission denied: requires .+|Internal error: GitHub .+)$/;

  test.each(failures.map(({ section, json }) => [section, json] as const))(
    "of section %s conform and are made",
    (_, json) => {
      expect(listEnvelopeProblems(json)).toEqual([]);
      expect(validate.failure(json)).toBe(true);
      const { code, message, details } = (json as { error: unknown }).error as {
        code: AqlErrorCode;
        message: string;
        details?: object;
      };
      const error =
        details === undefined
          ? new AqlError({ code, message } as never)
          : make(code, details, substituted.test(message) ? { message } : undefined);
      expect(error.toEnvelope()).toEqual(json);
      expect(serialize(error)).toBe(JSON.stringify(json));
    },
  );

  test("of a success with a warning conforms and is made", () => {
    const json: any = examples.find(({ section }) => section === "5.8")!.json;
    const [{ code, details }] = json.warnings;
    expect(validate.success(json)).toBe(true);
    expect(listEnvelopeProblems(json)).not.toEqual([]);
    expect(aqlSuccess(json.data, [aqlWarning(code, details)])).toEqual(json);
  });

  test("of a batch conforms to the schema of batches", () => {
    const { json } = examples.find(({ section }) => section === "8.4")!;
    expect(validate.batch(json)).toBe(true);
  });

  test("are all of them", () => expect(examples).toHaveLength(25));
});

describe("the envelope", () => {
  const error = { code: "INTERNAL_ERROR", message: "Internal error" };

  test("needs success, code and message, may have details, and has nothing else", () => {
    expect(listEnvelopeProblems({ success: false, error })).toEqual([]);
    expect(listEnvelopeProblems({ success: false, error: { ...error, details: {} } })).toEqual([]);
    for (const value of [
      error,
      { error },
      { success: true, error },
      { success: false },
      { success: false, error: "Internal error" },
      { success: false, error: { code: error.code } },
      { success: false, error: { message: error.message } },
      { success: false, error: { ...error, code: "INTERNAL_EROR" } },
      { success: false, error: { ...error, message: "" } },
      { success: false, error: { ...error, details: "x" } },
      { success: false, error: { ...error, hint: "x" } },
      { success: false, error, data: null },
    ]) {
      expect(listEnvelopeProblems(value)).not.toEqual([]);
      expect(validate.failure(value)).toBe(false);
      expect(parseEnvelope(value)).toBeUndefined();
    }
  });
});

describe("aqlError", () => {
  test.each(codes)("%s makes a conforming error from all details and from those required", (code) => {
    for (const which of ["all", "required"] as const) {
      const details = detailsOf(code, which);
      const error = make(code, details);
      expect(error).toBeInstanceOf(AqlError);
      expect(error.code).toBe(code);
      expect(error.message).not.toMatch(/[{}]|undefined/);
      expect(error.details).toEqual(details);
      expect(validate.failure(error.toEnvelope())).toBe(true);
      expect(parseEnvelope(error.toEnvelope())).toEqual(error.toEnvelope());
    }
  });

  test.each(codes.flatMap((code) => Object.keys(detailsOf(code, "required")).map((name) => [code, name] as const)))(
    "%s is refused without %s, and the cause kept",
    (code, name) => {
      const { [name]: _, ...details } = detailsOf(code);
      const cause = new Error("first");
      let refusal: unknown;
      try {
        make(code, details, { cause });
      } catch (error) {
        refusal = error;
      }
      expect(refusal).toBeInstanceOf(TypeError);
      expect((refusal as Error).message).toContain(`details.${name}`);
      expect((refusal as Error).cause).toBe(cause);
    },
  );

  test("refuses details of the wrong type, unknown codes and the warning", () => {
    expect(() => make("VALIDATION_MISSING_PARAM", { param_name: 7 })).toThrow(/details\.param_name/);
    expect(() => make("RATE_LIMIT_EXCEEDED", { ...detailsOf("RATE_LIMIT_EXCEEDED"), window: "week" })).toThrow(
      /window/,
    );
    expect(() => make("VALIDATION_MISSING", {})).toThrow(/INVALID_ERROR_CODE.*VALIDATION_MISSING_PARAM/);
    expect(() => make("RATE_LIMIT_QUOTA_WARNING", detailsOf("RATE_LIMIT_QUOTA_WARNING"))).toThrow(
      /INVALID_ERROR_CODE.*warning/,
    );
  });

  test("keeps details that the code does not declare", () => {
    const details = { param_name: "owner", hint: "see docs" };
    expect(make("VALIDATION_MISSING_PARAM", details).toEnvelope().error.details).toEqual(details);
  });

  test("keeps the cause on the server", () => {
    const cause = new Error("ECONNREFUSED");
    const error = aqlError("INTERNAL_ERROR", { http_status: 503 }, { cause });
    expect(error.cause).toBe(cause);
    expect(serialize(error)).not.toContain("ECONNREFUSED");
  });

  test("is typed: a detail that is missing, wrong or another code's does not compile", () => {
    const limited = { limit: 1, remaining: 0, resets_at: "2026-01-28T13:00:00Z", retry_after_seconds: 1 };
    const refused = [
      // @ts-expect-error a detail is missing
      () => aqlError("VALIDATION_MISSING_PARAM", { operation: "get_repo" }),
      // @ts-expect-error all of them are
      () => aqlError("VALIDATION_MISSING_PARAM"),
      // @ts-expect-error of another type
      () => aqlError("VALIDATION_MISSING_PARAM", { param_name: 7 }),
      // @ts-expect-error no such window
      () => aqlError("RATE_LIMIT_EXCEEDED", { ...limited, window: "week" }),
      // @ts-expect-error no such code
      () => aqlError("VALIDATION_MISSING", { param_name: "owner" }),
      // @ts-expect-error the code of a warning
      () => aqlError("RATE_LIMIT_QUOTA_WARNING", { metric: "m", current: 1, warn_threshold: 1 }),
    ];
    for (const call of refused) expect(call).toThrow(TypeError);
    // @ts-expect-error a name that the code does not have
    aqlError("NOT_FOUND_OPERATION", { operation: "get_users", avialable: [] });
    expectTypeOf<AqlDetails<"VALIDATION_MISSING_PARAM">>().toEqualTypeOf<{
      readonly param_name: string;
      readonly operation?: string | undefined;
    }>();
    expectTypeOf<AqlDetails<"VALIDATION_PAYLOAD_TOO_LARGE">["unit"]>().toEqualTypeOf<"bytes" | "elements" | "levels">();
    expectTypeOf<AqlDetails<"PERMISSION_TRUST_LEVEL_INSUFFICIENT">["danger_level"]>().toEqualTypeOf<
      number | undefined
    >();
    expectTypeOf<AqlDetails<"PERMISSION_DANGER_LEVEL_DENIED">["danger_level"]>().toEqualTypeOf<
      "safe" | "reversible" | "destructive" | "dangerous" | "forbidden"
    >();
    expectTypeOf<AqlDetails<"CONFIRMATION_REQUIRED">["danger_level"]>().toEqualTypeOf<string>();
    expectTypeOf<AqlWarningCode>().toEqualTypeOf<"RATE_LIMIT_QUOTA_WARNING">();
    expectTypeOf<Extract<AqlErrorCode, AqlWarningCode>>().toEqualTypeOf<never>();
    expectTypeOf<AqlErrorEnvelope["error"]["code"]>().toEqualTypeOf<AqlErrorCode>();
    expectTypeOf(aqlError("INTERNAL_ERROR")).toEqualTypeOf<AqlError>();
  });
});

describe("a warning", () => {
  const details = { metric: "requests_per_hour", current: 4100, warn_threshold: 4000 };

  test("has the template's message, or one that is given", () => {
    expect(aqlWarning("RATE_LIMIT_QUOTA_WARNING", details)).toEqual({
      code: "RATE_LIMIT_QUOTA_WARNING",
      message: "Approaching quota limit",
      details,
    });
    expect(aqlWarning("RATE_LIMIT_QUOTA_WARNING", details, { message: "Soon" }).message).toBe("Soon");
  });

  test("is refused with the code of an error, or without its details", () => {
    // @ts-expect-error the code of an error
    expect(() => aqlWarning("RATE_LIMIT_EXCEEDED", details)).toThrow(/INVALID_ERROR_CODE/);
    // @ts-expect-error a detail is missing
    expect(() => aqlWarning("RATE_LIMIT_QUOTA_WARNING", { metric: "m" })).toThrow(/details\.current/);
  });

  test.each([
    ["options that cannot be read", () => aqlWarning("RATE_LIMIT_QUOTA_WARNING", details, revoked), /^\w+: options: /],
    ["details that cannot be read", () => aqlWarning("RATE_LIMIT_QUOTA_WARNING", revoked as never), /^\w+: details: /],
    ["a code that is no text", () => aqlWarning(Symbol("x") as never, details as never), /^INVALID_ERROR_CODE: /],
    ["a warning that cannot be read", () => aqlSuccess(null, [revoked as never]), /^INVALID_ERROR_CODE: /],
  ])("is refused with %s", (_, call, problem) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(problem);
  });

  test("stands in a success only, and no error does", () => {
    const warning = aqlWarning("RATE_LIMIT_QUOTA_WARNING", details);
    expect(aqlSuccess([1])).toEqual({ success: true, data: [1] });
    expect(validate.success(aqlSuccess(null, [warning, warning]))).toBe(true);
    expect(() => aqlSuccess(1, [aqlError("INTERNAL_ERROR").toEnvelope().error as unknown as AqlWarning])).toThrow(
      TypeError,
    );
    expect(
      validate.success({ success: true, data: 1, warnings: [aqlError("INTERNAL_ERROR").toEnvelope().error] }),
    ).toBe(false);
    expect(listEnvelopeProblems({ success: false, error: warning })).not.toEqual([]);
    expect(codes).not.toContain("RATE_LIMIT_QUOTA_WARNING");
  });
});

describe("the boundary", () => {
  test("returns the envelope, and passes successes with their warnings", async () => {
    const error = aqlError("NOT_FOUND_OPERATION", { operation: "x" });
    const failing = wrapHandler(fail(error), "run");
    expect(failing()).toEqual(error.toEnvelope());
    const success = aqlSuccess(1, [
      aqlWarning("RATE_LIMIT_QUOTA_WARNING", { metric: "m", current: 1, warn_threshold: 1 }),
    ]);
    expect(await wrapHandler(async () => Promise.resolve(success), "run")()).toBe(success);
    expect(wrapHandler(() => error.toEnvelope() as unknown, "run")()).toEqual(error.toEnvelope());
  });

  test("answers a tool call with the envelope as text", async () => {
    const denied = (args: object, extra: object): unknown => {
      throw aqlError("PERMISSION_DENIED", {}, { cause: [args, extra] });
    };
    const tool = wrapHandler(denied, "run");
    const answer = await tool({}, sdk1());
    expect(answer).toEqual({
      isError: true,
      content: [
        {
          type: "text",
          text: '{"success":false,"error":{"code":"PERMISSION_DENIED","message":"Permission denied","details":{}}}',
        },
      ],
      _meta: {
        "error-contract/envelope": {
          success: false,
          error: { code: "PERMISSION_DENIED", message: "Permission denied", details: {} },
        },
      },
    });
  });

  test("keeps the codes of a contract that extends this one", async () => {
    const NOT_FOUND_BRANCH = { meaning: "No such branch", section: "own", condition: "not_found" } as const;
    const own = createContractParts(extend(mcpAql, { codes: { NOT_FOUND_BRANCH } }));
    const error = own.factories.aqlError("NOT_FOUND_BRANCH");
    expect(AqlError.is(error)).toBe(true);
    await expect(wrapHandler(() => Promise.reject(error), "run")()).resolves.toMatchObject({
      error: { code: "NOT_FOUND_BRANCH" },
    });
  });
});
