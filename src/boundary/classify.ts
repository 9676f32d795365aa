import type { Boundary } from "./options.js";
import { codeForCondition } from "../contract/condition-codes.js";
import type { Condition } from "../contract/condition-statuses.js";
import { readable } from "../json/to-json-safe.js";

/**
 * The code for a foreign failure: what the project's `classify` answers, else the first code that stands for one of the
 * conditions. `undefined` when neither knows. Never throws.
 *
 * @param conditions what the circumstances say, such as an HTTP status; likeliest first.
 */
export function codeFor(
  { shape, classify }: Boundary,
  thrown: unknown,
  conditions: readonly Condition[],
): string | number | undefined {
  const answer = answered(classify, thrown);
  if (shape.code.accepts(answer)) return answer as string | number;
  // An error that brings a registered code knows more than its circumstances.
  const own = [readable(thrown, shape.code.name), readable(thrown, "code")];
  if (own.some((code) => shape.code.accepts(code))) return undefined;
  return conditions.map((condition) => codeForCondition(shape.contract, condition)).find((code) => code !== undefined);
}

/** What an abort stands for; `undefined` when the failure is none. Never throws. */
export function abortCondition(thrown: unknown, signal: unknown): Condition | undefined {
  const name = readable(thrown, "name");
  if (name === "TimeoutError") return "timeout";
  if (name === "AbortError") return "cancelled";
  const isReason = readable(signal, "aborted") === true && readable(signal, "reason") === thrown;
  return isReason ? "cancelled" : undefined;
}

function answered(classify: Boundary["classify"], thrown: unknown): unknown {
  try {
    return classify?.(thrown);
  } catch {
    // What a project's function throws is no answer.
    return undefined;
  }
}
