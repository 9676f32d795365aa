import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { LegacyParts } from "../contract/legacy-parts.js";
import { listMatcherNames } from "../contract/name-matcher.js";
import { type ImportBinding, WHOLE_MODULE, importBindings } from "../edits/plan-import.js";
import { isUnused, removeImport } from "../edits/remove-import.js";
import { findModuleFile } from "../modules/module-file.js";

type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;

/** A name for a legacy part that nothing in the file uses. */
export interface LeftBehind {
  readonly node: TSESTree.Node;
  readonly name: string;
  /** Takes it away, with all that the file leaves behind; `undefined` where a comment would be lost. */
  remove: (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix[] | undefined;
}

/** The imports of legacy parts that the file does not use. */
export function collectLeftBehind(context: Context, parts: LegacyParts): readonly LeftBehind[] {
  const { sourceCode } = context;
  // Most files have neither a part nor a namespace.
  if (!parts.isPresent && !/\*\s*as\b|\brequire\b/.test(sourceCode.text)) return [];
  const unused = importBindings(sourceCode).filter(
    (binding) =>
      (parts.isPresent || binding.exported === WHOLE_MODULE) &&
      isUnused(sourceCode, binding.variable) &&
      isLegacy(binding, context, parts),
  );
  const removable = unused.filter((binding) => !vouches(binding, context, parts));
  // All at once: edits that touch each other would take a pass each.
  const variables = removable.map(({ variable }) => variable);
  return removable.map(({ node, variable }) => ({
    node,
    name: variable.name,
    remove: (fixer) => removeImport(fixer, sourceCode, variables) ?? removeImport(fixer, sourceCode, variable),
  }));
}

function isLegacy({ exported, module, variable }: ImportBinding, { filename }: Context, parts: LegacyParts): boolean {
  const [identifier] = variable.identifiers;
  if (exported !== WHOLE_MODULE) return identifier !== undefined && parts.partAt(identifier)?.rest.length === 0;
  return parts.settings.some((legacy) =>
    listMatcherNames(legacy.class).some((name) => definesClass(module, name, filename)),
  );
}

/** Whether codes that are still used are known for legacy only because the class comes from the same module. */
function vouches({ module }: ImportBinding, { sourceCode }: Context, parts: LegacyParts): boolean {
  return importBindings(sourceCode).some(({ module: other, variable }) => {
    const [identifier] = variable.identifiers;
    return (
      other === module &&
      identifier !== undefined &&
      parts.partAt(identifier)?.evidence === "class" &&
      !isUnused(sourceCode, variable)
    );
  });
}

// An unused namespace does not tell its purpose; the module that it stands for does.
function definesClass(module: string, name: string, filename: string): boolean {
  if (!module.startsWith(".")) return false;
  const found = findModuleFile(path.resolve(path.dirname(filename), module));
  return found !== undefined && new RegExp(String.raw`\bclass\s+${name}\b`).test(readFileSync(found.file, "utf8"));
}
