import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { DiskState, type DiskChanges } from "./disk-state.js";
import type { NativeFile } from "./native-api.js";
import { nativePackage, type NativePackage } from "./native-package.js";
import { NativeProcess, type NativeProject, type NativeSnapshot, type NativeUpdate } from "./native-process.js";

/** Which TypeScript 7 answers. */
export interface NativeChoice {
  /** The name that it is installed under; `undefined`: one of the usual ones. */
  readonly package: string | undefined;
  /** The seconds that an answer may take. */
  readonly timeout: number;
}

// What TypeScript reads as source, whatever the project says.
const SOURCE = /\.[cm]?[jt]sx?$/;
// The looks at the disk may take a twentieth of the time.
const LOOK_SHARE = 20;

// One process for each thread that lints, and each TypeScript 7 that its files have installed.
const sessions = new Map<string, Session>();

/** Whether a file may be asked about: there is a TypeScript 7 that has not failed, and the file is a source on disk. */
export function canAnswer(file: string, choice: NativeChoice): boolean {
  return SOURCE.test(file) && sessionOf(file, choice)?.hasFailed === false && existsSync(file);
}

/**
 * A file as the native checker sees it with this text, saved or not. Starts the process for the first file. `undefined`
 * where `canAnswer` says no, and where the process has failed meanwhile, which is said once, on stderr.
 */
export function nativeFile(file: string, text: string, choice: NativeChoice): NativeFile | undefined {
  return canAnswer(file, choice) ? sessionOf(file, choice)?.file(file.replaceAll("\\", "/"), text) : undefined;
}

function sessionOf(file: string, choice: NativeChoice): Session | undefined {
  const found = nativePackage(file, choice.package);
  if (!found) return undefined;
  const key = found.entries?.sync ?? `${found.name}@${found.version}`;
  const session = sessions.get(key) ?? new Session(found, choice.timeout);
  sessions.set(key, session);
  return session;
}

class Session {
  readonly #package: NativePackage;
  readonly #timeout: number;
  /** Texts that are not on disk. */
  readonly #overlays = new Map<string, string>();
  readonly #asked = new Set<string>();
  #state: State | undefined;
  #hasFailed = false;

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  constructor(found: NativePackage, timeout: number) {
    this.#package = found;
    this.#timeout = timeout;
  }

  file(file: string, text: string): NativeFile | undefined {
    try {
      this.#lookAtDisk(file);
      return this.#fileWith(text, file);
    } catch (error) {
      // A file that the process can put into no project is refused; that is no failure.
      const failure = this.#state?.process.failure ?? this.#surprise(error);
      if (failure !== undefined) this.#fail(failure);
      return undefined;
    }
  }

  #fileWith(text: string, file: string): NativeFile | undefined {
    this.#state ??= this.#start();
    const known = this.#state.file(file);
    if (known?.sourceFile.text === text) return known;
    this.#overlays.set(file, text);
    this.#state.change({ changed: [file], created: [], deleted: [] }, file);
    const changed = this.#state.file(file);
    return changed?.sourceFile.text === text ? changed : undefined;
  }

  #start(): State {
    const { entries } = this.#package;
    if (!entries) throw new TypeError("it has no `sync` entry");
    return new State(new NativeProcess(entries, this.#timeout, (file) => this.#overlays.get(file)));
  }

  /** A file that is asked about again may have waited for a change elsewhere; others come in quick succession. */
  #lookAtDisk(file: string): void {
    const isKnown = this.#asked.has(file);
    this.#asked.add(file);
    const changes = this.#state?.changesOnDisk(isKnown);
    if (!changes) return;
    const { foundations, ...files } = changes;
    for (const each of [...files.changed, ...files.deleted]) this.#overlays.delete(each);
    if (!foundations) {
      this.#state?.change(files, file);
      return;
    }
    this.#state?.process.close();
    this.#state = undefined;
  }

  #surprise(error: unknown): string | undefined {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof TypeError) return `has no API that this version of the plugin knows (${message})`;
    return this.#state?.hasBegun ? undefined : `cannot be started (${message})`;
  }

  #fail(reason: string): void {
    this.#hasFailed = true;
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

