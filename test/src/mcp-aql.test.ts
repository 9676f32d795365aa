import {
  conditions,
  contractParts,
  ContractError,
  envelopeSchema,
  extend,
  httpStatus,
  type ContractData,
  type JSONObject,
  type JSONSchema,
} from "error-contract";
import { recoveryFor } from "error-contract/detect";
import { SystemError } from "error-contract/kaiza";
import {
  AQL_CODES,
  AqlError,
  aqlError,
  aqlMessage,
  aqlSuccess,
  aqlWarning,
  batchFailure,
  envelopeProblems,
  fromUnknown,
  localizeError,
  mapHttpStatusToErrorCode,
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
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { hostileValues } from "./hostile-values.js";
import { examples, printed } from "./mcp-aql-examples.js";

const entries: ContractData["codes"] = mcpAql.codes;
const names = Object.keys(entries);
const codes = names.filter((name) => entries[name]!.kind !== "warning") as AqlErrorCode[];
const ajv = new Ajv2020({ strict: true });
const validate = {
  failure: ajv.compile(envelopeSchema(mcpAql)),
  success: ajv.compile(envelopeSchema(mcpAql, "success")),
  batch: ajv.compile(envelopeSchema(mcpAql, "batch")),
};

/** A value that the schema of a detail accepts. */
function sample({ enum: values, type }: { readonly enum?: readonly unknown[]; readonly type?: unknown }): unknown {
  if (values) return values[0];
  return type === "array" ? ["a"] : type === "number" || type === "integer" ? 7 : "text";
}

/** Details with everything that a code has, or only with what it requires. */
function detailsOf(code: string, which: "all" | "required" = "all"): any {
  if (code === "BATCH_PARTIAL_FAILURE") {
    return {
      total: 2,
      succeeded: 1,
      failed: 1,
      errors: [{ index: 0, code: "INTERNAL_ERROR", message: "Internal error" }],
    };
  }
  const declared = Object.entries(entries[code]!.details ?? {});
  return Object.fromEntries(
    declared
      .filter(([, { optional }]) => which === "all" || optional !== true)
      .map(([name, schema]) => [name, sample(schema)]),
  );
}

/** A schema as the specification writes it. */
function typeOf({ enum: values, type, items }: JSONSchema): string {
  if (values) return values.map((value) => `'${String(value)}'`).join(" | ");
  if (type === "array") return `${typeOf(items!)}[]`;
  return type === undefined ? "unknown" : type === "integer" ? "number" : String(type);
}

const revoked = hostileValues["revoked proxy"] as object;
const throwingCause: object = Object.defineProperty({}, "cause", {
  get() {
    throw new Error("no cause");
  },
});
const make = (code: string, details: unknown, options?: object): AqlError =>
  (aqlError as (...given: unknown[]) => AqlError)(code, details, options);

describe("the registry", () => {
  test("has the nine MVP codes, the eleven of phase 1 and those that other sections name", () => {
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

  test.each(printed.map(({ code, template, details }) => [code, template, details] as const))(
    "%s has the template and the details that its section prints",
    (code, template, details) => {
      const entry = entries[code]!;
      expect(entry.message).toBe(template);
      expect(
        Object.entries(entry.details!)
          .map(([name, schema]) => `${name}${schema.optional === true ? "?" : ""}: ${typeOf(schema)}`)
          .join("; "),
      ).toBe(details);
    },
  );

  test.each(names)("%s begins with its category, or is a permission that says so", (code) => {
    const { category } = entries[code]!;
    if (code === "CONFIRMATION_REQUIRED") expect(category).toBe("PERMISSION");
    else expect(code.startsWith(`${category}_`)).toBe(true);
  });

  test.each(codes)("%s has a status within the range of its category", (code) => {
    const category = entries[code]!.category as keyof typeof mcpAql.categories;
    const ranges = mcpAql.categories[category].http.map((range) => [range].flat());
    const statuses = entries[code]!.http ?? [conditions[entries[code]!.condition].http];
    for (const status of statuses) {
      expect(ranges.some((range) => status >= range[0]! && status <= range.at(-1)!)).toBe(true);
    }
    expect(httpStatus(mcpAql, code)).toBe(statuses[0]);
  });

  test.each(codes)("%s tells one recovery, and follows the naming convention", (code) => {
    expect(recoveryFor(mcpAql, code)?.recovery).toMatch(/^[A-Z].+\.$/);
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
      expect(envelopeProblems(json)).toEqual([]);
      expect(validate.failure(json)).toBe(true);
      const { code, message, details } = (json as { error: unknown }).error as {
        code: AqlErrorCode;
        message: string;
        details?: object;
      };
      const error =
        details === undefined
          ? new AqlError({ code, message })
          : make(code, details, substituted.test(message) ? { message } : undefined);
      expect(error.toEnvelope()).toEqual(json);
      expect(serialize(error)).toBe(JSON.stringify(json));
    },
  );

  test("of a success with a warning conforms and is made", () => {
    const [{ json }] = examples.filter(({ section }) => section === "5.8") as unknown as [{ json: any }];
    const [{ code, details }] = json.warnings;
    expect(validate.success(json)).toBe(true);
    expect(envelopeProblems(json)).not.toEqual([]);
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
    expect(envelopeProblems({ success: false, error })).toEqual([]);
    expect(envelopeProblems({ success: false, error: { ...error, details: {} } })).toEqual([]);
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
      expect(envelopeProblems(value)).not.toEqual([]);
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

describe("a message", () => {
  test("shows an alias and a list", () => {
    expect(aqlError("NOT_FOUND_OPERATION", { operation: "get_users" }).message).toBe("Unknown operation: 'get_users'");
    const { message } = aqlError("VALIDATION_UNKNOWN_FIELD", {
      operation: "update_user",
      unknown_fields: ["a", "b"],
      valid_fields: [],
    });
    expect(message).toBe("Unknown field(s) for operation 'update_user': a, b");
  });

  test.each([
    [["force_create", "admin_override"], "Unknown parameter 'force_create' for operation 'create_user' (and 1 other)"],
    [["a", "b", "c"], "Unknown parameter 'a' for operation 'create_user' (and 2 others)"],
    [["force_create"], "Unknown parameter 'force_create' for operation 'create_user'"],
  ])("of unknown parameters may name the first and count the others: %j", (unknown_params, text) => {
    const details = { operation: "create_user", unknown_params, valid_params: ["email"] };
    const message = aqlMessage("VALIDATION_UNKNOWN_PARAM", details, "counted");
    expect(message).toBe(text);
    expect(aqlError("VALIDATION_UNKNOWN_PARAM", details, { message }).toEnvelope().error).toEqual({
      code: "VALIDATION_UNKNOWN_PARAM",
      message,
      details,
    });
    // @ts-expect-error the code has one wording
    aqlMessage("INTERNAL_ERROR", {}, "counted");
  });

  test.each([
    [aqlError("PERMISSION_DENIED"), "Permission denied"],
    [aqlError("PERMISSION_DENIED", { reason: "no scope" }), "Permission denied: 'no scope'"],
    [aqlError("INTERNAL_ERROR", {}), "Internal error"],
    [aqlError("INTERNAL_ERROR", { upstream_error: "down" }), "Internal error: 'down'"],
    [aqlError("NOT_FOUND_RESOURCE"), "Resource not found"],
    [aqlError("NOT_FOUND_RESOURCE", { resource_type: "repository" }), "Resource 'repository' not found"],
    [aqlError("NOT_FOUND_RESOURCE", { resource_id: "a/b" }), "Resource not found: 'a/b'"],
    [aqlError("CONFLICT_ALREADY_EXISTS"), "Resource already exists"],
    [aqlError("CONFLICT_VERSION_MISMATCH", { actual_version: "3" }), "Resource was changed, got '3'"],
    [aqlError("VALIDATION_OUT_OF_RANGE", { param_name: "n", maximum: 9 }), "Parameter 'n' out of range, maximum '9'"],
  ])("leaves out the clause of an optional detail that nobody knows: %s", (error, text) => {
    expect(error.message).toBe(text);
  });

  test("that is given takes the template's place", () => {
    const { message } = aqlError("NOT_FOUND_RESOURCE", { resource_type: "branch" }, { message: "Branch not found" });
    expect(message).toBe("Branch not found");
    expect(() => make("NOT_FOUND_RESOURCE", {}, { message: "" })).toThrow(TypeError);
  });

  test("says what the code means where an error is constructed without details", () => {
    const error = new AqlError({ code: "VALIDATION_MISSING_PARAM" });
    expect(error.toEnvelope()).toEqual({
      success: false,
      error: { code: "VALIDATION_MISSING_PARAM", message: mcpAql.codes.VALIDATION_MISSING_PARAM.meaning },
    });
  });

  test("wraps every dynamic value of section 4 in quotes where the template does", () => {
    const value = "it's {param_name} '";
    expect(aqlError("VALIDATION_MISSING_PARAM", { param_name: value }).message).toBe(
      `Missing required parameter '${value}'`,
    );
  });

  test("from any details has no placeholder left and is never empty", () => {
    const anything = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constant(undefined),
      fc.array(fc.string(), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.dictionary(fc.string(), anything), (code, more) => {
        const error = fromUnknown(undefined, { code, details: { ...detailsOf(code), ...more } as JSONObject });
        expect(error.code).toBe(code);
        expect(error.message).not.toBe("");
        expect(validate.failure(error.toEnvelope())).toBe(true);
      }),
    );
  });

  test("from optional details contains each value that is known", () => {
    const text = fc.stringMatching(/^[a-z]{1,9}$/);
    fc.assert(
      fc.property(
        fc.option(text, { nil: undefined }),
        fc.option(text, { nil: undefined }),
        (resource_type, resource_id) => {
          const { message } = aqlError("NOT_FOUND_RESOURCE", { resource_type, resource_id });
          for (const value of [resource_type, resource_id]) if (value) expect(message).toContain(`'${value}'`);
          expect(message).toMatch(/^Resource(?: '\w+')? not found(?:: '\w+')?$/);
        },
      ),
    );
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
    ["options that cannot be read", () => aqlWarning("RATE_LIMIT_QUOTA_WARNING", details, revoked), /^\w+: message: /],
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
    expect(envelopeProblems({ success: false, error: warning })).not.toEqual([]);
    expect(codes).not.toContain("RATE_LIMIT_QUOTA_WARNING");
  });
});

describe("mapHttpStatusToErrorCode", () => {
  test.each([
    [400, "VALIDATION_INVALID_TYPE"],
    [401, "PERMISSION_DENIED"],
    [403, "PERMISSION_DENIED"],
    [404, "NOT_FOUND_RESOURCE"],
    [405, "VALIDATION_INVALID_TYPE"],
    [409, "VALIDATION_INVALID_TYPE"],
    [422, "VALIDATION_INVALID_TYPE"],
    [429, "VALIDATION_INVALID_TYPE"],
    [500, "INTERNAL_ERROR"],
    [502, "INTERNAL_ERROR"],
    [503, "INTERNAL_ERROR"],
    [504, "INTERNAL_ERROR"],
    [599, "INTERNAL_ERROR"],
  ])("%i is %s", (status, code) => {
    expect(mapHttpStatusToErrorCode(status)).toBe(code);
  });

  test("agrees with the algorithm of section 6.2 on every number", () => {
    const algorithm = (status: number): string => {
      if (status === 400 || status === 422) return "VALIDATION_INVALID_TYPE";
      if (status === 401 || status === 403) return "PERMISSION_DENIED";
      if (status === 404) return "NOT_FOUND_RESOURCE";
      if (status >= 500) return "INTERNAL_ERROR";
      return "VALIDATION_INVALID_TYPE";
    };
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 0, max: 700 }), fc.double()), (status) => {
        expect(mapHttpStatusToErrorCode(status)).toBe(algorithm(status));
      }),
    );
  });
});

describe("localizeError", () => {
  const messages = {
    en: {
      VALIDATION_MISSING_PARAM: "Missing required parameter: '{param_name}'",
      NOT_FOUND_RESOURCE: "Resource not found",
    },
    es: {
      VALIDATION_MISSING_PARAM: "Falta el parámetro requerido: '{param_name}'",
      NOT_FOUND_RESOURCE: "Recurso no encontrado",
      NOT_FOUND_OPERATION: "Operación desconocida: '{operation_name}'",
      PERMISSION_DENIED: "Permiso denegado: '{reason}'",
    },
    "es-MX": { NOT_FOUND_RESOURCE: "No se encontró el recurso" },
    pt_BR: { NOT_FOUND_RESOURCE: "Recurso não encontrado" },
  };
  const missing = aqlError("VALIDATION_MISSING_PARAM", { param_name: "owner" });
  const gone = aqlError("NOT_FOUND_RESOURCE", { resource_id: "a/b" }).toEnvelope().error;

  test("fills the template of the language", () => {
    expect(localizeError(missing, "es", messages)).toBe("Falta el parámetro requerido: 'owner'");
    expect(localizeError(missing.toEnvelope().error, "en", messages)).toBe("Missing required parameter: 'owner'");
    expect(localizeError(gone, "es", messages)).toBe("Recurso no encontrado");
  });

  test("falls back to the less special language, then to the error's own message", () => {
    expect(localizeError(missing, "es-MX", messages)).toBe("Falta el parámetro requerido: 'owner'");
    expect(localizeError(gone, "ES_mx", messages)).toBe("No se encontró el recurso");
    expect(localizeError(gone, "pt-BR", messages)).toBe("Recurso não encontrado");
    expect(localizeError(gone, "pt", messages)).toBe(gone.message);
    expect(localizeError(gone, "de", messages)).toBe(gone.message);
    expect(localizeError(gone, undefined, messages)).toBe(gone.message);
    expect(localizeError(aqlError("INTERNAL_ERROR", {}), "es", messages)).toBe("Internal error");
  });

  test("keeps the message of an error that has no details", () => {
    expect(localizeError({ code: "NOT_FOUND_RESOURCE", message: "Nothing" }, "es", messages)).toBe("Nothing");
  });

  test("keeps the message where a detail that the code requires is not there", () => {
    const error = { code: "VALIDATION_MISSING_PARAM", message: "Missing 'owner'", details: { operation: "x" } };
    expect(localizeError(error, "es", messages)).toBe("Missing 'owner'");
  });

  test("knows the placeholders of the contract's own templates", () => {
    const unknown = aqlError("NOT_FOUND_OPERATION", { operation: "get_users" });
    expect(localizeError(unknown, "es", messages)).toBe("Operación desconocida: 'get_users'");
    expect(localizeError(aqlError("PERMISSION_DENIED", {}), "es", messages)).toBe("Permiso denegado");
  });

  test("translates codes that the contract does not know", () => {
    const error = { code: "GITHUB_ABUSE", message: "Abuse", details: { reason: "bots" } };
    expect(localizeError(error, "fr", { fr: { GITHUB_ABUSE: "Abus : {reason}" } })).toBe("Abus : bots");
  });

  test("is not misled by names of prototypes", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(localizeError({ ...gone, code: name }, "es", messages)).toBe(gone.message);
      expect(localizeError(gone, name, messages)).toBe(gone.message);
    }
  });
});

