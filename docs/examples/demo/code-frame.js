import { paint } from "./terminal.js";

/** @typedef {import("./lint.js").Finding} Finding */

const WIDTH = 110;

/**
 * A finding with its place in the code.
 *
 * @param {Finding} finding
 */
export function codeFrame(finding) {
  const { file, line, column, rule, message, suggestions } = finding;
  return [
    `${paint("cyan", `${file}:${line}:${column}`)}  ${paint("dim", rule)}`,
    message,
    "",
    ...frameLines(finding),
    ...(suggestions.length > 0 ? [""] : []),
    ...suggestions.map((suggestion) => `  suggestion: ${suggestion}`),
  ].join("\n");
}

/** @param {Finding} finding */
function frameLines({ source, line, column, endLine, endColumn }) {
  const lines = source.split(/\r?\n/);
  const marked = lines[line - 1] ?? "";
  const start = shown(marked.slice(0, column - 1)).length;
  const end = shown(endLine === line ? marked.slice(0, endColumn - 1) : marked).length;
  // In a line that is too long, the finding stands near the left edge.
  const left = start + 30 > WIDTH ? start - 20 : 0;

  const carets = "^".repeat(Math.max(1, Math.min(end, left + WIDTH) - start));

  const last = Math.min(line + 1, lines.length);
  const frame = [];
  for (let number = Math.max(line - 1, 1); number <= last; number++) {
    const isMarked = number === line;
    const gutter = `${isMarked ? ">" : " "} ${String(number).padStart(String(last).length)} |`;
    const text = cut(shown(lines[number - 1] ?? ""), left);
    frame.push(`  ${paint(isMarked ? "red" : "dim", gutter)} ${text}`.trimEnd());
    if (!isMarked) continue;
    frame.push(`  ${paint("dim", "|".padStart(gutter.length))} ${" ".repeat(start - left)}${paint("red", carets)}`);
  }
  return frame;
}

/**
 * @param {string} text
 * @param {number} left
 */
function cut(text, left) {
  const part = text.slice(left, left + WIDTH);
  return text.length > left + WIDTH ? `${part}...` : part;
}

/**
 * Tabs as two spaces, and nothing that a terminal would obey.
 *
 * @param {string} text
 */
function shown(text) {
  return text.replaceAll("\t", "  ").replace(/\p{Control}/gu, "\u00b7");
}
