import type { TSESTree } from "@typescript-eslint/utils";
import { type Call, findCalledFactory, findGivenField } from "../codes/called-factory.js";
import type { LintContext } from "../contract/lint-context.js";
import { findProperty } from "../syntax/references.js";

/** Where the message of an error of the contract is written, with the code that is written beside it. */
export interface MessagePlace {
  readonly message: TSESTree.Node;
  readonly code: TSESTree.Node | undefined;
  /** The call that makes the error; `undefined` in an envelope that is written by hand. */
  readonly call: Call | undefined;
}

/** The message that a call of a factory or of the constructor is given. */
export function findGivenMessage(call: Call, reader: LintContext): MessagePlace | undefined {
  const factory = findCalledFactory(call, reader);
  if (!factory || call.arguments.some(({ type }) => type === "SpreadElement")) return undefined;
  const { fields } = reader.contract.data;
  const findFieldNode = (path: string) => findGivenField(call, factory, path, reader.sourceCode);
  const message = findFieldNode(fields.message);
  return message && { message, code: findFieldNode(fields.code), call };
}

/** The message of an envelope that is written by hand: `{ error: { code: "cache_missing", message: ... } }`. */
export function findEnvelopeMessage(
  object: TSESTree.ObjectExpression,
  { contract, sourceCode }: LintContext,
): MessagePlace | undefined {
  const { fields, codes } = contract.data;
  const findValueAt = (path: string): TSESTree.Node | undefined =>
    path.split(".").reduce<TSESTree.Node | undefined>((owner, name) => {
      return owner?.type === "ObjectExpression" ? findProperty(owner, name, sourceCode)?.value : undefined;
    }, object);
  const code = findValueAt(fields.code);
  const message = findValueAt(fields.message);
  // Only a code of the contract tells its envelope from anybody's `{ error: { code, message } }`.
  const isOurs = code?.type === "Literal" && Object.hasOwn(codes, String(code.value));
  return isOurs && message ? { message, code, call: undefined } : undefined;
}
