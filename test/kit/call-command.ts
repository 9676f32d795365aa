import type { Run } from "./run-node.js";

interface Terminal {
  readonly print: (text: string) => void;
  readonly note: (text: string) => void;
  readonly paint: (style: unknown, text: string) => string;
  readonly showProgress: () => void;
  readonly confirm: () => Promise<boolean>;
}

type RunCommand = (args: readonly string[], terminal: Terminal) => Promise<number>;

/**
 * Runs a command of a bin in a folder, in this process, where what it needs is loaded once. Nobody sits at its
 * terminal.
 */
export async function callCommand(runCommand: RunCommand, args: readonly string[], cwd: string): Promise<Run> {
  let [stdout, stderr] = ["", ""];
  const from = process.cwd();
  process.chdir(cwd);
  try {
    const status = await runCommand(args, {
      print: (text) => (stdout += `${text}\n`),
      note: (text) => (stderr += `${text}\n`),
      paint: (_, text) => text,
      showProgress: () => undefined,
      confirm: () => Promise.resolve(false),
    });
    return { status, stdout, stderr };
  } finally {
    process.chdir(from);
  }
}
