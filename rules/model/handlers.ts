import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { makesPlainValue } from "../syntax/built-ins.js";
import {
  getAwaited,
  getOutermostWrapper,
  listPossibleValues,
  readCalleeName,
  readMethodCall,
  unwrapExpression,
} from "../syntax/expressions.js";
import {
  type FunctionNode,
  findEnclosingFunction,
  findNameAround,
  isExecutionBoundary,
  isFunctionNode,
} from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { collectNodes, isInside } from "../syntax/source-file.js";
import { type Purpose, isDirectiveFor, isRemoval, readPurpose } from "../words/names.js";
import {
  type FailureHandler,
  type HandlerPlace,
  boundVariables,
  catchesFailures,
  findHandlerParameter,
} from "./failure-handlers.js";
import { isLogging } from "./exits.js";
import { isCallOfResponse } from "./responses.js";

type Variable = TSESLint.Scope.Variable;

/**
 * A handler of failures with its facts: what it tries, catches and answers. `console.error` of `.catch(console.error)`
 * is its own body.
 */
export class Handler {
  readonly kind: FailureHandler["kind"];
  readonly sourceCode: TSESLint.SourceCode;
  /** The innermost function around the handler. */
  readonly owner: FunctionNode | undefined;
  /** The name of the innermost function around the handler that has one, else an empty text. */
  readonly functionName: string;
  #calls: readonly TSESTree.Node[] | undefined;
  #failure: FailureTraces | undefined;

  constructor(
    readonly node: TSESTree.CatchClause | TSESTree.Expression | FunctionNode,
    readonly place: HandlerPlace | undefined,
    readonly lint: LintContext,
  ) {
    this.kind = place?.kind ?? "catch";
    this.sourceCode = lint.sourceCode;
    this.owner = findEnclosingFunction(node);
    this.functionName = findNameAround(node, lint.sourceCode) ?? "";
  }

  get body(): TSESTree.BlockStatement | TSESTree.Expression {
    const { node } = this;
    return node.type === "CatchClause" || isFunctionNode(node) ? node.body : node;
  }

  get binding(): TSESTree.Node | undefined {
    const { node } = this;
    return node.type === "CatchClause" || isFunctionNode(node) ? findHandlerParameter(node) : undefined;
  }

