import type { TSESLint } from "@typescript-eslint/utils";

import { addImport, addToExisting, importStatement } from "./add-import.js";
import { importPosition } from "./import-position.js";
import type { ImportPlan } from "./plan-import.js";
import { importRemoval, removeParts } from "./remove-import.js";
import { lastTokenOf } from "./source-style.js";

/**
 * Adds what the plan misses and removes what it was told to, in one fix: a new statement takes the place of one that
 * goes. Undefined when something cannot be removed.
 */
export function exchangeImport(
  fixer: TSESLint.RuleFixer,
  sourceCode: Readonly<TSESLint.SourceCode>,
  plan: ImportPlan,
): TSESLint.RuleFix[] | undefined {
  const removal = importRemoval(sourceCode, plan.removing);
  if (!removal) return undefined;

  const { after } = importPosition(sourceCode);
  const isNew = plan.missing.length > 0 && !plan.target;
  const replaced = isNew ? removal.statements.find((node) => node === after) : undefined;
  if (!replaced) return [...addImport(fixer, sourceCode, plan), ...removeParts(fixer, sourceCode, removal)];

  const last = lastTokenOf(sourceCode, replaced) ?? replaced;
  const statement = importStatement(sourceCode, plan, { after: replaced, offset: last.range[1] });
  const statements = removal.statements.filter((node) => node !== replaced);
  return [
    ...addToExisting(fixer, sourceCode, plan),
    fixer.replaceTextRange([replaced.range[0], last.range[1]], statement),
    ...removeParts(fixer, sourceCode, { ...removal, statements }),
  ];
}
