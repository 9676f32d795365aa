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

  test.each<readonly [what: string, name: string, more: object, problem: RegExp | undefined]>([
    ["takes a code of a category that it begins with", "NOT_FOUND_BRANCH", {}, undefined],
    ["takes a code that says its category", "BRANCH_GONE", { category: "NOT_FOUND" }, undefined],
    ["takes a code of a category without a status", "SCHEMA_MISSING_NAME", {}, undefined],
    ["refuses a code of no category", "BRANCH_GONE", {}, /category/],
    ["refuses a code of an unknown category", "BRANCH_GONE", { category: "BRANCH" }, /category/],
    ["refuses a code of another category", "NOT_FOUND_BRANCH", { category: "CONFLICT" }, /category/],
    ["refuses a status that is not the category's", "NOT_FOUND_BRANCH", { http: [410] }, /410/],
    ["refuses a condition whose status is not the category's", "CONFLICT_BRANCH", {}, /404/],
    ["refuses a status where the category has none", "SCHEMA_MISSING_NAME", { http: [400] }, /400/],
    ["refuses a code in lower case", "not_found_branch", {}, /codePattern/],
    ["refuses a code that is only its category", "INTERNAL", {}, /codePattern/],
  ])("%s", (_, name, more, problem) => {
    const entry = { meaning: "x", section: "own", condition: "not_found", ...more } as const;
    const own = () => extend(mcpAql, { codes: { [name]: entry } });
    if (problem) expect(own).toThrow(problem);
    else expect(own).not.toThrow();
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

  test.each<readonly [what: string, value: unknown, isEnvelope: boolean]>([
    ["needs nothing but success, code and message", { success: false, error }, true],
    ["may have details", { success: false, error: { ...error, details: {} } }, true],
    ["is not the error alone", error, false],
    ["needs success", { error }, false],
    ["needs success to be false", { success: true, error }, false],
    ["needs an error", { success: false }, false],
    ["needs the error to be an object", { success: false, error: "Internal error" }, false],
    ["needs a message", { success: false, error: { code: error.code } }, false],
    ["needs a code", { success: false, error: { message: error.message } }, false],
    ["needs a code that is registered", { success: false, error: { ...error, code: "INTERNAL_EROR" } }, false],
    ["needs a message that says something", { success: false, error: { ...error, message: "" } }, false],
    ["needs details to be an object", { success: false, error: { ...error, details: "x" } }, false],
    ["has nothing else in its error", { success: false, error: { ...error, hint: "x" } }, false],
    ["has nothing else", { success: false, error, data: null }, false],
  ])("%s", (_, value, isEnvelope) => {
    expect(listEnvelopeProblems(value).length === 0).toBe(isEnvelope);
    expect(validate.failure(value)).toBe(isEnvelope);
    expect(parseEnvelope(value)).toEqual(isEnvelope ? value : undefined);
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

  test.each<readonly [what: string, code: string, details: object, problem: RegExp]>([
    ["a detail of the wrong type", "VALIDATION_MISSING_PARAM", { param_name: 7 }, /details\.param_name/],
    [
      "a value that is not listed",
      "RATE_LIMIT_EXCEEDED",
      { ...detailsOf("RATE_LIMIT_EXCEEDED"), window: "week" },
      /window/,
    ],
    ["an unknown code", "VALIDATION_MISSING", {}, /INVALID_ERROR_CODE.*VALIDATION_MISSING_PARAM/],
    ["the warning", "RATE_LIMIT_QUOTA_WARNING", detailsOf("RATE_LIMIT_QUOTA_WARNING"), /INVALID_ERROR_CODE.*warning/],
  ])("refuses %s", (_, code, details, problem) => {
    expect(() => make(code, details)).toThrow(problem);
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

  const error = aqlError("INTERNAL_ERROR").toEnvelope().error as unknown as AqlWarning;
  test.each<readonly [what: string, call: () => unknown, problem: RegExp]>([
    // @ts-expect-error the code of an error
    ["the code of an error", () => aqlWarning("RATE_LIMIT_EXCEEDED", details), /INVALID_ERROR_CODE/],
    // @ts-expect-error a detail is missing
    ["a detail missing", () => aqlWarning("RATE_LIMIT_QUOTA_WARNING", { metric: "m" }), /details\.current/],
    ["options that cannot be read", () => aqlWarning("RATE_LIMIT_QUOTA_WARNING", details, revoked), /^\w+: options: /],
    ["details that cannot be read", () => aqlWarning("RATE_LIMIT_QUOTA_WARNING", revoked as never), /^\w+: details: /],
    ["a code that is no text", () => aqlWarning(Symbol("x") as never, details as never), /^INVALID_ERROR_CODE: /],
    ["a warning that cannot be read", () => aqlSuccess(null, [revoked as never]), /^INVALID_ERROR_CODE: /],
    ["an error in its place", () => aqlSuccess(1, [error]), /./],
  ])("is refused with %s", (_, call, problem) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(problem);
  });

  test("stands in a success only, and no error does", () => {
    const warning = aqlWarning("RATE_LIMIT_QUOTA_WARNING", details);
    expect(aqlSuccess([1])).toEqual({ success: true, data: [1] });
    expect(validate.success(aqlSuccess(null, [warning, warning]))).toBe(true);
    expect(validate.success({ success: true, data: 1, warnings: [error] })).toBe(false);
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
