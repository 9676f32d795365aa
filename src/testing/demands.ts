import { auditFailed, testSinks } from "../boundary/audit.js";
import type { AuditRecord, AuditSink } from "../boundary/boundary.js";
import { getWireCode, listErrorCodes } from "../contract/codes.js";
import { compileContract, type CompiledContract, type Field } from "../contract/compile-contract.js";
import { listEnvelopeProblems } from "../contract/envelope-schema.js";
import { getLastPart } from "../contract/schema.js";
import type { FailureClass } from "../error/contract-error.js";
import { readAt } from "../json/read.js";
import { stringify } from "../json/to-json-safe.js";
import { toSent } from "./served-call.js";

export interface Trial {
  readonly run: () => unknown;
  readonly session?: object | undefined;
  readonly sink?: SinkKind;
}

type SinkKind = "prompt" | "slow" | "failing";

/** What a sink has seen so far. */
interface SinkState {
  readonly records: readonly AuditRecord[];
  readonly isAsked: boolean;
  readonly isWriting: boolean;
}

export interface Outcome extends SinkState {
  readonly sent: unknown;
  readonly readFailure: () => Failure;
}

export interface Failure {
  readonly code: unknown;
  readonly envelope: object;
}

export interface Demand extends Trial {
  readonly name: string;
  readonly check: (outcome: Outcome) => void;
}

/** How long the slow sink takes, in milliseconds: longer than a boundary that does not wait. */
const slowness = 20;

export function createSink(kind: SinkKind): { readonly audit: AuditSink; readonly getState: () => SinkState } {
  const records: AuditRecord[] = [];
  let asked = 0;
  let writing = 0;
  const writeSync = (record: AuditRecord): void => {
    asked++;
    if (kind === "failing") throw new Error("the disk is full");
    records.push(record);
  };
  const write = async (record: AuditRecord): Promise<void> => {
    asked++;
    writing++;
    if (kind === "slow") await new Promise((resolve) => setTimeout(resolve, slowness));
    writeSync(record);
    writing--;
  };
  const audit = { write, writeSync };
  testSinks.add(audit);
  return { audit, getState: () => ({ records: [...records], isAsked: asked > 0, isWriting: writing > 0 }) };
}

/** Lists what specification 001 section 8 asks for in its order, and then what any client relies on. */
export function listDemands(errorClass: FailureClass): readonly Demand[] {
  const compiled = compileContract(errorClass.contract);
  return [
    ...listForeign(),
    ...listFieldDemands(compiled, errorClass),
    { name: "a failure is JSON-safe, whatever led to it", run: () => fail(createUnsafeError()), check: assertJSON },
    ...listSessionDemands(compiled, errorClass),
    ...listRecordDemands(compiled, createSession(compiled)),
    { name: "a success arrives unchanged", run: () => success, check: assertSuccess },
  ];
}

function listForeign(): readonly Demand[] {
  const thrown: readonly (readonly [what: string, run: () => unknown])[] = [
    ["a raw Error that is thrown", () => fail(new Error("raw"))],
    ["a string that is thrown", () => fail("text")],
    ["an object that is thrown", () => fail({ reason: "object" })],
    ["a failure after an await", () => failLater(new Error("late"))],
  ];
  const check = ({ readFailure }: Outcome): unknown => readFailure();
  return [
    ...thrown.map(([what, run]) => ({ name: `${what} becomes an error of the contract`, run, check })),
    { name: "a failing result of the handler's own gets the envelope", run: () => ownFailure, check },
  ];
}

const ownFailure = { content: [{ type: "text", text: "There is no such file" }], isError: true };
const success = { content: [{ type: "text", text: "done" }], structuredContent: { count: 1, none: null } };

function listFieldDemands({ contract, fields }: CompiledContract, errorClass: FailureClass): readonly Demand[] {
  const { invariant, code } = contract.fields;
  const violation = contract.vocabulary.factories.find(({ purpose }) => purpose === "invariant")?.fixed;
  const demands: Demand[] = [];
  const demandFields = (name: string, expected: Readonly<Record<string, unknown>>, create: () => unknown): void => {
    const wanted = fields.filter((field) => field.name in expected);
    if (wanted.length < Object.keys(expected).length) return;
    demands.push({ name, run: () => fail(create()), check: (outcome) => assertFields(outcome, wanted, expected) });
  };
  if (invariant !== undefined && violation) {
    const fixed = { [getLastPart(code)]: getWireCode(contract, violation[getLastPart(code)]!) };
    const given = { [getLastPart(invariant)]: "CONTRACT_TEST" };
    demandFields("a violated invariant keeps its id", given, () => new errorClass({ ...fixed, ...given } as never));
  }
  const early = { session_id: null, workspace_root: null };
  demandFields("a failure before a session has neither session nor workspace", early, () => new Error("early"));
  const kept = { phase_id: "CONTRACT_TEST", plan_hash: "0123456789abcdef" };
  demandFields("phase and plan of a failure are kept", kept, () => new errorClass(kept as never));
  return demands;
}

