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
  for (const [job, { ours, peers, forPeers = (text) => text }] of Object.entries(jobs)) {
    const rules = whose === "ours" ? Object.fromEntries(ours.map((rule) => [rule, []])) : peers;
    if (Object.keys(rules).length === 0) continue;
    const own = all.filter((shape) => shape.job === job);
    const reports = await reported(own, rules, whose === "ours" ? (text) => text : forPeers);
    const sets = Object.keys(rules).map((rule) => [rule, [rule]]);
    if (sets.length > 1) sets.push(["all of these together", Object.keys(rules)]);
    for (const [rule, members] of sets) {
      const isReported = ({ file }) => members.some((member) => reports.get(file)?.has(member));
      verdicts.push({
        job,
        rule,
        missed: own.filter((shape) => shape.isFault && !isReported(shape)).map(({ file }) => file),
        wrong: own.filter((shape) => !shape.isFault && isReported(shape)).map(({ file }) => file),
        faults: own.filter(({ isFault }) => isFault).length,
        others: own.filter(({ isFault }) => !isFault).length,
      });
    }
  }
  return verdicts;
}

/** By file, the rules that report anything in it. */
async function reported(own, rules, dialect) {
  const eslint = new ESLint({
    cwd: FOLDER,
    overrideConfigFile: true,
    overrideConfig: {
      files: ["**/*.{js,ts}"],
      plugins,
      settings,
      languageOptions: {
        parser: tseslint.parser,
        parserOptions: { projectService: true, tsconfigRootDir: FOLDER },
      },
      linterOptions: { reportUnusedDisableDirectives: "off", noInlineConfig: true },
      rules: Object.fromEntries(Object.entries(rules).map(([rule, options]) => [rule, ["error", ...options]])),
    },
  });
  const reports = new Map();
  for (const { file, text } of own) {
    const [{ messages }] = await eslint.lintText(dialect(text), { filePath: path.join(FOLDER, file) });
    const fatal = messages.find((message) => message.fatal);
    if (fatal) throw new Error(`${file}: ${fatal.message}`);
    reports.set(file, new Set(messages.map(({ ruleId }) => ruleId)));
  }
  return reports;
}
