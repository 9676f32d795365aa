import { createInterface } from "node:readline/promises";
import { isatty } from "node:tty";
import { styleText } from "node:util";
import { EXIT, toCommandError } from "./command.js";

/** Where a command writes, and whom it asks. */
export interface Terminal {
  /** Writes a text and an end of line to stdout: the outcome of the command. */
  readonly print: (text: string) => void;
  /** Writes a text and an end of line to stderr: everything but the outcome. */
  readonly note: (text: string) => void;
  /** Colours a text for stdout, where that is a terminal with colours. */
  readonly paint: (format: Format, text: string) => string;
  /**
   * Shows long work and how far it is, on stderr: in a terminal in one line that the next call or text rewrites,
   * elsewhere, such as in the log of a build, in a line now and then.
   */
  readonly showProgress: (doing: string, step?: string) => void;
  /** Asks a question that is answered by yes or no. Anything else is no, as is a process without a terminal. */
  readonly confirm: (question: string) => Promise<boolean>;
}

/** Milliseconds between two lines of progress in a log. */
const PAUSE = 10_000;

type Format = Parameters<typeof styleText>[0];

/** The terminal of this process. */
export function createTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever reads the output has read enough: `report | head`.
    if (error.code === "EPIPE") process.exit();
    stderr.write(`error: ${toCommandError(error, "stdout").message}\n`);
    process.exit(EXIT.failure);
  });
  let isShowing = false;
  let lastLine = Date.now();

  function rewriteLine(text: string): void {
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
    showProgress: (doing, step) => {
      const text = step === undefined ? doing : `${doing} ${step}`;
      if (stderr.isTTY) rewriteLine(text);
      else if (step === undefined || Date.now() - lastLine >= PAUSE) {
        lastLine = Date.now();
        stderr.write(`${text}\n`);
      }
    },
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
