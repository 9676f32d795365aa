import { findCodeByCondition } from "../contract/codes.js";
import type { CompiledContract } from "../contract/compile-contract.js";
import type { Condition } from "../contract/condition-statuses.js";
import { listEnvelopeProblems } from "../contract/envelope-schema.js";
import { ContractError, type FailureClass } from "../error/contract-error.js";
import { getErrorClass } from "../error/create-error-class.js";
import { fillEnvelope, toConformingEnvelope } from "../error/fill-envelope.js";
import { getContractOf, foreignMessages, hideForeign, knownReading } from "../error/from-unknown.js";
import { listConditionsOfStatus } from "../http/status.js";
import type { JSONObject } from "../json/json-value.js";
import { callSafely, isError, readAt, readMember, tryTo } from "../json/read.js";
import { toJSONSafe, toSafeText } from "../json/to-json-safe.js";
import { Reading } from "../libraries/originals.js";
import type { Boundary, Failure } from "./boundary.js";
import { isAbortReason } from "./abort-reasons.js";
import { createError } from "./create-error.js";
import { findRefusedInput } from "./refused-input.js";
import { createRefusalError, explainInput, getRefusalCode, type Refusal } from "./server/refusals.js";
import { correlationName, fillContext, type Call } from "./context.js";
import type { ReturnedFailure } from "./returned-failure.js";
import { findUrlElicitation } from "./sdk-signal.js";

export function createFailure(boundary: Boundary, returned: ReturnedFailure, call: Call): Failure {
  const { compiled, errorClass } = boundary;
  if ("envelope" in returned) {
    const error = createStatedError(boundary, returned.envelope);
    if (error) return completeFailure(boundary, call.context, { error, compiled, ...returned, thrown: undefined });
  }
  // An envelope that an error of the contract could not have is converted like anything else.
  const thrown = "envelope" in returned ? returned.envelope : returned.thrown;
  const reading = new Reading(thrown);
  const { result } = returned;
  // The words of the handler's own result are no stranger's.
  const shown = result ? "kept" : boundary.foreignMessages;
  const convert = (classify: () => unknown): ContractError => {
    const context = { classify, libraries: boundary.libraries, [foreignMessages]: shown, [knownReading]: reading };
    const converted = convertThrown(errorClass, thrown, context);
    return shown === "hidden" ? hideForeign(converted) : converted;
  };
  const refused = "envelope" in returned || result ? undefined : findRefusal(boundary, reading, call);
  const refusal = refused && createRefusalError(boundary, refused, thrown);
  const known = ContractError.is(refusal)
    ? refusal
    : convert(() => (refused ? getRefusalCode(boundary, refused) : classifyThrown(boundary, reading, call)));
  const isUnknown = readMember(known, compiled.code.name) === compiled.fallback.unknown;
  // A fault of the program is no abort, even where it made the program abort something.
  const isOfAbort = isUnknown && reading.links.some(({ value }) => isPlainReason(value));
  const cancelled = isOfAbort ? findCodeByCondition(compiled.contract, "cancelled") : undefined;
  const error = cancelled === undefined ? known : convert(() => cancelled);
  return { ...createFailureFromError(boundary, error, thrown, call.context), result };
}

/** The error does not change; its envelope gets the context where the error left it empty. Never throws. */
export function createFailureFromError(
  boundary: Boundary,
  error: ContractError,
  source: unknown,
  context: readonly unknown[],
): Failure {
  const compiled = getContractOf(error, boundary.errorClass);
  const envelope = toConformingEnvelope(compiled, error);
  return completeFailure(boundary, context, { error, compiled, envelope, source, thrown: source });
}

function completeFailure(boundary: Boundary, context: readonly unknown[], known: Omit<Failure, "text">): Failure {
  const { compiled } = known;
  const envelope = redactEnvelope(boundary, compiled, fillContext(compiled, known.envelope, context));
  const correlationId = findCorrelationId(compiled, envelope, context);
  return { ...known, envelope, text: JSON.stringify(envelope), correlationId };
}

const longestId = 200;

function findCorrelationId(
  { fields }: CompiledContract,
  envelope: JSONObject,
  context: readonly unknown[],
): string | undefined {
  const field = fields.find(({ name }) => name === correlationName);
  const own = field && readAt(envelope, field.parts);
  const id = [own, ...context.map((source) => readMember(source, correlationName))].find(
    (each) => typeof each === "string" && each !== "" && each.length <= longestId,
  );
  return id === undefined ? undefined : toSafeText(id as string);
}

/** Where the function fails, or returns no envelope, only the code is kept. Never throws. */
function redactEnvelope({ redact }: Boundary, compiled: CompiledContract, envelope: JSONObject): JSONObject {
  if (!redact) return envelope;
  const redacted = toJSONSafe(callSafely(redact, [toJSONSafe(envelope)]));
  if (listEnvelopeProblems(compiled.contract, redacted).length === 0) return redacted as JSONObject;
  return fillEnvelope(compiled, { [compiled.code.name]: readAt(envelope, compiled.code.parts) });
}

