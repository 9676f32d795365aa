import { AST_NODE_TYPES, type TSESLint, type TSESTree } from "../ast/tree.js";

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Whether {@link replaceCode} can write that code in the place of a node. */
export function isReplaceable(node: TSESTree.Node, code: string): boolean {
  if (/["'`\\]/.test(code)) return false;
  switch (node.type) {
    case AST_NODE_TYPES.Literal:
      return typeof node.value === "string";
    case AST_NODE_TYPES.TemplateLiteral:
      return node.expressions.length === 0;
    case AST_NODE_TYPES.Identifier:
      return isKey(node) && NAME.test(code);
    default:
      return false;
  }
}

/** Writes another code in the place of a literal, keeping its quotes, or of the key of a member or a property. */
export function replaceCode(fixer: TSESLint.RuleFixer, node: TSESTree.Node, code: string): TSESLint.RuleFix {
  if (node.type === AST_NODE_TYPES.Literal) return fixer.replaceText(node, `${node.raw[0]}${code}${node.raw[0]}`);
  if (node.type === AST_NODE_TYPES.TemplateLiteral) return fixer.replaceText(node, `\`${code}\``);
  const { parent } = node;
  const isShorthand = parent?.type === AST_NODE_TYPES.Property && parent.shorthand;
  return isShorthand ? fixer.insertTextBefore(node, `${code}: `) : fixer.replaceText(node, code);
}

// In `{ CODE }` key and value are one node, in `CODES[code]` the name is a variable's.
function isKey(node: TSESTree.Identifier): boolean {
  const { parent } = node;
  if (parent.type === AST_NODE_TYPES.MemberExpression) return parent.property === node && !parent.computed;
  return parent.type === AST_NODE_TYPES.Property && (parent.shorthand || (parent.key === node && !parent.computed));
}
