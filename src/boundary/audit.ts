import { getShared } from "../contract/shared.js";
import type { ContractError } from "../error/contract-error.js";
import type { JSONObject } from "../json/json-value.js";
import { readLineage } from "../error/lineage.js";
import { callSafely, handleRejection, isObject, listCauses, readAt, readMember, tryTo } from "../json/read.js";
import { escapeMarks, toJSONSafe, toSafeText } from "../json/to-json-safe.js";
import type { AuditRecord, AuditSink, Boundary, Failure } from "./boundary.js";
import { describeCauses } from "./causes.js";
import { createError } from "./create-error.js";
import { convertThrown, createFailureFromError } from "./failure.js";
import { waitFor } from "./time-limit.js";

/** The code of specification 001 section 2 for a failure that could not be recorded, where a contract has it. */
export const auditFailed = "AUDIT_LOG_FAILED";

/** Who knows the failure that an object carries out: nested boundaries record it once, and tell of it once. */
const told = /* @__PURE__ */ getShared("told", () => new WeakMap<object, Told>());

interface Told {
  readonly sink: AuditSink | undefined;
  readonly listener: Boundary["onFailure"];
  readonly text: string;
}

/** Records a failure and returns the one to deliver: itself, or that it could not be recorded. */
export function recordSync(boundary: Boundary, failure: Failure, context: readonly unknown[]): Failure {
  const { audit } = boundary;
  if (!audit || hasRecord(boundary, failure)) return leaveAsItIs(boundary, failure);
  try {
    const write: (record: AuditRecord) => unknown = audit.writeSync.bind(audit);
    if (handleRejection(write(toRecord(failure))))
      throw new TypeError("writeSync returned a promise: the record may not be written yet");
    return { ...failure, isRecorded: true };
  } catch (problem) {
    return replaceUnrecorded(boundary, failure, problem, context);
  }
}

/** Records a failure that can wait; see {@link recordSync}. */
export async function record(boundary: Boundary, failure: Failure, context: readonly unknown[]): Promise<Failure> {
  const { audit } = boundary;
  if (!audit || hasRecord(boundary, failure)) return leaveAsItIs(boundary, failure);
  try {
    await writeInTime(audit, toRecord(failure), boundary.auditTimeout);
    return { ...failure, isRecorded: true };
  } catch (problem) {
    return replaceUnrecorded(boundary, failure, problem, context);
  }
}

/** Calls the option `onFailure` with a failure. What it throws, or rejects with, is ignored. Never throws. */
export function notify({ onFailure: listener }: Boundary, { error, source, text, passedLimit }: Failure): void {
  const earlier = isObject(source) ? told.get(source) : undefined;
  if (!listener || passedLimit?.onFailure === listener) return;
  if (earlier?.listener === listener && earlier.text === text) return;
  // A change that it makes to the envelope must not reach the caller.
  handleRejection(callSafely(listener, [JSON.parse(text) as JSONObject, error]));
}

export function rememberTold({ audit, onFailure }: Boundary, { text, isRecorded }: Failure, carrier: object): void {
  told.set(carrier, { sink: isRecorded ? audit : undefined, listener: onFailure, text });
}

export function isRemembered({ audit }: Boundary, carrier: object): boolean {
  return audit !== undefined && told.get(carrier)?.sink === audit;
}

function leaveAsItIs(boundary: Boundary, failure: Failure): Failure {
  if (boundary.audit) return { ...failure, isRecorded: true };
  if (!failure.passedLimit) reportUnrecorded(boundary, failure, undefined);
  return failure;
}

function hasRecord({ audit }: Boundary, { source, text, passedLimit }: Failure): boolean {
  if (passedLimit?.audit === audit) return true;
  const earlier = isObject(source) ? told.get(source) : undefined;
  return earlier?.sink === audit && earlier?.text === text;
}

/** Copies the envelope: a change that a sink makes to its record must not reach the caller. */
function toRecord({ compiled, text, thrown, correlationId }: Failure): AuditRecord {
  const record = {
    contract: compiled.contract.name,
    ...(correlationId !== undefined && { correlation_id: correlationId }),
    envelope: JSON.parse(text) as JSONObject,
  };
  const causes = describeCauses(thrown);
  return causes.length === 0 ? record : { ...record, causes };
}

