/** What a program behind the walls tries to reach. */
export interface Targets {
  /** A file to write. */
  readonly file: string;
  /** A socket of the file system, and a port of this machine, that somebody listens to. */
  readonly socket: string;
  readonly port: number;
  /** A process that lives. */
  readonly pid: number;
}

/** The exit code by which the program says that it can see the process. */
export const processSeen = 3;
