import { toStem } from "./throw-facts.js";

/** Where the words of a fact are written. */
interface Written {
  readonly message: string;
  /** The source of the function around the failure. */
  readonly code: string;
}

/**
 * Says the strongest of some facts that a reader can check, as a clause; undefined where none can be put into words.
 */
export function explainFacts(facts: readonly string[], written: Written): string | undefined {
  // Two words say more than one.
  const pairs = facts.filter((fact) => fact.startsWith("pair:"));
  for (const fact of [...pairs, ...facts]) {
    const colon = fact.indexOf(":");
    const clause = explain(fact.slice(0, colon), fact.slice(colon + 1), written);
    if (clause !== undefined) return clause;
  }
  return undefined;
}

function explain(kind: string, name: string, { message, code }: Written): string | undefined {
  const clause = CLAUSES[`${kind}:${name}`];
  if (clause !== undefined) return clause;
  const [, status] = kind === "guard" ? (/^status (\d+)$/.exec(name) ?? []) : [];
  if (status !== undefined) return `the guard tests for the status ${status}`;
  const start = STARTS[kind];
  const found = start === SAYS ? findPhrase(message, name) : findName(code, name);
  const written = kind === "caught" ? name : found;
  return start === undefined || written === undefined ? undefined : `${start} \`${written}\``;
}

const SAYS = "the message says";

/** What is said of the written words of a fact, by its kind. */
const STARTS: Readonly<Record<string, string>> = {
  message: SAYS,
  pair: SAYS,
  begins: SAYS,
  ends: SAYS,
  "returned by": "the guard tests the result of",
  "guard word": "the guard tests",
  asks: "the guard tests",
  "attempt word": "the `try` block uses",
  function: "the function is about",
  caught: "the guard tests for",
};

const CLAUSES: Readonly<Record<string, string>> = {
  "guard:typeof": "the guard tests a type",
  "guard:!ok": "the guard tests `ok` of a response",
  "absent:parameter": "the guard finds no argument",
  "absent:input": "the guard finds no input",
  "absent:request": "the guard finds nothing in the request",
  "absent:environment": "the guard finds nothing in the environment",
  "absent:awaited": "the guard finds no result",
  "absent:call": "the guard finds no result",
  "switch:default": "no `case` matched",
  "switch:never": "no value is left that could come here",
};

/** The words of a text whose stems stand in a fact, as they are written. */
function findPhrase(text: string, stems: string): string | undefined {
  const wanted = stems.split(" ");
  const words = [...text.matchAll(/[A-Za-z0-9'’]+/g)];
  for (const [index, first] of words.entries()) {
    if (toStem(first[0].toLowerCase()) !== wanted[0]) continue;
    if (wanted.length === 1) return first[0];
    const last = words.slice(index + 1, index + 4).find(([word]) => toStem(word.toLowerCase()) === wanted[1]);
    if (last) return text.slice(first.index, last.index + last[0].length);
  }
  return undefined;
}

/** The first name of some code that has the word. */
function findName(code: string, stem: string): string | undefined {
  const names = code.match(/[A-Za-z_$][\w$]*/g) ?? [];
  return names.find((name) => name.toLowerCase().includes(stem));
}
