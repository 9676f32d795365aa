import { listImports } from "../syntax/references.js";
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type LegacyPart, type LegacyParts, findLegacyParts } from "../contract/legacy.js";
import { type LintContext, createLintContext } from "../contract/lint-context.js";
import { type Registry, getRegistry } from "../contract/registry.js";
import { planImport } from "../edits/imports.js";
import type { Rewrite } from "../edits/source-style.js";
import { isTypeScriptFile, runsInBrowser } from "../syntax/source-file.js";

/** The facts that decide how the legacy parts in one linted file are rewritten. */
export interface LegacyFacts extends LintContext {
  readonly parts: LegacyParts;
  readonly registry: Registry;
  /** Whether the file is TypeScript, where code that does not fit a type does not compile. */
  readonly isTypeScript: boolean;
}

/**
 * Creates the facts of the linted file. `undefined` where it names nothing that is deprecated, and in the modules that
 * define the parts.
 */
export function createLegacyFacts(context: LintContext["context"]): LegacyFacts | undefined {
  const lint = createLintContext(context);
  const parts = findLegacyParts(lint);
  if (!parts || lint.contract.definesLegacy || lint.contract.definesContract) return undefined;
  return { ...lint, parts, registry: getRegistry(lint), isTypeScript: isTypeScriptFile(lint.filename) };
}

/** One place of a file that names a legacy part. */
export interface LegacyUse {
  readonly part: LegacyPart;
  /** The name or member chain that stands for the part itself: `KaizaError`, `errors.KaizaError`, `ERROR_CODES`. */
  readonly node: TSESTree.Node;
}

/** The local names of the contract's exports. */
export type Locals = ReadonlyMap<string, string>;

/** The rewrite of one finding, before the names are known under which the file imports the contract's parts. */
export interface LegacyRewrite {
  /** The contract's exports that the new code uses. */
  readonly names?: readonly string[];
  readonly edits: (fixer: TSESLint.RuleFixer, locals: Locals) => readonly TSESLint.RuleFix[];
}

export type LegacyMessage =
  | "legacyConstruction"
  | "unmappedField"
  | "unknownCode"
  | "legacyConversion"
  | "legacySubclass"
  | "legacyCheck"
  | "legacyField"
  | "legacyCode"
  | "legacyName"
  | "leftBehind";

/** A legacy part in the file, and its remedy. */
export interface LegacyFinding {
  readonly at: TSESTree.Node | { readonly range: TSESTree.Range };
  readonly messageId: LegacyMessage;
  readonly data: Readonly<Record<string, string>>;
  readonly rewrite?: LegacyRewrite | undefined;
  /** Whether the rewrite is no fix, but a suggestion. */
  readonly isDecision?: boolean;
}

/**
 * Creates the whole edit of a rewrite, with the import that it needs; `undefined` where the file cannot import it, or
 * runs in a browser. An import that it leaves unused is a finding of its own in the next pass.
 */
export function applyRewrite(rewrite: LegacyRewrite, at: TSESTree.Node, facts: LegacyFacts): Rewrite | undefined {
  const { contract, sourceCode } = facts;
  const { names = [] } = rewrite;
  if (names.length === 0) return { apply: (fixer) => [...rewrite.edits(fixer, new Map())] };
  const bindings = listImports(facts.sourceCode);
  const equivalent = (module: string) =>
    contract.isRuntime(module) ||
    names.every((name) => bindings.some((binding) => binding.module === module && binding.exported === name));
  const plan = planImport({ module: contract.runtime.specifier, names, equivalent }, at, facts);
  if (!plan || (plan.missing.length > 0 && runsInBrowser(at, sourceCode))) return undefined;
  return {
    apply: (fixer) => [...plan.apply(fixer), ...rewrite.edits(fixer, plan.locals)],
  };
}
