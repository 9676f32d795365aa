import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "../../boundary/time-limit.js";
import { isObject, readMember } from "../../json/read.js";
import { readClientError } from "../../libraries/mcp-clients.js";
import { numberOf, type FaultKind } from "../faults/fault-kinds.js";
import type { Sdk } from "./find-sdk.js";
import { ProveError } from "./prove-error.js";
import { canaryVariable, runVariable, type Hit } from "../faults/report-lines.js";
import { ServerProcess, type Transport } from "./server-process.js";
import { enterWalls, limitMemory } from "./namespaces.js";
import { addPreload } from "./preload-address.js";
import type { Start } from "./starts.js";
import { WallGate } from "./wall-gate.js";
import { wallKinds, type Walls } from "./walls.js";

/** What came of a request. */
export interface Answer {
  /** A result, an error of the protocol, nothing in time, or the end of the server. */
  readonly outcome: "result" | "error" | "silence" | "death";
  /** The result or the error, as it was sent. */
  readonly value: unknown;
  readonly ms: number;
  readonly hits: readonly Hit[];
  /** How many operations took place: of the call, and beside it. */
  readonly passed: number;
  readonly beside: number;
  /** Whether the server answered the next request, and otherwise how it ended, if it did. */
  readonly isAlive: boolean;
  readonly ending?: string | undefined;
  /** Whether the audit log had grown when the answer arrived; `undefined` where none is named. */
  readonly isLogged?: boolean | undefined;
}

/** How long requests may take, in milliseconds. */
export interface Limits {
  readonly call: number;
  readonly start: number;
}

/** What a server is started with. */
export interface Setup {
  readonly cwd: string;
  /** The files that it may write to, and those of them that no fault concerns. */
  readonly writable: readonly string[];
  readonly untouched: readonly string[];
  /** The most memory of each of its processes, in megabytes. */
  readonly memory: number;
}

/** Why a server could not be started, and the server that could not. */
export class StartError extends ProveError {
  readonly server: ServerProcess;

  constructor(message: string, server: ServerProcess, options: ErrorOptions) {
    super(message, options);
    this.server = server;
  }
}

/** A canary that is planted in the environment of every server. */
export const canary = `canary-${randomUUID()}`;

/** A connection to a server that runs. */
export class Session {
  readonly server: ServerProcess | undefined;
  readonly walls: Walls | undefined;
  readonly #sdk: Sdk;
  readonly #client: ReturnType<Sdk["createClient"]>;
  readonly #transport: Transport;
  readonly #limits: Limits;
  #calls = 0;
  #hits: Hit[] = [];
  #passed = { passed: 0, beside: 0 };
  #ended = 0;
  #request: { id?: unknown; response?: unknown } = {};

  private constructor(sdk: Sdk, transport: Transport, limits: Limits, start?: Start) {
    this.#sdk = sdk;
    this.#client = sdk.createClient();
    this.#transport = transport;
    this.#limits = limits;
    this.server = transport instanceof ServerProcess ? transport : undefined;
    this.walls = start?.walls;
  }

  /**
   * Starts a server.
   *
   * @throws what the SDK throws where the server does not answer; `server` of it says how it ended.
   */
  static async start(
    sdk: Sdk,
    start: Start,
    setup: Setup,
    limits: Limits,
    watch: (server: ServerProcess) => void,
  ): Promise<Session> {
    const server = createServer(start, setup);
    watch(server);
    const session = new Session(sdk, server, limits, start);
    server.onreport = (report) => {
      if ("hit" in report) session.#hits.push(report.hit);
      else if ("refused" in report) server.refused ??= report.refused;
      else if ("ended" in report) [session.#ended, session.#passed] = [report.ended, report];
    };
    try {
      await session.#connect();
    } catch (error) {
      await server.close();
      throw new StartError(describeStart(server, limits, error), server, { cause: error });
    }
    return session;
  }

  /** Reaches a server at an address. */
  static async reach(sdk: Sdk, url: URL, headers: Readonly<Record<string, string>>, limits: Limits): Promise<Session> {
    const session = new Session(sdk, sdk.createHttpTransport(url, headers), limits);
    try {
      await session.#connect();
    } catch (error) {
      throw new ProveError(describeReach(url, error), { cause: error });
    }
    return session;
  }

  async #connect(): Promise<void> {
    const { start } = this.#limits;
    // A transport may never let the SDK's own limit through.
    await waitFor(this.#client.connect(this.#transport, { timeout: start }), start, "There was no answer");
    // What the client receives is looked at as it is, before the SDK checks it.
    const { onmessage } = this.#transport;
    const send = this.#transport.send.bind(this.#transport);
    this.#transport.send = (message, ...rest: []) => {
      if (readMember(message, "method") !== undefined && readMember(message, "id") !== undefined)
        this.#request.id ??= readMember(message, "id");
      return send(message, ...rest);
    };
    this.#transport.onmessage = (message, ...rest: []) => {
      if (this.#request.id !== undefined && readMember(message, "id") === this.#request.id)
        this.#request.response ??= message;
      onmessage?.(message, ...rest);
    };
  }

