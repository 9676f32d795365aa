// What the runtime costs beside a plain class that does the same work.
import { SystemError } from "../../src/dist/contracts/kaiza/index.js";
import { median } from "./median.js";

const DEFAULTS = {
  human_message: "Tool execution failed",
  role: null,
  session_id: null,
  workspace_root: null,
  tool_name: "unknown",
  invariant_id: null,
  phase_id: null,
  plan_hash: null,
};

/** The same eleven fields, defaults and cause by hand; no checks, no limits, nothing for foreign values. */
class Plain extends Error {
  constructor(error_code, fields) {
    const given = { ...DEFAULTS, ...fields };
    super(`[${error_code}] ${given.human_message}`, given.cause == null ? undefined : { cause: given.cause });
    this.name = "Plain";
    this.error_code = error_code;
    this.human_message = given.human_message;
    this.role = given.role;
    this.session_id = given.session_id;
    this.workspace_root = given.workspace_root;
    this.tool_name = given.tool_name;
    this.invariant_id = given.invariant_id;
    this.phase_id = given.phase_id;
    this.plan_hash = given.plan_hash;
    this.timestamp = new Date().toISOString();
  }

  static fromUnknown(thrown) {
    if (thrown instanceof Plain) return thrown;
    const human_message = thrown instanceof Error ? thrown.message : String(thrown);
    return new Plain("INTERNAL_ERROR", { human_message, cause: thrown });
  }

  toEnvelope() {
    const { error_code, human_message, role, session_id, workspace_root, tool_name } = this;
    const { invariant_id, phase_id, plan_hash, cause, timestamp } = this;
    const normalised =
      cause instanceof Error ? { message: cause.message, code: cause.code ?? null, name: cause.name } : (cause ?? null);
    return {
      error_code,
      human_message,
      role,
      session_id,
      workspace_root,
      tool_name,
      invariant_id,
      phase_id,
      plan_hash,
      cause: normalised,
      timestamp,
    };
  }
}

const cause = Object.assign(new Error("no such file"), { code: "ENOENT" });
const fields = { human_message: "The file is gone", tool_name: "read_file", session_id: "s-1" };
const withCause = { ...fields, cause };

/** Each pair does the same with our class and with the plain one. */
const CASES = [
  [
    "construction, 3 fields",
    () => SystemError.toolFailure("FILE_NOT_FOUND", fields),
    () => new Plain("FILE_NOT_FOUND", fields),
  ],
  [
    "construction with cause",
    () => SystemError.toolFailure("FILE_NOT_FOUND", withCause),
    () => new Plain("FILE_NOT_FOUND", withCause),
  ],
  ["fromUnknown(Error)", () => SystemError.fromUnknown(cause), () => Plain.fromUnknown(cause)],
  ...["toEnvelope", "toEnvelope with cause"].map((name, index) => {
    const given = index === 0 ? fields : withCause;
    const [ours, plain] = [SystemError.toolFailure("FILE_NOT_FOUND", given), new Plain("FILE_NOT_FOUND", given)];
    return [name, () => ours.toEnvelope(), () => plain.toEnvelope()];
  }),
];

// Whatever is made is stored here, so that no compiler can leave it out.
export const sink = { last: undefined };

/** Nanoseconds for one call. */
function timed(make, calls) {
  const start = process.hrtime.bigint();
  for (let call = 0; call < calls; call++) sink.last = make();
  return Number(process.hrtime.bigint() - start) / calls;
}

/**
 * The medians of many rounds in which the two take turns.
 *
 * @param {{ rounds: number, calls: number }} effort
 * @returns {readonly { name: string, stack: boolean, ours: number, plain: number, ratio: number }[]} times in
 *   nanoseconds
 */
export function runtimeFigures({ rounds, calls }) {
  const { stackTraceLimit } = Error;
  const figures = [true, false].flatMap((stack) => {
    Error.stackTraceLimit = stack ? stackTraceLimit : 0;
    return CASES.filter(([name]) => stack || !name.startsWith("toEnvelope")).map(([name, ours, plain]) => {
      for (let round = 0; round < 5; round++) [ours, plain].forEach((make) => timed(make, calls));
      const times = { ours: [], plain: [], ratio: [] };
      for (let round = 0; round < rounds; round++) {
        // Who goes first changes from round to round.
        const order = round % 2 === 0 ? ["ours", "plain"] : ["plain", "ours"];
        const taken = {};
        for (const who of order) taken[who] = timed(who === "ours" ? ours : plain, calls);
        times.ours.push(taken.ours);
        times.plain.push(taken.plain);
        times.ratio.push(taken.ours / taken.plain);
      }
      return { name, stack, ours: median(times.ours), plain: median(times.plain), ratio: median(times.ratio) };
    });
  });
  Error.stackTraceLimit = stackTraceLimit;
  return figures;
}
