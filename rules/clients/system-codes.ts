import dns from "node:dns";
import { getSystemErrorMap } from "node:util";
import type { Tested } from "../throws/text-tests.js";

// Three letters are a word as well: "Unexpected EOF".
const CODE = /\bE[A-Z0-9_]{3,}\b/g;

/** The codes that Node gives the errors of the system and of its resolver: `ENOENT`, `ECONNREFUSED`, `ENOTFOUND`. */
const SYSTEM_CODES: ReadonlySet<unknown> = new Set([
  ...[...getSystemErrorMap().values()].map(([code]) => code),
  ...Object.values(dns),
]);

/**
 * Returns the codes of Node that a text or pattern looks for: an error whose message has one of these has it as `code`.
 * A pattern that also looks for something else finds errors without a code, so there are none.
 */
export function listSystemCodes(tested: Tested): readonly string[] {
  const texts = tested instanceof RegExp ? tested.source.split("|") : [tested ?? ""];
  const codes = texts.map((text) => text.match(CODE)?.find((code) => SYSTEM_CODES.has(code)));
  return codes.every((code) => code !== undefined) ? codes : [];
}

/** Returns whether the text of a file leaves it open that one of these codes stands in it. */
export function mayNameSystemCode(text: string): boolean {
  return text.search(CODE) >= 0;
}
