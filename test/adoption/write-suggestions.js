import fs from "node:fs";
import path from "node:path";
import { createTwoFilesPatch } from "diff";
import { applyEdit, describeEdit } from "./apply-edits.js";

/**
 * Writes a diff for each applied suggestion, in the order in which they were applied, and a list of all.
 *
 * @param {string} out
 * @param {string} server
 * @param {import("./apply-edits.js").Texts} originals
 * @param {import("./apply-suggestions.js").AppliedSuggestion[]} edits
 */
export function writeSuggestions(out, server, originals, edits) {
  const folder = path.join(out, "suggestions");
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const texts = new Map(originals);
  const list = edits.map((edit) => {
    const { id, file, rule } = edit;
    const before = texts.get(file);
    const after = applyEdit(before, edit);
    texts.set(file, after);
    const diff = `${id}-${rule}.diff`;
    fs.writeFileSync(path.join(folder, diff), `${createHeader(server, edit)}\n${createDiff(file, before, after)}`);
    return { server, ...describeEdit(edit), diff };
  });
  fs.writeFileSync(path.join(out, "suggestions.json"), JSON.stringify(list, null, 2));
}

function createHeader(server, { id, rule, messageId, message, suggestion, file, line, origin, pass }) {
  return [
    `# ${server} ${id}: ${rule}/${messageId}`,
    `# ${file}:${line} in pass ${pass}, line ${origin} of the original`,
    `# finding:    ${message}`,
    `# suggestion: ${suggestion}`,
  ].join("\n");
}

function createDiff(file, before, after) {
  return createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, "", "", { context: 12 }).replace(/^=+\n/, "");
}
