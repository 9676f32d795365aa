// Lints every shape: with our rules as they are, or with those of others.
import path from "node:path";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { jobs, plugins, settings } from "./rules.js";
import { FOLDER, shapes } from "./shapes.js";

/**
 * @typedef {object} Verdict what one rule, or several together, made of a job's shapes
 * @property {string} job
 * @property {string} rule
 * @property {readonly string[]} missed files of faults without a report
 * @property {readonly string[]} wrong files of what is no fault, with a report
 * @property {number} faults
 * @property {number} others
 */

/**
 * @param {"ours" | "peers"} whose
 * @returns {Promise<readonly Verdict[]>}
 */
export async function compare(whose) {
  const all = shapes();
  const verdicts = [];
  for (const [job, { ours, peers, forPeers }] of Object.entries(jobs)) {
    const own = all.filter((shape) => shape.job === job);
    const verdict = (rule, isReported) => {
      const judged = own.filter(({ preset }) => preset === undefined || rule.endsWith(` in \`${preset}\``));
      const faults = judged.filter(({ isFault }) => isFault);
      const others = judged.filter(({ isFault }) => !isFault);
      return {
        job,
        rule,
        missed: faults.filter((shape) => !isReported(shape)).map(({ file }) => file),
        wrong: others.filter(isReported).map(({ file }) => file),
        faults: faults.length,
        others: others.length,
      };
    };
    if (whose === "ours") {
      // Behind a blank stands which strictness this is.
      for (const [name, strictness] of Object.entries(ours)) {
        const [rule] = name.split(" ");
        const reports = await reported(own, { [rule]: [] }, { strictness });
        verdicts.push(verdict(name, ({ file }) => reports.get(file).has(rule)));
      }
      continue;
    }
    const rules = Object.keys(peers);
    const reports = await reported(own, peers, { dialect: forPeers });
    for (const rule of rules) verdicts.push(verdict(rule, ({ file }) => reports.get(file).has(rule)));
    verdicts.push(verdict("all the others together", ({ file }) => reports.get(file).size > 0));
  }
  return verdicts;
}

/** What the rule says that should not load under this ESLint; `undefined` if it does after all. */
export async function refusal(rule) {
  const [first] = shapes();
  return reported([first], { [rule]: [] }).then(
    () => undefined,
    (error) => String(error.message).split("\n")[0],
  );
}

/** By file, the rules that report anything in it. */
async function reported(own, rules, { dialect = (text) => text, strictness = null } = {}) {
  const linter = createLinter(rules, strictness);
  const reports = new Map();
  for (const { file, text } of own) {
    const [{ messages }] = await linter.lintText(dialect(text), { filePath: path.join(FOLDER, file) });
    const fatal = messages.find((message) => message.fatal);
    if (fatal) throw new Error(`${file}: ${fatal.message}`);
    reports.set(file, new Set(messages.map(({ ruleId }) => ruleId)));
  }
  return reports;
}

function createLinter(rules, strictness) {
  return new ESLint({
    cwd: FOLDER,
    overrideConfigFile: true,
    overrideConfig: {
      files: ["**/*.{js,ts}"],
      plugins,
      settings: { errorContract: { ...settings, strictness } },
      languageOptions: {
        parser: tseslint.parser,
        parserOptions: { projectService: true, tsconfigRootDir: FOLDER },
      },
      linterOptions: { reportUnusedDisableDirectives: "off", noInlineConfig: true },
      rules: Object.fromEntries(Object.entries(rules).map(([rule, options]) => [rule, ["error", ...options]])),
    },
  });
}
