// What words tell. The name of a function says whether it asks, acts, cleans up, only computes, or only tries;
// names of variables and fields, texts and comments say that something failed.

/** The purpose of a call, as far as its name tells it. */
export type Purpose = "question" | "action" | "cleanup" | "listener" | "computation" | "other";

/** First words of names that ask for a verdict. */
const VERDICTS: ReadonlySet<string> = new Set([
  ...["is", "has", "can", "should", "exists", "test", "validate", "verify", "check", "probe"],
]);

/** First words of names that ask a question, which is answered by trying. The platform has some of them. */
const QUESTIONS: ReadonlySet<string> = new Set([
  ...VERDICTS,
  ...["parse", "resolve", "decode", "detect", "stringify"],
  ...["access", "stat", "URL", "json"],
]);

/** First words of names of actions with an effect of their own. Trying one is no test of whether it is possible. */
const ACTIONS: ReadonlySet<string> = new Set([
  ...["save", "write", "update", "create", "rename", "send", "install", "register"],
]);

const CLEANUPS: ReadonlySet<string> = new Set([
  ...["close", "unlink", "rm", "kill", "abort", "disconnect", "dispose"],
  ...["terminate", "clear", "cancel", "stop", "shutdown", "clean", "cleanup", "delete"],
  ...["sweep"],
]);

/** Functions of the platform that only compute a value from other values, and logs. */
const COMPUTATIONS: ReadonlySet<string> = new Set([
  ...["String", "Number", "Date", "parseInt", "now", "trim", "toString", "toISOString", "slice", "split", "join"],
  ...["includes", "push", "replace", "startsWith", "endsWith", "indexOf", "substring", "match", "matchAll"],
  ...["toLowerCase", "toUpperCase", "keys", "values", "entries", "map", "filter", "some", "every", "then", "catch"],
  ...["get", "add", "from", "isDirectory", "isSymbolicLink", "isFile", "log", "info", "warn", "error", "debug"],
  ...["homedir", "cwd", "dirname", "basename", "extname", "relative", "normalize", "existsSync", "isArray"],
  ...["safeParse", "clearTimeout", "clearInterval"],
]);

/** `onChange`, `onclose` */
const LISTENER = /^on(?!ce$)(?:[A-Z]|[a-z]+$)/;

/** Returns the purpose of a call of a function with this name. */
export function readPurpose(name: string): Purpose {
  if (COMPUTATIONS.has(name)) return "computation";
  if (asksQuestion(name)) return "question";
  const [verb = ""] = splitWords(name);
  if (CLEANUPS.has(verb)) return "cleanup";
  if (LISTENER.test(name)) return "listener";
  return ACTIONS.has(verb) ? "action" : "other";
}

/** Returns whether a name asks a question: `isValid`, `parsePlan`, `statSync`. */
export function asksQuestion(name: string): boolean {
  const [verb = ""] = splitWords(name);
  return QUESTIONS.has(verb) || QUESTIONS.has(name);
}

/** Returns whether a name asks for a verdict, which a result may be: `validateToken`, `isReady`, `configValidator`. */
export function asksForVerdict(name: string): boolean {
  const words = splitWords(name);
  return VERDICTS.has(words[0] ?? "") || /^(?:health|check)/.test(words.at(-1) ?? "");
}

/** Returns whether a function only tries, by its name, so that its callers ask for the default. */
export function onlyTries(name: string): boolean {
  return /^_*(?:try|safe|maybe)[A-Z]|Safe(?:ly)?$/.test(name);
}

/** Returns whether a function is asked to remove something, by its name. */
export function isRemoval(name: string): boolean {
  return /^(?:delete|remove|clear)(?:$|[A-Z_])/.test(name);
}

// Words that stand for an error alone or behind an underscore; other names end in `Err` or `Error`. One letter is
// enough for the parameter of a handler. `cause`, `reason`, `problem` and `failure` are how promises and results call
// theirs.
const ERROR_WORDS = "e|ex|exc|err|error|reason|cause|problem|failure";

/** The names of variables that hold an error, as the source of a regular expression. */
export const ERROR_NAMES = String.raw`_?(?:${ERROR_WORDS}|\w+Err(?:or)?)`;

const ERROR_NAME = new RegExp(`^${ERROR_NAMES}$`);
// `e` may be an event or an element, and a `reason` or `problem` a text.
const UNAMBIGUOUS_NAME = /^_?(?:err|error|\w+Error)$/;

/** Returns whether a variable of that name holds an error where one can stand. */
export function isErrorName(name: string): boolean {
  return ERROR_NAME.test(name);
}

/** Returns whether a variable of that name holds an error wherever it stands. */
export function isUnambiguousErrorName(name: string): boolean {
  return UNAMBIGUOUS_NAME.test(name);
}

/** Words of a text that tell of a failure. */
export const FAILURE_TEXT =
  /\b(?:errors?|fail(?:ed|s|ure)?|could not|can ?not|can't|invalid|not found|timed? ?out|unavailable|aborted)\b/i;

/** Parts of a name that tell of a failure: `errorResult`, `toFailure`. */
export const FAILURE_NAME = /fail|(?<!std)err(?:$|or)/i;

/** Fields that say why something failed, or explain a success. */
export const FAILURE_HINTS = /^(?:reason|message|diagnostics)$/;

const OUTCOME_FLAG = /^(?:ok|success)$/i;
const ANSWER_FLAG = /^(?:is_?)?(?:valid|passed|healthy|available|reachable|allowed|authenticated|installed)$/i;

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
export const STATE_FIELDS = /^(?:status|kind|result|outcome)$/;
export const SUCCESS_STATE = /^(?:ok|success)$/i;
export const FAILED_STATE = /^(?:error|failed)$/i;
/** Fields that give the reason of a failure. */
export const REASON_FIELDS = /err|reason|message|^code$/i;

const MARK = /^[\s*]*Intended: *\S/;

// Such comments are written for a tool, or for somebody who has work left to do.
const NO_REASON = /^[\s*]*(?:eslint|TODO|FIXME)\b/;
const CODE = /[;{}]\s*$/;
const WORD = /\p{L}{2,}/gu;
/** What says that a failure is meant to be overlooked. */
const OVERLOOKING = /\b(?:best[- ]effort|non-?fatal|never[\s*]+throws?|swallow\w*)\b/i;

/** A comment as the parser gives it. */
interface Comment {
  readonly value: string;
}

/** A directive of a linter, and what it names in front of its description. */
const DIRECTIVE = /^[\s*]*(?:es|ox)lint-disable(?:-next-line|-line)?\b([^]*?)(?:\s--[^]*)?$/;

/**
 * Returns whether a comment is a directive that silences a rule, by its name or with all others. It is no reason: else
 * the rule would report nothing beside it, and the directive would silence nothing.
 */
export function isDirectiveFor(rule: string, { value }: Comment): boolean {
  const [, named] = DIRECTIVE.exec(value) ?? [];
  return named !== undefined && (named.trim() === "" || named.includes(rule));
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

/** Every word of a name or a text, in lower case. */
export function splitWords(text: string): readonly string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
}
