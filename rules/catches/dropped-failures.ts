import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import {
  type FailureTraces,
  type Handler,
  collectFailureTraces,
  findRepeatedAttempt,
  leavesLoop,
} from "../model/handlers.js";
import { isLogging } from "../model/exits.js";
import { isEmptyValue, isFailureValue } from "../model/sayings.js";
import { comesBack, isNamedLikeMethod } from "../syntax/built-ins.js";
import { readStaticKey, unwrapExpression, toExcerpt } from "../syntax/expressions.js";
import { findCalledFunction, type FunctionNode, listParameters } from "../syntax/functions.js";
import { collectNodes, isInside } from "../syntax/source-file.js";
import {
  type DroppingPath,
  type StepVerdict,
  collectStepsAfter,
  findDroppingPath,
  findKnownOutcome,
  findRecognisingOutcome,
} from "./failure-paths.js";
import type { PathGraph, Position } from "./path-graph.js";
import {
  type PropagationContext,
  endsPath,
  isExit,
  isFailureAnswer,
  isPassedAnywhere,
  isThrown,
  propagatesError,
} from "./propagation.js";

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

export function findDroppedFailures(lint: DropContext): DroppedFailures {
  const { graph, sourceCode, facts, allowFailingAnyway } = lint;
  const answers = new Map<string, boolean>();

  /** Answers a question about a function once; while it is asked, the answer is taken to be yes. */
  function askOnce(question: string, called: FunctionNode, ask: () => boolean): boolean {
    const key = `${question} ${called.range[0]}`;
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
    if (isExit(call, lint)) return endsPath(call, lint);
    const called = findCalledFunction(call, sourceCode);
    if (called && !called.generator && !completes(called)) return true;
    return facts !== undefined && !isNamedLikeMethod(call, sourceCode) && facts.neverReturns(call);
  }

  /** Returns whether a function can come to its end, or return. */
  function completes(called: FunctionNode): boolean {
    const entries = graph.entries(called);
    // The code goes on after a call of `reject` or of a callback.
    const isEnd = (step: TSESTree.Node) =>
      step.type === "CallExpression" ? isThrown(step) || isExit(step, lint) : step.type === "ThrowStatement";
    return askOnce("completes", called, () => entries.length === 0 || mayReturn(entries, isEnd, neverReturns));
  }

  function propagatesArgument(called: FunctionNode, argument: number): boolean {
    return askOnce(`propagates ${argument}`, called, () => {
      const failure = collectFailureTraces(called, listParameters(called)[argument], lint);
      const over = { ...follow(called, failure), isCalledForEffect: true };
      // A failure that is passed on inside another call cannot be followed.
      return failure.reads.some((read) => isPassedAnywhere(read, over)) || !findPathThrough(over);
    });
  }

  function follow(handler: TSESTree.Node, failure: FailureTraces): PropagationContext {
    return { ...lint, handler, failure, isCalledForEffect: false, propagatesArgument };
  }

  function findPathThrough(over: PropagationContext): DroppingPath | undefined {
    const { handler } = over;
    const isWithin = (each: TSESTree.Node) => isInside(each, handler);
    const retried = findRepeatedAttempt(handler);
    // `if (attempt === most) throw error;` in a loop that tries again.
    const isLastAttempted = retried !== undefined && propagatesSomewhere(over);
    let isToldAfter: boolean | undefined;
    const step = (each: TSESTree.Node): StepVerdict => {
      const isOwn = isWithin(each);
      if (!isOwn) {
        isToldAfter ??= allowFailingAnyway || !failsAnyway(handler);
        if (!isToldAfter) return "dropped";
        if (each.type === "CallExpression" && isFailureAnswer(each, lint)) return "handed";
      }
      if (each === retried || endsPath(each, lint)) return "handed";
      if (isOwn && propagatesError(each, over)) return "handed";
      if (each.type === "ArrowFunctionExpression") return "dropped";
      if (each.type !== "ReturnStatement") return undefined;
      return !isOwn && returnsFailure(each) ? "handed" : "dropped";
    };
    return findDroppingPath(graph.entries(handler), {
      step,
      outcome: (test) => findKnownOutcome(test, over),
      answers: (start) => isLastAttempted && !isWithin(start),
      recognising: (test) => (isWithin(test) ? findRecognisingOutcome(test, over) : undefined),
      neverReturns,
    });
  }

  /** Returns whether the code after an attempt throws or exits on every path though the attempt has succeeded. */
  function failsAnyway(node: TSESTree.Node): boolean {
    return node.type === "CatchClause" && !leavesLoop(node.parent.block) && throwsFrom(graph.ends(node.parent.block));
  }

  /** `const text = await response.text().catch(() => ""); throw new Problem(text);` */
  function failsAfterChain({ kind, place }: Handler): boolean {
    return kind === "rejection" && place !== undefined && throwsFrom(graph.after(place.call));
  }

  /** Returns whether the code throws or exits on every path from these positions. */
  function throwsFrom(starts: readonly Position[]): boolean {
    return starts.length > 0 && !mayReturn(starts, (step) => endsPath(step, lint));
  }

  function returnsFailure(step: TSESTree.Node): boolean {
    return step.type === "ReturnStatement" && step.argument !== null && isFailureValue(step.argument, lint);
  }

  function propagatesSomewhere(over: PropagationContext): boolean {
    const steps = graph.stepsIn(over.handler);
    return steps.some((step) => endsPath(step, lint) || propagatesError(step, over)) || steps.some(neverReturns);
  }

  function classifyDrop(steps: readonly TSESTree.Node[], told: TSESTree.Node | undefined): DroppedFailure["how"] {
    // `return undefined`, `return void 0`
    const isBare = told && isEmptyValue(told) && told.type !== "Literal";
    if (told && !isBare) return "replaced";
    if (steps.some((step) => step.type === "AssignmentExpression")) return "replaced";
    return steps.some((step) => step.type === "CallExpression" && isLogging(step, lint)) ? "logged" : "ignored";
  }

  return {
    of(handler) {
      const over = follow(handler.node, handler.failure);
      const path = findPathThrough(over);
      if (!path || (allowFailingAnyway && failsAfterChain(handler))) return undefined;
      const steps = path.steps.filter((step) => isInside(step, handler.node));
      const last = steps.at(-1);
      const at = last && (LEAVES.test(last.type) || last === path.at) ? last : undefined;
      const how = propagatesSomewhere(over) ? "partly" : classifyDrop(steps, findReturnedValue(at, lint));
      const line = (at ?? handler.body).loc[at ? "start" : "end"].line;
      return { how, at, line, told: findReturnedValue(path.at, lint), steps };
    },
    goesOnAfter(call) {
      const steps = collectStepsAfter(graph.after(call));
      return !steps.some((step) => endsPath(step, lint) || returnsFailure(step)) && !steps.some(neverReturns);
    },
  };
}

