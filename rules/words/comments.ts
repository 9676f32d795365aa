// What a comment says of a failure that is dropped. The only place that says so.

const MARK = /^[\s*]*Intended: *\S/;

// Such comments are written for a tool, or for somebody who has work left to do.
const NO_REASON = /^[\s*]*(?:eslint|@ts-|prettier|istanbul|c8|v8|#|(?:TODO|FIXME|XXX|HACK)\b)/;
const CODE = /[;{}]\s*$/;
const WORD = /\p{L}{2,}/gu;
/** What says that a failure is meant to be overlooked. */
const OVERLOOKING = /\b(?:best[- ]effort|non-?fatal|never throws?|swallow\w*)\b/i;

/** A comment as the parser gives it. */
interface Comment {
  readonly value: string;
}

/** Returns whether a comment marks a drop as intended: it begins with `Intended:` and a reason. */
export function isMark({ value }: Comment): boolean {
  return MARK.test(value);
}

/** Returns whether a comment gives a reason: at least three words that are no code and no task. */
export function isReason({ value }: Comment): boolean {
  return !NO_REASON.test(value) && !CODE.test(value) && (value.match(WORD)?.length ?? 0) >= 3;
}

/** Returns whether a text says that a failure is meant to be overlooked. */
export function overlooksFailing(text: string): boolean {
  return OVERLOOKING.test(text);
}
