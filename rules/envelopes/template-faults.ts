import type { TSESTree } from "@typescript-eslint/utils";
import { type CodeEntry, detailsProblems } from "error-contract";
import { type Call, calledFactory, givenField } from "../codes/called-factory.js";
import { readCodeName } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { messageParts, unwrapped } from "../syntax/expressions.js";
import { objectFields, readStaticValue } from "../syntax/references.js";
import { type EnvelopeClaim, propertyAt } from "./envelope-claims.js";
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
export function calledError(call: Call, reader: LintContext): TemplatedError | undefined {
  const factory = calledFactory(call, reader);
  if (!factory || call.arguments.some(({ type }) => type === "SpreadElement")) return undefined;
  const { fields } = reader.contract.data;
  const given = (path = "") => givenField(call, factory, path, reader.sourceCode);
  return templated(call, given(fields.code), given(fields.message), given(fields.details), reader);
}

/** Reads the error in an envelope that is written by hand. */
export function claimedError({ object, code }: EnvelopeClaim, reader: LintContext): TemplatedError | undefined {
  const { fields } = reader.contract.data;
  const given = (path = "") => propertyAt(object, path, reader.sourceCode)?.value;
  return templated(object, code.value, given(fields.message), given(fields.details), reader);
}

function templated(
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

export function templateFaults(error: TemplatedError, reader: LintContext): readonly TemplateFault[] {
  const faults = detailFaults(error, reader);
  // A message that shows a wrong detail is right once that is.
  const details = faults.length > 0 ? undefined : error.details;
  return [...faults, ...messageFaults({ ...error, details }, reader)];
}

function messageFaults({ message, details, entry }: TemplatedError, reader: LintContext): readonly TemplateFault[] {
  if (!message) return [];
  const text = messageParts(message)
    .map((part) => part.text ?? constantText(part.node, reader) ?? HOLE)
    .join("");
  // A message without words of its own is passed on from the target API.
  const isOwnText = /\p{L}/u.test(text);
  // Where the text is written out, it shows the details that are written out.
  const shown = text.includes(HOLE) || !details ? {} : writtenDetails(details, reader);
  return isOwnText && !followsTemplate(text, entry, shown) ? [{ kind: "otherMessage", node: message }] : [];
}

function constantText(node: TSESTree.Node, reader: LintContext): string | undefined {
  const known = valueOf(node, reader);
  return typeof known === "string" ? known : undefined;
}

/** The details whose value is written in an object literal. */
function writtenDetails(details: TSESTree.Node, reader: LintContext): Readonly<Record<string, unknown>> {
  const object = unwrapped(details);
  if (object.type !== "ObjectExpression") return {};
  const { values, unsure } = objectFields(object, reader.sourceCode);
  const known = [...values].flatMap(([name, node]) => {
    const value = unsure.has(name) ? UNKNOWN : valueOf(node, reader);
    return value === UNKNOWN || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

function detailFaults({ code, details, name, node }: TemplatedError, reader: LintContext): readonly TemplateFault[] {
  const { contract, sourceCode } = reader;
  const written = details ? unwrapped(details) : undefined;
  if (written && written.type !== "ObjectExpression") return [];
  // An envelope or a construction without any details is the minimal form.
  if (!written && node.type !== "CallExpression") return [];
  const { values, unsure, isOpen } = written ? objectFields(written, sourceCode) : NOTHING;
  const known = Object.fromEntries(
    [...values].map(([key, value]) => [key, unsure.has(key) ? UNKNOWN : valueOf(value, reader)]),
  );
  const problems = detailsProblems(contract.data, name, known).map(parsed);
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

function valueOf(node: TSESTree.Node, { sourceCode }: LintContext): unknown {
  const known = readStaticValue(node, sourceCode);
  return known ? known.value : UNKNOWN;
}

/** `details.param_name: missing` */
function parsed(line: string): { readonly path: string; readonly problem: string } {
  const end = line.indexOf(": ");
  return { path: line.slice("details.".length, end), problem: line.slice(end + 2) };
}
