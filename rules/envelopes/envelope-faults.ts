import type { TSESTree } from "@typescript-eslint/utils";
import { type ContractData, listEnvelopeProblems } from "error-contract";
import { readCodeName } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { readObjectFields, readStaticValue } from "../syntax/properties.js";
import { type EnvelopeClaim, findPropertyAt } from "./envelope-claims.js";

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

type EnvelopeReader = Pick<LintContext, "contract" | "sourceCode">;

/** Stands for a value that only the running program knows; no JSON value, so that nothing is mistaken for it. */
const UNKNOWN = Symbol("unknown");

export function collectEnvelopeFaults(claim: EnvelopeClaim, reader: LintContext): readonly EnvelopeFault[] {
  const { object, carrier } = claim;
  const { data } = reader.contract;
  const known = new KnownValues(reader);
  const value = known.readValue(object, "");
  const [codePath, messagePath] = [data.fields.code, data.fields.message].map((path) =>
    carrier === undefined ? path : `${carrier}.${path}`,
  );
  const faults = listEnvelopeProblems(data, value, carrier === undefined ? "failure" : "response").flatMap((line) => {
    const { path, problem } = parseProblem(line);
    if (!problem.startsWith("missing")) {
      // Codes are the business of `no-unregistered-code`, literal messages that of `require-literal-message`.
      if (path === codePath && isCodeLike(known.getValue(path), data)) return [];
      if (path === messagePath && data.message === "literal") return [];
    }
    // Columns of a table and rows of a log have the fields of a flat envelope, and others beside them.
    const isNameEnough = codePath?.includes(".") ?? false;
    return known.isSure(path, problem, isNameEnough) ? createFaults(path, problem, claim, reader) : [];
  });
  // `{ items, error: null }`: a code that is none is the mistake; that a failure would look otherwise follows from it.
  const noCode = faults.find(({ kind, path }) => kind === "wrong" && (path === codePath || path === carrier));
  if (noCode) return [noCode];
  // A field under another name is not missing, too.
  const meant = new Set(faults.flatMap(({ path, near }) => (near === undefined ? [] : [toSiblingPath(path, near)])));
  const found = faults.filter(({ kind, path }) => kind !== "missing" || !meant.has(path));
  return [...findWarningFault(claim.code, reader), ...found];
}

/**
 * Returns whether an object literal may be the contract's failure envelope: the schema rejects nothing in it but its
 * code or fields beside those of the envelope. Values that are not written out may be anything.
 */
export function mayBeEnvelope(object: TSESTree.ObjectExpression, reader: EnvelopeReader): boolean {
  const { data } = reader.contract;
  const known = new KnownValues(reader);
  return listEnvelopeProblems(data, known.readValue(object, ""), "failure").every((line) => {
    const { path, problem } = parseProblem(line);
    const isCode = path === data.fields.code && !problem.startsWith("missing");
    return isCode || problem.startsWith("not expected here") || !known.isSure(path, problem, false);
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
  { object, code }: EnvelopeClaim,
  { sourceCode }: LintContext,
): readonly EnvelopeFault[] {
  if (problem.startsWith("missing")) return [{ kind: "missing", node: code.key, path, problem }];
  const property = findPropertyAt(object, path, sourceCode);
  if (!property) return [];
  if (!problem.startsWith("not expected here"))
    return [{ kind: "wrong", node: property.value, path, problem, property }];
  const near = /did you mean "(.*)"/.exec(problem)?.[1];
  const isTaken = near === undefined || findPropertyAt(object, toSiblingPath(path, near), sourceCode) !== undefined;
  return [{ kind: "unexpected", node: property.key, path, problem, property, ...(isTaken ? {} : { near }) }];
}

/** The path of another property of the same object. */
function toSiblingPath(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf(".") + 1) + name;
}

/** `error.code: expected ..., found ...` */
export function parseProblem(line: string): { readonly path: string; readonly problem: string } {
  const end = line.indexOf(": ");
  return { path: line.slice(0, end), problem: line.slice(end + 2) };
}

/** A warning stands beside a success, and is no failure. */
function findWarningFault(code: TSESTree.Property, reader: LintContext): readonly EnvelopeFault[] {
  const { codes, fields } = reader.contract.data;
  const name = readCodeName(code.value, reader);
  const isWarning = name !== undefined && codes[name]?.kind === "warning";
  return isWarning ? [{ kind: "warningCode", node: code.value, path: fields.code, problem: name }] : [];
}

/** Reads values as far as they are written, and tells which problems of a check are about what is written. */
export class KnownValues {
  readonly #reader: EnvelopeReader;
  readonly #values = new Map<string, unknown>();
  readonly #open: string[] = [];
  /** Paths of values that may be undefined as they are written: `data: ok ? items : undefined`. */
  readonly #maybeUnsent = new Set<string>();

  constructor(reader: EnvelopeReader) {
    this.#reader = reader;
  }

  /** Returns the value that the check gets for an expression. */
  readValue(node: TSESTree.Node, path: string): unknown {
    const value = this.#resolveValue(unwrapExpression(node), path);
    this.#values.set(path, value);
    return value;
  }

  getValue(path: string): unknown {
    return this.#values.get(path);
  }

  /**
   * Returns whether a problem is about written code, not about a stand-in for an unknown value.
   *
   * @param isNameEnough whether a name that does not belong there is wrong whatever its value.
   */
  isSure(path: string, problem: string, isNameEnough: boolean): boolean {
    const parent = path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : "";
    if (problem.startsWith("missing")) return !this.#open.includes(parent);
    if (!this.#values.has(path)) return false;
    if (problem.startsWith("not expected here")) {
      if (this.#maybeUnsent.has(path)) return false;
      if (isNameEnough) return true;
    }
    return !holdsUnknown(this.#values.get(path));
  }

  #resolveValue(node: TSESTree.Node, path: string): unknown {
    const { sourceCode, contract } = this.#reader;
    if (node.type === "ObjectExpression") return this.#resolveObject(node, path);
    if (node.type === "ArrayExpression") {
      return node.elements.map((element, index) => {
        const isKnown = element && element.type !== "SpreadElement";
        return isKnown ? this.readValue(element, `${path}[${index}]`) : UNKNOWN;
      });
    }
    const [object, member] = contract.nameOf(node)?.split(".") ?? [];
    if (object === contract.codesObject && member !== undefined) {
      const { codes } = contract.data;
      return (Object.hasOwn(codes, member) ? codes[member]?.value : undefined) ?? member;
    }
    const known = readStaticValue(node, sourceCode);
    return known ? known.value : UNKNOWN;
  }

  #resolveObject(node: TSESTree.ObjectExpression, path: string): unknown {
    const { values, isOpen, unsure } = readObjectFields(node, this.#reader.sourceCode);
    if (isOpen) this.#open.push(path);
    const entries = [...values].map(([name, value]) => {
      const inner = path === "" ? name : `${path}.${name}`;
      if (mayBeUndefined(value)) this.#maybeUnsent.add(inner);
      if (!unsure.has(name)) return [name, this.readValue(value, inner)] as const;
      this.#values.set(inner, UNKNOWN);
      return [name, UNKNOWN] as const;
    });
    return Object.fromEntries(entries);
  }
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
