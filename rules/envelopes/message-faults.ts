import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type CodeEntry, findDiagnostic, listDetailsProblems, renderMessage } from "error-contract";
import type { LintContext } from "../contract/lint-context.js";
import { requiresDetails } from "../edits/factory-call.js";
import { isSure, parseProblem, readKnownValue } from "./envelope-faults.js";
import { type WrittenError, findPropertyAt } from "./written-error.js";
import { type Value, followValues } from "../model/values.js";
import { isMadeAtRunTime } from "../syntax/built-ins.js";
import {
  getLastSegment,
  joinMessageParts,
  readMessageParts,
  readStaticValue,
  unwrapExpression,
} from "../syntax/expressions.js";
import { rememberFor } from "../syntax/remember.js";
import { listLiteralValues } from "../types/type-facts.js";

/** Why an expression is no literal message. */
export interface MessageFault {
  readonly kind: "dynamic" | "diagnostic" | "blank" | "notText";
  readonly node: TSESTree.Node;
  /** Of a diagnostic, in words: "a path". */
  readonly noun?: string;
}

type Fault = Omit<MessageFault, "node">;

/** Returns the parts of a message that are no literal text, or are diagnostics. Unknown values are no fault. */
export function collectMessageFaults(message: TSESTree.Node, lint: LintContext): readonly MessageFault[] {
  const faults = followValues<MessageFault>(message, lint, (value) =>
    // A fault behind a name is reported where the name stands: there it becomes the message.
    readFaults(value, lint)?.map((fault) => ({ ...fault, node: value.through[0] ?? value.node })),
  );
  return faults.filter(({ node }, index) => faults.findIndex((each) => each.node === node) === index);
}

function readFaults(value: Value, lint: LintContext): readonly Fault[] | undefined {
  const { kind, node } = value;
  const known = readStaticValue(node, lint.sourceCode);
  if (known) return checkMessageValue(known.value);
  const isText = isTextOfRun(value, lint);
  if (kind === "step" && !isText) return undefined;
  const values = listLiteralValues(node, lint.facts);
  if (values) return values.flatMap(checkMessageValue).slice(0, 1);
  if (node.type === "ObjectExpression" || node.type === "ArrayExpression") return [{ kind: "notText" }];
  const isString = lint.facts?.members(node).some((each) => each.kind === "primitive" && each.name === "string");
  return isText || (isString && kind !== "unset") ? [{ kind: "dynamic" }] : [];
}

/** A template with holes, `err.message`, `parts.join(", ")`, `String(x)`: it differs from run to run. */
function isTextOfRun({ kind, node }: Value, { sourceCode }: LintContext): boolean {
  switch (node.type) {
    case "TemplateLiteral":
    case "BinaryExpression":
      return true;
    case "MemberExpression":
      return kind === "caught";
    case "CallExpression":
      return isMadeAtRunTime(node, sourceCode);
    default:
      return false;
  }
}

function checkMessageValue(value: unknown): readonly Fault[] {
  // An optional message that is left out is the canonical one.
  if (value === undefined) return [];
  if (typeof value !== "string") return [{ kind: "notText" }];
  if (value.trim() === "") return [{ kind: "blank" }];
  const noun = findDiagnostic(value);
  return noun === undefined ? [] : [{ kind: "diagnostic", noun }];
}

/** A fault that keeps an error from following its code's template. */
export type TemplateFault =
  | { readonly kind: "otherMessage"; readonly node: TSESTree.Node }
  | { readonly kind: "missingDetails"; readonly node: TSESTree.Node; readonly names: readonly string[] }
  | { readonly kind: "wrongDetail"; readonly node: TSESTree.Node; readonly path: string; readonly problem: string };

