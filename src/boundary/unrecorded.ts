import { getShared } from "../contract/shared.js";
import { readLineage } from "../error/lineage.js";
import { callSafely, listCauses, readMember } from "../json/read.js";
import { escapeMarks, toJSONSafe, toSafeText, writeJSON } from "../json/to-json-safe.js";
import type { Boundary, Failure } from "./boundary.js";
import { describeCauses } from "./causes.js";

const reported = /* @__PURE__ */ getShared("reported-unrecorded", () => ({ isAny: false }));

/** The sinks of tests, whose failures are wanted and are shown to nobody. */
export const testSinks = /* @__PURE__ */ getShared("test-sinks", () => new WeakSet<object>());

const longestOriginal = 20_000;

const advice =
  'pass one as the option `audit`, such as openAuditLog("audit-log.jsonl") of error-contract/audit-log, or "none". ' +
  "Later failures without a record are not shown, this is the first";

/** Writes one line to stderr, since stdout may be the transport of an MCP server. Never throws. */
export function reportUnrecorded(boundary: Boundary, failure: Failure, problem: string | undefined): void {
  try {
    if (boundary.audit && testSinks.has(boundary.audit)) return;
    const isFirst = !reported.isAny && !boundary.isAuditDeclined;
    if (!isFirst && !(failure.compiled.contract.foreign?.isLogged && isForeign(failure.thrown))) return;
    reported.isAny ||= isFirst;
    const reason = problem === undefined ? "has no audit log" : `could not be recorded (${problem})`;
    const hint = isFirst && problem === undefined ? `; ${advice}` : "";
    // Unlike a write to the stream, the console outlives a stderr that was closed, and is there in every runtime.
    console.error(`error-contract: a failure ${reason}${hint}: ${describeOriginal(boundary, failure)}`);
  } catch {
    // The failure is delivered all the same.
  }
}

const isForeign = (thrown: unknown): boolean => listCauses(thrown).some((cause) => !readLineage(cause));

function describeOriginal({ redact }: Boundary, { envelope, thrown }: Failure): string {
  const original = { causes: toJSONSafe(describeCauses(thrown)) };
  // A function that knows the envelope alone may answer with anything.
  const causes = toJSONSafe(readMember(redact ? callSafely(redact, [original]) : original, "causes"));
  return toSafeText(escapeMarks(writeJSON({ envelope, ...(causes !== null && { causes }) })), longestOriginal);
}
