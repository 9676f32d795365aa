import type { JSONObject, JSONValue } from "./json-value.js";
import { redactArguments, redactOptions } from "./command-options.js";
import { leaveOutQuotations } from "./quoted-values.js";
import { mark } from "./mark.js";
import { redactNamed } from "./redact-text.js";
import { isHeaderName, listsHeaders } from "./secrets.js";
import { isList } from "./to-json-safe.js";

/** The secrets to remove. */
export interface RedactOptions {
  /**
   * Names whose value is replaced whole: of members, in lists of names and values, inside strings. A string matches in
   * any case, with or without `_` and `-`; an expression is tested as it is.
   */
  readonly keys?: readonly (string | RegExp)[];
  /** Matches that are replaced inside strings and names, wherever they stand. */
  readonly values?: readonly RegExp[];
}

const namesValue = /^(?:name|key|header|field|label|id)$/i;
const holdsValue = /^val(?:ues?)?$/i;

const mostPlaces = 1_000;
const longestPointer = 1_000;

interface Place {
  readonly pointer: string;
  readonly isExact: boolean;
}

export type Redaction = (envelope: JSONObject) => { readonly value: JSONObject; readonly redacted: readonly string[] };

export function createRedaction({ keys = [], values = [] }: RedactOptions): Redaction {
  const names = new Set(keys.filter((key) => typeof key === "string").map(normalizeName));
  const namePatterns = keys.filter((key) => key instanceof RegExp).map(makeRepeatable);
  const patterns = values.map(makeRepeatable);

  const isSecret = (name: string): boolean =>
    names.has(normalizeName(name)) || namePatterns.some((pattern) => name.search(pattern) >= 0);
  // What an option such as `mysql -p` takes is a password, though no name says so.
  const isOptionSecret = isSecret("password");
  // Known forms go first: what is left of a text has the same names when it is redacted again.
  const clean = (text: string): string => {
    const known = patterns.reduce((rest, pattern) => rest.replace(pattern, mark), leaveOutQuotations(text));
    return redactNamed(isOptionSecret ? redactOptions(known) : known, isSecret);
  };

  return (envelope) => {
    const redacted = new Set<string>();
    let count = 0;
    const value = redactMembers(envelope, { pointer: "", isExact: true });
    return { value, redacted: [...redacted] };

    function redactValue(value: JSONValue, place: Place, isAlternating = false): JSONValue {
      if (typeof value === "string") return redactText(value, place);
      if (typeof value !== "object" || value === null) return value;
      return isList(value) ? redactItems(value, place, isAlternating) : redactMembers(value, place);
    }

    /** Redacts a list, whose items are names and values by turns if `isAlternating`. */
    function redactItems(items: readonly JSONValue[], around: Place, isAlternating: boolean): JSONValue {
      const arePairs = items.every(isPair);
      const given = isOptionSecret && items.every(isText) ? redactArguments(items) : items;
      return items.map((item, index) => {
        const place = getPlaceIn(around, String(index));
        const name = items[index - 1];
        const isNamed =
          typeof name === "string" &&
          ((isAlternating && index % 2 === 1) || isHeaderName(name) || name.startsWith("--")) &&
          isSecret(name);
        if (isNamed && item !== null) {
          list(place);
          return mark;
        }
        if (given[index] !== item) list(place);
        return redactValue(given[index]!, place, arePairs);
      });
    }

    function redactMembers(object: JSONObject, around: Place): JSONObject {
      const isNamed = Object.entries(object).some(
        ([key, value]) => namesValue.test(key) && typeof value === "string" && isSecret(value),
      );
      // Entries, not assignments: a member may be called `__proto__`.
      const taken = new Set<string>();
      return Object.fromEntries(
        Object.entries(object).map(([key, value]) => {
          const name = chooseFreeName(clean(key), taken);
          const place = getPlaceIn(around, name);
          if (value !== null && (isSecret(key) || (isNamed && holdsValue.test(key)))) {
            list(place);
            return [name, mark];
          }
          const before = count;
          const cleaned = redactValue(value, place, listsHeaders(key));
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

const isText = (item: JSONValue): item is string => typeof item === "string";

const isPair = (item: JSONValue): boolean => isList(item) && item.length === 2 && typeof item[0] === "string";

function getPlaceIn({ pointer, isExact }: Place, name: string): Place {
  if (!isExact || pointer.length + name.length >= longestPointer) return { pointer, isExact: false };
  return { pointer: `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`, isExact };
}

/** Two names that were secrets must not become one member. */
function chooseFreeName(name: string, taken: Set<string>): string {
  const free = taken.has(name) ? `${name} ${taken.size}` : name;
  taken.add(free);
  return free;
}

const normalizeName = (name: string): string => name.replace(/[-_\s]/g, "").toLowerCase();

function makeRepeatable(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, [...new Set(`${pattern.flags.replace("y", "")}g`)].join(""));
}

const isPattern = (value: unknown): boolean => value instanceof RegExp;
const isKey = (value: unknown): boolean => typeof value === "string" || isPattern(value);

export const redactionChecks: readonly (readonly [
  name: keyof RedactOptions,
  expected: string,
  fits: (value: unknown) => boolean,
])[] = [
  ["keys", "an array of strings and regular expressions", (value) => Array.isArray(value) && value.every(isKey)],
  ["values", "an array of regular expressions", (value) => Array.isArray(value) && value.every(isPattern)],
];
