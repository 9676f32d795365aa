import { closest } from "fastest-levenshtein";
import plugin from "../index.js";
import { type Command, CommandError, EXIT, type ExitCode, toCommandError, type Terminal } from "./command.js";

const PROGRAM = "npx eslint-plugin-error-contract";

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loads the module of the command, and with it what only this command needs. */
  readonly load: () => Promise<Command>;
}

/** The commands in the order in which a team meets them. */
const COMMANDS: readonly CommandEntry[] = [
  {
    name: "init",
    summary: "set the linter up: configuration and packages",
    load: async () => (await import("./init/init.js")).init,
  },
  {
    name: "report",
    summary: "show where the server stands, as a page, as Markdown or as JSON",
    load: async () => (await import("./report/report.js")).report,
  },
  {
    name: "plan",
    summary: "write a table of decisions, one for each kind of failure",
    load: async () => (await import("./plan/plan.js")).plan,
  },
  {
    name: "apply",
    summary: "rewrite what the plan has decided",
    load: async () => (await import("./apply/apply.js")).apply,
  },
];

/** Runs the command that the arguments of the process name, and returns the exit code. */
export async function runCommand([name, ...args]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    if (name === undefined) throw new CommandError(`No command was named.\n\n${describeCommands()}`);
    if (!isHelp(name) && name !== "--version") return await runNamed(name, args, terminal);
    terminal.print(isHelp(name) ? describeCommands() : plugin.meta.version);
    return EXIT.ok;
  } catch (error) {
    const { message } = toCommandError(error);
    if (args.includes("--json")) terminal.print(JSON.stringify({ error: { message } }, null, 2));
    terminal.note(`${terminal.paint("red", "error")}: ${message}`);
    return EXIT.failure;
  }
}

async function runNamed(name: string, args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const entry = COMMANDS.find((each) => each.name === name);
  if (!entry) {
    const names = COMMANDS.map((each) => each.name);
    const near = closest(name, names);
    throw new CommandError(`There is no command \`${name}\`. Did you mean \`${near}\`? There are ${names.join(", ")}.`);
  }
  const command = await entry.load();
  if (!args.some(isHelp)) return command.run(args, terminal);
  terminal.print(command.usage);
  return EXIT.ok;
}

const isHelp = (argument: string) => argument === "--help" || argument === "-h";

function describeCommands(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: ${PROGRAM} COMMAND [OPTIONS]

${lines.join("\n")}

\`${PROGRAM} COMMAND --help\` shows how a command is used, \`--version\` the version of the plugin.
Exit codes: 0 done; 1 something is left, or got worse; 2 wrong arguments, or a failure.`;
}
