import type { TSESTree } from "@typescript-eslint/utils";
import { type Call, type GivenFields, readGivenFields } from "../codes/contract-codes.js";
import { readCodeName } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { findPropertyAt } from "./envelope-claims.js";

/** An error of the contract as it is written: a call that makes it, or an envelope. */
export interface WrittenError {
  readonly node: Call | TSESTree.ObjectExpression;
  readonly code: TSESTree.Node | undefined;
  /** The name of its code; `undefined` where only the running program knows it. */
  readonly name: string | undefined;
  readonly message: TSESTree.Node | undefined;
  readonly details: TSESTree.Node | undefined;
}

/** Reads the error that a call of a factory or of the constructor makes. */
export function readCalledError(call: Call, lint: LintContext): WrittenError | undefined {
  const find = readGivenFields(call, lint);
  return find && readError(call, find, lint);
}

/** Reads the error in an envelope that is written by hand. */
export function readEnvelopeError(object: TSESTree.ObjectExpression, lint: LintContext): WrittenError {
  return readError(object, (path = "") => findPropertyAt(object, path, lint)?.value, lint);
}

function readError(node: WrittenError["node"], find: GivenFields, lint: LintContext): WrittenError {
  const { fields } = lint.contract.data;
  const code = find(fields.code);
  const name = code && readCodeName(code, lint);
  return { node, code, name, message: find(fields.message), details: find(fields.details) };
}
