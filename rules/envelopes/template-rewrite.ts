import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { CodeEntry, FieldMap } from "error-contract";
import { readFieldName } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { addImport } from "../edits/add-import.js";
import { printFactoryCall, requiresDetails } from "../edits/factory-call.js";
import { planImport } from "../edits/plan-import.js";
import { removeProperties } from "../edits/remove-properties.js";
import { getLayout } from "../edits/source-style.js";
import { readMessageParts } from "../syntax/expressions.js";
import { readObjectFields } from "../syntax/references.js";
import type { Rewrite } from "../edits/import-order.js";
import { type TemplatedError, collectTemplateFaults } from "./template-faults.js";

/** How an error gets the message that its template makes. */
export interface TemplateRewrite extends Rewrite {
  /** Whether everything that the old message showed stands in the details. */
  readonly isSafe: boolean;
}

/**
 * The rewrite of an error whose message is not that of its template: the factory renders the message from the details.
 * The option goes, an envelope becomes the call. `undefined` where details are missing, or a comment would be lost.
 */
export function rewriteToTemplate(error: TemplatedError, reader: LintContext): TemplateRewrite | undefined {
  const { sourceCode } = reader;
  const { message, details, node } = error;
  if (!message || collectTemplateFaults(error, reader).some(({ kind }) => kind !== "otherMessage")) return undefined;
  // Without the details that the template shows, the code has no message to take this one's place.
  if (!details && requiresDetails(error.name, reader.contract.data)) return undefined;
  if (sourceCode.getCommentsInside(message).length > 0) return undefined;
  const shown = details?.type === "ObjectExpression" ? readObjectFields(details, sourceCode).values : NONE;
  const texts = new Set([...shown.values()].map((value) => sourceCode.getText(value)));
  const isSafe =
    listTemplateDetails(error.entry).every((name) => shown.has(name)) &&
    readMessageParts(message).every((part) => part.text !== undefined || texts.has(sourceCode.getText(part.node)));
  const rewrite =
    node.type === "ObjectExpression"
      ? rewriteEnvelope(error, node, reader)
      : { missing: [], apply: (fixer: TSESLint.RuleFixer) => removeMessage(fixer, message, sourceCode) };
  return rewrite && { ...rewrite, isSafe };
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

function rewriteEnvelope(
  { code, details, name }: TemplatedError,
  object: TSESTree.ObjectExpression,
  { contract, sourceCode, context }: LintContext,
): Rewrite | undefined {
  const { fields } = contract.data;
  const factory = contract.factories.find(({ purpose }) => purpose === "failure");
  const detailsField = readFieldName(fields.details ?? "");
  if (!factory || sourceCode.getCommentsInside(object).length > 0) return undefined;
  // Whatever else the envelope holds would be lost.
  const allowed = [fields.code, fields.message, fields.details, fields.discriminant?.path].flatMap(
    (path) => path?.split(".") ?? [],
  );
  if (!listPropertyNames(object, fields, sourceCode).every((each) => allowed.includes(each))) return undefined;
  const [className = ""] = factory.name.split(".");
  const isMember = code.type === "MemberExpression";
  const plan = planImport(
    sourceCode,
    object,
    { module: contract.runtime.specifier, names: [className] },
    { equivalent: contract.isRuntime, filename: context.filename },
  );
  if (!plan) return undefined;
  const values = new Map(details ? [[detailsField, sourceCode.getText(details)]] : []);
  const call = printFactoryCall(
    { factory, failure: { code: name, fields: values }, names: [className] },
    contract,
    // The code is written as it was.
    new Map([...plan.locals, ...(isMember ? [[contract.codesObject, sourceCode.getText(code.object)] as const] : [])]),
    getLayout(object, sourceCode),
  );
  return {
    missing: plan.missing.map(({ name: missing }) => missing),
    apply: (fixer) => [...addImport(fixer, sourceCode, plan), fixer.replaceText(object, `${call}.toEnvelope()`)],
  };
}

/** The names of an object's properties, and of the objects that its code and message stand in. */
function listPropertyNames(
  object: TSESTree.ObjectExpression,
  fields: FieldMap,
  sourceCode: TSESLint.SourceCode,
): readonly string[] {
  const { values, isOpen } = readObjectFields(object, sourceCode);
  if (isOpen) return [""];
  return [...values].flatMap(([name, value]) =>
    fields.code.startsWith(`${name}.`) && value.type === "ObjectExpression"
      ? [name, ...listPropertyNames(value, fields, sourceCode)]
      : [name],
  );
}
