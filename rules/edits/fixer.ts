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

/** The edits that a fix makes. */
export function editsOf(fix: TSESLint.ReportFixFunction): readonly TSESLint.RuleFix[] {
  const edits = fix(FIXER);
  return edits ? ("range" in edits ? [edits] : [...edits]) : [];
}
