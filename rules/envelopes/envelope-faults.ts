import type { TSESTree } from "@typescript-eslint/utils";
import { type ContractData, listEnvelopeProblems } from "error-contract";
import { readCodeName } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues, readObjectFields, readStaticValue, unwrapExpression } from "../syntax/expressions.js";
import { findCarrier, findPropertyAt } from "./written-error.js";

/*
 * The contract's own check finds the faults: it gets the object as far as it is written, with a stand-in for every
 * unknown value. Problems of a stand-in, or of a property that a spread may add, are ignored.
 */

/** A fault that the schema of the envelope finds in an object literal. */
export interface EnvelopeFault {
  readonly kind: "missing" | "unexpected" | "wrong" | "warningCode";
  readonly node: TSESTree.Node;
  /** The dotted path in the envelope. */
  readonly path: string;
  /** Of a wrong value: the expected value and the found one. */
  readonly problem: string;
  /** Of an unexpected property: the name that was probably meant. */
  readonly near?: string;
  readonly property?: TSESTree.Property;
}

/** Stands for a value that only the running program knows; no JSON value, so that nothing is mistaken for it. */
const UNKNOWN = Symbol("unknown");

/** Returns the faults of an object literal that is meant as the envelope, or as the response around one. */
export function collectEnvelopeFaults(object: TSESTree.ObjectExpression, lint: LintContext): readonly EnvelopeFault[] {
  const { data } = lint.contract;
  const carrier = findCarrier(object, lint);
  const [codePath = "", messagePath] = [data.fields.code, data.fields.message].map((path) =>
    carrier === undefined ? path : `${carrier}.${path}`,
  );
  const written = findPropertyAt(object, codePath, lint);
  // A response may carry its failure without a code.
  const code = written ?? findPropertyAt(object, carrier ?? "", lint);
  const form = carrier === undefined ? "failure" : "response";
  const lines = listEnvelopeProblems(data, readKnownValue(object, lint), form);
  const faults = lines.map(parseProblem).flatMap((each): readonly EnvelopeFault[] => {
    const { path, problem } = each;
    // Columns of a table and rows of a log have the fields of a flat envelope, and others beside them.
    const isFault = isSure(object, each, lint, codePath.includes("."));
    if (problem.startsWith("missing")) return isFault && code ? [{ kind: "missing", node: code.key, ...each }] : [];
    // Codes are the business of `no-unregistered-code`, literal messages that of `require-literal-message`.
    if (path === codePath && written && isCodeLike(readKnownValue(written.value, lint), data)) return [];
    if (path === messagePath && data.message === "literal") return [];
    return isFault ? createFaults(path, problem, object, lint) : [];
  });
  // `{ items, error: null }`: a code that is none is the mistake; that a failure would look otherwise follows from it.
  const noCode = faults.find(({ kind, path }) => kind === "wrong" && (path === codePath || path === carrier));
  if (noCode) return [noCode];
  // A field under another name is not missing, too.
  const meant = new Set(faults.flatMap(({ path, near }) => (near === undefined ? [] : [toSiblingPath(path, near)])));
  const found = faults.filter(({ kind, path }) => kind !== "missing" || !meant.has(path));
  return [...(code ? findWarningFault(code, lint) : []), ...found];
}

/**
 * Returns whether an object literal may be the contract's failure envelope: the schema rejects nothing in it but its
 * code or fields beside those of the envelope. Values that are not written out may be anything.
 */
export function mayBeEnvelope(object: TSESTree.ObjectExpression, lint: LintContext): boolean {
  const { data } = lint.contract;
  const lines = listEnvelopeProblems(data, readKnownValue(object, lint), "failure");
  return lines.map(parseProblem).every(({ path, problem }) => {
    const isCode = path === data.fields.code && !problem.startsWith("missing");
    return isCode || problem.startsWith("not expected here") || !isSure(object, { path, problem }, lint);
  });
}

/** Whether a value may be a code of somebody's registry: of the kind that the contract's own codes are. */
function isCodeLike(value: unknown, { codes }: ContractData): boolean {
  const isNumeric = Object.values(codes).some((entry) => entry.value !== undefined);
  return typeof value === (isNumeric ? "number" : "string");
}

