import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { CodeEntry } from "error-contract";
import type { LintContext } from "../contract/lint-context.js";
import { requiresDetails } from "../edits/factory-call.js";
import { removeProperties } from "../edits/remove-properties.js";
import { readMessageParts } from "../syntax/expressions.js";
import { readObjectFields } from "../syntax/references.js";
import { type TemplatedError, collectTemplateFaults } from "./template-faults.js";

/** How an error gets the message that its template makes. */
export interface TemplateRewrite {
  /** Whether everything that the old message showed stands in the details. */
  readonly isSafe: boolean;
  readonly fix: TSESLint.ReportFixFunction;
}

/**
 * The rewrite of an error whose message is not that of its template: the factory renders the message from the details.
 * The option goes. `undefined` of an envelope, where details are missing, or a comment would be lost.
 */
export function rewriteToTemplate(error: TemplatedError, reader: LintContext): TemplateRewrite | undefined {
  const { sourceCode } = reader;
  const { message, details, node } = error;
  if (!message || node.type === "ObjectExpression") return undefined;
  if (collectTemplateFaults(error, reader).some(({ kind }) => kind !== "otherMessage")) return undefined;
  // Without the details that the template shows, the code has no message to take this one's place.
  if (!details && requiresDetails(error.name, reader.contract.data)) return undefined;
  if (sourceCode.getCommentsInside(message).length > 0) return undefined;
  const shown = details?.type === "ObjectExpression" ? readObjectFields(details, sourceCode).values : NONE;
  const texts = new Set([...shown.values()].map((value) => sourceCode.getText(value)));
  const isSafe =
    listTemplateDetails(error.entry).every((name) => shown.has(name)) &&
    readMessageParts(message).every((part) => part.text !== undefined || texts.has(sourceCode.getText(part.node)));
  return { isSafe, fix: (fixer) => removeMessage(fixer, message, sourceCode) };
}

/** Returns the details that a template shows. A detail that the error does not pass would vanish from its message. */
function listTemplateDetails({ message = "", placeholders = {} }: CodeEntry): readonly string[] {
  return Array.from(
    message.matchAll(/\{(\w+)\}/g),
    ([, name = ""]) => (placeholders[name] ?? name).split(".", 1)[0] ?? "",
  );
}

const NONE: ReadonlyMap<string, TSESTree.Node> = new Map();

/** An options object that held nothing else goes with the message. */
function removeMessage(
  fixer: TSESLint.RuleFixer,
  message: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): TSESLint.RuleFix[] {
  const property = message.parent;
  const object = property?.parent;
  if (property?.type !== "Property" || object?.type !== "ObjectExpression") return [];
  const isAlone = object.properties.length === 1 && sourceCode.getCommentsInside(object).length === 0;
  const before = isAlone ? sourceCode.getTokenBefore(findRedundantArgument(object)) : null;
  if (before?.value === ",") return [fixer.removeRange([before.range[0], object.range[1]])];
  return removeProperties(fixer, sourceCode, object, [property]);
}

/** The argument from which on nothing is said: `undefined` only stood in for details. */
function findRedundantArgument(object: TSESTree.ObjectExpression): TSESTree.Node {
  const given: readonly TSESTree.Node[] = object.parent.type === "CallExpression" ? object.parent.arguments : [];
  const last = given.slice(0, given.indexOf(object)).findLastIndex((each) => !isUndefined(each));
  return given[last + 1] ?? object;
}

function isUndefined(node: TSESTree.Node): boolean {
  return node.type === "Identifier" && node.name === "undefined";
}
