import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Whether {@link replaceCode} can write that code in the place of a node. */
export function isReplaceable(node: TSESTree.Node, code: string): boolean {
  if (/["'`\\]/.test(code)) return false;
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string";
    case "TemplateLiteral":
      return node.expressions.length === 0;
    case "Identifier":
      return isKey(node) && NAME.test(code);
    default:
      return false;
  }
}

/** Writes another code in the place of a literal, keeping its quotes, or of the key of a member or a property. */
export function replaceCode(fixer: TSESLint.RuleFixer, node: TSESTree.Node, code: string): TSESLint.RuleFix {
  if (node.type === "Literal") return fixer.replaceText(node, `${node.raw[0]}${code}${node.raw[0]}`);
  if (node.type === "TemplateLiteral") return fixer.replaceText(node, `\`${code}\``);
  const { parent } = node;
  const isShorthand = parent?.type === "Property" && parent.shorthand;
  return isShorthand ? fixer.insertTextBefore(node, `${code}: `) : fixer.replaceText(node, code);
}

// In `{ CODE }` key and value are one node, in `CODES[code]` the name is a variable's.
function isKey(node: TSESTree.Identifier): boolean {
  const { parent } = node;
  if (parent.type === "MemberExpression") return parent.property === node && !parent.computed;
  return parent.type === "Property" && (parent.shorthand || (parent.key === node && !parent.computed));
}
