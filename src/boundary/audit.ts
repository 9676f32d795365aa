import type { AuditRecord, AuditSink } from "./audit-sink.js";
import { errorFrom, made, type Failure } from "./failure.js";
import type { Boundary } from "./options.js";
import { valueAt } from "../json/path.js";
import { withContext } from "./context.js";
import { readable, type JSONObject } from "../json/to-json-safe.js";
import { filledEnvelope } from "../error/fill-envelope.js";

/** The code of specification 001 section 2 for a failure that could not be recorded, where a contract has it. */
const auditFailed = "AUDIT_LOG_FAILED";

/** What has been recorded already, by the object that carries it out: nested boundaries write one line. */
const records = new WeakMap<object, { readonly sink: unknown; readonly envelope: string }>();

/** A failure that the audit has seen. */
export interface Audited extends Failure {
  /** Whether it stands in the boundary's log. */
  readonly isRecorded: boolean;
}

/** Writes the failure down and returns what is to be delivered: itself, or that it could not be written. Never throws. */
export function auditedSync(boundary: Boundary, failure: Failure, known: readonly unknown[]): Audited {
  const { audit } = boundary;
  if (!audit || wasRecorded(boundary, failure)) return { ...failure, isRecorded: audit !== undefined };
  try {
    const write: (record: AuditRecord) => unknown = audit.writeSync.bind(audit);
    const answer = write(recordOf(failure));
    if (isThenable(answer)) throw new TypeError("writeSync returned a promise: the record may not be written yet");
    return { ...failure, isRecorded: true };
  } catch (problem) {
    return unrecorded(boundary, failure, problem, known);
  }
}

/** As {@link auditedSync}, for a failure that can wait. Never rejects. */
export async function audited(boundary: Boundary, failure: Failure, known: readonly unknown[]): Promise<Audited> {
  const { audit } = boundary;
  if (!audit || wasRecorded(boundary, failure)) return { ...failure, isRecorded: audit !== undefined };
  try {
    await written(audit, recordOf(failure), boundary.auditTimeout);
    return { ...failure, isRecorded: true };
  } catch (problem) {
    return unrecorded(boundary, failure, problem, known);
  }
}

/** Remembers that what carries the failure out stands in the boundary's log already, where it does. */
export function remember({ audit }: Boundary, { envelope, isRecorded }: Audited, carrier: object): void {
  if (isRecorded) records.set(carrier, { sink: audit, envelope: JSON.stringify(envelope) });
}

function wasRecorded({ audit }: Boundary, { source, envelope }: Failure): boolean {
  const earlier = typeof source === "object" && source !== null ? records.get(source) : undefined;
  return earlier?.sink === audit && earlier?.envelope === JSON.stringify(envelope);
}

/** A copy: what a sink does to its record must not reach the caller. */
function recordOf({ shape, envelope }: Failure): AuditRecord {
  return { contract: shape.contract.name, envelope: JSON.parse(JSON.stringify(envelope)) as JSONObject };
}

/** How many records each sink has yet to write. */
const unwritten = new WeakMap<AuditSink, number>();
/** More than any server has failures at once: a sink that never answers, or calls what it records. */
const mostUnwritten = 10_000;

/** Resolves when the record is written; rejects when it cannot be, or not in time. */
async function written(audit: AuditSink, record: AuditRecord, milliseconds: number): Promise<void> {
  const waiting = unwritten.get(audit) ?? 0;
  // eslint-disable-next-line error-contract/no-raw-error -- the cause of what the boundary tells
  if (waiting >= mostUnwritten) throw new Error(`the audit sink has ${waiting} records yet to write`);
  unwritten.set(audit, waiting + 1);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const writing = audit.write(record);
    const tooLate = new Promise<never>((_, reject) => {
      // A timer cannot measure for ever.
      if (milliseconds === Infinity) return;
      timer = setTimeout(() => {
        // eslint-disable-next-line error-contract/no-raw-error -- the cause of what the boundary tells
        reject(new Error(`the audit sink has not answered for ${milliseconds} ms`));
      }, milliseconds);
    });
    await Promise.race([writing, tooLate]);
  } finally {
    clearTimeout(timer);
    unwritten.set(audit, (unwritten.get(audit) ?? 1) - 1);
  }
}

/**
 * The failure that takes the place of one that could not be recorded. It carries both: as the native cause, and in the
 * envelope where the contract has a place for it.
 */
function unrecorded(boundary: Boundary, failure: Failure, problem: unknown, known: readonly unknown[]): Audited {
  const { errorClass, shape } = boundary;
  // An inner boundary had the same trouble, and said all there is to say.
  if (valueAt(failure.envelope, failure.shape.code.parts) === auditFailed) return { ...failure, isRecorded: false };
  const { contract, code, message, cause } = shape;
  const both = { failure: failure.envelope, audit: firstProblem(boundary, problem) };
  const fields = {
    [code.name]: code.accepts(auditFailed) ? auditFailed : shape.fallback.unknown,
    [message.name]: contract.codes[auditFailed]?.meaning ?? shape.messageOf(shape.fallback.unknown, undefined),
    [cause?.name ?? "cause"]: both,
  };
  const details = contract.fields.details?.split(".").at(-1);
  // Without a slot for causes the envelope says what failed, but nothing that a message might give away.
  const told = details !== undefined && !cause && { [details]: { failure: failure.envelope, audit: label(problem) } };
  const error = made(errorClass, { ...fields, ...told }) ?? made(errorClass, fields) ?? errorFrom(errorClass, both);
  const envelope = withContext(shape, filledEnvelope(shape, error) as JSONObject, known);
  return { error, shape, envelope, source: failure.source, isRecorded: false };
}

/** A sink that calls wrapped handlers may fail with the same trouble of theirs; what began it is what counts. */
function firstProblem({ shape }: Boundary, problem: unknown): unknown {
  const isSame = readable(problem, shape.code.name) === auditFailed;
  return (isSame ? readable(readable(problem, "cause"), "audit") : undefined) ?? problem;
}

function label(problem: unknown): string {
  const found = [readable(problem, "code"), readable(problem, "name")].find((text) => typeof text === "string");
  return found ?? typeof problem;
}

function isThenable(value: unknown): boolean {
  if (typeof readable(value, "then") !== "function") return false;
  // Nobody else will hear of its rejection.
  Promise.resolve(value).catch(() => undefined);
  return true;
}
