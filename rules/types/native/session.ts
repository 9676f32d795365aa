import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { getOrCreate, rememberFor } from "../../syntax/remember.js";
import { DiskState, type DiskChanges, listConfigurations } from "./disk-state.js";
import { findNativePackage, type NativePackage } from "./native-package.js";
import {
  type NativeContext,
  type NativeFile,
  NativeProcess,
  type NativeProgram,
  type NativeProject,
  type NativeSnapshot,
} from "./native-process.js";

/** Which TypeScript 7 answers. */
export interface NativeChoice {
  /** The name that it is installed under; `undefined`: one of the usual ones. */
  readonly package: string | undefined;
  /** The seconds that an answer may take. */
  readonly timeout: number;
}

// Files that TypeScript reads as source, whatever the project says.
const SOURCE = /\.[cm]?[jt]sx?$/;
// In front of some files, but never of a linted text.
const BOM = "\uFEFF";
// Unless there is a reason to look at the disk, looks may take a hundredth of the time.
const LOOK_SHARE = 100;

// One process for each thread that lints, and each TypeScript 7 that its files have installed.
const sessions = new Map<string, Session>();

/**
 * Finds what answers for a file: there is a TypeScript 7 that has not failed, and the file is a source. A failure is
 * said once, on stderr.
 */
export function openSession(file: string, choice: NativeChoice): Session | undefined {
  const found = SOURCE.test(file) ? findNativePackage(file, choice.package) : undefined;
  if (!found) return undefined;
  const key = found.entries?.sync ?? `${found.name}@${found.version}`;
  const session = getOrCreate(sessions, key, () => new Session(found, choice.timeout));
  return session.hasFailed ? undefined : session;
}

class Session {
  readonly #package: NativePackage;
  readonly #timeout: number;
  /** Texts that are not on disk. */
  readonly #overlays = new Map<string, string>();
  /** Files whose overlays have changed since the last question. */
  readonly #edited = new Set<string>();
  readonly #asked = new Set<string>();
  #state: State | undefined;
  hasFailed = false;

  constructor(found: NativePackage, timeout: number) {
    this.#package = found;
    this.#timeout = timeout;
  }

  /**
   * Takes note of a text that is not saved, for the questions about other files that come before those about this one.
   *
   * @returns whether there is such a file on disk
   */
  note(file: string, text: string): boolean {
    const saved = readDiskText(file);
    if (saved === undefined) return false;
    const overlay = saved === text ? undefined : text;
    if (this.#overlays.get(file) === overlay) return true;
    if (overlay === undefined) this.#overlays.delete(file);
    else this.#overlays.set(file, overlay);
    this.#edited.add(file);
    return true;
  }

  /** Returns the project of a file for the first question about it, after a look at the disk. */
  findProject(file: string): NativeContext | undefined {
    return this.#answer(() => {
      this.#lookAtDisk(file);
      return this.#getCurrentState().findProject(file);
    });
  }

  /** To be asked after {@link findProject}. */
  findFile(file: string, text: string): NativeFile | undefined {
    return this.#answer(() => {
      const state = this.#getCurrentState();
      const known = state.findFile(file);
      if (!known || known.sourceFile.text === text) return known;
      this.#overlays.set(file, text);
      state.change([file]);
      const changed = state.findFile(file);
      return changed?.sourceFile.text === text ? changed : undefined;
    });
  }

  #answer<A>(ask: () => A): A | undefined {
    try {
      return ask();
    } catch (error) {
      // Intended: a question that the process refuses is no failure of it.
      const failure = this.#state?.process.failure ?? this.#explainError(error);
      if (failure !== undefined) this.#fail(failure);
      return undefined;
    }
  }

  /** Returns the state with the texts that have been typed since. */
  #getCurrentState(): State {
    this.#state ??= this.#start();
    if (this.#edited.size > 0 && this.#state.hasBegun) this.#state.change([...this.#edited]);
    this.#edited.clear();
    return this.#state;
  }

  #start(): State {
    const { entries } = this.#package;
    if (!entries) throw new TypeError("it has no `sync` entry");
    return new State(new NativeProcess(entries, this.#timeout, (file) => this.#overlays.get(file)));
  }

  /** Who asks about a file again may have changed another; files that are asked about once come in quick succession. */
  #lookAtDisk(file: string): void {
    const isKnown = this.#asked.has(file);
    this.#asked.add(file);
    const changes = this.#state?.changesOnDisk(isKnown, file);
    if (!changes) return;
    for (const each of changes.files) this.#overlays.delete(each);
    if (!changes.foundations) {
      if (changes.files.length > 0) this.#state?.change(changes.files);
      return;
    }
    this.#state?.process.close();
    this.#state = undefined;
  }

  #explainError(error: unknown): string | undefined {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof TypeError) return `has no API that this version of the plugin knows (${message})`;
    return this.#state?.hasBegun ? undefined : `cannot be started (${message})`;
  }

  #fail(reason: string): void {
    this.hasFailed = true;
    const { name, version } = this.#package;
    const warning = `${name}@${version} ${reason}. error-contract goes on without types.`;
    process.emitWarning(warning, "ErrorContractWarning");
    try {
      this.#state?.process.close();
    } catch {
      // It is gone already.
    }
    this.#state = undefined;
  }
}

