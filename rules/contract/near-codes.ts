import { distance } from "fastest-levenshtein";
import { splitWords } from "../syntax/words.js";

const MOST = 3;
// Below this, two codes share less than a reader would call alike: `PREFLIGHT_FAILURE` and `BOOTSTRAP_FAILURE` have
// 0.5.
const NEAR = 0.6;
const SLIP = 0.75;
const STEM = 4;

/**
 * The registered codes that a code that is not one may mean, best first, at most three: the one that differs in case
 * and separators only, else those that share most words or letters. Empty where none is near. The runtime's own
 * did-you-mean compares letters only, which would offer edits that nobody means.
 */
export function listNearCodes(code: string, { codes }: { readonly codes: readonly string[] }): readonly string[] {
  const letters = readLetters(code);
  const same = letters === "" ? [] : codes.filter((candidate) => readLetters(candidate) === letters);
  if (same.length === 1) return same.filter((candidate) => candidate !== code);
  return codes
    .map((candidate) => ({ candidate, score: measureLikeness(code, candidate) }))
    .filter(({ candidate, score }) => score >= NEAR && candidate !== code)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ candidate }) => candidate);
}

/** From 0 to 1, which is for codes that are the same but for case, separators and the order of words. */
function measureLikeness(code: string, candidate: string): number {
  const [one, other] = [readLetters(code), readLetters(candidate)];
  const letters = 1 - distance(one, other) / Math.max(one.length, other.length);
  // Letters alone find likeness everywhere: only a slip of the pen, or a code that was cut short, counts.
  const isSlip = letters >= SLIP || other.startsWith(one);
  return Math.max(measureSharedWords(splitWords(code), splitWords(candidate)), isSlip ? letters : 0);
}

function measureSharedWords(one: readonly string[], other: readonly string[]): number {
  const shares = one.map((word) => Math.max(0, ...other.map((match) => measureWord(word, match))));
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(one.length, other.length);
}

// `FAILURE` and `FAILED` have their stem in common.
function measureWord(word: string, match: string): number {
  if (word === match) return 1;
  return word.length >= STEM && match.startsWith(word.slice(0, STEM)) ? 0.5 : 0;
}

function readLetters(code: string): string {
  return code.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
