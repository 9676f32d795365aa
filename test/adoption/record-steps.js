import fs from "node:fs";
import path from "node:path";

const start = performance.now();

/** Says how far the run is, on stderr. */
export function sayProgress(text) {
  console.error(`[${seconds(start).padStart(7)} s] ${text}`);
}

/**
 * Opens the record of the finished steps of a server. A finished step is not run again, so that a run that was killed
 * continues after its last finished step.
 *
 * @param {string} folder
 * @param {string} key of packages and options; the record of another key is dropped, with everything in the folder
 * @param {{ name: string, isFresh: boolean }} options
 */
export function openRecord(folder, key, { name, isFresh }) {
  const file = path.join(folder, "state.json");
  let state = !isFresh && fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : undefined;
  if (state && state.key !== key) sayProgress(`${name}: the packages or the options have changed: it starts anew`);
  if (state?.key !== key) {
    fs.rmSync(folder, { recursive: true, force: true });
    state = { key, steps: {} };
  }
  fs.mkdirSync(folder, { recursive: true });

  /**
   * Runs a step, or returns the value of an earlier run.
   *
   * @template Value that JSON can hold
   * @param {string} step
   * @param {() => Value | Promise<Value>} action
   * @param {(value: Value) => string} [describe] returns a few words for the progress
   * @returns {Promise<Value>}
   */
  return async function runStep(step, action, describe = () => "") {
    const say = (text) => sayProgress(`${name}: ${step}${text && `: ${text}`}`);
    if (step in state.steps) {
      say("done before");
      return state.steps[step] ?? undefined;
    }
    say("...");
    const begin = performance.now();
    const value = await action();
    state.steps[step] = value ?? null;
    fs.writeFileSync(`${file}.new`, JSON.stringify(state, null, 1));
    fs.renameSync(`${file}.new`, file);
    say(`${[describe(value), `${seconds(begin)} s`].filter(Boolean).join(", ")}`);
    return value;
  };
}

const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);
