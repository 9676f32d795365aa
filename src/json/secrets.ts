import { credentials } from "./addresses.js";
import { joinPatterns } from "./join-patterns.js";
import { knownKeys } from "./known-keys.js";

/**
 * The names that `redact: true` takes for secrets: of members, in text, of options and headers. A name in the query of
 * an address is also tried with `?` in front, so that an expression can ask for that place.
 */
export const secretKeys: readonly (string | RegExp)[] = [
  /passw(?:or)?d|pass[-_ ]?(?:phrase|code)|secret|credential/i,
  /(?:private|api|access|account|auth|encryption|signing|subscription|licen[cs]e|user|app|consumer)[-_ ]?key/i,
  // Not `tokens`: `max_tokens` and the like count the tokens of a model.
  /(?:^|[-_])(?:sig|cookies?|token)$|[-_](?:pass|signature)$|[a-z\d](?:token|cookies?)$/i,
  // `OLDPWD` is a folder.
  /(?:jwt|otp|(?<!^old)pwd)$/i,
  /^(?:(?:http|x|forwarded|proxy)[-_]?){0,3}authorization$|(?:^|_)_auth$/i,
  /^--?(?:(?:src|dest)?(?:store|key))?pass(?:in|out)?$/i,
  // Elsewhere these are names of ordinary things, such as the code of an error.
  /^\?(?:.*key|app[-_]?id|(?:auth[-_]?)?code|auth|bearer|pass|pin|sign?(?:ature)?|s(?:ess(?:ion)?)?[-_]?id|sas|hmac)$/i,
  /^\?(?:(?:client[-_]?)?assertion|code[-_]?verifier|oauth[-_]verifier|samlresponse)$/i,
];

/** Returns whether a name is that of a header whose value is all of its line, such as `Cookie: a=b; c=d`. */
export function isHeaderName(name: string): boolean {
  return /(?:authorization|cookies?)$/i.test(name);
}

/** Returns whether what has a name is a list of headers, names and values by turns, as Node's `rawHeaders`. */
export function listsHeaders(name: string): boolean {
  return /^(?:raw[-_]?)?(?:headers|trailers)$/i.test(name);
}

/** The secrets that `redact: true` finds inside text by their form. Each pattern reads a text once, however long. */
export const secretValues: readonly RegExp[] = [
  /* @__PURE__ */ joinPatterns(
    "",
    /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/,
    /[^]*?(?:-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}|$)/,
  ),
  // From the start of a word of which the ends are known to fit; from each `eyJ`, `-eyJ-eyJ-eyJ` would be read anew.
  /(?<![\w-])(?=[\w-]+\.[\w-]+\.)[\w-]*?\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/,
  // Also behind the escapes of a text within a text.
  /* @__PURE__ */ createKnownForm(),
  // As a database is told of a password.
  /(?<=\b(?:password|identified by)[ (]{1,4}')[^'\n]{1,200}(?=')/i,
  // Words, as in `basic JavaScript`, have no digit, and at most one capital inside.
  /* @__PURE__ */ joinPatterns(
    "",
    /(?<=\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC)\s{1,20})/,
    /(?=[\w.~+/-]*?(?:\d|[a-z][A-Z]\w*?[a-z][A-Z])|[\w.~+/-]*=)[\w.~+/-]{8,}=*/,
  ),
  credentials,
];

function createKnownForm(): RegExp {
  const forms = knownKeys.map(({ prefix, alphabet, length }) => `${prefix}${alphabet}{${length},}`);
  // Also behind the escapes of a text within a text.
  const begin = String.raw`(?:(?<![A-Za-z\d])|(?<=\\[nrt]|%[\dA-Fa-f]{2}|u00[\dA-Fa-f]{2}))`;
  return new RegExp(`${begin}(?:${forms.join("|")})`);
}
