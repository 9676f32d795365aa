import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

/**
 * Adds an item to the end of a list in brackets, on the line of the last one: the arguments of a call, the properties
 * of an object, the names of an import. Comments stay where they are.
 *
 * @param close the closing bracket.
 */
export function appendItem(
  fixer: TSESLint.RuleFixer,
  text: string,
  close: TSESTree.Token,
  sourceCode: Readonly<TSESLint.SourceCode>,
): TSESLint.RuleFix {
  const before = sourceCode.getTokenBefore(close) ?? close;
  switch (before.value) {
    case "(":
      return fixer.insertTextAfter(before, text);
    case "{": {
      const isSpaced = /\s/.test(sourceCode.text.charAt(before.range[1]));
      return fixer.insertTextAfter(before, isSpaced ? ` ${text}` : ` ${text} `);
    }
    case ",":
      return fixer.insertTextAfter(before, ` ${text},`);
    default:
      return fixer.insertTextAfter(before, `, ${text}`);
  }
}
