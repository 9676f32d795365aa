import { createInterface } from "node:readline/promises";
import { isatty } from "node:tty";
import { styleText } from "node:util";

/** Where a command writes, and whom it asks. */
export interface Terminal {
  /** Writes a text and an end of line to stdout: the outcome of the command. */
  readonly print: (text: string) => void;
  /** Writes a text and an end of line to stderr: everything but the outcome. */
  readonly note: (text: string) => void;
  /** Colours a text for stdout, where that is a terminal with colours. */
  readonly paint: (format: Format, text: string) => string;
  /**
   * Shows how far long work is, in one line of stderr that the next call or text rewrites. Without a terminal it shows
   * nothing.
   */
  readonly showProgress: (text: string) => void;
  /** Asks a question that is answered by yes or no. Anything else is no, as is a process without a terminal. */
  readonly confirm: (question: string) => Promise<boolean>;
}

type Format = Parameters<typeof styleText>[0];

/** The terminal of this process. */
export function createTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  // Whoever reads the output has read enough: `report | head`.
  stdout.on("error", () => process.exit());
  let isShowing = false;

  function rewriteLine(text: string): void {
    if (!stderr.isTTY) return;
    stderr.cursorTo(0);
    stderr.clearLine(1);
    stderr.write(text.slice(0, stderr.columns - 1));
    isShowing = text !== "";
  }
  const hideProgress = () => {
    if (isShowing) rewriteLine("");
  };

  return {
    print: (text) => {
      hideProgress();
      stdout.write(`${text}\n`);
    },
    note: (text) => {
      hideProgress();
      stderr.write(`${text}\n`);
    },
    paint: (format, text) => (stdout.isTTY && stdout.hasColors() ? styleText(format, text) : text),
    showProgress: rewriteLine,
    confirm: async (question) => {
      if (!isatty(0) || !isatty(1)) return false;
      hideProgress();
      const reader = createInterface({ input: stdin, output: stderr });
      try {
        return /^y(?:es)?$/i.test((await reader.question(`${question} [y/N] `)).trim());
      } finally {
        reader.close();
      }
    },
  };
}
