import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { Call } from "../codes/called-factory.js";
import { appendItem } from "../edits/append-item.js";
import { isNothing, unwrapExpression } from "../syntax/expressions.js";
import type { ParameterPlace } from "../types/type-facts.js";
import type { GivenCause } from "./given-cause.js";
import { type KnownCause, addBinding } from "./known-cause.js";

interface CauseChange {
  readonly call: Call;
  readonly place: ParameterPlace;
  readonly given: GivenCause;
  readonly cause: KnownCause;
  readonly sourceCode: TSESLint.SourceCode;
}

/**
 * The edit that hands a call the failure as its cause, and names the failure where it has no name yet. `undefined`
 * where the place of the cause cannot be written to, or a comment would be lost.
 */
export function createCauseEdit(change: CauseChange): TSESLint.ReportFixFunction | undefined {
  const { given, cause, sourceCode } = change;
  if (given.kind === "carried" || !canEdit(given, sourceCode)) return undefined;
  return (fixer) => [...addBinding(fixer, cause, sourceCode), ...addCause(fixer, change)];
}

function canEdit(given: GivenCause, sourceCode: TSESLint.SourceCode): boolean {
  if (given.kind === "missing") return given.canAdd;
  return given.kind === "other" && given.canReplace && sourceCode.getCommentsInside(given.value).length === 0;
}

function addCause(
  fixer: TSESLint.RuleFixer,
  { call, place, given, cause: { name }, sourceCode }: CauseChange,
): readonly TSESLint.RuleFix[] {
  const property = place.property === name ? name : `${place.property}: ${name}`;
  if (given.kind === "other") {
    const { parent } = given.value;
    const isShorthand = parent?.type === "Property" && parent.shorthand;
    return [fixer.replaceText(given.value, isShorthand ? property : name)];
  }
  if (given.kind === "carried") return [];
  const { holder } = given;
  if (!holder) {
    return addArgument(fixer, call, place, place.property === undefined ? name : `{ ${property} }`, sourceCode);
  }
  if (holder.type === "ObjectExpression") {
    const close = sourceCode.getLastToken(holder);
    return close ? appendItem(fixer, property, { last: holder.properties.at(-1), close }, sourceCode) : [];
  }
  const rest = isNothing(holder) ? "" : `...${printSpread(holder, sourceCode)}, `;
  return [fixer.replaceText(holder, `{ ${rest}${property} }`)];
}

function addArgument(
  fixer: TSESLint.RuleFixer,
  call: Call,
  { argument }: ParameterPlace,
  text: string,
  sourceCode: TSESLint.SourceCode,
): readonly TSESLint.RuleFix[] {
  const skipped = Array.from({ length: argument - call.arguments.length }, () => "undefined");
  const added = [...skipped, text].join(", ");
  const close = findClosingParenthesis(call, sourceCode);
  if (!close) return [fixer.insertTextAfter(call, `(${added})`)];
  return appendItem(fixer, added, { last: call.arguments.at(-1), close }, sourceCode);
}

/** The parenthesis that ends the arguments; `new X` has none, and that of `new (X)` is another. */
function findClosingParenthesis(call: Call, sourceCode: TSESLint.SourceCode): TSESTree.Token | undefined {
  const close = sourceCode.getLastToken(call);
  if (close?.value !== ")") return undefined;
  let open = sourceCode.getTokenAfter(call.typeArguments ?? call.callee);
  while (open?.value === ")") open = sourceCode.getTokenAfter(open);
  return open && open.range[1] <= call.range[1] ? close : undefined;
}

function printSpread(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const text = sourceCode.getText(node);
  const isSimple = /^(?:Identifier|MemberExpression|CallExpression)$/.test(unwrapExpression(node).type);
  return isSimple ? text : `(${text})`;
}
