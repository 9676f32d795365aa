import type { AuditRecord, AuditSink } from "../boundary/boundary.js";
import type { SessionFields } from "../boundary/options.js";
import { getWireCode, listErrorCodes, type CodeOf } from "../contract/codes.js";
import type { ContractData } from "../contract/contract-data.js";
import { getLastPart, listLeafFields } from "../contract/schema.js";
import type { FailureClass } from "../error/contract-error.js";
import { resolveErrorClass } from "../error/resolve-error-class.js";
import { readAt } from "../json/read.js";
import { checkFailure, type ContractOrClass } from "./check-failure.js";

type Run = () => unknown;
type Describe = (name: string, body: () => void) => unknown;
type Test = (name: string, body: () => Promise<unknown>) => unknown;

/** The audit sink and the session of a handler under test. */
export interface Surroundings<C extends ContractData> {
  /** The sink in which the boundary must record failures. */
  readonly audit: AuditSink;
  /** The session that the boundary must use; `undefined` before there is one. */
  readonly session: SessionFields<C> | undefined;
}

/** The options of {@link contractTests}: `produce`, `handler`, or both. */
export interface ContractTestOptions<C extends ContractData> {
  /**
   * Makes the project fail with the code, and returns or throws the failure as its clients get it: an error, an
   * envelope, a tool result. May be async.
   */
  readonly produce?: ((code: CodeOf<C>) => unknown) | undefined;
  /**
   * Wraps a function as the project wraps its handlers, with the given audit sink and session, and returns a function
   * that is called without arguments.
   */
  readonly handler?: ((run: Run, surroundings: Surroundings<C>) => () => unknown) | undefined;
  /** The codes that the project can fail with. Default: all of the contract. */
  readonly codes?: readonly CodeOf<C>[] | undefined;
  /** The runner's functions where they are no globals. */
  readonly describe?: Describe | undefined;
  readonly test?: Test | undefined;
}

/**
 * Defines the tests of a contract: one for each code, and for a handler the requirements of specification 001 section
 * 8, as far as the contract has the fields for them. Works with vitest, jest, mocha and `node:test`.
 *
 * @throws TypeError when there is nothing to test, no runner, or a code that the contract does not register.
 *
 * @example
 * contractTests(kaiza, {
 *   handler: (run, { audit, session }) => wrapHandler(run, { tool_name: "read_file", audit, session }),
 * });
 */
export function contractTests<const C extends ContractData>(
  contract: ContractOrClass<C>,
  { produce, handler, codes, describe: group, test: single }: ContractTestOptions<C>,
): void {
  const errorClass = resolveErrorClass("contractTests", contract);
  const data = errorClass.contract;
  const globals = globalThis as { describe?: Describe; test?: Test; it?: Test };
  const [describe, test] = [group ?? globals.describe, single ?? globals.test ?? globals.it];
  if (!describe || !test) throw new TypeError("contractTests: no runner: pass `describe` and `test`");
  if (!produce && !handler) throw new TypeError("contractTests: pass `produce`, `handler` or both");
  const registered = listErrorCodes(data);
  const wanted: readonly (string | number)[] = codes ?? registered;
  const unknown = wanted.filter((code) => !registered.includes(code));
  if (unknown.length > 0) throw new TypeError(`contractTests: not registered in ${data.name}: ${unknown.join(", ")}`);

  describe(`the contract ${data.name}`, () => {
    for (const code of wanted) {
      test(`${formatCode(data, code)} follows the contract`, async () => {
        if (produce) assertFailure(data, await getOutcome(() => produce(code as never)), code);
        if (!handler) return;
        const failing = new errorClass({ [getLastPart(data.fields.code)]: code } as never);
        await createTrial(data, handler as never).run(() => fail(failing), code);
      });
    }
    if (!handler) return;
    for (const [name, createThrown, check] of listDemands(data, errorClass)) {
      test(name, async () => {
        const { run, records } = createTrial(data, handler as never);
        const envelope = await run(() => fail(createThrown()));
        check?.(envelope, records);
      });
    }
  });
}

type TestedHandler = (run: Run, surroundings: object) => () => unknown;

