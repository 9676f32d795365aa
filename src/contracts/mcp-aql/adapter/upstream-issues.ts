import { readMember, tryTo } from "../../../json/read.js";

export interface Issue {
  readonly code: IssueCode;
  readonly params: readonly string[];
  readonly expected: string | undefined;
  readonly actual: string | undefined;
}

type IssueCode = (typeof evidence)[number]["code"];

/** The words of usual validators and frameworks, most specific first. A text that names no input needs `isGeneral`. */
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

const most = 200;

/** Finds the first problem with an input: members for programs before those for people, inner objects first. */
export function findIssue(body: unknown): Issue | undefined {
  const objects = listObjects(body);
  return (
    findFirst(objects, ({ value }) => readIssue(value, codeKeys, true)) ??
    findFirst(objects, ({ value, name }) => (name === "errors" ? readIssueByField(value) : undefined)) ??
    findFirst(objects, ({ value }) => readIssue(value, textKeys, false))
  );
}

function readIssue(value: object, keys: readonly string[], isForPrograms: boolean): Issue | undefined {
  const params = readParams(value);
  const found = findFirst(keys, (key) => findEvidence(readMember(value, key)));
  if (!found || (params.length === 0 && !isForPrograms && !("isGeneral" in found))) return undefined;
  const expected = toWord(readMember(value, "expected") ?? readMember(readMember(value, "params"), "type"));
  const text = findFirst(textKeys, (key) => toWord(readMember(value, key)));
  const actual = toWord(readMember(value, "received")) ?? /\breceived (\w+)/u.exec(text ?? "")?.[1];
  const isAbsent = found.code === "VALIDATION_INVALID_TYPE" && actual === "undefined";
  return { code: isAbsent ? "VALIDATION_MISSING_PARAM" : found.code, params, expected, actual };
}

/** Some frameworks list texts by field: `{ errors: { email: ["is required"] } }`. */
function readIssueByField(value: object): Issue | undefined {
  return findFirst(listEntries(value), ([param, texts]) => {
    const found = Array.isArray(texts) ? findFirst(texts.slice(0, most), findEvidence) : findEvidence(texts);
    return found && { code: found.code, params: [param], expected: undefined, actual: undefined };
  });
}

function findEvidence(text: unknown): (typeof evidence)[number] | undefined {
  // The addresses of error types may end in any word, such as `about:blank`.
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

function listObjects(body: unknown): readonly Found[] {
  if (typeof body !== "object" || body === null) return [];
  const found: Found[] = [{ value: body, name: "", depth: 0 }];
  for (let index = 0; index < found.length && found.length < most; index++) {
    const { value, depth } = found[index]!;
    for (const [name, member] of listEntries(value)) {
      if (typeof member === "object" && member !== null) found.push({ value: member, name, depth: depth + 1 });
    }
  }
  return found.sort((a, b) => b.depth - a.depth);
}

/** None where the body cannot be read. */
const listEntries = (value: object): readonly (readonly [string, unknown])[] =>
  tryTo(() => Object.entries(value).slice(0, most)) ?? [];

function readParams(value: object): readonly string[] {
  const keys = readMember(value, "keys");
  if (Array.isArray(keys)) return keys.slice(0, most).filter((key) => typeof key === "string");
  const params = readMember(value, "params");
  const inside = readMember(params, "missingProperty") ?? readMember(params, "additionalProperty");
  const name = toParamName(inside) ?? findFirst(paramKeys, (key) => toParamName(readMember(value, key)));
  return name === undefined ? [] : [name];
}

/** `["body", "user", "email"]`, `/user/email`, `#/user/email` and `user.email` are one name. */
function toParamName(place: unknown): string | undefined {
  const parts = (
    Array.isArray(place) ? place.slice(0, most) : typeof place === "string" ? place.slice(0, most).split("/") : []
  )
    .filter((part) => typeof part === "string" || typeof part === "number")
    .map(String)
    .filter((part) => part !== "" && part !== "#");
  if (parts.length > 1 && /^(?:body|query|path|header|cookie)$/.test(parts[0]!)) parts.shift();
  return parts.length === 0 ? undefined : parts.join(".").slice(0, most);
}

function toWord(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, most) : undefined;
}

function findFirst<T, R>(values: readonly T[], read: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const result = read(value);
    if (result !== undefined) return result;
  }
  return undefined;
}
