import { describeCodes } from "../../rules/dist/throws/suggest-codes.js";
import { kaiza } from "../../src/dist/contracts/kaiza/contract.js";
import { standard } from "../../src/dist/contracts/standard/contract.js";
import { CONDITIONS } from "./training-sites.js";

/**
 * @typedef {{ contract: string, probability: number, isRight: boolean, isAmong: boolean }} JudgedCode
 */

/** A contract with one code for each condition, and one with many. */
export const CONTRACTS = [standard, kaiza];

/**
 * Compares the codes that facts speak for with the conditions that the label of a site means: a code is right that
 * stands for one of them.
 *
 * @returns {JudgedCode[]} one for each site and contract
 */
export function judgeFirstCodes(sites, { rankCodes }, contracts = CONTRACTS) {
  return contracts.flatMap((data) => {
    const conditionsOf = new Map(
      describeCodes(data, { conditions: CONDITIONS, weightOfWord: () => 0 }).map(({ code, conditions }) => [
        code,
        conditions,
      ]),
    );
    return sites.map(({ features, allowed }) => {
      const isRight = ({ code }) => allowed.some((index) => conditionsOf.get(code)?.has(CONDITIONS[index]));
      const ranked = rankCodes(new Set(features), data);
      return {
        contract: data.name,
        probability: ranked[0].probability,
        isRight: isRight(ranked[0]),
        isAmong: ranked.slice(0, 3).some(isRight),
      };
    });
  });
}
