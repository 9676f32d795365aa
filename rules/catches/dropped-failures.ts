import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { findCalledFunction, type FunctionNode, listParameters } from "../syntax/functions.js";
import { isInside } from "../syntax/source-file.js";
import { comesBack, isNamedLikeMethod } from "../syntax/built-ins.js";
import type { Handler } from "../model/handlers.js";
import {
  type DroppingPath,
  type PathQuestions,
  type StepVerdict,
  collectStepsAfter,
  findDroppingPath,
} from "./failure-paths.js";
import { collectFailureTraces } from "./failure-traces.js";
import { isEmptyValue, isFailureValue } from "../model/sayings.js";
import {
  type PropagationContext,
  endsPath,
  isFailureAnswer,
  propagatesError,
  isExit,
  isPassedAnywhere,
  isThrown,
} from "./propagation.js";
import { findKnownOutcome, findRecognisingOutcome } from "./known-outcomes.js";
import { isLogging } from "../model/logging.js";
import type { PathGraph, Position } from "./path-graph.js";
import { findRepeatedAttempt, leavesLoop } from "./retries.js";

/** The facts about a file that are needed to follow its failures. */
export interface DropContext extends LintContext {
  readonly graph: PathGraph;
  /** Whether a handler may drop its failure where the code after it fails all the same. */
  readonly allowFailingAnyway: boolean;
}

/** The way in which a handler drops its failure. */
export interface DroppedFailure {
  /** `partly`: only some paths of the handler drop it. */
  readonly how: "ignored" | "logged" | "replaced" | "partly";
  /** The `return` or `continue` that drops it; `undefined` where the path reaches the end of the handler. */
  readonly at: TSESTree.Node | undefined;
  /** Where the path leaves the handler. */
  readonly line: number;
  /** The value that the path returns in place of the failure. */
  readonly told: TSESTree.Expression | undefined;
  /** What the path does in the handler: calls, assignments, jumps. */
  readonly steps: readonly TSESTree.Node[];
}

/** Answers for the handlers of a file; to be asked when the file has been walked. */
export interface DroppedFailures {
  /** How a handler drops its failure on some path; `undefined` where it may, or hands it on on every path. */
  of: (handler: Handler) => DroppedFailure | undefined;
  /** Whether the code goes on after a call, on every path, as if nothing had happened. */
  goesOnAfter: (call: TSESTree.CallExpression) => boolean;
}

type HandlerCode = Pick<Handler, "node" | "binding" | "body">;