/** What the running process knows. */
class State {
  readonly process: NativeProcess;
  readonly #disk = new DiskState();
  /** All that projects are still asked through, the newest last. */
  #snapshots: readonly NativeSnapshot[] = [];
  /** By configuration. Each stays as its first snapshot has it until a file changes, so that its answers are kept. */
  readonly #projects = new Map<string, NativeProject>();
  readonly #opened = new Set<string>();
  readonly #seen = new WeakSet<NativeProject>();
  readonly #configFolders = new Map<string, string | undefined>();
  #look = { ended: 0, took: 0 };

  constructor(process: NativeProcess) {
    this.process = process;
  }

  get hasBegun(): boolean {
    return this.#snapshots.length > 0;
  }

  file(file: string): NativeFile | undefined {
    const project = this.#projectOf(file);
    const sourceFile = project?.program.getSourceFile(file);
    if (!project || !sourceFile) return undefined;
    const { program, checker } = project;
    if (!this.#seen.has(project)) this.#disk.add(program.getSourceFileNames(), configurationOf(project));
    this.#seen.add(project);
    return { program, checker, sourceFile, api: this.process.modules, key: project };
  }

  changesOnDisk(isUrgent: boolean): DiskChanges | undefined {
    const begun = performance.now();
    if (!isUrgent && begun - this.#look.ended < this.#look.took * LOOK_SHARE) return undefined;
    const changes = this.#disk.changes();
    const ended = performance.now();
    this.#look = { ended, took: ended - begun };
    const { changed, created, deleted, foundations } = changes;
    return foundations || changed.length + created.length + deleted.length > 0 ? changes : undefined;
  }

  change(changes: NonNullable<NativeUpdate["changes"]>, file: string): void {
    const project = this.#openProjectOf(file);
    const openProjects = [...this.#projects.values()].flatMap((each) => configurationOf(each) ?? []);
    const old = this.#snapshots;
    if (project && configurationOf(project) === undefined) {
      // Without a configuration there is nothing to bring up to date but by opening the file again.
      const between = this.process.update({ changes, openProjects, closeFiles: [file] });
      this.#snapshots = [between, this.process.update({ openFiles: [file] })];
    } else {
      this.#snapshots = [this.process.update({ changes, openProjects })];
    }
    this.#projects.clear();
    this.#adopt();
    this.#release(old);
  }

  /** The project of the nearest configuration that has the file, as an editor finds it. */
  #projectOf(file: string): NativeProject | undefined {
    const open = this.#openProjectOf(file);
    if (open && (this.#opened.has(file) || this.#isNearest(open, file))) return open;
    this.#opened.add(file);
    const snapshot = this.process.update({ openFiles: [file] });
    this.#snapshots = [...this.#snapshots.filter((each) => each !== snapshot), snapshot];
    this.#adopt();
    return this.#openProjectOf(file);
  }

  #openProjectOf(file: string): NativeProject | undefined {
    const found = this.#snapshots.at(-1)?.getDefaultProjectForFile(file);
    return found && (this.#projects.get(configurationOf(found) ?? "") ?? found);
  }

  #adopt(): void {
    for (const project of this.#snapshots.at(-1)?.getProjects() ?? []) {
      const configuration = configurationOf(project);
      // Files of no project share one that grows with each of them.
      if (configuration === undefined || !this.#projects.has(configuration)) {
        this.#projects.set(configuration ?? "", project);
      }
    }
  }

  #release(snapshots: readonly NativeSnapshot[]): void {
    for (const snapshot of snapshots) if (!this.#snapshots.includes(snapshot)) snapshot.dispose();
  }

  #isNearest(project: NativeProject, file: string): boolean {
    const configuration = configurationOf(project);
    return configuration !== undefined && dirname(configuration) === this.#configFolder(dirname(file));
  }

  #configFolder(folder: string): string | undefined {
    if (this.#configFolders.has(folder)) return this.#configFolders.get(folder);
    const parent = dirname(folder);
    const isHere = ["tsconfig.json", "jsconfig.json"].some((name) => existsSync(`${folder}/${name}`));
    const found = isHere ? folder : parent === folder ? undefined : this.#configFolder(parent);
    this.#configFolders.set(folder, found);
    return found;
  }
}

/** `undefined` for the project of files that are in none. */
function configurationOf({ configFileName }: NativeProject): string | undefined {
  return configFileName?.startsWith("/dev/null/") ? undefined : configFileName;
}
