import { distance } from "fastest-levenshtein";

const MOST = 3;
// Below this, two codes share less than a reader would call alike: `PREFLIGHT_FAILURE` and `BOOTSTRAP_FAILURE` have
// 0.5.
const NEAR = 0.6;
const SLIP = 0.75;
const STEM = 4;

/**
 * The registered codes that a code that is not one may mean, best first, at most three: the one that differs in case
 * and separators only, else those that share most words or letters. Empty where none is near. The runtime's own
 * did-you-mean (its `nearest.ts`) is no public export; it compares letters only, which would offer edits that nobody
 * means.
 */
export function listNearCodes(code: string, { codes }: { readonly codes: readonly string[] }): readonly string[] {
  const same = findRespelledCode(code, { codes });
  if (same !== undefined) return same === code ? [] : [same];
  const scored = codes.map((candidate) => ({ candidate, score: measureLikeness(code, candidate) }));
  return scored
    .filter(({ candidate, score }) => score >= NEAR && candidate !== code)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ candidate }) => candidate);
}

/** The one registered code that differs from a code in case and separators only. */
export function findRespelledCode(code: string, { codes }: { readonly codes: readonly string[] }): string | undefined {
  const letters = readLetters(code);
  const same = letters === "" ? [] : codes.filter((candidate) => readLetters(candidate) === letters);
  return same.length === 1 ? same[0] : undefined;
}

/** From 0 to 1, which is for codes that are the same but for case, separators and the order of words. */
function measureLikeness(code: string, candidate: string): number {
  const [one, other] = [readLetters(code), readLetters(candidate)];
  if (one === other) return 1;
  const letters = 1 - distance(one, other) / Math.max(one.length, other.length);
  // Letters alone find likeness everywhere: only a slip of the pen, or a code that was cut short, counts.
  return Math.max(measureSharedWords(code, candidate), letters >= SLIP || other.startsWith(one) ? letters : 0);
}

function measureSharedWords(code: string, candidate: string): number {
  const [one, other] = [readCodeWords(code), readCodeWords(candidate)];
  const shared = one.reduce(
    (sum, word) => sum + Math.max(0, ...other.map((match) => measureWordLikeness(word, match))),
    0,
  );
  return shared / Math.max(one.length, other.length);
}

// `FAILURE` and `FAILED` have their stem in common; edit distance alone puts `PATHS` as near to `PATCH` as to `PATH`.
function measureWordLikeness(word: string, match: string): number {
  if (word === match) return 1;
  const hasStem = word.length >= STEM && match.length >= STEM && word.slice(0, STEM) === match.slice(0, STEM);
  const likeness = 1 - distance(word, match) / Math.max(word.length, match.length);
  return hasStem ? Math.max(likeness, 0.5) : likeness < SLIP ? 0 : likeness;
}

function readLetters(code: string): string {
  return code.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** The words of a code, in capitals. */
export function readCodeWords(code: string): readonly string[] {
  return code
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
