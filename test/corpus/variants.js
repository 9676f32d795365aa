import { kaiza } from "error-contract/kaiza";
import { kaizaSettings } from "../../rules/dist/configs.js";

/** Names of error classes that many packages have, so that the rule for deprecated classes finds some. */
const COMMON_CLASSES = ["HTTPException", "McpError", "ProtocolError", "ValidationError", "YAMLParseError", "CLIError"];

/** A contract whose error class is called `Error`, and made as the built-in one is. */
const contractOfErrors = {
  ...kaiza,
  name: "corpus",
  schemaId: "urn:error-contract:corpus:1.0.0",
  vocabulary: {
    module: "corpus-errors",
    errorClass: "Error",
    codes: "ERROR_CODES",
    factories: [{ name: "Error", purpose: "construct", positional: ["human_message"], reads: ["cause"] }],
    boundary: "wrapHandler",
  },
};

/**
 * The kaiza preset, and settings under which foreign code has more for the rules to find and fix. `imports`: a name that
 * every file is made to import from a module first; `rules`: the only rules that then run.
 *
 * @type {Readonly<Record<string, {
 *   settings: object,
 *   options: Readonly<Record<string, readonly object[]>>,
 *   imports?: { readonly name: string, readonly module: string },
 *   rules?: readonly string[],
 * }>>}
 */
export const VARIANTS = {
  preset: { settings: kaizaSettings, options: {} },
  /** Every raw error gets a fix. */
  fallback: { settings: kaizaSettings, options: { "no-raw-error": [{ fallbackCode: "INTERNAL_ERROR" }] } },
  /** Classes of the packages themselves are deprecated. */
  legacy: {
    settings: {
      ...kaizaSettings,
      legacy: COMMON_CLASSES.map((name) => ({
        class: name,
        fields: { code: "error_code", message: "human_message", cause: "cause" },
      })),
    },
    options: { "no-raw-error": [{ fallbackCode: "INTERNAL_ERROR" }] },
  },
  /** Every `new Error(...)` of the packages makes the contract's error. */
  errors: {
    settings: { ...kaizaSettings, contract: contractOfErrors, legacy: null },
    options: {},
    imports: { name: "Error", module: "corpus-errors" },
    rules: ["require-cause"],
  },
  /** Failures under more names, in responses and in tuples. */
  results: {
    settings: kaizaSettings,
    options: {
      "no-error-result": [
        { discriminants: ["ok", "success", "error", "status", "valid", "type"], responses: true, tuples: true },
      ],
    },
    rules: ["no-error-result"],
  },
};
