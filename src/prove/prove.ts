import { randomInt } from "node:crypto";
import type { ContractData } from "../contract/contract-data.js";
import { Connection } from "./server/connection.js";
import { familyOf, faultKinds, type FaultKind } from "./fault-kinds.js";
import { loadSdk } from "./server/find-sdk.js";
import { listOperations, type Operation } from "./operations.js";
import { judge, type Attempt } from "./oracle.js";
import { countVerdicts, type Cell, type Column, type Problem, type Proof, type Row } from "./proof.js";
import { ProveError } from "./prove-error.js";
import type { ProveOptions } from "./prove-options.js";
import type { Answer, Session } from "./server/session.js";
import { detectContract, isFailing } from "./speak.js";
import { createInput, listRequired, type Input } from "./inputs/valid-input.js";
import { createWrongInputs, inputKinds, type InputKind } from "./inputs/wrong-input.js";

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
export function prove(options: ProveOptions): Promise<Proof> {
  return withConnection(options, async (connection) => {
    const session = await connection.open();
    const listed: Problem[] = [];
    const operations = await listOperations(session, listed);
    for (const { kind, message } of listed) connection.addProblem(kind, message);
    if (operations.length === 0) throw new ProveError("The server lists no tools, no resources and no prompts.");
    return new Run(connection, session, options).prove(operations);
  });
}

/** Makes the inputs that the schemas of a server's tools and prompts give, to be completed by hand. */
export function draftInputs(options: ProveOptions): Promise<Readonly<Record<string, Input>>> {
  return withConnection(options, async (connection) => {
    const operations = await listOperations(await connection.open(), []);
    const called = operations.filter(({ kind, isKnown }) => isKnown && kind !== "resource");
    return Object.fromEntries(called.map(({ name, schema }) => [name, options.inputs[name] ?? createInput(schema)]));
  });
}

