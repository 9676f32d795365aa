import { randomInt } from "node:crypto";
import type { ContractData } from "../contract/contract-data.js";
import { AuditWatch } from "./audit-watch.js";
import { faultKinds, type FaultKind } from "./fault-kinds.js";
import { loadSdk, type Sdk } from "./find-sdk.js";
import { createCall, listOperations, type Operation } from "./operations.js";
import { judge, type Trial } from "./oracle.js";
import { countVerdicts, type Cell, type Column, type Problem, type Proof, type Row } from "./proof.js";
import { ProveError } from "./prove-error.js";
import type { ServerProcess } from "./server-process.js";
import { describeEnding, Session, type Answer, type Limits } from "./session.js";
import { detectContract, isFailing } from "./speak.js";
import { createInput, listRequired, type Input } from "./valid-input.js";
import { listStarts, type Start } from "./walls.js";
import { createWrongInputs, inputKinds, type InputKind, type WrongInput } from "./wrong-input.js";

/** What is proved, and how. */
export interface ProveOptions {
  /** The command that starts the server, or its address. */
  readonly target:
    { readonly command: readonly string[] } | { readonly url: URL; readonly headers: Readonly<Record<string, string>> };
  readonly cwd: string;
  readonly limits: Limits;
  /** The bound on the whole, in milliseconds. */
  readonly whole: number;
  readonly seed?: number | undefined;
  /** How many wrong inputs of each kind are tried. */
  readonly tries: number;
  /** The contract that the server follows; without, the one that its answers show. */
  readonly contract?: ContractData | undefined;
  /** Inputs by the name of their tool. */
  readonly inputs: Readonly<Record<string, Input>>;
  /** Codes or conditions by the name of a column, or of a tool, a colon and a column. */
  readonly expect: Readonly<Record<string, readonly (string | number)[]>>;
  /** Tools that are called first, whenever the server has been started, such as the one that begins a session. */
  readonly first: readonly string[];
  /** Tools that are called although nothing holds them back. */
  readonly allow: readonly string[];
  /** The tools and columns that are looked at; all where none is named. */
  readonly only: { readonly operations: readonly string[]; readonly columns: readonly string[] };
  readonly audit?: string | undefined;
  /** Files and folders that the server may write to. */
  readonly writable: readonly string[];
  /** Says what is being done. */
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
}

const withoutInput: Column = {
  name: "valid",
  group: "input",
  meaning: "the input is valid, and what would leave the server is refused",
  expected: [],
};

const columnOfInput = ({ name, meaning, expected }: InputKind): Column => ({ name, group: "input", meaning, expected });
const columnOfFault = ({ name, family, meaning, expected }: FaultKind): Column => ({
  name,
  group: family,
  meaning,
  expected,
});

/** Calls everything that a server offers, with every wrong input and every fault, and judges the answers. */
export async function prove(options: ProveOptions): Promise<Proof> {
  const sdk = await loadSdk(options.cwd);
  const run = new Run(sdk, options);
  try {
    return await run.prove();
  } finally {
    await run.close();
  }
}

/** Makes the inputs that the schemas of a server's tools and prompts give, to be completed by hand. */
export async function draftInputs(options: ProveOptions): Promise<Readonly<Record<string, Input>>> {
  const run = new Run(await loadSdk(options.cwd), options);
  try {
    return await run.draft();
  } finally {
    await run.close();
  }
}

class Run {
  readonly #sdk: Sdk;
  readonly #options: ProveOptions;
  readonly #seed: number;
  readonly #audit: AuditWatch | undefined;
  readonly #deadline: number;
  #session: Session | undefined;
  /** The server that runs, or that is being started. */
  #server: ServerProcess | undefined;
  /** The way in which the server starts. */
  #start: Start | undefined;
  #contract: ContractData | undefined;
  #hasFaults = false;
  /** Whether something that was open before the first call is so no longer: what a fault is about may be gone. */
  #isWorn = false;
  #protocolVersion = "";
  readonly #problems = new Map<string, Problem>();