/**
 * Returns whether a path from these positions returns, or comes to the end of the function, before any of these ends.
 */
function mayReturn(
  starts: readonly Position[],
  isEnd: (step: TSESTree.Node) => boolean,
  neverReturns?: (step: TSESTree.Node) => boolean,
): boolean {
  const step = (each: TSESTree.Node): StepVerdict =>
    isEnd(each) ? "handed" : each.type === "ReturnStatement" ? "dropped" : undefined;
  return findDroppingPath(starts, { step, neverReturns }) !== undefined;
}

const LEAVES = /^(?:Return|Break|Continue)Statement$/;

function findReturnedValue(at: TSESTree.Node | undefined, lint: LintContext): TSESTree.Expression | undefined {
  const value = at?.type === "ReturnStatement" ? at.argument : at?.type === "ArrowFunctionExpression" ? at.body : null;
  if (value === null || value.type === "BlockStatement") return undefined;
  return value.type === "CallExpression" && isLogging(value, lint) ? undefined : value;
}

/** The members of a result that hold the text which it tells. */
const TEXTS: ReadonlySet<string | undefined> = new Set(["text", "message", "status"]);

/** Names the failing work, and either the value that the caller gets instead or the line where the code goes on. */
export function describeLoss(
  { work, node, place, lint, sourceCode }: Handler,
  { told, line }: DroppedFailure,
): Record<"work" | "told", string> {
  const excerpt = told && toExcerpt(readShownText(told, lint) ?? sourceCode.getText(told));
  return {
    work: work === "" ? "this" : `\`${work}\``,
    told: told
      ? `the caller is told \`${excerpt}\` in line ${told.loc.start.line}`
      : `the code goes on from line ${place && !isInside(node, place.handler) ? place.call.loc.end.line : line}`,
  };
}

/** The text that a literal is, or that a result holds: `Saved` of `{ content: [{ type: "text", text: "Saved" }] }`. */
function readShownText(node: TSESTree.Node, lint: LintContext): string | undefined {
  const value = unwrapExpression(node);
  if (value.type === "Literal") return typeof value.value === "string" && value.value !== "" ? value.value : undefined;
  if (value.type === "TemplateLiteral") return value.quasis.map((quasi) => quasi.value.raw).join("…");
  if (value.type !== "ObjectExpression") return undefined;
  for (const each of collectNodes(lint.sourceCode, value)) {
    const isText = each.type === "Property" && TEXTS.has(readStaticKey(each, lint.sourceCode));
    const text = isText && each.value.type !== "ObjectExpression" ? readShownText(each.value, lint) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}
