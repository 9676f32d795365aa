import type { Linter } from "eslint";

/** One of ESLint's passes: every fix that does not touch the one before it, in the order of the text. */
export function fixPass(code: string, messages: readonly Linter.LintMessage[]): string {
  const fixes = messages
    .flatMap(({ fix }) => fix ?? [])
    .sort((one, other) => one.range[0] - other.range[0] || one.range[1] - other.range[1]);

  let fixed = "";
  let end = -1;
  for (const { range, text } of fixes) {
    if (range[0] <= end) continue;
    fixed += code.slice(Math.max(end, 0), range[0]) + text;
    end = range[1];
  }
  return fixed + code.slice(Math.max(end, 0));
}
