import type { ContractData } from "error-contract";
import weightsFile from "./condition-weights.json" with { type: "json" };
import { createConfidence } from "./confidence.js";
import { type DescribedCode, describeCodes } from "./describe-codes.js";
import { createRanker, type LikelyCondition, type WeightsFile } from "./likely-conditions.js";

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
  const toConfidence = createConfidence(file.confidence);
  const described = new WeakMap<ContractData, readonly DescribedCode[]>();
  return { rankCodes, suggestCodes };

  function rankCodes(facts: ReadonlySet<string>, data: ContractData): readonly LikelyCode[] {
    const codes = described.get(data) ?? describeCodes(data, ranker);
    described.set(data, codes);
    const ranked = rankDescribed(facts, codes, blameAnswer(facts, ranker.rankConditions(facts)));
    return ranked.map((each) => ({ ...each, probability: toConfidence(each.probability) }));
  }

  function suggestCodes(
    facts: ReadonlySet<string>,
    data: ContractData,
    isAccepted: (code: string) => boolean = () => true,
  ): readonly LikelyCode[] {
    const ranked = rankCodes(facts, data).filter(({ code }) => isAccepted(code));
    const fallbacks = [isRefusedAnswer(facts) ? findUpstreamCode(data) : undefined, data.fallback.unknown];
    return chooseCodes(
      ranked,
      fallbacks.find((code) => code !== undefined && isAccepted(code)),
    );
  }
}

/** Suggests codes by the weights of the plugin. */
export const { suggestCodes } = createCodeRanker(weightsFile);

const REFUSED_ANSWER = /^guard:(?:!ok|status !2\d\d)$/;

function isRefusedAnswer(facts: ReadonlySet<string>): boolean {
  return [...facts].some((fact) => REFUSED_ANSWER.test(fact));
}

function findUpstreamCode({ codes }: ContractData): string | undefined {
  return Object.keys(codes).find((code) => codes[code]?.condition === "upstream_failed");
}

/** The fault of an answer that is not ok is the other service's, and not the server's own. */
function blameAnswer(facts: ReadonlySet<string>, conditions: readonly LikelyCondition[]): readonly LikelyCondition[] {
  const own = conditions.find(({ condition }) => condition === "internal");
  if (!own || !isRefusedAnswer(facts)) return conditions;
  return conditions.map((each) => {
    if (each === own) return { ...each, probability: 0 };
    return each.condition === "upstream_failed" ? { ...each, probability: each.probability + own.probability } : each;
  });
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
  const met = collectWords(facts);
  const scored = codes.map((described) => {
    const { code, name, meaning, subject, isNamedForCondition } = described;
    const { probability, reasons } = weighConditions(described, conditions);
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
function weighConditions({ conditions: stands }: DescribedCode, all: readonly LikelyCondition[]) {
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

/** The words that facts imply without containing them, as codes use these words. */
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
