import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import {
  type FailureTraces,
  type Handler,
  collectFailureTraces,
  findRepeatedAttempt,
  leavesLoop,
} from "../model/handlers.js";
import { findImportedFunction, neverReturns, standsAlone } from "../model/callees.js";
import type { Position } from "../model/control-flow.js";
import { isLogging } from "../model/exits.js";
import { collectSteps, findEnds, findEntries, findPositionsAfter } from "../model/path-graph.js";
import { isFailureAnswer } from "../model/responses.js";
import { isEmptyValue, tellsFailure } from "../model/sayings.js";
import { comesBack, isNamedLikeMethod } from "../syntax/built-ins.js";
import { readStaticKey, unwrapExpression, toExcerpt } from "../syntax/expressions.js";
import { findCalledFunction, type FunctionNode, listParameters } from "../syntax/functions.js";
import { collectNodes, isInside } from "../syntax/source-file.js";
import { findSuccessAnswer } from "./answered-requests.js";
import { findContinuation, findDroppedInTool } from "./dropped-promises.js";
import {
  type DroppingPath,
  type StepVerdict,
  collectStepsAfter,
  findDroppingPath,
  findKnownOutcome,
  findRecognisingOutcome,
} from "./failure-paths.js";
import {
  type PropagationContext,
  endsPath,
  isExit,
  isPassedAnywhere,
  isThrown,
  propagatesError,
} from "./propagation.js";

/** The facts about a file that are needed to follow its failures. */
export interface DropContext extends LintContext {
  /** Whether a handler may drop its failure where the code after it fails all the same. */
  readonly allowFailingAnyway: boolean;
}

/** The way in which a handler drops its failure. */
export interface DroppedFailure {
  /** `answered`: an HTTP request is, with a success; `partly`: only some paths of the handler drop it. */
  readonly how: "ignored" | "logged" | "replaced" | "answered" | "partly";
  /** The `return` or `continue` that drops it; `undefined` where the path reaches the end of the handler. */
  readonly at: TSESTree.Node | undefined;
  /** Where the path leaves the handler. */
  readonly line: number;
  /** Whether the handler itself answers an HTTP request on that path. */
  readonly answers: boolean;
  /** The value that the path returns, or answers with, in place of the failure. */
  readonly told: TSESTree.Expression | undefined;
  /** What the path does in the handler: calls, assignments, jumps. */
  readonly steps: readonly TSESTree.Node[];
}

/** Answers for the handlers of a file. */
export class DroppedFailures {
  readonly #lint: DropContext;
  readonly #answers = new Map<string, boolean>();
  /** Whether control never comes back from a call. */
  readonly #endings = new Map<TSESTree.CallExpression, boolean>();
  /** How many questions about functions are open. */
  #asked = 0;

  constructor(lint: DropContext) {
    this.#lint = lint;
  }

