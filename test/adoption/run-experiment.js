import fs from "node:fs";
import path from "node:path";
import { applyEdits, describeEdit, readTexts, writeTexts } from "./apply-edits.js";
import { copyCopy, diffCopy } from "./copy-server.js";
import { editCopy, leaveOut, listEditedFiles } from "./edit-copy.js";
import { findCulprits } from "./find-culprits.js";
import { sayProgress } from "./record-steps.js";
import { checkFormat, compileCopy, describeCompile, describeTests, newFailures, testCopy } from "./run-checks.js";
import { writeSuggestions } from "./write-suggestions.js";

/**
 * Lets the linter edit a copy of the server, and measures the copy.
 *
 * @param {string} experiment
 */
export async function runExperiment(experiment, context) {
  const { server, out, copies, files, checks, lint, fallback, before } = context;
  const [original, copy] = ["original", experiment].map((name) => path.join(copies, name, server.inRoot));
  const runStep = (step, ...rest) => context.runStep(`${experiment}: ${step}`, ...rest);
  const onPass = (pass, applied) =>
    sayProgress(`${server.name}: ${experiment}: pass ${pass}, ${applied} suggestions so far`);

  const edited = await runStep(
    "edit",
    async () => {
      copyCopy(path.join(copies, "original"), path.join(copies, experiment));
      const result = await editCopy(experiment, { lint, copy, files, fallback, onPass });
      const changed = listEditedFiles(result.edits);
      fs.writeFileSync(path.join(out, `${experiment}.diff`), diffCopy(copy, changed));
      if (experiment === "suggestions") writeSuggestions(out, server.name, readTexts(original, changed), result.edits);
      return result;
    },
    ({ edits, left }) => `${describeEdits(experiment, edits)}, ${sum(left)} findings left`,
  );
  const changed = listEditedFiles(edited.edits);
  const originals = readTexts(original, changed);

  const format = await runStep(
    "format",
    async () => {
      const accepted = await checkFormat(original, changed, { ...checks, log: `${experiment}-before` });
      const still = accepted && (await checkFormat(copy, accepted, { ...checks, log: experiment }));
      return accepted && { before: accepted.length, rejected: accepted.filter((file) => !still?.includes(file)) };
    },
    (result) => (result ? `prettier rejects ${result.rejected.length} of ${result.before} files` : "no prettier"),
  );

  const measured = { ...context, experiment, runStep, copy, originals, edits: edited.edits };
  const compile = await measure(measured, {
    name: "compile",
    check: (options) => compileCopy(server, options),
    before: before.compile,
    describe: describeCompile,
  });
  const tests = await measure(
    // Edits that do not compile are known to break tests.
    { ...measured, edits: compile.edits, excluded: compile.culprits, all: edited.edits },
    { name: "test", check: (options) => testCopy(server, options), before: before.tests, describe: describeTests },
  );
  writeTexts(copy, applyEdits(originals, edited.edits));

  const culprits = [...compile.culprits, ...tests.culprits];
  const { edits, ...rest } = edited;
  return {
    ...rest,
    edits: edits.length,
    files: changed.length,
    format,
    compile: compile.result,
    tests: tests.result,
    culprits: culprits.map(({ edit, failures }) => ({ edit: describeEdit(edit), failures })),
    unresolved: [...compile.unresolved, ...tests.unresolved],
    withoutCulprits: tests.without ?? compile.without,
    unsteady: [...compile.unsteady, ...tests.unsteady],
  };
}

/** Runs a check on all edits, and looks for those that break it. */
async function measure(context, { name, check, before, describe }) {
  const { experiment, runStep, copy, originals, edits, all = edits, excluded = [], checks, lint, maxBisect } = context;
  const run = async (some, log) => {
    writeTexts(copy, applyEdits(originals, some));
    return check({ cwd: copy, log: `${experiment}-${log}`, ...checks });
  };
  const result = all.length === 0 ? before : await runStep(name, () => run(all, "after"), describe);
  const nothing = { result, culprits: [], unresolved: [], unsteady: [], edits };
  const first = newFailures(before, result);
  if (first.length === 0) return nothing;

  // Failures that come and go are nothing that an edit has brought.
  const again = newFailures(before, await runStep(`${name} again`, () => run(edits, "again"), describe));
  const failures = all === edits ? again.filter((failure) => first.includes(failure)) : again;
  const unsteady = all === edits ? first.filter((failure) => !again.includes(failure)) : [];
  const found = await findCulprits({
    runStep,
    label: name,
    edits,
    failures,
    maxRuns: maxBisect,
    check: async (some) => newFailures(before, await run(some, "bisect")),
    leaveOut: (rest, culprits) => {
      const out = [...excluded, ...culprits].map(({ edit }) => edit);
      return leaveOut(experiment, { lint, copy, originals, edits: rest, excluded: out });
    },
  });
  const stillFailing = { failures: found.failures, edits: found.edits.length };
  return { result, ...found, unsteady, without: { check: name, ...stillFailing } };
}

const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);

function describeEdits(experiment, edits) {
  return experiment === "suggestions" ? `${edits.length} suggestions applied` : `${edits.length} files changed`;
}
