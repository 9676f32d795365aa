import type { TSESLint } from "@typescript-eslint/utils";
import type { ModuleParser } from "../modules/parsed-module.js";
import type { TypeFacts } from "../types/type-facts.js";
import { type FileContract, fileContract } from "./file-contract.js";
import { lintFacts } from "./lint-facts.js";

/** What a rule and its helpers know of the linted file. Rules with options of their own extend it. */
export interface LintContext {
  /** The context that ESLint gives the rule. */
  readonly context: Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;
  readonly sourceCode: TSESLint.SourceCode;
  readonly filename: string;
  readonly contract: FileContract;
  /** Answers questions about types; undefined where the file is linted without them. */
  readonly facts: TypeFacts | undefined;
  /** The parser of the file, which reads the modules that it imports. */
  readonly parser: ModuleParser | null | undefined;
}

/**
 * Creates the context of the linted file.
 *
 * @throws TypeError if `settings.errorContract` is wrong, or asks for types where there are none.
 */
export function createLintContext(context: LintContext["context"]): LintContext {
  const { sourceCode, filename } = context;
  const parser = context.languageOptions.parser as ModuleParser | null | undefined;
  return { context, sourceCode, filename, contract: fileContract(context), facts: lintFacts(context), parser };
}
