import { createCodeRanker } from "../../rules/dist/throws/suggest-codes.js";
import { standard } from "../../src/dist/contracts/standard/contract.js";
import { fitWeights } from "./fit-weights.js";
import { judgeFirstCodes } from "./judge-codes.js";
import { foldSites } from "./training-sites.js";

/**
 * @typedef {import("./training-sites.js").TrainingSite} TrainingSite
 * @typedef {readonly (readonly [probability: number, right: number])[]} Confidence in percent, ascending
 */

const POINTS = 24;
// Repositories differ more than the places of one: a point has to be right in this many more places.
const DOUBTS = 20;

/**
 * Learns how often a code is right by how probable weights take it to be. The weights have not seen the sites.
 *
 * @param {readonly TrainingSite[]} sites
 * @returns {Confidence}
 */
export function calibrate(sites, file) {
  return fitIsotonic(judge(sites, { ...file, confidence: undefined }));
}

/**
 * Learns the same of weights that are fitted to the sites: each part of the repositories is judged by weights that were
 * fitted without it.
 *
 * @param {readonly TrainingSite[]} sites
 * @param {readonly TrainingSite[]} known sites of no repository, which every part is fitted with
 * @returns {Confidence}
 */
export function calibrateFolds(sites, known) {
  return fitIsotonic(foldSites(sites).flatMap(({ others, part }) => judge(part, fitWeights([...others, ...known]))));
}

/** Under `standard` a condition has one code, so that nothing but the condition decides. */
function judge(sites, file) {
  return judgeFirstCodes(sites, createCodeRanker(file), [standard]);
}

/** Pools neighbours until the share of right answers rises with the probability (pool adjacent violators). */
function fitIsotonic(judged) {
  const sorted = [...judged].sort((one, other) => one.probability - other.probability);
  const pools = [];
  for (const part of splitEvenly(sorted, POINTS)) {
    pools.push(part);
    while (pools.length > 1 && shareOf(pools.at(-2)) >= shareOf(pools.at(-1))) {
      const last = pools.pop();
      pools.push([...pools.pop(), ...last]);
    }
  }
  const points = pools.map((pool) => [toPercent(meanOf(pool)), toPercent(shareOf(pool))]);
  return points.filter(([probability], index) => probability !== points[index - 1]?.[0]);
}

function splitEvenly(list, count) {
  const size = Math.max(1, Math.ceil(list.length / count));
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

function shareOf(judged) {
  return judged.filter(({ isRight }) => isRight).length / (judged.length + DOUBTS);
}

function meanOf(judged) {
  return judged.reduce((sum, { probability }) => sum + probability, 0) / judged.length;
}

function toPercent(share) {
  return Math.round(share * 1000) / 10;
}