/** The session fills what the failure left empty, and nothing else. Nothing is asked where the envelope has none. */
function listSessionDemands(compiled: CompiledContract, errorClass: FailureClass): readonly Demand[] {
  const fields = listSessionFields(compiled);
  if (fields.length === 0) return [];
  const session = createSession(compiled);
  const free = fields.filter((field) => field.canHold("CONTRACT_TEST_OWN"));
  const own = Object.fromEntries(free.map(({ name }) => [name, "CONTRACT_TEST_OWN"]));
  return [
    {
      name: "a failure has the fields of its session",
      session,
      run: () => fail(new Error("in a session")),
      check: (outcome) => assertFields(outcome, fields, session),
    },
    {
      name: "what a failure says of its session is kept",
      session,
      run: () => fail(new errorClass(own as never)),
      check: (outcome) => assertFields(outcome, free, own),
    },
  ];
}

/** The name of the tool is an option of its own. */
function listSessionFields({ fields, contextFields, tool }: CompiledContract): readonly Field[] {
  // A session need not have an optional field.
  return fields.filter((field) => field !== tool && field.required && contextFields.includes(field.name));
}

function createSession(compiled: CompiledContract): Readonly<Record<string, unknown>> {
  return Object.fromEntries(listSessionFields(compiled).map((field) => [field.name, chooseValue(field)]));
}

function chooseValue({ schema, canHold }: Field): unknown {
  return ["CONTRACT_TEST", ...(schema.enum ?? [])].find((value) => value !== null && canHold(value));
}

/** A boundary that never asks the sink breaks the first of these demands alone. */
function listRecordDemands(compiled: CompiledContract, session: object): readonly Demand[] {
  const { contract, fallback } = compiled;
  const codes = listErrorCodes(contract);
  const expected = codes.includes(auditFailed) ? auditFailed : fallback.unknown;
  return [
    {
      name: "a failure is recorded in the audit log, as it is sent",
      session,
      run: () => fail(new Error("recorded")),
      check: (outcome) => assertRecorded(compiled, outcome),
    },
    {
      name: "a failure is sent when it has been recorded",
      sink: "slow",
      run: () => failLater(new Error("in order")),
      check: ({ isWriting }) => assertSame(isWriting, false, "whether the sink was still writing"),
    },
    {
      name: "a failure that cannot be recorded is sent as one",
      sink: "failing",
      run: () => failLater(new Error("unrecorded")),
      check: ({ readFailure, isAsked }) => isAsked && assertSame(readFailure().code, expected, "the code"),
    },
  ];
}

function createUnsafeError(): Error {
  const cause: Record<string, unknown> = { missing: undefined, big: 1n, call: () => 1 };
  cause.self = cause;
  return Object.assign(new Error("circular", { cause }), cause);
}

function assertJSON({ readFailure }: Outcome): void {
  const text = JSON.stringify(readFailure().envelope);
  assertSame(JSON.stringify(JSON.parse(text)), text, "the envelope as JSON");
}

function assertFields({ readFailure }: Outcome, fields: readonly Field[], expected: Readonly<Record<string, unknown>>) {
  const { envelope } = readFailure();
  for (const { name, parts } of fields) assertSame(readAt(envelope, parts), expected[name], name);
}

/** What the client needs to go on, such as whether a retry helps, may be added to what is sent. */
function assertRecorded({ contract, fields }: CompiledContract, { readFailure, records }: Outcome): void {
  const { envelope } = readFailure();
  if (records.length === 0) throw new Error("no entry: hand `audit` on to the boundary");
  assertSame(records.length, 1, "the number of entries");
  const entry = records[0]!.envelope;
  assertSame(listEnvelopeProblems(contract, entry).join("; "), "", "what is wrong with the envelope of the entry");
  for (const { path, parts } of fields) {
    const recorded = readAt(entry, parts);
    if (recorded !== undefined) assertSame(stringify(readAt(envelope, parts)), stringify(recorded), path);
  }
}

function assertSuccess({ sent, records }: Outcome): void {
  assertSame(JSON.stringify(sent), JSON.stringify(toSent(success)), "the result");
  assertSame(records.length, 0, "the number of entries");
}

export function assertSame(found: unknown, expected: unknown, what: string): void {
  if (found !== expected) throw new Error(`${what}: expected ${String(expected)}, found ${String(found)}`);
}

export function fail(thrown: unknown): never {
  throw thrown;
}

async function failLater(thrown: unknown): Promise<never> {
  await Promise.resolve();
  throw thrown;
}