/** Collects the faults of an error whose code is written. */
export function collectTemplateFaults(error: WrittenError, lint: LintContext): readonly TemplateFault[] {
  const entry = error.name === undefined ? undefined : lint.contract.data.codes[error.name];
  return entry ? [...collectDetailFaults(error, lint), ...collectWordingFaults(error, entry, lint)] : [];
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
  lint: LintContext,
): readonly TemplateFault[] {
  const { contract } = lint;
  const value = details && unwrapExpression(details);
  const object = value?.type === "ObjectExpression" ? value : undefined;
  // An envelope or a construction without any details is the minimal form.
  if (!code || (value ? !object : node.type !== "CallExpression")) return [];
  const problems = listDetailsProblems(contract.data, name, object ? readKnownValue(object, lint) : {})
    .map(parseProblem)
    .map(({ path, problem }) => ({ path: path.slice("details.".length), problem }))
    .filter((each) => !object || isSure(object, each, lint));
  const missing = problems.filter(({ problem }) => problem === "missing").map(({ path }) => getLastSegment(path));
  const wrong = problems.flatMap(({ path, problem }) => {
    const property = object && findPropertyAt(object, path, lint);
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
export function rewriteToTemplate(error: WrittenError, lint: LintContext): TSESLint.ReportFixFunction | undefined {
  const { sourceCode, contract } = lint;
  const { message, details, node, name = "" } = error;
  if (!message || node.type === "ObjectExpression" || collectDetailFaults(error, lint).length > 0) return undefined;
  // Without the details that the template shows, the code has no message to take this one's place.
  if (!details && requiresDetails(name, contract.data)) return undefined;
  const { parent } = message;
  if (sourceCode.getCommentsInside(parent?.parent?.type === "ObjectExpression" ? parent.parent : message).length > 0)
    return undefined;
  return (fixer) => removeMessage(fixer, message, lint);
}

/** An options object that held nothing else goes with the message. */
function removeMessage(
  fixer: TSESLint.RuleFixer,
  message: TSESTree.Node,
  { sourceCode }: LintContext,
): TSESLint.RuleFix[] {
  const property = message.parent;
  const object = property?.parent;
  if (property?.type !== "Property" || object?.type !== "ObjectExpression") return [];
  const isAlone = object.properties.length === 1 && sourceCode.getTokenBefore(object)?.value === ",";
  const removed = isAlone ? object : property;
  const before = sourceCode.getTokenBefore(removed);
  if (before?.value === ",") return [fixer.removeRange([before.range[0], removed.range[1]])];
  const comma = sourceCode.getTokenAfter(property);
  const next = comma?.value === "," ? sourceCode.getTokenAfter(comma) : undefined;
  return [fixer.removeRange([property.range[0], next?.range[0] ?? property.range[1]])];
}

/** Stands for a value that only the running program knows, in a template and in a message. */
const HOLE = "\u0001";
const ANYTHING = "[\\s\\S]+?";
// With more optional details than these, only the whole message and the shortest are tried.
const MOST_OPTIONAL = 6;

/** Whether a text with holes may be the message that a template of the code makes from some details. */
function followsTemplate(text: string, entry: CodeEntry): boolean {
  const patterns = createPatterns(entry);
  return patterns.length === 0 || patterns.some((pattern) => pattern.test(text));
}

const createPatterns = rememberFor((entry: CodeEntry): readonly RegExp[] => {
  const { message, wordings = {}, details = {} } = entry;
  const templates = [message, ...Object.values(wordings)].filter((template) => template !== undefined);
  const optional = Object.keys(details).filter((name) => details[name]?.optional === true);
  const required = Object.keys(details).filter((name) => details[name]?.optional !== true);
  return templates.flatMap((template) =>
    listSubsets(optional).flatMap((given) => {
      const shown = Object.fromEntries([...required, ...given].map((name) => [name, createStandIn(details[name])]));
      const text = renderMessage({ ...entry, message: template }, shown);
      return text === undefined ? [] : [createPattern(text)];
    }),
  );
});

/** Two entries of a list: the first is named, and the others are counted. */
function createStandIn(schema: { readonly type?: unknown } | undefined): unknown {
  return schema?.type === "array" ? [HOLE, HOLE] : HOLE;
}

function createPattern(text: string): RegExp {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const open = escaped.replaceAll(`${HOLE}, ${HOLE}`, ANYTHING).replaceAll(HOLE, ANYTHING);
  return new RegExp(`^${open.replace(/\b1 other\b/g, "(?:\\d+|[\\s\\S]+?) others?")}$`);
}

function listSubsets(names: readonly string[]): readonly (readonly string[])[] {
  if (names.length > MOST_OPTIONAL) return [names, []];
  return names.reduce<readonly (readonly string[])[]>(
    (all, name) => [...all, ...all.map((subset) => [...subset, name])],
    [[]],
  );
}
