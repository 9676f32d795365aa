import type { TSESTree } from "@typescript-eslint/utils";
import { mayThrowAt } from "../model/throw-ends.js";
import { isCaught } from "../model/failure-handlers.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { readObjectFields, readStaticValue, unwrapExpression } from "../syntax/expressions.js";
import { collectReturnedValues, endsInThrow, findReceivingCatch } from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { type Remedy, type RewriteContext, findRemedies } from "../throws/choose-rewrites.js";
import { type RawError, createRawError } from "../throws/raw-error.js";
import { listContentTexts } from "../tools/tool-answers.js";
import { isOnlyHandler } from "../tools/tool-handlers.js";
import { classifyFlag } from "../words/names.js";
import type { FailureResult } from "./failure-results.js";
import type { ResultJudge } from "./tool-results.js";

/** The rewrites of a result, and the failure that was read from it. */
export interface ResultRewrites {
  readonly suggestions?: readonly Remedy[];
  readonly made?: RawError;
}

/**
 * Returns the suggestions for a failure that the handler of a tool returns. Callers of other functions
 * may look at their results, and a throw would pass them by.
 */
export function rewriteResult(result: FailureResult, judge: ResultJudge & RewriteContext): ResultRewrites {
  const keyword = isMetByServer(result, judge) ? judge.sourceCode.getFirstToken(result.exit.node) : null;
  const made = keyword && readFailure(result, judge);
  if (!made) return {};
  const { likely, isSaid, listOthers } = findRemedies(made, judge);
  const [first] = likely;
  const best = first && first.code === undefined ? [first] : likely;
  const suggestions = best.map((remedy): Remedy => (isSaid ? { ...remedy, confidence: 1 } : remedy));
  return { suggestions: [...suggestions, ...listOthers(best)].map((remedy) => toThrow(remedy, keyword)), made };
}

/** Returns a remedy that throws in place of the `return`. */
function toThrow(remedy: Remedy, keyword: TSESTree.Token): Remedy {
  return {
    ...remedy,
    apply: (fixer) => {
      const edits = remedy.apply(fixer);
      return edits.length > 0 ? [fixer.replaceText(keyword, "throw"), ...edits] : [];
    },
  };
}

/** Returns whether only the server gets a throw in place of a `return`, and the function keeps its declared type. */
function isMetByServer({ exit: { node, owner } }: FailureResult, judge: ResultJudge): boolean {
  if (node.type !== "ReturnStatement" || !owner || owner.generator) return false;
  const receiver = findReceivingCatch(node);
  // A throw would end in the `catch` around it, and be answered there after all.
  if (receiver && !endsInThrow(receiver.body, judge.sourceCode)) return false;
  if (owner.returnType && collectReturnedValues(owner, judge.sourceCode).length === 1) return false;
  return isOnlyHandler(owner, judge) && mayThrowAt(node, judge);
}

/** Reads a failure that is written where it is returned: the one text of a result, or an object; else nothing. */
function readFailure({ kind, node, exit: { value } }: FailureResult, lint: ResultJudge): RawError | undefined {
  if (node.type !== "ObjectExpression" || unwrapExpression(value) !== node) return undefined;
  if (kind === "object") return readObject(value, node, lint);
  const [text, ...others] = listContentTexts(node, lint) ?? [];
  if (!text || others.length > 0 || node.properties.length > 2) return undefined;
  const message = unwrapExpression(text) as TSESTree.Expression;
  const isJson =
    message.type === "CallExpression" && resolveGlobalName(message.callee, ["JSON.stringify"], lint.sourceCode);
  if (!isJson) return createRawError(value, { message });
  const [object] = message.arguments;
  return object?.type === "ObjectExpression" ? readObject(value, object, lint) : undefined;
}

/** `{ ok: false, error: "..." }`, `{ success: false, code: "...", message: "...", cause: error }` */
function readObject(
  value: TSESTree.Expression,
  object: TSESTree.ObjectExpression,
  lint: ResultJudge,
): RawError | undefined {
  const { values, isOpen } = readObjectFields(object, lint.sourceCode);
  if (isOpen || values.size !== object.properties.length) return undefined;
  const parts: Partial<Record<"message" | "cause" | "code", TSESTree.Expression>> = {};
  for (const [name, each] of values) {
    const field = unwrapExpression(each) as TSESTree.Expression;
    if (field.type === "Literal" && (name === "isError" || classifyFlag(name) === "outcome")) continue;
    const part = classifyPart(name, field, lint);
    if (part === undefined || parts[part]) return undefined;
    parts[part] = field;
  }
  const { message, cause, code } = parts;
  const known = code && readStaticValue(code, lint.sourceCode)?.value;
  if ((!message && !cause) || (code && typeof known !== "string")) return undefined;
  return createRawError(value, {
    ...(message && { message }),
    ...(cause && { cause }),
    ...(typeof known === "string" && { code: known }),
  });
}

function classifyPart(name: string, field: TSESTree.Expression, lint: ResultJudge) {
  if (/^(?:error_?)?code$/i.test(name)) return "code";
  if (name === "cause" || isCaught(resolveVariable(field, lint.sourceCode), lint)) return "cause";
  const isText = field.type !== "ObjectExpression" && field.type !== "ArrayExpression";
  return isText && (name === "error" || name === "message") ? "message" : undefined;
}
