import { createCall, type Operation } from "../operations.js";
import type { FaultKind } from "../fault-kinds.js";
import type { Sdk } from "./find-sdk.js";
import type { Problem } from "../proof.js";
import { ProveError } from "../prove-error.js";
import type { ProveOptions } from "../prove-options.js";
import type { ServerProcess } from "./server-process.js";
import { Session, type Answer } from "./session.js";
import type { Input } from "../inputs/valid-input.js";
import { listStarts, type Start } from "./walls.js";

/** A server that is there whenever it is called: it is started again where a call has ended or worn it. */
export class Connection {
  /** What is wrong with the server as a whole, by kind. */
  readonly problems = new Map<string, Problem>();
  readonly sdk: Sdk;
  readonly #options: ProveOptions;
  readonly #deadline: number;
  #session: Session | undefined;
  /** The server that runs, or that is being started. */
  #server: ServerProcess | undefined;
  /** The way in which the server starts. */
  #start: Start | undefined;
  /** Whether something that was open before the first call is so no longer: what a fault is about may be gone. */
  #isWorn = false;

  constructor(sdk: Sdk, options: ProveOptions) {
    this.sdk = sdk;
    this.#options = options;
    this.#deadline = Date.now() + options.whole;
    // The user does not want to wait for a server that ends by itself.
    options.signal.addEventListener("abort", () => this.#server?.killAll(), { once: true });
  }

  addProblem(kind: string, message: string): void {
    this.problems.set(kind, { kind, message });
  }

  /** Returns the session, a new one where the last has ended. */
  async open(): Promise<Session> {
    const { signal, whole, first, inputs } = this.#options;
    signal.throwIfAborted();
    if (Date.now() > this.#deadline)
      throw new ProveError(
        `The proof takes longer than ${whole / 1000} s: --whole SECONDS gives more, --only NAME needs less.`,
      );
    if (this.#session) return this.#session;
    const session = (this.#session = await this.#begin());
    for (const name of first) await session.call("tools/call", { name, arguments: inputs[name] ?? {} });
    return session;
  }

  async #begin(): Promise<Session> {
    const { target, limits, writable, audit, signal } = this.#options;
    if ("url" in target) return Session.reach(this.sdk, target.url, target.headers, limits);
    const files = { writable, untouched: audit === undefined ? [] : [audit] };
    const starts = this.#start ? [this.#start] : listStarts(target.command, [...writable, ...files.untouched]);
    let failure: unknown;
    let isSilent = false;
    for (const start of starts) {
      signal.throwIfAborted();
      // A server that waits would wait behind each wall; one that ends does so at once.
      if (isSilent && start !== starts.at(-1)) continue;
      try {
        const session = await Session.start(this.sdk, start, files, limits, (server) => (this.#server = server));
        this.#start = start;
        return session;
      } catch (error) {
        failure = error;
        isSilent = this.#server?.endedByItself === false;
      }
    }
    throw failure;
  }

  /** Calls an operation, with a fault below it or none. */
  async call(operation: Operation, input: Input, kind?: FaultKind): Promise<Answer> {
    if (kind && this.#isWorn) await this.close();
    const session = await this.open();
    const { method, params } = createCall(operation, input);
    const answer = await session.call(method, params, kind, this.#options.audit);
    this.#isWorn ||= answer.hits.some(({ operation: name }) => openBefore.test(name));
    if (answer.outcome === "death")
      this.addProblem("died", `it ended during a call of ${operation.name}, ${answer.ending ?? ""}`);
    // A server that waits for what never comes may go on waiting.
    if ((answer.outcome !== "result" && answer.outcome !== "error") || !answer.isAlive) await this.close();
    return answer;
  }

  async close(): Promise<void> {
    await this.#session?.close();
    this.#session = undefined;
    this.#isWorn = false;
  }
}

/** What is done with connections, children and files that are open. */
const openBefore = /^(?:socket|child|http2)\.|^fs\.(?:read|write)v?$/;
