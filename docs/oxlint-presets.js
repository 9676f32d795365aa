// Writes rules/oxlint/*.json, the presets for oxlint, from those of the plugin; `--check` only says whether one is out
// of date.
import { readFileSync, writeFileSync } from "node:fs";
import errorContract from "eslint-plugin-error-contract";
import * as prettier from "prettier";

/** `contextResolve` -> `context-resolve` */
const fileName = (preset) => `${preset.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`;

function oxlintPreset([{ settings, rules }, ...overrides]) {
  return {
    jsPlugins: ["eslint-plugin-error-contract"],
    // Without the list, oxlint adds its defaults to those of whoever extends this file.
    plugins: [],
    // oxlint does not inherit settings: these are for whoever takes the file as the configuration itself.
    ...(settings && { settings: { errorContract: { contract: settings.errorContract.contract } } }),
    rules,
    overrides: overrides.map(({ files, rules: changed }) => ({ files, rules: changed })),
  };
}

for (const [preset, config] of Object.entries(errorContract.configs)) {
  const file = new URL(`../rules/oxlint/${fileName(preset)}`, import.meta.url);
  const options = { ...(await prettier.resolveConfig(file)), parser: "json" };
  const text = await prettier.format(JSON.stringify(oxlintPreset(config)), options);
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(`rules/oxlint/${fileName(preset)} is out of date: npm run docs`);
    process.exitCode = 1;
  }
}
