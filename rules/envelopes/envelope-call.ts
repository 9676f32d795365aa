import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { readCodeName } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { addImport } from "../edits/add-import.js";
import { chooseFactoryCall, printFactoryCall } from "../edits/factory-call.js";
import { planImport } from "../edits/plan-import.js";
import { getSourceStyle } from "../edits/source-style.js";
import { isNothing, unwrapExpression } from "../syntax/expressions.js";
import { readObjectFields, readStaticValue, getLastSegment } from "../syntax/references.js";
import type { Rewrite } from "../edits/fixer.js";
import type { EnvelopeClaim } from "./envelope-claims.js";

/** The call of a factory whose envelope is one that is written by hand. */
export interface EnvelopeCall extends Rewrite {
  readonly factory: string;
  /** Whether every value is written out, so that the factory surely takes them all. */
  readonly isStatic: boolean;
}

/** The call that makes an envelope; `undefined` where the code is not written, or no factory reads every field. */
export function createEnvelopeCall({ object, code }: EnvelopeClaim, reader: LintContext): EnvelopeCall | undefined {
  const { contract, sourceCode, context } = reader;
  const { fields } = contract.data;
  const written = readWrittenFields(object, fields.code.split(".").slice(0, -1), sourceCode);
  const name = readCodeName(code.value, reader);
  if (!written || name === undefined || contract.data.codes[name]?.kind === "warning") return undefined;
  if (sourceCode.getCommentsInside(object).length > 0) return undefined;
  const discriminant = fields.discriminant && getLastSegment(fields.discriminant.path);
  // The factory leaves a field empty that no argument sets.
  const values = new Map(
    [...written]
      .filter(([field, value]) => field !== getLastSegment(fields.code) && field !== discriminant && !isNothing(value))
      .map(([field, value]) => [field, sourceCode.getText(value)]),
  );
  const call = chooseFactoryCall(contract, { code: name, fields: values });
  const [className] = call?.names ?? [];
  if (!call || className === undefined || call.factory.purpose === "construct") return undefined;
  const plan = planImport(
    sourceCode,
    object,
    { module: contract.runtime.specifier, names: call.names },
    { equivalent: contract.isRuntime, filename: context.filename },
  );
  if (!plan) return undefined;
  const text = printFactoryCall(call, contract, plan.locals, getSourceStyle(sourceCode).quote);
  return {
    factory: call.factory.name,
    isStatic: [...written.values()].every((value) => readStaticValue(value, sourceCode) !== undefined),
    apply: (fixer) => [...addImport(fixer, sourceCode, plan), fixer.replaceText(object, `${text}.toEnvelope()`)],
  };
}

/** The fields of an envelope by the last part of their path; `undefined` where there may be more than is written. */
function readWrittenFields(
  object: TSESTree.ObjectExpression,
  [holder, ...rest]: readonly string[],
  sourceCode: Readonly<TSESLint.SourceCode>,
): ReadonlyMap<string, TSESTree.Node> | undefined {
  const { values, isOpen } = readObjectFields(object, sourceCode);
  if (isOpen) return undefined;
  if (holder === undefined) return values;
  const inner = values.get(holder);
  const held = inner && unwrapExpression(inner);
  const fields = held?.type === "ObjectExpression" ? readWrittenFields(held, rest, sourceCode) : undefined;
  return fields && new Map([...[...values].filter(([name]) => name !== holder), ...fields]);
}
