import { contextResolve } from "error-contract/context-resolve";
import { kaiza } from "error-contract/kaiza";
import { mcpAql } from "error-contract/mcp-aql";
import { kaizaSettings, presets } from "../../rules/dist/configs.js";

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

/** Codes of Node.js and of its packages. */
const COMMON_CODES = ["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND", "ERR_INVALID_ARG_TYPE", "ERR_INVALID_URL"];

/**
 * The contract with an error class called `Error` that takes a message, as the built-in one does, and with common
 * codes.
 */
const madeByMessage = ({ vocabulary, codes, ...contract }, ...fields) => ({
  ...contract,
  name: "corpus",
  schemaId: "urn:error-contract:corpus:1.0.0",
  codes: { ...codes, ...Object.fromEntries(COMMON_CODES.map((code) => [code, Object.values(codes)[0]])) },
  vocabulary: {
    ...vocabulary,
    module: "corpus-errors",
    errorClass: "Error",
    factories: [{ name: "Error", purpose: "construct", positional: ["message"], reads: ["code", ...fields, "cause"] }],
  },
});

/**
 * The kaiza preset, and settings under which foreign code has more for the rules to find and fix. `imports`: a name
 * that every file is made to import from a module first; `rules`: the only rules that then run.
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
  /** Failures under more names, in responses. */
  results: {
    settings: kaizaSettings,
    options: {
      "no-error-result": [{ discriminants: ["ok", "success", "error", "status", "valid", "type"] }],
    },
    rules: ["no-error-result"],
  },
  /** Envelopes that are written `{ error: { code, message } }`, and errors that carry a `code`. */
  standard: { settings: presets.recommended, options: {} },
  typedMcp: { settings: presets.typedMcp, options: {} },
  jsonRpc: { settings: presets.jsonRpc, options: {} },
  mcpAql: { settings: presets.mcpAql, options: {} },
  contextResolve: { settings: presets.contextResolve, options: {} },
  /** Every message of the packages' errors has to be literal. */
  literalMessages: {
    settings: { ...kaizaSettings, contract: madeByMessage(contextResolve), legacy: null },
    options: {},
    imports: { name: "Error", module: "corpus-errors" },
  },
  /** Every message of the packages' errors follows a template. */
  templates: {
    settings: { ...kaizaSettings, contract: madeByMessage(mcpAql, "details"), legacy: null },
    options: {},
    imports: { name: "Error", module: "corpus-errors" },
  },
};
