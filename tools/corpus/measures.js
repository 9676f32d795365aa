import { randomFrom } from "../bench/random.js";

/**
 * @typedef {{ repo: string, isPositive: boolean, isReported: boolean, weight: number }} Judged
 * @typedef {{ value: number, low: number, high: number, of: number }} Share
 */

const DRAWS = 2000;
const NORMAL_95 = 1.96;

/** What a rule is measured by: precision, recall, and the share of the other places that it reports too. */
export const MEASURES = {
  precision: { of: ({ isReported }) => isReported, counts: ({ isPositive }) => isPositive },
  recall: { of: ({ isPositive }) => isPositive, counts: ({ isReported }) => isReported },
  excess: { of: ({ isPositive }) => !isPositive, counts: ({ isReported }) => isReported },
};

/**
 * Measures places, each counted once, with the interval of Wilson at 95 %.
 *
 * @param {readonly Judged[]} judged
 * @param {keyof typeof MEASURES} measure
 * @returns {Share | undefined} `undefined` where there is nothing to measure
 */
export function measurePlain(judged, measure) {
  const chosen = judged.filter(MEASURES[measure].of);
  return wilsonInterval(chosen.filter(MEASURES[measure].counts).length, chosen.length);
}

/**
 * Measures places by the number of places that each stands for. The interval comes from drawing repositories anew,
 * because the places of one repository are alike.
 *
 * @param {readonly Judged[]} judged
 * @param {keyof typeof MEASURES} measure
 * @returns {Share | undefined}
 */
export function measureWeighted(judged, measure) {
  const chosen = judged.filter(MEASURES[measure].of);
  const repositories = Object.values(groupBy(chosen, ({ repo }) => repo));
  const sums = repositories.map((places) => ({
    all: sumWeights(places),
    counted: sumWeights(places.filter(MEASURES[measure].counts)),
  }));
  const total = shareOf(sums);
  if (total === undefined) return undefined;
  const random = randomFrom(1);
  const draws = Array.from({ length: DRAWS }, () => shareOf(sums.map(() => random.pick(sums))) ?? total);
  draws.sort((one, other) => one - other);
  return {
    value: total,
    low: draws[Math.floor(DRAWS * 0.025)],
    high: draws[Math.floor(DRAWS * 0.975)],
    of: chosen.length,
  };
}

/** The share `count / of` with its interval of Wilson at 95 %. */
export function wilsonInterval(count, of) {
  if (of === 0) return undefined;
  const value = count / of;
  const square = NORMAL_95 ** 2;
  const middle = (value + square / (2 * of)) / (1 + square / of);
  const half = (NORMAL_95 / (1 + square / of)) * Math.sqrt((value * (1 - value)) / of + square / (4 * of * of));
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half), of };
}

/** @template T @param {readonly T[]} list @param {(each: T) => string} keyOf @returns {Record<string, T[]>} */
export function groupBy(list, keyOf) {
  const groups = {};
  for (const each of list) (groups[keyOf(each)] ??= []).push(each);
  return groups;
}

function shareOf(sums) {
  const all = sums.reduce((sum, each) => sum + each.all, 0);
  return all === 0 ? undefined : sums.reduce((sum, each) => sum + each.counted, 0) / all;
}

function sumWeights(places) {
  return places.reduce((sum, { weight }) => sum + weight, 0);
}
