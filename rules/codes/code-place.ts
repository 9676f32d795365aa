import type { TSESTree } from "@typescript-eslint/utils";
import type { Certainty } from "./code-owner.js";

/** An expression or literal type that stands where a code is expected. */
export interface CodePlace {
  readonly node: TSESTree.Node;
  /**
   * `made`: it becomes the code of a failure; `compared`: a code is compared with it; `typed`: a type promises it;
   * `invariant`: it becomes the id of an invariant.
   */
  readonly role: "made" | "compared" | "typed" | "invariant";
  /** It is given to one of the contract's factories, which takes registered codes only. */
  readonly isArgument?: boolean;
  /** `likely`: only names say that a code of the contract stands here. */
  readonly certainty: Certainty;
}