function createTrial(contract: ContractData, handler: TestedHandler) {
  const records: AuditRecord[] = [];
  const writeSync = (record: AuditRecord): void => {
    records.push(record);
  };
  // eslint-disable-next-line @typescript-eslint/require-await -- a sink that answers at once
  const audit: AuditSink = { writeSync, write: async (record) => writeSync(record) };
  const run = async (body: Run, code?: string | number): Promise<object> => {
    const outcome = await getOutcome(() => handler(body, { audit, session: undefined })());
    return assertFailure(contract, outcome, code);
  };
  return { records, run };
}

type Check = (envelope: object, records: readonly AuditRecord[]) => void;
type Demand = readonly [name: string, createThrown: () => unknown, check?: Check];

/** Lists the requirements of specification 001 section 8, in its order. */
function listDemands(contract: ContractData, errorClass: FailureClass): readonly Demand[] {
  const { invariant, code } = contract.fields;
  const violation = contract.vocabulary.factories.find(({ purpose }) => purpose === "invariant")?.fixed;
  const paths = new Map(listLeafFields(contract.envelopes.failure).map(({ name, path }) => [name, path]));
  const demands: Demand[] = [];
  /** Adds a requirement where the envelope has all fields whose values are expected. */
  const demandFields = (
    name: string,
    expected: Readonly<Record<string, unknown>>,
    createThrown: () => unknown,
  ): void => {
    if (!Object.keys(expected).every((field) => paths.has(field))) return;
    const check: Check = (envelope) => {
      for (const [field, value] of Object.entries(expected))
        assertSame(readAt(envelope, paths.get(field)!), value, field);
    };
    demands.push([name, createThrown, check]);
  };

  demands.push(
    ["a raw Error that is thrown becomes an error of the contract", () => new Error("raw")],
    ["a string that is thrown becomes an error of the contract", () => "text"],
    ["an object that is thrown becomes an error of the contract", () => ({ reason: "object" })],
  );
  if (invariant !== undefined && violation) {
    const fixed = { [getLastPart(code)]: getWireCode(contract, violation[getLastPart(code)]!) };
    const given = { [getLastPart(invariant)]: "CONTRACT_TEST" };
    demandFields("a violated invariant keeps its id", given, () => new errorClass({ ...fixed, ...given } as never));
  }
  const early = { session_id: null, workspace_root: null };
  demandFields("a failure before a session has neither session nor workspace", early, () => new Error("early"));
  const kept = { phase_id: "CONTRACT_TEST", plan_hash: "0123456789abcdef" };
  demandFields("phase and plan of a failure are kept", kept, () => new errorClass(kept as never));
  demands.push(
    ["a failure is JSON-safe, whatever led to it", createUnsafeError, assertJSON],
    ["a failure is recorded in the audit log", () => new Error("recorded"), assertRecorded],
  );
  return demands;
}

function createUnsafeError(): Error {
  const cause: Record<string, unknown> = { missing: undefined, big: 1n, call: () => 1 };
  cause.self = cause;
  return Object.assign(new Error("circular", { cause }), cause);
}

function assertJSON(envelope: object): void {
  const text = JSON.stringify(envelope);
  assertSame(JSON.stringify(JSON.parse(text)), text, "the envelope as JSON");
}

function assertRecorded(envelope: object, records: readonly AuditRecord[]): void {
  if (records.length === 0) throw new Error("no entry: hand `audit` on to the boundary");
  assertSame(records.length, 1, "the number of entries");
  assertSame(JSON.stringify(records[0]!.envelope), JSON.stringify(envelope), "the envelope of the entry");
}

async function getOutcome(run: Run): Promise<unknown> {
  try {
    return await run();
  } catch (thrown) {
    return thrown;
  }
}

function assertFailure(contract: ContractData, value: unknown, code?: string | number): object {
  const { problems, code: found, envelope } = checkFailure(contract, value);
  if (!envelope || problems.length > 0) {
    throw new Error(
      [`expected a failure of ${contract.name}`, ...problems.map((problem) => `- ${problem}`)].join("\n"),
    );
  }
  if (code !== undefined) assertSame(found, code, "the code");
  return envelope;
}

function assertSame(found: unknown, expected: unknown, what: string): void {
  if (found !== expected) throw new Error(`${what}: expected ${String(expected)}, found ${String(found)}`);
}

function fail(thrown: unknown): never {
  throw thrown;
}

function formatCode(contract: ContractData, code: string | number): string {
  const named = Object.keys(contract.codes).find((name) => getWireCode(contract, name) === code)!;
  return named === code ? named : `${named} (${code})`;
}
