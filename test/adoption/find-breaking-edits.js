/**
 * @typedef {{ index: number, failures: string[] }} BreakingEdit `index` in the list of edits
 * @typedef {{ from: number, to: number, failures: string[] }} Unresolved one of the edits from..to-1 breaks them
 */

/**
 * Finds the edits of a list that break a check, by checking what the first edits of the list do alone. Halves in which
 * nothing new fails are not looked into, so that one sweep finds every edit whose failure no earlier one hides.
 *
 * @param {object} job
 * @param {number} job.count of the edits
 * @param {readonly string[]} job.failures of all edits together
 * @param {(count: number) => Promise<readonly string[]>} job.check the failures of that many edits
 * @param {() => boolean} job.mayCheck whether another check may be run
 * @returns {Promise<{ breaking: BreakingEdit[], unresolved: Unresolved[] }>}
 */
export async function findBreakingEdits({ count, failures, check, mayCheck }) {
  const breaking = [];
  const unresolved = [];
  await search(0, [], count, failures);
  return { breaking, unresolved };

  async function search(from, failuresBefore, to, failuresAfter) {
    const added = failuresAfter.filter((failure) => !failuresBefore.includes(failure));
    if (added.length === 0) return;
    if (to - from === 1) breaking.push({ index: from, failures: added });
    else if (!mayCheck()) unresolved.push({ from, to, failures: added });
    else {
      const middle = Math.floor((from + to) / 2);
      // Other failures come and go by themselves.
      const between = (await check(middle)).filter((failure) => failures.includes(failure));
      await search(from, failuresBefore, middle, between);
      await search(middle, between, to, failuresAfter);
    }
  }
}
