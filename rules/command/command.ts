import { closest, distance } from "fastest-levenshtein";
import fs from "node:fs";
import path from "node:path";
import { type ParseArgsConfig, parseArgs, type styleText } from "node:util";

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

type Format = Parameters<typeof styleText>[0];

/** A command, as its module exports it. */
export interface Command {
  /** What `--help` prints. */
  readonly usage: string;
  /** Does the work, and returns the exit code. A `CommandError` says why it cannot be done. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;
}

/** The exit codes of all commands. */
export const EXIT = {
  ok: 0,
  /** There are findings, a number got worse, or something was refused. */
  findings: 1,
  /** The command was called in a wrong way, or could not do its work. */
  failure: 2,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure whose message is all that the user needs: it names the argument or file, and says what was expected. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/**
 * Returns the failure of a command as one sentence that names the file: its folder is missing, the disk is full.
 *
 * @throws the error itself, where the operating system did not raise it.
 */
export function toCommandError(error: unknown, file?: string): CommandError {
  if (error instanceof CommandError) return error;
  if (!(error instanceof Error) || !("syscall" in error)) throw error;
  const place = file ?? ("path" in error ? String(error.path) : "A file");
  // "ENOSPC: no space left on device, write"
  const [, reason = error.message] = /^\w+: (.*?), \w+/.exec(error.message) ?? [];
  return new CommandError(`${place} cannot be ${file === undefined ? "read" : "written"}: ${reason}.`, {
    cause: error,
  });
}

type OptionTable = NonNullable<ParseArgsConfig["options"]>;

/** The options that every command has. */
const COMMON = {
  cwd: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies OptionTable;

/** Their lines in the usage of a command. */
export const COMMON_USAGE = `  --cwd DIR         the folder of the project (default: the current folder)
  --json            print the outcome as JSON on stdout
  -h, --help        show this text`;

type Parsed<Options extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: Options & typeof COMMON; allowPositionals: true; strict: true }>
>;

interface Arguments<Options extends OptionTable> {
  readonly values: Parsed<Options>["values"];
  /** Files, folders and patterns; all of the project where none is named. */
  readonly files: readonly string[];
  /** An absolute path to a folder that exists. */
  readonly cwd: string;
}

/**
 * Reads the arguments of a command by the table of its options.
 *
 * @throws CommandError that names an argument which is unknown or has no value.
 */
export function parseArguments<const Options extends OptionTable>(
  args: readonly string[],
  options: Options,
): Arguments<Options> {
  const all = { ...COMMON, ...options };
  try {
    const config = { args: [...args], options: all, allowPositionals: true, strict: true } as const;
    const { values, positionals } = parseArgs<typeof config>(config);
    const cwd = path.resolve("cwd" in values && typeof values.cwd === "string" ? values.cwd : ".");
    if (!fs.statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
      throw new CommandError(`--cwd expects a folder, and there is none at ${cwd}.`);
    return { values, files: positionals.length > 0 ? positionals : ["."], cwd };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandError(describeProblem(error.message, Object.keys(all)), { cause: error });
  }
}

/** The first sentence of what Node says; the others are about options that no command has. */
function describeProblem(message: string, names: readonly string[]): string {
  const [problem = message] = message.split(/\. |\n/);
  const [, unknown] = /^Unknown option '--([^']*)'/.exec(problem) ?? [];
  const near = unknown === undefined ? undefined : closest(unknown, names);
  const isNear = unknown !== undefined && near !== undefined && distance(unknown, near) <= 2;
  return `${problem.replace(/\.$/, "")}.${isNear ? ` Did you mean --${near}?` : ""} \`--help\` lists the options.`;
}
