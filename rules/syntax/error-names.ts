// Words that stand for an error alone or behind an underscore; other names end in `Err` or `Error`. One letter is
// enough for the parameter of a handler. `cause`, `reason`, `problem` and `failure` are how promises and results call
// theirs.
const WORDS = "e|er|ex|exc|err|error|exception|reason|cause|problem|failure";

/** The names of variables that hold an error, as the source of a regular expression. */
export const ERROR_NAMES = String.raw`_?(?:${WORDS}|\w+Err(?:or)?)`;

const ERROR_NAME = new RegExp(`^${ERROR_NAMES}$`);
// `e` may be an event or an element, and a `reason` or `problem` a text.
const UNAMBIGUOUS_NAME = /^_?(?:er|err|error|exception|\w+Err(?:or)?)$/;

/** Returns whether a variable of that name holds an error where one can stand. */
export function isErrorName(name: string): boolean {
  return ERROR_NAME.test(name);
}

/** Returns whether a variable of that name holds an error wherever it stands. */
export function isUnambiguousErrorName(name: string): boolean {
  return UNAMBIGUOUS_NAME.test(name);
}
