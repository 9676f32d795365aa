// One lint run. As a script it takes a job as JSON and prints what it measured as JSON: in a process of its own no run
// finds types that another has worked out.
import { readdirSync } from "node:fs";
import path from "node:path";
import js from "@eslint/js";
import { ESLint } from "eslint";
import errorCause from "eslint-plugin-error-cause";
import plugin from "../../rules/dist/index.js";
import { presets } from "../../rules/dist/configs.js";

/**
 * @typedef {object} Job
 * @property {string} folder
 * @property {readonly string[]} rules rule ids, in the order in which they run
 * @property {boolean} isWhole whether the other rules of a whole lint run before these
 * @property {string} preset whose settings they run under
 */
/** What a lint run takes: in all, by rule, and how much it finds. */
export async function lintRun(/** @type {Job} */ { folder, rules: ids, isWhole, preset }) {
  const wanted = Object.fromEntries(ids.map((id) => [id, "error"]));

  // Only where they are asked for: some take a second to load.
  const peers = {};
  for (const name of ["promise", "sonarjs"]) {
    if (ids.some((id) => id.startsWith(`${name}/`))) peers[name] = (await import(`eslint-plugin-${name}`)).default;
  }

  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [
      {
        files: ["**/*.{js,mjs}"],
        plugins: {
          "error-cause": errorCause,
          "error-contract": plugin,
          ...peers,
        },
        linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "off" },
        settings: { errorContract: presets[preset] },
        rules: isWhole ? { ...js.configs.recommended.rules, ...wanted } : wanted,
      },
      { files: ["commonjs/**"], languageOptions: { sourceType: "commonjs" } },
    ],
    stats: true,
  });
  const files = filesIn(folder);

  const start = process.hrtime.bigint();
  const results = await eslint.lintFiles(files);
  const wall = Number(process.hrtime.bigint() - start) / 1e6;

  const rules = Object.fromEntries(ids.map((id) => [id, 0]));
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
  return { files: results.length, unparsed, wall, allRules, rules, findings };
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await lintRun(JSON.parse(process.argv[2]))));
