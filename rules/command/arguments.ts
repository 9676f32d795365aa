import { closest, distance } from "fastest-levenshtein";
import fs from "node:fs";
import path from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { CommandError } from "./command-error.js";

type OptionTable = NonNullable<ParseArgsConfig["options"]>;

/** The options that every command has. */
const COMMON = {
  cwd: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies OptionTable;

/** Their lines in the usage of a command. */
export const COMMON_USAGE = `  --cwd DIR         the folder of the project; where the command is called, without
  --json            print the outcome as JSON on stdout
  -h, --help        show this text`;

type Parsed<Options extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: Options & typeof COMMON; allowPositionals: true; strict: true }>
>;

/** The arguments of a command. `cwd` is an absolute path to a folder that exists. */
export interface Arguments<Options extends OptionTable> {
  readonly values: Parsed<Options>["values"];
  readonly positionals: readonly string[];
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
    const cwd = "cwd" in values && typeof values.cwd === "string" ? values.cwd : ".";
    return { values, positionals, cwd: resolveFolder(cwd) };
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof TypeError)) throw error;
    throw new CommandError(describeProblem(error.message, Object.keys(all)), { cause: error });
  }
}

function resolveFolder(name: string): string {
  const folder = path.resolve(name);
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`--cwd expects a folder, and there is none at ${folder}.`);
  return folder;
}

/** The first sentence of what Node says; the others are about options that no command has. */
function describeProblem(message: string, names: readonly string[]): string {
  const [problem = message] = message.split(/\. |\n/);
  const [, unknown] = /^Unknown option '--([^']*)'/.exec(problem) ?? [];
  const near = unknown === undefined ? undefined : closest(unknown, names);
  const isNear = unknown !== undefined && near !== undefined && distance(unknown, near) <= 2;
  return `${problem.replace(/\.$/, "")}.${isNear ? ` Did you mean --${near}?` : ""} \`--help\` lists the options.`;
}
