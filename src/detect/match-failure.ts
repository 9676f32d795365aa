import { readMember } from "../json/read.js";
import type { CodesOfTool, ForeignFailure } from "./failure.js";

interface Coded {
  readonly code?: string | number | undefined;
}

/**
 * A function for each code of a failure, and `_` where the failure may have a code that no contract registers. Of a
 * failure of a tool, a function for each code of the tool, and `_` for every other failure.
 */
export type FailureCases<F extends Coded, R> = {
  readonly [Key in CaseKey<F>]: (failure: Key extends "_" ? OtherFailure<F> : WithCode<F, Key>) => R;
};

type CaseKey<F extends Coded> =
  IsOfTool<F> extends true
    ? Extract<CodesOfTool<F>, NonNullable<F["code"]>> | "_"
    : NonNullable<F["code"]> | (ForeignFailure extends F ? "_" : never);

type OtherFailure<F> = IsOfTool<F> extends true ? F : ForeignFailure;

type IsOfTool<F> = unknown extends CodesOfTool<F> ? false : true;

type WithCode<F, Code> = F extends { readonly code: infer Known }
  ? Code extends Known
    ? F & { readonly code: Code }
    : never
  : never;

/**
 * Calls the function for the code of a failure; `_` is for all other codes.
 *
 * @throws TypeError where there is no function for the code.
 * @example
 * ```js
 * import { createDetector, matchFailure } from "error-contract/detect";
 * import { standard, toolError } from "error-contract/standard";
 *
 * const failure = createDetector([standard])(toolError("NOT_FOUND", "There is no such note."));
 * console.log(matchFailure(failure, { NOT_FOUND: () => "create it", _: () => "give up" })); // create it
 * ```
 */
export function matchFailure<F extends Coded, R>(failure: F, cases: FailureCases<F, R>): R {
  const { code } = failure;
  const key = code !== undefined && Object.hasOwn(cases, code) ? String(code) : "_";
  const handle = Object.hasOwn(cases, key) ? readMember(cases, key) : undefined;
  if (typeof handle !== "function") throw new TypeError(`matchFailure: cases: no function for ${String(code)}`);
  return (handle as (failure: F) => R)(failure);
}
