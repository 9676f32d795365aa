import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { showsStack } from "./clients/leaks.js";
import { type LintContext, createLintContext } from "./contract/lint-context.js";
import { createRule } from "./create-rule.js";
import { type Decision, nameHelperDecision } from "./decision.js";
import { appendItem } from "./edits/source-style.js";
import type { Callee } from "./model/callees.js";
import { readReturn } from "./model/exits.js";
import { DEFAULT_DISCRIMINANTS, type Discriminant } from "./model/sayings.js";
import { type FailureResult, findFailureResults, leavesAsSuccess } from "./results/failure-results.js";
import { type ResultRewrites, rewriteResult } from "./results/rewrite-result.js";
import {
  type ResultJudge,
  findLostError,
  isFailureHelper,
  listHelperCalls,
  listImportedCalls,
  mentionsCaught,
} from "./results/tool-results.js";
import { type FunctionNode, findEnclosingFunction, readFunctionName } from "./syntax/functions.js";
import { readObjectFields } from "./syntax/expressions.js";
import { isGenerated, isPageScript, runsInBrowser } from "./syntax/source-file.js";
import { describeWords } from "./throws/raw-error.js";

interface Options {
  readonly discriminants: readonly (string | Discriminant)[];
  readonly everyCode?: boolean;
}

type MessageId =
  | "failureObject"
  | "failureText"
  | "failureMaker"
  | "missingEnvelope"
  | "otherEnvelope"
  | "codesLost"
  | "markResult"
  | "throwCode"
  | "throwConverted";

type Report = TSESLint.ReportDescriptor<MessageId>;
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
      judges: "results",
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
      failureText: "Throw `{{factory}}`; the client takes this answer{{given}} for a success.",
      failureMaker: "Let `{{maker}}` throw `{{factory}}`; the client takes its answer{{given}} for a success.",
      missingEnvelope: "Throw `{{factory}}`; this error result holds no envelope of the contract.",
      otherEnvelope: "Return the contract's envelope or throw `{{factory}}` instead of `{{shape}}`.",
      codesLost:
        "Each code ends here as text{{elsewhere}}; " +
        "throw `{{caught}}` to the boundary, or return `{{converter}}`'s envelope.",
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
    // The first answer of each function where codes end.
    const losing = new Map<FunctionNode, LostAnswer>();
    const helpers = new Set<FunctionNode>();

    function check(node: TSESTree.Node): void {
      const exit = readReturn(node, lint);
      if (!exit) return;
      for (const result of findFailureResults(exit, judge)) {
        if (seen.has(result.node) || showsStack(result.node, lint)) continue;
        seen.add(result.node);
        const caught = result.kind === "isError" ? findLostError(result.node, lint) : undefined;
        const owner = caught && findEnclosingFunction(result.node);
        const isLost = owner && !losing.has(owner);
        if (isLost) losing.set(owner, { result, caught });
        // The boundary adds the envelope to `isError`, and callers of other functions may test what they get.
        if (!contract.isStrict && !leavesAsSuccess(result, lint)) continue;
        const helper = findHelper(result, lint);
        if (helper && helpers.has(helper)) continue;
        if (helper) helpers.add(helper);
        const lost = isLost ? { caught, functions: 1 } : undefined;
        context.report(describeResult(result, { lost, helper }, options, judge));
      }
    }

    // One decision settles all functions of a file that answer so.
    function checkLost(): void {
      const all = [...losing.values()].sort((one, other) => one.result.node.range[0] - other.result.node.range[0]);
      const [first] = all;
      if (!first || contract.isStrict) return;
      context.report(describeLost(first, all));
    }

    function describeLost({ result, caught }: LostAnswer, all: readonly LostAnswer[]): Report {
      const decision: Decision = {
        name: "{ isError: true } with the text of each error",
        noun: "function",
        places: all.map((each) => each.result.node.loc),
        describeEach: () => all.map((each) => describeLost(each, [each])),
      };
      return describeResult(result, { lost: { caught, functions: all.length }, decision }, options, judge);
    }

    return {
      ReturnStatement: check,
      ArrowFunctionExpression: check,
      CallExpression: check,
      "Program:exit": checkLost,
    };
  },
});

/** An answer where codes end, and the error that has them. */
interface LostAnswer {
  readonly result: FailureResult;
  readonly caught: TSESTree.Node;
}

/** Why one finding stands for more places of its file. */
interface Habit {
  /** The error whose codes end there, and how many functions of the file do so. */
  readonly lost?: { readonly caught: TSESTree.Node; readonly functions: number } | undefined;
  /** The function that makes this answer for its callers. */
  readonly helper?: FunctionNode | undefined;
  /** The decision that settles it with others of the project. */
  readonly decision?: Decision | undefined;
}

/** Finds the function for failures that makes an answer without a mark. */
function findHelper({ kind, maker, exit: { owner } }: FailureResult, lint: LintContext): FunctionNode | undefined {
  if (maker) return maker.node;
  return kind === "text" && owner && isFailureHelper(owner, lint) ? owner : undefined;
}

/** Describes a failure that is returned. */
function describeResult(
  result: FailureResult,
  { lost, helper, decision }: Habit,
  options: Options,
  judge: ResultJudge,
): Report {
  const { node, kind, shape } = result;
  const { contract, sourceCode } = judge;
  const factory = `${contract.factory}(...)`;
  if (result.maker) {
    const decision = createHelperDecision(result.maker, listImportedCalls(result.maker, judge));
    const calls = decision.places.length;
    const maker = readFunctionName(result.maker.node, result.maker.lint.sourceCode) ?? "it";
    return { node, messageId: "failureMaker", data: { factory, maker, calls, given: describeCalls(calls), decision } };
  }
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
  const caught = lost?.caught.type === "Identifier" ? lost.caught.name : lost && sourceCode.getText(lost.caught);
  const functions = lost?.functions;
  const calls = helper && listHelperCalls(helper, judge).length;
  const habit = {
    decision:
      decision ?? (helper && createHelperDecision({ node: helper, lint: judge }, listHelperCalls(helper, judge))),
    functions,
    calls,
    elsewhere: describeFunctions(functions),
    given: describeCalls(calls),
  };
  const data = { factory, converter, caught, shape, kind, quotesCaught, ...habit, ...describeWords(made, judge) };
  return { node, messageId: lost ? "codesLost" : told, data, suggest };
}

/** Creates the decision about a function that makes an answer for its callers. */
function createHelperDecision({ node, lint }: Callee, calls: readonly TSESTree.CallExpression[]): Decision {
  const name = readFunctionName(node, lint.sourceCode) ?? "";
  return { name: nameHelperDecision(lint.filename, name, lint), noun: "call", places: calls.map(({ loc }) => loc) };
}

function describeFunctions(count = 0): string {
  if (count < 2) return "";
  return `, and in ${count - 1} more ${count === 2 ? "function" : "functions"} of this file`;
}

function describeCalls(count = 0): string {
  if (count === 0) return "";
  return count === 1 ? ", which one call in this file gives," : `, which ${count} calls in this file give,`;
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
