import type { TSESTree } from "@typescript-eslint/utils";
import type { FileContract } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { readStaticValue, getLastSegment } from "../syntax/properties.js";
import { mentionsName } from "../syntax/source-file.js";
import { testsBefore } from "../syntax/flow.js";

type CodeReader = Pick<LintContext, "contract" | "sourceCode">;

/** Whether names lead to the codes object, which the class of our runtime has as a static member too. */
export function leadsToCodes(
  [first, second]: readonly string[],
  { codesObject, errorClass }: Pick<FileContract, "codesObject" | "errorClass">,
): boolean {
  return first === codesObject || (first === errorClass && second === "codes");
}

/** Returns whether an expression is the codes object, or a member of it. */
export function isOfCodesObject(node: TSESTree.Node, contract: FileContract): boolean {
  const name = contract.nameOf(node);
  return name !== undefined && leadsToCodes(name.split("."), contract);
}

/** Returns whether an expression is a code of the contract: one of its values, or any member of the codes object. */
export function isCodeOfContract(node: TSESTree.Node, reader: CodeReader): boolean {
  return isOfCodesObject(unwrapExpression(node), reader.contract) || readCodeName(node, reader) !== undefined;
}

/** Returns the name of the contract's code that an expression is, by its value or as a member of the codes object. */
export function readCodeName(node: TSESTree.Node, { contract, sourceCode }: CodeReader): string | undefined {
  const member = getLastSegment(contract.nameOf(unwrapExpression(node)) ?? "");
  const value = readStaticValue(node, sourceCode)?.value;
  const codes = Object.entries(contract.data.codes);
  return codes.find(([name, entry]) => name === member || (entry.value ?? name) === value)?.[0];
}

/**
 * Whether a test that leads to a name has looked it up in the codes object: `code in SYSTEM_ERROR_CODES`,
 * `Object.values(SystemError.codes).includes(code)`. Which outcome leads there is not asked.
 */
export function isLookedUp(node: TSESTree.Node, { contract, sourceCode }: CodeReader): boolean {
  if (node.type !== "Identifier" || !contract.mentionsParts()) return false;
  return [...testsBefore(node, isFunctionNode)].some(({ test }) => {
    const text = sourceCode.getText(test);
    const isCodesObject = text.includes(contract.codesObject) || text.includes(`${contract.errorClass}.codes`);
    return isCodesObject && mentionsName(text, node.name);
  });
}
