// What a rule offers at a finding, and whether the text that an edit leaves is as good as the text before: it compiles
// as far as that did, the finding is settled, and what is written is no other one.
import { diffArrays } from "diff";
import path from "node:path";
import ts from "typescript";

/** The runtime that edits import. */
const RUNTIME = path.join(import.meta.dirname, "../../src");
/** Modules that are not there, before as after, and parameters that only their types would give one. */
const UNRESOLVED = new Set([2307, 2792, 7006, 7016]);
/** What is wrong in JavaScript, which has no types: names that are not there, or are there twice. */
const OF_JAVASCRIPT = new Set([2300, 2304, 2451, 2552]);
/**
 * What an edit brings to light and does not write: the boundary that a server lacks, a wrong cause and a text that does
 * not fit the code, both of which stood there, and the next error of the protocol in a function, which the finding
 * stands for.
 */
const BROUGHT_TO_LIGHT = /^(?:require-boundary|require-cause|match-message-template)\/|^no-raw-error\/protocolError$/;

/**
 * @typedef {{ range: [number, number], text: string }} Edit
 * @typedef {{ kind: string, key: string, line: number, edit: Edit }} Offer
 * @typedef {{ type: "finding" | "revealed" | "stays" | "parser", text: string }} Problem
 */

/**
 * Lists the edits that findings offer, each as a fix or a suggestion.
 *
 * @param {readonly import("eslint").Linter.LintMessage[]} messages
 * @returns {readonly Offer[]}
 */
export function listOffers(messages) {
  return messages
    .filter(({ ruleId }) => ruleId)
    .flatMap((message) => {
      const { line, fix, suggestions = [] } = message;
      const key = keyOf(message);
      return [
        ...(fix ? [{ kind: `${key} fix`, key, line, edit: fix }] : []),
        ...suggestions.map(({ messageId, fix: edit }) => ({ kind: `${key} ${messageId}`, key, line, edit })),
      ];
    });
}

/** @param {import("eslint").Linter.LintMessage} message */
const keyOf = ({ ruleId, messageId }) => `${ruleId?.replace("error-contract/", "")}/${messageId}`;

/**
 * @param {string} text
 * @param {Edit} edit
 */
export const applyEdit = (text, { range: [start, end], text: inserted }) =>
  text.slice(0, start) + inserted + text.slice(end);

/**
 * Creates the check of offers in one file after the other.
 *
 * @param {(text: string, filename: string) => readonly import("eslint").Linter.LintMessage[]} lint
 */
export function createCheck(lint) {
  /**
   * @param {string} filename
   * @param {string} before
   * @returns {{ offers: readonly Offer[], check: (offer: Offer) => { after: string, problems: readonly Problem[] } }}
   */
  return function read(filename, before) {
    const messages = lint(before, filename);
    const counts = countBy(messages.filter(({ ruleId }) => ruleId).map(keyOf));
    return {
      offers: listOffers(messages),
      check({ key, edit }) {
        const after = applyEdit(before, edit);
        const found = lint(after, filename);
        const fatal = found.find((message) => message.fatal);
        if (fatal) return { after, problems: [{ type: "parser", text: fatal.message }] };
        return { after, problems: compareFindings(found, counts, key, findNewLines(before, after)) };
      },
    };
  };
}

/** A finding elsewhere was there before, in a form that the rules could not see. */
function compareFindings(found, before, settled, newLines) {
  const ours = found.filter(({ ruleId }) => ruleId);
  const allowed = { ...before, [settled]: (before[settled] ?? 0) - 1 };
  return compareCounts(countBy(ours.map(keyOf)), allowed).map((key) => {
    const all = ours.filter((each) => keyOf(each) === key);
    const written = all.find(({ line, endLine = line }) => newLines.some((each) => each >= line && each <= endLine));
    const isOld = !written || BROUGHT_TO_LIGHT.test(key);
    const type = isOld ? "revealed" : key === settled ? "stays" : "finding";
    return { type, text: `${key}: ${(written ?? all[0]).message}` };
  });
}

/** The numbers of the lines that an edit has written. */
function findNewLines(before, after) {
  const lines = [];
  let line = 1;
  for (const { value, added, removed } of diffArrays(before.split("\n"), after.split("\n"))) {
    if (removed) continue;
    if (added) lines.push(...value.map((_, offset) => line + offset));
    line += value.length;
  }
  return lines;
}

const countBy = (keys) => {
  const counts = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
};

const compareCounts = (after, before) => Object.keys(after).filter((key) => after[key] > (before[key] ?? 0));

/**
 * Compiles each text alone, before and after an edit, and lists the errors that only the later one has. Of modules the
 * compiler knows the runtime, and all others are of any type.
 *
 * @param {readonly { filename: string, before: string, after: string }[]} edits
 * @returns {readonly (readonly string[])[]} for each edit
 */
export function compileEdits(edits) {
  const options = {
    allowJs: true,
    checkJs: true,
    jsx: ts.JsxEmit.Preserve,
    module: ts.ModuleKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    target: ts.ScriptTarget.ES2023,
    typeRoots: [path.join(RUNTIME, "../node_modules/@types")],
    types: ["node"],
  };
  const texts = new Map();
  const nameOf = (filename, kind, index) => path.join(RUNTIME, `../.edits/${kind}${index}${path.extname(filename)}`);
  for (const [index, { filename, before, after }] of edits.entries()) {
    texts.set(nameOf(filename, "before", index), before);
    texts.set(nameOf(filename, "after", index), after);
  }
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.resolveModuleNames = (names, file) =>
    names.map((name) => {
      if (texts.has(file) && !/^error-contract(?:\/|$)/.test(name)) return undefined;
      const from = texts.has(file) ? `${RUNTIME}/index.ts` : file;
      return ts.resolveModuleName(name, from, options, host).resolvedModule;
    });
  const program = ts.createProgram([...texts.keys()], options, host);
  const errorsIn = (name) => {
    const file = program.getSourceFile(name);
    const wanted = (code) => (/\.[cm]?jsx?$/.test(name) ? OF_JAVASCRIPT.has(code) : !UNRESOLVED.has(code));
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
      .filter(({ code }) => wanted(code))
      .map(({ code, messageText }) => {
        const text = ts.flattenDiagnosticMessageText(messageText, " ");
        // A name that is not there may be another one's neighbour afterwards, and the rest of a text may be a type.
        const name = /^Cannot find name '(\w+)'/.exec(text)?.[1];
        return { key: name === undefined ? `TS${code}` : `no ${name}`, text: `TS${code}: ${text}` };
      });
  };
  return edits.map(({ filename }, index) => {
    const before = new Set(errorsIn(nameOf(filename, "before", index)).map(({ key }) => key));
    const after = new Map(errorsIn(nameOf(filename, "after", index)).map((each) => [each.key, each.text]));
    return [...after].filter(([key]) => !before.has(key)).map(([, text]) => text);
  });
}