  /** The failure, under any name and in whatever is made from it. */
  get failure(): FailureTraces {
    return (this.#failure ??= collectFailureTraces(this.node, this.binding, this.lint));
  }

  /** Where a finding stands: the word `catch`, the method's name, the head of a function. */
  get reportAt(): TSESTree.SourceLocation {
    const { body, node, place, sourceCode } = this;
    const { start } = node.loc;
    if (!place) return { start, end: { line: start.line, column: start.column + "catch".length } };
    const callee = unwrapExpression(place.call.callee);
    if (place.kind === "rejection" && callee.type === "MemberExpression") return callee.property.loc;
    if (place.handler !== node || node === body) return place.handler.loc;
    return { start, end: (sourceCode.getTokenBefore(body) ?? node).loc.end };
  }

  /** The block of its `try`; `undefined` for a function. */
  get block(): TSESTree.BlockStatement | undefined {
    return this.node.type === "CatchClause" ? this.node.parent.block : undefined;
  }

  /**
   * The calls whose failure comes here, in the order of the text: not those that only compute, nor those whose failure
   * another handler catches before.
   */
  get calls(): readonly TSESTree.Node[] {
    return (this.#calls ??= collectAttempts(this));
  }

  /** What each of these calls is for; in a function that is asked to remove something, removing is the work. */
  get purposes(): readonly Purpose[] {
    const isWork = isRemoval(this.functionName);
    const purposes = this.calls.map((call) => classifyCall(call, this.lint));
    return purposes.map((each) => (each === "cleanup" && isWork ? "action" : each));
  }

  /** The comments in the handler, without the directives that silence the finding about it. */
  get comments(): readonly TSESTree.Comment[] {
    return this.withoutDirectives(this.sourceCode.getCommentsInside(this.node));
  }

  /** Leaves out the directives that silence the finding about a dropped failure. */
  withoutDirectives(comments: readonly TSESTree.Comment[]): readonly TSESTree.Comment[] {
    return comments.filter((each) => !isDirectiveFor("no-swallowed-error", each));
  }

  /**
   * The name of the call that may fail: one that is awaited comes first, then one that does something, then one whose
   * result is kept, then the first. What only makes a value of the language comes after all others, and what only tells
   * comes last: logs, and calls of a response.
   */
  get work(): string {
    const { calls, lint } = this;
    const onlyTells = (call: TSESTree.Node) =>
      call.type === "CallExpression" && (isLogging(call, lint) || isCallOfResponse(call, lint));
    const tried = calls.filter((call) => !onlyTells(call));
    const preferences = [
      (call: TSESTree.Node) => !makesPlainValue(call, lint.sourceCode),
      isAwaited,
      (call: TSESTree.Node) => classifyCall(call, lint) === "action",
      isKept,
    ];
    // Each preference leaves the calls that have it, where there are some.
    const best = preferences.reduce<readonly TSESTree.Node[]>((all, prefers) => {
      const preferred = all.filter(prefers);
      return preferred.length > 0 ? preferred : all;
    }, tried);
    const [work = calls[0]] = best;
    return work ? readCallName(work, lint) : "";
  }

  /** The values that the handler gives in place of the answer. Nothing reads those of a callback or a listener. */
  get answers(): readonly TSESTree.Node[] {
    const { kind, node, body, sourceCode } = this;
    if (node === body || (kind !== "catch" && kind !== "rejection")) return [];
    if (body.type !== "BlockStatement") return listPossibleValues(body);
    return collectNodes(sourceCode, body, isFunctionNode).flatMap((each) =>
      each.type === "ReturnStatement" && each.argument ? listPossibleValues(each.argument) : [],
    );
  }
}

/** Returns the purpose of a call, as far as its name tells it. */
export function classifyCall(call: TSESTree.Node, lint: LintContext): Purpose {
  return isSignalProbe(call, lint) ? "question" : readPurpose(readCallName(call, lint));
}

function isAwaited(call: TSESTree.Node): boolean {
  return getOutermostWrapper(call).parent?.type === "AwaitExpression";
}

/** Returns whether the result of a call gets a name or is returned, itself or a part of it. */
function isKept(call: TSESTree.Node): boolean {
  const value = getAwaited(call);
  const { parent } = value;
  if (parent?.type === "MemberExpression") return parent.object === value && isKept(parent);
  return /^(?:VariableDeclarator|AssignmentExpression|ReturnStatement)$/.test(parent?.type ?? "");
}

/** Returns the last name of a callee: `rm` of `fs.promises.rm(...)`; `import` of `import("x")`. */
export function readCallName(call: TSESTree.Node, { sourceCode }: LintContext): string {
  if (call.type !== "CallExpression" && call.type !== "NewExpression") return "import";
  return readCalleeName(call, sourceCode);
}

/** Returns whether a call only asks whether a process runs: `process.kill(pid, 0)`. */
export function isSignalProbe(call: TSESTree.Node, { sourceCode }: LintContext): boolean {
  return /^process\.kill\([^,]+,\s*0\s*\)$/.test(sourceCode.getText(call));
}

function collectAttempts({ block, kind, place, lint, sourceCode }: Handler): readonly TSESTree.Node[] {
  // `fs.rm(path)` of `fs.rm(path).catch(f)`
  const attempt =
    kind === "callback" ? place?.call : (block ?? (place && readMethodCall(place.call, sourceCode)?.object));
  if (!attempt) return [];
  const isCaught = ({ parent, range }: TSESTree.Node): boolean =>
    parent?.type === "TryStatement" && parent.block.range === range && catchesFailures(parent, lint);
  return collectNodes(sourceCode, attempt, (node) => isFunctionNode(node) || (node !== attempt && isCaught(node)))
    .filter(({ type }) => type === "CallExpression" || type === "NewExpression" || type === "ImportExpression")
    .filter((call) => classifyCall(call, lint) !== "computation")
    .sort((one, other) => one.range[0] - other.range[0]);
}

/** The places in a handler where its failure is read, under any name or as a part of a value made from it. */
export interface FailureTraces {
  /** Whether the failure, or something made from it, is read somewhere in a node. */
  isIn: (node: TSESTree.Node) => boolean;
  readonly reads: readonly TSESTree.Node[];
  /** Whether an expression is the failure: the binding, or another name of it. */
  isItself: (node: TSESTree.Node) => boolean;
}

/**
 * The traces of a failure that code binds. `const message = e.message` is one, `const err = e` is another name of it.
 */
export function collectFailureTraces(
  code: TSESTree.Node,
  binding: TSESTree.Node | undefined,
  lint: LintContext,
): FailureTraces {
  const bound = boundVariables({ node: code, binding }, lint);
  const names = new Set<Variable>(binding?.type === "Identifier" ? bound : []);
  // Grows during the loop: a value made from a carrier is a carrier too.
  const carriers = new Set<Variable>(bound);
  const reads: TSESTree.Node[] = [];
  for (const variable of carriers) {
    for (const { identifier } of variable.references.filter((reference) => reference.isRead())) {
      reads.push(identifier);
      const derived = findDerivedDeclaration(identifier, code);
      if (!derived) continue;
      const { id, init } = derived;
      // `const err = e`, `let err = e ?? null`
      const isName =
        names.has(variable) && id.type === "Identifier" && !!init && listPossibleValues(init).includes(identifier);
      for (const each of lint.sourceCode.getDeclaredVariables(derived)) {
        carriers.add(each);
        if (isName) names.add(each);
      }
    }
  }
  return {
    reads,
    isIn: (node) => reads.some((read) => isInside(read, node)),
    isItself(node) {
      const variable = resolveVariable(unwrapExpression(node), lint.sourceCode);
      return variable !== undefined && names.has(variable);
    },
  };
}

/** Returns the declaration in a handler whose value is made from an identifier. */
function findDerivedDeclaration(
  identifier: TSESTree.Node,
  code: TSESTree.Node,
): TSESTree.VariableDeclarator | undefined {
  for (let node = identifier.parent; node && node !== code; node = node.parent) {
    if (node.type === "VariableDeclarator") return node;
    // Stops at functions and statements: a value computed inside them is not the value of a declaration around them.
    if (isFunctionNode(node) || node.type.endsWith("Statement")) return undefined;
  }
  return undefined;
}

type Loop =
  | TSESTree.DoWhileStatement
  | TSESTree.ForInStatement
  | TSESTree.ForOfStatement
  | TSESTree.ForStatement
  | TSESTree.WhileStatement;

const LOOPS: ReadonlySet<string> = new Set([
  ...["ForStatement", "ForInStatement", "ForOfStatement", "WhileStatement", "DoWhileStatement"],
]);

/** Finds the loop of the same function that a node belongs to: it runs once for each item or attempt. */
export function findEnclosingLoop(node: TSESTree.Node): Loop | undefined {
  for (let current = node.parent; current && !isExecutionBoundary(current); current = current.parent)
    if (LOOPS.has(current.type)) return current as Loop;
  return undefined;
}

/** Finds the `try` in a loop that is entered again until it succeeds. */
export function findRepeatedAttempt(handler: TSESTree.Node): TSESTree.TryStatement | undefined {
  if (handler.type !== "CatchClause" || !findEnclosingLoop(handler)) return undefined;
  return leavesLoop(handler.parent.block) ? handler.parent : undefined;
}

/** Returns whether a `return` or `break` stands in a block, outside of functions, loops and `switch`. */
export function leavesLoop(statement: TSESTree.Statement): boolean {
  switch (statement.type) {
    case "ReturnStatement":
    case "BreakStatement":
      return true;
    case "BlockStatement":
      return statement.body.some(leavesLoop);
    case "IfStatement":
      return [statement.consequent, statement.alternate].some((each) => each != null && leavesLoop(each));
    case "TryStatement":
      return leavesLoop(statement.block);
    default:
      return false;
  }
}
