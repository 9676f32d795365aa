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
  readonly exitCode: ExitCode;

  constructor(message: string, options: { readonly cause?: unknown; readonly exitCode?: ExitCode } = {}) {
    super(message, options);
    this.exitCode = options.exitCode ?? EXIT.failure;
  }
}
