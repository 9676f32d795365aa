// Where the code of a server is entered, and whether the failures there get to a client.

/**
 * The kinds of entries, with the words of a message. `outside`: a route, a framework, a package that uses this one, or
 * whoever gets hold of a function in a way that is not followed.
 */
export const ENTRY_KINDS = {
  tool: { isClient: true, words: "a tool" },
  resource: { isClient: true, words: "a resource" },
  prompt: { isClient: true, words: "a prompt" },
  outside: { isClient: true, words: "code outside of the project" },
  start: { isClient: false, words: "the start" },
  commandLine: { isClient: false, words: "the command line" },
  background: { isClient: false, words: "timers and listeners" },
} as const;

export type EntryKind = keyof typeof ENTRY_KINDS;

/** Packages that run the functions and the classes that they are given for a command that somebody types. */
export const COMMAND_LINES: ReadonlySet<string> = new Set(["commander", "@oclif/core", "yargs"]);

/** Events by which a stream, a server or the process tells of itself, and that no client sends. */
export const OWN_EVENTS =
  /^(?:error|close|exit|beforeExit|finish|drain|listening|unhandledRejection|uncaughtException|SIG[A-Z]+)$/;
