import { type LegacyParts, findLegacyParts } from "../contract/legacy-parts.js";
import { type LintContext, createLintContext } from "../contract/lint-context.js";
import { type Registry, getRegistry } from "../contract/registry.js";

/** The facts that decide how the legacy parts in one linted file are rewritten. */
export interface LegacyFacts extends LintContext {
  readonly parts: LegacyParts;
  readonly registry: Registry;
  /** Whether the file is TypeScript, where code that does not fit a type does not compile. */
  readonly isTypeScript: boolean;
}

/** The facts of the linted file; `undefined` where nothing is deprecated, and in the modules that define the parts. */
export function createLegacyFacts(context: LintContext["context"]): LegacyFacts | undefined {
  const parts = findLegacyParts(context);
  if (!parts) return undefined;
  const lint = createLintContext(context);
  if (lint.contract.definesLegacy || lint.contract.definesContract) return undefined;
  return { ...lint, parts, registry: getRegistry(context), isTypeScript: /\.[cm]?tsx?$/.test(lint.filename) };
}
