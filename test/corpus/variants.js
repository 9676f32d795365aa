import { kaizaSettings } from "../../rules/dist/configs.js";

/** Names of error classes that many packages have, so that the rule for deprecated classes finds some. */
const COMMON_CLASSES = ["HTTPException", "McpError", "ProtocolError", "ValidationError", "YAMLParseError", "CLIError"];

/**
 * The kaiza preset, and settings under which foreign code has more for the rules to find and fix.
 *
 * @type {Readonly<Record<string, { settings: object, options: Readonly<Record<string, readonly object[]>> }>>}
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
};
