import type { TSESLint } from "@typescript-eslint/utils";

const at = (range: Readonly<TSESLint.AST.Range>, text: string): TSESLint.RuleFix => ({ range: [...range], text });

/** A fixer like ESLint's, to compute edits before a finding is reported. */
const FIXER: TSESLint.RuleFixer = {
  insertTextAfter: ({ range }, text) => at([range[1], range[1]], text),
  insertTextAfterRange: (range, text) => at([range[1], range[1]], text),
  insertTextBefore: ({ range }, text) => at([range[0], range[0]], text),
  insertTextBeforeRange: (range, text) => at([range[0], range[0]], text),
  remove: ({ range }) => at(range, ""),
  removeRange: (range) => at(range, ""),
  replaceText: ({ range }, text) => at(range, text),
  replaceTextRange: (range, text) => at(range, text),
};

/** Edits of a fix or suggestion. */
export interface Rewrite {
  readonly apply: (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix[];
}

/** The edits that a fix makes. */
export function editsOf(fix: TSESLint.ReportFixFunction): readonly TSESLint.RuleFix[] {
  const edits = fix(FIXER);
  return edits ? ("range" in edits ? [edits] : [...edits]) : [];
}

/** Carries out edits on a text; with a range, those inside it, and returns the text of the range alone. */
export function applyEdits(
  text: string,
  edits: readonly TSESLint.RuleFix[],
  [start, end]: Readonly<TSESLint.AST.Range> = [0, text.length],
): string {
  const inside = edits.filter(({ range }) => range[0] >= start && range[1] <= end);
  let edited = "";
  let position = start;
  for (const edit of inside.sort((one, other) => one.range[0] - other.range[0] || one.range[1] - other.range[1])) {
    edited += text.slice(position, edit.range[0]) + edit.text;
    position = edit.range[1];
  }
  return edited + text.slice(position, end);
}
