import type { TSESTree } from "@typescript-eslint/utils";
import { diagnosticIn } from "error-contract";
import { messageParts } from "../syntax/message-parts.js";
import type { FileContract } from "../contract/file-contract.js";

/**
 * Whether the contract takes a text as a message, whatever the code: a literal one says the same in every run, and holds no
 * diagnostics; where codes have templates, words of its own are no code's.
 */
export function isMessage(message: TSESTree.Node, { data }: FileContract): boolean {
  const parts = messageParts(message);
  switch (data.message) {
    case "literal": {
      const [first, ...others] = parts;
      return first?.text !== undefined && others.length === 0 && diagnosticIn(first.text) === undefined;
    }
    case "template":
      return parts.every(({ text = "" }) => !/\p{L}/u.test(text));
    default:
      return true;
  }
}