function createFaults(
  path: string,
  problem: string,
  object: TSESTree.ObjectExpression,
  lint: LintContext,
): readonly EnvelopeFault[] {
  const property = findPropertyAt(object, path, lint);
  if (!property) return [];
  if (!problem.startsWith("not expected here"))
    return [{ kind: "wrong", node: property.value, path, problem, property }];
  const near = /did you mean "(.*)"/.exec(problem)?.[1];
  const isTaken = near === undefined || findPropertyAt(object, toSiblingPath(path, near), lint) !== undefined;
  return [{ kind: "unexpected", node: property.key, path, problem, property, ...(isTaken ? {} : { near }) }];
}

/** The path of another property of the same object. */
function toSiblingPath(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf(".") + 1) + name;
}

/** What a check says of the value at a dotted path. */
interface Problem {
  readonly path: string;
  readonly problem: string;
}

/** `error.code: expected ..., found ...` */
export function parseProblem(line: string): Problem {
  const end = line.indexOf(": ");
  return { path: line.slice(0, end), problem: line.slice(end + 2) };
}

/** A warning stands beside a success, and is no failure. */
function findWarningFault(code: TSESTree.Property, lint: LintContext): readonly EnvelopeFault[] {
  const { codes, fields } = lint.contract.data;
  const name = readCodeName(code.value, lint);
  const isWarning = name !== undefined && codes[name]?.kind === "warning";
  return isWarning ? [{ kind: "warningCode", node: code.value, path: fields.code, problem: name }] : [];
}

/**
 * Returns whether a problem is about written code, not about a stand-in for an unknown value.
 *
 * @param isNameEnough whether a name that does not belong there is wrong whatever its value.
 */
export function isSure(
  object: TSESTree.ObjectExpression,
  { path, problem }: Problem,
  lint: LintContext,
  isNameEnough = false,
): boolean {
  const [name = "", ...owners] = path.split(".").reverse();
  const owner = findPropertyAt(object, owners.reverse().join("."), lint)?.value;
  const holder = owner ? unwrapExpression(owner) : object;
  if (holder.type !== "ObjectExpression" || (!owner && owners.length > 0)) return false;
  const { values, isOpen, unsure } = readObjectFields(holder, lint.sourceCode);
  if (problem.startsWith("missing")) return !isOpen;
  const value = values.get(name);
  if (!value) return false;
  if (problem.startsWith("not expected here")) {
    // `data: ok ? items : undefined` may not be sent.
    if (mayBeUndefined(value)) return false;
    if (isNameEnough) return true;
  }
  return !unsure.has(name) && !holdsUnknown(readKnownValue(value, lint));
}

/** Returns the value that a check gets for an expression: as far as it is written. */
export function readKnownValue(expression: TSESTree.Node, lint: LintContext): unknown {
  const { sourceCode, contract } = lint;
  const node = unwrapExpression(expression);
  if (node.type === "ObjectExpression") {
    const { values, unsure } = readObjectFields(node, sourceCode);
    const read = (name: string, value: TSESTree.Node) => (unsure.has(name) ? UNKNOWN : readKnownValue(value, lint));
    return Object.fromEntries([...values].map(([name, value]) => [name, read(name, value)]));
  }
  if (node.type === "ArrayExpression")
    return node.elements.map((each) => (each && each.type !== "SpreadElement" ? readKnownValue(each, lint) : UNKNOWN));
  const [object, member] = contract.nameOf(node)?.split(".") ?? [];
  if (object === contract.codesObject && member !== undefined) {
    const { codes } = contract.data;
    return (Object.hasOwn(codes, member) ? codes[member]?.value : undefined) ?? member;
  }
  const known = readStaticValue(node, sourceCode);
  return known ? known.value : UNKNOWN;
}

function mayBeUndefined(node: TSESTree.Node): boolean {
  return listPossibleValues(node).some((value) => {
    if (value.type === "Identifier") return value.name === "undefined";
    return value.type === "ChainExpression" || value.type === "MemberExpression";
  });
}

function holdsUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsUnknown);
}
