// Follows a failure from where its handler begins, along every path that it can take.
//
// A path is good where the failure is handed on: it ends there. It drops the failure where it returns, or where the
// function ends, before that has happened. At a test, three things are known of the failure:
//
// - It is there: `if (err)` has one outcome only.
// - It may be recognised: `if (err.code === "ENOENT") return null; throw err;` handles a failure that it knows. When
//   every path of the other outcome is good, so is this one.
// - A variable that only the attempt sets is unset: `if (!value) throw ...` after the `try` has one outcome too.
//
// Where a call may throw into a handler further out, and where a generator may be closed, that way is left out: the
// throw is that handler's to answer for.
import type { TSESTree } from "@typescript-eslint/utils";
import type { PropagationContext } from "./propagation.js";
import type { LintContext } from "../contract/lint-context.js";
import type { Block, Position } from "../model/control-flow.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import { readNameOf, readStaticValue, unwrapExpression } from "../syntax/expressions.js";
import { resolveVariable } from "../syntax/references.js";
import { isInside } from "../syntax/source-file.js";

/** The effect of a step on the failure: it passes the failure on, drops it, or does neither. */
export type StepVerdict = "handed" | "dropped" | undefined;

/** The questions about a step or test that decide whether a path drops the failure. */
export interface PathQuestions {
  readonly step: (step: TSESTree.Node) => StepVerdict;
  /**
   * Whether control never comes back from a step. Types tell it, slowly, so it is asked of the steps of a dropping path
   * alone.
   */
  readonly neverReturns?: ((step: TSESTree.Node) => boolean) | undefined;
  /** The outcome of a test, as far as it is certain while the failure is there. */
  readonly outcome?: (test: TSESTree.Node) => boolean | undefined;
  /** The outcome of a test by which it recognises a failure that it knows. */
  readonly recognising?: (test: TSESTree.Node) => boolean | undefined;
  /** Whether the code that begins at a node answers for the failure, whatever it does. */
  readonly answers?: (start: TSESTree.Node) => boolean;
}

/** The steps of a path that drops the failure. The last one lets go of it, unless the function just ends. */
export interface DroppingPath {
  readonly steps: readonly TSESTree.Node[];
  readonly at: TSESTree.Node | undefined;
}

/** The first path from one of these positions on which the failure is dropped; `undefined` where there is none. */
export function findDroppingPath(from: readonly Position[], questions: PathQuestions): DroppingPath | undefined {
  const ends = new Set<TSESTree.Node>();
  for (;;) {
    const path = findPathAround(ends, from, questions);
    const end = questions.neverReturns && path?.steps.find(questions.neverReturns);
    if (!end) return path;
    ends.add(end);
  }
}

/** The first dropping path that goes through none of these ends. */
function findPathAround(
  ends: ReadonlySet<TSESTree.Node>,
  from: readonly Position[],
  questions: PathQuestions,
): DroppingPath | undefined {
  // A block that is being looked at leads back to itself here: the path that goes on elsewhere decides.
  const known = new Map<Block, DroppingPath | undefined>();

  function followBlocks(blocks: readonly Block[]): DroppingPath | undefined {
    for (const block of blocks) {
      if (questions.answers?.(block.start)) continue;
      if (!known.has(block)) {
        known.set(block, undefined);
        known.set(block, followBlock({ block, step: 0 }));
      }
      const path = known.get(block);
      if (path) return path;
    }
    return undefined;
  }

  function followBlock({ block, step: first }: Position): DroppingPath | undefined {
    const steps: TSESTree.Node[] = [];
    for (const step of block.steps.slice(first)) {
      const verdict = ends.has(step) ? "handed" : questions.step(step);
      if (verdict === "handed") return undefined;
      steps.push(step);
      if (verdict === "dropped") return { steps, at: step };
    }
    if (block.isEnd) return { steps, at: undefined };
    const rest = followOutcome(block);
    return rest && { ...rest, steps: [...steps, ...rest.steps] };
  }

  function followOutcome({ fork, next }: Block): DroppingPath | undefined {
    if (!fork) return followBlocks(next);
    // The author of an optional chain accepts that it may end early.
    if (fork.kind === "chain") return followBlocks(fork.yes);
    const { test, yes, no } = fork;
    const outcome = questions.outcome?.(test);
    if (outcome !== undefined) return followBlocks(outcome ? yes : no);
    const recognising = questions.recognising?.(test);
    if (recognising === undefined) return followBlocks(next);
    return followBlocks(recognising ? no : yes);
  }

  for (const position of from) {
    const path = followBlock(position);
    if (path) return path;
  }
  return undefined;
}

