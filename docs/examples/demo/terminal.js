import { styleText } from "node:util";

const isInteractive = process.stdout.isTTY === true;
const hasColours = isInteractive && !process.env.NO_COLOR;

// Somebody has read enough: npm run demo | head
process.stdout.on("error", () => process.exit(1));

/** A failure whose message is all that the user needs. */
export class DemoError extends Error {
  name = "DemoError";
}

/** @param {string} text */
export function say(text) {
  console.log(text);
}

/**
 * @param {string} title
 * @param {{ isTight?: boolean }} [options] whether no empty line follows
 */
export function step(title, { isTight = false } = {}) {
  say(`\n${paint("bold", `== ${title}`)}${isTight ? "" : "\n"}`);
}

/**
 * @param {Parameters<typeof styleText>[0]} format
 * @param {string} text
 */
export function paint(format, text) {
  return hasColours ? styleText(format, text) : text;
}

/**
 * @param {number} count
 * @param {string} noun
 */
export function plural(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Shows how far a job over files is: a line that is rewritten in a terminal, nothing elsewhere.
 *
 * @template T
 * @param {string} verb
 * @param {string[]} files
 * @param {(each: Iterable<string>) => Promise<T>} job
 */
export async function withProgress(verb, files, job) {
  function* each() {
    for (const [index, file] of files.entries()) {
      if (isInteractive) rewriteLine(`${verb} ${index + 1} of ${files.length}: ${file}`);
      yield file;
    }
  }
  const result = await job(each());
  if (isInteractive) rewriteLine("");
  return result;
}

/** @param {string} text */
function rewriteLine(text) {
  process.stdout.cursorTo(0);
  process.stdout.clearLine(1);
  process.stdout.write(text.slice(0, (process.stdout.columns || 80) - 1));
}
