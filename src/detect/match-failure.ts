import { readMember } from "../json/read.js";
import type { ForeignFailure } from "./failure.js";

interface Coded {
  readonly code?: string | number | undefined;
}

/** A function for each code of a failure, and `_` where the failure may have a code that no contract registers. */
export type FailureCases<F extends Coded, R> = {
  readonly [Key in CaseKey<F>]: (failure: Key extends "_" ? ForeignFailure : WithCode<F, Key>) => R;
};

type CaseKey<F extends Coded> = NonNullable<F["code"]> | (ForeignFailure extends F ? "_" : never);

type WithCode<F, Code> = F extends { readonly code: infer Known }
  ? Code extends Known
    ? F & { readonly code: Code }
    : never
  : never;

/** Calls the function for the code of a failure; `_` is for unregistered codes. A TypeError where there is none. */
export function matchFailure<F extends Coded, R>(failure: F, cases: FailureCases<F, R>): R {
  const { code } = failure;
  const key = code !== undefined && Object.hasOwn(cases, code) ? String(code) : "_";
  const handle = Object.hasOwn(cases, key) ? readMember(cases, key) : undefined;
  if (typeof handle !== "function") throw new TypeError(`matchFailure: cases: no function for ${String(code)}`);
  return (handle as (failure: F) => R)(failure);
}
