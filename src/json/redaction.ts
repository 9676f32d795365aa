import { joinPatterns } from "./join-patterns.js";
import type { JSONObject, JSONValue } from "./json-value.js";
import { isList } from "./to-json-safe.js";

/** The secrets to remove. */
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
 * Each pattern reads a text once, however long.
 */
export const secretValues: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/,
  // From the start of a word of which the ends are known to fit; from each `eyJ`, `-eyJ-eyJ-eyJ` would be read anew.
  /(?<![\w-])(?=[\w-]+\.[\w-]+\.)[\w-]*?\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/,
  /\b(?:A3T[A-Z0-9]|AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{20,}|\bnpm_\w{30,}/,
  /\bsk-[\w-]{20,}|\b[rs]k_(?:live|test)_\w{16,}|\bxox[abposr]-[\w-]{10,}|\bAIza[\w-]{30,}/,
  /(?<=\b(?:bearer|basic)\s{1,20})[\w.~+/-]{8,}=*/i,
  /(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/,
  /* @__PURE__ */ joinPatterns(
    "",
    "i",
    /(?<=(?:passw(?:or)?d|passphrase|secret|token|api[-_]?key)["']?\s?[=:]\s?)/,
    /(?:"[^"\\]*(?:\\[^][^"\\]*)*"|'[^']*'|["']?[^\s"',;&)}\]]+)/,
  ),
];

const mark = "[Redacted]";

/** How many places are listed, and how long a pointer is at most. */
const mostPlaces = 1_000;
const longestPointer = 1_000;

/** A place in the envelope, or the nearest one around it whose pointer is not too long. */
interface Place {
  readonly pointer: string;
  readonly isExact: boolean;
}

/** A copy without secrets, and JSON pointers to where they were. */
export type Redaction = (envelope: JSONObject) => { readonly value: JSONObject; readonly redacted: readonly string[] };

/** Creates the function that removes secrets from an envelope, before it is hashed or written. */
export function createRedaction({ keys = [], values = [] }: RedactOptions): Redaction {
  const names = new Set(keys.filter((key) => typeof key === "string").map(normalizeName));
  const namePatterns = keys.filter((key) => key instanceof RegExp).map(makeRepeatable);
  const patterns = values.map(makeRepeatable);

  const isSecret = (name: string): boolean =>
    names.has(normalizeName(name)) || namePatterns.some((pattern) => name.search(pattern) >= 0);
  const clean = (text: string): string => patterns.reduce((rest, pattern) => rest.replace(pattern, mark), text);

  return (envelope) => {
    const redacted = new Set<string>();
    let count = 0;
    const value = redactMembers(envelope, { pointer: "", isExact: true });
    return { value, redacted: [...redacted] };

    function redactValue(value: JSONValue, place: Place): JSONValue {
      if (typeof value === "string") return redactText(value, place);
      if (typeof value !== "object" || value === null) return value;
      return isList(value)
        ? value.map((item, index) => redactValue(item, getPlaceIn(place, String(index))))
        : redactMembers(value, place);
    }

    function redactMembers(object: JSONObject, around: Place): JSONObject {
      // Entries, not assignments: a member may be called `__proto__`.
      const taken = new Map<string, number>();
      return Object.fromEntries(
        Object.entries(object).map(([key, value]) => {
          const name = chooseFreeName(clean(key), taken);
          const place = getPlaceIn(around, name);
          if (value !== null && isSecret(key)) {
            list(place);
            return [name, mark];
          }
          const before = count;
          const cleaned = redactValue(value, place);
          if (name !== key && count === before) list(place);
          return [name, cleaned];
        }),
      );
    }

    function redactText(text: string, place: Place): string {
      const cleaned = clean(text);
      if (cleaned !== text) list(place);
      return cleaned;
    }

    /** Lists a place. After the last one that is listed, the pointer to the whole envelope stands for the others. */
    function list({ pointer }: Place): void {
      count++;
      redacted.add(redacted.size < mostPlaces ? pointer : "");
    }
  };
}

function getPlaceIn({ pointer, isExact }: Place, name: string): Place {
  if (!isExact || pointer.length + name.length >= longestPointer) return { pointer, isExact: false };
  return { pointer: `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, isExact };
}

/**
 * Chooses a name that is not taken: two names that were secrets must not become one member.
 *
 * @param taken by name: the number of its last copy.
 */
function chooseFreeName(name: string, taken: Map<string, number>): string {
  let number = taken.get(name);
  if (number === undefined) {
    taken.set(name, 1);
    return name;
  }
  let candidate: string;
  do candidate = `${name} ${++number}`;
  while (taken.has(candidate));
  taken.set(name, number).set(candidate, 1);
  return candidate;
}

const normalizeName = (name: string): string => name.replace(/[-_\s]/g, "").toLowerCase();

/** Copies a pattern so that it finds every match and shares no state with the caller's. */
function makeRepeatable(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, [...new Set(`${pattern.flags.replace("y", "")}g`)].join(""));
}
