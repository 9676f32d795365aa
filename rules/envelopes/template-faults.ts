import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type CodeEntry, listDetailsProblems } from "error-contract";
import type { LintContext } from "../contract/lint-context.js";
import { requiresDetails } from "../edits/factory-call.js";
import { removeProperties } from "../edits/remove-properties.js";
import { joinMessageParts, readMessageParts, unwrapExpression } from "../syntax/expressions.js";
import { readStaticValue, getLastSegment } from "../syntax/properties.js";
import { findPropertyAt } from "./envelope-claims.js";
import { KnownValues, parseProblem } from "./envelope-faults.js";
import { HOLE, followsTemplate } from "./template-match.js";
import type { WrittenError } from "./written-error.js";

/** A fault that keeps an error from following its code's template. */
export type TemplateFault =
  | { readonly kind: "otherMessage"; readonly node: TSESTree.Node }
  | { readonly kind: "missingDetails"; readonly node: TSESTree.Node; readonly names: readonly string[] }
  | { readonly kind: "wrongDetail"; readonly node: TSESTree.Node; readonly path: string; readonly problem: string };

/** Collects the faults of an error whose code is written. */
export function collectTemplateFaults(error: WrittenError, reader: LintContext): readonly TemplateFault[] {
  const entry = error.name === undefined ? undefined : reader.contract.data.codes[error.name];
  return entry ? [...collectDetailFaults(error, reader), ...collectWordingFaults(error, entry, reader)] : [];
}

function collectWordingFaults(
  { message }: WrittenError,
  entry: CodeEntry,
  { sourceCode }: LintContext,
): readonly TemplateFault[] {
  if (!message) return [];
  const parts = readMessageParts(message).map((part) => {
    const constant = part.text ?? readStaticValue(part.node, sourceCode)?.value;
    return typeof constant === "string" ? { ...part, text: constant, start: 0 } : part;
  });
  const text = joinMessageParts(parts, HOLE);
  // A message without words of its own is passed on from the target API.
  const isOwnText = /\p{L}/u.test(text);
  return isOwnText && !followsTemplate(text, entry) ? [{ kind: "otherMessage", node: message }] : [];
}

function collectDetailFaults(
  { node, code, details, name = "" }: WrittenError,
  reader: LintContext,
): readonly TemplateFault[] {
  const { contract, sourceCode } = reader;
  const object = details && unwrapExpression(details);
  // An envelope or a construction without any details is the minimal form.
  if (!code || (object ? object.type !== "ObjectExpression" : node.type !== "CallExpression")) return [];
  const known = new KnownValues(reader);
  const problems = listDetailsProblems(contract.data, name, object ? known.readValue(object, "details") : {})
    .map(parseProblem)
    .filter(({ path, problem }) => known.isSure(path, problem, false));
  const missing = problems.filter(({ problem }) => problem === "missing").map(({ path }) => getLastSegment(path));
  const wrong = problems.flatMap(({ path: fullPath, problem }) => {
    const path = fullPath.slice("details.".length);
    const property = object?.type === "ObjectExpression" ? findPropertyAt(object, path, sourceCode) : undefined;
    return property && problem !== "missing"
      ? [{ kind: "wrongDetail" as const, node: property.value, path, problem }]
      : [];
  });
  return [...(missing.length > 0 ? [{ kind: "missingDetails" as const, node: code, names: missing }] : []), ...wrong];
}

/**
 * The edit of an error whose only fault is its message: the factory renders the message from the details. `undefined`
 * of an envelope, where details are missing, or a comment would be lost.
 */
export function rewriteToTemplate(error: WrittenError, reader: LintContext): TSESLint.ReportFixFunction | undefined {
  const { sourceCode, contract } = reader;
  const { message, details, node, name = "" } = error;
  if (!message || node.type === "ObjectExpression" || collectDetailFaults(error, reader).length > 0) return undefined;
  // Without the details that the template shows, the code has no message to take this one's place.
  if (!details && requiresDetails(name, contract.data)) return undefined;
  if (sourceCode.getCommentsInside(message).length > 0) return undefined;
  return (fixer) => removeMessage(fixer, message, sourceCode);
}

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
  const before = isAlone ? sourceCode.getTokenBefore(object) : null;
  if (before?.value === ",") return [fixer.removeRange([before.range[0], object.range[1]])];
  return removeProperties(fixer, sourceCode, object, [property]);
}
