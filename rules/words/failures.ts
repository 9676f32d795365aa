// The words of failures: in texts, in names, and as the fields of results.

/** Words of a text that tell of a failure. */
export const FAILURE_TEXT = new RegExp(
  String.raw`\b(?:errors?|fail(?:ed|s|ure)?|could not|couldn't|can ?not|can't|unable|invalid|not found|denied|` +
    String.raw`refused|timed? ?out|unavailable|aborted|rejected|unauthori[sz]ed|forbidden)\b`,
  "i",
);

/** Parts of a name that tell of a failure: `errorResult`, `toFailure`, `NOT_FOUND`, `badRequest`. */
export const FAILURE_NAME = new RegExp(
  String.raw`fail|(?<!std)err(?:$|or|_)|reject|invalid|denied|forbidden|unauthorized|badrequest|notfound|abort|` +
    "problem|exception",
  "i",
);

/** Fields that may tell of a failure, or explain a success. */
export const FAILURE_HINTS = /^(?:reason|cause|diagnostics)$/;

const OUTCOME_FLAG = /^(?:(?:is|was)_?)?(?:ok|success|successful|succeeded)$/i;
const ANSWER_FLAG = new RegExp(
  "^(?:is_?|was_?)?(?:valid|passed|healthy|accessible|available|reachable|allowed|authori[sz]ed|authenticated|" +
    "installed)$",
  "i",
);

/** Says what a flag that is `false` in a failure answers: how the work went, or a question that the caller asked. */
export function classifyFlag(name: string): "outcome" | "answer" | undefined {
  if (OUTCOME_FLAG.test(name)) return "outcome";
  return ANSWER_FLAG.test(name) ? "answer" : undefined;
}

/** Words in the names of fields, other than flags, that can make an object a failure. */
export const FAILURE_WORDS = /err/i;
/** Fields that hold an error, or nothing. */
export const ERROR_FIELDS = /^(?:error|failure)$/;
/** Fields that name one of several states. */
export const STATE_FIELDS = /^(?:status|kind|type|state|result|outcome|_?tag)$/;
/** Fields that grade what they stand beside: they tell of a failure only where one is handled. */
export const GRADE_FIELDS = /^(?:statusCode|level|severity|code)$/;
export const FAILED_STATE = /^(?:\w+[_-])?(?:error|failed|failure)$/i;
/** Fields that give the reason of a failure. */
export const REASON_FIELDS = /err|reason|message|fail|issues|^(?:code|details?|hint|status|kind)$/i;
/** Levels with a text for each: beside them, `error` is one more. */
export const LEVEL_FIELDS = /^(?:info|warning|debug|loading|pending)$/;
