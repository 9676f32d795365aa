import type { TSESLint } from "@typescript-eslint/utils";
import { rememberFor } from "../syntax/remember.js";
import type { DecidableReport } from "./decisions.js";

/** Edits of a fix or suggestion. */
export interface Rewrite {
  /** The names that it adds to the imports of the file. */
  readonly missing: readonly string[];
  apply: (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix[];
}

/** The findings of a rule in one file whose fixes add imports. */
export interface ImportReports<MessageId extends string> {
  /** Keeps a finding until the end of the file. `start` is where it stands. To be called before `Program:exit`. */
  add: (start: number, report: DecidableReport<MessageId>, fix: Rewrite | undefined) => void;
  /** Reports the findings, in the order in which they were added. To be called at `Program:exit`. */
  reportAll: () => void;
}

/**
 * Collects the findings of a rule whose fixes add imports, and decides which of the fixes comes first.
 *
 * ESLint applies the fixes of one pass from the top of the file and drops each that overlaps one before it. Fixes that
 * add an import all overlap at the import, so one of them is applied per pass; the others find the import there in the
 * next pass and no longer overlap. That takes two passes only if the first one adds every name that the others need.
 * So every rule says during the traversal which names its fixes will add, and reports at `Program:exit`: by then it is
 * known, over all rules, which fix adds most. That one reaches to the beginning of the file, the others to its end. A
 * rule whose own fixes need different names lets the first of them add them all (`addAllNames`).
 */
export function createImportReports<MessageId extends string>(
  context: Readonly<TSESLint.RuleContext<MessageId, readonly unknown[]>>,
): ImportReports<MessageId> {
  const reports: (() => void)[] = [];
  return {
    add(start, report, fix) {
      const inOrder = fix && takeTurn(context.sourceCode, start, fix);
      reports.push(() => context.report({ ...report, fix: inOrder ?? null }));
    },
    reportAll: () => reports.forEach((report) => report()),
  };
}

const getAnnouncements = rememberFor(() => new Map<string, Announcement>());

interface Announcement {
  readonly start: number;
  readonly missing: readonly string[];
}

/**
 * Announces the names that a fix adds, and gives it a range such that the fix that adds most names is applied first.
 */
function takeTurn(
  sourceCode: TSESLint.SourceCode,
  start: number,
  { missing, apply }: Rewrite,
): TSESLint.ReportFixFunction {
  const all = getAnnouncements(sourceCode);
  // The same source may be linted again: an announcement that is made twice counts once.
  if (missing.length > 0) all.set(`${start}:${missing.join()}`, { start, missing });
  return (fixer) => {
    if (missing.length === 0 || all.size < 2) return apply(fixer);
    const first = [...all.values()].reduce((best, other) => (isBefore(other, best) ? other : best));
    const bound = first.start === start && first.missing.join() === missing.join() ? 0 : sourceCode.text.length;
    return [...apply(fixer), fixer.insertTextAfterRange([bound, bound], "")];
  };
}

function isBefore(one: Announcement, other: Announcement): boolean {
  return one.missing.length === other.missing.length
    ? one.start < other.start
    : one.missing.length > other.missing.length;
}
