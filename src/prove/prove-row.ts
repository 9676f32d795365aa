import type { ContractData } from "../contract/contract-data.js";
import { stringify } from "../json/to-json-safe.js";
import { familyOf, faultKinds, type FaultKind } from "./faults/fault-kinds.js";
import type { Connection } from "./fleet.js";
import { createInput, listMissingProcesses, listRequired, type Input } from "./calls/valid-input.js";
import { createWrongInputs, inputKinds, type InputKind } from "./calls/wrong-input.js";
import type { Operation } from "./calls/operations.js";
import { isHeldBack, judge, type Attempt } from "./verdicts/oracle.js";
import type { Cell, Column, Row } from "./proof/proof.js";
import type { ProveOptions } from "./prove-options.js";
import type { Answer } from "./server/session.js";
import { isFailing } from "./verdicts/speak.js";

/** What holds for all rows of a proof. */
export interface RowSetting {
  readonly options: ProveOptions;
  readonly seed: number;
  readonly contract: ContractData | undefined;
  /** Whether nothing that a call of this row may do harms. */
  readonly isHarmless: boolean;
  readonly command: string;
  readonly protocolVersion: string;
}

/** Proves one operation: calls it with every column, on a server that no other row uses. */
export class RowProver {
  readonly #connection: Connection;
  readonly #operation: Operation;
  readonly #columns: readonly Column[];
  readonly #setting: RowSetting;
  /** Whether valid input is answered in other words each time. */
  #isVariable = false;
  /** What valid input is answered while the other side never answers. */
  #hanging: Answer | undefined;

  constructor(connection: Connection, operation: Operation, columns: readonly Column[], setting: RowSetting) {
    this.#connection = connection;
    this.#operation = operation;
    this.#columns = columns;
    this.#setting = setting;
  }

