import { joinPatterns } from "./join-patterns.js";

/** The names that `redact: true` takes for secrets: first what a name contains, then what it ends with. */
export const secretKeys: readonly (string | RegExp)[] = [
  /passw(?:or)?d|pass[-_ ]?phrase|secret|credential/i,
  /(?:private|api|access|account|auth|encryption|signing)[-_ ]?key/i,
  // Not `tokens`: `max_tokens` and the like count the tokens of a model.
  /(?:^|[-_])(?:pwd|jwt|otp|sig|cookies?|token)$|[-_](?:pass|signature)$|[a-z\d](?:token|cookies?)$/i,
  /^(?:proxy[-_]?)?authorization$|(?:^|_)_auth$/i,
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
  /\b(?:A3T[A-Z0-9]|AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{20,}|\bnpm_\w{30,}/,
  /\bsk-[\w-]{20,}|\b[rs]k_(?:live|test)_\w{16,}|\bxox[abposr]-[\w-]{10,}|\bAIza[\w-]{30,}/,
  // Words, as in `basic JavaScript`, have no digit, and at most one capital inside.
  /* @__PURE__ */ joinPatterns(
    "",
    /(?<=\b(?:[Bb]earer|BEARER|[Bb]asic|BASIC)\s{1,20})/,
    /(?=[\w.~+/-]*?(?:\d|[a-z][A-Z]\w*?[a-z][A-Z])|[\w.~+/-]*=)[\w.~+/-]{8,}=*/,
  ),
  // The password of an address. Its user too, for web servers and where only a user is given, since tokens stand there;
  // not that of a remote shell, as in `ssh://git@`.
  /* @__PURE__ */ joinPatterns(
    "|",
    /(?<=\bhttps?:\/\/)[^\s/?#"'<>]+(?=@)/i,
    /(?<=(?<![a-z\d+.-])(?!(?:[a-z]+\+)?ssh:|sftp:|scp:)[a-z][a-z\d+.-]{1,30}:\/\/)[^\s/?#"'<>:@]+(?=@)/i,
    /(?<=:\/\/[^\s/:@]*:)[^\s/?#"'<>]+(?=@)/i,
    /(?<=[?&]signature=)[^\s&#"'<>\\]+/i,
  ),
];
