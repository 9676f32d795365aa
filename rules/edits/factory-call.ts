// The calls that put the contract's error in the place of a failure: which factory drops no field of it, how the call
// is written, the import that it needs, and a name for the cause.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { ContractData } from "error-contract";
import type { Factory, FileContract, LintContext } from "../contract/lint-context.js";
import { readModuleCodes } from "../contract/registry.js";
import { getLastSegment } from "../syntax/expressions.js";
import { type FunctionNode, isFunctionNode } from "../syntax/functions.js";
import { listImports, isProjectModule } from "../syntax/references.js";
import { type Rewrite, getSourceStyle } from "./source-style.js";
import { planImport } from "./imports.js";

/** Edits that turn a raw failure into the contract's error. */
export interface ErrorRewrite extends Rewrite {
  /** Whether the message is left out, as no literal one, or is none that the template of the code makes. */
  readonly changesMessage?: boolean;
}

/** A call that makes the contract's error, with the import that it needs; without a contract, the failure itself. */
export interface PlannedCall {
  readonly text: string;
  /** How a message names it. */
  readonly shown: string;
  readonly imported: (fixer: TSESLint.RuleFixer) => readonly TSESLint.RuleFix[];
}

/** The parts of a failure, as source texts. */
type FailureParts = Partial<Record<"message" | "details" | "cause" | "tool", string | undefined>>;

/** Names the parts of a failure as the contract does; what is empty, or has no name there, is left out. */
export function nameFields(parts: FailureParts, contract: FileContract): ReadonlyMap<string, string> {
  const { message, details, tool } = contract.data.fields;
  const named = [
    [message, parts.message],
    [details, parts.details],
    [findCauseField(contract), parts.cause],
    [tool, parts.tool],
  ] as const;
  return new Map(named.flatMap(([name, text]) => (name && text ? [[getLastSegment(name), text] as const] : [])));
}

/** The name under which factories take the cause: errors keep one even where the envelope has no place for it. */
function findCauseField({ data, factories }: FileContract): string | undefined {
  const isTaken = factories.some(({ positional, reads }) => [...positional, ...reads].includes("cause"));
  return data.fields.cause ?? (isTaken ? "cause" : undefined);
}

/**
 * Plans the conversion of the cause among these parts, for use at a node. `undefined` where the file cannot import it,
 * or it does not take a message that there is.
 */
export function planConversion(
  parts: FailureParts & { readonly cause: string },
  at: TSESTree.Node,
  lint: LintContext,
): PlannedCall | undefined {
  const { contract } = lint;
  const { cause, message } = parts;
  if (contract.isNone) return { text: cause, shown: cause, imported: () => [] };
  if (findCauseField(contract) === undefined) return undefined;
  const call = chooseConversionCall(contract, nameFields(parts, contract));
  const isTaken = message === undefined || call?.factory.reads.includes(getLastSegment(contract.data.fields.message));
  return isTaken ? planCall(call, at, lint) : undefined;
}

/** Plans a call for use at a node; `undefined` where the file cannot import it, or takes its codes from elsewhere. */
export function planCall(call: FactoryCall | undefined, at: TSESTree.Node, lint: LintContext): PlannedCall | undefined {
  if (!call) return undefined;
  const { contract } = lint;
  const { code } = call.failure;
  // A file that has the class from a module of its project keeps to it, and to the codes of that module.
  const [own] = call.names.map((name) => findOwnModule(name, lint));
  const codes = own === undefined ? undefined : readModuleCodes(own, contract.codesObject, lint);
  if (code !== undefined && codes?.has(code) === false) return undefined;
  // Where it has no codes object beside the class, the code is written as a string.
  const names = call.names.filter((name) => own === undefined || findOwnModule(name, lint) === own);
  const module = own ?? contract.runtime.specifier;
  const plan = planImport({ module, names }, at, lint);
  return (
    plan && {
      text: printFactoryCall(call, contract, plan.locals, getSourceStyle(lint).quote),
      shown: `${call.factory.name}(...)`,
      imported: plan.apply,
    }
  );
}

/** The module of the project, other than the runtime's, from which the file imports a name. */
function findOwnModule(name: string, lint: LintContext): string | undefined {
  const { contract } = lint;
  return listImports(lint.sourceCode).find(
    ({ module, exported }) => exported === name && isProjectModule(module) && !contract.isRuntime(module),
  )?.module;
}

/** Rewrites a node to a planned call, with a binding for the cause that it names. */
export function replaceWithCall(
  node: TSESTree.Node,
  call: PlannedCall | undefined,
  cause: KnownCause | undefined,
  lint: LintContext,
  told: Omit<ErrorRewrite, "apply"> = {},
): ErrorRewrite | undefined {
  return (
    call && {
      ...told,
      apply: (fixer) => [
        ...call.imported(fixer),
        ...(cause ? addBinding(fixer, cause, lint) : []),
        fixer.replaceText(node, printReplacementPrefix(node, lint) + call.text),
      ],
    }
  );
}

/** Returns the text to write before a replacement: the key of `{ text }`, or the space that `throw"x"` does without. */
function printReplacementPrefix(node: TSESTree.Node, { sourceCode: { text } }: LintContext): string {
  const { parent } = node;
  if (parent?.type === "Property" && parent.shorthand) return `${text.slice(...node.range)}: `;
  return /[\w$]/.test(text.charAt(node.range[0] - 1)) ? " " : "";
}

/** The failure that another failure comes from, and the binding that has to be made before it can be named. */
export interface KnownCause {
  readonly name: string;
  /** The handler that gets the binding. */
  readonly unbound?: TSESTree.CatchClause | FunctionNode;
}

/** Adds the binding that a cause needs. */
export function addBinding(
  fixer: TSESLint.RuleFixer,
  { name, unbound }: KnownCause,
  { sourceCode }: LintContext,
): readonly TSESLint.RuleFix[] {
  if (!unbound) return [];
  if (!isFunctionNode(unbound)) return [fixer.insertTextBefore(unbound.body, `(${name}) `)];
  const from = unbound.typeParameters?.range[1] ?? unbound.range[0];
  const open = sourceCode.getFirstToken(unbound, ({ value, range }) => value === "(" && range[0] >= from);
  return open ? [fixer.insertTextAfter(open, name)] : [];
}

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
function chooseConversionCall(contract: FileContract, fields: ReadonlyMap<string, string>): FactoryCall | undefined {
  const factory = contract.factories.find(({ purpose }) => purpose === "unknown");
  return factory && { factory, failure: { code: undefined, fields }, names: [readClassName(factory)] };
}

function readClassName({ name }: Factory): string {
  return name.split(".", 1)[0] ?? name;
}

/** Returns the text of a call on one line, under the local names of the parts that it uses. */
function printFactoryCall(
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
