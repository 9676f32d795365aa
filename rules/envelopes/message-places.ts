import type { TSESTree } from "@typescript-eslint/utils";
import { type Call, calledFactory, givenField } from "../codes/called-factory.js";
import type { LintContext } from "../contract/lint-context.js";
import { propertyNamed } from "../syntax/references.js";

/** Where the message of an error of the contract is written, with the code that is written beside it. */
export interface MessagePlace {
  readonly message: TSESTree.Node;
  readonly code: TSESTree.Node | undefined;
  /** The call that makes the error; `undefined` in an envelope that is written by hand. */
  readonly call: Call | undefined;
}

/** The message that a call of a factory or of the constructor is given. */
export function givenMessage(call: Call, reader: LintContext): MessagePlace | undefined {
  const factory = calledFactory(call, reader);
  if (!factory || call.arguments.some(({ type }) => type === "SpreadElement")) return undefined;
  const { fields } = reader.contract.data;
  const given = (path: string) => givenField(call, factory, path, reader.sourceCode);
  const message = given(fields.message);
  return message && { message, code: given(fields.code), call };
}

/** The message of an envelope that is written by hand: `{ error: { code: "cache_missing", message: ... } }`. */
export function envelopeMessage(
  object: TSESTree.ObjectExpression,
  { contract, sourceCode }: LintContext,
): MessagePlace | undefined {
  const { fields, codes } = contract.data;
  const valueAt = (path: string): TSESTree.Node | undefined =>
    path.split(".").reduce<TSESTree.Node | undefined>((owner, name) => {
      return owner?.type === "ObjectExpression" ? propertyNamed(owner, name, sourceCode)?.value : undefined;
    }, object);
  const code = valueAt(fields.code);
  const message = valueAt(fields.message);
  // Only a code of the contract tells its envelope from anybody's `{ error: { code, message } }`.
  const isOurs = code?.type === "Literal" && Object.hasOwn(codes, String(code.value));
  return isOurs && message ? { message, code, call: undefined } : undefined;
}