  async prove(): Promise<Row> {
    const { kind, name, isKnown, schema } = this.#operation;
    const row = { kind, name, isKnown };
    if (!this.#setting.isHarmless) return { ...row, cells: this.#leaveOut() };
    if (!isKnown) {
      const isWanted = this.#columns.some(({ name: column }) => column === "unknown");
      return { ...row, cells: isWanted ? [await this.#proveUnknown()] : [] };
    }
    const input = this.#setting.options.inputs[name] ?? createInput(schema);
    const [missing] = listMissingProcesses(schema, input);
    if (missing !== undefined) {
      const note = `its input \`${missing}\` is a process, and none is made up; --inputs FILE gives one`;
      return { ...row, cells: this.#leaveOut(), note };
    }
    const usual = await this.#connection.call(this.#operation, input);
    return { ...row, cells: await this.#proveColumns(input, usual), ...this.#describeInput(usual) };
  }

  #leaveOut(): readonly Cell[] {
    return this.#columns.map((column) => createCell(column, "not called"));
  }

  async #proveColumns(input: Input, usual: Answer): Promise<readonly Cell[]> {
    const cells: Cell[] = [];
    const unreached = new Set<string>();
    let hasFaults = false;
    const isIdle = doesNothing(usual, this.#setting.contract);
    const isIgnored = await this.#isRefusalIgnored(input, usual);
    for (const column of this.#columns) {
      const attempt = { operation: this.#operation, column, input, isRefused: false, usual };
      const fault = faultKinds.find((each) => each.name === column.name);
      const wrong = inputKinds.find((each) => each.name === column.name);
      if (wrong) {
        const cell =
          this.#operation.kind === "resource" ? undefined : await this.#proveInput({ ...attempt, isIgnored }, wrong);
        if (cell) cells.push(cell);
      } else if (!fault) {
        cells.push(await this.#judge({ ...attempt, isIgnored, usual: undefined }, usual));
      } else if (!isIdle) {
        if (!hasFaults) await this.#leaveInputs(cells, attempt);
        hasFaults = true;
        cells.push(await this.#proveFault({ ...attempt, kind: fault }, unreached));
      }
    }
    return cells;
  }

  /** Asks with valid input again when all wrong ones have been tried, so that faults find the server as it was. */
  async #leaveInputs(cells: Cell[], attempt: Attempt): Promise<void> {
    const last = cells.at(-1);
    const after = last === undefined ? undefined : await this.#findAfterEffect(attempt);
    if (last && after !== undefined) cells[cells.length - 1] = { ...last, after };
  }

  /**
   * Proves a fault, and asks with valid input again.
   *
   * @param unreached the groups of faults that the call does not come to.
   */
  async #proveFault(attempt: Attempt & { readonly kind: FaultKind }, unreached: Set<string>): Promise<Cell> {
    const { column, kind } = attempt;
    // What a call does not come to under one fault, it does not come to under another of its kind.
    const family = familyOf(kind);
    const group = `${family} ${kind.uses.join()}`;
    if (unreached.has(group)) return createCell(column, "not reached");
    let cell = await this.#callFault(attempt);
    const after = await this.#findAfterEffect(attempt);
    if (after !== undefined && cell.verdict === "not reached") {
      // What was left behind by calls before it stood in its way.
      cell = await this.#callFault(attempt);
      await this.#findAfterEffect(attempt);
    }
    if (cell.verdict === "not reached" && !cell.hits?.some((hit) => hit.family === family)) unreached.add(group);
    return { ...cell, ...(after !== undefined && { after }) };
  }

  /** Calls with a fault, and finds out whether the tool waits for what fails, where it swallows that. */
  async #callFault(attempt: Attempt & { readonly kind: FaultKind }): Promise<Cell> {
    const cell = await this.#prove(attempt);
    const isSwallowed = cell.problems.some(({ kind }) => kind === "swallowed");
    if (familyOf(attempt.kind) !== "network" || !isSwallowed) return cell;
    return (await this.#isIgnored(attempt)) ? this.#prove({ ...attempt, isIgnored: true }) : cell;
  }

  /** Returns whether the tool answers with success while what is below it hangs: it does not wait for that. */
  async #isIgnored({ input, usual }: Pick<Attempt, "input" | "usual">): Promise<boolean> {
    const { outcome, value, ms } = (this.#hanging ??= await this.#callHanging(input));
    const isSuccess = outcome === "result" && !isFailing({ outcome, value }, this.#setting.contract);
    return isSuccess && ms < (usual?.ms ?? 0) + mostIgnored;
  }

  /** Returns whether a tool succeeds, and does not wait for what was refused so that nothing is harmed. */
  async #isRefusalIgnored(input: Input, usual: Answer): Promise<boolean> {
    const isNetwork = usual.hits.some(({ by, family }) => by === "wall" && family === "network");
    if (!isNetwork || !isHeldBack(usual) || isFailing(usual, this.#setting.contract)) return false;
    const isIgnored = await this.#isIgnored({ input, usual });
    // What is left waiting is none of the next call's.
    if (!isIgnored) await this.#connection.close();
    return isIgnored;
  }

  #callHanging(input: Input): Promise<Answer> {
    return this.#connection.call(this.#operation, input, hang);
  }

  /** Says what valid input is answered after a fault, where that is not what it was; the server then starts anew. */
  async #findAfterEffect({ input, usual }: Attempt): Promise<string | undefined> {
    // A server that was ended starts anew, and what is never answered tells nothing.
    if (!this.#connection.isOpen || !usual || (usual.outcome !== "result" && usual.outcome !== "error"))
      return undefined;
    const answer = await this.#connection.call(this.#operation, input);
    const isSameKind = this.#describeKind(answer) === this.#describeKind(usual);
    const isSame = isSameKind && (this.#isVariable || readText(answer) === readText(usual));
    if (isSame) return undefined;
    await this.#connection.close();
    if (isSameKind) {
      // What differs without a fault, at once or the second time, is not left behind by one.
      for (let call = 0; call < 2 && !this.#isVariable; call++) {
        const anew = await this.#connection.call(this.#operation, input);
        this.#isVariable = readText(anew) !== readText(usual);
      }
      if (this.#isVariable) return undefined;
    }
    return `afterwards valid input is answered with ${shorten(answer)}; the server was started anew`;
  }

  /** What an answer is, without its words. */
  #describeKind(answer: Answer): string {
    const { outcome, hits, passed, beside } = answer;
    return `${outcome} ${isFailing(answer, this.#setting.contract)} ${hits.length + passed + beside > 0}`;
  }

  /** Says that an input which should be valid was refused: what stands below the tool is not reached. */
  #describeInput(usual: Answer): Pick<Row, "note"> {
    if (!isFailing(usual, this.#setting.contract) || hasDone(usual)) return {};
    return { note: `it fails before anything is reached: ${shorten(usual)}; --inputs FILE gives it another input` };
  }

  #proveUnknown(): Promise<Cell> {
    const operation = this.#operation;
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
    const { seed, options } = this.#setting;
    let cell: Cell | undefined;
    for (const wrong of createWrongInputs(kind, schema, valid.input, seed, options.tries)) {
      const attempt = { ...valid, ...wrong };
      cell = await this.#prove(attempt);
      if (cell.verdict === "wrong") return isCostly(cell) ? cell : this.#shrink(attempt, valid.input, cell);
    }
    return cell;
  }

  /**
   * Leaves out of a failing call what does not make it wrong, and shortens its texts, while it fails the same way. What
   * the column is about stays as it is.
   */
  async #shrink(attempt: Attempt, valid: Input, cell: Cell): Promise<Cell> {
    let [smallest, { input }] = [cell, attempt];
    const tryInput = async (smaller: Input): Promise<boolean> => {
      const other = await this.#prove({ ...attempt, input: smaller });
      if (other.problems[0]?.kind !== cell.problems[0]?.kind) return false;
      [smallest, input] = [other, smaller];
      return true;
    };
    const usual = Object.keys(input).filter((name) => input[name] === valid[name]);
    const required = listRequired(attempt.operation.schema);
    for (const name of usual.filter((each) => !required.includes(each))) {
      const { [name]: _, ...rest } = input;
      await tryInput(rest);
    }
    if (attempt.isRefused) return smallest;
    for (const name of usual) {
      for (let text = input[name]; typeof text === "string" && text.length > 1; text = input[name])
        if (!(await tryInput({ ...input, [name]: text.slice(0, Math.ceil(text.length / 2)) }))) break;
    }
    return smallest;
  }

  async #prove(attempt: Attempt): Promise<Cell> {
    const { operation, input, kind } = attempt;
    const known = kind === hang ? this.#hanging : undefined;
    return this.#judge(attempt, known ?? (await this.#connection.call(operation, input, kind)));
  }

  async #judge(attempt: Attempt, answer: Answer): Promise<Cell> {
    const { options, contract, command, protocolVersion } = this.#setting;
    const { operation, column, input, kind } = attempt;
    const { expect } = options;
    const expected = expect[`${operation.name}:${column.name}`] ?? expect[column.name] ?? column.expected;
    const isRepeated = contract && answer.outcome !== "silence" && isFailing(answer, contract);
    return judge({
      ...attempt,
      column: { ...column, expected },
      answer,
      again: isRepeated ? await this.#connection.call(operation, input, kind) : undefined,
      contract,
      command,
      protocolVersion,
    });
  }
}

const createCell = ({ name }: Column, verdict: Cell["verdict"]): Cell => ({ column: name, verdict, problems: [] });

/** Returns whether a problem takes too long to be shown again and again. */
const isCostly = ({ problems }: Cell): boolean =>
  problems.some(({ kind }) => ["died", "no answer", "hangs"].includes(kind));

/** The fault under which a tool answers that does not wait, and milliseconds in which it does so. */
const hang = faultKinds.find(({ name }) => name === "hang")!;
const mostIgnored = 500;

/** Returns whether something was read, written, asked for or started, by the call or beside it. */
const hasDone = ({ hits, passed, beside }: Answer): boolean => hits.length + passed + beside > 0;

/** Returns whether a tool succeeds and reaches for nothing: no fault below it says anything of it. */
const doesNothing = (usual: Answer, contract: ContractData | undefined): boolean =>
  usual.outcome === "result" && !isFailing(usual, contract) && !hasDone(usual);

const readText = ({ value }: Answer): string => stringify(value);

/** The longest part of an answer that stands in a sentence. */
const longest = 100;

function shorten(answer: Answer): string {
  if (answer.outcome === "silence") return "nothing in time";
  if (answer.outcome === "death") return "the end of the server";
  const text = readText(answer);
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
