import type { ContractData } from "error-contract";
import { rememberFor } from "../syntax/remember.js";
import weightsFile from "./condition-weights.json" with { type: "json" };
import { type ConditionRanker, createRanker, type LikelyCondition, type WeightsFile } from "./likely-conditions.js";
import { nameWords } from "./throw-facts.js";

/** A code of the contract that a failure may deserve. */
interface LikelyCode {
  readonly code: string;
  /** Between 0 and 1: how often a code that is as likely has been right. */
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

/** Says of facts which codes of a contract they speak for, as one file of weights has it. */
export interface CodeRanker {
  /** Ranks all codes of a contract, best first. */
  readonly rankCodes: (facts: ReadonlySet<string>, data: ContractData) => readonly LikelyCode[];
  /** The codes that a failure with these facts may deserve, best first, at most three. */
  readonly suggestCodes: (
    facts: ReadonlySet<string>,
    data: ContractData,
    isAccepted?: (code: string) => boolean,
  ) => readonly LikelyCode[];
}

/** Creates the ranker of a file of weights. */
export function createCodeRanker(file: WeightsFile): CodeRanker {
  const ranker = createRanker(file);
  const describe = rememberFor((data: ContractData) => describeCodes(data, ranker));
  return { rankCodes, suggestCodes };

  function rankCodes(facts: ReadonlySet<string>, data: ContractData): readonly LikelyCode[] {
    const ranked = rankDescribed(facts, describe(data), ranker.rankConditions(facts));
    return ranked.map((each) => ({ ...each, probability: toConfidence(each.probability, file.confidence) }));
  }

  function suggestCodes(
    facts: ReadonlySet<string>,
    data: ContractData,
    isAccepted: (code: string) => boolean = () => true,
  ): readonly LikelyCode[] {
    const ranked = rankCodes(facts, data).filter(({ code }) => isAccepted(code));
    const { unknown } = data.fallback;
    return chooseCodes(ranked, isAccepted(unknown) ? unknown : undefined);
  }
}

/** Suggests codes by the weights of the plugin. */
export const { suggestCodes } = createCodeRanker(weightsFile);

/**
 * Returns how often codes of a probability, as the weights have it, have been right: by straight lines between the
 * points of a table, in percent. Without a table the probability stays as it is.
 */
function toConfidence(probability: number, table: WeightsFile["confidence"] = []): number {
  if (table.length === 0) return probability;
  let [start, from] = [0, 0];
  for (const [point = 0, right = 0] of table) {
    const [end, to] = [point / 100, right / 100];
    if (probability < end) return from + ((probability - start) / (end - start)) * (to - from);
    [start, from] = [end, to];
  }
  return from;
}

function chooseCodes(ranked: readonly LikelyCode[], fallback: string | undefined): readonly LikelyCode[] {
  const [first] = ranked;
  if (!first || first.probability >= SURE) return first ? [first] : [];
  const likely = ranked.filter(({ probability }) => probability >= first.probability * LEAST_SHARE);
  if (first.probability >= LIKELY || fallback === undefined) return likely.slice(0, MOST);
  // Where no code is likely, the honest one is that for everything else.
  const others = likely.filter(({ code, probability }) => code !== fallback && probability >= LIKELY / 2);
  return [{ code: fallback, probability: 0, facts: [] }, ...others].slice(0, MOST);
}

/** A code with the words that tell it from others. */
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

/** Works out the words of the codes of a contract, and the conditions that they stand for. */
export function describeCodes(
  { codes, byCondition = {}, fallback }: ContractData,
  { conditions, weightOfWord }: Pick<ConditionRanker, "conditions" | "weightOfWord">,
): readonly DescribedCode[] {
  const own = new Set<string>(Object.values(codes).map(({ condition }) => condition));
  const others = conditions.filter((condition) => !own.has(condition) && byCondition[condition] === undefined);
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
        subject: name.filter((word) => weightOfWord(word, condition) <= 0 && !GENERAL_WORDS.has(word)),
      };
    });
}

// How far words decide between the codes of likely conditions, as powers of e: those of the name, of the meaning, a
// name that stands whole in the message, a name that is about nothing in particular, and a code that the contract names
// for a condition.
const NAME = 4;
const MEANING = 2.5;
const WHOLE_NAME = 1.5;
const GENERAL_NAME = 0.5;
const NAMED_FOR_CONDITION = 0.5;
// A code whose whole name is said may have another condition than all others.
const LEAST_OF_WHOLE_NAME = 0.2;

/**
 * Ranks the codes of a contract by how likely their conditions are, and by the words that they share with the failure.
 */
function rankDescribed(
  facts: ReadonlySet<string>,
  codes: readonly DescribedCode[],
  conditions: readonly LikelyCondition[],
): readonly LikelyCode[] {
  const weights = weighWords(facts);
  const shareOf = (words: readonly string[]) =>
    words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) / Math.max(1, words.length);
  const scored = codes.map(({ code, conditions: own, name, meaning, subject, isNamedForCondition }) => {
    const likely = conditions.filter(({ condition }) => own.has(condition));
    const isWhole = name.length > 1 && name.every((word) => facts.has(`message:${word}`));
    const power =
      NAME * (subject.length === 0 ? GENERAL_NAME : shareOf(subject)) +
      MEANING * shareOf(meaning) +
      (isWhole ? WHOLE_NAME : 0) +
      (isNamedForCondition ? NAMED_FOR_CONDITION : 0);
    const probability = likely.reduce((sum, each) => sum + each.probability, 0);
    const score = Math.exp(power) * (probability + (isWhole ? LEAST_OF_WHOLE_NAME : 0));
    return { code, score, facts: likely[0]?.facts ?? [] };
  });
  const sum = scored.reduce((total, { score }) => total + score, 0);
  return scored
    .map(({ score, ...code }) => ({ ...code, probability: score / sum }))
    .sort((one, other) => other.probability - one.probability);
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

/** The words that facts imply without containing them, as codes use these words. */
const IMPLIED_WORDS: readonly (readonly [facts: RegExp, word: string])[] = [
  [/^(?:class:TypeError|guard:typeof|message:(?:number|integer|boolean|object|array|function))$/, "type"],
  [/^(?:message|attempt word|returned by):(?:pars|parse|json|yaml|syntax|decode)$/, "format"],
  [/^(?:message|hole|guard word|attempt word):(?:dir|directory|folder|cwd|root)$/, "path"],
  [/^(?:attempt word:(?:mkdir|append|unlink)|message:(?:write|save|append|delete))$/, "write"],
  [/^message:(?:load|open)$/, "read"],
];
const IMPLIED_WEIGHT = 0.7;

/** Returns the words of facts, each with the most that it says of a code. */
function weighWords(facts: ReadonlySet<string>): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const add = (word: string, weight: number) => weights.set(word, Math.max(weights.get(word) ?? 0, weight));
  for (const fact of facts) {
    const colon = fact.indexOf(":");
    const weight = WORD_WEIGHTS.get(fact.slice(0, colon));
    if (weight !== undefined) add(fact.slice(colon + 1), weight);
    for (const [pattern, word] of IMPLIED_WORDS) if (pattern.test(fact)) add(word, IMPLIED_WEIGHT);
  }
  return weights;
}
