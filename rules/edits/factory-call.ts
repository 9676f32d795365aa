import type { ContractData } from "error-contract";
import type { Factory, FileContract } from "../contract/lint-context.js";
import { getLastSegment } from "../syntax/expressions.js";

/** A failure in the contract's terms: its code, and the source text of every field that is known. */
export interface Failure {
  /** `undefined`: whatever the converted value brings. */
  readonly code: string | undefined;
  /** Envelope field -> source text of its value. */
  readonly fields: ReadonlyMap<string, string>;
}

/** A call that makes the contract's error, before the names are known under which the file imports its parts. */
export interface FactoryCall {
  readonly factory: Factory;
  /** The exports of the runtime module that the call uses. */
  readonly names: readonly string[];
  readonly failure: Failure;
}

/**
 * The factory that makes a failure without dropping a field: one made for this very code, else the general one, else
 * the constructor. `undefined` where none reads every field.
 */
export function chooseFactoryCall(contract: FileContract, failure: Failure): FactoryCall | undefined {
  const candidates = contract.factories.filter((factory) => keeps(factory, failure, contract));
  const factory =
    candidates.find((candidate) => getFixedCode(candidate, contract) === failure.code) ??
    candidates.find(({ purpose }) => purpose === "failure") ??
    candidates.find(({ purpose }) => purpose === "construct");
  if (!factory) return undefined;
  const { code } = failure;
  const usesCodes = getFixedCode(factory, contract) === undefined && isOwnCode(contract, code);
  return {
    factory,
    failure,
    names: usesCodes ? [readClassName(factory), contract.codesObject] : [readClassName(factory)],
  };
}

/** The call that converts a value that may be anything, with the fields that its conversion reads. */
export function chooseConversionCall(
  contract: FileContract,
  fields: ReadonlyMap<string, string>,
): FactoryCall | undefined {
  const factory = contract.factories.find(({ purpose }) => purpose === "unknown");
  return factory && { factory, failure: { code: undefined, fields }, names: [readClassName(factory)] };
}

function readClassName({ name }: Factory): string {
  return name.split(".", 1)[0] ?? name;
}

/** Returns the text of a call on one line, under the local names of the parts that it uses. */
export function printFactoryCall(
  { factory, failure }: FactoryCall,
  contract: FileContract,
  locals: ReadonlyMap<string, string>,
  quote: '"' | "'",
): string {
  const codeField = getLastSegment(contract.data.fields.code);
  const values = new Map(failure.fields);
  if (failure.code !== undefined) values.set(codeField, printCode(contract, failure.code, locals, quote));
  const named = [codeField, ...factory.reads.filter((field) => field !== codeField)].filter(
    (field) => factory.reads.includes(field) && !factory.positional.includes(field) && values.has(field),
  );
  const given = factory.positional.map((field) => values.get(field));
  // Missing arguments at the end are left out, unless something follows.
  const length = named.length > 0 ? given.length : given.findLastIndex((text) => text !== undefined) + 1;
  const positional = given.slice(0, length).map((text) => text ?? "undefined");
  const [first = "", ...method] = factory.name.split(".");
  const callee = [locals.get(first) ?? first, ...method].join(".");
  const properties = named.map((field) => printProperty(field, values.get(field) ?? ""));
  const written = [...positional, ...(properties.length > 0 ? [`{ ${properties.join(", ")} }`] : [])];
  return `${factory.purpose === "construct" ? "new " : ""}${callee}(${written.join(", ")})`;
}

/**
 * How a file writes a code: as a member of the codes object where it is the contract's own, else as it is on the wire.
 */
export function printCode(
  contract: FileContract,
  code: string,
  locals: ReadonlyMap<string, string>,
  quote: '"' | "'",
): string {
  const codes = locals.get(contract.codesObject);
  if (codes !== undefined && isOwnCode(contract, code)) return `${codes}.${code}`;
  const value = isOwnCode(contract, code) ? contract.data.codes[code]?.value : undefined;
  return value === undefined ? `${quote}${code}${quote}` : String(value);
}

/** Returns whether a code is one of the contract's codes object. */
export function isOwnCode({ data }: FileContract, code: string | undefined): code is string {
  return code !== undefined && Object.hasOwn(data.codes, code);
}

function getFixedCode(factory: Factory, contract: FileContract): string | undefined {
  return factory.fixed?.[getLastSegment(contract.data.fields.code)];
}

function keeps(factory: Factory, failure: Failure, contract: FileContract): boolean {
  const { fields } = failure;
  const code = getLastSegment(contract.data.fields.code);
  const takes = (field: string): boolean => factory.positional.includes(field) || factory.reads.includes(field);
  const fixed = getFixedCode(factory, contract);
  const hasCode = fixed === undefined ? takes(code) : fixed === failure.code;
  const needed = factory.positional.filter((field) => field !== code && !factory.optional?.includes(field));
  return (
    hasCode &&
    needed.every((field) => fields.has(field)) &&
    [...fields.keys()].every(takes) &&
    !lacksDetails(failure, contract)
  );
}

/** Whether the code requires details that nobody wrote: such a call does not compile. */
function lacksDetails({ code, fields }: Failure, { data }: FileContract): boolean {
  const isGiven = data.fields.details !== undefined && fields.has(getLastSegment(data.fields.details));
  return !isGiven && code !== undefined && requiresDetails(code, data);
}

/** Whether factories refuse a code without details, which direct construction takes as its minimal form. */
export function requiresDetails(code: string, { codes }: ContractData): boolean {
  const { details = {} } = Object.hasOwn(codes, code) ? (codes[code] ?? {}) : {};
  return Object.values(details).some(({ optional }) => optional !== true);
}

function printProperty(field: string, text: string): string {
  return field === text ? field : `${field}: ${text}`;
}
