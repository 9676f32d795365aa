import { spawn, spawnSync, type ChildProcessByStdio } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { parseJSON } from "../../json/read.js";
import { ProveError } from "./prove-error.js";
import { controlKey, reportMark, runVariable, type Control, type Report } from "../faults/report-lines.js";
import { readLines } from "./read-lines.js";
import { watchMemory } from "./watch-memory.js";
import type { WallGate } from "./wall-gate.js";

/** What a client of the MCP SDK needs of a transport. */
export interface Transport {
  onmessage?: (message: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** The revision of MCP that client and server have agreed on. */
  readonly protocolVersion?: string | undefined;
  start(): Promise<void>;
  send(message: unknown): Promise<void>;
  close(): Promise<void>;
}

/** How a process ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

interface ProcessOptions {
  readonly memory: number;
  /** Judges the walls that the command builds, before the server behind them starts. */
  readonly gate?: WallGate;
  /** Called when all of the server has ended. */
  readonly onclose?: () => void;
}

const mostBytes = 64_000_000;
const mostMessages = 5_000;
const mostStderr = 8_000;
/** Milliseconds between asking a process to end and the next, less polite way. */
const patience = 500;
/** Milliseconds in which what a server has written is read after its end. */
const lastWords = 300;
const isWindows = process.platform === "win32";

