import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import type { LegacyParts } from "../contract/legacy-parts.js";
import type { NameMatcher } from "../contract/name-matcher.js";

/** A delivered value that is not the contract's error. */
export interface RawFailure {
  /** The expression to report. */
  readonly node: TSESTree.Node;
  /** What it is, for the message: a class or type name, or what kind of value. */
  readonly name: string;
  /**
   * `construction`: made here from a built-in class; `value`: a literal or object that is no error; `typed`: only its
   * type is known; `unknown`: nobody knows what it is.
   */
  readonly kind: "construction" | "subclass" | "value" | "typed" | "unknown";
  /** Where it is made, if that is known: the `new Error(...)`, the literal. */
  readonly made: TSESTree.Node | undefined;
  /** The variable that it is delivered through. */
  readonly variable: TSESLint.Scope.Variable | undefined;
}

export interface FailureJudge extends LintContext {
  /** Deprecated classes are `no-legacy-error`'s business. */
  readonly legacy: LegacyParts | undefined;
  readonly allow: readonly NameMatcher[];
  readonly allowRethrow: boolean;
  readonly allowUnknown: boolean;
}

/** What is said of one expression: that it is no contract error and why, that it is one, or that nobody can tell. */
export type Verdict =
  (Omit<RawFailure, "node" | "variable"> & { readonly variable?: TSESLint.Scope.Variable }) | "fine" | "unsure";