async function withConnection<T>(options: ProveOptions, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = new Connection(await loadSdk(options.cwd), options);
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

class Run {
  readonly #connection: Connection;
  readonly #session: Session;
  readonly #options: ProveOptions;
  readonly #seed: number;
  /** Whether faults can be made: the server runs on Node. */
  readonly #hasFaults: boolean;
  #contract: ContractData | undefined;

  constructor(connection: Connection, session: Session, options: ProveOptions) {
    this.#connection = connection;
    this.#session = session;
    this.#options = options;
    this.#seed = options.seed ?? randomInt(2 ** 31);
    this.#hasFaults = session.server?.isListening ?? false;
    this.#contract = options.contract;
  }

  async prove(operations: readonly Operation[]): Promise<Proof> {
    const { target, only, first, allow, inputs, note } = this.#options;
    for (const [option, names] of Object.entries({ first, allow, inputs: Object.keys(inputs) }))
      select(option, names, operations);
    const wanted = select("only", only.operations, operations);
    const faults = this.#hasFaults ? faultKinds.map((kind) => toColumn(kind.family, kind)) : [];
    const all = [withoutFault, ...inputKinds.map((kind) => toColumn("input", kind)), ...faults];
    const columns = select("column", only.columns, all);
    this.#contract ??= await this.#findContract(operations);
    const rows: Row[] = [];
    for (const operation of wanted) {
      note(`${rows.length + 1} of ${wanted.length}: ${operation.name}`);
      rows.push(await this.#proveOperation(operation, columns));
    }
    const { info, walls, server } = this.#session;
    if (server?.noise !== undefined)
      this.#connection.addProblem(
        "stdout",
        `it prints to stdout, which is for messages alone: ${JSON.stringify(server.noise)}`,
      );
    const command = "command" in target ? target.command.join(" ") : target.url.href;
    const { name = "", version = "" } = info ?? {};
    return {
      proof: 1,
      server: { name: name === "" ? command : name, version },
      command,
      sdk: this.#connection.sdk.name,
      date: new Date().toISOString(),
      seed: this.#seed,
      contract: this.#contract?.name ?? null,
      walls: walls ?? null,
      hasFaults: this.#hasFaults,
      columns,
      rows,
      problems: [...this.#connection.problems.values()],
      totals: countVerdicts(rows),
    };
  }

  /** Returns whether nothing that a call may do harms. */
  #isHarmless({ kind, name, isReadOnly, isKnown }: Operation): boolean {
    const hasWall = this.#session.walls?.permission === true && this.#hasFaults;
    return hasWall || !isKnown || kind !== "tool" || isReadOnly || this.#options.allow.includes(name);
  }

  /** Finds the contract in the answers to what the server does not have, and to calls without input. */
  async #findContract(operations: readonly Operation[]): Promise<ContractData | undefined> {
    for (const operation of operations.filter((each) => this.#isHarmless(each)).slice(-6)) {
      const contract = detectContract(await this.#connection.call(operation, {}));
      if (contract) return contract;
    }
    return undefined;
  }

  async #proveOperation(operation: Operation, columns: readonly Column[]): Promise<Row> {
    const { kind, name, isKnown } = operation;
    const row = { kind, name, isKnown };
    if (!this.#isHarmless(operation))
      return { ...row, cells: columns.map((column) => createCell(column, "not called")) };
    if (!isKnown) {
      const isWanted = columns.some(({ name: column }) => column === "unknown");
      return { ...row, cells: isWanted ? [await this.#proveUnknown(operation)] : [] };
    }
    const input = this.#options.inputs[name] ?? createInput(operation.schema);
    const usual = await this.#connection.call(operation, input);
    const cells: Cell[] = [];
    const unreached = new Set<string>();
    for (const column of columns) {
      const attempt = { operation, column, input, isRefused: false, usual };
      const fault = faultKinds.find((each) => each.name === column.name);
      const wrong = inputKinds.find((each) => each.name === column.name);
      if (wrong) {
        const cell = kind === "resource" ? undefined : await this.#proveInput(attempt, wrong);
        if (cell) cells.push(cell);
      } else if (fault) {
        // What a call does not come to under one fault, it does not come to under another of its kind.
        const family = familyOf(fault);
        const group = `${family} ${fault.uses.join()}`;
        const cell = unreached.has(group)
          ? createCell(column, "not reached")
          : await this.#prove({ ...attempt, kind: fault });
        if (cell.verdict === "not reached" && !cell.hits?.some((hit) => hit.family === family)) unreached.add(group);
        cells.push(cell);
      } else {
        cells.push(await this.#judge({ ...attempt, usual: undefined }, usual));
      }
    }
    return { ...row, cells, ...this.#describeInput(usual) };
  }

  /** Says that an input which should be valid was refused: what stands below the tool is not reached. */
  #describeInput(usual: Answer): Pick<Row, "note"> {
    if (!isFailing(usual, this.#contract) || usual.hits.length > 0 || usual.passed > 0) return {};
    return { note: "its input fails before anything is reached; --inputs FILE gives it another" };
  }

  #proveUnknown(operation: Operation): Promise<Cell> {
    const column: Column = {
      name: "unknown",
      group: "input",
      meaning: `there is no such ${operation.kind}`,
      expected: ["not_found", "unknown_operation", "invalid_input"],
    };
    return this.#prove({ operation, column, input: {}, isRefused: true });
  }

  /** Tries the wrong inputs of a kind until one shows a problem, and makes that one as small as it can be. */
  async #proveInput(valid: Attempt, kind: InputKind): Promise<Cell | undefined> {
    const { schema } = valid.operation;
    let cell: Cell | undefined;
    for (const wrong of createWrongInputs(kind, schema, valid.input, this.#seed, this.#options.tries)) {
      const attempt = { ...valid, ...wrong };
      cell = await this.#prove(attempt);
      if (cell.verdict === "wrong") return isCostly(cell) ? cell : this.#shrink(attempt, valid.input, cell);
    }
    return cell;
  }

  /** Leaves out of a failing call what does not make it wrong, and shortens its texts, while it fails the same way. */
  async #shrink(attempt: Attempt, valid: Input, cell: Cell): Promise<Cell> {
    let [smallest, { input }] = [cell, attempt];
    const tryInput = async (smaller: Input): Promise<boolean> => {
      const other = await this.#prove({ ...attempt, input: smaller });
      if (other.problems[0]?.kind !== cell.problems[0]?.kind) return false;
      [smallest, input] = [other, smaller];
      return true;
    };
    const required = listRequired(attempt.operation.schema);
    for (const name of Object.keys(input).filter((each) => input[each] === valid[each] && !required.includes(each))) {
      const { [name]: _, ...rest } = input;
      await tryInput(rest);
    }
    if (attempt.isRefused) return smallest;
    for (const name of Object.keys(input)) {
      for (let text = input[name]; typeof text === "string" && text.length > 1; text = input[name])
        if (!(await tryInput({ ...input, [name]: text.slice(0, Math.ceil(text.length / 2)) }))) break;
    }
    return smallest;
  }

  async #prove(attempt: Attempt): Promise<Cell> {
    const { operation, input, kind } = attempt;
    return this.#judge(attempt, await this.#connection.call(operation, input, kind));
  }

  async #judge(attempt: Attempt, answer: Answer): Promise<Cell> {
    const { target, expect } = this.#options;
    const { operation, column, input, kind } = attempt;
    const expected = expect[`${operation.name}:${column.name}`] ?? expect[column.name] ?? column.expected;
    const isRepeated = this.#contract && answer.outcome !== "silence" && isFailing(answer, this.#contract);
    return judge({
      ...attempt,
      column: { ...column, expected },
      answer,
      again: isRepeated ? await this.#connection.call(operation, input, kind) : undefined,
      contract: this.#contract,
      command: "command" in target ? target.command.join("\n") : target.url.href,
      protocolVersion: this.#session.protocolVersion,
    });
  }
}

const createCell = ({ name }: Column, verdict: Cell["verdict"]): Cell => ({ column: name, verdict, problems: [] });

/** Returns whether a problem takes too long to be shown again and again. */
const isCostly = ({ problems }: Cell): boolean =>
  problems.some(({ kind }) => ["died", "no answer", "hangs"].includes(kind));
