import { createRequire } from "node:module";
import { ADDED_PRESETS, createPreset, presets } from "./configs.js";
import matchDeclaredCodes from "./match-declared-codes.js";
import matchMessageTemplate from "./match-message-template.js";
import noErrorLeak from "./no-error-leak.js";
import noErrorResult from "./no-error-result.js";
import noLegacyError from "./no-legacy-error.js";
import noMessageParsing from "./no-message-parsing.js";
import noRawError from "./no-raw-error.js";
import noSwallowedError from "./no-swallowed-error.js";
import noUnregisteredCode from "./no-unregistered-code.js";
import type { AddedPresetName, Plugin, PresetName, Rule } from "./plugin-types.js";
import preferFactory from "./prefer-factory.js";
import requireBoundary from "./require-boundary.js";
import requireCause from "./require-cause.js";
import requireLiteralMessage from "./require-literal-message.js";
import requireResultCheck from "./require-result-check.js";
import validEnvelope from "./valid-envelope.js";

const { name, version } = createRequire(import.meta.url)("../package.json") as { name: string; version: string };

/** The rules by name; presets, and the tables of the pages, come from the `meta.docs` of each. */
export default createPlugin({
  "match-declared-codes": matchDeclaredCodes,
  "match-message-template": matchMessageTemplate,
  "no-error-leak": noErrorLeak,
  "no-error-result": noErrorResult,
  "no-legacy-error": noLegacyError,
  "no-message-parsing": noMessageParsing,
  "no-raw-error": noRawError,
  "no-swallowed-error": noSwallowedError,
  "no-unregistered-code": noUnregisteredCode,
  "prefer-factory": preferFactory,
  "require-boundary": requireBoundary,
  "require-cause": requireCause,
  "require-literal-message": requireLiteralMessage,
  "require-result-check": requireResultCheck,
  "valid-envelope": validEnvelope,
});

/** A call declares the names of the rules without their types, which are typescript-eslint's. */
function createPlugin<RuleName extends string>(rules: Record<RuleName, Rule>): Plugin<RuleName> {
  const plugin: Plugin<RuleName> = {
    meta: { name, version, namespace: "error-contract" },
    rules,
    // A preset holds the plugin itself.
    configs: {} as Plugin<RuleName>["configs"],
  };
  for (const preset of [...Object.keys(presets), ...ADDED_PRESETS] as (PresetName | AddedPresetName)[]) {
    plugin.configs[preset] = createPreset(preset, rules, { "error-contract": plugin });
  }
  return plugin;
}
