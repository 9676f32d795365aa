// One lint run in a process of its own, so that no run finds types that another has worked out.
// Takes a job as JSON, prints what it measured as JSON.
import { readdirSync } from "node:fs";
import path from "node:path";
import js from "@eslint/js";
import { ESLint } from "eslint";
import errorCause from "eslint-plugin-error-cause";
import tseslint from "typescript-eslint";
import plugin from "../../rules/dist/index.js";
import { presets } from "../../rules/dist/configs.js";

/**
 * @typedef {object} Job
 * @property {"typed" | "untyped"} corpus
 * @property {string} folder
 * @property {readonly string[]} rules rule ids, in the order in which they run
 * @property {"alone" | "before" | "after"} whole whether the other rules of a whole lint run, and where ours stand then
 * @property {string} preset whose settings they run under
 */
/** @type {Job} */
const job = JSON.parse(process.argv[2] ?? "");

const wanted = Object.fromEntries(job.rules.map((id) => [id, "error"]));

function wholeRules() {
  const presets =
    job.corpus === "typed"
      ? [js.configs.recommended, ...tseslint.configs.recommendedTypeChecked]
      : [js.configs.recommended];
  return Object.assign({}, ...presets.map(({ rules }) => rules));
}

function ordered() {
  if (job.whole === "alone") return wanted;
  const others = Object.fromEntries(Object.entries(wholeRules()).filter(([id]) => !(id in wanted)));
  return job.whole === "before" ? { ...wanted, ...others } : { ...others, ...wanted };
}

const typed = {
  parser: tseslint.parser,
  parserOptions: { projectService: true, tsconfigRootDir: job.folder },
};

// Only where they are asked for: some take a second to load.
const peers = {};
for (const name of ["promise", "sonarjs"]) {
  if (job.rules.some((id) => id.startsWith(`${name}/`))) peers[name] = (await import(`eslint-plugin-${name}`)).default;
}

const eslint = new ESLint({
  cwd: job.folder,
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ["**/*.{js,mjs,ts}"],
      plugins: {
        "@typescript-eslint": tseslint.plugin,
        "error-cause": errorCause,
        "error-contract": plugin,
        ...peers,
      },
      languageOptions: job.corpus === "typed" ? typed : {},
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "off" },
      settings: { errorContract: presets[job.preset] },
      rules: ordered(),
    },
    { files: ["commonjs/**"], languageOptions: { sourceType: "commonjs" } },
  ],
  stats: true,
});

const files = readdirSync(folderOf(), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:ts|js|mjs)$/.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name))
  .sort();

function folderOf() {
  return job.corpus === "typed" ? path.join(job.folder, "src") : job.folder;
}

const start = process.hrtime.bigint();
const results = await eslint.lintFiles(files);
const wall = Number(process.hrtime.bigint() - start) / 1e6;

const rules = Object.fromEntries(job.rules.map((id) => [id, 0]));
const findings = {};
let allRules = 0;
let unparsed = 0;
for (const { messages, stats } of results) {
  if (messages.some(({ fatal }) => fatal)) unparsed++;
  for (const { ruleId } of messages) if (ruleId in rules) findings[ruleId] = (findings[ruleId] ?? 0) + 1;
  for (const [id, { total }] of Object.entries(stats?.times.passes[0]?.rules ?? {})) {
    allRules += total;
    if (id in rules) rules[id] += total;
  }
}
console.log(JSON.stringify({ files: results.length, unparsed, wall, allRules, rules, findings }));
