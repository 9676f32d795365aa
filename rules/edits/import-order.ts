import type { TSESLint } from "@typescript-eslint/utils";

/**
 * Which of the fixes that add an import comes first.
 *
 * ESLint applies the fixes of one pass from the top of the file and drops each that overlaps one before it. Fixes that
 * add an import all overlap at the import, so one of them is applied per pass; the others find the import there in the
 * next pass and no longer overlap. That takes two passes only if the first one adds every name that the others need.
 * So every rule says during the traversal which names its fixes will add, and reports at `Program:exit`: by then it is
 * known, over all rules, which fix adds most. That one reaches to the beginning of the file, the others to its end. A
 * rule whose own fixes need different names lets one of them take another along (`withAllNames`).
 */
export interface ImportTurn {
  /** The edits of the fix, with its range such that the fix that adds most names is applied first. */
  inOrder: (fixer: TSESLint.RuleFixer, edits: readonly TSESLint.RuleFix[]) => TSESLint.RuleFix[];
}

const announced = new WeakMap<TSESLint.SourceCode, Map<string, Announcement>>();

interface Announcement {
  readonly start: number;
  readonly missing: readonly string[];
}

/**
 * Announces a fix that adds `missing` names to the imports of the file. To be called before `Program:exit`, and
 * `inOrder` at `Program:exit`. `start` is where the finding stands.
 */
export function importTurn(sourceCode: TSESLint.SourceCode, start: number, missing: readonly string[]): ImportTurn {
  const all = announced.get(sourceCode) ?? new Map<string, Announcement>();
  announced.set(sourceCode, all);
  const own = { start, missing };
  // The same source may be linted again: an announcement that is made twice counts once.
  if (missing.length > 0) all.set(`${start}:${missing.join()}`, own);
  return {
    inOrder(fixer, edits) {
      if (missing.length === 0 || all.size < 2) return [...edits];
      const first = [...all.values()].reduce((best, other) => (isBefore(other, best) ? other : best));
      const bound = first.start === start && first.missing.join() === missing.join() ? 0 : sourceCode.text.length;
      return [...edits, fixer.insertTextAfterRange([bound, bound], "")];
    },
  };
}

function isBefore(one: Announcement, other: Announcement): boolean {
  return one.missing.length === other.missing.length
    ? one.start < other.start
    : one.missing.length > other.missing.length;
}
