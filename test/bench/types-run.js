// One lint of our preset by ESLint in a process of its own. Takes a job as JSON, prints its findings as JSON.
import path from "node:path";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import plugin from "../../rules/dist/index.js";

/**
 * @typedef {object} Job
 * @property {string} folder
 * @property {unknown} types `settings.errorContract.types`; typescript-eslint's program is made for "services" alone
 */
/** @type {Job} */
const { folder, types } = JSON.parse(process.argv[2] ?? "");

const [preset] = plugin.configs.kaiza;
const eslint = new ESLint({
  cwd: folder,
  overrideConfigFile: true,
  overrideConfig: [
    { ...preset, files: ["**/*.{js,ts}"], settings: { errorContract: { ...preset.settings.errorContract, types } } },
    {
      languageOptions: {
        parser: tseslint.parser,
        parserOptions: types === "services" ? { projectService: true, tsconfigRootDir: folder } : {},
      },
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "off" },
    },
  ],
});

const results = await eslint.lintFiles(["src/**/*.{js,ts}"]);
const findings = results.flatMap(({ filePath, messages }) =>
  messages
    // A comment for ESLint that has no effect is a message of no rule.
    .filter(({ ruleId, fatal }) => ruleId !== null || fatal)
    .map(({ ruleId, line, column }) => `${path.relative(folder, filePath)}:${line}:${column} ${ruleId}`),
);
console.log(JSON.stringify(findings));
