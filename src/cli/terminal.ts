import { createInterface } from "node:readline/promises";
import { isatty } from "node:tty";
import { styleText } from "node:util";
import { exitCodes, toCommandError, type Terminal } from "./command.js";
import { describeProgress } from "./progress.js";

/** Milliseconds between two lines of progress in a log. */
const pause = 10_000;

/** The terminal of this process. */
export function createTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever reads the output has read enough: `report | head`.
    if (error.code === "EPIPE") process.exit();
    stderr.write(`error: ${toCommandError(error, "stdout").message}\n`);
    process.exit(exitCodes.failure);
  });
  let isShowing = false;
  let lastLine = Date.now();
  let work = { name: "", begin: 0 };

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
    showProgress: (doing, step, share) => {
      if (doing !== work.name) work = { name: doing, begin: Date.now() };
      const text = describeProgress(step === undefined ? doing : `${doing} ${step}`, Date.now() - work.begin, share);
      if (stderr.isTTY) rewriteLine(text);
      else if (step === undefined || Date.now() - lastLine >= pause) {
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
