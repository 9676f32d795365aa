import type { TSESTree } from "@typescript-eslint/utils";
import { diagnosticIn } from "error-contract";
import { messageParts } from "../ast/message-parts.js";
import type { FileContract } from "../contract/file-contract.js";

/** Whether the contract takes a text as a message: a literal one says the same in every run, and holds no diagnostics. */
export function isMessage(message: TSESTree.Node, { data }: FileContract): boolean {
  if (data.message !== "literal") return true;
  const [first, ...others] = messageParts(message);
  return first?.text !== undefined && others.length === 0 && diagnosticIn(first.text) === undefined;
}