function createStatedError({ errorClass, compiled }: Boundary, envelope: JSONObject): ContractError | undefined {
  const fields = Object.fromEntries(compiled.fields.map(({ name, parts }) => [name, readAt(envelope, parts)]));
  // A project's class may have arguments of its own.
  return createError(errorClass, fields) ?? createError(getErrorClass(errorClass.contract), fields);
}

/** The way out where the boundary itself fails, such as on a full stack: all that it needs is made before. */
export function prepareLast(errorClass: FailureClass, compiled: CompiledContract, tool: unknown): () => Error {
  const error = getErrorClass(errorClass.contract).fromUnknown(undefined);
  const context = compiled.tool && { [compiled.tool.name]: tool };
  const data = fillContext(compiled, fillEnvelope(compiled, error), [context]);
  const text = JSON.stringify(data);
  const toEnvelope = (): JSONObject => data;
  return () =>
    Object.setPrototypeOf(Object.assign(new Error(text), { data, toEnvelope }), errorClass.prototype) as Error;
}

/** Falls back to the contract's own class where a project's class throws. */
export const convertThrown = (errorClass: FailureClass, thrown: unknown, context?: object): ContractError =>
  tryTo(() => errorClass.fromUnknown(thrown, context as never)) ??
  getErrorClass(errorClass.contract).fromUnknown(thrown, context as never);

const isPlainReason = (link: unknown): boolean =>
  isAbortReason(link) && (!isError(link) || readMember(link, "name") === "Error") && !ContractError.is(link);

function findRefusal(boundary: Boundary, reading: Reading, call: Call): Refusal | undefined {
  const issues = ContractError.is(reading.value) ? undefined : findRefusedInput(reading.links, call);
  return issues && !isCoded(boundary, reading.value) ? explainInput(issues) : undefined;
}

/** Whether the project's `classify`, or the error itself, has a code for it. */
function isCoded({ compiled, classify }: Boundary, thrown: unknown): boolean {
  const own = [readMember(thrown, compiled.code.name), readMember(thrown, "code"), callSafely(classify, [thrown])];
  return own.some((code) => compiled.code.canHold(code));
}

/** The answer of the project's `classify`, else the first code for a condition that the call suggests. */
function classifyThrown(boundary: Boundary, reading: Reading, call: Call): string | number | undefined {
  const thrown = reading.value;
  const { compiled, classify } = boundary;
  const answer = callSafely(classify, [thrown]);
  if (compiled.code.canHold(answer)) return answer as string | number;
  // A registered code of the error itself is more exact than the call, unless it is why the call was aborted.
  const own = [readMember(thrown, compiled.code.name), readMember(thrown, "code")];
  const isReason = thrown === readReason(call.signal) || (!isError(thrown) && isAbortReason(thrown));
  if (!isReason && own.some((code) => compiled.code.canHold(code))) return undefined;
  return listConditions(boundary, reading, call)
    .map((condition) => findCodeByCondition(compiled.contract, condition))
    .find((code) => code !== undefined);
}

function listConditions({ deliver }: Boundary, reading: Reading, call: Call): readonly Condition[] {
  const thrown = reading.value;
  if (findUrlElicitation(thrown)) return ["unauthenticated"];
  const abort = findEndOfCall(thrown, call) ?? findAbort(reading, call.signal);
  if (abort) return [abort];
  if (deliver !== "response" && deliver !== "problem" && typeof deliver !== "function") return [];
  const output = readMember(thrown, "output");
  return [readMember(thrown, "status"), readMember(thrown, "statusCode"), readMember(output, "statusCode")].flatMap(
    listConditionsOfStatus,
  );
}

const readReason = (signal: unknown): unknown =>
  readMember(signal, "aborted") === true ? readMember(signal, "reason") : undefined;

/**
 * Finds the abort that a thrown value is, or comes from. An error of a contract on the way says more; a time that was
 * over is behind the abort that it led to.
 */
function findAbort({ links }: Reading, signal: unknown): Condition | undefined {
  const reason = readReason(signal);
  let abort: Condition | undefined;
  for (const { value: link } of links) {
    if (ContractError.is(link)) return abort;
    // A client may copy the name of the abort into its code (gaxios).
    const names = [readMember(link, "name"), readMember(link, "code")];
    if (names.includes("TimeoutError")) return "timeout";
    const isReason = link === reason || (!isError(link) && isAbortReason(link));
    if (names.includes("AbortError") || names.includes("ABORT_ERR") || isReason) abort = "cancelled";
  }
  return abort;
}

/** The signal of the call decides, whatever its handler has made of the abort. */
function findEndOfCall(thrown: unknown, { caller, signal }: Call): Condition | undefined {
  if (caller === "function" || readMember(signal, "aborted") !== true || ContractError.is(thrown)) return undefined;
  return readMember(readReason(signal), "name") === "TimeoutError" ? "timeout" : "cancelled";
}
