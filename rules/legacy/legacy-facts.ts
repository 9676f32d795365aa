import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type FileContract, getFileContract } from "../contract/file-contract.js";
import { type LegacyParts, findLegacyParts } from "../contract/legacy-parts.js";
import { getTypes } from "../contract/lint-context.js";
import { type Registry, getRegistry } from "../contract/registry.js";
import { isDeclaredString } from "../syntax/declared-string.js";
import { isStringExpression } from "../syntax/expressions.js";
import type { TypeFacts } from "../types/type-facts.js";

type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;

/** The facts that decide how the legacy parts in one linted file are rewritten. */
export interface LegacyFacts {
  readonly contract: FileContract;
  readonly parts: LegacyParts;
  readonly registry: Registry;
  readonly types: TypeFacts | undefined;
  readonly sourceCode: TSESLint.SourceCode;
  readonly filename: string;
  /** Whether the file is TypeScript, where code that does not fit a type does not compile. */
  readonly isTypeScript: boolean;
  /** Whether the syntax, an annotation or JSDoc, or types say that an expression is a string. */
  isString: (node: TSESTree.Node) => boolean;
  /**
   * Takes the checks for the legacy class that a rewrite joins with one for the contract's; without it, they forbid the
   * rewrite.
   */
  readonly joinedChecks?: Set<TSESTree.BinaryExpression>;
}

/** The facts of the linted file; `undefined` where nothing is deprecated, and in the modules that define the parts. */
export function createLegacyFacts(context: Context): LegacyFacts | undefined {
  const parts = findLegacyParts(context);
  const contract = getFileContract(context);
  if (!parts || contract.definesLegacy || contract.definesContract) return undefined;
  const { sourceCode, filename } = context;
  const types = getTypes(context);
  const isStringType = (node: TSESTree.Node) =>
    types?.members(node).every(({ name, value }) => name === "string" || typeof value === "string") ?? false;
  return {
    contract,
    parts,
    registry: getRegistry(context),
    types,
    sourceCode,
    filename,
    isTypeScript: /\.[cm]?tsx?$/.test(filename),
    isString: (node) => isStringExpression(node) || isDeclaredString(node, sourceCode) || isStringType(node),
  };
}
