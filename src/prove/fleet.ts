import type { FaultKind } from "./faults/fault-kinds.js";
import type { Input } from "./calls/valid-input.js";
import { createCall, type Operation } from "./calls/operations.js";
import type { Problem } from "./proof/proof.js";
import { ProveError } from "./server/prove-error.js";
import type { ProveOptions } from "./prove-options.js";
import type { Sdk } from "./server/find-sdk.js";
import type { ServerProcess } from "./server/server-process.js";
import { Session, StartError, type Answer, type Setup } from "./server/session.js";
import { listStarts, type Start } from "./server/starts.js";
import type { Walls } from "./server/walls.js";
import { Slots } from "./slots.js";

/** Why a server did not start while another one ran. */
export class StartedTwice extends ProveError {}

/** A start behind walls that failed, and with what words. */
export interface FailedStart {
  readonly walls: Walls;
  readonly message: string;
  /** The file that the server wanted to write, where it is known. */
  readonly refused: string | undefined;
}

/** The servers of a proof: the same one, started as often as it is needed. */
export class Fleet {
  /** What is wrong with the server as a whole, by kind. */
  readonly problems = new Map<string, Problem>();
  readonly failedStarts: FailedStart[] = [];
  /** Why the system has not all walls, where it has not. */
  wallReason = "";
  readonly sdk: Sdk;
  readonly options: ProveOptions;
  readonly #deadline: number;
  readonly #slots: Slots;
  readonly #servers = new Set<ServerProcess>();
  /** How many servers run or are being started, and how many have ever been. */
  #count = 0;
  #begun = 0;
  /** The way in which the server starts. */
  #start: Start | undefined;

  constructor(sdk: Sdk, options: ProveOptions) {
    this.sdk = sdk;
    this.options = options;
    this.#deadline = Date.now() + options.whole;
    this.#slots = new Slots(options.jobs);
    // The user does not want to wait for servers that end by themselves.
    const end = (): void => this.#servers.forEach((server) => server.killAll());
    options.signal.addEventListener("abort", end, { once: true });
  }

  /** The walls behind which the server starts; `undefined` before the first start, and at an address. */
  get walls(): Walls | undefined {
    return this.#start?.walls;
  }

  addProblem(kind: string, message: string): void {
    this.problems.set(kind, { kind, message });
  }

  /** Does work when there is a place for it. */
  use<T>(work: () => Promise<T>): Promise<T> {
    return this.#slots.use(work);
  }

  /** @throws ProveError where the whole takes too long. */
  checkTime(): void {
    const { signal, whole } = this.options;
    signal.throwIfAborted();
    if (Date.now() > this.#deadline)
      throw new ProveError(
        `The proof takes longer than ${whole / 1000} s: --whole SECONDS gives more, --only NAME needs less.`,
      );
  }

  /**
   * Starts the server.
   *
   * @throws StartedTwice where it has started before, and does not while another one runs.
   */
  async begin(): Promise<Session> {
    const { target, limits, signal } = this.options;
    if ("url" in target) return Session.reach(this.sdk, target.url, target.headers, limits);
    const setup = this.#createSetup();
    const starts = this.#start ? [this.#start] : await this.#listStarts(target.command, setup);
    const [others, before] = [this.#count, this.#begun++];
    this.#count++;
    let failure: unknown;
    let isSilent = false;
    for (const start of starts) {
      signal.throwIfAborted();
      // A server that waits would wait behind each wall; one that ends does so at once.
      if (isSilent && start !== starts.at(-1)) continue;
      try {
        const session = await this.#startBehind(start, setup);
        this.#start = start;
        return session;
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        failure = error;
        isSilent = !error.server.endedByItself;
        if (!this.#start)
          this.failedStarts.push({ walls: start.walls, message: error.message, refused: error.server.refused });
      }
    }
    this.#count--;
    const isAlone = others === 0 && this.#begun === before + 1;
    throw isAlone || isSilent ? failure : new StartedTwice((failure as Error).message, { cause: failure });
  }

  async #listStarts(command: readonly string[], { writable, untouched }: Setup): Promise<readonly Start[]> {
    const { starts, reason } = await listStarts(command, [...writable, ...untouched]);
    this.wallReason = reason;
    return starts;
  }

  async #startBehind(start: Start, setup: Setup): Promise<Session> {
    let server: ServerProcess | undefined;
    const watch = (each: ServerProcess): void => {
      server = each;
      this.#servers.add(each);
    };
    try {
      return await this.use(() => Session.start(this.sdk, start, setup, this.options.limits, watch));
    } catch (error) {
      if (server) this.#servers.delete(server);
      throw error;
    }
  }

  #createSetup(): Setup {
    const { cwd, writable, audit, memory } = this.options;
    return { cwd, writable, untouched: audit === undefined ? [] : [audit], memory };
  }

  /** Says that a session has ended. */
  forget({ server }: Session): void {
    if (!server) return;
    this.#servers.delete(server);
    this.#count--;
  }
}

/** A server that is there whenever it is called: it is started again where a call has ended or worn it. */
export class Connection {
  readonly #fleet: Fleet;
  #session: Session | undefined;
  /** Whether something that was open before the first call is so no longer: what a fault is about may be gone. */
  #isWorn = false;

  constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  /** Whether the server runs that was called last. */
  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  /** Returns the session, a new one where the last has ended. */
  async open(): Promise<Session> {
    const { first, inputs } = this.#fleet.options;
    this.#fleet.checkTime();
    if (this.#session) return this.#session;
    const session = (this.#session = await this.#fleet.begin());
    for (const name of first) await session.call("tools/call", { name, arguments: inputs[name] ?? {} });
    return session;
  }

  /** Calls an operation, with a fault below it or none. */
  async call(operation: Operation, input: Input, kind?: FaultKind): Promise<Answer> {
    if (kind && this.#isWorn) await this.close();
    const session = await this.open();
    const { method, params } = createCall(operation, input);
    const answer = await this.#fleet.use(() => session.call(method, params, kind, this.#fleet.options.audit));
    this.#isWorn ||= answer.hits.some(({ operation: name }) => openBefore.test(name));
    if (answer.outcome === "death")
      this.#fleet.addProblem("died", `it ended during a call of ${operation.name}, ${answer.ending ?? ""}`);
    if (session.server?.noise !== undefined) {
      const noise = JSON.stringify(session.server.noise);
      this.#fleet.addProblem("stdout", `it prints to stdout, which is for messages alone: ${noise}`);
    }
    // A server that waits for what never comes may go on waiting.
    if ((answer.outcome !== "result" && answer.outcome !== "error") || !answer.isAlive) await this.close();
    return answer;
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    this.#isWorn = false;
    if (!session) return;
    await session.close();
    this.#fleet.forget(session);
  }
}

/** What is done with connections, children and files that are open. */
const openBefore = /^(?:socket|child|http2)\.|^fs\.(?:read|write)v?$/;
