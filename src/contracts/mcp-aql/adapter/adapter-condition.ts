import { readAt, readMember } from "../../../json/read.js";

/** Whether a response meets a condition of an adapter schema. */
export type Condition = (response: object) => boolean;

/**
 * A path below `response`, an operator, and the value to compare with: text in either kind of quotes, a number, a word.
 */
const comparison = new RegExp(
  String.raw`\s*response((?:\.[\w-]+)+)\s+(contains|==)\s+(?:'([^']*)'|"([^"]*)"|(-?(?:0|[1-9]\d*)(?:\.\d+)?|` +
    String.raw`true|false|null)(?![\w.-]))`,
  "uy",
);
const conjunction = /\s+and(?=\s)/uy;

/**
 * A condition of an adapter schema (specification 004 sections 8.2 and 8.3), such as `response.status == 403 and
 * response.body.message contains 'abuse'`.
 *
 * `contains` looks for a text in a text, or for a member in a list; `==` compares texts, numbers, booleans and null.
 * Names of headers are the same in any case.
 *
 * @returns `undefined` where the text is anything else.
 */
export function parseCondition(source: string): Condition | undefined {
  const tests: Condition[] = [];
  let position = 0;
  for (;;) {
    comparison.lastIndex = position;
    const found = comparison.exec(source);
    if (!found) return undefined;
    const [, path, operator, single, double, word] = found;
    const expected: unknown = word === undefined ? (single ?? double) : JSON.parse(word);
    if (operator === "contains" && word !== undefined) return undefined;
    const keys = path!.slice(1).split(".");
    tests.push((response) =>
      operator === "==" ? readPath(response, keys) === expected : hasPart(readPath(response, keys), expected),
    );

    position = comparison.lastIndex;
    if (source.slice(position).trim() === "") return (response) => tests.every((test) => test(response));
    conjunction.lastIndex = position;
    if (!conjunction.test(source)) return undefined;
    position = conjunction.lastIndex;
  }
}

/** Members of a list that are compared. */
const mostParts = 1_000;

function hasPart(value: unknown, part: unknown): boolean {
  if (typeof value === "string") return value.includes(String(part));
  return Array.isArray(value) && value.slice(0, mostParts).includes(part);
}

/** Members of a prototype are no part of a response. */
function readPath(response: object, [first, ...rest]: readonly string[]): unknown {
  const keys = first === "headers" ? rest.map((key) => key.toLowerCase()) : rest;
  return readAt(readMember(response, first!), keys);
}
