import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findEnclosingFunction, isFunctionNode } from "../syntax/functions.js";
import { isInside } from "../syntax/source-file.js";

// ESLint reports code paths while it walks a file: the segments of a path, and where each begins and ends. The code
// after a node is known only when its function has ended. So this module records, for each segment, the facts that the
// analysis needs later: the node that it begins at, the steps that are taken in it (calls, assignments, jumps; each
// when it has been evaluated), and the test that decides where it leads. The analysis itself (`failure-paths.ts`) runs
// at the end of the file.

/** A stretch of code without forks. A class, since an object literal with a getter takes much longer to create. */
export class Segment {
  readonly steps: TSESTree.Node[] = [];
  /** The part of a test, without `!`, `&&` and `||`, whose outcome decides where the segment leads. */
  test: TSESTree.Node | undefined = undefined;
  /** The node of an optional chain that is reached unless the chain ends before it. */
  chained: TSESTree.Node | undefined = undefined;
  /** Whether a function can end here other than by throwing. */
  isEnd = false;

  constructor(
    /** The node that is entered or left where the segment begins. */
    readonly start: TSESTree.Node,
    /** Whether it is the copy of a `finally` block that runs on the way of a throw or a return. */
    readonly isAbrupt: boolean,
    private readonly source: TSESLint.CodePathSegment,
    private readonly segments: ReadonlyMap<TSESLint.CodePathSegment, Segment>,
  ) {}

  /** Complete at the end of the file. */
  get next(): readonly Segment[] {
    return this.source.nextSegments.flatMap((each) => this.segments.get(each) ?? []);
  }
}

export interface Position {
  readonly segment: Segment;
  /** How many of its steps have been taken. */
  readonly step: number;
}

/** The paths through a file; complete only at the end of the file. */
export class PathGraph {
  readonly #segments = new Map<TSESLint.CodePathSegment, Segment>();
  readonly #entries = new Map<TSESTree.Node, readonly Position[]>();
  readonly #ends = new Map<TSESTree.Node, readonly Position[]>();
  readonly #finalizers = new Map<TSESTree.Node, number>();
  readonly #outer: Segment[][] = [];
  #current: Segment[] = [];

  /** @param atEnd is called when the last path of the file has ended, which is after `Program:exit`. */
  constructor(private readonly atEnd: () => void) {}

  /** Writes the paths down. */
  get listener(): TSESLint.RuleListener {
    const take = (step: TSESTree.Node): void => this.#take(step);
    return {
      ...this.#createPathEvents(),
      CatchClause: (node) => {
        this.#entries.set(node, this.#listCurrentPositions());
      },
      TryStatement: take,
      "TryStatement > BlockStatement.block:exit": (node: TSESTree.BlockStatement) => {
        this.#ends.set(node, this.#listCurrentPositions());
      },
      "ArrowFunctionExpression[body.type!='BlockStatement']:exit": take,
      "ThrowStatement:exit": take,
      "ReturnStatement:exit": take,
      BreakStatement: take,
      ContinueStatement: take,
      "CallExpression:exit": take,
      "NewExpression:exit": take,
      "AssignmentExpression:exit": take,
      "UpdateExpression:exit": take,
      "YieldExpression:exit": take,
    };
  }

  /** Returns where a function or the body of a catch clause begins; none where it cannot be reached. */
  entries(node: TSESTree.Node): readonly Position[] {
    return this.#entries.get(node) ?? [];
  }

  /** Returns where the block of a `try` comes to its end; none where it never does. */
  ends(block: TSESTree.BlockStatement): readonly Position[] {
    return this.#ends.get(block) ?? [];
  }