/** Every step that may be taken after these positions, in no particular order. */
export function collectStepsAfter(from: readonly Position[]): readonly TSESTree.Node[] {
  const steps = from.flatMap(({ block, step }) => block.steps.slice(step));
  // Grows while it is read.
  const reached = new Set(from.flatMap(({ block }) => block.next));
  for (const block of reached) {
    steps.push(...block.steps);
    for (const next of block.next) reached.add(next);
  }
  return steps;
}

// Whether the failure can still be told to a caller.
const ALREADY_OVER = /^[_#]?(?:is)?(?:headersSent|settled|done|aborted|cancell?ed)$/i;

/** The outcome of a test, as far as it is certain while the failure is there. */
export function findKnownOutcome(test: TSESTree.Node, lint: PropagationContext): boolean | undefined {
  const node = unwrapExpression(test);
  const { sourceCode } = lint;
  const isThere = isTruthyAfterFailure(node, lint);
  if (isThere !== undefined) return isThere;
  const name = readNameOf(node, sourceCode);
  if (ALREADY_OVER.test(name)) return false;
  // `if (callback) callback(error)`
  const around = test.parent && sourceCode.getText(test.parent);
  if (name !== "" && around?.includes(`${name}(`)) return true;
  return node.type === "BinaryExpression" ? findComparisonOutcome(node, lint) : undefined;
}

/** `error instanceof Error`, `value === undefined` */
function findComparisonOutcome(
  { left, right, operator }: TSESTree.BinaryExpression,
  lint: PropagationContext,
): boolean | undefined {
  const { sourceCode, failure } = lint;
  if (operator === "instanceof")
    return failure.isItself(left) && findBuiltinErrorName(right, sourceCode) === "Error" ? true : undefined;
  const compared = /^[!=]==?$/.test(operator) ? readStaticValue(right, sourceCode) : undefined;
  if (!compared || compared.value) return undefined;
  const isThere = isTruthyAfterFailure(unwrapExpression(left), lint);
  return isThere === undefined ? undefined : isThere === operator.startsWith("!");
}

/**
 * Returns whether a value is truthy once the attempt has failed: the failure is; a variable that only the attempt sets
 * is unset, and one that the handler sets is set.
 */
function isTruthyAfterFailure(node: TSESTree.Node, lint: PropagationContext): boolean | undefined {
  const { sourceCode, handler, failure } = lint;
  if (failure.isItself(node)) return true;
  const variable = resolveVariable(node, sourceCode);
  const definition = variable?.defs[0];
  // Inside of the handler the attempt may have come halfway.
  if (handler.type !== "CatchClause" || isInside(node, handler) || definition?.type !== "Variable") return undefined;
  if (definition.node.id !== definition.name || isInside(definition.node, handler.parent)) return undefined;
  const writes = variable?.references.filter((reference) => reference.isWrite()) ?? [];
  if (writes.some(({ from }) => from.variableScope !== variable?.scope.variableScope)) return undefined;
  const inHandler = writes.filter(({ identifier }) => isInside(identifier, handler));
  if (!inHandler.every(({ identifier }) => identifier.parent.parent?.parent === handler.body)) return undefined;
  const before = writes.filter(({ identifier }) => !isInside(identifier, handler.parent.block));
  if (before.length === writes.length && inHandler.length === 0) return undefined;
  const [first, ...others] = (inHandler.length > 0 ? inHandler : before).map(({ writeExpr }) =>
    writeExpr ? isTruthy(writeExpr, lint) : undefined,
  );
  if (inHandler.length === 0 && before.length === 0) return false;
  return others.every((value) => value === first) ? first : undefined;
}

function isTruthy(node: TSESTree.Node, { sourceCode }: LintContext): boolean | undefined {
  const found = readStaticValue(unwrapExpression(node), sourceCode);
  return found ? Boolean(found.value) : undefined;
}

/** The outcome of a test that asks the failure which one it is, by which it is recognised. */
export function findRecognisingOutcome(test: TSESTree.Node, { failure }: PropagationContext): boolean | undefined {
  if (test.type === "SwitchCase") {
    if (!test.test) return undefined;
    const isOfFailure = failure.isIn(test.parent.discriminant);
    return isOfFailure || failure.isIn(test.test) ? true : undefined;
  }
  if (!failure.isIn(test)) return undefined;
  const node = unwrapExpression(test);
  return !(node.type === "BinaryExpression" && node.operator.startsWith("!"));
}
