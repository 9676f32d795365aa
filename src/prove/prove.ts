import { randomInt } from "node:crypto";
import type { ContractData } from "../contract/contract-data.js";
import { faultKinds, type FaultKind } from "./faults/fault-kinds.js";
import { Connection, Fleet, StartedTwice } from "./fleet.js";
import { createInput, type Input } from "./calls/valid-input.js";
import { inputKinds, type InputKind } from "./calls/wrong-input.js";
import { listOperations, type Operation } from "./calls/operations.js";
import { countVerdicts, type Column, type Problem, type Proof, type Row } from "./proof/proof.js";
import { joinFailures } from "./proof/join-failures.js";
import { ProveError } from "./server/prove-error.js";
import type { ProveOptions } from "./prove-options.js";
import { RowProver, type RowSetting } from "./prove-row.js";
import { loadSdk } from "./server/find-sdk.js";
import type { Session } from "./server/session.js";
import { areWhole } from "./server/walls.js";
import { detectContract } from "./verdicts/speak.js";
import { describeWalls, listAdvice } from "./advice.js";

const withoutFault: Column = {
  name: "valid",
  group: "input",
  meaning: "the input is valid, and what would leave the server is refused",
  expected: [],
};

const toColumn = (group: Column["group"], { name, meaning, expected }: InputKind | FaultKind): Column => ({
  name,
  group,
  meaning,
  expected,
});

/** Calls everything that a server offers, with every wrong input and every fault, and judges the answers. */
export async function prove(options: ProveOptions): Promise<Proof> {
  const fleet = new Fleet(await loadSdk(options.cwd), options);
  return withConnection(fleet, async (connection) => {
    const session = await connection.open();
    const listed: Problem[] = [];
    const operations = await listOperations(session, listed);
    for (const { kind, message } of listed) fleet.addProblem(kind, message);
    if (operations.length === 0) throw new ProveError("The server lists no tools, no resources and no prompts.");
    return new Run(fleet, connection, session).prove(operations);
  });
}

/** Makes the inputs that the schemas of a server's tools and prompts give, to be completed by hand. */
export async function draftInputs(options: ProveOptions): Promise<Readonly<Record<string, Input>>> {
  return withConnection(new Fleet(await loadSdk(options.cwd), options), async (connection) => {
    const operations = await listOperations(await connection.open(), []);
    const called = operations.filter(({ kind, isKnown }) => isKnown && kind !== "resource");
    return Object.fromEntries(called.map(({ name, schema }) => [name, options.inputs[name] ?? createInput(schema)]));
  });
}

