import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { collectLeaks } from "./clients/leaks.js";
import { type LintContext, createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { appendItem } from "./edits/source-style.js";
import { readReturn } from "./model/exits.js";
import { DEFAULT_DISCRIMINANTS, type Discriminant } from "./model/sayings.js";
import { type FailureResult, findFailureResults, leavesAsSuccess } from "./results/failure-results.js";
import { type ResultRewrites, rewriteResult } from "./results/rewrite-result.js";
import { type ResultJudge, findLostError, mentionsCaught } from "./results/tool-results.js";
import { type FunctionNode, findEnclosingFunction } from "./syntax/functions.js";
import { readObjectFields } from "./syntax/expressions.js";
import { isMentionedInFile, isGenerated, isPageScript, runsInBrowser } from "./syntax/source-file.js";
import { describeWords } from "./throws/raw-error.js";

interface Options {
  readonly discriminants: readonly (string | Discriminant)[];
  readonly everyCode?: boolean;
}

type MessageId =
  | "failureObject"
  | "failureText"
  | "missingEnvelope"
  | "otherEnvelope"
  | "codesLost"
  | "markResult"
  | "throwCode"
  | "throwConverted";

type Suggestion = TSESLint.SuggestionReportDescriptor<MessageId>;

const MESSAGE_OF: Readonly<Record<FailureResult["kind"], MessageId>> = {
  object: "failureObject",
  isError: "missingEnvelope",
  text: "failureText",
};

export default createRule<[Options], MessageId>({
  name: "no-error-result",
  meta: {
    type: "problem",
    docs: {
      description: "disallow failures that are returned as values instead of being thrown as the contract's error",
      meaning:
        "The failure is returned as a value of its own shape, so clients take it for a success or have to guess.",
      presets: "contracts",
    },
    hasSuggestions: true,
    defaultOptions: [
      {
        discriminants: DEFAULT_DISCRIMINANTS.map(({ name }) => name),
        everyCode: false,
      },
    ],
    schema: [
      {
        type: "object",
        additionalProperties: false,
        properties: {
          discriminants: {
            type: "array",
            description: "The fields that make an object a failure: a name, or a name with its value in a failure.",
            items: {
              oneOf: [
                { type: "string", minLength: 1 },
                {
                  type: "object",
                  additionalProperties: false,
                  required: ["name", "value"],
                  properties: {
                    name: { type: "string", minLength: 1 },
                    value: { type: ["string", "number", "boolean", "null"] },
                  },
                },
              ],
            },
          },
          everyCode: {
            type: "boolean",
            description: "Whether every code of the contract is suggested, instead of the likely ones.",
          },
        },
      },
    ],
    messages: {
      failureObject: "Throw `{{factory}}` instead of answering `{{shape}}`; callers can miss it.",
      failureText: "Throw `{{factory}}`; the client takes this answer for a success.",
      missingEnvelope: "Throw `{{factory}}`; this error result holds no envelope of the contract.",
      otherEnvelope: "Return the contract's envelope or throw `{{factory}}` instead of `{{shape}}`.",
      codesLost:
        "Each code ends here as text; throw `{{caught}}` to the boundary, or return `{{converter}}`'s envelope.",
      markResult: "Say `isError: true`.",
      throwCode: "Throw the code `{{code}}`.",
      throwConverted: "Throw it, converted with `{{converter}}`.",
    },
  },
  create(context, [options]) {
    const lint = createLintContext(context);
    const { contract, sourceCode } = lint;
    // The module that defines the contract's class is where failures become values.
    if (contract.definesContract || isPageScript(sourceCode)) return {};
    if (!contract.isStrict && isGenerated(sourceCode)) return {};
    const discriminants = options.discriminants.map((each) => (typeof each === "string" ? { name: each } : each));
    const judge: ResultJudge = { ...lint, discriminants };
    const seen = new Set<TSESTree.Node>();
    // The functions that are reported for the codes that end there.
    const losing = new Set<FunctionNode>();

    function check(node: TSESTree.Node): void {
      const exit = readReturn(node, lint);
      if (!exit) return;
      for (const result of findFailureResults(exit, judge)) {
        if (seen.has(result.node) || showsStack(result.node, lint)) continue;
        seen.add(result.node);
        const caught = result.kind === "isError" ? findLostError(result.node, lint) : undefined;
        const owner = caught && findEnclosingFunction(result.node);
        const isLost = owner && !losing.has(owner);
        // The boundary adds the envelope to `isError`, and callers of other functions may test what they get.
        if (!contract.isStrict && !isLost && !leavesAsSuccess(result, lint)) continue;
        if (isLost) losing.add(owner);
        context.report(describeResult(result, isLost ? caught : undefined, options, judge));
      }
    }

    return {
      ReturnStatement: check,
      ArrowFunctionExpression: check,
      CallExpression: check,
    };
  },
});

/** A stack in an answer is worse than how it is answered, and `no-error-leak` reports it. */
function showsStack(node: TSESTree.Node, lint: LintContext): boolean {
  if (!isMentionedInFile("stack", lint.sourceCode)) return false;
  return collectLeaks(node, { ...lint, allowInDevelopment: true }).some(({ kind }) => kind === "stack");
}

/** Describes a failure that is returned; `lost` is the caught error whose codes end there. */
function describeResult(
  result: FailureResult,
  lost: TSESTree.Node | undefined,
  options: Options,
  judge: ResultJudge,
): TSESLint.ReportDescriptor<MessageId> {
  const { node, kind, shape } = result;
  const { contract, sourceCode } = judge;
  const factory = `${contract.factory}(...)`;
  const converter = `${contract.converter}(...)`;
  const throws = !contract.data.delivery.startsWith("return");
  const { suggestions = [], made } = findRewrites(result, options, judge);
  const told = throws || MESSAGE_OF[kind] !== "failureObject" ? MESSAGE_OF[kind] : "otherEnvelope";
  const throwing = suggestions.map(({ code, confidence, why, apply }) => ({
    messageId: code === undefined ? ("throwConverted" as const) : ("throwCode" as const),
    data: { code, why, confidence, converter },
    fix: apply,
  }));
  const suggest: readonly Suggestion[] = [...throwing, ...suggestMark(result, judge)];
  const quotesCaught = made?.message !== undefined && mentionsCaught(made.message, judge);
  const caught = lost?.type === "Identifier" ? lost.name : lost && sourceCode.getText(lost);
  const data = { factory, converter, caught, shape, kind, quotesCaught, ...describeWords(made, judge) };
  return { node, messageId: lost ? "codesLost" : told, data, suggest };
}

/** Suggests the mark of a failed result, which changes nothing else for whoever gets it, and loses no code. */
function suggestMark({ kind, node, exit: { owner } }: FailureResult, lint: LintContext): readonly Suggestion[] {
  const { contract, sourceCode } = lint;
  const close = sourceCode.getLastToken(node);
  const mayHaveMark = !owner?.returnType || /\bCallToolResult\b/.test(sourceCode.getText(owner.returnType));
  if (kind !== "text" || contract.isStrict || node.type !== "ObjectExpression" || !close || !mayHaveMark) return [];
  // What is read of a resource has no mark.
  if (!readObjectFields(node, sourceCode).values.has("content")) return [];
  if (findLostError(node, lint)) return [];
  return [{ messageId: "markResult", fix: (fixer) => appendItem(fixer, "isError: true", close, lint) }];
}

function findRewrites(result: FailureResult, { everyCode = false }: Options, judge: ResultJudge): ResultRewrites {
  if (judge.contract.definesLegacy || runsInBrowser(result.node, judge.sourceCode)) return {};
  return rewriteResult(result, { ...judge, everyCode, fallbackCode: null });
}
