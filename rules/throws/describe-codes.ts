import type { ContractData } from "error-contract";
import type { ConditionRanker } from "./likely-conditions.js";
import { nameWords } from "./throw-facts.js";

/** A code with the words that tell it from others. */
export interface DescribedCode {
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
  { conditions, weightOfWord }: ConditionRanker,
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
