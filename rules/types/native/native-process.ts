import { createRequire } from "node:module";
import type { Node, SourceFile } from "typescript-7/unstable/ast";
import type { Checker, Program, Project, Signature, Snapshot, Symbol, Type } from "typescript-7/unstable/sync";
import type { NativeEntries } from "./native-package.js";
import { startWatchdog, type Watchdog } from "./watchdog.js";

// The types are those of 7.0 (`typescript/unstable/sync`); what 7.1 (`typescript/sync`) has beside stands here.
// Every call of a checker, a program or a handle is a round trip to the native process; the data of a node, a type or
// a symbol is there already.

/** A node of a file whose tree has been fetched. Beside these it has the properties of TypeScript's own nodes. */
export type NativeNode = Node;
export type NativeType = Type;
export type NativeSymbol = Symbol;
export type NativeSignature = Signature;
export type NativeProgram = Program;
export type NativeChecker = Checker;
export type NativeSnapshot = Pick<Snapshot, "getProjects" | "dispose">;

/** A program of the native process with its checker, in the state that one snapshot has. */
export type NativeProject = Project;

/** The exports of the package itself. */
export interface NativeModules {
  readonly ast: typeof import("typescript-7/unstable/ast");
}

/** A project, as the native process knows it. Given out by `session.ts`, until a file of it changes. */
export interface NativeContext {
  readonly program: NativeProgram;
  /** The names of the program's files. */
  readonly files: ReadonlySet<string>;
  readonly checker: NativeChecker;
  readonly api: NativeModules;
  /** One object for all files of a program, another as soon as any of them changes. */
  readonly key: object;
}

/** A linted file with its tree. */
export interface NativeFile extends NativeContext {
  readonly sourceFile: SourceFile;
}

// All of them have to be given, from 7.1 on.
const OPERATIONS = [
  "directoryExists",
  "fileExists",
  "getAccessibleEntries",
  "realpath",
  "stat",
  "writeFile",
  "removeFile",
];

// The package's own API, of either generation: 7.0 has one chain of snapshots, from 7.1 on each is made from another.
interface Api {
  readonly updateSnapshot: (update: object) => NativeSnapshot;
  readonly createSnapshot?: (update: object) => UpdatableSnapshot;
  readonly client: { readonly close: () => void; readonly channel?: Channel };
}

interface UpdatableSnapshot extends NativeSnapshot {
  readonly update: (update: object) => UpdatableSnapshot;
}

// The channel that every question passes through. It stands behind the API, and so may not be there.
interface Channel {
  readonly child?: { readonly pid?: number; readonly kill: (signal: "SIGKILL") => boolean };
  requestBytesSync?: (method: string, payload: unknown) => unknown;
}

interface SyncModule {
  readonly API: new (options: object) => Api;
}

interface FsModule {
  readonly serverFS?: { readonly useOS: unknown };
}

/** The text that takes the place of a file's on disk; `undefined`: none does. */
export type ReadOverlay = (file: string) => string | undefined;

/**
 * TypeScript's native process and its synchronous API. It ends with its input: the API ends it when the host ends, and
 * the operating system closes the pipe of a host that is killed.
 */
export class NativeProcess {
  readonly modules: NativeModules;
  /** Why the process can answer no more. */
  failure: string | undefined;
  readonly #api: Api;
  readonly #watchdog: Watchdog | undefined;
  #latest: UpdatableSnapshot | undefined;

  /** @throws whatever the package throws, if it cannot be loaded or its process cannot be started. */
  constructor(entries: NativeEntries, seconds: number, readOverlay: ReadOverlay) {
    const load = createRequire(entries.sync);
    const { API } = load(entries.sync) as SyncModule;
    this.modules = { ast: load(entries.ast) as NativeModules["ast"] };
    const { serverFS } = load(entries.fs) as FsModule;
    this.#api = new API({ cwd: process.cwd(), fs: createFileSystem(readOverlay, serverFS?.useOS) });
    const { channel } = this.#api.client;
    // Before the API's own listener, which ends the process in a way that lets it complain on stderr.
    process.prependListener("exit", this.#kill);
    if (channel?.child?.pid === undefined || !channel.requestBytesSync) return;
    this.#watchdog = startWatchdog(channel.child.pid, seconds);
    this.#guard(channel, channel.requestBytesSync, this.#watchdog);
  }

  readonly #kill = () => this.#api.client.channel?.child?.kill("SIGKILL");

  /** A state in which the projects of these configurations, which exist, are open and know of the changed files. */
  update(openProjects: readonly string[], changed?: readonly string[]): NativeSnapshot {
    const changes = changed && { changed };
    if (!this.#api.createSnapshot) return this.#api.updateSnapshot({ openProjects, fileChanges: changes });
    const update = { openProjects, ensurePrograms: changes && true, fileNotifications: changes };
    this.#latest = this.#latest?.update(update) ?? this.#api.createSnapshot(update);
    return this.#latest;
  }

  close(): void {
    this.#watchdog?.stop();
    process.removeListener("exit", this.#kill);
    this.#kill();
    this.#api.client.close();
  }

  /** Every question, also those that types and symbols ask by themselves. */
  #guard(channel: Channel, ask: NonNullable<Channel["requestBytesSync"]>, { watch, hasEnded }: Watchdog): void {
    const callWatched = (method: string, payload: unknown) => watch(() => ask.call(channel, method, payload));
    channel.requestBytesSync = (method, payload) => {
      try {
        return callWatched(method, payload);
      } catch (error) {
        if (!answers(() => callWatched("echo", ""))) this.failure ??= hasEnded() ? "did not answer" : "has ended";
        throw error;
      }
    };
  }
}

/** A process that refuses a question answers the next one. */
function answers(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch {
    // The pipe is broken, or its data cannot be read.
    return false;
  }
}

/** The file system of the disk, but for the texts that take the place of files. */
function createFileSystem(readOverlay: ReadOverlay, useDisk: unknown): object {
  const readFile = (file: string) => readOverlay(file) ?? useDisk;
  // In 7.0 an answer that is left out means the disk.
  if (useDisk === undefined) return { readFile };
  const disk = Object.fromEntries(OPERATIONS.map((name) => [name, useDisk]));
  return { ...disk, readFile };
}
