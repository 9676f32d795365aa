// Lints files of a copy with a preset and nothing else: `node lint-files.js JOB.json`, which lint-server.js writes.
//
// It is a process of its own, because a program of typescript-eslint does not notice that other files have changed.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ESLint } from "eslint";
import { defineConfig } from "eslint/config";
import { sourceTypes } from "../corpus/source-files.js";

const NAMESPACE = "error-contract/";
const NO_PROGRAM = /project service|parserOptions\.project/;

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const require = createRequire(path.join(job.linter, "package.json"));
const entry = path.join(job.linter, "node_modules/eslint-plugin-error-contract/dist/index.js");
const { default: plugin } = await import(pathToFileURL(entry));
const hasTypeScript = job.files.some((file) => /tsx?$/.test(file));
const instances = new Map();

const results = [];
for (const file of job.files) results.push(await lintFile(file));
// Like ESLint's own command: every file is linted before the first one is written.
if (job.isWriting) {
  for (const { file, output } of results) {
    if (output !== undefined) fs.writeFileSync(path.join(job.cwd, file), output);
  }
}
fs.writeFileSync(job.result, JSON.stringify(results.filter(({ isChecked }) => isChecked)));

async function lintFile(file) {
  const filePath = path.join(job.cwd, file);
  const code = fs.readFileSync(filePath, "utf8");
  const types = /tsx?$/.test(file) ? ["module"] : sourceTypes(filePath);
  const ways = [
    ...(job.isTyped ? [{ isTyped: true, sourceType: types[0] }] : []),
    ...types.map((sourceType) => ({ isTyped: false, sourceType })),
  ];
  let problem;
  let crash;
  for (const way of ways) {
    try {
      const eslint = getLinter(way);
      if (!(await hasRules(eslint, filePath))) return { file, isChecked: false };
      const [result] = await eslint.lintText(code, { filePath });
      const fatal = result.messages.find((message) => message.fatal);
      if (!fatal) return { file, isChecked: true, isTyped: way.isTyped, ...toResult(result), problem: crash };
      // A file without a program is linted without types next, and only that says whether it parses.
      if (!NO_PROGRAM.test(fatal.message)) problem ??= fatal.message;
    } catch (error) {
      crash = error.stack.split("\n").slice(0, 8).join("\n");
    }
  }
  return { file, isChecked: true, isTyped: false, findings: [], problem: crash ?? problem ?? "it does not parse" };
}

function getLinter({ isTyped, sourceType }) {
  const key = `${isTyped} ${sourceType}`;
  if (!instances.has(key)) instances.set(key, createLinter({ isTyped, sourceType }));
  return instances.get(key);
}

function createLinter({ isTyped, sourceType }) {
  // JavaScript without types is linted without TypeScript, which takes long to load.
  const parser = isTyped || hasTypeScript ? require("@typescript-eslint/parser") : undefined;
  const types = isTyped ? { projectService: true, tsconfigRootDir: job.cwd } : {};
  const options = job.fallback ? { fallbackCode: job.fallback } : {};
  return new ESLint({
    cwd: job.cwd,
    overrideConfigFile: true,
    overrideConfig: defineConfig([
      { linterOptions: { reportUnusedDisableDirectives: "off" } },
      {
        files: ["**/*.{js,mjs,cjs,jsx}"],
        languageOptions: {
          ...(isTyped ? { parser } : {}),
          sourceType,
          parserOptions: { ecmaFeatures: { jsx: true }, ...types },
        },
      },
      ...(hasTypeScript
        ? [{ files: ["**/*.{ts,mts,cts,tsx}"], languageOptions: { parser, parserOptions: types } }]
        : []),
      {
        ...(job.globs ? { files: job.globs } : {}),
        ignores: job.ignores,
        extends: plugin.configs[job.preset].map((block) => withOptions(block, options)),
      },
    ]),
    // Inline comments of the server may turn on rules of ESLint's own.
    fix: job.isFixing ? isOurs : false,
  });
}

/** Returns a block of a preset with these options of `no-raw-error` beside its own. */
function withOptions(block, options) {
  const rule = `${NAMESPACE}no-raw-error`;
  const [severity, own] = [block.rules?.[rule] ?? "off"].flat();
  if (severity === "off" || Object.keys(options).length === 0) return block;
  return { ...block, rules: { ...block.rules, [rule]: [severity, { ...own, ...options }] } };
}

/** Returns whether a rule of ours is on for a file; presets leave out tests and scripts. */
async function hasRules(eslint, file) {
  const { rules = {} } = (await eslint.calculateConfigForFile(file)) ?? {};
  return Object.entries(rules).some(([name, [severity]]) => name.startsWith(NAMESPACE) && severity !== 0);
}

function toResult({ messages, output }) {
  return { ...(output === undefined ? {} : { output }), findings: messages.filter(isOurs).map(toFinding) };
}

function isOurs({ ruleId }) {
  return ruleId?.startsWith(NAMESPACE) === true;
}

function toFinding({ ruleId, messageId, message, line, column, endLine, fix, suggestions = [] }) {
  return {
    rule: ruleId.slice(NAMESPACE.length),
    messageId,
    message,
    line,
    column,
    endLine: endLine ?? line,
    hasFix: fix !== undefined,
    suggestions: suggestions.map(({ desc, fix: edit }) => ({ text: desc, fix: edit })),
  };
}