describe("batchFailure", () => {
  test("reproduces the example of section 8.4 from what five operations answered", () => {
    const { json } = examples.find(({ section }) => section === "8.4")!;
    const failure = (code: AqlErrorCode) => ({ success: false, error: { code, message: "..." } });
    const error = batchFailure([
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
    const error = batchFailure(outcomes)!;
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
    expect(batchFailure([thrown, missing], { cause: thrown })?.cause).toBe(thrown);
  });

  test("keeps the limits of an envelope, however many operations fail, and counts them all", () => {
    const details = { list: Array.from({ length: 2_000 }, () => "x".repeat(50)) };
    const failure = { success: false, error: { code: "NOT_FOUND_RESOURCE", message: "m".repeat(9_000), details } };
    for (const [count, listed, isDetailed] of [
      [100, 100, true],
      [101, 101, false],
      [5_000, 900, false],
    ] as const) {
      const error = batchFailure(Array.from({ length: count }, () => failure))!;
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
    ["options", () => batchFailure([new AqlError()], revoked), "cause: cannot be read"],
    ["a cause", () => batchFailure([new AqlError()], throwingCause), "cause: cannot be read"],
    ["outcomes", () => batchFailure(hostileValues["revoked array proxy"] as never), "outcomes: cannot be read"],
  ])("refuses %s that cannot be read, with what reading threw as the cause", (_, call, problem) => {
    expect(call).toThrow(
      expect.objectContaining({ message: `batchFailure: ${problem}`, cause: expect.any(Error) }) as Error,
    );
  });

  test("counts an outcome that cannot be read as no failure", () => {
    expect(batchFailure([hostileValues["revoked proxy"], hostileValues["revoked function proxy"]])).toBeUndefined();
  });

  test("is nothing where nothing failed", () => {
    expect(batchFailure([])).toBeUndefined();
    expect(
      batchFailure([1, null, undefined, "x", { success: true, data: { error: 1 } }, { error: "x" }, { success: 0 }]),
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
    const { errors } = batchFailure([1, outcome])!.details as unknown as AqlDetails<"BATCH_PARTIAL_FAILURE">;
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
        const error = batchFailure(outcomes);
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
  test("returns an AqlError unchanged", () => {
    const error = aqlError("NOT_FOUND_OPERATION", { operation: "x" });
    expect(fromUnknown(error)).toBe(error);
    expect(ContractError.is(error)).toBe(true);
  });

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

  test("conforms whatever was thrown", () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(validate.failure(JSON.parse(serialize(thrown)))).toBe(true);
      }),
    );
  });
});

describe("the boundary", () => {
  test("returns the envelope, and passes successes with their warnings", async () => {
    const error = aqlError("NOT_FOUND_OPERATION", { operation: "x" });
    const failing = wrapHandler(() => {
      throw error;
    }, "run");
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
    const answer = await tool({}, { signal: new AbortController().signal, requestId: 1 });
    expect(answer).toEqual({
      isError: true,
      content: [
        {
          type: "text",
          text: '{"success":false,"error":{"code":"PERMISSION_DENIED","message":"Permission denied","details":{}}}',
        },
      ],
    });
  });

  test("keeps the codes of a contract that extends this one", async () => {
    const NOT_FOUND_BRANCH = { meaning: "No such branch", section: "own", condition: "not_found" } as const;
    const own = contractParts(extend(mcpAql, { codes: { NOT_FOUND_BRANCH } }));
    const error = own.factories.aqlError("NOT_FOUND_BRANCH");
    expect(AqlError.is(error)).toBe(true);
    await expect(wrapHandler(() => Promise.reject(error), "run")()).resolves.toMatchObject({
      error: { code: "NOT_FOUND_BRANCH" },
    });
  });
});
