import fs from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import parser from "@typescript-eslint/parser";
import { ESLint } from "eslint";
import errorContract from "eslint-plugin-error-contract";

/**
 * @typedef {object} Finding
 * @property {string} file relative to the project
 * @property {string} source the whole file
 * @property {string} rule
 * @property {string} kind the message, whatever it names
 * @property {string} message
 * @property {string[]} suggestions
 * @property {number} line
 * @property {number} column
 * @property {number} endLine
 * @property {number} endColumn
 *
 * @typedef {object} LintResult
 * @property {Finding[]} findings
 * @property {string[]} changed files that fixes have written
 * @property {{ file: string, message: string }[]} unreadable files that do not parse
 */

/** TypeScript 7, which answers after each fix in a fraction of the time that its predecessor takes. */
const NATIVE_TYPES = { provider: "native", package: "typescript-7" };

const NAMESPACE = "error-contract/";

/**
 * Lints files of a project with the preset, whatever the project's own configuration says.
 *
 * @param {string} project
 * @param {Iterable<string>} files
 * @param {{ types: boolean, fix?: boolean, preset?: "kaiza" | "recommended" }} options
 * @returns {Promise<LintResult>}
 */
export async function lint(project, files, { types, fix = false, preset = "kaiza" }) {
  const eslint = new ESLint({
    cwd: project,
    overrideConfigFile: true,
    overrideConfig: [
      { linterOptions: { reportUnusedDisableDirectives: "off" } },
      { files: ["**/*.jsx"], languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } },
      { files: ["**/*.{ts,mts,cts,tsx}"], languageOptions: { parser } },
      ...errorContract.configs[preset],
      ...(types ? [{ settings: { errorContract: { types: NATIVE_TYPES } } }] : []),
    ],
    fix,
  });

  /** @type {LintResult} */
  const all = { findings: [], changed: [], unreadable: [] };
  for (const file of files) {
    // ESLint never waits for anything; Ctrl-C is heard between files.
    await setImmediate();
    const results = await eslint.lintText(fs.readFileSync(path.join(project, file), "utf8"), { filePath: file });
    for (const { messages, output, source } of results) {
      if (output !== undefined) {
        fs.writeFileSync(path.join(project, file), output);
        all.changed.push(file);
      }
      for (const message of messages) {
        if (message.fatal) all.unreadable.push({ file, message: message.message });
        else if (message.ruleId?.startsWith(NAMESPACE))
          all.findings.push(toFinding(message, file, output ?? source ?? ""));
      }
    }
  }
  return all;
}

/**
 * Lints files with `--fix`.
 *
 * @param {string} project
 * @param {Iterable<string>} files
 * @param {{ types: boolean }} options
 */
export function fix(project, files, { types }) {
  return lint(project, files, { types, fix: true });
}

/**
 * A few findings that show as much as possible: of each rule in turn the first of a kind, then more of the same.
 *
 * @param {Finding[]} findings
 * @param {number} count
 */
export function oneOfEachKind(findings, count) {
  /** @type {Map<string, Set<string>>} */
  const kindsOfRules = new Map();
  const turnOf = (/** @type {Finding} */ { rule, kind }) => {
    const kinds = kindsOfRules.get(rule) ?? new Set();
    kindsOfRules.set(rule, kinds);
    return kinds.has(kind) ? Number.MAX_SAFE_INTEGER : kinds.add(kind).size;
  };
  const turns = findings
    .map((finding) => ({ finding, turn: turnOf(finding) }))
    .sort((one, other) => one.turn - other.turn);
  const chosen = new Set(turns.slice(0, count).map(({ finding }) => finding));
  return findings.filter((finding) => chosen.has(finding));
}

/**
 * @param {import("eslint").Linter.LintMessage} message
 * @param {string} file
 * @param {string} source
 * @returns {Finding}
 */
function toFinding({ ruleId, messageId, message, suggestions, line, column, endLine, endColumn }, file, source) {
  return {
    file,
    source,
    rule: ruleId?.slice(NAMESPACE.length) ?? "",
    kind: `${ruleId} ${messageId}`,
    message,
    suggestions: suggestions?.map(({ desc }) => desc) ?? [],
    line,
    column,
    endLine: endLine ?? line,
    endColumn: endColumn ?? column + 1,
  };
}
