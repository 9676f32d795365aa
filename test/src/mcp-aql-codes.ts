import { getEnvelopeSchema, type ContractData } from "error-contract";
import { mcpAql, type AqlErrorCode } from "error-contract/mcp-aql";
import { Ajv2020 } from "ajv/dist/2020.js";

export const entries: ContractData["codes"] = mcpAql.codes;
export const names = Object.keys(entries);
export const codes = names.filter((name) => entries[name]!.kind !== "warning") as AqlErrorCode[];
const ajv = new Ajv2020({ strict: true });
export const validate = {
  failure: ajv.compile(getEnvelopeSchema(mcpAql)),
  success: ajv.compile(getEnvelopeSchema(mcpAql, "success")),
  batch: ajv.compile(getEnvelopeSchema(mcpAql, "batch")),
};

/** A value that the schema of a detail accepts. */
function sample({ enum: values, type }: { readonly enum?: readonly unknown[]; readonly type?: unknown }): unknown {
  if (values) return values[0];
  return type === "array" ? ["a"] : type === "number" || type === "integer" ? 7 : "text";
}

/** Details with everything that a code has, or only with what it requires. */
export function detailsOf(code: string, which: "all" | "required" = "all"): any {
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
