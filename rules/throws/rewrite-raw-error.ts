import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type KnownCause, addBinding, findFailureAt } from "../causes/known-cause.js";
import { type FileContract, readFieldName, isProjectModule } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { readModuleCodes } from "../contract/registry.js";
import { addImport } from "../edits/add-import.js";
import {
  type FactoryCall,
  type Layout,
  chooseFactoryCall,
  printFactoryCall,
  chooseConversionCall,
} from "../edits/factory-call.js";
import type { Rewrite } from "../edits/import-order.js";
import { type ImportPlan, type WantedImport, importBindings, planImport } from "../edits/plan-import.js";
import { getLayout, getSourceStyle } from "../edits/source-style.js";
import { type WrittenCode, isNothing, isStringExpression } from "../syntax/expressions.js";
import { isInside } from "../syntax/nodes.js";
import { printToolName } from "../tools/tool-name.js";
import { isString } from "../types/is-string.js";
import { printHumanMessage, isMessage, printTextBesideCode } from "./message-text.js";
import type { RawError, RawMessage } from "./raw-error.js";

/** Edits that turn a raw failure into the contract's error. */
export interface ErrorRewrite extends Rewrite {
  /** Whether a message is left out because the contract wants it literal. */
  readonly losesMessage?: boolean;
  /** Whether the message is none that the template of the code makes. */
  readonly keepsOtherMessage?: boolean;
}

/**
 * The rewrite of a raw construction to a factory call, for any code. `undefined` where a comment, a field or the text
 * of the message would be lost, or the file cannot import the contract.
 */
export function createErrorRewriter(
  made: RawError,
  cause: KnownCause | undefined,
  context: LintContext,
): (code: string, written: WrittenCode | undefined) => ErrorRewrite | undefined {
  const { contract, sourceCode } = context;
  if (losesComment([made.node, ...made.removed], [made.message?.node, made.cause], sourceCode)) return () => undefined;
  const { fields } = contract.data;
  const known = new Map<string, string>();
  setToolName(known, made.node, context);
  const causeText = made.cause ? printArgument(made.cause, sourceCode) : cause?.name;
  const causeField = findCauseName(contract);
  if (causeField !== undefined && causeText !== undefined) known.set(causeField, causeText);
  const plan = importPlanner(made.node, context);
  const hasTemplates = contract.data.message === "template";
  const losesMessage = made.message !== undefined && !hasTemplates && !isMessage(made.message.parts, contract);
  return (code, written) => {
    const shown = hasTemplates ? collectTemplateFields(code, made.message, written, context) : undefined;
    const text = made.message ? printMessage(made.message, written, context) : findNeededMessage(code, context);
    if (made.message && text === undefined) return undefined;
    const isTold = text !== undefined && !losesMessage;
    const told = shown ?? (isTold ? [[readFieldName(fields.message), text] as const] : []);
    const values = new Map([...told, ...known]);
    const rewrite = rewriteTo(chooseFactoryCall(contract, { code, fields: values }), made, cause, plan, context);
    const keepsOtherMessage =
      !shown && hasTemplates && made.message !== undefined && !isMessage(made.message.parts, contract);
    return rewrite && { ...rewrite, losesMessage, keepsOtherMessage };
  };
}

/**
 * Returns the fields with which the template of a code tells as much as a raw failure: none, where the message is only
 * the code, else the detail that the code has for a message. `undefined` where it has none.
 */
function collectTemplateFields(
  code: string,
  message: RawMessage | undefined,
  written: WrittenCode | undefined,
  context: LintContext,
): readonly (readonly [string, string])[] | undefined {
  const { codes, fields } = context.contract.data;
  const entry = Object.hasOwn(codes, code) ? codes[code] : undefined;
  if (!message || !entry) return undefined;
  if (written?.isBare === true && written.code === code) return [];
  if (entry.foreign === undefined || fields.details === undefined || !isStringExpression(message.node))
    return undefined;
  // A code that the contract does not have is the message itself.
  const isSaid = written?.isBare === true;
  const text = (isSaid ? printHumanMessage : printTextBesideCode)(message, written, context.sourceCode);
  return text === undefined ? undefined : [[readFieldName(fields.details), `{ ${entry.foreign}: ${text} }`]];
}

/** The name under which factories take the cause: errors keep one even where the envelope has no place for it. */
function findCauseName({ data, factories }: FileContract): string | undefined {
  if (data.fields.cause !== undefined) return readFieldName(data.fields.cause);
  return factories.some(({ positional, reads }) => [...positional, ...reads].includes("cause")) ? "cause" : undefined;
}