/** A server that is started for a proof, and the way of the SDK's client to it. All that it starts ends with it. */
export class ServerProcess implements Transport {
  onmessage?: (message: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  protocolVersion: string | undefined;
  /** Takes what the preloaded module reports. */
  onreport?: (report: Report) => void;
  /** The first line on stdout that is no message. */
  noise: string | undefined;
  /** Whether the server has sent so much that it was ended. */
  isFlooding = false;
  /** Whether a process of the server had more memory than it may have, so that the server was ended. */
  isHeavy = false;
  /** Whether the preloaded module takes part: the server runs on Node. */
  isListening = false;
  /** The most memory of a process, in megabytes. */
  readonly memory: number;
  /** The first file that the server wanted to write at its start, and could not as all files are read-only. */
  refused: string | undefined;
  /** Whether the server had ended before it was asked to. */
  endedByItself = false;
  readonly #command: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #gate: WallGate | undefined;
  readonly #onend: (() => void) | undefined;
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  #ending: Ending | undefined;
  /** The exit code that the server itself has told, which no signal has given it. */
  #exit: number | undefined;
  #stderr = "";
  #received = { bytes: 0, messages: 0 };

  constructor(command: readonly string[], env: NodeJS.ProcessEnv, { memory, gate, onclose }: ProcessOptions) {
    this.#command = command;
    this.#env = env;
    this.#gate = gate;
    this.#onend = onclose;
    this.memory = memory;
  }

  /** Where the files of the server are to be found, as what it writes may be a copy; "" where they are the system's. */
  get root(): string {
    return this.#gate?.held.includes("files") === true ? `/proc/${this.#child?.pid}/root` : "";
  }

  /** How the server has ended, if it has. */
  get ending(): Ending | undefined {
    return this.#ending && this.#exit !== undefined ? { code: this.#exit, signal: null } : this.#ending;
  }

  /** The end of what the server wrote to stderr. */
  get stderr(): string {
    return this.#stderr.trim();
  }

  start(): Promise<void> {
    const [file = "", ...args] = this.#command;
    // A group of its own, so that all of it can be ended, and a Ctrl-C reaches the prover alone.
    const options = { env: this.#env, detached: !isWindows, shell: isWindows, windowsHide: true } as const;
    const child = spawn(file, args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    readLines(
      child.stdout,
      (line) => this.#readMessage(line),
      (bytes) => this.#count({ bytes }),
    );
    readLines(
      child.stderr,
      (line) => this.#readReport(line),
      () => undefined,
    );
    child.stdin.on("error", () => {
      // The end of the process says why.
    });
    const stopWatch = watchMemory(child.pid ?? 0, this.memory, () => {
      this.isHeavy = true;
      this.killAll();
    });
    child.once("exit", (code, signal) => {
      stopWatch();
      this.#ending = this.#gate ? readShellEnding(code, signal) : { code, signal };
      this.#onjudged?.();
      // What it has written may arrive after its end; a process that it leaves behind may keep the pipe open.
      const closed = new Promise((resolve) => child.once("close", resolve));
      void Promise.race([closed, sleep(lastWords, undefined, { ref: false })]).then(() => this.onclose?.());
    });
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      if (!this.#gate) child.once("spawn", resolve);
      else
        this.#onjudged = () => {
          if (this.#gate?.holds === true) resolve();
          else reject(new ProveError("The walls do not hold."));
        };
    });
  }

  /** Called when the walls have been judged, or the process has ended before. */
  #onjudged?: () => void;

  send(message: unknown): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#child || this.ending) resolve();
      else this.#child.stdin.write(`${JSON.stringify(message)}\n`, () => resolve());
    });
  }

  /** The SDK says what was agreed. */
  setProtocolVersion(version: string): void {
    this.protocolVersion = version;
  }

  /** Tells the preloaded module which fault the next message has, or that a call is over. */
  async control(control: Control): Promise<void> {
    if (this.isListening) await this.send({ [controlKey]: control });
  }

  /** Begins to count anew what the server sends. */
  resetCount(): void {
    this.#received = { bytes: 0, messages: 0 };
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.endedByItself = this.ending !== undefined;
    child.stdin.end();
    for (const signal of [undefined, "SIGTERM", "SIGKILL"] as const) {
      if (signal) this.#kill(signal);
      await Promise.race([this.#waitForEnd(), sleep(patience, undefined, { ref: false })]);
      if (this.ending) break;
    }
    this.killAll();
    await Promise.race([this.#waitForEnd(), sleep(patience, undefined, { ref: false })]);
    this.#onend?.();
  }

  /** Ends at once what is left of the server. */
  killAll(): void {
    this.#kill("SIGKILL");
    for (const pid of listProcesses(this.#env[runVariable]!)) tryKill(pid);
    this.#child?.stdout.destroy();
    this.#child?.stderr.destroy();
  }

  #waitForEnd(): Promise<void> {
    return new Promise((resolve) => (this.ending ? resolve() : this.#child?.once("exit", () => resolve())));
  }

  #kill(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    if (isWindows) spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"]);
    else tryKill(-pid, signal);
  }

  #readMessage(line: string): void {
    if (line.trim() === "") return;
    this.#count({ messages: 1 });
    const message = parseJSON(line, Infinity);
    if (typeof message === "object" && message !== null) this.onmessage?.(message);
    else this.noise ??= line.slice(0, 200);
  }

  #readReport(line: string): void {
    const start = (go: string): void => {
      // What does not stand behind the walls that it shall is not started.
      if (this.#gate?.holds === true) this.#child?.stdin.write(`${go}\n`);
      this.#onjudged?.();
    };
    if (this.#gate?.read(line, start) === true) return;
    this.#readLine(line);
  }

  #readLine(line: string): void {
    const start = line.indexOf(reportMark);
    if (start < 0) {
      this.#stderr = `${this.#stderr}${line}\n`.slice(-mostStderr);
      return;
    }
    const report = parseJSON(line.slice(start + reportMark.length)) as Report | undefined;
    if (report && "listening" in report) this.isListening = true;
    else if (report && "exit" in report) this.#exit = report.exit;
    else if (report) this.onreport?.(report);
  }

  #count({ bytes = 0, messages = 0 }): void {
    this.#received.bytes += bytes;
    this.#received.messages += messages;
    // What was on its way ends nothing anew.
    if (this.isFlooding || (this.#received.bytes <= mostBytes && this.#received.messages <= mostMessages)) return;
    this.isFlooding = true;
    this.killAll();
  }
}

/** A shell tells of a signal by an exit code above this one. */
const signalled = 128;

/** Reads how a server ended from the end of the shell that waits for it. */
function readShellEnding(code: number | null, signal: string | null): Ending {
  const number = (code ?? 0) - signalled;
  const name = Object.entries(constants.signals).find(([, each]) => each === number)?.[0];
  return name === undefined ? { code, signal } : { code: null, signal: name };
}

/** Lists the processes of a run that have left its group, where the system tells of their environment. */
function listProcesses(run: string): readonly number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && readEnvironment(name).includes(`${runVariable}=${run}`))
      .map(Number);
  } catch {
    // This system has no such list: the group of the server was ended, and nothing more is known.
    return [];
  }
}

function readEnvironment(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    // It is somebody else's, or has ended.
    return "";
  }
}

function tryKill(pid: number, signal: NodeJS.Signals = "SIGKILL"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
