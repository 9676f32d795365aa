import type { TSESTree } from "@typescript-eslint/utils";
import { type CodeEntry, detailsProblems } from "error-contract";
import { type Call, findCalledFactory, findGivenField } from "../codes/called-factory.js";
import { readCodeName } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { readMessageParts, unwrapExpression } from "../syntax/expressions.js";
import { readObjectFields, readStaticValue } from "../syntax/references.js";
import { type EnvelopeClaim, findPropertyAt } from "./envelope-claims.js";
import { HOLE, followsTemplate } from "./template-match.js";

/** An error of a template contract as it is written: a call that makes it, or an envelope. */
export interface TemplatedError {
  readonly node: Call | TSESTree.ObjectExpression;
  readonly entry: CodeEntry;
  readonly name: string;
  readonly code: TSESTree.Node;
  readonly message: TSESTree.Node | undefined;
  readonly details: TSESTree.Node | undefined;
}

/** A fault that keeps an error from following its code's template. */
export type TemplateFault =
  | { readonly kind: "otherMessage"; readonly node: TSESTree.Node }
  | { readonly kind: "missingDetails"; readonly node: TSESTree.Node; readonly names: readonly string[] }
  | { readonly kind: "wrongDetail"; readonly node: TSESTree.Node; readonly path: string; readonly problem: string };

/** Reads the error that a call of a factory or of the constructor makes; `undefined` where its code is not written. */
export function readCalledError(call: Call, reader: LintContext): TemplatedError | undefined {
  const factory = findCalledFactory(call, reader);
  if (!factory || call.arguments.some(({ type }) => type === "SpreadElement")) return undefined;
  const { fields } = reader.contract.data;
  const findFieldNode = (path = "") => findGivenField(call, factory, path, reader.sourceCode);
  return createTemplatedError(
    call,
    findFieldNode(fields.code),
    findFieldNode(fields.message),
    findFieldNode(fields.details),
    reader,
  );
}

/** Reads the error in an envelope that is written by hand. */
export function readClaimedError({ object, code }: EnvelopeClaim, reader: LintContext): TemplatedError | undefined {
  const { fields } = reader.contract.data;
  const findFieldNode = (path = "") => findPropertyAt(object, path, reader.sourceCode)?.value;
  return createTemplatedError(object, code.value, findFieldNode(fields.message), findFieldNode(fields.details), reader);
}

function createTemplatedError(
  node: TemplatedError["node"],
  code: TSESTree.Node | undefined,
  message: TSESTree.Node | undefined,
  details: TSESTree.Node | undefined,
  reader: LintContext,
): TemplatedError | undefined {
  const name = code && readCodeName(code, reader);
  const entry = name === undefined ? undefined : reader.contract.data.codes[name];
  return entry && code && name !== undefined ? { node, entry, name, code, message, details } : undefined;
}

export function collectTemplateFaults(error: TemplatedError, reader: LintContext): readonly TemplateFault[] {
  const faults = collectDetailFaults(error, reader);
  // A message that shows a wrong detail is right once that is.
  const details = faults.length > 0 ? undefined : error.details;
  return [...faults, ...collectWordingFaults({ ...error, details }, reader)];
}

function collectWordingFaults(
  { message, details, entry }: TemplatedError,
  reader: LintContext,
): readonly TemplateFault[] {
  if (!message) return [];
  const text = readMessageParts(message)
    .map((part) => part.text ?? readConstantText(part.node, reader) ?? HOLE)
    .join("");
  // A message without words of its own is passed on from the target API.
  const isOwnText = /\p{L}/u.test(text);
  // Where the text is written out, it shows the details that are written out.
  const shown = text.includes(HOLE) || !details ? {} : readWrittenDetails(details, reader);
  return isOwnText && !followsTemplate(text, entry, shown) ? [{ kind: "otherMessage", node: message }] : [];
}

function readConstantText(node: TSESTree.Node, reader: LintContext): string | undefined {
  const known = readDetailValue(node, reader);
  return typeof known === "string" ? known : undefined;
}

/** The details whose value is written in an object literal. */
function readWrittenDetails(details: TSESTree.Node, reader: LintContext): Readonly<Record<string, unknown>> {
  const object = unwrapExpression(details);
  if (object.type !== "ObjectExpression") return {};
  const { values, unsure } = readObjectFields(object, reader.sourceCode);
  const known = [...values].flatMap(([name, node]) => {
    const value = unsure.has(name) ? UNKNOWN : readDetailValue(node, reader);
    return value === UNKNOWN || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

function collectDetailFaults(
  { code, details, name, node }: TemplatedError,
  reader: LintContext,
): readonly TemplateFault[] {
  const { contract, sourceCode } = reader;
  const written = details ? unwrapExpression(details) : undefined;
  if (written && written.type !== "ObjectExpression") return [];
  // An envelope or a construction without any details is the minimal form.
  if (!written && node.type !== "CallExpression") return [];
  const { values, unsure, isOpen } = written ? readObjectFields(written, sourceCode) : NOTHING;
  const known = Object.fromEntries(
    [...values].map(([key, value]) => [key, unsure.has(key) ? UNKNOWN : readDetailValue(value, reader)]),
  );
  const problems = detailsProblems(contract.data, name, known).map(parseProblem);
  const missing = isOpen ? [] : problems.filter(({ problem }) => problem === "missing").map(({ path }) => path);
  const wrong = problems.flatMap(({ path, problem }) => {
    const value = values.get(path);
    return problem !== "missing" && value && known[path] !== UNKNOWN
      ? [{ kind: "wrongDetail" as const, node: value, path, problem }]
      : [];
  });
  return [...(missing.length > 0 ? [{ kind: "missingDetails" as const, node: code, names: missing }] : []), ...wrong];
}

const NOTHING = { values: new Map<string, TSESTree.Node>(), unsure: new Set<string>(), isOpen: false };
const UNKNOWN = Symbol("unknown");

function readDetailValue(node: TSESTree.Node, { sourceCode }: LintContext): unknown {
  const known = readStaticValue(node, sourceCode);
  return known ? known.value : UNKNOWN;
}

/** `details.param_name: missing` */
function parseProblem(line: string): { readonly path: string; readonly problem: string } {
  const end = line.indexOf(": ");
  return { path: line.slice("details.".length, end), problem: line.slice(end + 2) };
}
