import { CommandError, parseArguments, type OptionTable } from "error-contract/cli";
import fs from "node:fs";
import path from "node:path";

/** The options that every command has. */
const COMMON = {
  cwd: { type: "string", default: "." },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies OptionTable;

/** Their lines in the usage of a command. */
export const COMMON_USAGE = `  --cwd DIR         the folder of the project (default: the current folder)
  --json            print the outcome as JSON on stdout
  -h, --help        show this text`;

type Parsed<Options extends OptionTable> = ReturnType<typeof parseArguments<Options & typeof COMMON>>;

interface ProjectArguments<Options extends OptionTable> {
  readonly values: Parsed<Options>["values"];
  /** Files, folders and patterns; all of the project where none is named. */
  readonly files: readonly string[];
  /** An absolute path to a folder that exists. */
  readonly cwd: string;
}

/**
 * Reads the arguments of a command that works on a project, by the table of its options.
 *
 * @throws CommandError that names an argument which is unknown or has no value.
 */
export function readArguments<const Options extends OptionTable>(
  args: readonly string[],
  options: Options,
): ProjectArguments<Options> {
  const { values, positionals } = parseArguments(args, { ...options, ...COMMON });
  const cwd = path.resolve((values as { readonly cwd: string }).cwd);
  if (!fs.statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`--cwd expects a folder, and there is none at ${cwd}.`);
  return { values, files: positionals.length > 0 ? positionals : ["."], cwd };
}
