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
   * any case, with or without `_` and `-`; an expression is tested as it is. Of a name such as `db.token` the last part
   * is tried, too. Default: none.
   */
  readonly keys?: readonly (string | RegExp)[];
  /** Matches that are replaced inside strings and names, wherever they stand. Default: none. */
  readonly values?: readonly RegExp[];
}

const namesValue = /^(?:name|key|header|field|label|id)$/i;
const holdsValue = /^val(?:ues?)?$/i;

/** What a name of several parts ends in, such as `auth.token` and `user[token]`; with `/` it may be an address. */
const lastPart = /[.:[\s]([\w-]{1,100})\]?$/;

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

  const isName = (name: string): boolean =>
    names.has(normalizeName(name)) || namePatterns.some((pattern) => name.search(pattern) >= 0);
  const isSecret = (name: string): boolean => isName(name) || isName(lastPart.exec(name)?.[1] ?? "");
  // What an option such as `mysql -p` takes is a password, though no name says so.
  const isOptionSecret = isSecret("password");
  // Known forms go first: what is left of a text has the same names when it is redacted again.
  const clean = (text: string): string => {
    const known = patterns.reduce((rest, pattern) => rest.replace(pattern, mark), leaveOutQuotations(text));
    return redactNamed(isOptionSecret ? redactOptions(known) : known, isSecret);
  };

  return (envelope) => new Redactor(clean, isSecret, isOptionSecret).redact(envelope);
}

/** The redaction of one envelope, with the places that it has changed. */
class Redactor {
  readonly #redacted = new Set<string>();
  #count = 0;

  constructor(
    private readonly clean: (text: string) => string,
    private readonly isSecret: (name: string) => boolean,
    private readonly isOptionSecret: boolean,
  ) {}

  redact(envelope: JSONObject): ReturnType<Redaction> {
    const value = this.#redactMembers(envelope, { pointer: "", isExact: true });
    return { value, redacted: [...this.#redacted] };
  }

  #redactValue(value: JSONValue, place: Place, isAlternating = false): JSONValue {
    if (typeof value === "string") return this.#redactText(value, place);
    if (typeof value !== "object" || value === null) return value;
    return isList(value) ? this.#redactItems(value, place, isAlternating) : this.#redactMembers(value, place);
  }

  /** Redacts a list, whose items are names and values by turns if `isAlternating`. */
  #redactItems(items: readonly JSONValue[], around: Place, isAlternating: boolean): JSONValue {
    const arePairs = items.every(isPair);
    const given = this.isOptionSecret && items.every(isText) ? redactArguments(items) : items;
    return items.map((item, index) => {
      const place = getPlaceIn(around, String(index));
      const name = items[index - 1];
      const isNamed =
        typeof name === "string" &&
        ((isAlternating && index % 2 === 1) || isHeaderName(name) || name.startsWith("--")) &&
        this.isSecret(name);
      if (isNamed && item !== null) {
        this.#list(place);
        return mark;
      }
      if (given[index] !== item) this.#list(place);
      return this.#redactValue(given[index]!, place, arePairs);
    });
  }

  #redactMembers(object: JSONObject, around: Place): JSONObject {
    const isNamed = Object.entries(object).some(
      ([key, value]) => namesValue.test(key) && typeof value === "string" && this.isSecret(value),
    );
    // Entries, not assignments: a member may be called `__proto__`.
    const taken = new Set<string>();
    return Object.fromEntries(
      Object.entries(object).map(([key, value]) => {
        const name = chooseFreeName(this.clean(key), taken);
        const place = getPlaceIn(around, name);
        if (value !== null && (this.isSecret(key) || (isNamed && holdsValue.test(key)))) {
          this.#list(place);
          return [name, mark];
        }
        const before = this.#count;
        const cleaned = this.#redactValue(value, place, listsHeaders(key));
        if (name !== key && this.#count === before) this.#list(place);
        return [name, cleaned];
      }),
    );
  }

  #redactText(text: string, place: Place): string {
    const cleaned = this.clean(text);
    if (cleaned !== text) this.#list(place);
    return cleaned;
  }

  /** Lists a place. After the last one that is listed, the pointer to the whole envelope stands for the others. */
  #list({ pointer }: Place): void {
    this.#count++;
    this.#redacted.add(this.#redacted.size < mostPlaces ? pointer : "");
  }
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

/** The rows of these options; `OptionRows` stands above this folder. */
export const redactionRows = {
  keys: {
    expected: "an array of strings and regular expressions",
    fits: (value: unknown): boolean => Array.isArray(value) && value.every(isKey),
  },
  values: {
    expected: "an array of regular expressions",
    fits: (value: unknown): boolean => Array.isArray(value) && value.every(isPattern),
  },
} satisfies Record<keyof RedactOptions, unknown>;
