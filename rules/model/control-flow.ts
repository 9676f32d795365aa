import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

/** A test, and the blocks that each outcome leads to. */
export interface Fork {
  /** `chain`: `?.`, whose outcome is yes where the object is there. */
  readonly kind: "condition" | "chain";
  /** A part of a condition without `!`, `&&` and `||`, the `SwitchCase` that is compared, or the object of `?.`. */
  readonly test: TSESTree.Node;
  readonly yes: readonly Block[];
  readonly no: readonly Block[];
}

/** A basic block: code that runs from its start to its end unless something throws. */
export class Block {
  /** The steps, each where it has been evaluated: calls, assignments, jumps and the start of each `try`. */
  readonly steps: TSESTree.Node[] = [];
  /** The blocks that may run next. A block with none, that is no end, throws at its end. */
  readonly next: Block[] = [];
  /** The test that decides which block runs next; all of them are in `next`. */
  fork: Fork | undefined = undefined;
  /** The catch clause or `finally` that a throw in the block leads to. */
  onThrow: Block | undefined = undefined;
  /** The `finally` that runs when the caller closes the generator at the end of the block, which is a `yield`. */
  onClose: Block | undefined = undefined;
  /** Whether the function ends here other than by throwing. */
  isEnd = false;
  isReachable = false;

  /** @param start the node that runs first, or the statement or expression that the block comes after. */
  constructor(readonly start: TSESTree.Node) {}
}

/** A place between two steps. */
export interface Position {
  readonly block: Block;
  /** The number of its steps that have been taken. */
  readonly step: number;
}

/** Where a jump ends: at a block, or outside of the function. */
export interface JumpTarget {
  readonly block: Block | undefined;
  /** The innermost `finally` around the target; each one between it and the jump runs first. */
  readonly finalizer: Finalizer | undefined;
}

/** A statement that `break` or `continue` may name. */
interface Breakable {
  readonly labels: readonly string[];
  /** Whether it is a loop or a `switch`, which `break` means without a label. */
  readonly isNameless: boolean;
  readonly breakTo: JumpTarget;
  readonly continueTo: JumpTarget | undefined;
}

/** A copy of a `finally` block: each way out of its `try` has one. */
interface FinalizerCopy {
  readonly start: Block;
  readonly targets: Set<JumpTarget>;
}

/** A `finally` whose `try` or catch clause is being read. */
export interface Finalizer {
  readonly block: TSESTree.BlockStatement;
  readonly outer: Finalizer | undefined;
  readonly copies: Map<JumpTarget, FinalizerCopy>;
  /** The target that shares its copy with all others. */
  readonly shared: JumpTarget | undefined;
}

const RETURN: JumpTarget = { block: undefined, finalizer: undefined };
const THROW: JumpTarget = { block: undefined, finalizer: undefined };

/** The depth from which on a `finally` in a `finally` has one copy for all ways: each depth multiplies the copies. */
const MOST_COPIED = 3;

/** The control flow graph of one function, while it is built. Code that cannot be reached has no blocks. */
export class ControlFlow {
  /** Where a function or the body of a catch clause begins. */
  readonly entries = new Map<TSESTree.Node, Position[]>();
  /** Where the block of a `try` comes to its end. */
  readonly ends = new Map<TSESTree.Node, Position[]>();
  /** Where the code goes on after each step: at one place for each copy of a `finally` around it. */
  readonly after = new Map<TSESTree.Node, Position[]>();
  readonly visitorKeys: TSESLint.SourceCode["visitorKeys"];
  /** Where the innermost optional chain ends that is being read. */
  chainEnd: Block | undefined = undefined;
  #current: Block | undefined;
  #onThrow: Block | undefined = undefined;
  #finalizer: Finalizer | undefined = undefined;
  #depth = 0;
  readonly #breakables: Breakable[] = [];

  constructor(root: TSESTree.Node, visitorKeys: TSESLint.SourceCode["visitorKeys"]) {
    this.visitorKeys = visitorKeys;
    this.#current = new Block(root);
    this.#current.isReachable = true;
    this.mark(this.entries, root);
  }

  get isReachable(): boolean {
    return this.#current !== undefined;
  }

  /** Takes a step. */
  take(step: TSESTree.Node): void {
    this.#current?.steps.push(step);
    this.mark(this.after, step);
  }

  /** Writes down that a node begins or ends here. */
  mark(places: Map<TSESTree.Node, Position[]>, node: TSESTree.Node): void {
    const block = this.#current;
    if (!block) return;
    const position = { block, step: block.steps.length };
    const others = places.get(node);
    if (others) others.push(position);
    else places.set(node, [position]);
  }