  /** Returns where the code goes on after a step. */
  after(step: TSESTree.Node): readonly Position[] {
    return [...this.#segments.values()].flatMap((segment) => {
      const index = segment.steps.indexOf(step);
      return index < 0 ? [] : [{ segment, step: index + 1 }];
    });
  }

  /** Lists the steps of a handler itself, without those of the functions in it. */
  stepsIn(handler: TSESTree.Node): readonly TSESTree.Node[] {
    const owner = isFunctionNode(handler) ? handler : findEnclosingFunction(handler);
    const isOwn = (step: TSESTree.Node) => step === handler || findEnclosingFunction(step) === owner;
    const steps = [...this.#segments.values()].flatMap((segment) => segment.steps);
    return steps.filter((step) => isInside(step, handler) && isOwn(step));
  }

  /** These take two or three arguments, which the type of a listener does not know. */
  #createPathEvents(): TSESLint.RuleListener {
    return {
      onCodePathStart: () => {
        this.#outer.push(this.#current);
        this.#current = [];
      },
      onCodePathEnd: (path: TSESLint.CodePath, node: TSESTree.Node) => this.#endPath(path, node),
      onCodePathSegmentStart: (source: TSESLint.CodePathSegment, start: TSESTree.Node) => this.#open(source, start),
      onUnreachableCodePathSegmentStart: (_: TSESLint.CodePathSegment, start: TSESTree.Node) => {
        this.#countFinalizer(start);
      },
      onCodePathSegmentEnd: (source: TSESLint.CodePathSegment, node: TSESTree.Node) => this.#close(source, node),
    } as unknown as TSESLint.RuleListener;
  }

  #endPath(path: TSESLint.CodePath, node: TSESTree.Node): void {
    for (const source of path.returnedSegments) {
      const segment = this.#segments.get(source);
      // A generator may be left at each `yield`.
      if (segment && source.nextSegments.length === 0) segment.isEnd = true;
    }
    const first = this.#segments.get(path.initialSegment);
    if (first) this.#entries.set(node, [{ segment: first, step: 0 }]);
    this.#current = this.#outer.pop() ?? [];
    if (node.type === "Program") this.atEnd();
  }

  #open(source: TSESLint.CodePathSegment, start: TSESTree.Node): void {
    const segment = new Segment(start, this.#countFinalizer(start) > 1, source, this.#segments);
    this.#segments.set(source, segment);
    this.#current.push(segment);
  }

  #close(source: TSESLint.CodePathSegment, node: TSESTree.Node): void {
    const segment = this.#segments.get(source);
    if (!segment) return;
    this.#current = this.#current.filter((each) => each !== segment);
    segment.test = findDecidingTest(node);
    segment.chained = isChained(node) ? node : undefined;
  }

  /** Returns how often a `finally` block has begun: once, or again on the way of a throw or a return. */
  #countFinalizer(start: TSESTree.Node): number {
    if (start.parent?.type !== "TryStatement" || start.parent.finalizer !== start) return 0;
    const count = (this.#finalizers.get(start) ?? 0) + 1;
    this.#finalizers.set(start, count);
    return count;
  }

  #listCurrentPositions(): readonly Position[] {
    return this.#current.map((segment) => ({ segment, step: segment.steps.length }));
  }

  #take(step: TSESTree.Node): void {
    for (const segment of this.#current) segment.steps.push(step);
  }
}

/** The last operand of the test that has been evaluated when a node is entered. */
function findDecidingTest(entered: TSESTree.Node): TSESTree.Node | undefined {
  const { parent } = entered;
  switch (parent?.type) {
    case "LogicalExpression":
      return parent.right === entered ? getLastOperand(parent.left) : undefined;
    case "IfStatement":
    case "ConditionalExpression":
      return parent.consequent === entered ? getLastOperand(parent.test) : undefined;
    case "WhileStatement":
      return parent.body === entered ? getLastOperand(parent.test) : undefined;
    case "ForStatement":
      return parent.body === entered && parent.test ? getLastOperand(parent.test) : undefined;
    case "SwitchCase":
      return parent.consequent[0] === entered ? parent : undefined;
    case "SwitchStatement": {
      const before = entered.type === "SwitchCase" ? parent.cases[parent.cases.indexOf(entered) - 1] : undefined;
      return before?.consequent.length === 0 ? before : undefined;
    }
    default:
      return undefined;
  }
}

function getLastOperand(test: TSESTree.Node): TSESTree.Node {
  if (test.type === "LogicalExpression") return getLastOperand(test.right);
  return test.type === "UnaryExpression" && test.operator === "!" ? getLastOperand(test.argument) : test;
}

function isChained({ parent, range }: TSESTree.Node): boolean {
  if (parent?.type === "MemberExpression") return parent.optional && parent.property.range[0] === range[0];
  return parent?.type === "CallExpression" && parent.optional && parent.arguments[0]?.range[0] === range[0];
}

/** Where a segment leads by the outcome of its test: the segments of one outcome, and those of the other. */
export function branches({
  test,
  next,
}: Segment): { readonly yes: readonly Segment[]; readonly no: readonly Segment[] } | undefined {
  if (!test) return undefined;
  if (test.type === "SwitchCase") {
    const isNextCase = ({ start }: Segment) => start.type === "SwitchCase" || start === test.parent;
    // `case "A": case "B": ...`: both share the statements that follow.
    const own = test.consequent[0];
    const yes = next.filter((each) => (own ? each.start === own : !isNextCase(each)));
    return { yes, no: next.filter((each) => !yes.includes(each)) };
  }
  const targets = { yes: findNextNode(test, true), no: findNextNode(test, false) };
  const isYes = ({ start }: Segment) => (targets.yes ? start === targets.yes : start !== targets.no);
  return { yes: next.filter(isYes), no: next.filter((each) => !isYes(each)) };
}

/** Returns the node that is entered after an outcome; `undefined`: the code after the statement or expression. */
function findNextNode(node: TSESTree.Node, outcome: boolean): TSESTree.Node | undefined {
  const { parent } = node;
  switch (parent?.type) {
    case "UnaryExpression":
      return parent.operator === "!" ? findNextNode(parent, !outcome) : undefined;
    case "LogicalExpression": {
      const goesOn = parent.left === node && (parent.operator === "&&") === outcome;
      return goesOn ? parent.right : findNextNode(parent, outcome);
    }
    case "IfStatement":
    case "ConditionalExpression":
      if (parent.test !== node) return undefined;
      return outcome ? parent.consequent : (parent.alternate ?? undefined);
    case "WhileStatement":
    case "ForStatement":
      return parent.test === node && outcome ? parent.body : undefined;
    default:
      return undefined;
  }
}
