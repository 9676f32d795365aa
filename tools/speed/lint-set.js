// Lints files with one set of rules, in a process of its own, and prints the milliseconds that the rules took. Takes
// { folder, files, set, types } as JSON.
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";

const load = async (name) => (await import(name)).default;

/** The configurations of each set, by its name. Plugins are loaded where they are asked for. */
const SETS = {
  "no rules": () => [],
  "error-contract": async () => {
    const [{ plugins, rules, settings }] = (await load("eslint-plugin-error-contract")).configs.recommended;
    return [{ plugins, rules, settings: { errorContract: { ...settings.errorContract, types: "off" } } }];
  },
  "@eslint/js": async () => [(await load("@eslint/js")).configs.recommended],
  "typescript-eslint": () => tseslint.configs.recommended.map(({ plugins, rules }) => ({ plugins, rules })),
  sonarjs: async () => [(await load("eslint-plugin-sonarjs")).configs.recommended],
  unicorn: async () => [(await load("eslint-plugin-unicorn")).configs.recommended],
};

const { folder, files, set } = JSON.parse(process.argv[2]);
const eslint = new ESLint({
  cwd: folder,
  overrideConfigFile: true,
  overrideConfig: [
    ...(await SETS[set]()).map(({ plugins = {}, rules = {}, settings = {} }) => ({ plugins, rules, settings })),
    {
      files: ["**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}"],
      languageOptions: { parser: tseslint.parser },
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "off" },
    },
  ],
  stats: true,
});

const before = process.cpuUsage();
const start = performance.now();
const results = await eslint.lintFiles(files);
const wall = performance.now() - start;
const { user, system } = process.cpuUsage(before);
// ESLint's times are the clock's: of them counts the share in which the process had the processor.
const share = Math.min(1, (user + system) / 1000 / wall);
const times = results.flatMap(({ stats }) => Object.values(stats?.times.passes[0]?.rules ?? {}));
const rules = share * times.reduce((sum, { total }) => sum + total, 0);
console.log(JSON.stringify({ rules, lint: wall * share }));
