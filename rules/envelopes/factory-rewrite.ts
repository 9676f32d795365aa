import type { TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { readCodeName } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { addImport } from "../edits/add-import.js";
import { type FactoryCall, chooseFactoryCall, printFactoryCall } from "../edits/factory-call.js";
import type { Rewrite } from "../edits/fixer.js";
import { importBindings, planImport } from "../edits/plan-import.js";
import { isUnused } from "../edits/remove-import.js";
import { getSourceStyle } from "../edits/source-style.js";
import { isNothing, isStringExpression, unwrapExpression } from "../syntax/expressions.js";
import { getLastSegment, readObjectFields, readStaticValue } from "../syntax/references.js";
import { printArgument } from "../throws/rewrite-raw-error.js";

/** Fields of an error by their names in the envelope, as they are written out in one place. */
type WrittenFields = ReadonlyMap<string, TSESTree.Node>;

/** A factory that makes the same error from the same fields. */
export interface FactoryRewrite {
  readonly factory: string;
  /** `undefined` where the file cannot import it, or a comment would be lost. */
  readonly rewrite: Rewrite | undefined;
  /** Whether the factory surely takes every value, fills nothing in, and leaves no import unused. */
  readonly isCertain: boolean;
}

/** Returns the factory for a direct construction; `undefined` where none reads every field, or not all are written. */
export function rewriteConstruction(node: TSESTree.NewExpression, lint: LintContext): FactoryRewrite | undefined {
  const [object, ...others] = node.arguments;
  if (object?.type !== "ObjectExpression" || others.length > 0) return undefined;
  const fields = readWrittenFields(object, [], lint);
  return fields && rewriteFields(node, fields, "", lint);
}

/** Returns the factory for an envelope that is written by hand, without the fields that it leaves empty. */
export function rewriteEnvelope(object: TSESTree.ObjectExpression, lint: LintContext): FactoryRewrite | undefined {
  const { code, discriminant } = lint.contract.data.fields;
  const written = readWrittenFields(object, code.split(".").slice(0, -1), lint);
  const label = discriminant && getLastSegment(discriminant.path);
  const fields = written && [...written].filter(([field, value]) => field !== label && !isNothing(value));
  return fields && rewriteFields(object, new Map(fields), ".toEnvelope()", lint);
}

function rewriteFields(
  node: TSESTree.Expression,
  fields: WrittenFields,
  suffix: string,
  lint: LintContext,
): FactoryRewrite | undefined {
  const { contract, sourceCode } = lint;
  const codeField = getLastSegment(contract.data.fields.code);
  const given = fields.get(codeField);
  const code = given && readCodeName(given, lint);
  if (code === undefined || contract.data.codes[code]?.kind === "warning") return undefined;
  const others = new Map([...fields].filter(([field]) => field !== codeField));
  const texts = new Map([...others].map(([field, value]) => [field, printArgument(value, sourceCode)]));
  const call = chooseFactoryCall(contract, { code, fields: texts });
  if (!call || call.factory.purpose === "construct") return undefined;
  const isCertain = takesSurely(call, others, lint) && !leavesClass(node, call, lint);
  return { factory: call.factory.name, rewrite: planCall(node, call, suffix, lint), isCertain };
}

function planCall(
  node: TSESTree.Expression,
  call: FactoryCall,
  suffix: string,
  { contract, sourceCode, filename }: LintContext,
): Rewrite | undefined {
  if (sourceCode.getCommentsInside(node).length > 0) return undefined;
  const { runtime, isRuntime } = contract;
  const wanted = { module: runtime.specifier, names: call.names };
  const plan = planImport(sourceCode, node, wanted, { equivalent: isRuntime, filename });
  if (!plan) return undefined;
  const text = printFactoryCall(call, contract, plan.locals, getSourceStyle(sourceCode).quote) + suffix;
  return {
    apply: (fixer) => [...addImport(fixer, sourceCode, plan), fixer.replaceText(node, text)],
  };
}

/** Returns whether nothing else in the file uses the class that a call takes the place of. */
function leavesClass(node: TSESTree.Node, { names }: FactoryCall, { contract, sourceCode }: LintContext): boolean {
  const own = importBindings(sourceCode).find(({ exported }) => exported === contract.errorClass);
  return !names.includes(contract.errorClass) && own !== undefined && isUnused(sourceCode, own.variable, [node]);
}

function takesSurely(
  { factory }: FactoryCall,
  fields: WrittenFields,
  { contract: { data, factories }, sourceCode }: LintContext,
): boolean {
  const construct = factories.find(({ purpose }) => purpose === "construct");
  const isFilled = (field: string) => !fields.has(field);
  const isWritten = (value: TSESTree.Node) => readStaticValue(value, sourceCode) !== undefined;
  const details = getLastSegment(data.fields.details ?? "");
  return (
    !Object.keys({ ...construct?.defaults, ...factory.defaults }).some(isFilled) &&
    [...fields].every(([field, value]) => {
      const isRequired = factory.positional.includes(field) && !factory.optional?.includes(field);
      if (isRequired) return isWritten(value) || isStringExpression(value);
      return field !== details || isWritten(value);
    }) &&
    // The factory evaluates the values in an order of its own.
    ![...fields.values()].some((value) => ASTUtils.hasSideEffect(value, sourceCode))
  );
}

/** The fields of an object by the last part of their path; `undefined` where there may be more than is written. */
function readWrittenFields(
  object: TSESTree.ObjectExpression,
  [holder, ...rest]: readonly string[],
  lint: LintContext,
): WrittenFields | undefined {
  const { values, isOpen } = readObjectFields(object, lint.sourceCode);
  if (isOpen || values.size !== object.properties.length) return undefined;
  if (holder === undefined) return values;
  const inner = values.get(holder);
  const held = inner && unwrapExpression(inner);
  const fields = held?.type === "ObjectExpression" ? readWrittenFields(held, rest, lint) : undefined;
  return fields && new Map([...[...values].filter(([name]) => name !== holder), ...fields]);
}
