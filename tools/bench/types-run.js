// One lint of a preset by ESLint in a process of its own. Takes a job as JSON, prints its findings and its times as
// JSON.
import path from "node:path";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import plugin from "../../rules/dist/index.js";

/**
 * @typedef {object} Job
 * @property {string} folder
 * @property {string} [preset]
 * @property {boolean} [isBare] whether no rule runs
 * @property {unknown} types `settings.errorContract.types`; typescript-eslint's program is made for "services" alone
 */
/** @type {Job} */
const { folder, preset: name = "kaiza", isBare = false, types } = JSON.parse(process.argv[2] ?? "");

const [preset] = plugin.configs[name];
const eslint = new ESLint({
  cwd: folder,
  overrideConfigFile: true,
  overrideConfig: [
    {
      ...preset,
      files: ["**/*.{js,ts}"],
      rules: isBare ? {} : preset.rules,
      settings: { errorContract: { ...preset.settings.errorContract, types } },
    },
    {
      languageOptions: {
        parser: tseslint.parser,
        parserOptions: types === "services" ? { projectService: true, tsconfigRootDir: folder } : {},
      },
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "off" },
    },
  ],
  stats: true,
});

const start = performance.now();
const results = await eslint.lintFiles(["**/src/**/*.{js,ts}"]);
const wall = performance.now() - start;
const times = results.flatMap(({ stats }) => Object.values(stats?.times.passes[0]?.rules ?? {}));
const rules = times.reduce((sum, { total }) => sum + total, 0);
const findings = results.flatMap(({ filePath, messages }) =>
  messages
    // A comment for ESLint that has no effect is a message of no rule.
    .filter(({ ruleId, fatal }) => ruleId !== null || fatal)
    .map(({ ruleId, line, column }) => `${path.relative(folder, filePath)}:${line}:${column} ${ruleId}`),
);
console.log(JSON.stringify({ wall, rules, findings }));
