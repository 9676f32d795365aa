import { applyEdits, createEdit, readTexts, writeTexts } from "./apply-edits.js";
import { applySuggestions } from "./apply-suggestions.js";
import { findLostComments } from "./compare-comments.js";
import { lintServer } from "./lint-server.js";

/**
 * @typedef {import("./apply-edits.js").Edit} Edit
 *
 * @typedef {object} Edited
 * @property {Edit[]} edits one per file, or one per suggestion
 * @property {Record<string, number>} left findings by rule
 * @property {string[]} changedAgain files that a second run would change
 * @property {{ file: string, text: string }[]} lostComments
 * @property {{ file: string, problem: string }[]} problems files that the linter could not lint
 */

/**
 * Lets the linter edit a copy, as one experiment does, and once more without writing.
 *
 * @param {string} experiment
 * @param {{ lint: import("./lint-server.js").Lint, copy: string, files: string[], fallback: string,
 *   onPass: (pass: number, applied: number) => void }} job
 * @returns {Promise<Edited>}
 */
export async function editCopy(experiment, { lint, copy, files, fallback, onPass }) {
  const originals = readTexts(copy, files);
  const edited =
    experiment === "suggestions"
      ? await suggest({ lint, copy, files, onPass })
      : await fix({ lint, copy, files, originals, fallback: experiment === "bulk" ? fallback : undefined });
  const { edits, results, changedAgain } = edited;
  const changed = [...readTexts(copy, listEditedFiles(edits))];
  return {
    edits: edits.map((edit, index) => ({ ...edit, id: String(index + 1).padStart(3, "0") })),
    left: countByRule(results),
    changedAgain,
    lostComments: changed.flatMap(([file, text]) =>
      findLostComments(file, originals.get(file), text).map((comment) => ({ file, text: comment })),
    ),
    problems: results.flatMap(({ file, problem }) => (problem === undefined ? [] : [{ file, problem }])),
  };
}

async function fix({ lint, copy, files, originals, fallback }) {
  const results = await lintServer(lint, copy, files, { isFixing: true, isWriting: true, fallback });
  const again = await lintServer(lint, copy, files, { isFixing: true, fallback });
  return {
    edits: results
      .filter(({ output }) => output !== undefined)
      .map(({ file, output }) => createEdit(file, originals.get(file), output)),
    results,
    changedAgain: again.filter(({ output }) => output !== undefined).map(({ file }) => file),
  };
}

async function suggest({ lint, copy, files, onPass }) {
  const lintSome = (some) => lintServer(lint, copy, some);
  const { edits, results, unsettled } = await applySuggestions({ copy, files, lint: lintSome, onPass });
  return { edits, results, changedAgain: unsettled };
}

/**
 * Returns the edits of an experiment without some of them. A suggestion that is left out changes what is offered for
 * the rest of its file, so the suggestions of that file are applied anew.
 *
 * @param {string} experiment
 * @param {{ lint: import("./lint-server.js").Lint, copy: string, originals: import("./apply-edits.js").Texts,
 *   edits: Edit[], excluded: Edit[] }} job
 * @returns {Promise<Edit[]>}
 */
export async function leaveOut(experiment, { lint, copy, originals, edits, excluded }) {
  if (experiment !== "suggestions") return edits.filter(({ id }) => !excluded.some((edit) => edit.id === id));

  const files = listEditedFiles(excluded);
  const others = edits.filter(({ file }) => !files.includes(file));
  writeTexts(copy, applyEdits(originals, others));
  const lintSome = (some) => lintServer(lint, copy, some);
  const applied = await applySuggestions({ copy, files, lint: lintSome, excluded });
  const named = applied.edits.map((edit) => ({ ...edit, id: edits.find((each) => isSame(each, edit))?.id ?? "new" }));
  return [...others, ...named].toSorted((one, other) => one.pass - other.pass);
}

/** Returns the files that edits change, each once. */
export function listEditedFiles(edits) {
  return [...new Set(edits.map(({ file }) => file))];
}

/** Returns how many findings each rule has. */
export function countByRule(results) {
  const counts = {};
  for (const { findings } of results) for (const { rule } of findings) counts[rule] = (counts[rule] ?? 0) + 1;
  return counts;
}

function isSame(one, other) {
  return ["file", "rule", "messageId", "origin", "suggestion"].every((key) => one[key] === other[key]);
}
