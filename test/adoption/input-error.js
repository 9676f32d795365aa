/** A failure that the user can mend; its message says how and is all that is printed. */
export class InputError extends Error {
  name = "InputError";
}