function readDiskText(file: string): string | undefined {
  try {
    const text = readFileSync(file, "utf8");
    return text.startsWith(BOM) ? text.slice(1) : text;
  } catch {
    // There is no such file, or it is not ours to read.
    return undefined;
  }
}

/** The data that the running process has loaded. */
class State {
  readonly process: NativeProcess;
  readonly #disk = new DiskState();
  /** All that projects are still asked through, the newest last. */
  #snapshots: readonly NativeSnapshot[] = [];
  /** By configuration. Each stays as its first snapshot has it until a file changes, so that its answers are kept. */
  readonly #projects = new Map<string, NativeProject | undefined>();
  readonly #seen = new WeakSet<NativeProject>();
  /** By folder. */
  readonly #configurations = new Map<string, readonly string[]>();
  #look = { at: Date.now(), ended: 0, took: 0 };

  constructor(process: NativeProcess) {
    this.process = process;
  }

  get hasBegun(): boolean {
    return this.#snapshots.length > 0;
  }

  /** Of the nearest configuration that has the file, as an editor finds it. */
  findProject(file: string): NativeContext | undefined {
    const folder = dirname(file);
    for (const configuration of this.#getConfigurations(folder)) {
      const project = this.#openProject(configuration);
      if (!project) continue;
      const { program, checker } = project;
      const files = listFiles(program);
      // A file system may take another case for the same name.
      if (!files.has(file) && !program.getSourceFile(file)) continue;
      if (!this.#seen.has(project)) this.#disk.addFiles(files, configuration);
      this.#seen.add(project);
      return { program, files, checker, api: this.process.modules, key: project };
    }
    this.#disk.addFolder(folder);
    return undefined;
  }

  findFile(file: string): NativeFile | undefined {
    const project = this.findProject(file);
    const sourceFile = project?.program.getSourceFile(file);
    return project && sourceFile && { ...project, sourceFile };
  }

  changesOnDisk(isUrgent: boolean, file: string): DiskChanges | undefined {
    const at = Date.now();
    const begun = performance.now();
    const isEarly = begun - this.#look.ended < this.#look.took * LOOK_SHARE;
    if (isEarly && !isUrgent && statSync(file).ctimeMs < this.#look.at) return undefined;
    const changes = this.#disk.changes();
    const ended = performance.now();
    this.#look = { at, ended, took: ended - begun };
    return changes;
  }

  change(files: readonly string[]): void {
    const snapshot = this.process.update([...this.#projects.keys()], files);
    for (const old of this.#snapshots) if (old !== snapshot) old.dispose();
    this.#snapshots = [snapshot];
    for (const configuration of this.#projects.keys())
      this.#projects.set(configuration, findConfiguredProject(snapshot, configuration));
  }

  #getConfigurations(folder: string): readonly string[] {
    return getOrCreate(this.#configurations, folder, () => listConfigurations(folder));
  }

  #openProject(configuration: string): NativeProject | undefined {
    return getOrCreate(this.#projects, configuration, () => {
      this.#disk.addConfiguration(configuration);
      const snapshot = this.process.update([configuration]);
      this.#snapshots = [...this.#snapshots.filter((old) => old !== snapshot), snapshot];
      return findConfiguredProject(snapshot, configuration);
    });
  }
}

const listFiles = rememberFor((program: NativeProgram): ReadonlySet<string> => new Set(program.getSourceFileNames()));

function findConfiguredProject(snapshot: NativeSnapshot, configuration: string): NativeProject | undefined {
  return snapshot.getProjects().find(({ configFileName }) => configFileName === configuration);
}
