import { readMember } from "../../../json/read.js";

/** What an API says about one input: what is wrong with it, and which it is. */
export interface Issue {
  readonly code: IssueCode;
  /** The names of the inputs; more than one only where several are unknown. */
  readonly params: readonly string[];
  readonly expected: string | undefined;
  readonly actual: string | undefined;
}

type IssueCode = (typeof evidence)[number]["code"];

/**
 * What tells the codes apart, most telling first, in the words of usual validators and frameworks: zod, Ajv, pydantic, Rails,
 * Laravel, Stripe, GitHub, problem details. In a text that names no input, the words of `isGeneral` alone say enough.
 */
const evidence = [
  {
    code: "CONFLICT_ALREADY_EXISTS",
    words: /\b(?:already exists|already (?:been )?taken|duplicate|(?:not|must be) unique)\b|^(?:taken|unique)$/u,
    isGeneral: true,
  },
  {
    code: "VALIDATION_UNKNOWN_PARAM",
    words:
      /\b(?:unknown|unrecogni[sz]ed|unexpected (?:param|propert|field|key)|additional propert|extra (?:input|forb))/u,
    isGeneral: true,
  },
  {
    code: "VALIDATION_MISSING_PARAM",
    words: /\b(?:missing|required|can't be blank|received undefined)\b|^(?:blank|presence)$/u,
    isGeneral: true,
  },
  {
    code: "VALIDATION_INVALID_ENUM",
    words: /\b(?:enum|inclusion|literal error|one of|allowed values|invalid (?:option|choice))\b/u,
  },
  {
    code: "VALIDATION_OUT_OF_RANGE",
    words: /\b(?:out of range|m(?:in|ax)imum|too (?:small|big|large|low|high)|(?:greater|less) than|between)\b/u,
  },
  { code: "VALIDATION_PATTERN_MISMATCH", words: /\b(?:pattern|regex|format|malformed|invalid string)\b/u },
  { code: "VALIDATION_INVALID_TYPE", words: /\b(?:type|parsing|not an?|invalid (?:number|integer|boolean))\b/u },
] as const satisfies readonly { code: string; words: RegExp; isGeneral?: true }[];

/** Members that programs read, and members that people read. */
const codeKeys = ["code", "type", "keyword", "rule", "reason", "constraint"];
const textKeys = ["message", "msg", "detail", "description", "title"];
const paramKeys = ["param", "field", "parameter", "path", "loc", "pointer", "instancePath", "property"];

/** Objects and members that are looked at, and characters of a text. */
const most = 200;

/**
 * The first thing that an API says is wrong with an input: what it says for programs before what it says for people, and an
 * inner object before the one around it, which sums up. `undefined` where it says nothing that has a code. Never throws.
 */
export function issueIn(body: unknown): Issue | undefined {
  const objects = objectsIn(body);
  return (
    firstOf(objects, ({ value }) => issueOf(value, codeKeys, true)) ??
    firstOf(objects, ({ value, name }) => (name === "errors" ? issueByField(value) : undefined)) ??
    firstOf(objects, ({ value }) => issueOf(value, textKeys, false))
  );
}

function issueOf(value: object, keys: readonly string[], isForPrograms: boolean): Issue | undefined {
  const params = paramsOf(value);
  const found = firstOf(keys, (key) => evidenceIn(readMember(value, key)));
  if (!found || (params.length === 0 && !isForPrograms && !("isGeneral" in found))) return undefined;
  const expected = word(readMember(value, "expected") ?? readMember(readMember(value, "params"), "type"));
  const text = firstOf(textKeys, (key) => word(readMember(value, key)));
  const actual = word(readMember(value, "received")) ?? /\breceived (\w+)/u.exec(text ?? "")?.[1];
  const isAbsent = found.code === "VALIDATION_INVALID_TYPE" && actual === "undefined";
  return { code: isAbsent ? "VALIDATION_MISSING_PARAM" : found.code, params, expected, actual };
}

/** Some frameworks list texts by field: `{ errors: { email: ["is required"] } }`. */
function issueByField(value: object): Issue | undefined {
  return firstOf(entriesOf(value), ([param, texts]) => {
    const found = Array.isArray(texts) ? firstOf(texts as readonly unknown[], evidenceIn) : evidenceIn(texts);
    return found && { code: found.code, params: [param], expected: undefined, actual: undefined };
  });
}

function evidenceIn(text: unknown): (typeof evidence)[number] | undefined {
  // Addresses of error types end in anything, such as `about:blank`.
  if (typeof text !== "string" || /^\w+:\S*$/.test(text)) return undefined;
  const words = text
    .slice(0, most)
    .replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]/g, " ")
    .toLowerCase();
  return evidence.find((entry) => entry.words.test(words));
}

interface Found {
  readonly value: object;
  readonly name: string;
  readonly depth: number;
}

function objectsIn(body: unknown): readonly Found[] {
  if (typeof body !== "object" || body === null) return [];
  const found: Found[] = [{ value: body, name: "", depth: 0 }];
  for (let index = 0; index < found.length && found.length < most; index++) {
    const { value, depth } = found[index]!;
    for (const [name, member] of entriesOf(value)) {
      if (typeof member === "object" && member !== null) found.push({ value: member, name, depth: depth + 1 });
    }
  }
  return found.sort((a, b) => b.depth - a.depth);
}

function entriesOf(value: object): readonly (readonly [string, unknown])[] {
  try {
    return Object.entries(value).slice(0, most) as [string, unknown][];
  } catch {
    // A body that cannot be read names no issues.
    return [];
  }
}

function paramsOf(value: object): readonly string[] {
  const keys = readMember(value, "keys");
  if (Array.isArray(keys)) return keys.filter((key) => typeof key === "string").slice(0, most);
  const params = readMember(value, "params");
  const inside = readMember(params, "missingProperty") ?? readMember(params, "additionalProperty");
  const name = nameFrom(inside) ?? firstOf(paramKeys, (key) => nameFrom(readMember(value, key)));
  return name === undefined ? [] : [name];
}

/** `["body", "user", "email"]`, `/user/email`, `#/user/email` and `user.email` are one name. */
function nameFrom(place: unknown): string | undefined {
  const parts = (Array.isArray(place) ? place : typeof place === "string" ? place.split("/") : [])
    .filter((part) => typeof part === "string" || typeof part === "number")
    .map(String)
    .filter((part) => part !== "" && part !== "#");
  if (parts.length > 1 && /^(?:body|query|path|header|cookie)$/.test(parts[0]!)) parts.shift();
  return parts.length === 0 ? undefined : parts.join(".").slice(0, most);
}

function word(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, most) : undefined;
}

function firstOf<T, R>(values: readonly T[], read: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const result = read(value);
    if (result !== undefined) return result;
  }
  return undefined;
}
