import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { FailureHandler } from "./failure-handlers.js";
import { isLogging } from "./logging.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues } from "../syntax/expressions.js";
import { findNameAround, type FunctionNode, findEnclosingFunction, isFunctionNode } from "../syntax/functions.js";
import { isExecutionBoundary } from "../syntax/flow.js";
import { collectNodes } from "../syntax/source-file.js";
import { readCalleeName, readMethodCall } from "../syntax/properties.js";
import { type Purpose, readPurpose } from "../words/names.js";

type HandlerNode = FailureHandler["node"] | TSESTree.Expression;
type HandlerParts = Omit<FailureHandler, "node"> & { readonly node: HandlerNode };

/**
 * A handler of failures with its facts: what it tries and answers. `console.error` of `.catch(console.error)` is
 * its own body.
 */
export class Handler implements HandlerParts {
  readonly kind: FailureHandler["kind"];
  readonly node: HandlerNode;
  readonly body: FailureHandler["body"];
  readonly binding: FailureHandler["binding"];
  readonly reportAt: FailureHandler["reportAt"];
  readonly call: FailureHandler["call"];
  /** The innermost function around the handler. */
  readonly owner: FunctionNode | undefined;
  /** The name of the innermost function around the handler that has one, else an empty text. */
  readonly functionName: string;
  #calls: readonly TSESTree.Node[] | undefined;

  constructor(
    parts: HandlerParts,
    readonly context: LintContext,
  ) {
    ({ kind: this.kind, node: this.node, body: this.body, binding: this.binding } = parts);
    ({ reportAt: this.reportAt, call: this.call } = parts);
    this.owner = findEnclosingFunction(parts.node);
    this.functionName = findNameAround(parts.node, context.sourceCode) ?? "";
  }

  get sourceCode(): TSESLint.SourceCode {
    return this.context.sourceCode;
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

  get purposes(): readonly Purpose[] {
    return this.calls.map((call) => classifyCall(call, this.sourceCode));
  }

  /** The call that hands the handler its failure: `p.catch(f)`, `fs.rm(path, f)`; `undefined` for a catch clause. */
  get registration(): TSESTree.CallExpression | undefined {
    const call = this.call ?? this.node.parent;
    return this.kind !== "catch" && call.type === "CallExpression" ? call : undefined;
  }

  /** The comments in the handler. */
  get comments(): readonly TSESTree.Comment[] {
    return this.sourceCode.getCommentsInside(this.node);
  }

  /** The name of the call that does something, else of the first one that is awaited, or made; logs come last. */
  get work(): string {
    const { calls, context, sourceCode } = this;
    const isLog = (call: TSESTree.Node) => call.type === "CallExpression" && isLogging(call, context);
    const tried = calls.filter((call) => !isLog(call));
    const isAwaited = ({ parent }: TSESTree.Node) => parent?.type === "AwaitExpression";
    const acts = (call: TSESTree.Node) => classifyCall(call, sourceCode) === "action";
    const work = tried.find(acts) ?? tried.find(isAwaited) ?? tried[0] ?? calls[0];
    return work ? readCallName(work, sourceCode) : "";
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

  get isInFinally(): boolean {
    for (
      let child: TSESTree.Node = this.node, { parent } = this.node as TSESTree.Node;
      parent;
      child = parent, { parent } = parent
    ) {
      if (parent.type === "TryStatement" && parent.finalizer === child) return true;
      // A handler that is a function is no boundary itself.
      if (isExecutionBoundary(parent) && child !== this.node) return false;
    }
    return false;
  }
}

/** Returns the purpose of a call, as far as its name tells it. */
export function classifyCall(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): Purpose {
  if (isSignalProbe(call, sourceCode)) return "question";
  const method = call.type === "CallExpression" ? readMethodCall(call, sourceCode) : undefined;
  // `hash.update(text)`
  if (method?.name === "update" && /hash/i.test(sourceCode.getText(method.object))) return "computation";
  return readPurpose(readCallName(call, sourceCode));
}

/** Returns the last name of a callee: `rm` of `fs.promises.rm(...)`. */
export function readCallName(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  if (call.type !== "CallExpression" && call.type !== "NewExpression") return "require";
  return readCalleeName(call, sourceCode);
}

/** Returns whether a call only asks whether a process runs: `process.kill(pid, 0)`. */
export function isSignalProbe(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return /^process\.kill\([^,]+,\s*0\s*\)$/.test(sourceCode.getText(call));
}

/** Returns whether a node is a `try` whose handler throws nothing. */
export function catchesFailures(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (node.type !== "TryStatement" || !node.handler) return false;
  return collectNodes(sourceCode, node.handler.body).every(({ type }) => type !== "ThrowStatement");
}

/** Returns whether a list has elements, and all of them pass a test. */
export function hasOnly<T>(elements: readonly T[], passes: (element: T) => boolean): boolean {
  return elements.length > 0 && elements.every((element) => passes(element));
}

function collectAttempts(handler: Handler): readonly TSESTree.Node[] {
  const { sourceCode } = handler;
  const attempt = findAttempt(handler);
  if (!attempt) return [];
  const isCaught = ({ parent, range }: TSESTree.Node): boolean =>
    parent?.type === "TryStatement" && parent.block.range === range && catchesFailures(parent, sourceCode);
  return collectNodes(sourceCode, attempt, (node) => isFunctionNode(node) || (node !== attempt && isCaught(node)))
    .filter((node) => /^(?:Call|New|Import)Expression$/.test(node.type))
    .filter((call) => classifyCall(call, sourceCode) !== "computation")
    .sort((one, other) => one.range[0] - other.range[0]);
}

/** Finds the code whose failure comes to a handler: the block of a `try`, `fs.rm(path)` of `fs.rm(path).catch(f)`. */
function findAttempt({ block, kind, registration, sourceCode }: Handler): TSESTree.Node | undefined {
  if (block || kind === "callback") return block ?? registration;
  return registration && readMethodCall(registration, sourceCode)?.object;
}
