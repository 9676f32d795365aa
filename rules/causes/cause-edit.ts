import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { Call } from "../codes/called-factory.js";
import { appendItem } from "../edits/append-item.js";
import { isNothing, unwrapExpression } from "../syntax/expressions.js";
import type { ParameterPlace } from "../types/type-facts.js";
import type { LostCause } from "./given-cause.js";
import { type KnownCause, addBinding } from "./known-cause.js";

/**
 * Returns the edit that hands a call the failure as its cause, and names the failure where it has no name yet.
 * `undefined` where the place of the cause cannot be written to, or a comment would be lost.
 */
export function createCauseEdit(
  call: Call,
  place: ParameterPlace,
  lost: LostCause,
  cause: KnownCause,
  sourceCode: TSESLint.SourceCode,
): ((fixer: TSESLint.RuleFixer) => readonly TSESLint.RuleFix[]) | undefined {
  const isReplacing = lost.kind === "other" && lost.node;
  if (!lost.canEdit || (isReplacing && sourceCode.getCommentsInside(isReplacing).length > 0)) return undefined;
  return (fixer) => [
    ...addBinding(fixer, cause, sourceCode),
    ...addCause(fixer, call, place, lost, cause.name, sourceCode),
  ];
}

function addCause(
  fixer: TSESLint.RuleFixer,
  call: Call,
  place: ParameterPlace,
  { kind, node }: LostCause,
  name: string,
  sourceCode: TSESLint.SourceCode,
): readonly TSESLint.RuleFix[] {
  const property = place.property === name ? name : `${place.property}: ${name}`;
  if (!node)
    return [addArgument(fixer, call, place, place.property === undefined ? name : `{ ${property} }`, sourceCode)];
  if (kind === "other") {
    const isShorthand = node.parent?.type === "Property" && node.parent.shorthand;
    return [fixer.replaceText(node, isShorthand ? property : name)];
  }
  if (node.type === "ObjectExpression") {
    const close = sourceCode.getLastToken(node);
    return close ? [appendItem(fixer, property, close, sourceCode)] : [];
  }
  const rest = isNothing(node) ? "" : `...${printSpread(node, sourceCode)}, `;
  return [fixer.replaceText(node, `{ ${rest}${property} }`)];
}

function addArgument(
  fixer: TSESLint.RuleFixer,
  call: Call,
  { argument }: ParameterPlace,
  text: string,
  sourceCode: TSESLint.SourceCode,
): TSESLint.RuleFix {
  const skipped = Array.from({ length: argument - call.arguments.length }, () => "undefined");
  const added = [...skipped, text].join(", ");
  // `new X` has no parentheses of its own, and those of `new (X)` are not.
  const open = sourceCode.getTokenAfter(call.typeArguments ?? call.callee, ({ value }) => value !== ")");
  const close = open && open.range[1] <= call.range[1] ? sourceCode.getLastToken(call) : null;
  return close ? appendItem(fixer, added, close, sourceCode) : fixer.insertTextAfter(call, `(${added})`);
}

function printSpread(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const text = sourceCode.getText(node);
  const isSimple = /^(?:Identifier|MemberExpression|CallExpression)$/.test(unwrapExpression(node).type);
  return isSimple ? text : `(${text})`;
}