  constructor(sdk: Sdk, options: ProveOptions) {
    this.#sdk = sdk;
    this.#options = options;
    this.#seed = options.seed ?? randomInt(2 ** 31);
    this.#contract = options.contract;
    this.#audit = options.audit === undefined ? undefined : new AuditWatch(options.audit);
    this.#deadline = Date.now() + options.whole;
    // The user does not want to wait for a server that ends by itself.
    options.signal.addEventListener("abort", () => this.#server?.killAll(), { once: true });
  }

  async prove(): Promise<Proof> {
    const { target, only } = this.#options;
    const session = await this.#connect();
    const listed: Problem[] = [];
    const operations = await listOperations(session, listed);
    for (const { kind, message } of listed) this.#addProblem(kind, message);
    if (operations.length === 0) throw new ProveError("The server lists no tools, no resources and no prompts.");
    const isWanted = (list: readonly string[], name: string): boolean => list.length === 0 || list.includes(name);
    const wanted = operations.filter(
      ({ name, isKnown }) => isWanted(only.operations, name) && (isKnown || only.operations.length === 0),
    );
    if (wanted.length === 0)
      throw new ProveError(
        `--only names nothing that the server offers: ${operations
          .filter(({ isKnown }) => isKnown)
          .map(({ name }) => name)
          .join(", ")}.`,
      );
    const { info } = session;
    this.#protocolVersion = session.protocolVersion;
    const hasFaults = (this.#hasFaults = session.server?.isListening ?? false);
    const columns = [
      withoutInput,
      ...inputKinds.map(columnOfInput),
      ...(hasFaults ? faultKinds.map(columnOfFault) : []),
    ];
    const shown = columns.filter(({ name }) => isWanted(only.columns, name));
    this.#contract ??= await this.#findContract(wanted);
    const rows: Row[] = [];
    for (const operation of wanted) {
      this.#options.note(`${rows.length + 1} of ${wanted.length}: ${operation.name}`);
      rows.push(await this.#proveOperation(operation, shown));
    }
    const { noise } = session.server ?? {};
    if (noise !== undefined)
      this.#addProblem("stdout", `it prints to stdout, which is for messages alone: ${JSON.stringify(noise)}`);
    return {
      proof: 1,
      server: { name: info.name, version: info.version },
      command: "command" in target ? target.command.join(" ") : target.url.href,
      sdk: this.#sdk.name,
      date: new Date().toISOString(),
      seed: this.#seed,
      contract: this.#contract?.name ?? null,
      walls: session.walls ?? null,
      hasFaults,
      columns: shown,
      rows,
      problems: [...this.#problems.values()],
      totals: countVerdicts(rows),
    };
  }

  async draft(): Promise<Readonly<Record<string, Input>>> {
    const operations = await listOperations(await this.#connect(), []);
    const called = operations.filter(({ kind, isKnown }) => isKnown && kind !== "resource");
    return Object.fromEntries(
      called.map(({ name, schema }) => [name, this.#options.inputs[name] ?? createInput(schema)]),
    );
  }

  async close(): Promise<void> {
    await this.#session?.close();
  }

  #addProblem(kind: string, message: string): void {
    this.#problems.set(kind, { kind, message });
  }

  /** Returns the session, a new one where the last has ended. */
  async #connect(): Promise<Session> {
    this.#options.signal.throwIfAborted();
    if (Date.now() > this.#deadline) {
      const seconds = this.#options.whole / 1000;
      throw new ProveError(
        `The proof takes longer than ${seconds} s: --whole SECONDS gives more, --only NAME needs less.`,
      );
    }
    return (this.#session ??= await this.#open());
  }

  async #open(): Promise<Session> {
    const { target, limits, writable, audit } = this.#options;
    if ("url" in target) return Session.reach(this.#sdk, target.url, target.headers, limits);
    const files = { writable, untouched: audit === undefined ? [] : [audit] };
    const starts = this.#start ? [this.#start] : listStarts(target.command, [...writable, ...files.untouched]);
    let failure: unknown;
    let isSilent = false;
    for (const start of starts) {
      this.#options.signal.throwIfAborted();
      // A server that waits would wait behind each wall; one that ends does so at once.
      if (isSilent && start !== starts.at(-1)) continue;
      try {
        const session = await Session.start(this.#sdk, start, files, limits, (server) => (this.#server = server));
        this.#start = start;
        for (const name of this.#options.first)
          await session.call(
            "tools/call",
            { name, arguments: this.#options.inputs[name] ?? {} },
            undefined,
            () => undefined,
          );
        return session;
      } catch (error) {
        failure = error;
        isSilent = this.#server?.endedByItself === false;
      }
    }
    throw failure;
  }

  /** Returns whether nothing that a call may do harms. */
  #isHarmless({ kind, name, isReadOnly, isKnown }: Operation): boolean {
    const hasWall = this.#start?.walls.permission === true && this.#hasFaults;
    return hasWall || !isKnown || kind !== "tool" || isReadOnly || this.#options.allow.includes(name);
  }

  /** Finds the contract in the answers to what the server does not have, and to calls without input. */
  async #findContract(operations: readonly Operation[]): Promise<ContractData | undefined> {
    for (const operation of operations.filter((each) => this.#isHarmless(each)).slice(-6)) {
      const contract = detectContract(await this.#call(operation, {}, undefined));
      if (contract) return contract;
    }
    return undefined;
  }

  async #proveOperation(operation: Operation, columns: readonly Column[]): Promise<Row> {
    const { kind, name, isKnown } = operation;
    if (!this.#isHarmless(operation))
      return {
        kind,
        name,
        isKnown,
        cells: columns.map(({ name: column }) => ({ column, verdict: "not called", problems: [] })),
      };
    if (!isKnown) return { kind, name, isKnown, cells: [await this.#proveUnknown(operation)] };
    const input = this.#options.inputs[name] ?? createInput(operation.schema);
    const usual = await this.#call(operation, input, undefined);
    const cells: Cell[] = [];
    const unreached = new Set<string>();
    for (const column of columns) {
      const fault = faultKinds.find((each) => each.name === column.name);
      const wrong = inputKinds.find((each) => each.name === column.name);
      if (wrong) {
        const cell = kind === "resource" ? undefined : await this.#proveInput(operation, column, wrong, input);
        if (cell) cells.push(cell);
      } else if (fault) {
        // What a call does not come to under one fault, it does not come to under another of its kind.
        const family = fault.family === "http" ? "network" : fault.family;
        const group = `${family} ${fault.uses.join()}`;
        const cell: Cell = unreached.has(group)
          ? { column: column.name, verdict: "not reached", problems: [] }
          : await this.#proveCall(operation, column, { input, isRefused: false }, fault, usual);
        if (cell.verdict === "not reached" && !cell.hits?.some((hit) => hit.family === family)) unreached.add(group);
        cells.push(cell);
      } else {
        cells.push(await this.#judge(operation, column, { input, isRefused: false }, undefined, usual));
      }
    }
    return { kind, name, isKnown, cells, ...this.#describeInput(usual) };
  }

  /** Says that an input which should be valid was refused: what stands below the tool is not reached. */
  #describeInput(usual: Answer): Pick<Row, "note"> {
    if (!isFailing(usual, this.#contract) || usual.hits.length > 0 || usual.passed > 0) return {};
    return { note: "its input fails before anything is reached; --inputs FILE gives it another" };
  }

  async #proveUnknown(operation: Operation): Promise<Cell> {
    const column: Column = {
      name: "unknown",
      group: "input",
      meaning: `there is no such ${operation.kind}`,
      expected: ["not_found", "unknown_operation", "invalid_input"],
    };
    return this.#proveCall(operation, column, { input: {}, isRefused: true }, undefined);
  }

  /** Tries the wrong inputs of a kind until one shows a problem, and makes that one as small as it can be. */
  async #proveInput(operation: Operation, column: Column, kind: InputKind, input: Input): Promise<Cell | undefined> {
    let cell: Cell | undefined;
    for (const wrong of createWrongInputs(kind, operation.schema, input, this.#seed, this.#options.tries)) {
      cell = await this.#proveCall(operation, column, wrong, undefined);
      if (cell.verdict === "wrong") return this.#shrink(operation, column, wrong, input, cell);
    }
    return cell;
  }

  /** Leaves out of a failing call what does not make it wrong, and shortens its texts, while it fails the same way. */
  async #shrink(operation: Operation, column: Column, wrong: WrongInput, valid: Input, cell: Cell): Promise<Cell> {
    let [smallest, input] = [cell, wrong.input];
    if (isCostly(cell)) return cell;
    const required = listRequired(operation.schema);
    const tryInput = async (smaller: Input): Promise<boolean> => {
      const other = await this.#proveCall(operation, column, { ...wrong, input: smaller }, undefined);
      if (other.problems[0]?.kind !== cell.problems[0]?.kind) return false;
      [smallest, input] = [other, smaller];
      return true;
    };
    for (const name of Object.keys(input).filter((each) => input[each] === valid[each] && !required.includes(each))) {
      const { [name]: _, ...rest } = input;
      await tryInput(rest);
    }
    if (wrong.isRefused) return smallest;
    for (const name of Object.keys(input)) {
      for (let text = input[name]; typeof text === "string" && text.length > 1; text = input[name])
        if (!(await tryInput({ ...input, [name]: text.slice(0, Math.ceil(text.length / 2)) }))) break;
    }
    return smallest;
  }

  async #proveCall(
    operation: Operation,
    column: Column,
    wrong: WrongInput,
    kind: FaultKind | undefined,
    usual?: Answer,
  ): Promise<Cell> {
    const answer = await this.#call(operation, wrong.input, kind);
    return this.#judge(operation, column, wrong, kind, answer, usual);
  }

  async #judge(
    operation: Operation,
    column: Column,
    { input, isRefused }: WrongInput,
    kind: FaultKind | undefined,
    answer: Answer,
    usual?: Answer,
  ): Promise<Cell> {
    const { target, expect } = this.#options;
    const isLogged = this.#audit?.hasGrown;
    const isRepeated = this.#contract && answer.outcome !== "silence" && isFailing(answer, this.#contract);
    const trial: Trial = {
      operation,
      column: {
        ...column,
        expected: expect[`${operation.name}:${column.name}`] ?? expect[column.name] ?? column.expected,
      },
      call: createCall(operation, input),
      kind,
      isRefused,
      answer,
      usual,
      again: isRepeated ? await this.#call(operation, input, kind) : undefined,
      contract: this.#contract,
      command: "command" in target ? target.command.join("\n") : target.url.href,
      protocolVersion: this.#protocolVersion,
      isLogged,
    };
    return judge(trial);
  }

  async #call(operation: Operation, input: Input, kind: FaultKind | undefined): Promise<Answer> {
    if (kind && this.#isWorn) await this.#renew();
    const session = await this.#connect();
    this.#audit?.look();
    const { method, params } = createCall(operation, input);
    const answer = await session.call(method, params, kind, () => this.#audit?.compare());
    this.#isWorn ||= answer.hits.some(({ operation: name }) => openBefore.test(name));
    if (answer.outcome === "death")
      this.#addProblem(
        "died",
        `it ended during a call of ${operation.name}, ${session.server ? describeEnding(session.server) : ""}`,
      );
    // A server that waits for what never comes may go on waiting.
    if ((answer.outcome !== "result" && answer.outcome !== "error") || !answer.isAlive) await this.#renew();
    return answer;
  }

  async #renew(): Promise<void> {
    await this.#session?.close();
    this.#session = undefined;
    this.#isWorn = false;
  }
}

/** What is done with connections, children and files that are open. */
const openBefore = /^(?:socket|child|http2)\.|^fs\.(?:read|write)v?$/;

/** Returns whether a problem takes too long to be shown again and again. */
const isCostly = ({ problems }: Cell): boolean =>
  problems.some(({ kind }) => ["died", "no answer", "hangs"].includes(kind));