  /** What the server says of itself, if it does. */
  get info(): { readonly name: string; readonly version: string } | undefined {
    return this.#client.getServerVersion();
  }

  get protocolVersion(): string {
    return this.#transport.protocolVersion ?? "";
  }

  get capabilities(): Readonly<Record<string, unknown>> {
    return this.#client.getServerCapabilities() ?? {};
  }

  /** Sends a request without a fault, and returns its result. */
  async ask(method: string, params: object = {}): Promise<unknown> {
    const { outcome, value } = await this.#send(method, params);
    if (outcome === "result") return value;
    throw new ProveError(`${method} is not answered with a result, but with ${describe(outcome, value)}.`);
  }

  /** Makes a call, with a fault below it or none. */
  async call(method: string, params: object, kind?: FaultKind, audit?: string): Promise<Answer> {
    const call = ++this.#calls;
    [this.#hits, this.#passed] = [[], { passed: 0, beside: 0 }];
    this.server?.resetCount();
    await this.server?.control({ call, fault: numberOf(kind) });
    const log = audit === undefined ? undefined : `${this.server?.root ?? ""}${audit}`;
    const logged = readSize(log);
    const answer = await this.#send(method, params);
    const isLogged = logged === undefined ? undefined : readSize(log)! > logged;
    await this.server?.control({ call });
    const next = answer.outcome === "death" ? undefined : await this.#send("ping", {});
    const isAlive = next?.outcome === "result" || next?.outcome === "error";
    // Both ways of the server are read in turns: the end of the call may arrive after what follows it.
    for (let turn = 0; isAlive && this.server?.isListening && this.#ended < call && turn < 200; turn++) await sleep(5);
    return {
      ...answer,
      isLogged,
      hits: this.#hits,
      passed: this.#passed.passed,
      beside: this.#passed.beside,
      isAlive,
      ending: this.server?.ending && describeEnding(this.server),
    };
  }

  async #send(method: string, params: object): Promise<Pick<Answer, "outcome" | "value" | "ms">> {
    const start = performance.now();
    const request: { id?: unknown; response?: unknown } = (this.#request = {});
    const options = { timeout: this.#limits.call, onprogress: () => undefined };
    const sent = this.#sdk.request(this.#client, { method, params }, options);
    const failure = await waitFor(sent, this.#limits.call + 1_000, "There was no answer").then(
      () => undefined,
      (error: unknown) => error,
    );
    const ms = Math.round(performance.now() - start);
    const response = request.response;
    const error = readMember(response, "error");
    if (error !== undefined) return { outcome: "error", value: error, ms };
    if (response !== undefined) return { outcome: "result", value: readMember(response, "result"), ms };
    if (this.server?.ending) return { outcome: "death", value: describeEnding(this.server), ms };
    // A timer may end a moment before its time.
    if (isObject(failure) && readClientError(failure).failure?.condition === "timeout")
      return { outcome: "silence", value: undefined, ms };
    return { outcome: "error", value: { message: String(readMember(failure, "message")) }, ms };
  }

  async close(): Promise<void> {
    await Promise.race([this.#client.close(), sleep(5_000, undefined, { ref: false })]).catch(() => {
      // What is left of the server is ended below.
    });
    await this.server?.close();
  }
}

/** Prepares the process of a server, behind the walls with which it starts. */
function createServer({ command, walls, build }: Start, setup: Setup): ServerProcess {
  const { untouched, writable, memory } = setup;
  const isLinux = process.platform === "linux";
  const options = addPreload(process.env.NODE_OPTIONS, { writable, untouched, canary });
  const env = {
    ...process.env,
    // Elsewhere the system has no such limit, and Node has one of its own.
    NODE_OPTIONS: isLinux ? options : `${options} --max-old-space-size=${Math.round(memory)}`,
    [runVariable]: randomUUID(),
    [canaryVariable]: canary,
  };
  if (!build) {
    const limited = ["sh", "-c", `${limitMemory(memory)}\nexec "$@"`, "error-contract", ...command];
    return new ServerProcess(isLinux ? limited : command, env, { memory });
  }
  const folder = mkdtempSync(path.join(tmpdir(), "error-contract-"));
  const needs = { ...setup, folder, writable: [...writable, ...untouched] };
  const expected = wallKinds.map(({ name }) => name).filter((name) => walls[name]);
  const gate = new WallGate(build, needs, expected);
  const onclose = (): void => rmSync(folder, { recursive: true, force: true });
  return new ServerProcess(enterWalls(build, needs, command), env, { memory, gate, onclose });
}

const readSize = (file: string | undefined): number | undefined =>
  file === undefined ? undefined : (statSync(file, { throwIfNoEntry: false })?.size ?? 0);

/** Says why a server that was started cannot be asked anything. */
function describeStart(server: ServerProcess, { start }: Limits, error: unknown): string {
  const said = server.stderr === "" ? "" : ` It says: ${lastLines(server.stderr)}`;
  if (server.isFlooding)
    return "The server floods its client: more than 64 MB or 5,000 messages before it has answered.";
  if (server.noise !== undefined)
    return `The server prints to stdout, which is for messages alone: ${JSON.stringify(server.noise)}.${said}`;
  if (server.endedByItself) return `The server ends at its start, ${describeEnding(server)}.${said}`;
  const reason = String(readMember(error, "message"));
  return `The server does not answer \`initialize\` within ${start / 1000} s: ${reason}.${said}`;
}

function describeReach(url: URL, error: unknown): string {
  const message = String(readMember(error, "message"));
  const stated = [
    readMember(error, "code"),
    readMember(error, "status"),
    readMember(readMember(error, "data"), "status"),
  ];
  if (readMember(error, "name") === "UnauthorizedError" || stated.some((status) => status === 401 || status === 403))
    return `${url.href} wants to know who calls: pass --header "Authorization: Bearer TOKEN".`;
  return `${url.href} cannot be reached: ${message.slice(0, 300)}.`;
}

function describeEnding({ ending, isFlooding, isHeavy, stderr, memory }: ServerProcess): string {
  if (isFlooding) return "because it floods its client with more than 64 MB or 5,000 messages";
  if (isHeavy || outOfMemory.test(stderr))
    return `because it needs more than ${memory} MB of memory (--memory MB gives more)`;
  return ending?.signal ? `by the signal ${ending.signal}` : `with the exit code ${String(ending?.code)}`;
}

/** How Node, Python and the C library say that there is no more memory. */
const outOfMemory = /out of memory|allocation failed|cannot allocate memory|MemoryError|bad_alloc/i;

/** What Node and its exceptions print around what the server says. */
const around = [
  /^(?:\s+at |Node\.js v|\(node:|\(Use `node)|^\s*\^*\s*$|^\}$/,
  /^\s+(?:errno|code|syscall|path|dest|address|port|hostname): /,
];

const lastLines = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !around.some((pattern) => pattern.test(line)))
    .slice(-3)
    .join(" / ")
    .slice(-400);

function describe(outcome: Answer["outcome"], value: unknown): string {
  if (outcome === "error") return `the error ${JSON.stringify(value).slice(0, 200)}`;
  return outcome === "silence" ? "nothing in time" : `the end of the server ${String(value)}`;
}
