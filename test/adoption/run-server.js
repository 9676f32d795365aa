import fs from "node:fs";
import path from "node:path";
import { copyServer, listFiles } from "./copy-server.js";
import { countByRule } from "./edit-copy.js";
import { installLinter, installRuntime } from "./install-packages.js";
import { chooseFiles, lintServer } from "./lint-server.js";
import { openRecord } from "./record-steps.js";
import { compileCopy, describeCompile, describeTests, testCopy } from "./run-checks.js";
import { runExperiment } from "./run-experiment.js";

/**
 * Measures a server as it is, and after each experiment.
 *
 * @param {import("./describe-server.js").Server} server
 * @param {object} options
 * @param {string} options.out
 * @param {import("./install-packages.js").Packed} options.packed
 * @param {string[]} options.experiments
 * @param {string} options.fallback
 * @param {boolean} options.isTyped
 * @param {number} options.maxBisect
 * @param {number} options.timeout
 * @param {boolean} options.isFresh
 */
export async function runServer(server, options) {
  const { packed, fallback, timeout: seconds } = options;
  const out = path.join(options.out, server.name);
  const key = JSON.stringify({ packages: packed.hash, server, fallback, isTyped: options.isTyped });
  const runStep = openRecord(out, key, { name: server.name, isFresh: options.isFresh });

  const copies = path.join(out, "copies");
  const original = path.join(copies, "original", server.inRoot);
  const linter = path.join(out, "linter");
  const { files, isTyped } = await runStep(
    "copy",
    () => {
      copyServer(server.root, path.join(copies, "original"));
      installRuntime(original, packed);
      const all = listFiles(original);
      const chosen = chooseFiles(original, all);
      installLinter(linter, original, chosen, packed);
      const hasProject = all.some((file) => /^tsconfig.*\.json$/.test(path.basename(file)));
      return { files: chosen, isTyped: options.isTyped && hasProject };
    },
    ({ files: chosen }) => `${chosen.length} source files`,
  );
  const { preset, files: globs, ignores } = server;
  const lint = { folder: path.join(out, "jobs"), linter, preset, globs, ignores, isTyped };
  const checks = { seconds, logs: path.join(out, "logs") };

  const linted = await runStep(
    "lint",
    async () => summarizeLint(await lintServer(lint, original, files)),
    describeLint,
  );
  const at = { cwd: original, log: "before", ...checks };
  const compile = await runStep("compile", () => compileCopy(server, at), describeCompile);
  const tests = await runStep("test", () => testCopy(server, at), describeTests);

  const context = { server, runStep, lint, out, copies, files: linted.files, checks, before: { compile, tests } };
  const outcomes = {};
  for (const experiment of options.experiments) {
    outcomes[experiment] = await runExperiment(experiment, { ...context, fallback, maxBisect: options.maxBisect });
  }
  fs.rmSync(lint.folder, { recursive: true, force: true });
  return {
    name: server.name,
    packages: packed.hash,
    preset,
    described: server.tests,
    linted,
    before: { compile, tests },
    outcomes,
  };
}

function summarizeLint(results) {
  const offered = results.map(({ findings, ...rest }) => ({
    ...rest,
    findings: findings.filter(({ suggestions }) => suggestions.length > 0),
  }));
  const fixable = results.map(({ findings, ...rest }) => ({
    ...rest,
    findings: findings.filter((each) => each.hasFix),
  }));
  return {
    // The others have no rule of ours, and need not be read again.
    files: results.map(({ file }) => file),
    untyped: results.filter((result) => !result.isTyped).length,
    problems: results.flatMap(({ file, problem }) => (problem === undefined ? [] : [{ file, problem }])),
    found: countByRule(results),
    fixable: countByRule(fixable),
    offered: countByRule(offered),
    findings: results.flatMap(({ file, findings }) =>
      findings.map(({ suggestions, ...finding }) => ({
        file,
        ...finding,
        suggestions: suggestions.map(({ text }) => text),
      })),
    ),
  };
}

function describeLint({ files, untyped, findings, problems }) {
  const counts = `${findings.length} findings in ${files.length} files, ${untyped} of them without types`;
  return problems.length === 0 ? counts : `${counts}, ${problems.length} not linted`;
}
