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
export function readCalledError(call: Call, reader: LintContext): WrittenError | undefined {
  const find = readGivenFields(call, reader);
  return find && readError(call, find, reader);
}

/** Reads the error in an envelope that is written by hand. */
export function readEnvelopeError(object: TSESTree.ObjectExpression, reader: LintContext): WrittenError {
  return readError(object, (path = "") => findPropertyAt(object, path, reader.sourceCode)?.value, reader);
}

function readError(node: WrittenError["node"], find: GivenFields, reader: LintContext): WrittenError {
  const { fields } = reader.contract.data;
  const code = find(fields.code);
  const name = code && readCodeName(code, reader);
  return { node, code, name, message: find(fields.message), details: find(fields.details) };
}