async function withConnection<T>(fleet: Fleet, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = new Connection(fleet);
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

/** Returns those that an option names, all where it names none. */
function select<T extends { readonly name: string }>(
  option: string,
  names: readonly string[],
  all: readonly T[],
): readonly T[] {
  const unknown = names.find((name) => !all.some((each) => each.name === name));
  if (unknown === undefined) return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
  throw new ProveError(`--${option} expects ${all.map(({ name }) => name).join(", ")}; found "${unknown}".`);
}

/** How many servers live at once for each call that is worked on, and in all: most of them wait. */
const [perJob, mostServers] = [4, 16];

class Run {
  readonly #fleet: Fleet;
  /** The server that was asked for its lists. */
  readonly #connection: Connection;
  readonly #session: Session;
  readonly #options: ProveOptions;
  readonly #seed: number;
  /** Whether faults can be made: the server runs on Node. */
  readonly #hasFaults: boolean;
  #contract: ContractData | undefined;
  /** Why the server did not start beside itself. */
  #startedTwice: string | undefined;

  constructor(fleet: Fleet, connection: Connection, session: Session) {
    this.#fleet = fleet;
    this.#connection = connection;
    this.#session = session;
    this.#options = fleet.options;
    this.#seed = this.#options.seed ?? randomInt(1, 2 ** 31);
    this.#hasFaults = session.server?.isListening ?? false;
    this.#contract = this.#options.contract;
  }

  async prove(operations: readonly Operation[]): Promise<Proof> {
    const { target, only, first, allow, inputs, failures } = this.#options;
    for (const [option, names] of Object.entries({ first, allow, inputs: Object.keys(inputs) }))
      select(option, names, operations);
    const unsafe = operations.find((each) => first.includes(each.name) && !this.#isHarmless(each));
    if (unsafe) throw new ProveError(`--first calls ${unsafe.name}, which may do harm here; --allow it as well.`);
    const wanted = select("only", only.operations, operations);
    const faults = this.#hasFaults ? faultKinds.map((kind) => toColumn(kind.family, kind)) : [];
    const all = [withoutFault, ...inputKinds.map((kind) => toColumn("input", kind)), ...faults];
    const columns = select("column", only.columns, all);
    const called = wanted.filter((each) => this.#isHarmless(each));
    this.#contract ??= await this.#findContract(called);
    const { info } = this.#session;
    const rows = await this.#proveRows(wanted, columns);
    const command = "command" in target ? target.command.join(" ") : target.url.href;
    const { name = "", version = "" } = info ?? {};
    const walls = this.#fleet.walls ?? null;
    return {
      proof: 2,
      server: { name: name === "" ? command : name, version },
      command,
      sdk: this.#fleet.sdk.name,
      date: new Date().toISOString(),
      seed: this.#seed,
      contract: this.#contract?.name ?? null,
      walls,
      hold: describeWalls({ walls, hasFaults: this.#hasFaults }),
      hasFaults: this.#hasFaults,
      columns,
      rows,
      problems: [...this.#fleet.problems.values()],
      advice: listAdvice({
        walls,
        rows,
        failedStarts: this.#fleet.failedStarts,
        wallReason: this.#fleet.wallReason,
        startedTwice: this.#startedTwice,
        isAddress: "url" in target,
        hasContract: this.#contract !== undefined,
      }),
      totals: countVerdicts(rows),
      ...(failures && { failures: joinFailures({ rows, columns }, failures.lines, failures.name, this.#contract) }),
    };
  }

  /** Returns whether nothing that a call may do harms. */
  #isHarmless({ kind, name, isReadOnly, isKnown }: Operation): boolean {
    const isOpen = !areWhole(this.#fleet.walls);
    return !isOpen || !isKnown || kind !== "tool" || isReadOnly || this.#options.allow.includes(name);
  }

  /**
   * Finds the contract in the answers to what the server does not have, and to calls without input. Only what the user
   * wants to be tested is called.
   */
  async #findContract(called: readonly Operation[]): Promise<ContractData | undefined> {
    for (const operation of called.slice(-6)) {
      const contract = detectContract(await this.#connection.call(operation, {}));
      if (contract) return contract;
    }
    return undefined;
  }

  /** Proves the rows side by side, each with a server of its own; what is at an address is one server. */
  async #proveRows(wanted: readonly Operation[], columns: readonly Column[]): Promise<readonly Row[]> {
    const { target, note, jobs } = this.#options;
    const isAddress = "url" in target;
    if (!isAddress) await this.#connection.close();
    const rows = new Map<Operation, Row>();
    const queue = [...wanted];
    let isAlone = isAddress;
    const work = async (): Promise<void> => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const row = await this.#proveRow(next, columns, isAddress ? this.#connection : undefined);
        if (row) rows.set(next, row);
        if (row) note(`${rows.size} of ${wanted.length}: ${next.name}`);
        if (row) continue;
        // What is left, and what was being done, is done one after the other.
        if (!isAlone) note("The server cannot be started twice: its tools are tested one after the other.");
        isAlone = true;
        queue.push(next);
        return;
      }
    };
    const servers = isAlone ? 1 : Math.max(jobs, Math.min(jobs * perJob, mostServers));
    await settleAll(Array.from({ length: Math.min(servers, wanted.length) }, work));
    if (queue.length > 0) await work();
    return wanted.map((operation) => rows.get(operation)!);
  }

  /** Proves a row; `undefined` where its server cannot be started beside another one. */
  async #proveRow(
    operation: Operation,
    columns: readonly Column[],
    connection: Connection = new Connection(this.#fleet),
  ): Promise<Row | undefined> {
    const { target } = this.#options;
    const setting: RowSetting = {
      options: this.#options,
      seed: this.#seed,
      contract: this.#contract,
      isHarmless: this.#isHarmless(operation),
      command: "command" in target ? target.command.join("\n") : target.url.href,
      protocolVersion: this.#session.protocolVersion,
    };
    try {
      return await new RowProver(connection, operation, columns, setting).prove();
    } catch (error) {
      if (!(error instanceof StartedTwice)) throw error;
      this.#startedTwice ??= error.message;
      return undefined;
    } finally {
      if (connection !== this.#connection) await connection.close();
    }
  }
}

/** Waits for all, and throws the first reason why one failed. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
}
