import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { FailureHandler } from "./failure-handlers.js";
import { isLogging } from "./logging.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues } from "../syntax/expressions.js";
import { findCalledFunction } from "../syntax/function-called.js";
import { findNameAround } from "../syntax/function-name.js";
import { type FunctionNode, findEnclosingFunction, isExecutionBoundary, isFunctionNode } from "../syntax/functions.js";
import { collectNodes, isInside } from "../syntax/nodes.js";
import { readCalleeName, readMethodCall, resolveVariable } from "../syntax/references.js";
import { type Purpose, readPurpose } from "../words/names.js";

type HandlerNode = FailureHandler["node"] | TSESTree.Expression;
type HandlerParts = Omit<FailureHandler, "node"> & { readonly node: HandlerNode };

/**
 * A handler of failures with its facts: what it tries, logs and answers. `console.error` of `.catch(console.error)` is
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
  #logs: readonly TSESTree.CallExpression[] | undefined;

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

  /** Whether all that is tried is to ask. */
  get asksOnly(): boolean {
    return hasOnly(this.purposes, (purpose) => purpose === "question");
  }

  /** The name of the call that does something, else of the first one that is awaited, or made. */
  get work(): string {
    const { calls, purposes } = this;
    const isAwaited = ({ parent }: TSESTree.Node) => parent?.type === "AwaitExpression";
    const work = calls[purposes.indexOf("action")] ?? calls.find(isAwaited) ?? calls[0];
    return work ? readCallName(work, this.sourceCode) : "";
  }

  /**
   * The logs of the failure. A handler without a parameter for the failure logs something else, and so does one that
   * does not read it and logs no louder than news.
   */
  get logs(): readonly TSESTree.CallExpression[] {
    return (this.#logs ??= collectFailureLogs(this));
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

  /** Whether the handler reads its failure, or takes it apart with a pattern. */
  get readsFailure(): boolean {
    const { binding } = this;
    if (binding?.type !== "Identifier") return binding !== undefined;
    return resolveVariable(binding, this.sourceCode)?.references.some((each) => each.isRead()) ?? true;
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
function findAttempt({ block, node, kind, call: given, sourceCode }: Handler): TSESTree.Node | undefined {
  if (block) return block;
  const call = given ?? node.parent;
  if (kind === "callback") return call;
  return call.type === "CallExpression" ? readMethodCall(call, sourceCode)?.object : undefined;
}

function collectFailureLogs(handler: Handler): readonly TSESTree.CallExpression[] {
  const { binding, body, sourceCode } = handler;
  if (!binding) return [];
  const logs = collectLoggingCalls(body, handler.context);
  const isNews = logs.every((log) => readCalleeName(log, sourceCode).startsWith("log"));
  return isNews && !handler.readsFailure ? [] : logs;
}

/** Collects the calls that log where an operator looks; a call of a function of the file that does so counts. */
function collectLoggingCalls(body: TSESTree.Node, context: LintContext): readonly TSESTree.CallExpression[] {
  const { sourceCode } = context;
  const isCall = (node: TSESTree.Node): node is TSESTree.CallExpression => node.type === "CallExpression";
  const isLog = (node: TSESTree.Node): boolean => isCall(node) && isLogging(node, context);
  return collectNodes(sourceCode, body)
    .filter(isCall)
    .filter((node) => {
      const called = findCalledFunction(node, sourceCode);
      const logs = called && !isInside(body, called) && collectNodes(sourceCode, called.body).some(isLog);
      return logs === true || isLog(node);
    });
}
