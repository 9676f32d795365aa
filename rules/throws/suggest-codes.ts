import type { Condition, ContractData } from "error-contract";
import { CONDITIONS, type LikelyCondition, rankConditions, weightOfWord } from "./likely-conditions.js";
import { nameWords } from "./throw-facts.js";

/** A code of the contract that a failure may deserve. */
export interface LikelyCode {
  readonly code: string;
  /** Between 0 and 1; those of all codes add up to 1. */
  readonly probability: number;
  /** The facts that speak for its condition, strongest first. */
  readonly facts: readonly string[];
}

const MOST = 3;
/** From here on one suggestion is enough. */
const SURE = 0.9;
const LIKELY = 0.3;
// A code behind the first that is this much less likely is no alternative.
const LEAST_SHARE = 0.12;

/** The codes that a failure with these facts may deserve, best first, at most three. */
export function suggestCodes(
  facts: ReadonlySet<string>,
  data: ContractData,
  isAccepted: (code: string) => boolean = () => true,
): readonly LikelyCode[] {
  const ranked = rankCodes(facts, data).filter(({ code }) => isAccepted(code));
  const [first] = ranked;
  if (!first || first.probability >= SURE) return first ? [first] : [];
  const likely = ranked.filter(({ probability }) => probability >= first.probability * LEAST_SHARE);
  if (first.probability >= LIKELY || !isAccepted(data.fallback.unknown)) return likely.slice(0, MOST);
  // Where no code is likely, the honest one is that for everything else.
  const others = likely.filter(({ code, probability }) => code !== data.fallback.unknown && probability >= LIKELY / 2);
  return [{ code: data.fallback.unknown, probability: 0, facts: [] }, ...others].slice(0, MOST);
}

// How far words decide between the codes of likely conditions, as powers of e: those of the name, of the meaning, a name that
// stands whole in the message, a name that is about nothing in particular, and a code that the contract names for a condition.
const NAME = 4;
const MEANING = 2.5;
const WHOLE_NAME = 1.5;
const GENERAL_NAME = 0.5;
const NAMED_FOR_CONDITION = 0.5;
// A code whose whole name is said may have another condition than all others.
const LEAST_OF_WHOLE_NAME = 0.2;

/** Ranks the codes of a contract by how likely their conditions are, and by the words that they share with the failure. */
function rankCodes(facts: ReadonlySet<string>, data: ContractData): readonly LikelyCode[] {
  const conditions = rankConditions(facts);
  const met = collectWords(facts);
  const scored = describedCodes(data).map((described) => {
    const { code, name, meaning, subject, isNamedForCondition } = described;
    const { probability, reasons } = conditionOf(described, conditions);
    const isWhole = name.length > 1 && name.every((word) => facts.has(`message:${word}`));
    const share = subject.length === 0 ? GENERAL_NAME : shareOf(subject, met);
    const power =
      NAME * share +
      MEANING * shareOf(meaning, met) +
      (isWhole ? WHOLE_NAME : 0) +
      (isNamedForCondition ? NAMED_FOR_CONDITION : 0);
    const score = Math.exp(power) * (probability + (isWhole ? LEAST_OF_WHOLE_NAME : 0));
    return { code, score, facts: reasons };
  });
  const sum = scored.reduce((total, { score }) => total + score, 0);
  return scored
    .map(({ code, score, facts: reasons }) => ({ code, probability: score / sum, facts: reasons }))
    .sort((one, other) => other.probability - one.probability);
}

/** How likely a code's own condition is, or one that the contract has no other code for. */
function conditionOf({ conditions: stands }: DescribedCode, all: readonly LikelyCondition[]) {
  const found = all.filter(({ condition }) => stands.has(condition));
  return {
    probability: found.reduce((sum, { probability }) => sum + probability, 0),
    reasons: found[0]?.facts ?? [],
  };
}

function shareOf(words: readonly string[], met: ReadonlyMap<string, number>): number {
  if (words.length === 0) return 0;
  return words.reduce((sum, word) => sum + (met.get(word) ?? 0), 0) / words.length;
}

// How much a word says of the code that has it, by where it stands.
const WORD_WEIGHTS: ReadonlyMap<string, number> = new Map([
  ["message", 1],
  ["hole", 0.7],
  ["guard word", 0.5],
  ["returned by", 0.5],
  ["attempt word", 0.5],
  ["function", 0.5],
]);

/** What a fact says without the word that codes have for it. */
const IMPLIED_WORDS: readonly (readonly [facts: RegExp, word: string])[] = [
  [/^(?:class:TypeError|guard:typeof|message:(?:string|number|integer|boolean|object|array|function))$/, "type"],
  [/^(?:message|attempt word|asks|returned by):(?:pars|parse|json|yaml|malform|syntax|decode|deserialize)$/, "format"],
  [/^(?:message|hole|guard word|attempt word):(?:dir|directory|folder|cwd|root)$/, "path"],
  [/^(?:attempt word:(?:mkdir|rename|append|unlink|rm)|message:(?:writ|write|save|append|delete|rename))$/, "write"],
  [/^message:(?:load|open)$/, "read"],
];
const IMPLIED_WEIGHT = 0.7;

function collectWords(facts: ReadonlySet<string>): ReadonlyMap<string, number> {
  const met = new Map<string, number>();
  const add = (word: string, weight: number) => met.set(word, Math.max(met.get(word) ?? 0, weight));
  for (const fact of facts) {
    const colon = fact.indexOf(":");
    const weight = WORD_WEIGHTS.get(fact.slice(0, colon));
    if (weight !== undefined) add(fact.slice(colon + 1), weight);
    for (const [pattern, word] of IMPLIED_WORDS) if (pattern.test(fact)) add(word, IMPLIED_WEIGHT);
  }
  return met;
}

interface DescribedCode {
  readonly code: string;
  /** Its own condition, and those that the contract has it stand for. */
  readonly conditions: ReadonlySet<string>;
  readonly isNamedForCondition: boolean;
  readonly name: readonly string[];
  readonly meaning: readonly string[];
  /** The words of the name that the condition does not say already: what has failed. */
  readonly subject: readonly string[];
}

// No failure is told from another by these.
const GENERAL_WORDS = new Set(["field", "input", "value", "error", "failure", "fail"]);

const described = new WeakMap<ContractData, readonly DescribedCode[]>();

/** The codes with the words of their names and meanings, worked out once for a contract. */
function describedCodes(data: ContractData): readonly DescribedCode[] {
  const known = described.get(data) ?? codesOf(data);
  described.set(data, known);
  return known;
}

function codesOf({ codes, byCondition = {}, fallback }: ContractData): readonly DescribedCode[] {
  const own = new Set<string>(Object.values(codes).map(({ condition }) => condition));
  const others = CONDITIONS.filter((condition) => !own.has(condition) && byCondition[condition] === undefined);
  return Object.entries(codes)
    .filter(([, { kind }]) => kind !== "warning")
    .map(([code, { meaning, condition }]) => {
      const named = Object.entries(byCondition).flatMap(([each, of]) => (of === code ? [each] : []));
      const name = nameWords(code);
      return {
        code,
        conditions: new Set<string>([condition, ...named, ...(code === fallback.unknown ? others : [])]),
        isNamedForCondition: named.length > 0,
        name,
        meaning: nameWords(meaning).filter((word) => word.length > 2),
        subject: name.filter((word) => !saysCondition(word, condition) && !GENERAL_WORDS.has(word)),
      };
    });
}

function saysCondition(word: string, condition: Condition): boolean {
  return weightOfWord(word, condition) > 0;
}
