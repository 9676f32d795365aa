import { findBreakingEdits } from "./find-breaking-edits.js";

/**
 * @typedef {import("./apply-edits.js").Edit} Edit
 * @typedef {{ edit: Edit, failures: string[] }} Culprit
 */

/**
 * Names the edits that break a check, leaves them out, and goes on until the check fails as it did before, or the runs
 * are used up.
 *
 * @param {object} job
 * @param {ReturnType<typeof import("./record-steps.js").openRecord>} job.runStep
 * @param {string} job.label of the steps
 * @param {Edit[]} job.edits
 * @param {string[]} job.failures that all edits together have brought
 * @param {(edits: Edit[], label: string) => Promise<string[]>} job.check returns the failures that edits bring
 * @param {(edits: Edit[], culprits: Culprit[]) => Promise<Edit[]>} job.leaveOut
 * @param {number} job.maxRuns of the check
 */
export async function findCulprits({ runStep, label, edits, failures, check, leaveOut, maxRuns }) {
  /** @type {Culprit[]} */
  const culprits = [];
  let runs = 0;
  let unresolved = [];
  const describe = (list) => (list.length === 0 ? "nothing new fails" : `new failures: ${list.length}`);
  for (let round = 1; failures.length > 0 && unresolved.length === 0; round++) {
    const current = edits;
    const found = await findBreakingEdits({
      count: current.length,
      failures,
      mayCheck: () => runs++ < maxRuns,
      check: (count) => {
        const step = `${label}, round ${round}, the first ${count} of ${current.length} edits`;
        return runStep(step, () => check(current.slice(0, count)), describe);
      },
    });
    culprits.push(...found.breaking.map(({ index, failures: broken }) => ({ edit: current[index], failures: broken })));
    unresolved = found.unresolved.map(({ from, to, failures: broken }) => ({
      edits: current.slice(from, to).map(({ id }) => id),
      failures: broken,
    }));
    if (found.breaking.length === 0) break;
    const without = `${label}, round ${round}, without ${culprits.length} edits`;
    ({ edits, failures } = await runStep(
      without,
      async () => {
        const rest = await leaveOut(current, culprits);
        return { edits: rest, failures: await check(rest) };
      },
      (step) => describe(step.failures),
    ));
  }
  return { culprits, unresolved, edits, failures };
}
