import { applyEdit, LineOrigins, readTexts, writeTexts } from "./apply-edits.js";

/**
 * @typedef {import("./apply-edits.js").Edit} Edit
 * @typedef {import("./lint-server.js").Finding} Finding
 * @typedef {import("./lint-server.js").LintResult} LintResult
 *
 * @typedef {Edit & { rule: string, messageId: string, message: string, suggestion: string, line: number,
 *   origin: number, pass: number }} AppliedSuggestion `line` is of the text that its pass has linted, `origin` of the
 *   original
 *
 * @typedef {object} Applied
 * @property {AppliedSuggestion[]} edits in their order
 * @property {number} passes
 * @property {LintResult[]} results the last one of each file
 * @property {string[]} unsettled files with suggestions after the last pass
 */

const MOST_PASSES = 10;

/**
 * Applies the first suggestion of each finding that has one, again and again until nothing is offered. Suggestions that
 * overlap one of the same pass wait for the next.
 *
 * @param {object} job
 * @param {string} job.copy
 * @param {string[]} job.files
 * @param {(files: string[]) => Promise<LintResult[]>} job.lint
 * @param {readonly AppliedSuggestion[]} [job.excluded] findings that are left as they are
 * @param {(pass: number, applied: number) => void} [job.onPass]
 * @returns {Promise<Applied>}
 */
export async function applySuggestions({ copy, files, lint, excluded = [], onPass }) {
  const origins = new Map([...readTexts(copy, files)].map(([file, text]) => [file, new LineOrigins(text)]));
  const isLeft = (file, finding) =>
    excluded.some((edit) => edit.file === file && isSameFinding(edit, finding, origins.get(file)));
  const edits = [];
  const results = new Map();
  let changed = files;
  let pass = 0;
  for (;;) {
    for (const result of await lint(changed)) results.set(result.file, result);
    const offers = [...results.values()]
      .map(({ file, findings }) => ({
        file,
        chosen: chooseSuggestions(findings.filter((each) => !isLeft(file, each))),
      }))
      .filter(({ chosen }) => chosen.length > 0);

    if (offers.length === 0 && changed.length < files.length) {
      // An edit of one file may bring findings in another.
      changed = files;
      continue;
    }
    changed = offers.map(({ file }) => file);
    if (offers.length === 0 || pass === MOST_PASSES)
      return { edits, passes: pass, results: [...results.values()], unsettled: changed };

    pass++;
    const texts = readTexts(copy, changed);
    for (const { file, chosen } of offers) {
      for (const edit of toEdits(chosen, origins.get(file))) {
        const before = texts.get(file);
        const after = applyEdit(before, edit);
        edits.push({ file, ...edit, pass });
        origins.get(file).follow(before, after);
        texts.set(file, after);
      }
    }
    writeTexts(copy, texts);
    onPass?.(pass, edits.length);
  }
}

/** Returns findings with a suggestion that overlaps none in front of it. */
function chooseSuggestions(findings) {
  const chosen = [];
  for (const finding of findings) {
    const [suggestion] = finding.suggestions;
    if (!suggestion) continue;
    const [start, end] = suggestion.fix.range;
    // Ranges that touch overlap too, as in ESLint's own passes.
    const isTaken = chosen.some(({ suggestion: { fix } }) => start <= fix.range[1] && end >= fix.range[0]);
    if (!isTaken) chosen.push({ finding, suggestion });
  }
  return chosen;
}

/** Returns edits in the order of the text, each with a range that those in front of it have moved. */
function toEdits(chosen, origins) {
  let moved = 0;
  const inOrder = chosen.toSorted((one, other) => one.suggestion.fix.range[0] - other.suggestion.fix.range[0]);
  // All origins are read before the first edit moves a line.
  return inOrder.map(({ finding: { rule, messageId, message, line }, suggestion: { text: suggestion, fix } }) => {
    const range = fix.range.map((offset) => offset + moved);
    moved += fix.text.length - (fix.range[1] - fix.range[0]);
    return { range, text: fix.text, rule, messageId, message, suggestion, line, origin: origins.originOf(line) };
  });
}

function isSameFinding({ rule, messageId, origin }, finding, origins) {
  return finding.rule === rule && finding.messageId === messageId && origins.originOf(finding.line) === origin;
}
