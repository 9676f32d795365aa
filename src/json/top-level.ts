import { parseJSON } from "./read.js";

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const space = 0x20;

/**
 * Returns whether a JSON text may be an object with the named member, without parsing it. A text that is no JSON may
 * have any answer.
 *
 * @param value the member's value, as JSON has it; any, where it is left out.
 */
export function mayHaveMember(text: string, name: string, value = ""): boolean {
  const start = skipSpace(text, 0);
  if (text.charCodeAt(start) !== openBrace) return false;
  const last = findLastMember(text, name, value);
  if (last < 0) return false;
  let depth = 0;
  for (let index = start; index <= last; index++) {
    const code = text.charCodeAt(index);
    if (code === openBrace || code === openBracket) depth++;
    else if (code === closeBrace || code === closeBracket) depth--;
    else if (code === quote) {
      const end = findEndOfString(text, index);
      if (end < 0) return false;
      if (depth === 1 && isName(text, index, end, name) && hasValue(text, end, value)) return true;
      index = end;
    }
  }
  return false;
}

/** A letter that is written as an escape, as nobody but an attacker writes one. */
const escapedLetter = /\\u00[4-7]/i;

/** Finds the last place where a member of that name and value may begin, at any depth; -1 where there is none. */
function findLastMember(text: string, name: string, value: string): number {
  if (text.includes("\\u00") && escapedLetter.test(text)) return text.length - 1;
  const written = `"${name}"`;
  let index = text.lastIndexOf(written);
  while (index > 0 && !hasValue(text, index + written.length - 1, value)) index = text.lastIndexOf(written, index - 1);
  return index;
}

/** Returns whether a name that ends at that place has a value that begins in that way. */
function hasValue(text: string, end: number, value: string): boolean {
  const index = skipSpace(text, end + 1);
  return text.charCodeAt(index) === colon && (value === "" || text.startsWith(value, skipSpace(text, index + 1)));
}

/** Finds the quote that ends a string; -1 where none does. Most strings are short, too short for `indexOf`. */
function findEndOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) return index;
    if (code === backslash) index++;
  }
  return -1;
}

function isName(text: string, start: number, end: number, name: string): boolean {
  const length = end - start - 1;
  if (length === name.length) return text.startsWith(name, start + 1);
  // The longest escape of a character has six.
  return length > name.length && length <= 6 * name.length && parseJSON(text.slice(start, end + 1)) === name;
}

function skipSpace(text: string, start: number): number {
  let index = start;
  while (text.charCodeAt(index) <= space) index++;
  return index;
}
