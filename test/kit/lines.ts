import { outdent } from "outdent";

/** The lines of a text without the indentation of the test, each with its line end; `outdent` leaves out the last. */
export const lines = outdent({ trimTrailingNewline: false });
