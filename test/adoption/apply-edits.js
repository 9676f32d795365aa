import fs from "node:fs";
import path from "node:path";
import { diffArrays } from "diff";

/**
 * @typedef {object} Edit a change of a file; its range counts in the text that the earlier edits have left
 * @property {string} id
 * @property {string} file
 * @property {[number, number]} range
 * @property {string} text
 *
 * @typedef {Map<string, string>} Texts of files by their names
 */

/** Reads files of a folder. */
export function readTexts(folder, files) {
  return new Map(files.map((file) => [file, fs.readFileSync(path.join(folder, file), "utf8")]));
}

/**
 * Writes texts into a folder. Each becomes a new file, so that a hard link to the old one keeps its content.
 *
 * @param {string} folder
 * @param {Texts} texts
 */
export function writeTexts(folder, texts) {
  for (const [name, text] of texts) {
    const file = path.join(folder, name);
    const { mode } = fs.statSync(file);
    fs.rmSync(file);
    fs.writeFileSync(file, text, { mode });
  }
}

/**
 * Returns texts after these edits, in their order.
 *
 * @param {Texts} texts
 * @param {readonly Edit[]} edits
 */
export function applyEdits(texts, edits) {
  const edited = new Map(texts);
  for (const edit of edits) edited.set(edit.file, applyEdit(edited.get(edit.file), edit));
  return edited;
}

/** Returns a text after one edit. ESLint counts from behind the byte order mark. */
export function applyEdit(text, { range: [start, end], text: inserted }) {
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  return text.slice(0, start + mark) + inserted + text.slice(end + mark);
}

/** Returns the edit that makes one text of another. */
export function createEdit(file, before, after) {
  const [from, to] = [before, after].map((text) => text.replace(/^\uFEFF/, ""));
  return { id: file, file, range: [0, from.length], text: to };
}

/** Returns an edit without its range and text, which only a program reads. */
export function describeEdit(edit) {
  return Object.fromEntries(Object.entries(edit).filter(([key]) => key !== "range" && key !== "text"));
}

/** Knows from which line of the original text each line of an edited text came. */
export class LineOrigins {
  #lines;

  /** @param {string} text */
  constructor(text) {
    this.#lines = toLines(text).map((_, index) => index + 1);
  }

  /** @param {number} line counted from 1 */
  originOf(line) {
    return this.#lines[line - 1] ?? this.#lines.at(-1);
  }

  /**
   * Follows an edit. New lines come from where the old ones stood.
   *
   * @param {string} before
   * @param {string} after
   */
  follow(before, after) {
    const lines = [];
    let next = 0;
    for (const { added, removed, count } of diffArrays(toLines(before), toLines(after))) {
      if (added) lines.push(...Array(count).fill(this.originOf(Math.max(1, next))));
      else if (!removed) lines.push(...this.#lines.slice(next, next + count));
      if (!added) next += count;
    }
    this.#lines = lines;
  }
}

const toLines = (text) => text.split("\n");