/** A factory that asks for a message gets the contract's own words for the code where nobody wrote any. */
function findNeededMessage(code: string, { contract, sourceCode }: LintContext): string | undefined {
  const { codes, fields } = contract.data;
  const name = readFieldName(fields.message);
  const isNeeded = contract.factories.some(
    ({ purpose, positional, optional }) =>
      purpose === "failure" && positional.includes(name) && optional?.includes(name) !== true,
  );
  const meaning = Object.hasOwn(codes, code) ? codes[code]?.meaning : undefined;
  if (!isNeeded || meaning === undefined || /["'\\]/.test(meaning)) return undefined;
  const { quote } = getSourceStyle(sourceCode);
  return quote + meaning + quote;
}

/** Rewrites an expression, or the one around it, to the conversion of its value, or to code made of that conversion. */
export function rewriteUnknown(
  node: TSESTree.Node,
  context: LintContext,
  replaced: TSESTree.Node = node,
  madeOf: (conversion: string) => string = (conversion) => conversion,
): Rewrite | undefined {
  const { contract, sourceCode } = context;
  const cause = findCauseName(contract);
  if (cause === undefined || losesComment([replaced], [node], sourceCode)) return undefined;
  const values = new Map([[cause, printArgument(node, sourceCode)]]);
  setToolName(values, node, context);
  const plan = importPlanner(replaced, context);
  return rewriteTo(
    chooseConversionCall(contract, values),
    { node: replaced, removed: [] },
    undefined,
    plan,
    context,
    madeOf,
  );
}

/**
 * The failure that a raw error comes from: its own cause, one that is known, or the one that is handled where it
 * stands.
 */
export function findCause(
  made: RawError,
  known: KnownCause | undefined,
  { sourceCode }: LintContext,
): KnownCause | undefined {
  if (made.cause) return isNothing(made.cause) ? undefined : { name: printArgument(made.cause, sourceCode) };
  if (known) return known;
  return findFailureAt(made.node, sourceCode)?.cause;
}

/**
 * The rewrite of a raw construction to the conversion of its cause, which keeps the message. `undefined` where a
 * comment or the text of the message would be lost, or the conversion does not take a message.
 */
export function rewriteCause(made: RawError, cause: KnownCause, context: LintContext): ErrorRewrite | undefined {
  const { contract, sourceCode } = context;
  const field = findCauseName(contract);
  if (field === undefined || losesComment([made.node, ...made.removed], [made.message?.node, made.cause], sourceCode))
    return undefined;
  const values = new Map([[field, cause.name]]);
  setToolName(values, made.node, context);
  const losesMessage =
    made.message !== undefined && contract.data.message === "literal" && !isMessage(made.message.parts, contract);
  const text = made.message && !losesMessage ? printMessage(made.message, undefined, context) : undefined;
  const message = readFieldName(contract.data.fields.message);
  if (text !== undefined) values.set(message, text);
  const call = chooseConversionCall(contract, values);
  if (text !== undefined && call?.factory.reads.includes(message) !== true) return undefined;
  const keepsOtherMessage = text !== undefined && contract.data.message === "template";
  const rewrite = rewriteTo(call, made, cause, importPlanner(made.node, context), context);
  return rewrite && { ...rewrite, losesMessage, keepsOtherMessage };
}

/** A call that converts a value, with the import that it needs. */
export interface Conversion {
  readonly text: (layout: Layout) => string;
  readonly imported: (fixer: TSESLint.RuleFixer) => readonly TSESLint.RuleFix[];
}

/** Returns the conversion of a value's source text, for use at a node; `undefined` where the file cannot import it. */
export function createConversion(value: string, at: TSESTree.Node, context: LintContext): Conversion | undefined {
  const { contract, sourceCode, filename } = context;
  const cause = findCauseName(contract);
  if (cause === undefined) return undefined;
  const values = new Map([[cause, value]]);
  setToolName(values, at, context);
  const call = chooseConversionCall(contract, values);
  const wanted = call && chooseWantedImport(call.names, contract, sourceCode);
  const plan = wanted && planImport(sourceCode, at, wanted, { equivalent: contract.isRuntime, filename });
  if (!plan) return undefined;
  return {
    text: (layout) => printFactoryCall(call, contract, plan.locals, layout),
    imported: (fixer) => addImport(fixer, sourceCode, plan),
  };
}

function rewriteTo(
  call: FactoryCall | undefined,
  { node, removed }: Pick<RawError, "node" | "removed">,
  cause: KnownCause | undefined,
  planOf: ImportPlanner,
  context: LintContext,
  madeOf: (call: string) => string = (text) => text,
): Rewrite | undefined {
  const { contract, sourceCode } = context;
  const plan = call && planOf(call.names);
  if (!plan || lacksCode(call, context)) return undefined;
  const text = madeOf(printFactoryCall(call, contract, plan.locals, getLayout(node, sourceCode)));
  return {
    missing: plan.missing.map(({ name }) => name),
    apply: (fixer) => [
      ...addImport(fixer, sourceCode, plan),
      ...(cause ? addBinding(fixer, cause, sourceCode) : []),
      fixer.replaceText(node, `${printReplacementPrefix(node, sourceCode)}${text}`),
      ...removed.map((statement) => fixer.removeRange(getLineRange(statement, sourceCode))),
    ],
  };
}

/** Whether the file has its error class from a module of the project whose codes object lacks the code. */
function lacksCode({ names: [className = ""], failure: { code } }: FactoryCall, context: LintContext): boolean {
  const { contract, sourceCode } = context;
  const module = code === undefined ? undefined : findOwnModule(className, contract, sourceCode);
  const codes = module === undefined ? undefined : readModuleCodes(module, contract.codesObject, context.context);
  return code !== undefined && codes?.has(code) === false;
}

/** The module of the project, other than the runtime's, from which the file imports a name. */
function findOwnModule(name: string, contract: FileContract, sourceCode: TSESLint.SourceCode): string | undefined {
  return importBindings(sourceCode).find(
    ({ module, exported }) => exported === name && isProjectModule(module) && !contract.isRuntime(module),
  )?.module;
}

type ImportPlanner = (names: readonly string[]) => ImportPlan | undefined;

/** How names can be used at a place, worked out once for the same names. */
function importPlanner(node: TSESTree.Node, { contract, sourceCode, filename }: LintContext): ImportPlanner {
  const plans = new Map<string, ImportPlan | undefined>();
  return (names) => {
    const key = names.join();
    if (!plans.has(key)) {
      const wanted = chooseWantedImport(names, contract, sourceCode);
      plans.set(key, planImport(sourceCode, node, wanted, { equivalent: contract.isRuntime, filename }));
    }
    return plans.get(key);
  };
}

/** The range of a statement with its line, where it is alone there. */
function getLineRange({ range }: TSESTree.Node, { text }: TSESLint.SourceCode): [number, number] {
  const start = /[ \t]*$/.exec(text.slice(0, range[0]))?.index ?? range[0];
  const [after = ""] = /^[ \t]*\r?\n/.exec(text.slice(range[1])) ?? [];
  if (after !== "" && /(?:^|\n)$/.test(text.slice(0, start))) return [start, range[1] + after.length];
  const [gap = ""] = /^[ \t]*/.exec(text.slice(range[1])) ?? [];
  return [range[0], range[1] + gap.length];
}

/**
 * Returns the imports that a call needs. A file that has the class from a module of its project keeps to it; where it
 * has no codes object beside it, the code is written as a string.
 */
function chooseWantedImport(
  names: readonly string[],
  contract: FileContract,
  sourceCode: TSESLint.SourceCode,
): WantedImport {
  const [className = ""] = names;
  const module = findOwnModule(className, contract, sourceCode);
  if (module === undefined) return { module: contract.runtime.specifier, names };
  return { module, names: names.filter((name) => findOwnModule(name, contract, sourceCode) === module) };
}

/** Returns the text to write before a replacement: the key of `{ text }`, or the space that `throw"x"` does without. */
function printReplacementPrefix(node: TSESTree.Node, { text }: TSESLint.SourceCode): string {
  const { parent } = node;
  if (parent?.type === "Property" && parent.shorthand) return `${text.slice(...node.range)}: `;
  return /[\w$]/.test(text.charAt(node.range[0] - 1)) ? " " : "";
}

/** The text of an expression where a comma would end it. */
function printArgument(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const text = sourceCode.getText(node);
  return node.type === "SequenceExpression" ? `(${text})` : text;
}

function printMessage(message: RawMessage, written: WrittenCode | undefined, context: LintContext): string | undefined {
  const { node } = message;
  if (written || isStringExpression(node)) return printHumanMessage(message, written, context.sourceCode);
  const text = printArgument(node, context.sourceCode);
  // The contract's message is a string: a value that `new Error(x)` would convert is converted here.
  return isString(node, context) ? text : `String(${text})`;
}

function setToolName(values: Map<string, string>, node: TSESTree.Node, context: LintContext): void {
  const { contract, sourceCode } = context;
  const { tool } = contract.data.fields;
  if (tool === undefined) return;
  const name = printToolName(node, context, getSourceStyle(sourceCode).quote);
  if (name !== undefined) values.set(readFieldName(tool), name);
}

/** Returns whether changed code holds a comment outside the parts that are copied. */
function losesComment(
  changed: readonly TSESTree.Node[],
  copied: readonly (TSESTree.Node | undefined)[],
  sourceCode: TSESLint.SourceCode,
): boolean {
  return changed
    .filter((each) => /\/[/*]/.test(sourceCode.getText(each)))
    .flatMap((each) => sourceCode.getCommentsInside(each))
    .some((comment) => !copied.some((part) => part && isInside(comment, part)));
}
