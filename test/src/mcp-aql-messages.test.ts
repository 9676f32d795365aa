import { type JSONObject } from "error-contract";
import { AqlError, aqlError, renderAqlMessage, fromUnknown, localizeError, mcpAql } from "error-contract/mcp-aql";
import { describe, expect, test } from "vitest";
import fc from "../kit/property.js";
import { toRows } from "../kit/to-rows.js";
import { codes, detailsOf, entries, validate } from "./mcp-aql-codes.js";

const make = (code: string, details: unknown, options?: object): AqlError =>
  (aqlError as (...given: unknown[]) => AqlError)(code, details, options);

describe("a message", () => {
  test("shows an alias and a list", () => {
    expect(aqlError("NOT_FOUND_OPERATION", { operation: "get_users" }).message).toBe("Unknown operation: 'get_users'");
    const { message } = aqlError("VALIDATION_UNKNOWN_FIELD", {
      operation: "update_user",
      unknown_fields: ["a", "b"],
      valid_fields: [],
    });
    expect(message).toBe("Unknown field(s) for operation 'update_user': 'a, b'");
  });

  test.each([
    [["force_create", "admin_override"], "Unknown parameter 'force_create' for operation 'create_user' (and 1 other)"],
    [["a", "b", "c"], "Unknown parameter 'a' for operation 'create_user' (and 2 others)"],
    [["force_create"], "Unknown parameter 'force_create' for operation 'create_user'"],
  ])("of unknown parameters may name the first and count the others: %j", (unknown_params, text) => {
    const details = { operation: "create_user", unknown_params, valid_params: ["email"] };
    const message = renderAqlMessage("VALIDATION_UNKNOWN_PARAM", details, "counted");
    expect(message).toBe(text);
    expect(aqlError("VALIDATION_UNKNOWN_PARAM", details, { message }).toEnvelope().error).toEqual({
      code: "VALIDATION_UNKNOWN_PARAM",
      message,
      details,
    });
    // @ts-expect-error the code has one wording
    renderAqlMessage("INTERNAL_ERROR", {}, "counted");
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
    expect(make("NOT_FOUND_RESOURCE", {}, { message: "" })).toMatchObject({ message: "Resource not found" });
  });

  test("says what the code means where an error is constructed without details", () => {
    const error = new AqlError({ code: "VALIDATION_MISSING_PARAM" } as never);
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

  test("that no section prints has all of its values in quotes", () => {
    const printed = ["VALIDATION_UNKNOWN_PARAM", "VALIDATION_PAYLOAD_TOO_LARGE", "PERMISSION_DANGER_LEVEL_DENIED"];
    const bare = codes.filter((name) => /(?<!')\{\w+\}/.test(entries[name]!.message!));
    // The example of section 8.4 prints the numbers of the last one.
    expect(bare).toEqual([...printed, "BATCH_PARTIAL_FAILURE"]);
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
    fr: { GITHUB_ABUSE: "Abus : {reason}" },
  };
  const missing = aqlError("VALIDATION_MISSING_PARAM", { param_name: "owner" });
  const gone = aqlError("NOT_FOUND_RESOURCE", { resource_id: "a/b" }).toEnvelope().error;

  const unknown = aqlError("NOT_FOUND_OPERATION", { operation: "get_users" });
  const abuse = { code: "GITHUB_ABUSE", message: "Abuse", details: { reason: "bots" } };
  const partial = { code: "VALIDATION_MISSING_PARAM", message: "Missing 'owner'", details: { operation: "x" } };

  test.each(
    toRows<readonly [error: Parameters<typeof localizeError>[0], language: string | undefined, message: string]>({
      "fills the template of the language": [missing, "es", "Falta el parámetro requerido: 'owner'"],
      "fills it from an envelope too": [missing.toEnvelope().error, "en", "Missing required parameter: 'owner'"],
      "takes a template without placeholders": [gone, "es", "Recurso no encontrado"],
      "takes the more special language": [gone, "ES_mx", "No se encontró el recurso"],
      "falls back to the less special one": [missing, "es-MX", "Falta el parámetro requerido: 'owner'"],
      "takes a tag with an underscore": [gone, "pt-BR", "Recurso não encontrado"],
      "falls back to no more special one": [gone, "pt", gone.message],
      "keeps the message in a language without templates": [gone, "de", gone.message],
      "keeps it without a language": [gone, undefined, gone.message],
      "keeps it where the language has no such code": [aqlError("INTERNAL_ERROR", {}), "es", "Internal error"],
      "keeps it where the error has no details": [{ code: "NOT_FOUND_RESOURCE", message: "No" }, "es", "No"],
      "keeps it where a required detail is not there": [partial, "es", "Missing 'owner'"],
      "knows the contract's own placeholders": [unknown, "es", "Operación desconocida: 'get_users'"],
      "leaves out the clause of a detail that nobody knows": [
        aqlError("PERMISSION_DENIED", {}),
        "es",
        "Permiso denegado",
      ],
      "translates a code that the contract does not know": [abuse, "fr", "Abus : bots"],
    }),
  )("%s", (_, error, language, message) => {
    expect(localizeError(error, language, messages)).toBe(message);
  });

  test("is not misled by names of prototypes", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(localizeError({ ...gone, code: name }, "es", messages)).toBe(gone.message);
      expect(localizeError(gone, name, messages)).toBe(gone.message);
    }
  });
});