  /** Tells how a handler drops its failure on some path; `undefined` where it may, or hands it on on every path. */
  of(handler: Handler): DroppedFailure | undefined {
    const over = this.#follow(handler.node, handler.failure);
    const path = this.#findPathThrough(over);
    if (!path || (this.#lint.allowFailingAnyway && this.#failsAfterChain(handler))) return undefined;
    const steps = path.steps.filter((step) => isInside(step, handler.node));
    const last = steps.at(-1);
    const at = last && (LEAVES.test(last.type) || last === path.at) ? last : undefined;
    const isPart = this.#propagatesSomewhere(over);
    const answer = at && at === path.at ? findSuccessAnswer(at, over) : undefined;
    const answers = answer !== undefined;
    const given = answers ? "answered" : classifyDrop(steps, findReturnedValue(at, this.#lint), this.#lint);
    const line = (at ?? handler.body).loc[at ? "start" : "end"].line;
    const told = this.findAnswerAfter(handler) ?? answer ?? findReturnedValue(path.at, this.#lint);
    return { how: isPart ? "partly" : given, at, line, answers, told, steps };
  }

  /** Finds the answer that a tool gives after a promise whose failure it has dropped; none under a strict preset. */
  findAnswerAfter(handler: Handler): TSESTree.Expression | undefined {
    const lint = this.#lint;
    if (!lint.allowFailingAnyway) return undefined;
    const next = handler.place && findContinuation(handler.place.call);
    const { sourceCode } = lint;
    if (next) return findReturnedValue(findDroppingPath(findEntries(next, sourceCode), { step: isAnswer })?.at, lint);
    const call = findDroppedInTool(handler);
    if (!call) return undefined;
    const step = (each: TSESTree.Node): StepVerdict => {
      if (endsPath(each, lint) || returnsFailure(each, lint)) return "handed";
      return each.type === "ReturnStatement" ? "dropped" : undefined;
    };
    return findReturnedValue(findDroppingPath(findPositionsAfter(call, sourceCode), { step })?.at, lint);
  }

  /** Returns whether the code goes on after a call, on every path, as if nothing had happened. */
  goesOnAfter(call: TSESTree.CallExpression): boolean {
    const lint = this.#lint;
    const steps = collectStepsAfter(findPositionsAfter(call, lint.sourceCode));
    return !steps.some((step) => endsPath(step, lint) || returnsFailure(step, lint) || this.#neverReturns(step));
  }

  /** Answers a question about a function once; while it is asked, the answer is taken to be yes. */
  #askOnce(question: string, called: FunctionNode, ask: () => boolean): boolean {
    const key = `${question} ${called.range[0]}`;
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    this.#answers.set(key, true);
    this.#asked++;
    const answer = ask();
    this.#asked--;
    this.#answers.set(key, answer);
    return answer;
  }

  #neverReturns(call: TSESTree.Node): boolean {
    if (call.type !== "CallExpression") return false;
    const known = this.#endings.get(call);
    if (known !== undefined) return known;
    const answer = this.#endsThere(call);
    // While a function is asked about, an answer may rest on what is only taken to be so.
    if (this.#asked === 0) this.#endings.set(call, answer);
    return answer;
  }

  #endsThere(call: TSESTree.CallExpression): boolean {
    const { sourceCode, facts } = this.#lint;
    if (comesBack(call, sourceCode)) return false;
    // An exit with the status 0 tells of a success, whatever its type.
    if (isExit(call, this.#lint)) return endsPath(call, this.#lint);
    const called = findCalledFunction(call, sourceCode);
    if (called && !called.generator && !this.#completes(called)) return true;
    const imported = !called && standsAlone(call) ? findImportedFunction(call.callee, this.#lint) : undefined;
    if (imported && imported !== "unknown" && neverReturns(imported)) return true;
    return facts !== undefined && !isNamedLikeMethod(call, sourceCode) && facts.neverReturns(call);
  }

  /** Returns whether a function can come to its end, or return. */
  #completes(called: FunctionNode): boolean {
    const entries = findEntries(called, this.#lint.sourceCode);
    // The code goes on after a call of `reject` or of a callback.
    const isEnd = (step: TSESTree.Node) =>
      step.type === "CallExpression" ? isThrown(step) || isExit(step, this.#lint) : step.type === "ThrowStatement";
    const isLast = (step: TSESTree.Node) => this.#neverReturns(step);
    return this.#askOnce("completes", called, () => entries.length === 0 || mayReturn(entries, isEnd, isLast));
  }

  #propagatesArgument(called: FunctionNode, argument: number): boolean {
    return this.#askOnce(`propagates ${argument}`, called, () => {
      const failure = collectFailureTraces(called, listParameters(called)[argument], this.#lint);
      const over = { ...this.#follow(called, failure), isCalledForEffect: true };
      // A failure that is passed on inside another call cannot be followed.
      if (failure.reads.some((read) => isPassedAnywhere(read, over)) || !this.#findPathThrough(over)) return true;
      // A function that hands it on at all decides where it need not.
      return this.#lint.allowFailingAnyway && this.#propagatesSomewhere(over);
    });
  }

  #follow(handler: TSESTree.Node, failure: FailureTraces): PropagationContext {
    const propagatesArgument = this.#propagatesArgument.bind(this);
    return { ...this.#lint, handler, failure, isCalledForEffect: false, propagatesArgument };
  }

  #findPathThrough(over: PropagationContext): DroppingPath | undefined {
    const { handler } = over;
    const isWithin = (each: TSESTree.Node) => isInside(each, handler);
    // `if (attempt === most) throw error;` in a loop that tries again.
    const isLastAttempted = findRepeatedAttempt(handler) !== undefined && this.#propagatesSomewhere(over);
    return findDroppingPath(findEntries(handler, this.#lint.sourceCode), {
      step: this.#createStepJudge(over),
      outcome: (test) => findKnownOutcome(test, over),
      answers: (start) => isLastAttempted && !isWithin(start),
      recognising: (test) => (isWithin(test) ? findRecognisingOutcome(test, over) : undefined),
      neverReturns: (step) => this.#neverReturns(step),
    });
  }

  /** Judges the steps in a handler, and those after it. */
  #createStepJudge(over: PropagationContext): (step: TSESTree.Node) => StepVerdict {
    const lint = this.#lint;
    const { handler } = over;
    const retried = findRepeatedAttempt(handler);
    let isToldAfter: boolean | undefined;
    return (step) => {
      const isOwn = isInside(step, handler);
      if (!isOwn) {
        isToldAfter ??= lint.allowFailingAnyway || !this.#failsAnyway(handler);
        if (!isToldAfter) return "dropped";
        if (isFailureAnswer(step, lint)) return "handed";
      }
      if (step === retried || endsPath(step, lint)) return "handed";
      if (isOwn && findSuccessAnswer(step, over)) return "dropped";
      if (isOwn && propagatesError(step, over)) return "handed";
      if (step.type === "ArrowFunctionExpression") return "dropped";
      if (step.type !== "ReturnStatement") return undefined;
      return !isOwn && returnsFailure(step, lint) ? "handed" : "dropped";
    };
  }

  /** Returns whether the code after an attempt throws or exits on every path though the attempt has succeeded. */
  #failsAnyway(node: TSESTree.Node): boolean {
    if (node.type !== "CatchClause" || leavesLoop(node.parent.block)) return false;
    return throwsFrom(findEnds(node.parent.block, this.#lint.sourceCode), this.#lint);
  }

  /** `const text = await response.text().catch(() => ""); throw new Problem(text);` */
  #failsAfterChain({ kind, place }: Handler): boolean {
    return (
      kind === "rejection" &&
      place !== undefined &&
      throwsFrom(findPositionsAfter(place.call, this.#lint.sourceCode), this.#lint)
    );
  }

  #propagatesSomewhere(over: PropagationContext): boolean {
    const steps = collectSteps(over.handler, this.#lint.sourceCode);
    const isTold = (step: TSESTree.Node) =>
      endsPath(step, this.#lint) || (propagatesError(step, over) && !findSuccessAnswer(step, over));
    // What a call of another module does is asked last: that module is read for it.
    return steps.some(isTold) || steps.some((step) => this.#neverReturns(step));
  }
}

/** Returns whether the code throws or exits on every path from these positions. */
function throwsFrom(starts: readonly Position[], lint: LintContext): boolean {
  return starts.length > 0 && !mayReturn(starts, (step) => endsPath(step, lint));
}

/** Returns whether a function answers with a step. */
function isAnswer({ type }: TSESTree.Node): StepVerdict {
  return type === "ReturnStatement" || type === "ArrowFunctionExpression" ? "dropped" : undefined;
}

function returnsFailure(step: TSESTree.Node, lint: LintContext): boolean {
  return step.type === "ReturnStatement" && step.argument !== null && tellsFailure(step.argument, lint);
}

function classifyDrop(
  steps: readonly TSESTree.Node[],
  told: TSESTree.Node | undefined,
  lint: LintContext,
): DroppedFailure["how"] {
  // `return undefined`, `return void 0`
  const isBare = told && isEmptyValue(told) && told.type !== "Literal";
  if (told && !isBare) return "replaced";
  if (steps.some((step) => step.type === "AssignmentExpression")) return "replaced";
  return steps.some((step) => step.type === "CallExpression" && isLogging(step, lint)) ? "logged" : "ignored";
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
