import type { Condition, ContractData } from "error-contract";
import { wordsIn } from "../syntax/words.js";
import type { CodeHints } from "./code-hints.js";

const MOST = 3;
// A code of which less than this share of the words is met is no suggestion anybody would take.
const FITS = 1;
const NEAR_BEST = 0.6;
const CONDITION_BONUS = 1;
// Every failure failed: the word tells one from another only beside a word that says what.
const SAYS_NOTHING_ALONE = new Set(["failed", "error"]);

interface DescribedCode {
  readonly code: string;
  readonly name: readonly string[];
  readonly meaning: readonly string[];
  readonly condition: Condition;
}

/** The codes of a contract that fit the hints about a failure, best first, at most three. */
export function suggestCodes(data: ContractData, { words: met, condition }: CodeHints): readonly string[] {
  const words = wordWeights(met);
  const scored = describedCodes(data).map(({ code, name, meaning, condition: meant }) => ({
    code,
    score:
      nameShare(name, words) +
      share(meaning, words) / 4 +
      (isMeant(code, meant, condition, data) ? CONDITION_BONUS : 0),
  }));
  const best = Math.max(...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score >= Math.max(FITS, best * NEAR_BEST))
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ code }) => code);
}

const contracts = new WeakMap<ContractData, readonly DescribedCode[]>();

/** The codes with the words of their names and meanings, worked out once for a contract. */
function describedCodes(data: ContractData): readonly DescribedCode[] {
  const known = contracts.get(data) ?? codesOf(data);
  contracts.set(data, known);
  return known;
}

function codesOf(data: ContractData): readonly DescribedCode[] {
  return Object.entries(data.codes)
    .filter(([, { kind }]) => kind !== "warning")
    .map(([code, { meaning, condition }]) => ({
      code,
      name: wordsIn(code.replaceAll("_", " ")),
      meaning: wordsIn(meaning),
      condition,
    }));
}

function isMeant(code: string, meant: Condition, met: Condition | undefined, { byCondition }: ContractData): boolean {
  return met !== undefined && (meant === met || byCondition?.[met] === code);
}

function nameShare(name: readonly string[], words: WordWeights): number {
  const isSaid = name.some((word) => !SAYS_NOTHING_ALONE.has(word) && weightOf(word, words) > 0);
  return isSaid ? share(name, words) : 0;
}

/** How much of a code's words is met, each by its weight. */
function share(codeWords: readonly string[], words: WordWeights): number {
  if (codeWords.length === 0) return 0;
  return codeWords.reduce((sum, word) => sum + weightOf(word, words), 0) / codeWords.length;
}

/** What the words of some hints weigh, by word and by stem. */
interface WordWeights {
  /** Of the hints' own words, and of those of the codes as far as they were asked for: many codes share a word. */
  readonly known: Map<string, number>;
  readonly byStem: ReadonlyMap<string, readonly (readonly [string, number])[]>;
}

const STEM = 4;

function wordWeights(met: ReadonlyMap<string, number>): WordWeights {
  const byStem = new Map<string, (readonly [string, number])[]>();
  for (const entry of met) {
    const [word] = entry;
    const stem = word.slice(0, STEM);
    if (word.length >= STEM) byStem.set(stem, [...(byStem.get(stem) ?? []), entry]);
  }
  return { known: new Map(met), byStem };
}

// `path` and `paths`, `approve` and `approved` are one word.
function weightOf(word: string, { known, byStem }: WordWeights): number {
  const weight = known.get(word);
  if (weight !== undefined) return weight;
  const alike = byStem.get(word.slice(0, STEM)) ?? [];
  const found = Math.max(0, ...alike.map(([met, each]) => (sameStem(word, met) ? each : 0)));
  known.set(word, found);
  return found;
}

function sameStem(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  return length >= STEM && one.slice(0, length) === other.slice(0, length) && Math.abs(one.length - other.length) <= 3;
}
