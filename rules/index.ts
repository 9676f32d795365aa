import { createRequire } from "node:module";
import { createPreset as presetOf, presets } from "./configs.js";
import matchMessageTemplate from "./match-message-template.js";
import noErrorLeak from "./no-error-leak.js";
import noErrorResult from "./no-error-result.js";
import noLegacyError from "./no-legacy-error.js";
import noMessageParsing from "./no-message-parsing.js";
import noRawError from "./no-raw-error.js";
import noSwallowedError from "./no-swallowed-error.js";
import noUnregisteredCode from "./no-unregistered-code.js";
import type { Plugin, PresetName, Rule, RuleName } from "./plugin-types.js";
import preferFactory from "./prefer-factory.js";
import requireBoundary from "./require-boundary.js";
import requireCause from "./require-cause.js";
import requireLiteralMessage from "./require-literal-message.js";
import validEnvelope from "./valid-envelope.js";

const { name, version } = createRequire(import.meta.url)("../package.json") as { name: string; version: string };

const rules: Record<RuleName, Rule> = {
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
  "valid-envelope": validEnvelope,
};

const plugin: Plugin = {
  meta: { name, version, namespace: "error-contract" },
  rules,
  // A preset holds the plugin itself.
  configs: {} as Plugin["configs"],
};

for (const preset of Object.keys(presets) as PresetName[]) {
  plugin.configs[preset] = presetOf(preset, rules, { "error-contract": plugin });
}

export default plugin;