const unwritten = /* @__PURE__ */ getShared("unwritten-records", () => new WeakMap<AuditSink, number>());
/** More failures than a server has at once: a sink that never answers, or that calls the handlers it records. */
const mostUnwritten = 100_000;

async function writeInTime(audit: AuditSink, entry: AuditRecord, milliseconds: number): Promise<void> {
  const waiting = unwritten.get(audit) ?? 0;
  if (waiting >= mostUnwritten) throw new Error(`the audit sink has ${waiting} records yet to write`);
  unwritten.set(audit, waiting + 1);
  try {
    await waitFor(audit.write(entry), milliseconds, "the audit sink has not answered");
  } finally {
    unwritten.set(audit, (unwritten.get(audit) ?? 1) - 1);
  }
}

function replaceUnrecorded(
  boundary: Boundary,
  failure: Failure,
  problem: unknown,
  context: readonly unknown[],
): Failure {
  // An inner boundary had the same trouble and has reported it.
  if (readAt(failure.envelope, failure.compiled.code.parts) === auditFailed) return failure;
  reportUnrecorded(boundary, failure, getLabel(problem));
  const error = createUnrecordedError(boundary, failure, problem);
  return createFailureFromError(boundary, error, failure.source, context);
}

/** What leaves names the problem of the sink only by its code: its message may have the path of the log in it. */
function createUnrecordedError({ errorClass, compiled }: Boundary, failure: Failure, problem: unknown): ContractError {
  const { contract, code, message, cause, details, fallback, getMessage } = compiled;
  const shown = { failure: failure.envelope, audit: getLabel(problem) };
  const both = Object.defineProperty({ failure: failure.envelope, audit: problem }, "toJSON", { value: () => shown });
  const fields = {
    [code.name]: code.canHold(auditFailed) ? auditFailed : fallback.unknown,
    [message.name]: contract.codes[auditFailed]?.meaning ?? getMessage(fallback.unknown, undefined),
    [cause?.name ?? "cause"]: both,
  };
  // Without a field for causes, the details name both failures, but show no message that might hold diagnostics.
  const named = details && !cause && { [details.name]: shown };
  return (
    createError(errorClass, { ...fields, ...named }) ??
    createError(errorClass, fields) ??
    convertThrown(errorClass, both)
  );
}

function getLabel(problem: unknown): string {
  const label = [readMember(problem, "code"), readMember(problem, "name")].find((text) => typeof text === "string");
  return label ?? typeof problem;
}

const reported = /* @__PURE__ */ getShared("reported-unrecorded", () => ({ isAny: false }));

/** The sinks of tests, whose failures are wanted and are shown to nobody. */
export const testSinks = /* @__PURE__ */ getShared("test-sinks", () => new WeakSet<object>());

const longestOriginal = 20_000;

const advice =
  'pass one as the option `audit`, such as openAuditLog("audit-log.jsonl") of error-contract/audit-log, or "none". ' +
  "Later failures without a record are not shown, this is the first";

/** Writes one line to stderr, since stdout may be the transport of an MCP server. */
function reportUnrecorded(boundary: Boundary, failure: Failure, problem: string | undefined): void {
  if (boundary.audit && testSinks.has(boundary.audit)) return;
  const isFirst = !reported.isAny && !boundary.isAuditDeclined;
  if (!isFirst && !(failure.compiled.contract.foreign?.isLogged && isForeign(failure.thrown))) return;
  reported.isAny ||= isFirst;
  const reason = problem === undefined ? "has no audit log" : `could not be recorded (${problem})`;
  const hint = isFirst && problem === undefined ? `; ${advice}` : "";
  const line = `error-contract: a failure ${reason}${hint}: ${describeOriginal(boundary, failure)}`;
  // Unlike a write to the stream, the console outlives a stderr that was closed; a runtime may have none.
  tryTo(() => console.error(line));
}

const isForeign = (thrown: unknown): boolean => listCauses(thrown).some((cause) => !readLineage(cause));

function describeOriginal({ redact }: Boundary, { envelope, thrown }: Failure): string {
  const original = { causes: toJSONSafe(describeCauses(thrown)) };
  // A function that knows the envelope alone may answer with anything.
  const causes = toJSONSafe(readMember(redact ? callSafely(redact, [original]) : original, "causes"));
  return toSafeText(escapeMarks(JSON.stringify({ envelope, ...(causes !== null && { causes }) })), longestOriginal);
}
