import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { findNearest } from "../contract/nearest.js";
import { readMember } from "../json/read.js";

export interface Output {
  readonly print: (text: string) => void;
  readonly note: (text: string) => void;
}

export interface Command {
  readonly usage: string;
  readonly run: (args: readonly string[], output: Output) => Promise<ExitCode>;
}

export const exitCodes = {
  ok: 0,
  problems: 1,
  failure: 2,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** @throws CommandError naming the option that is unknown or has no value. */
export function parseArguments<const T extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: T,
): ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const problem = String(readMember(error, "message")).split(/\. |\n/)[0]!;
    const written = /'-*([^' =]+)/.exec(problem)?.[1] ?? "";
    const meant =
      readMember(error, "code") === "ERR_PARSE_ARGS_UNKNOWN_OPTION" && findNearest(written, Object.keys(options));
    throw new CommandError(`${problem}.${meant ? ` Did you mean --${meant}?` : ""}`, { cause: error });
  }
}

export const readArgumentFile = (option: string, file: string): Buffer =>
  useFile(option, file, "read", () => readFileSync(file));

export function writeArgumentFile(option: string, file: string, text: string, { note }: Output): void {
  useFile(option, file, "written", () => writeFileSync(file, text));
  note(`Wrote ${file}`);
}

function useFile<T>(option: string, file: string, what: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    const code = String(readMember(error, "code"));
    throw new CommandError(`--${option}: ${file} cannot be ${what}: ${code}.`, { cause: error });
  }
}