  /** Writes down that what has just been evaluated may throw. */
  mayThrow(): void {
    if (!this.#current || !this.#onThrow) return;
    this.#current.onThrow = this.#onThrow;
    this.#onThrow.isReachable = true;
  }

  /** Goes on with one of several blocks. */
  goTo(...blocks: readonly Block[]): void {
    if (!this.#current) return;
    this.#current.next.push(...blocks);
    for (const block of blocks) block.isReachable = true;
    this.#current = undefined;
  }

  /** Goes on as the outcome of a test decides. */
  fork(fork: Fork): void {
    if (this.#current) this.#current.fork = fork;
    this.goTo(...fork.yes, ...fork.no);
  }

  /** Reads on at a block, if it can be reached. */
  resume(block: Block): void {
    this.#current = block.isReachable ? block : undefined;
  }

  /** Goes on with a new block. */
  begin(start: TSESTree.Node): Block {
    const block = new Block(start);
    this.goTo(block);
    this.resume(block);
    return block;
  }

  createTarget(block: Block): JumpTarget {
    return { block, finalizer: this.#finalizer };
  }

  /** Jumps to a target, through the `finally` blocks on the way. */
  jump(target: JumpTarget): void {
    if (!this.#current) return;
    const finalizer = this.#finalizer === target.finalizer ? undefined : this.#finalizer;
    const block = finalizer ? enterFinalizer(finalizer, target) : target.block;
    if (block) this.goTo(block);
    else this.#current.isEnd = true;
    this.#current = undefined;
  }

  /** Returns from the function. */
  leave(): void {
    this.jump(RETURN);
  }

  /** Throws, where the step before it has not told so. */
  throw(): void {
    this.mayThrow();
    this.#current = undefined;
  }

  /** Goes on after a `yield`, unless the caller closes the generator there. */
  passYield(node: TSESTree.YieldExpression): void {
    this.mayThrow();
    if (this.#current && this.#finalizer) {
      this.#current.onClose = enterFinalizer(this.#finalizer, RETURN);
      this.#current.onClose.isReachable = true;
    }
    this.begin(node);
  }

  /** Reads a statement that `break` and `continue` may name. */
  readBreakable(breakable: Breakable, read: () => void): void {
    this.#breakables.push(breakable);
    read();
    this.#breakables.pop();
  }

  /** Jumps to where a `break` or `continue` leads. */
  jumpTo(node: TSESTree.BreakStatement | TSESTree.ContinueStatement): void {
    const isBreak = node.type === "BreakStatement";
    const label = node.label?.name;
    const named = this.#breakables.findLast((each) =>
      label === undefined ? each.isNameless && (isBreak || each.continueTo) : each.labels.includes(label),
    );
    const target = isBreak ? named?.breakTo : named?.continueTo;
    if (target) this.jump(target);
    this.#current = undefined;
  }

  /** Reads code whose throws lead to a block. */
  readCaught(onThrow: Block, read: () => void): void {
    const outer = this.#onThrow;
    this.#onThrow = onThrow;
    read();
    this.#onThrow = outer;
  }

  /** Reads a `try` and its catch clause, and then the copies of its `finally`: first that of the plain end. */
  readFinalized(block: TSESTree.BlockStatement, end: JumpTarget, readTry: () => void, readFinalizer: () => void): void {
    const outer = this.#finalizer;
    const shared = this.#depth < MOST_COPIED ? undefined : end;
    const finalizer: Finalizer = { block, outer, copies: new Map(), shared };
    this.#finalizer = finalizer;
    enterFinalizer(finalizer, end);
    this.readCaught(enterFinalizer(finalizer, THROW), readTry);
    this.#finalizer = outer;
    this.#depth++;
    for (const { start, targets } of finalizer.copies.values()) {
      this.resume(start);
      readFinalizer();
      const last = this.#current;
      for (const target of targets) {
        this.#current = last;
        if (target === THROW) this.throw();
        else this.jump(target);
      }
    }
    this.#depth--;
  }
}

/** Returns the start of the copy of a `finally` that a jump to a target runs. */
function enterFinalizer({ block, copies, shared }: Finalizer, target: JumpTarget): Block {
  const key = shared ?? target;
  const copy = copies.get(key) ?? { start: new Block(block), targets: new Set() };
  copies.set(key, copy);
  copy.targets.add(target);
  return copy.start;
}