export function findDroppedFailures(context: DropContext): DroppedFailures {
  const { graph, sourceCode, facts, allowFailingAnyway } = context;
  const answers = new Map<string, boolean>();

  /** Answers a question about a function once; while it is asked, the answer is taken to be yes. */
  function askOnce(question: string, made: FunctionNode, ask: () => boolean): boolean {
    const key = `${question} ${made.range[0]}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    answers.set(key, true);
    const answer = ask();
    answers.set(key, answer);
    return answer;
  }

  function neverReturns(call: TSESTree.Node): boolean {
    if (call.type !== "CallExpression" || comesBack(call, sourceCode)) return false;
    // An exit with the status 0 tells of a success, whatever its type.
    if (isExit(call, sourceCode)) return endsPath(call, sourceCode);
    const made = findCalledFunction(call, sourceCode);
    if (made && !made.generator && !completes(made)) return true;
    return facts !== undefined && !isNamedLikeMethod(call, sourceCode) && facts.neverReturns(call);
  }

  /** Returns whether a function can come to its end, or return. */
  function completes(made: FunctionNode): boolean {
    const entries = graph.entries(made);
    // The code goes on after a call of `reject` or of a callback.
    const isEnd = (step: TSESTree.Node) =>
      step.type === "CallExpression" ? isThrown(step) || isExit(step, sourceCode) : step.type === "ThrowStatement";
    return askOnce("completes", made, () => entries.length === 0 || mayReturn(entries, isEnd, neverReturns));
  }

  function propagatesArgument(made: FunctionNode, argument: number): boolean {
    return askOnce(`propagates ${argument}`, made, () => {
      const handler = { node: made, binding: listParameters(made)[argument], body: made.body };
      const over = { ...createPropagationContext(handler), isCalledForEffect: true };
      // A failure that is passed on inside another call cannot be followed.
      return over.failure.reads.some((read) => isPassedAnywhere(read, over)) || !findPathThrough(handler, over);
    });
  }

  function createPropagationContext(handler: HandlerCode): PropagationContext {
    const failure = collectFailureTraces(handler, sourceCode);
    return { ...context, handler: handler.node, failure, isCalledForEffect: false, propagatesArgument };
  }

  function findPathThrough(
    handler: HandlerCode,
    over: PropagationContext,
    isEnd = neverReturns,
  ): DroppingPath | undefined {
    const isWithin = (each: TSESTree.Node) => isInside(each, handler.node);
    const retried = findRepeatedAttempt(handler.node);
    // `if (attempt === most) throw error;` in a loop that tries again.
    const isLastAttempted = retried !== undefined && propagatesSomewhere(handler.node, over);
    let isToldAfter: boolean | undefined;
    const step = (each: TSESTree.Node): StepVerdict => {
      const isOwn = isWithin(each);
      if (!isOwn) {
        isToldAfter ??= allowFailingAnyway || !failsAnyway(handler.node);
        if (!isToldAfter) return "dropped";
        if (each.type === "CallExpression" && isFailureAnswer(each, sourceCode)) return "handed";
      }
      if (each === retried || endsPath(each, sourceCode)) return "handed";
      if (isOwn && propagatesError(each, over)) return "handed";
      if (each.type === "ArrowFunctionExpression") return "dropped";
      if (each.type !== "ReturnStatement") return undefined;
      return !isOwn && returnsFailure(each) ? "handed" : "dropped";
    };
    return findDroppingPath(graph.entries(handler.node), {
      step,
      outcome: (test) => findKnownOutcome(test, over),
      answers: (start) => isLastAttempted && !isWithin(start),
      recognising: (test) => (isWithin(test) ? findRecognisingOutcome(test, over) : undefined),
      neverReturns: isEnd,
    });
  }

  /** Returns whether the code after an attempt throws or exits on every path though the attempt has succeeded. */
  function failsAnyway(node: TSESTree.Node): boolean {
    if (node.type !== "CatchClause") return false;
    const { block } = node.parent;
    return !leavesLoop(block) && throwsFrom(graph.ends(block));
  }

  /** `const text = await response.text().catch(() => ""); throw new Problem(text);` */
  function failsAfterChain({ kind, registration }: Handler): boolean {
    return kind === "rejection" && registration !== undefined && throwsFrom(graph.after(registration));
  }

  /** Returns whether the code throws or exits on every path from these positions. */
  function throwsFrom(starts: readonly Position[]): boolean {
    return starts.length > 0 && !mayReturn(starts, (step) => endsPath(step, sourceCode));
  }

  return {
    of(handler) {
      const over = createPropagationContext(handler);
      const written = findPathThrough(handler, over, () => false);
      if (!written || (allowFailingAnyway && failsAfterChain(handler))) return undefined;
      const path = findPathThrough(handler, over);
      if (!path) return undefined;
      const steps = path.steps.filter((step) => isInside(step, handler.node));
      const last = steps.at(-1);
      const at = last && (isLeaving(last) || last === path.at) ? last : undefined;
      const line = (at ?? handler.body).loc[at ? "start" : "end"].line;
      return {
        how: classifyDrop(handler, steps, at, over),
        at,
        line,
        told: findReturnedValue(path.at, context),
        steps,
      };
    },
    goesOnAfter(call) {
      const steps = collectStepsAfter(graph.after(call));
      return !steps.some((step) => endsPath(step, sourceCode) || returnsFailure(step)) && !steps.some(neverReturns);
    },
  };

  function returnsFailure(step: TSESTree.Node): boolean {
    return step.type === "ReturnStatement" && step.argument !== null && isFailureValue(step.argument, sourceCode);
  }

  function propagatesSomewhere(handler: TSESTree.Node, over: PropagationContext): boolean {
    const steps = graph.stepsIn(handler);
    return steps.some((step) => endsPath(step, sourceCode) || propagatesError(step, over)) || steps.some(neverReturns);
  }

  function classifyDrop(
    { node }: HandlerCode,
    steps: readonly TSESTree.Node[],
    at: TSESTree.Node | undefined,
    over: PropagationContext,
  ): DroppedFailure["how"] {
    if (propagatesSomewhere(node, over)) return "partly";
    const told = findReturnedValue(at, context);
    // `return undefined`, `return void 0`
    const isBare = told && isEmptyValue(told) && told.type !== "Literal";
    if (told && !isBare) return "replaced";
    if (steps.some((step) => step.type === "AssignmentExpression")) return "replaced";
    return steps.some((step) => step.type === "CallExpression" && isLogging(step, context)) ? "logged" : "ignored";
  }
}

/**
 * Returns whether a path from these positions returns, or comes to the end of the function, before any of these ends.
 */
function mayReturn(
  starts: readonly Position[],
  isEnd: (step: TSESTree.Node) => boolean,
  neverReturns?: PathQuestions["neverReturns"],
): boolean {
  const step = (each: TSESTree.Node): StepVerdict =>
    isEnd(each) ? "handed" : each.type === "ReturnStatement" ? "dropped" : undefined;
  return findDroppingPath(starts, { step, neverReturns }) !== undefined;
}

function isLeaving({ type }: TSESTree.Node): boolean {
  return type === "ReturnStatement" || type === "BreakStatement" || type === "ContinueStatement";
}

function findReturnedValue(at: TSESTree.Node | undefined, context: LintContext): TSESTree.Expression | undefined {
  const value = at?.type === "ReturnStatement" ? at.argument : at?.type === "ArrowFunctionExpression" ? at.body : null;
  if (value === null || value.type === "BlockStatement") return undefined;
  return value.type === "CallExpression" && isLogging(value, context) ? undefined : value;
}
