import { readFileSync } from "node:fs";
import { findNearest } from "../contract/nearest.js";
import { CommandError, exitCodes, type Command, type ExitCode, type Output } from "./command.js";

const program = "npx error-contract";

const commands: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>> = {
  verify: {
    summary: "check whether an audit log was changed",
    load: async () => (await import("./verify.js")).verify,
  },
  prove: {
    summary: "show what clients of a server receive when something fails",
    load: async () => (await import("./prove.js")).prove,
  },
};

export async function runCommand([name, ...args]: readonly string[], output: Output): Promise<ExitCode> {
  if (name === undefined) {
    output.note(describeCommands());
    return exitCodes.failure;
  }
  if (isHelp(name)) return answer(output, describeCommands());
  if (name === "--version" || name === "-v") return answer(output, readVersion());
  try {
    return await runNamed(name, args, output);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    if (args.slice(0, findEnd(args)).includes("--json"))
      output.print(JSON.stringify({ error: { message: error.message } }, null, 2));
    output.note(`error: ${error.message}`);
    return exitCodes.failure;
  }
}

async function runNamed(name: string, args: readonly string[], output: Output): Promise<ExitCode> {
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) {
    const names = Object.keys(commands);
    const meant = findNearest(name, names);
    const hint = meant === undefined ? "" : ` Did you mean \`${meant}\`?`;
    throw new CommandError(`There is no command \`${name}\`.${hint} There is ${names.join(", ")}.`);
  }
  const command = await entry.load();
  return args.slice(0, findEnd(args)).some(isHelp) ? answer(output, command.usage) : command.run(args, output);
}

const findEnd = (args: readonly string[]): number => (args.includes("--") ? args.indexOf("--") : args.length);

function answer({ print }: Output, text: string): ExitCode {
  print(text);
  return exitCodes.ok;
}

const isHelp = (argument: string): boolean => argument === "--help" || argument === "-h";

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    readonly version: string;
  };
  return version;
}

function describeCommands(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: ${program} COMMAND [OPTIONS]

${lines.join("\n")}

\`${program} COMMAND --help\` shows how a command is used, \`${program} --version\` the version.
Exit codes: 0 no problem; 1 problems; 2 wrong arguments, or a failure.`;
}
