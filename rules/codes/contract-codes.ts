import type { TSESTree } from "@typescript-eslint/utils";
import type { FileContract } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { readStaticValue } from "../syntax/references.js";

type CodeReader = Pick<LintContext, "contract" | "sourceCode">;

/** Whether names lead to the codes object, which the class of our runtime has as a static member too. */
export function leadsToCodes(
  [first, second]: readonly string[],
  { codesObject, errorClass }: Pick<FileContract, "codesObject" | "errorClass">,
): boolean {
  return first === codesObject || (first === errorClass && second === "codes");
}

/** Returns whether an expression is a code of the contract: one of its values, or any member of the codes object. */
export function isCodeOfContract(node: TSESTree.Node, reader: CodeReader): boolean {
  const { contract } = reader;
  const name = contract.nameOf(unwrapExpression(node));
  if (name !== undefined && leadsToCodes(name.split("."), contract)) return true;
  return readCodeName(node, reader) !== undefined;
}

/** Returns the name of the contract's code that an expression is, by its value or as a member of the codes object. */
export function readCodeName(node: TSESTree.Node, { contract, sourceCode }: CodeReader): string | undefined {
  const member = contract.nameOf(unwrapExpression(node))?.split(".").at(-1);
  const value = readStaticValue(node, sourceCode)?.value;
  const codes = Object.entries(contract.data.codes);
  return codes.find(([name, entry]) => name === member || (entry.value ?? name) === value)?.[0];
}
