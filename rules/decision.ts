import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "./contract/lint-context.js";
import { nameOfFile } from "./modules/parsed-module.js";

/**
 * What a rule puts into the data of a finding, as `decision`, that is about a habit or a function and not about its
 * place alone. Findings of a rule with the same name are settled by one decision, and commands join them over the
 * project.
 */
export interface Decision {
  /** What is decided, in words. It is the same in every file and on every machine. */
  readonly name: string;
  /** The rule that reports what is decided, where it is not that of the finding. */
  readonly of?: string;
  /** What the places are. */
  readonly noun: "call" | "function" | "handler";
  /** The places of the file that the finding stands for. */
  readonly places: readonly TSESTree.SourceLocation[];
  /** Describes a finding for each of the places, for a command that settles them one by one. */
  readonly describeEach?: (() => readonly TSESLint.ReportDescriptor<string>[]) | undefined;
}

/** Reads the decision in the data of a finding. */
export function readDecision(data: Readonly<Record<string, unknown>> | undefined): Decision | undefined {
  return data?.decision as Decision | undefined;
}

/** Names the decision about a function that makes failures: `helper src/answers.js:fail`. */
export function nameHelperDecision(file: string, name: string, { context }: LintContext): string {
  return `helper ${nameOfFile(file, context.cwd)}:${name}`;
}

/** Returns whether a decision is about a function that stands around handlers. */
export const isWrapperDecision = (name: string): boolean => name.startsWith("wrapper ");

/** Names the decision about a function that stands around handlers: `wrapper src/safe.js:safe`. */
export function nameWrapperDecision(file: string, name: string, { context }: LintContext): string {
  return `wrapper ${nameOfFile(file, context.cwd)}:${name}`;
}
