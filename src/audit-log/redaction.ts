import type { JSONObject, JSONValue } from "../json/json-value.js";

/** The secrets that must not stand in the log. */
export interface RedactOptions {
  /**
   * Members whose value is replaced whole, wherever they stand. A name matches in any case and with or without `_` and
   * `-`: `"apiKey"` is also `api_key` and `API-KEY`. A regular expression is tested against the name as it is.
   */
  readonly keys?: readonly (string | RegExp)[];
  /** Matches that are replaced inside strings and names, wherever they stand. */
  readonly values?: readonly RegExp[];
}

/** The names that `redact: true` takes for secrets. */
export const secretKeys: readonly (string | RegExp)[] = [
  /passw(?:or)?d|passphrase|secret|credential|private[-_]?key/i,
  /(?:api|access|auth|encryption|signing)[-_]?key/i,
  // Not `tokens`: `max_tokens` and the like count the tokens of a model.
  /(?:^|[-_])(?:pwd|jwt|otp|cookies?|token)$|[a-z](?:token|cookies?)$/i,
  /^(?:proxy[-_]?)?authorization$|^set-cookie$/i,
];

/**
 * The secrets that `redact: true` finds inside text: well-known forms of keys and tokens, `password=...` and the like.
 */
export const secretValues: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/,
  /\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/,
  /\b(?:A3T[A-Z0-9]|AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{20,}|\bnpm_\w{30,}/,
  /\bsk-[\w-]{20,}|\b[rs]k_(?:live|test)_\w{16,}|\bxox[abposr]-[\w-]{10,}|\bAIza[\w-]{30,}/,
  /(?<=\b(?:bearer|basic)\s+)[\w.~+/-]{8,}=*/i,
  /(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/,
  /(?<=(?:passw(?:or)?d|passphrase|secret|token|api[-_]?key)["']?\s?[=:]\s?)(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"',;&)}\]]+)/i,
];

/** Replaces a secret. */
const mark = "[Redacted]";

/** A copy without secrets, and JSON pointers to where they were. */
export type Redaction = (envelope: JSONObject) => { readonly value: JSONObject; readonly redacted: readonly string[] };

/** Creates the function that removes secrets from an envelope, before it is hashed or written. */
export function createRedaction({ keys = [], values = [] }: RedactOptions): Redaction {
  const names = new Set(keys.filter((key) => typeof key === "string").map(normalizeName));
  const namePatterns = keys.filter((key) => key instanceof RegExp).map(makeRepeatable);
  const patterns = values.map(makeRepeatable);

  const isSecret = (name: string): boolean =>
    names.has(normalizeName(name)) || namePatterns.some((pattern) => name.search(pattern) >= 0);
  const clean = (redactText: string): string =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, mark), redactText);

  return (envelope) => {
    const redacted: string[] = [];
    const value = redactMembers(envelope, "");
    return { value, redacted };

    function redactValue(value: JSONValue, pointer: string): JSONValue {
      if (typeof value === "string") return text(value, pointer);
      if (typeof value !== "object" || value === null) return value;
      return isArray(value)
        ? value.map((item, index) => redactValue(item, `${pointer}/${index}`))
        : redactMembers(value, pointer);
    }

    function redactMembers(object: JSONObject, pointer: string): JSONObject {
      // Entries, not assignments: a member may be called `__proto__`.
      const taken = new Set<string>();
      return Object.fromEntries(
        Object.entries(object).map(([key, value]) => {
          const name = chooseFreeName(clean(key), taken);
          const place = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
          if (value !== null && isSecret(key)) {
            redacted.push(place);
            return [name, mark];
          }
          const before = redacted.length;
          const cleaned = redactValue(value, place);
          if (name !== key && redacted.length === before) redacted.push(place);
          return [name, cleaned];
        }),
      );
    }

    function text(value: string, pointer: string): string {
      const cleaned = clean(value);
      if (cleaned !== value) redacted.push(pointer);
      return cleaned;
    }
  };
}

/** Chooses a name that is not taken: two names that were secrets must not become one member. */
function chooseFreeName(name: string, taken: Set<string>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate); number++) candidate = `${name} ${number}`;
  taken.add(candidate);
  return candidate;
}

const isArray = (value: JSONValue): value is readonly JSONValue[] => Array.isArray(value);

const normalizeName = (name: string): string => name.replace(/[-_\s]/g, "").toLowerCase();

/** Copies a pattern so that it finds every match and shares no state with the caller's. */
function makeRepeatable(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, [...new Set(`${pattern.flags.replace("y", "")}g`)].join(""));
}
