import type { Condition } from "error-contract";
import weightsFile from "./condition-weights.json" with { type: "json" };

/** A condition that a failure may report. */
export interface LikelyCondition {
  readonly condition: Condition;
  /** Between 0 and 1; those of all conditions add up to 1. */
  readonly probability: number;
  /** The facts that speak for it, strongest first. */
  readonly facts: readonly string[];
}

/** The file that `test/training/fit.js` writes: a weight for each fact and condition. */
export interface WeightsFile {
  readonly conditions: readonly string[];
  /** How often a condition is reported at all. */
  readonly bias: readonly number[];
  /** The divisor of the whole numbers of the file. */
  readonly scale: number;
  /**
   * How often codes were right, in percent, by how probable they looked: pairs in ascending order, straight lines
   * between.
   */
  readonly confidence?: readonly (readonly number[])[];
  /** By kind of fact and name: a letter for each condition, with its weight behind it (`a5c-2`). */
  readonly weights: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Where a fact stands. */
export type WeightedKind = keyof (typeof weightsFile)["weights"];

/** Says of facts which conditions they speak for, as one file of weights has it. */
export interface ConditionRanker {
  /** The conditions that the weights know. */
  readonly conditions: readonly Condition[];
  /** Ranks all conditions by the facts of a failure, the likeliest first. */
  readonly rankConditions: (facts: Iterable<string>) => readonly LikelyCondition[];
  /** How much a word of a message speaks for a condition; 0 where it says nothing of it. */
  readonly weightOfWord: (word: string, condition: Condition) => number;
}

type Weights = readonly (readonly [condition: number, weight: number])[];

const MOST_FACTS = 5;
const A = "a".charCodeAt(0);

/** Creates the ranker of a file of weights. */
export function createRanker({ conditions: names, bias, scale, weights }: WeightsFile): ConditionRanker {
  const conditions = names as readonly Condition[];
  const read = new Map<string, Weights>();
  return { conditions, rankConditions, weightOfWord };

  function rankConditions(facts: Iterable<string>): readonly LikelyCondition[] {
    const scores = bias.map((each) => each / scale);
    const reasons = conditions.map((): [fact: string, weight: number][] => []);
    for (const fact of facts) {
      for (const [index, weight] of readWeights(fact)) {
        scores[index] = (scores[index] ?? 0) + weight;
        if (weight > 0) reasons[index]?.push([fact, weight]);
      }
    }
    const powers = scores.map((score) => Math.exp(score));
    const sum = powers.reduce((total, power) => total + power, 0);
    return conditions
      .map((condition, index) => ({
        condition,
        probability: (powers[index] ?? 0) / sum,
        facts: (reasons[index] ?? [])
          .sort(([, one], [, other]) => other - one)
          .slice(0, MOST_FACTS)
          .map(([fact]) => fact),
      }))
      .sort((one, other) => other.probability - one.probability);
  }

  function weightOfWord(word: string, condition: Condition): number {
    const index = conditions.indexOf(condition);
    return readWeights(`message:${word}`).find(([each]) => each === index)?.[1] ?? 0;
  }

  /** The weights of a fact for the conditions that it says anything about, read when it is first met. */
  function readWeights(fact: string): Weights {
    const known = read.get(fact);
    if (known) return known;
    const colon = fact.indexOf(":");
    const ofKind = weights[fact.slice(0, colon)] ?? {};
    const name = fact.slice(colon + 1);
    const written = Object.hasOwn(ofKind, name) ? (ofKind[name] ?? "") : "";
    const pairs = [...written.matchAll(/([a-z])(-?\d+)/g)].map(
      ([, letter = "", number]) => [letter.charCodeAt(0) - A, Number(number) / scale] as const,
    );
    // A word that nobody has learned is met once: keeping it would only grow.
    if (pairs.length > 0) read.set(fact, pairs);
    return pairs;
  }
}

/** Ranks conditions by the weights of the plugin. */
export const { rankConditions } = createRanker(weightsFile);
