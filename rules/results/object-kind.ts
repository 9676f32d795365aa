import type { TSESTree } from "@typescript-eslint/utils";
import { isLegacyArgument, isMadeByLegacyClass } from "../contract/legacy-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { findEnvelopeClaim, findResponseClaim } from "../envelopes/envelope-claims.js";
import { isReturnedFailure } from "./failure-results.js";
import { detectFailedToolResult } from "./tool-results.js";

/**
 * The kinds of object literals in a contract. Each kind has its own rules, so that one fault has one finding: `legacy`,
 * an argument of a deprecated class, or an object that such a class makes: `no-legacy-error`; `result`, a returned
 * failure or a part of one: `no-error-result`; `envelope`: `valid-envelope`, `prefer-factory` and the rules about its
 * code and message.
 */
export type ObjectKind = "legacy" | "result" | "envelope" | "other";

/** Returns the kind of an object literal. Rules look at its names first, since this may follow variables. */
export function classifyObject(object: TSESTree.ObjectExpression, lint: LintContext): ObjectKind {
  if (isLegacyArgument(object, lint) || isMadeByLegacyClass(object, lint)) return "legacy";
  if (detectFailedToolResult(object, lint) !== undefined || isReturnedFailure(object, lint)) return "result";
  return findEnvelopeClaim(object, lint) || findResponseClaim(object, lint) ? "envelope" : "other";
}
