import type { ExitCode } from "./command-error.js";
import type { Terminal } from "./terminal.js";

/** A command, as its module exports it. */
export interface Command {
  /** What `--help` prints. */
  readonly usage: string;
  /** Does the work, and returns the exit code. A `CommandError` says why it cannot be done. */
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<ExitCode>;
}

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loads the module of the command, and with it what only this command needs. */
  readonly load: () => Promise<Command>;
}

/** The commands in the order in which a team meets them. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "init",
    summary: "set the linter up: configuration, packages and, if wanted, a contract of your own",
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
