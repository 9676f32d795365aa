import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "../../boundary/time-limit.js";
import { readMember } from "../../json/read.js";
import { numberOf, type FaultKind } from "../fault-kinds.js";
import type { Sdk } from "./find-sdk.js";
import { ProveError } from "../prove-error.js";
import { canaryVariable, runVariable, untouchedVariable, writableVariable, type Hit } from "../report-lines.js";
import { ServerProcess, type Transport } from "./server-process.js";
import { addPreload, type Start, type Walls } from "./walls.js";

/** What came of a request. */
export interface Answer {
  /** A result, an error of the protocol, nothing in time, or the end of the server. */
  readonly outcome: "result" | "error" | "silence" | "death";
  /** The result or the error, as it was sent. */
  readonly value: unknown;
  readonly ms: number;
  readonly hits: readonly Hit[];
  /** How many operations of the call took place after the first that did not. */
  readonly passed: number;
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

/** The files that a server may write to, and those of them that no fault concerns. */
interface WritableFiles {
  readonly writable: readonly string[];
  readonly untouched: readonly string[];
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
  #passed = 0;
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
    files: WritableFiles,
    limits: Limits,
    watch: (server: ServerProcess) => void,
  ): Promise<Session> {
    const server = new ServerProcess(start.command, {
      ...process.env,
      NODE_OPTIONS: addPreload(process.env.NODE_OPTIONS),
      [runVariable]: randomUUID(),
      [writableVariable]: JSON.stringify(files.writable),
      [untouchedVariable]: JSON.stringify(files.untouched),
      [canaryVariable]: canary,
    });
    watch(server);
    const session = new Session(sdk, server, limits, start);
    server.onreport = (report) => {
      if ("hit" in report) session.#hits.push(report.hit);
      else if ("ended" in report) [session.#ended, session.#passed] = [report.ended, report.passed];
    };
    try {
      await session.#connect();
    } catch (error) {
      await server.close();
      throw new ProveError(describeStart(server, limits, error), { cause: error });
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
    [this.#hits, this.#passed] = [[], 0];
    this.server?.resetCount();
    await this.server?.control({ call, fault: numberOf(kind) });
    const logged = readSize(audit);
    const answer = await this.#send(method, params);
    const isLogged = logged === undefined ? undefined : readSize(audit)! > logged;
    await this.server?.control({ call });
    const next = answer.outcome === "death" ? undefined : await this.#send("ping", {});
    const isAlive = next?.outcome === "result" || next?.outcome === "error";
    // Both ways of the server are read in turns: the end of the call may arrive after what follows it.
    for (let turn = 0; isAlive && this.server?.isListening && this.#ended < call && turn < 200; turn++) await sleep(5);
    return {
      ...answer,
      isLogged,
      hits: this.#hits,
      passed: this.#passed,
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
    if (ms >= this.#limits.call) return { outcome: "silence", value: undefined, ms };
    return { outcome: "error", value: { message: String(readMember(failure, "message")) }, ms };
  }

  async close(): Promise<void> {
    await Promise.race([this.#client.close(), sleep(5_000, undefined, { ref: false })]).catch(() => {
      // What is left of the server is ended below.
    });
    await this.server?.close();
  }
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

function describeEnding({ ending, isFlooding }: ServerProcess): string {
  if (isFlooding) return "because it floods its client with more than 64 MB or 5,000 messages";
  return ending?.signal ? `by the signal ${ending.signal}` : `with the exit code ${String(ending?.code)}`;
}

/** What Node and its exceptions print around what the server says. */
const around = /^(?:\s+at |Node\.js v|\(node:|\(Use `node)|^\s*\^*\s*$/;

const lastLines = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !around.test(line))
    .slice(-3)
    .join(" / ")
    .slice(-400);

function describe(outcome: Answer["outcome"], value: unknown): string {
  if (outcome === "error") return `the error ${JSON.stringify(value).slice(0, 200)}`;
  return outcome === "silence" ? "nothing in time" : `the end of the server ${String(value)}`;
}
