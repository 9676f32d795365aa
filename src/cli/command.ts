import { parseArgs } from "node:util";
import { findNearest } from "../contract/nearest.js";

/** Where a command writes, and whom it asks. */
export interface Terminal {
  /** Writes a text and an end of line to stdout: the outcome of the command. */
  readonly print: (text: string) => void;
  /** Writes a text and an end of line to stderr: everything but the outcome. */
  readonly note: (text: string) => void;
  /** Colours a text for stdout, where that is a terminal with colours. */
  readonly paint: (format: "red" | "green" | "yellow" | "cyan" | "bold" | "dim", text: string) => string;
  /**
   * Shows long work, how far it is, and how long it takes, on stderr: in a terminal in one line that the next call or
   * text rewrites, elsewhere, such as in the log of a build, in a line now and then. Work of another name begins anew.
   * What is done of it is a share from 0 to 1.
   */
  readonly showProgress: (doing: string, step?: string, share?: number) => void;
  /** Asks a question that is answered by yes or no. Anything else is no, as is a process without a terminal. */
  readonly confirm: (question: string) => Promise<boolean>;
}

/** A command, as its module exports it. */
export interface Command {
  /** What `--help` prints. */
  readonly usage: string;
  /** Does the work, and returns the exit code. A `CommandError` says why it cannot be done. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;
}

/** The exit codes of all commands. */
export const exitCodes = {
  ok: 0,
  /** Something is wrong, is left, or got worse. */
  problems: 1,
  /** The command was called in a wrong way, or could not do its work. */
  failure: 2,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

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

/** The options of a command, as `parseArgs` of Node takes them, whose types not every project has. */
export type OptionTable = Readonly<Record<string, Option>>;

interface Option {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  readonly short?: string;
  readonly default?: string | boolean;
}

interface Arguments<T extends OptionTable> {
  readonly values: {
    readonly [K in keyof T]: ValueOf<T[K]> | (T[K] extends { readonly default: unknown } ? never : undefined);
  };
  readonly positionals: readonly string[];
}

type ValueOf<T extends Option> = T extends { readonly multiple: true } ? readonly One<T>[] : One<T>;
type One<T extends Option> = T["type"] extends "string" ? string : boolean;

/** @throws CommandError naming the option that is unknown or has no value. */
export function parseArguments<const T extends OptionTable>(args: readonly string[], options: T): Arguments<T> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true }) as object as Arguments<T>;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The first sentence of what Node says; the others are about options that no command has.
    const problem = error.message.split(/\. |\n/)[0]!.replace(/\.$/, "");
    const [, unknown] = /^Unknown option '--([^']*)'/.exec(problem) ?? [];
    const meant = unknown === undefined ? undefined : findNearest(unknown, Object.keys(options));
    const hint = meant === undefined ? "" : ` Did you mean --${meant}?`;
    throw new CommandError(`${problem}.${hint} \`--help\` lists the options.`, { cause: error });
  }
}

/** What a bin runs. */
export interface Program {
  /** How it is called: `npx error-contract`. */
  readonly name: string;
  readonly version: string;
  /** The meanings of its exit codes, in a sentence. */
  readonly exits: string;
  /** Its commands, in the order in which its help lists them. A module is loaded when its command runs. */
  readonly commands: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>>;
}

/** Returns the function that runs the command which the arguments of the process name, and returns the exit code. */
export function createRunner(program: Program): (args: readonly string[], terminal: Terminal) => Promise<ExitCode> {
  return async ([name, ...args], terminal) => {
    // What stands behind `--` is the command of somebody else.
    const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
    try {
      const answer = await findAnswer(program, name, own);
      if (typeof answer !== "string") return await answer.run(args, terminal);
      terminal.print(answer);
      return exitCodes.ok;
    } catch (error) {
      const { message } = toCommandError(error);
      if (own.includes("--json")) terminal.print(JSON.stringify({ error: { message } }, null, 2));
      terminal.note(`${terminal.paint("red", "error")}: ${message}`);
      return exitCodes.failure;
    }
  };
}

/** Finds the command to run, or the text that is asked for in its place. */
async function findAnswer(
  program: Program,
  name: string | undefined,
  args: readonly string[],
): Promise<Command | string> {
  const { commands, version } = program;
  if (name === undefined) throw new CommandError(`No command was named.\n\n${describeProgram(program)}`);
  if (isHelp(name)) return describeProgram(program);
  if (name === "--version" || name === "-v") return version;
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) {
    const names = Object.keys(commands);
    const meant = findNearest(name, names);
    const hint = meant === undefined ? "" : ` Did you mean \`${meant}\`?`;
    throw new CommandError(`There is no command \`${name}\`.${hint} The commands are ${names.join(", ")}.`);
  }
  const command = await entry.load();
  return args.some(isHelp) ? command.usage : command;
}

const isHelp = (argument: string): boolean => argument === "--help" || argument === "-h";

function describeProgram({ name, commands, exits }: Program): string {
  const width = Math.max(...Object.keys(commands).map((command) => command.length));
  const lines = Object.entries(commands).map(([command, { summary }]) => `  ${command.padEnd(width)}  ${summary}`);
  return `Usage: ${name} COMMAND [OPTIONS]

${lines.join("\n")}

\`${name} COMMAND --help\` shows how a command is used, \`--version\` the version.
Exit codes: ${exits}`;
}
